"""Work that blocks, in daemon threads of its own.

A dead network drive holds a thread for minutes. In asyncio's own executor it would hold the next
calls too, and the exit, which waits for every thread there.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from studio.tools.refusals import RefusedError

T = TypeVar("T")


class ToolThreads:
    """Owned by the source of the tools. At most `limit` threads hang at a time."""

    def __init__(self, limit: int = 16) -> None:
        self._free = threading.Semaphore(limit)

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

        def report(result: T | None, error: BaseException | None) -> None:
            if error is None and result is not None:
                results.append(result)

        with contextlib.suppress(RefusedError):
            self._start(work, report).join(seconds)
        return results[0] if results else None

    def _start(
        self, work: Callable[[], T], report: Callable[[T | None, BaseException | None], None]
    ) -> threading.Thread:
        if not self._free.acquire(blocking=False):
            raise RefusedError(
                "Too many calls of tools still wait for a disk that does not answer. Go on "
                "without them, and tell the user."
            )

        def job() -> None:
            try:
                result = work()
            except BaseException as error:  # handed on to who waits
                self._free.release()
                report(None, error)
            else:
                self._free.release()
                report(result, None)

        thread = threading.Thread(target=job, name="callboard-tool", daemon=True)
        try:
            thread.start()
        except BaseException:
            self._free.release()
            raise
        return thread
