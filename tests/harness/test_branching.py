"""Other paths of an open chat: every version stays, and what is shown is what the model is told."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Attachment, TurnState
from studio.harness.export import ExportKind, export
from tests.fakes import HANG, FakeTool, Script, asks, call, ids, says
from tests.harness.open_chat import CHAT, OpenChat
from tests.harness.test_export import Paper

FULL = StorageError(Failure(Category.STORAGE, "full", code="full"))


def prompts(chat: OpenChat) -> list[str]:
    return [turn.prompt_text for turn in chat.session.turns]


def sent(chat: OpenChat) -> list[str]:
    """What the model was told last: the prompts before, and this one."""
    assignment = chat.factory.assignments[-1]
    return [turn.prompt_text for turn in (*assignment.earlier, assignment.turn)]


async def talked(*words: str, more: tuple[Script, ...] = ()) -> OpenChat:
    chat = OpenChat(*(says(word.upper()) for word in words), *more)
    for word in words:
        await chat.session.send(word)
    return chat


def turn_of(chat: OpenChat, prompt: str) -> Turn:
    return next(turn for turn in chat.session.turns if turn.prompt_text == prompt)


async def reopened(chat: OpenChat, *rounds: Script) -> OpenChat:
    again = OpenChat(*rounds, store=chat.store, chat=chat.store.by_id["c1"])
    again.session._means = replace(again.session._means, new_id=ids("later"))
    await again.session.load()
    assert again.session.chat.head_id == chat.session.chat.head_id
    return again


async def test_an_edited_prompt_is_a_version_beside_the_old_one() -> None:
    chat = await talked("a", "b", "c", more=(says("B2"),))
    old = turn_of(chat, "b")
    await chat.session.edit(old.id, "b2", ())
    assert prompts(chat) == sent(chat) == ["a", "b2"]
    new = turn_of(chat, "b2")
    assert chat.session.versions(old.id) == chat.session.versions(new.id) == (old.id, new.id)
    await chat.session.show_version(old.id)
    assert prompts(chat) == ["a", "b", "c"]
    assert chat.session.turns[1] == old


async def test_every_way_to_answer_again_leaves_all_that_was() -> None:
    looks = [asks(call("u1")), says("Seen.")]
    more = [says("1"), says("2"), says("3"), says("4")]
    chat = OpenChat(*looks, says("B"), *more, tools=(FakeTool(),))
    await chat.session.send("a")
    await chat.session.send("b")
    first, second = chat.session.turns
    await chat.session.retry()
    await chat.session.regenerate(first.id)
    await chat.session.show_version(second.id)
    await chat.session.run_again("u1")
    fork = chat.session.turns[-1]
    await chat.session.show_version(first.id)
    await chat.session.branch_at(first.id)
    await chat.session.send("c")
    assert chat.session.versions(first.id)[0] == first.id
    assert fork.id in chat.session.versions(first.id)
    assert len(chat.session.versions(first.id)) == 3
    assert len(chat.session.versions(second.id)) == 3
    everything = await chat.session.all_turns()
    assert len(everything) == 6
    assert (first, second) == everything[:2]
    await chat.session.show_turn(second.id)
    assert chat.session.turns == (first, second)


async def test_a_version_opens_where_it_was_left_also_after_a_restart() -> None:
    chat = await talked("a", "b", "c", more=(says("C2"), says("B2")))
    session = chat.session
    b, c = turn_of(chat, "b"), turn_of(chat, "c")
    await session.regenerate(c.id)
    newer = session.turns[-1]
    await session.show_version(c.id)
    await session.edit(b.id, "b2", ())
    await session.show_version(b.id)
    assert session.turns[-1].id == c.id
    again = (await reopened(chat)).session
    assert [turn.id for turn in again.turns] == [turn.id for turn in session.turns]
    await again.show_version(again.versions(b.id)[1])
    assert again.turns[-1].prompt_text == "b2"
    await again.show_version(b.id)
    assert again.turns[-1].id == c.id
    assert again.versions(c.id) == (c.id, newer.id)


async def test_the_path_shown_is_what_the_model_is_told_and_nothing_else() -> None:
    chat = await talked("a", "b", more=(says("B2"), says("C"), says("D")))
    b = turn_of(chat, "b")
    await chat.session.edit(b.id, "b2", ())
    await chat.session.send("c")
    assert sent(chat) == ["a", "b2", "c"]
    await chat.session.show_version(b.id)
    await chat.session.send("d")
    assert sent(chat) == ["a", "b", "d"]


async def test_a_branch_begins_in_the_middle_and_what_followed_stays() -> None:
    chat = await talked("a", "b", "c", more=(says("D"),))
    a, b = turn_of(chat, "a"), turn_of(chat, "b")
    assert chat.session.branch_end is None
    await chat.session.branch_at(a.id)
    assert chat.session.branch_end == a.id
    assert prompts(chat) == ["a"]
    again = await reopened(chat, says("D"))
    assert again.session.branch_end == a.id
    await again.session.send("d")
    assert sent(again) == prompts(again) == ["a", "d"]
    assert again.session.branch_end is None
    assert again.session.versions(b.id) == (b.id, again.session.turns[-1].id)


async def test_a_branch_that_is_not_wanted_after_all_is_left_by_showing_what_followed() -> None:
    chat = await talked("a", "b", "c")
    a = turn_of(chat, "a")
    await chat.session.branch_at(a.id)
    await chat.session.show_version(a.id)
    assert prompts(chat) == ["a", "b", "c"]


async def test_another_model_is_asked_for_one_turn_only() -> None:
    chat = await talked("a", more=(says("1"), says("2"), says("3")))
    (a,) = chat.session.turns
    own = replace(CHAT.settings, key_id="mine")
    await chat.session.update(replace(chat.session.chat, settings=own))
    await chat.session.regenerate(a.id, "other", "m-2")
    asked = chat.factory.assignments[-1].settings
    assert asked == replace(own, profile_id="other", key_id="", model="m-2")
    await chat.session.regenerate(a.id, own.profile_id, "m-3")
    assert chat.factory.assignments[-1].settings == replace(own, model="m-3")
    await chat.session.send("b")
    assert chat.factory.assignments[-1].settings == chat.session.chat.settings == own


async def test_an_edit_takes_the_files_it_is_given() -> None:
    chat = await talked("a", more=(says("1"), says("2")))
    files = (Attachment("a.txt", "text/plain", 1, "d1"), Attachment("b.txt", "text/plain", 1, "d2"))
    await chat.session.edit(chat.session.turns[0].id, "with files", files)
    first = chat.session.turns[0]
    assert first.prompt[:2] == files
    await chat.session.edit(first.id, "with one", files[1:])
    assert chat.session.turns[0].prompt[:-1] == files[1:]
    assert first in await chat.session.all_turns()
    await chat.session.edit(first.id, "  ", ())
    assert len(await chat.session.all_turns()) == 3


async def test_what_is_on_another_path_is_edited_there() -> None:
    chat = await talked("a", "b", more=(says("B2"), says("B3")))
    b = turn_of(chat, "b")
    await chat.session.edit(turn_of(chat, "a").id, "a2", ())
    await chat.session.edit(b.id, "b2", ())
    assert prompts(chat) == sent(chat) == ["a", "b2"]


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        (["a"], "bc"),
        (["b"], "ac"),
        (["c"], "ab"),
        (["a", "b"], "c"),
        (["c", "b"], "a"),
        ("abc", ""),
    ],
)
@pytest.mark.parametrize("is_erased", [True, False])
async def test_what_is_deleted_is_neither_shown_nor_sent(
    gone: str, left: str, is_erased: bool
) -> None:
    chat = await talked("a", "b", "c", more=(says("D"),))
    by_prompt = {turn.prompt_text: turn.id for turn in chat.session.turns}
    for one in gone:
        await chat.session.delete_turn(by_prompt[one])
    if is_erased:
        await chat.session.erase_turns()
    assert prompts(chat) == list(left)
    assert [turn.prompt_text for turn in await chat.session.all_turns()] == list(left)
    assert await chat.store.turns("c1") == chat.session.turns
    assert [turn.prompt_text for turn in (await reopened(chat)).session.turns] == list(left)
    await chat.session.send("d")
    assert prompts(chat) == sent(chat) == [*left, "d"]
    assert await chat.store.turns("c1") == chat.session.turns


@pytest.mark.parametrize("prompt", ["a", "b", "c"])
async def test_undo_brings_a_turn_back_exactly_where_it_was(prompt: str) -> None:
    chat = await talked("a", "b", "c", more=(says("B2"),))
    before = chat.session.turns
    await chat.session.edit(before[1].id, "b2", ())
    await chat.session.show_version(before[1].id)
    turn = turn_of(chat, prompt)
    versions = chat.session.versions(turn.id)
    await chat.session.delete_turn(turn.id)
    assert turn.id not in chat.session.versions(before[2].id)
    await chat.session.restore_turn(turn.id)
    assert chat.session.turns == before == await chat.store.turns("c1")
    assert chat.session.versions(turn.id) == versions


async def test_the_last_turn_deleted_gives_way_to_its_other_version() -> None:
    chat = await talked("a", "b", more=(says("B2"), says("C")))
    b = turn_of(chat, "b")
    await chat.session.edit(b.id, "b2", ())
    newer = turn_of(chat, "b2")
    await chat.session.delete_turn(newer.id)
    assert prompts(chat) == ["a", "b"]
    await chat.session.restore_turn(newer.id)
    assert prompts(chat) == ["a", "b2"]
    await chat.session.delete_turn(b.id)
    assert prompts(chat) == ["a", "b2"]
    assert chat.session.versions(newer.id) == (newer.id,)


async def test_what_followed_a_deleted_turn_is_exported_as_following_the_one_before_it() -> None:
    chat = await talked("a", "b", "c", more=(says("C2"),))
    a, b, c = chat.session.turns
    await chat.session.edit(c.id, "c2", ())
    await chat.session.delete_turn(b.id)
    paper = Paper()
    await export(chat.session, ExportKind.JSON, paper, lambda done, total: None)
    turns = json.loads(paper.text)["turns"]
    assert [turn["parent"] for turn in turns] == [None, a.id, a.id]


async def test_after_an_erasure_there_is_nothing_to_bring_back() -> None:
    chat = await talked("a", "b")
    a = turn_of(chat, "a")
    await chat.session.delete_turn(a.id)
    await chat.session.erase_turns()
    await chat.session.restore_turn(a.id)
    assert prompts(chat) == ["b"]


async def test_while_a_turn_runs_nothing_leads_away_from_it() -> None:
    chat = await talked("a", "b", more=([ev.TextDelta("Half"), HANG],))
    a, b = chat.session.turns
    sending = asyncio.create_task(chat.session.send("c"))
    await chat.until(ev.TextDelta)
    running = chat.session.turns[-1].id
    before = [turn.id for turn in chat.session.turns]
    for move in (
        chat.session.show_version(a.id),
        chat.session.branch_at(a.id),
        chat.session.edit(b.id, "b2", ()),
        chat.session.regenerate(b.id),
        chat.session.delete_turn(running),
        chat.session.delete_turn(b.id),
    ):
        await move
    assert [turn.id for turn in chat.session.turns] == before
    assert len(await chat.session.all_turns()) == 3
    await chat.session.stop()
    await sending
    await chat.session.delete_turn(running)
    assert prompts(chat) == ["a", "b"]


async def test_undo_works_while_another_turn_runs() -> None:
    chat = await talked("a", "b", "c", more=([ev.TextDelta("Half"), HANG],))
    a, b, c = chat.session.turns
    await chat.session.delete_turn(b.id)
    await chat.session.delete_turn(c.id)
    sending = asyncio.create_task(chat.session.send("d"))
    await chat.until(ev.TextDelta)
    await chat.session.restore_turn(b.id)  # no more on this path, whose end follows a
    await chat.session.restore_turn(c.id)
    assert prompts(chat) == ["a", "d"]
    assert chat.session.turns[-1].rounds[-1].text == "Half"
    await chat.session.stop()
    await sending
    assert chat.session.turns[-1].state is TurnState.CANCELLED
    assert chat.session.versions(b.id) == (b.id, chat.session.turns[-1].id)
    await chat.session.show_turn(c.id)
    assert chat.session.turns == (a, b, c)
    assert (await reopened(chat)).session.turns == (a, b, c)


async def test_undo_puts_a_turn_back_before_the_one_that_runs() -> None:
    chat = await talked("a", "b", "c", more=([ev.TextDelta("Half"), HANG],))
    b = turn_of(chat, "b")
    await chat.session.delete_turn(b.id)
    sending = asyncio.create_task(chat.session.send("d"))
    await chat.until(ev.TextDelta)
    await chat.session.restore_turn(b.id)
    assert prompts(chat) == ["a", "b", "c", "d"]
    assert chat.session.turns[-1].rounds[-1].text == "Half"
    await chat.session.erase_turns()
    await chat.session.stop()
    await sending
    assert prompts(chat) == ["a", "b", "c", "d"]
    assert chat.session.turns[-1].state is TurnState.CANCELLED
    assert await chat.store.turns("c1") == chat.session.turns


async def test_what_was_deleted_can_be_erased_while_another_turn_runs() -> None:
    chat = await talked("a", "b", "c", more=([ev.TextDelta("Half"), HANG],))
    await chat.session.delete_turn(turn_of(chat, "b").id)
    await chat.session.delete_turn(turn_of(chat, "c").id)
    sending = asyncio.create_task(chat.session.send("d"))
    await chat.session.erase_turns()
    await chat.until(ev.TextDelta)
    await chat.session.stop()
    await sending
    assert prompts(chat) == ["a", "d"]
    assert await chat.store.turns("c1") == chat.session.turns


async def test_a_send_waits_for_the_path_and_goes_to_its_end() -> None:
    chat = await talked("a", "b", more=(says("B2"), says("C")))
    b = turn_of(chat, "b")
    await chat.session.edit(b.id, "b2", ())
    switching = asyncio.create_task(chat.session.show_version(b.id))
    await asyncio.sleep(0)
    await chat.session.send("c")
    await switching
    assert prompts(chat) == sent(chat) == ["a", "b", "c"]


async def test_watchers_hear_of_every_change_of_the_path() -> None:
    chat = await talked("a", "b", more=(says("B2"),))
    a, b = chat.session.turns
    await chat.session.edit(b.id, "b2", ())
    for move in (
        chat.session.show_version(b.id),
        chat.session.branch_at(a.id),
        chat.session.show_turn(b.id),
        chat.session.delete_turn(b.id),
        chat.session.restore_turn(b.id),
    ):
        before = chat.changes
        await move
        assert chat.changes > before


async def test_a_store_that_refuses_a_deletion_leaves_all_as_it_was() -> None:
    chat = await talked("a", "b", "c")
    a, b, c = chat.session.turns
    chat.store.failing = FULL
    for turn in (a, b, c):
        with pytest.raises(StorageError):
            await chat.session.delete_turn(turn.id)
        assert prompts(chat) == ["a", "b", "c"]
    chat.store.failing = None
    await chat.session.delete_turn(b.id)
    chat.store.failing = FULL
    with pytest.raises(StorageError):
        await chat.session.restore_turn(b.id)
    with pytest.raises(StorageError):
        await chat.session.erase_turns()
    assert prompts(chat) == ["a", "c"]
    chat.store.failing = None
    await chat.session.restore_turn(b.id)
    assert chat.session.turns == (a, b, c) == await chat.store.turns("c1")


async def test_what_the_store_refused_is_on_its_path_all_the_same() -> None:
    chat = await talked("a", "b", more=(says("C"),))
    b = turn_of(chat, "b")
    chat.store.failing = FULL
    await chat.session.send("c")
    failed = chat.session.turns[-1]
    assert failed.state is TurnState.FAILED
    chat.store.failing = None
    await chat.session.branch_at(b.id)
    await chat.session.show_turn(failed.id)
    assert chat.session.turns[-1] == failed
    await chat.session.delete_turn(failed.id)
    assert prompts(chat) == ["a", "b"]
    await chat.session.restore_turn(failed.id)
    assert chat.session.turns[-1] == failed
    assert await chat.store.turns("c1") == chat.session.turns


async def test_an_unknown_turn_changes_nothing() -> None:
    chat = await talked("a")
    before, changes = chat.session.turns, chat.changes
    for move in (
        chat.session.show_version("nobody"),
        chat.session.show_turn("nobody"),
        chat.session.branch_at("nobody"),
        chat.session.edit("nobody", "x", ()),
        chat.session.regenerate("nobody"),
        chat.session.delete_turn("nobody"),
        chat.session.restore_turn("nobody"),
        chat.session.erase_turns(),
    ):
        await move
    assert chat.session.versions("nobody") == ()
    assert (chat.session.turns, chat.changes) == (before, changes)
