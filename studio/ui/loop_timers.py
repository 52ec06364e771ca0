"""Timers of the event loop that end when they are cancelled.

WORKAROUND https://github.com/CabbageDevelopment/qasync: a timer whose handle is cancelled runs on
until its time, and holds all that it would have called. Each read of a stream sets one of minutes.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any

from PySide6.QtCore import QObject, QTimerEvent
from typing_extensions import override

_LATE = 1.0  # seconds: one that is nearer is as well left to run out


def end_cancelled_timers(loop: Any) -> None:
    """To be called once, with a loop of qasync's."""
    loop.call_later = LateTimers(loop).call_later


class _LateHandle(asyncio.Handle):
    """One callback that waits. `forget` is called when it no longer needs to."""

    __slots__ = ("_forget",)

    def __init__(
        self,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
        forget: Callable[["_LateHandle"], None],
    ) -> None:
        super().__init__(callback, args, loop, context)
        self._forget = forget

    @override
    def cancel(self) -> None:
        super().cancel()
        self._forget(self)


class LateTimers(QObject):
    """Lives as long as its loop, and is used in the loop's thread only, as the loop itself is."""

    def __init__(self, loop: Any) -> None:
        super().__init__()
        self._loop = loop
        self._call_soon: Callable[..., asyncio.Handle] = loop.call_later
        self._handles: dict[int, _LateHandle] = {}
        self._numbers: dict[_LateHandle, int] = {}

    @property
    def count(self) -> int:
        """How many wait."""
        return len(self._handles)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.Handle:
        """In place of the loop's own."""
        if delay < _LATE or self._loop.is_closed():
            return self._call_soon(delay, callback, *args, context=context)
        handle = _LateHandle(callback, args, self._loop, context, self._forget)
        number = self.startTimer(int(delay * 1000))
        self._handles[number] = handle
        self._numbers[handle] = number
        return handle

    def _forget(self, handle: _LateHandle) -> None:
        number = self._numbers.pop(handle, None)
        if number is not None:
            del self._handles[number]
            self.killTimer(number)

    @override
    def timerEvent(self, event: QTimerEvent) -> None:
        handle = self._handles.get(event.timerId())
        if handle is not None:
            self._forget(handle)
            handle._run()  # noqa: SLF001 - what a loop is expected to call, and has no other name
