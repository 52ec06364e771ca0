"""Work that blocks, in daemon threads of its own.

A dead network drive holds a thread for minutes. In asyncio's own executor it would hold the next
calls too, and the exit, which waits for every thread there.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from studio.tools.refusals import RefusedError

T = TypeVar("T")

_IDLE_SECONDS = 30.0  # how long a thread waits for its next work before it ends


class ToolThreads:
    """Owned by the source of the tools. At most `limit` threads hang at a time.

    A thread that is done waits a while for more: starting one takes far longer than most calls.
    """

    def __init__(self, limit: int = 16) -> None:
        self._free = threading.Semaphore(limit)
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0  # threads that wait and have not been promised a job

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises. When cancelled, the work goes on unheard."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: T | None, error: BaseException | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # type: ignore[arg-type]  # None only if T is None

        def report(result: T | None, error: BaseException | None) -> None:
            # The loop may have been closed at exit while the drive was silent.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, result, error)

        self._start(work, report)
        return await future

    def run_within(self, seconds: float, work: Callable[[], T]) -> T | None:
        """Waits `seconds` at most; None where the work failed or took longer."""
        results: list[T] = []
        is_done = threading.Event()

        def report(result: T | None, error: BaseException | None) -> None:
            if error is None and result is not None:
                results.append(result)
            is_done.set()

        with contextlib.suppress(RefusedError):
            self._start(work, report)
            is_done.wait(seconds)
        return results[0] if results else None

    def start(self, work: Callable[[], object]) -> None:
        """Begins work that nobody waits for. Raises `RefusedError` where too much hangs."""
        self._start(work, lambda _result, _error: None)

    def _start(
        self, work: Callable[[], T], report: Callable[[T | None, BaseException | None], None]
    ) -> None:
        if not self._free.acquire(blocking=False):
            raise RefusedError(
                "Too many calls of tools still wait for a disk that does not answer. Go on "
                "without them, and tell the user."
            )

        def job() -> None:
            try:
                result = work()
            except BaseException as error:  # handed on to who waits
                self._rest()
                report(None, error)
            else:
                self._rest()
                report(result, None)

        try:
            self._hand_over(job)
        except BaseException:
            self._free.release()
            raise

    def _hand_over(self, job: Callable[[], None]) -> None:
        with self._lock:
            if self._idle:
                self._idle -= 1
                self._jobs.put(job)
                return
        threading.Thread(target=self._live, args=(job,), name="callboard-tool", daemon=True).start()

    def _live(self, job: Callable[[], None]) -> None:
        job()
        while (following := self._following()) is not None:
            following()

    def _rest(self) -> None:
        """Before the result is told: who hears it may call again at once."""
        self._free.release()
        with self._lock:
            self._idle += 1

    def _following(self) -> Callable[[], None] | None:
        try:
            return self._jobs.get(timeout=_IDLE_SECONDS)
        except queue.Empty:
            with self._lock:
                if not self._jobs.empty():
                    # Promised to this one in the moment in which its wait ended.
                    return self._jobs.get_nowait()
                self._idle -= 1
                return None
