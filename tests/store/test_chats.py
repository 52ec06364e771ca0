from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from studio.core.chats import ChatSettings, Turn
from studio.core.errors import StorageError
from studio.core.messages import Outcome, Text, ToolState, ToolUse, TurnState
from studio.store.mending import NOT_STARTED, OUTCOME_UNKNOWN
from tests.store.samples import Shop, Store, a_chat, a_full_turn, a_round, a_turn, a_use

SECRET = "planted-sentence-that-must-vanish"


async def fill(store: Store, *turns: Turn) -> None:
    await store.chats.save_chat(a_chat())
    for turn in turns:
        await store.chats.save_turn(turn)


async def test_every_field_of_a_turn_comes_back_after_a_restart(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_full_turn())
    async with shop.open() as store:
        assert await store.chats.turns("c1") == (a_full_turn(),)


async def test_every_field_of_a_chat_comes_back_after_a_restart(shop: Shop) -> None:
    chat = a_chat(draft="half a thought", head_id="t1")
    async with shop.open() as store:
        await store.chats.save_chat(chat)
    async with shop.open() as store:
        assert await store.chats.chats() == (chat,)


async def test_half_a_surrogate_pair_in_title_and_draft_is_marked(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat(title="a\ud83d", draft="\udc00b"))
        (chat,) = await store.chats.chats()
    assert (chat.title, chat.draft) == ("a?", "?b")


async def test_settings_that_cannot_be_read_do_not_hide_the_chats(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat("c1"))
        await store.chats.save_chat(a_chat("c2"))
        await store.database.run(
            lambda shelves: shelves.file.execute("UPDATE chats SET settings='{' WHERE id='c1'")
        )
        found = {chat.id: chat.settings for chat in await store.chats.chats()}
    assert found == {"c1": ChatSettings(), "c2": a_chat().settings}


@pytest.mark.parametrize(
    "change", ["body = '{\"prompt\": 5}'", "body = 'x'", "body = '[]'", "version = 99"]
)
async def test_a_turn_that_cannot_be_read_is_an_error_and_stays_as_it_is(
    shop: Shop, change: str
) -> None:
    async with shop.open() as store:
        await fill(store, a_turn(text=SECRET))
        await store.database.run(
            lambda shelves: shelves.file.execute(f"UPDATE turns SET {change}")  # noqa: S608
        )
        with pytest.raises(StorageError) as caught:
            await store.chats.turns("c1")
    assert caught.value.failure.code == "damaged"
    assert SECRET not in str(caught.value)


async def test_chats_are_listed_by_recency(shop: Shop) -> None:
    async with shop.open() as store:
        for id_, updated_at, is_kept in (("a", 2.0, True), ("b", 3.0, False), ("c", 1.0, True)):
            await store.chats.save_chat(a_chat(id_, updated_at=updated_at, is_kept=is_kept))
        assert [chat.id for chat in await store.chats.chats()] == ["b", "a", "c"]


async def test_a_saved_turn_becomes_the_head_in_the_same_commit(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn("t1"), a_turn("t2", "t1"))
        (chat,) = await store.chats.chats()
    assert chat.head_id == "t2"


async def test_only_the_path_to_the_head_is_read(shop: Shop) -> None:
    one, two, other = a_turn("t1"), a_turn("t2", "t1"), a_turn("t3", "t1")
    async with shop.open() as store:
        await fill(store, one, two, other)
        assert await store.chats.turns("c1") == (one, other)
        await store.chats.save_chat(a_chat(head_id="t2"))
        assert await store.chats.turns("c1") == (one, two)


async def test_saving_an_older_turn_again_leaves_the_head_alone(shop: Shop) -> None:
    one, two = a_turn("t1"), a_turn("t2", "t1")
    async with shop.open() as store:
        await fill(store, one, two)
        changed = a_turn("t1", text="Changed")
        await store.chats.save_turn(changed)
        assert await store.chats.turns("c1") == (changed, two)


