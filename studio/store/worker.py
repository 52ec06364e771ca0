"""One daemon thread that runs blocking jobs in order, for an event loop that must not block.

Not `concurrent.futures`: its threads are joined when the interpreter ends, so that one hung call
(a keyring, a network drive) would keep the program from ever closing.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class StoppedError(RuntimeError):
    """A job was given to a worker that has been stopped, where it would wait for ever."""


class Worker:
    """Lives until `stop` or the end of the program. Its thread starts with the first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_stopped = False

    async def run(self, job: Callable[[], T]) -> T:
        """The job's result. Once asked for it is done even if whoever waits is cancelled."""
        if self._is_stopped:
            raise StoppedError(self._name)
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            settle = _outcome(job, waiting)
            # The loop is closed when the program ended before the job did: nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle)

        self._start()
        self._jobs.put(work)
        return await waiting

    def stop(self) -> None:
        """Ends the thread after the jobs it has. Does not wait for it."""
        self._is_stopped = True
        self._jobs.put(None)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _outcome(job: Callable[[], T], waiting: asyncio.Future[T]) -> Callable[[], None]:
    """Does the job, and says how to tell whoever waits about it."""
    try:
        result = job()
    except Exception as error:
        failure = error
        return lambda: None if waiting.cancelled() else waiting.set_exception(failure)
    return lambda: None if waiting.cancelled() else waiting.set_result(result)
