"""What servers offered when they last ran: read once, written after each new listing."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from studio.core.errors import StudioError
from studio.harness.server_ports import ServerStore, StoredListing

_log = logging.getLogger(__name__)


class Keeping:
    """Owned by the host. Writes one after another, of each server only its newest."""

    def __init__(self, store: ServerStore) -> None:
        self._store = store
        self._last: dict[str, StoredListing | None] = {}
        self._waiting: dict[str, StoredListing | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._writing: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None

    @property
    def is_loaded(self) -> bool:
        return self._loading is not None and self._loading.done()

    def load(self, loaded: Callable[[Mapping[str, StoredListing]], None]) -> None:
        """Once, however often it is asked for."""
        if self._loading is None:
            self._loading = self._begin(self._load(loaded), "listings")

    def known(self, server_id: str) -> StoredListing | None:
        return self._last.get(server_id)

    def keep(self, server_id: str, listing: StoredListing | None) -> None:
        """None drops it. The same as before is not written again."""
        if server_id in self._last and self._last[server_id] == listing:
            return
        self._last[server_id] = listing
        self._waiting[server_id] = listing
        if self._writing is None or self._writing.done():
            self._writing = self._begin(self._write(), "listings are kept")

    async def close(self, seconds: float) -> None:
        """What is still to be written is, if there is time."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in self._tasks:
            task.cancel()

    async def _load(self, loaded: Callable[[Mapping[str, StoredListing]], None]) -> None:
        try:
            found = await self._store.listings()
        except StudioError as error:
            _log.warning("what servers offered could not be read: %s", error.failure.category)
            found = {}
        self._last = {**found, **self._last}
        loaded(found)

    async def _write(self) -> None:
        while self._waiting:
            server_id, listing = self._waiting.popitem()
            try:
                await self._store.save_listing(server_id, listing)
            except StudioError as error:
                _log.warning("what a server offers was not kept: %s", error.failure.category)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