async def test_a_head_that_was_never_saved_hides_nothing(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn("t1"), a_turn("t2", "t1"))
        await store.chats.save_chat(a_chat(head_id="never-came"))
        assert [turn.id for turn in await store.chats.turns("c1")] == ["t1", "t2"]


async def test_turns_that_are_each_others_parents_end(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn("t1", "t2"), a_turn("t2", "t1"))
        assert len(await store.chats.turns("c1")) == 2


async def test_an_unknown_chat_has_no_turns_and_takes_none(shop: Shop) -> None:
    async with shop.open() as store:
        assert await store.chats.turns("nobody") == ()
        with pytest.raises(StorageError) as caught:
            await store.chats.save_turn(a_turn(chat="nobody"))
    assert caught.value.failure.code == "unknown_chat"


async def test_a_turn_cut_off_by_a_crash_is_mended_and_stays_so(shop: Shop) -> None:
    uses = (
        a_use("u1", ToolState.RUNNING),
        a_use("u2", ToolState.WAITING),
        a_use("u3", ToolState.READY),
        a_use("u4", ToolState.ARRIVING),
    )
    rounds = (a_round("r1", Text("So far"), *uses, ended_at=None),)
    running = replace(a_turn(state=TurnState.RUNNING), rounds=rounds, ended_at=None)
    shop.clock.now = 5_000.0
    async with shop.open() as store:
        await fill(store, running)
    shop.clock.now = 9_000.0
    async with shop.open() as store:
        (turn,) = await store.chats.turns("c1")
        assert (turn.state, turn.ended_at) == (TurnState.INTERRUPTED, 5_000.0)
        assert turn.rounds[0].text == "So far"
        assert turn.rounds[0].ended_at == 5_000.0
        results = [use.result for use in turn.tool_uses]
        outcomes = [result.outcome for result in results if result]
        assert outcomes == [Outcome.INTERRUPTED, *[Outcome.CANCELLED] * 3]
        contents = [result.content for result in results if result]
        assert contents == [OUTCOME_UNKNOWN, *[NOT_STARTED] * 3]
        assert {use.state for use in turn.tool_uses} == {ToolState.ENDED}
    async with shop.open() as store:
        assert await store.chats.turns("c1") == (turn,)


async def test_mending_keeps_the_results_that_were_there(shop: Shop) -> None:
    uses = [part for part in a_full_turn().rounds[0].parts if isinstance(part, ToolUse)]
    rounds = (a_round("r1", uses[0], ended_at=2.0),)
    running = replace(a_turn(state=TurnState.RUNNING), rounds=rounds)
    async with shop.open() as store:
        await fill(store, running)
    async with shop.open() as store:
        (turn,) = await store.chats.turns("c1")
    assert turn.rounds == rounds


async def test_a_turn_that_runs_right_now_is_not_mended(shop: Shop) -> None:
    running = a_turn(state=TurnState.RUNNING)
    async with shop.open() as store:
        await fill(store, running)
        assert await store.chats.turns("c1") == (running,)


async def test_a_whole_output_comes_back(shop: Shop) -> None:
    text = "Zeile ü 🎈 \ud83d\x00\n" * 10_000
    async with shop.open() as store:
        await fill(store)
        await store.chats.save_output("c1", "u1", text)
    async with shop.open() as store:
        assert await store.chats.output("u1") == text
        assert await store.chats.output("u2") is None


async def test_a_deleted_chat_is_hidden_and_can_be_restored(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn())
        await store.chats.delete_chat("c1")
        assert await store.chats.chats() == ()
        # The last save of a turn that was stopped by the deletion brings nothing back.
        await store.chats.save_turn(a_turn(text="Late"))
        await store.chats.save_chat(a_chat(title="Late"))
        assert await store.chats.chats() == ()
        await store.chats.restore_chat("c1")
        (chat,) = await store.chats.chats()
        assert chat.title == "Late"
        assert (await store.chats.turns("c1"))[0].rounds[0].text == "Late"


async def test_a_chat_that_is_still_hidden_is_erased_at_the_next_start(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn(text=SECRET))
        await store.chats.delete_chat("c1")
    assert SECRET.encode() in shop.raw()
    async with shop.open() as store:
        assert SECRET.encode() not in shop.raw()
        await store.chats.restore_chat("c1")
        assert await store.chats.chats() == ()


