"""All chats: one controller each, listed by recency, deleted for good only when asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import TurnState
from studio.core.settings import Settings
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from tests.fakes import (
    HANG,
    FakeFactory,
    FakeTime,
    FakeTools,
    MemoryStore,
    Script,
    ids,
    says,
)

SETTINGS = ChatSettings("fake", "scripted-1")


class Shelf:
    """A library over a store; `reopened` is the next start of the program."""

    def __init__(self, *rounds: Script, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.time = FakeTime()
        self.factory = FakeFactory(*rounds)
        new_id = ids("x" if store is None else "y")
        means = Means(self.store, self.factory, self.time.clock, new_id, self.time.sleep)

        def make(chat: Chat) -> SessionController:
            return SessionController(chat, means, FakeTools(), Settings)

        self.library = Library(self.store, make, self.time.clock, new_id)

    async def reopened(self) -> Library:
        library = Shelf(store=self.store).library
        await library.load()
        return library

    @property
    def titles(self) -> list[str]:
        return [chat.title for chat in self.library.chats]


async def started(session: SessionController, prompt: str) -> asyncio.Task[None]:
    """A send that has got as far as its first round."""
    begun = asyncio.Event()

    def hear(_: str, event: ev.Event) -> None:
        if isinstance(event, ev.RoundStarted):
            begun.set()

    leave = session.subscribe(hear)
    sending = asyncio.create_task(session.send(prompt))
    await begun.wait()
    leave()
    return sending


async def test_a_new_chat_leaves_nothing_behind_until_something_is_sent() -> None:
    shelf = Shelf(says("Hi."))
    session = await shelf.library.create(SETTINGS)
    assert shelf.library.chats == ()
    await session.send("Hello")
    assert shelf.titles == ["Hello"]
    assert [chat.title for chat in (await shelf.reopened()).chats] == ["Hello"]


async def test_a_new_chat_with_a_draft_is_listed_and_stored() -> None:
    shelf = Shelf()
    session = await shelf.library.create(SETTINGS)
    await session.update(replace(session.chat, draft="Dear"))
    assert [chat.draft for chat in shelf.library.chats] == ["Dear"]
    assert [chat.draft for chat in (await shelf.reopened()).chats] == ["Dear"]


async def test_a_chat_not_to_be_kept_is_so_from_its_start() -> None:
    shelf = Shelf(says("Hi."))
    session = await shelf.library.create(SETTINGS, is_kept=False)
    await session.send("Hello")
    assert not shelf.store.by_id[session.chat.id].is_kept


async def test_chats_are_listed_by_recency() -> None:
    shelf = Shelf(says("1"), says("2"), says("3"))
    first = await shelf.library.create(SETTINGS)
    await first.send("First")
    shelf.time.advance(1)
    second = await shelf.library.create(SETTINGS)
    await second.send("Second")
    assert shelf.titles == ["Second", "First"]
    shelf.time.advance(1)
    await first.send("Again")
    assert shelf.titles == ["First", "Second"]


async def test_a_chat_has_one_controller_while_the_application_lives() -> None:
    shelf = Shelf(says("Hi."))
    session = await shelf.library.create(SETTINGS)
    await session.send("Hello")
    chat_id = session.chat.id
    assert await shelf.library.open(chat_id) is session
    assert shelf.library.session(chat_id) is session
    later = await shelf.reopened()
    both = await asyncio.gather(later.open(chat_id), later.open(chat_id))
    assert both[0] is both[1]
    assert both[0].turns == session.turns


async def test_an_unknown_chat_cannot_be_opened() -> None:
    with pytest.raises(KeyError):
        await Shelf().library.open("nobody")


async def test_renaming_works_for_open_and_closed_chats() -> None:
    shelf = Shelf(says("Hi."))
    session = await shelf.library.create(SETTINGS)
    await session.send("Hello")
    chat_id = session.chat.id
    await shelf.library.rename(chat_id, "Mine")
    assert session.chat.title == "Mine"
    later = await shelf.reopened()
    await later.rename(chat_id, "Yours")
    assert [chat.title for chat in later.chats] == ["Yours"]
    assert shelf.store.by_id[chat_id].title == "Yours"
    assert len(await shelf.store.turns(chat_id)) == 1


async def test_deleting_hides_a_chat_and_undo_brings_it_back_whole() -> None:
    shelf = Shelf(says("Hi."), says("Yes."))
    session = await shelf.library.create(SETTINGS)
    await session.send("Hello")
    chat_id = session.chat.id
    await shelf.library.delete(chat_id)
    assert shelf.library.chats == ()
    assert (await shelf.reopened()).chats == ()
    await shelf.library.restore(chat_id)
    again = await shelf.library.open(chat_id)
    assert again.turns == session.turns
    await again.send("Still there?")
    assert len(again.turns) == 2


async def test_deleting_a_chat_while_it_streams_does_not_bring_it_back() -> None:
    shelf = Shelf([ev.TextDelta("Half"), HANG])
    session = await shelf.library.create(SETTINGS)
    sending = await started(session, "Hello")
    await shelf.library.delete(session.chat.id)
    await sending
    assert session.turns[0].state is TurnState.CANCELLED
    assert shelf.library.chats == ()
    await session.update(replace(session.chat, draft="a late draft"))
    await shelf.library.erase(session.chat.id)
    assert shelf.store.by_id == {}
    assert (await shelf.reopened()).chats == ()


async def test_deleting_a_chat_that_was_never_stored_does_no_harm() -> None:
    shelf = Shelf()
    session = await shelf.library.create(SETTINGS)
    await shelf.library.delete(session.chat.id)
    assert shelf.library.chats == ()
    assert shelf.library.session(session.chat.id) is None


async def test_chats_generate_at_the_same_time() -> None:
    shelf = Shelf([HANG], [HANG])
    first = await shelf.library.create(SETTINGS)
    second = await shelf.library.create(SETTINGS)
    sending = [await started(first, "First"), await started(second, "Second")]
    assert first.is_running
    assert second.is_running
    await first.stop()
    assert second.is_running
    await second.stop()
    await asyncio.wait(sending)


async def test_shutdown_stops_and_saves_all() -> None:
    shelf = Shelf([ev.TextDelta("Half"), HANG], [ev.TextDelta("Half"), HANG])
    sessions = [await shelf.library.create(SETTINGS) for _ in range(2)]
    sending = [await started(session, "Hello") for session in sessions]
    await shelf.library.shutdown(3.0)
    await asyncio.wait(sending)
    later = await shelf.reopened()
    for session in sessions:
        (turn,) = (await later.open(session.chat.id)).turns
        assert turn.state is TurnState.CANCELLED
        assert turn.prompt_text == "Hello"


async def test_shutdown_does_not_wait_for_ever() -> None:
    shelf = Shelf([HANG])
    session = await shelf.library.create(SETTINGS)
    sending = await started(session, "Hello")
    release = asyncio.Event()
    save_turn = shelf.store.save_turn

    async def slow(turn: object) -> None:
        await release.wait()
        await save_turn(turn)  # type: ignore[arg-type]

    shelf.store.save_turn = slow  # type: ignore[method-assign]  # a disk that does not answer
    await shelf.library.shutdown(0.01)
    assert not sending.done()
    release.set()
    await sending


async def test_watchers_hear_of_the_list_and_of_live_state() -> None:
    shelf = Shelf(says("Hi."))
    changes: list[None] = []
    leave = shelf.library.watch(lambda: changes.append(None))
    session = await shelf.library.create(SETTINGS)
    before = len(changes)
    await session.send("Hello")
    assert len(changes) >= before + 2
    leave()
    seen = len(changes)
    await shelf.library.delete(session.chat.id)
    assert len(changes) == seen


async def test_a_list_that_cannot_be_read_is_told() -> None:
    shelf = Shelf()
    shelf.store.failing = StorageError(Failure(Category.STORAGE))
    with pytest.raises(StorageError):
        await shelf.library.load()
