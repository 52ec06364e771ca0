"""Saves one server, state by state: each change counts at once."""

from collections.abc import Mapping
from typing import Any

from studio.core.servers import ServerEntry
from studio.ui.settings.errands import Errands
from studio.ui.settings.server_needs import ServerNeeds


class ServerSaving:
    """One for each page of a server."""

    def __init__(self, needs: ServerNeeds, errands: Errands, server_id: str) -> None:
        self._needs = needs
        self._errands = errands
        self._id = server_id

    @property
    def entry(self) -> ServerEntry | None:
        return self._needs.entry(self._id)

    def change(self, **changes: Any) -> None:
        if self.differs(changes):
            work = self._needs.book.change(self._id, **changes)
            self._errands.start(work, "servers: change a server")

    def differs(self, changes: Mapping[str, Any]) -> bool:
        entry = self.entry
        return entry is not None and any(
            getattr(entry, name) != value for name, value in changes.items()
        )

    async def save(self, changes: Mapping[str, Any], secrets: Mapping[str, str]) -> None:
        """With secrets, which go to the keyring first."""
        entry = self.entry
        if entry is not None:
            await self._needs.book.save(entry.model_copy(update=dict(changes)), secrets)

    async def forget(self, field: str, name: str) -> None:
        """A secret is not used any more."""
        entry = self.entry
        if entry is not None:
            names: tuple[str, ...] = getattr(entry, field)
            left = tuple(one for one in names if one != name)
            await self._needs.book.save(entry.model_copy(update={field: left}))
