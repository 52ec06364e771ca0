from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from functools import partial

import pytest

from studio.tools import threads as threads_module
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads
from tests.conftest import ROOT, Until


async def test_what_the_work_returns_or_raises_arrives() -> None:
    threads = ToolThreads()
    assert await threads.run(lambda: 42) == 42
    assert await threads.run(threading.current_thread) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0)


async def test_a_thread_that_is_done_takes_the_next_work() -> None:
    threads = ToolThreads()
    assert len({await threads.run(threading.get_ident) for _ in range(50)}) == 1


async def test_a_thread_that_waited_long_enough_ends_and_another_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads_module, "_IDLE_SECONDS", 0.0)
    threads = ToolThreads()
    for number in range(200):
        assert await threads.run(partial(int, number)) == number
    worker = await threads.run(threading.current_thread)
    await asyncio.to_thread(worker.join, 10)
    assert not worker.is_alive()
    assert await threads.run(lambda: "another") == "another"


async def test_work_that_hangs_holds_up_no_other() -> None:
    threads, answers = ToolThreads(limit=2), threading.Event()
    hanging = asyncio.create_task(threads.run(lambda: answers.wait(10)))
    await asyncio.sleep(0)
    assert await threads.run(lambda: "other") == "other"
    answers.set()
    assert await hanging


async def test_only_so_many_may_hang() -> None:
    threads, answers = ToolThreads(limit=1), threading.Event()
    hanging = asyncio.create_task(threads.run(lambda: answers.wait(10)))
    await asyncio.sleep(0)
    with pytest.raises(RefusedError, match="does not answer"):
        await threads.run(lambda: None)
    assert threads.run_within(0.01, lambda: 1) is None
    answers.set()
    await hanging
    assert await threads.run(lambda: "free again") == "free again"


async def test_a_cancelled_wait_ends_at_once_and_the_work_goes_unheard(until: Until) -> None:
    threads, answers = ToolThreads(), threading.Event()
    done: list[bool] = []
    task = asyncio.create_task(threads.run(lambda: done.append(answers.wait(10))))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    answers.set()
    await until(lambda: done)


def test_a_short_wait_gives_the_result_or_none() -> None:
    threads, answers = ToolThreads(), threading.Event()
    assert threads.run_within(10, lambda: "found") == "found"
    assert threads.run_within(10, lambda: 1 // 0) is None
    assert threads.run_within(0.01, lambda: answers.wait(10)) is None
    answers.set()


@pytest.mark.slow
def test_work_that_hangs_does_not_hold_the_exit() -> None:
    code = (
        "import asyncio, threading\n"
        "from studio.tools.threads import ToolThreads\n"
        "async def main():\n"
        "    task = asyncio.create_task(ToolThreads().run(threading.Event().wait))\n"
        "    await asyncio.sleep(0)\n"
        "    task.cancel()\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
