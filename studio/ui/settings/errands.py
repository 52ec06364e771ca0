"""Work that a page starts and can call off, with its failures brought back to the page."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.errors import StudioError
from studio.ui.settings.needs import Spawn

Work = Coroutine[Any, Any, object]


class Errand:
    """One piece of work. Cancelling it before it began, or after it ended, is fine."""

    def __init__(self) -> None:
        self._task: asyncio.Task[object] | None = None
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True
        if self._task is not None:
            self._task.cancel()

    async def run(self, work: Work) -> None:
        if self.is_cancelled:
            work.close()
            return
        self._task = asyncio.current_task()
        try:
            await work
        finally:
            self._task = None


class Errands(QObject):
    """Lives as long as its page.

    Signals: `failed(failure)`, for work that ended in a `StudioError` and had no better place to
    tell it.
    """

    failed = Signal(object)

    def __init__(self, spawn: Spawn, parent: QObject) -> None:
        super().__init__(parent)
        self._spawn = spawn
        self._running: set[Errand] = set()
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    def start(self, work: Work, name: str) -> Errand:
        errand = Errand()
        self._running.add(errand)
        self._is_idle.clear()
        self._spawn(self._guarded(errand, work), name)
        return errand

    async def finish(self) -> None:
        """At exit: waits until all is done. Whoever calls it sets the limit."""
        await self._is_idle.wait()

    async def _guarded(self, errand: Errand, work: Work) -> None:
        try:
            await errand.run(work)
        except StudioError as error:
            self.failed.emit(error.failure)
        finally:
            self._running.discard(errand)
            if not self._running:
                self._is_idle.set()
