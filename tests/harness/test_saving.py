"""A turn is saved while it grows: seldom enough, never twice at once, and to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from typing_extensions import override

from studio.core.chats import Chat, Turn
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Text
from studio.harness.saving import INTERVAL, TurnSaver
from tests.conftest import Until
from tests.fakes import FakeTime, MemoryStore

FULL = StorageError(Failure(Category.STORAGE, code="disk_full"))


class SlowStore(MemoryStore):
    """Saves when it is let; notes how many saves were under way at once."""

    def __init__(self) -> None:
        super().__init__()
        self.by_id["c1"] = Chat("c1", "", 0.0, 0.0)
        self.gate = asyncio.Event()
        self.gate.set()
        self.begun = 0
        self.most = 0
        self._under_way = 0

    @override
    async def save_turn(self, turn: Turn) -> None:
        self.begun += 1
        self._under_way += 1
        self.most = max(self.most, self._under_way)
        try:
            await self.gate.wait()
            await super().save_turn(turn)
        finally:
            self._under_way -= 1


class Desk:
    """A saver with a turn that can be written on."""

    def __init__(self) -> None:
        self.store = SlowStore()
        self.time = FakeTime()
        self.turn = Turn("t1", "c1", None, 0.0, (Text(""),))
        self.saver = TurnSaver(self.store, lambda: self.turn, self.time.sleep)

    def write(self, text: str) -> None:
        self.turn = replace(self.turn, prompt=(Text(self.turn.prompt_text + text),))
        self.saver.touch()

    @property
    def saved(self) -> list[str]:
        return [turn.prompt_text for turn in self.store.saved]

    def waits(self) -> Callable[[], bool]:
        return lambda: self.time.is_ticking


async def test_many_changes_are_one_save_half_a_second_later(until: Until) -> None:
    desk = Desk()
    for letter in "hello":
        desk.write(letter)
    await until(desk.waits())
    desk.time.advance(INTERVAL - 0.1)
    await asyncio.sleep(0)
    assert desk.saved == []
    desk.time.advance(0.1)
    await until(lambda: desk.saved)
    assert desk.saved == ["hello"]
    await desk.saver.close()
    assert desk.saved == ["hello"]


async def test_no_timer_runs_while_nothing_is_unsaved(until: Until) -> None:
    desk = Desk()
    desk.write("a")
    await until(desk.waits())
    desk.time.advance(INTERVAL)
    await until(lambda: desk.saved)
    await asyncio.sleep(0)
    assert not desk.time.is_ticking
    assert len(asyncio.all_tasks()) == 1


async def test_a_commit_saves_at_once_and_only_what_is_new() -> None:
    desk = Desk()
    desk.write("a")
    await desk.saver.commit()
    await desk.saver.commit()
    assert desk.saved == ["a"]
    await desk.saver.close()


async def test_there_are_never_two_saves_at_once(until: Until) -> None:
    desk = Desk()
    desk.store.gate.clear()
    desk.write("a")
    await until(desk.waits())
    desk.time.advance(INTERVAL)
    await until(lambda: desk.store.begun)
    desk.write("b")
    committing = [asyncio.create_task(desk.saver.commit()) for _ in range(3)]
    await asyncio.sleep(0)
    assert desk.store.begun == 1
    desk.store.gate.set()
    await asyncio.wait(committing)
    assert desk.store.most == 1
    assert desk.saved == ["a", "ab"]
    await desk.saver.close()


async def test_the_last_save_waits_for_one_on_its_way_instead_of_cutting_it_off(
    until: Until,
) -> None:
    desk = Desk()
    desk.store.gate.clear()
    desk.write("a")
    await until(desk.waits())
    desk.time.advance(INTERVAL)
    await until(lambda: desk.store.begun)
    desk.write("b")
    closing = asyncio.create_task(desk.saver.close())
    await asyncio.sleep(0)
    desk.store.gate.set()
    await closing
    assert desk.saved == ["a", "ab"]
    assert desk.store.most == 1


async def test_a_commit_that_fails_is_told_and_nothing_is_taken_for_saved() -> None:
    desk = Desk()
    desk.write("a")
    desk.store.failing = FULL
    with pytest.raises(StorageError):
        await desk.saver.commit()
    desk.store.failing = None
    await desk.saver.close()
    assert desk.saved == ["a"]


@pytest.mark.parametrize("error", [FULL, RuntimeError("a fault of the store")])
async def test_a_save_in_the_stream_that_fails_is_tried_again_with_the_next_change(
    error: Exception, until: Until
) -> None:
    desk = Desk()
    desk.store.failing = error
    desk.write("a")
    await until(desk.waits())
    desk.time.advance(INTERVAL)
    await until(lambda: desk.store.begun and len(asyncio.all_tasks()) == 1)
    assert desk.saved == []
    desk.store.failing = None
    desk.write("b")
    await until(desk.waits())
    desk.time.advance(INTERVAL)
    await until(lambda: desk.saved)
    assert desk.saved == ["ab"]
    await desk.saver.close()


async def test_a_commit_that_is_cancelled_leaves_the_turn_to_be_saved_later() -> None:
    desk = Desk()
    desk.store.gate.clear()
    desk.write("a")
    committing = asyncio.create_task(desk.saver.commit())
    await asyncio.sleep(0)
    committing.cancel()
    await asyncio.wait({committing})
    desk.store.gate.set()
    await desk.saver.close()
    assert desk.saved == ["a"]
