"""Saves one server, state by state: each change counts at once, one after another."""

import asyncio
from collections.abc import Mapping
from typing import Any

from studio.core.servers import ServerEntry
from studio.ui.settings.errands import Errands
from studio.ui.settings.server_needs import ServerNeeds

_NO_SECRETS: Mapping[str, str] = {}


class ServerSaving:
    """One for each page of a server. A change is made to what is saved when its turn comes, so
    that two at once lose nothing."""

    def __init__(self, needs: ServerNeeds, errands: Errands, server_id: str) -> None:
        self._needs = needs
        self._errands = errands
        self._id = server_id
        self._turn = asyncio.Lock()

    @property
    def entry(self) -> ServerEntry | None:
        return self._needs.entry(self._id)

    def change(self, **changes: Any) -> None:
        if self.differs(changes):
            self._errands.start(self.save(changes), "servers: change a server")

    def differs(self, changes: Mapping[str, Any]) -> bool:
        entry = self.entry
        return entry is not None and any(
            getattr(entry, name) != value for name, value in changes.items()
        )

    async def save(
        self, changes: Mapping[str, Any], secrets: Mapping[str, str] = _NO_SECRETS
    ) -> None:
        async with self._turn:
            entry = self.entry
            if entry is not None:
                await self._needs.book.save(entry.model_copy(update=dict(changes)), secrets)

    async def forget(self, field: str, name: str) -> None:
        """A secret is not used any more."""
        entry = self.entry
        if entry is not None:
            names: tuple[str, ...] = getattr(entry, field)
            await self.save({field: tuple(one for one in names if one != name)})
