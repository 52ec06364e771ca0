"""Saves a turn while it grows: at most twice a second, off the stream's way, and never twice."""

import asyncio
import logging
from collections.abc import Callable

from studio.core.chats import Turn
from studio.harness.chat_ports import ChatStore
from studio.harness.ports import Sleep

_log = logging.getLogger(__name__)

INTERVAL = 0.5  # seconds: what a crash may cost


class TurnSaver:
    """Belongs to one turn being run. `snapshot` gives the turn as it stands.

    A timer runs only while something is unsaved. Errors of the store while the turn streams are
    logged and tried again; `commit` raises them, because something is about to depend on it.
    """

    def __init__(self, store: ChatStore, snapshot: Callable[[], Turn], sleep: Sleep) -> None:
        self._store = store
        self._snapshot = snapshot
        self._sleep = sleep
        self._is_dirty = False
        self._waiting: asyncio.Task[None] | None = None
        self._saving = asyncio.Lock()

    def touch(self) -> None:
        """The turn has changed."""
        self._is_dirty = True
        if self._waiting is None or self._waiting.done():
            self._waiting = asyncio.create_task(self._save_soon(), name="save turn")

    async def commit(self) -> None:
        """Saved when it returns. Raises `StorageError`."""
        async with self._saving:
            if self._is_dirty:
                self._is_dirty = False
                try:
                    await self._store.save_turn(self._snapshot())
                except BaseException:
                    self._is_dirty = True
                    raise

    async def close(self) -> None:
        """The last save; no timer is left. Raises `StorageError`."""
        await self.give_up()
        await self.commit()

    async def give_up(self) -> None:
        """Ends the timer without another save; one on its way is not cut off."""
        waiting = self._waiting
        if waiting is not None:
            async with self._saving:
                waiting.cancel()
            await asyncio.wait({waiting})

    async def _save_soon(self) -> None:
        while self._is_dirty:
            await self._sleep(INTERVAL)
            try:
                await self.commit()
            except Exception as error:
                # Whatever it is: the next change tries again, and the end of the turn tells.
                _log.warning("The turn could not be saved yet: %s", type(error).__name__)
                return
