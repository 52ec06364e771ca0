"""The fakes keep the promises of what they stand for."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from studio.core.chats import Assignment, Chat, ChatSettings, Turn
from studio.core.errors import Category, Failure, RoundError, StorageError
from studio.core.events import RoundEvent, TextDelta
from studio.core.messages import Text
from studio.harness.chat_ports import ChatStore
from studio.harness.ports import Adapter, AdapterFactory
from tests.fakes import (
    HANG,
    FakeAdapter,
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

TURN = Turn("t1", "c1", None, 1.0, (Text("Hello"),))


async def played(adapter: Adapter) -> list[RoundEvent]:
    stream = adapter.stream_round("r1", offer_tools=True, final_instruction=None)
    async with aclosing(stream):
        return [event async for event in stream]


async def test_an_adapter_plays_its_rounds_in_order() -> None:
    adapter = FakeAdapter([says("one"), asks(call("a"))])
    assert await played(adapter) == says("one")
    assert await played(adapter) == asks(call("a"))
    assert [asked.offer_tools for asked in adapter.asked] == [True, True]
    assert adapter.ended_early == 0


async def test_an_adapter_raises_where_its_script_says_so() -> None:
    error = RoundError(Failure(Category.SERVER))
    with pytest.raises(RoundError):
        await played(FakeAdapter([[TextDelta("half"), error]]))


async def test_a_hanging_round_ends_only_by_cancelling() -> None:
    adapter = FakeAdapter([[HANG]])
    task = asyncio.create_task(played(adapter))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not task.done()
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    assert adapter.ended_early == 1


async def test_asking_for_more_rounds_than_written_is_a_fault() -> None:
    with pytest.raises(AssertionError):
        await played(FakeAdapter([]))


async def test_each_send_gets_a_new_adapter_and_the_script_goes_on() -> None:
    factory: FakeFactory = FakeFactory(says("one"), says("two"))
    port: AdapterFactory = factory
    assignment = Assignment((), TURN, (), ChatSettings())
    assert await played(await port.create(assignment)) == says("one")
    assert await played(await port.create(assignment)) == says("two")
    assert len(set(map(id, factory.adapters))) == 2
    factory.failing = RoundError(Failure(Category.NO_MODEL))
    with pytest.raises(RoundError):
        await port.create(assignment)


async def test_a_tool_notes_what_it_was_given() -> None:
    tool = FakeTool()
    assert (await tool.run({"x": 1})).text == "done"
    assert tool.seen == [{"x": 1}]
    assert FakeTools(tool).tools() == (tool,)


async def test_a_store_gives_back_the_path_to_the_head() -> None:
    store: ChatStore = MemoryStore()
    second = Turn("t2", "c1", "t1", 2.0, (Text("And?"),))
    sibling = Turn("t3", "c1", "t1", 3.0, (Text("Or?"),))
    await store.save_chat(Chat("c1", "Hello", 1.0, 1.0, head_id="t3"))
    for turn in (TURN, second, sibling):
        await store.save_turn(turn)
    assert await store.turns("c1") == (TURN, sibling)


async def test_a_store_hides_what_is_deleted_until_it_is_restored() -> None:
    store: ChatStore = MemoryStore()
    await store.save_chat(Chat("c1", "Hello", 1.0, 1.0))
    await store.delete_chat("c1")
    assert await store.chats() == ()
    await store.restore_chat("c1")
    assert [chat.id for chat in await store.chats()] == ["c1"]


async def test_a_broken_store_raises() -> None:
    store = MemoryStore()
    store.failing = StorageError(Failure(Category.STORAGE))
    with pytest.raises(StorageError):
        await store.chats()


async def test_time_goes_only_when_told() -> None:
    fake = FakeTime(10.0)
    sleeper = asyncio.create_task(fake.sleep(5.0))
    await asyncio.sleep(0)
    fake.advance(4.0)
    await asyncio.sleep(0)
    assert not sleeper.done()
    assert fake.is_ticking
    fake.advance(1.0)
    await sleeper
    assert fake.clock() == 15.0
    assert not fake.is_ticking


def test_ids_are_all_different() -> None:
    new_id = ids("turn")
    assert [new_id(), new_id()] == ["turn-1", "turn-2"]
