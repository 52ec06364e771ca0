"""Work is started from anywhere, has one owner, and its failure is told."""

import asyncio
import threading

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from studio.ui.bridge import Bridge
from tests.conftest import Until


def test_work_given_before_the_loop_runs_is_done_when_it_does(qtbot: QtBot) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("yes")

    loop = asyncio.new_event_loop()
    bridge = Bridge(loop)
    bridge.spawn(work(), "early work")
    assert not done
    loop.run_until_complete(bridge.close())
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    assert bridge.running == ()


async def test_a_slot_of_a_timer_starts_work(qtbot: QtBot, until: Until) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    done: list[str] = []

    async def work() -> None:
        done.append("yes")

    QTimer.singleShot(0, lambda: bridge.spawn(work(), "work of a slot"))
    await until(lambda: done)


async def test_another_thread_starts_work_on_the_loop(qtbot: QtBot, until: Until) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    ran_in: list[int] = []

    async def work() -> None:
        ran_in.append(threading.get_ident())

    thread = threading.Thread(target=lambda: bridge.spawn(work(), "work of a thread"))
    thread.start()
    await until(lambda: ran_in)
    thread.join()
    assert ran_in == [threading.get_ident()]


async def test_a_failure_is_told_and_logged_without_its_words(
    qtbot: QtBot, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    told: list[tuple[str, object]] = []
    bridge.failed.connect(lambda name, error: told.append((name, error)))

    words = "-".join(("words", "of", "the", "user"))

    async def work() -> None:
        raise OSError(words)

    bridge.spawn(work(), "bad work")
    await until(lambda: told)
    assert told[0][0] == "bad work"
    assert isinstance(told[0][1], OSError)
    assert "bad work failed: OSError" in caplog.text
    assert words not in caplog.text
    assert bridge.running == ()


async def test_closing_cancels_what_runs_and_takes_no_more(qtbot: QtBot, until: Until) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    said: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            said.append("cleaned up")

    bridge.spawn(work(), "endless work")
    await until(lambda: bridge.running == ("endless work",))
    await asyncio.sleep(0)
    assert await bridge.close() == ()
    bridge.spawn(work(), "late work")
    assert said == ["cleaned up"]
    assert bridge.running == ()


async def test_closing_does_not_wait_for_work_that_will_not_end(qtbot: QtBot, until: Until) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    release = asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    bridge.spawn(stubborn(), "stubborn work")
    await asyncio.sleep(0)
    assert await bridge.close(timeout=0.01) == ("stubborn work",)
    release.set()
    await until(lambda: not bridge.running)


async def test_what_was_asked_for_is_done_before_the_end(qtbot: QtBot) -> None:
    bridge = Bridge(asyncio.get_running_loop())
    release = asyncio.Event()
    done: list[bool] = []

    async def work() -> None:
        await release.wait()
        done.append(True)

    bridge.spawn(work(), "short work")
    assert await bridge.settle(timeout=0.01) == ("short work",)
    release.set()
    assert await bridge.settle(timeout=5) == ()
    assert done == [True]
