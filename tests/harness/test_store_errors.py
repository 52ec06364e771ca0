"""A store that fails: told once, visibly, and nothing is lost from the open chat."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import TurnState
from studio.core.settings import Settings
from studio.core.tools import Arguments, ToolOutput
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from tests.fakes import (
    FakeFactory,
    FakeTime,
    FakeTool,
    FakeTools,
    MemoryStore,
    asks,
    call,
    ids,
    says,
)
from tests.harness.open_chat import OpenChat

FULL = StorageError(Failure(Category.STORAGE, code="disk_full"))


def failures(chat: OpenChat) -> list[ev.Event]:
    return [event for event in chat.events if isinstance(event, ev.TurnFailed)]


async def test_a_full_disk_at_the_start_is_told_once_and_the_prompt_stays() -> None:
    chat = OpenChat()
    chat.store.failing = FULL
    await chat.session.send("Hello")
    assert len(failures(chat)) == 1
    (turn,) = chat.session.turns
    assert turn.state is TurnState.FAILED
    assert turn.failure == FULL.failure
    assert turn.prompt_text == "Hello"
    assert chat.factory.assignments == []


@pytest.mark.parametrize("error", [FULL, RuntimeError("a fault of the store")])
async def test_a_disk_full_in_the_middle_is_told_once_and_the_text_stays(error: Exception) -> None:
    async def fill(_: Arguments) -> ToolOutput:
        chat.store.failing = error
        return ToolOutput("done")

    chat = OpenChat(asks(call("a"), text="Let me look."), tools=(FakeTool("look", fill),))
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.FAILED
    assert turn.failure is not None
    assert turn.failure.category is Category.STORAGE
    assert turn.rounds[0].text == "Let me look."
    assert turn.tool_uses[0].result is not None
    assert turn.tool_uses[0].result.content == "done"


@pytest.mark.parametrize("error", [FULL, RuntimeError("a fault of the store")])
async def test_an_end_that_could_not_be_saved_is_a_failure_of_storage(error: Exception) -> None:
    chat = OpenChat(says("Hi."))

    def fill(_: str, event: ev.Event) -> None:
        if isinstance(event, ev.TurnCompleted):
            chat.store.failing = error

    chat.session.subscribe(fill)
    await chat.session.send("Hello")
    (failed,) = failures(chat)
    assert isinstance(failed, ev.TurnFailed)
    assert failed.failure.category is Category.STORAGE
    assert chat.session.turns[0].rounds[0].text == "Hi."


async def test_turns_the_store_refused_are_saved_with_the_next_one() -> None:
    chat = OpenChat(says("one"), says("three"))
    await chat.session.send("First")
    chat.store.failing = FULL
    await chat.session.send("Second")
    chat.store.failing = None
    await chat.session.send("Third")
    stored = await chat.store.turns("c1")
    assert [turn.prompt_text for turn in stored] == ["First", "Second", "Third"]
    assert stored == chat.session.turns


async def test_a_turn_the_store_refused_is_kept_beside_its_retry() -> None:
    chat = OpenChat(says("Hi."))
    chat.store.failing = FULL
    await chat.session.send("Hello")
    refused = chat.session.turns[0]
    chat.store.failing = None
    await chat.session.retry()
    assert chat.session.turns[0].state is TurnState.COMPLETED
    assert refused in chat.store.saved
    assert await chat.store.turns("c1") == chat.session.turns


async def test_closing_saves_what_was_refused_before() -> None:
    chat = OpenChat()
    chat.store.failing = FULL
    await chat.session.send("Hello")
    chat.store.failing = None
    await chat.session.close()
    assert await chat.store.turns("c1") == chat.session.turns
    assert chat.store.by_id["c1"].title == "Hello"


async def test_closing_a_chat_on_a_disk_that_is_still_full_does_no_harm() -> None:
    chat = OpenChat()
    chat.store.failing = FULL
    await chat.session.send("Hello")
    await chat.session.close()
    assert chat.session.turns[0].prompt_text == "Hello"


async def test_a_header_the_store_refuses_is_told_and_kept_in_memory() -> None:
    chat = OpenChat(says("Hi."))
    await chat.session.send("Hello")
    chat.store.failing = FULL
    with pytest.raises(StorageError):
        await chat.session.update(replace(chat.session.chat, title="Mine"))
    assert chat.session.chat.title == "Mine"


def library_over(store: MemoryStore, factory: FakeFactory) -> Library:
    time = FakeTime()
    means = Means(store, factory, time.clock, ids(), time.sleep)

    def make(chat: Chat) -> SessionController:
        return SessionController(chat, means, FakeTools(), Settings)

    return Library(store, make, time.clock, ids("chat"))


async def test_a_new_chat_on_a_full_disk_stays_in_the_list() -> None:
    store = MemoryStore()
    store.failing = FULL
    library = library_over(store, FakeFactory())
    session = await library.create(ChatSettings("fake"))
    await session.send("Hello")
    assert [chat.title for chat in library.chats] == ["Hello"]


async def test_a_chat_that_could_not_be_deleted_is_listed_again() -> None:
    store = MemoryStore()
    library = library_over(store, FakeFactory(says("Hi."), says("Yes.")))
    session = await library.create(ChatSettings("fake"))
    await session.send("Hello")
    store.failing = FULL
    with pytest.raises(StorageError):
        await library.delete(session.chat.id)
    assert [chat.title for chat in library.chats] == ["Hello"]
    store.failing = None
    again = await library.open(session.chat.id)
    await again.send("Still there?")
    assert len(again.turns) == 2


async def test_a_chat_being_deleted_is_gone_from_the_list_at_once_and_cannot_be_opened() -> None:
    store = MemoryStore()
    library = library_over(store, FakeFactory(says("Hi.")))
    session = await library.create(ChatSettings("fake"))
    await session.send("Hello")
    deleting = asyncio.create_task(library.delete(session.chat.id))
    await asyncio.sleep(0)
    assert library.chats == ()
    with pytest.raises(KeyError):
        await library.open(session.chat.id)
    await deleting
    assert await store.chats() == ()


async def test_a_chat_opened_while_it_is_being_deleted_does_not_come_back() -> None:
    store = MemoryStore()
    first = library_over(store, FakeFactory(says("Hi.")))
    session = await first.create(ChatSettings("fake"))
    await session.send("Hello")
    library = library_over(store, FakeFactory())
    await library.load()
    opening = asyncio.create_task(library.open(session.chat.id))
    await asyncio.sleep(0)
    await library.delete(session.chat.id)
    await opening
    assert library.chats == ()


async def test_a_draft_that_was_taken_back_leaves_no_chat_at_the_next_start() -> None:
    store = MemoryStore()
    library = library_over(store, FakeFactory())
    session = await library.create(ChatSettings("fake"))
    await session.update(replace(session.chat, draft="Dear"))
    await session.update(replace(session.chat, draft=""))
    later = library_over(store, FakeFactory())
    await later.load()
    assert later.chats == ()


class FlakyStore(MemoryStore):
    """Fails as its script says, one entry an operation, and works when that is at its end."""

    def __init__(self, script: list[bool]) -> None:
        super().__init__()
        self._script = iter(script)

    @override
    async def _reach(self) -> None:
        await super()._reach()
        if next(self._script, False):
            raise FULL


@pytest.mark.slow
@given(st.lists(st.booleans(), max_size=40), st.lists(st.sampled_from("srfq"), max_size=6))
async def test_whenever_the_store_fails_all_is_in_it_once_it_works_again(
    script: list[bool], acts: list[str]
) -> None:
    rounds = [asks(call(f"u{n}"), text="Look.") if n % 2 else says(f"No {n}.") for n in range(40)]
    store = FlakyStore(script)
    chat = OpenChat(*rounds, tools=(FakeTool(), FakeTool("fail")), store=store)
    for number, act in enumerate(acts):
        uses = [use for turn in chat.session.turns for use in turn.tool_uses]
        if act == "r":
            await chat.session.retry()
        elif act == "f" and uses:
            await chat.session.run_again(uses[-1].call.id)
        elif act == "q":
            sending = asyncio.create_task(chat.session.send(f"{number}"))
            await asyncio.sleep(0)
            await chat.session.send(f"{number} queued")
            await sending
        else:
            await chat.session.send(f"{number}")
    store._script = iter(())
    path = chat.session.turns
    await chat.session.close()
    if path:
        assert await store.turns("c1") == path
        assert store.by_id["c1"].head_id == path[-1].id
    told = [event for event in chat.events if isinstance(event, ev.TurnStarted)]
    assert len(told) == len({turn_id for turn_id, _ in chat.heard}) == len(set(store._turns))
