"""Timers of the loop: what is cancelled is gone, everything else comes as it would."""

import asyncio
from contextvars import ContextVar, copy_context

import pytest
from pytestqt.qtbot import QtBot

from studio.ui import loop_timers
from studio.ui.loop_timers import LateTimers, end_cancelled_timers

_HOUR = 3_600.0
_word = ContextVar("word", default="")


async def test_a_cancelled_timer_is_gone_at_once(qtbot: QtBot) -> None:
    timers = LateTimers(asyncio.get_running_loop())
    handles = [timers.call_later(_HOUR, print) for _ in range(3)]
    assert timers.count == 3
    handles[1].cancel()
    handles[1].cancel()
    assert timers.count == 2
    assert [each.cancelled() for each in handles] == [False, True, False]
    for each in handles:
        each.cancel()
    assert timers.count == 0


async def test_what_is_near_is_left_to_the_loop(qtbot: QtBot) -> None:
    timers = LateTimers(asyncio.get_running_loop())
    called = asyncio.Event()
    timers.call_later(0.001, called.set)
    assert timers.count == 0
    await called.wait()


async def test_a_late_call_comes_once_with_its_arguments_and_context(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_timers, "_LATE", 0.0)
    timers = LateTimers(asyncio.get_running_loop())
    came: asyncio.Future[tuple[str, str]] = asyncio.get_running_loop().create_future()
    context = copy_context()
    context.run(_word.set, "known")
    timers.call_later(0.01, lambda word: came.set_result((word, _word.get())), "a", context=context)
    assert timers.count == 1
    assert await came == ("a", "known")
    assert timers.count == 0


async def test_the_loop_itself_still_ends_what_takes_too_long(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_timers, "_LATE", 0.0)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", loop.call_later)  # put back afterwards
    end_cancelled_timers(loop)
    async with asyncio.timeout(_HOUR):
        await asyncio.to_thread(list)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await loop.create_future()
