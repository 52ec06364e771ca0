"""Where the window starts asynchronous work: every task it starts has this one owner.

Qt slots, constructors and threads have no running event loop, so `asyncio.create_task` fails there
and the coroutine is silently never run. The bridge is given the loop and needs no running one.
"""

import asyncio
import logging
import threading
import traceback
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

_log = logging.getLogger(__name__)

Work = Coroutine[Any, Any, object]


class Bridge(QObject):
    """Lives as long as the application. Made on the thread of the loop.

    Signals: `failed(name, exception)`, for work that ended in an exception nobody awaited.
    """

    failed = Signal(str, object)

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._thread = threading.get_ident()
        # A loop holds its tasks weakly only: without this they may vanish in mid run.
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_closed = False

    def spawn(self, work: Work, name: str) -> None:
        """Starts work from anywhere: before the loop runs, in a slot, in another thread."""
        if threading.get_ident() == self._thread:
            self._start(work, name)
        else:
            self._loop.call_soon_threadsafe(self._start, work, name)

    @property
    def running(self) -> tuple[str, ...]:
        """The names of what runs now."""
        return tuple(sorted(task.get_name() for task in self._tasks))

    async def settle(self, timeout: float) -> tuple[str, ...]:  # noqa: ASYNC109 - as in `close`
        """Lets what runs come to its end. Names what takes longer, which goes on."""
        others = self._tasks - {asyncio.current_task()}
        if not others:
            return ()
        _, pending = await asyncio.wait(others, timeout=timeout)
        return tuple(sorted(task.get_name() for task in pending))

    async def close(self, timeout: float = 2.0) -> tuple[str, ...]:  # noqa: ASYNC109 - see below
        """Cancels everything and takes no more work. Names what would not end in time.

        The limit is an argument and not the caller's `asyncio.timeout`, because that would
        cancel this call instead of telling what hangs.
        """
        self._is_closed = True
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        return await self.settle(timeout)

    def _start(self, work: Work, name: str) -> None:
        if self._is_closed:
            work.close()
            return
        task: asyncio.Task[object] = self._loop.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # Type and stack, but not the message: it may quote what was said.
            stack = "".join(traceback.format_tb(error.__traceback__))
            _log.error("%s failed: %s\n%s", task.get_name(), type(error).__name__, stack)
            self.failed.emit(task.get_name(), error)
