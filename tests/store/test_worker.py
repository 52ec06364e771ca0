from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from functools import partial

import pytest

from studio.store.worker import StoppedError, Worker
from tests.conftest import Until


async def test_jobs_run_one_after_another_off_the_loop_thread() -> None:
    worker = Worker("test")
    threads: list[str] = []
    order: list[int] = []

    def job(number: int) -> int:
        threads.append(threading.current_thread().name)
        order.append(number)
        return number

    results = await asyncio.gather(*(worker.run(partial(job, number)) for number in range(20)))
    assert results == order == list(range(20))
    assert set(threads) == {"test"}
    worker.stop()


async def test_an_error_reaches_whoever_waits_and_the_next_job_still_runs() -> None:
    worker = Worker("test")
    with pytest.raises(ZeroDivisionError):
        await worker.run(lambda: 1 / 0)
    assert await worker.run(lambda: 1) == 1
    worker.stop()


async def test_a_job_is_done_even_if_whoever_waits_is_cancelled(until: Until) -> None:
    worker = Worker("test")
    gate = threading.Event()
    done: list[str] = []
    waiting = asyncio.create_task(worker.run(gate.wait))
    queued = asyncio.create_task(worker.run(lambda: done.append("done")))
    await asyncio.sleep(0)
    for task in (waiting, queued):
        task.cancel()
    await asyncio.wait((waiting, queued))
    gate.set()
    await until(lambda: done)
    worker.stop()


async def test_stop_ends_the_thread(until: Until) -> None:
    worker = Worker("test-that-stops")
    await worker.run(lambda: None)
    worker.stop()
    await until(lambda: all(thread.name != "test-that-stops" for thread in threading.enumerate()))


@pytest.mark.slow
def test_a_job_that_hangs_does_not_keep_the_program_from_ending() -> None:
    program = """
import asyncio, threading
from studio.store.worker import Worker
async def main():
    started = threading.Event()
    task = asyncio.create_task(Worker("w").run(lambda: (started.set(), threading.Event().wait())))
    await asyncio.sleep(0)
    started.wait()
    task.cancel()
asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", program], timeout=10, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")


async def test_a_stopped_worker_refuses_a_job_that_would_wait_for_ever() -> None:
    worker = Worker("test")
    worker.stop()
    with pytest.raises(StoppedError):
        await worker.run(lambda: None)