async def test_an_erased_chat_leaves_no_byte_on_disk(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat(title=f"title {SECRET}", draft=SECRET))
        for number in range(20):
            await store.chats.save_turn(a_turn("t1", text=f"{SECRET} {number} " * 50 * number))
        await store.chats.save_chat(a_chat("c2"))
        await store.chats.save_turn(a_turn("t2", chat="c2", text="stays"))
        assert SECRET.encode() in shop.raw()
        await store.chats.erase_chat("c1")
        assert SECRET.encode() not in shop.raw()
        assert b"stays" in shop.raw()


@pytest.mark.slow
async def test_an_erasure_that_was_cut_off_is_finished_at_the_next_start(shop: Shop) -> None:
    program = """
import asyncio, os, sys
from pathlib import Path
from studio.store import chats
from tests.store.samples import Shop, a_chat, a_turn
def die(connection):
    os._exit(0)
chats.wipe = die
async def main():
    async with Shop(Path(sys.argv[1])).open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn(text=sys.argv[2] * 500))
        await store.chats.erase_chat("c1")
asyncio.run(main())
"""
    command = [sys.executable, "-c", program, str(shop.path), SECRET]
    ended = await asyncio.to_thread(subprocess.run, command, timeout=30, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert SECRET.encode() in shop.raw()
    async with shop.open():
        assert SECRET.encode() not in shop.raw()


async def test_an_erased_chat_does_not_come_back_by_a_late_save(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_turn())
        await store.chats.erase_chat("c1")
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn())
        await store.chats.save_output("c1", "u1", "late")
        assert await store.chats.chats() == ()
        assert await store.chats.turns("c1") == ()
        assert await store.chats.output("u1") is None


async def test_a_chat_that_is_not_kept_never_touches_the_disk(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat(title=SECRET, is_kept=False))
        await store.chats.save_turn(a_turn(text=SECRET))
        await store.chats.save_output("c1", "u1", SECRET)
        (chat,) = await store.chats.chats()
        assert not chat.is_kept
        assert await store.chats.turns("c1") == (a_turn(text=SECRET),)
        assert await store.chats.output("u1") == SECRET
        assert SECRET.encode() not in shop.raw()
    async with shop.open() as store:
        assert await store.chats.chats() == ()


async def test_a_chat_that_is_to_be_kept_after_all_moves_to_disk_whole(shop: Shop) -> None:
    turns = (a_turn("t1"), a_turn("t2", "t1"))
    async with shop.open() as store:
        await store.chats.save_chat(a_chat(is_kept=False))
        for turn in turns:
            await store.chats.save_turn(turn)
        await store.chats.save_output("c1", "u1", "whole")
        await store.chats.save_chat(a_chat(head_id="t2"))
        assert len(await store.chats.chats()) == 1
    async with shop.open() as store:
        assert await store.chats.turns("c1") == turns
        assert await store.chats.output("u1") == "whole"


async def test_a_chat_that_is_no_longer_kept_is_gone_from_disk_at_once(shop: Shop) -> None:
    turn = a_turn(text=SECRET)
    async with shop.open() as store:
        await fill(store, turn)
        await store.chats.save_chat(a_chat(head_id="t1", is_kept=False))
        assert SECRET.encode() not in shop.raw()
        assert await store.chats.turns("c1") == (turn,)


@pytest.mark.slow
async def test_a_thousand_turns_are_read_in_the_time_of_a_few_frames(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        for number in range(1_000):
            parent = f"t{number - 1}" if number else None
            await store.chats.save_turn(a_turn(f"t{number}", parent, text="word " * 200))
    async with shop.open() as store:
        spent = []
        for _ in range(3):
            start = time.process_time()
            assert len(await store.chats.turns("c1")) == 1_000
            spent.append(time.process_time() - start)
    assert min(spent) < 3  # 0.03 on an idle machine; a cost that grows with the square is 10
