"""What the pages about servers of tools (MCP) are given."""

import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from studio.core.servers import ServerEntry
from studio.harness.ports import Clock
from studio.harness.server_ports import FoundServers, OtherClients, ServerHost
from studio.ui.dialogs import picked_file, picked_folder, picked_new_file
from studio.ui.theme import Theme

Undo = Callable[[], Awaitable[None]]


class ServerBook(Protocol):
    """The servers that the user set up. Whatever is saved reaches the host by itself.

    `secrets` are values by key ID (`environment_key_id`, `server_header_key_id`): they go to the
    keyring. All that waits raises `StudioError`.
    """

    @property
    def entries(self) -> tuple[ServerEntry, ...]: ...

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]: ...

    async def save(self, entry: ServerEntry, secrets: Mapping[str, str]) -> None:
        """A new one, or another state of one that is there."""
        ...

    async def remove(self, server_id: str) -> Undo:
        """With its secrets; what is returned puts both back."""
        ...

    async def reorder(self, server_ids: tuple[str, ...]) -> None: ...

    async def take_over(
        self, entries: tuple[ServerEntry, ...], secrets: Mapping[str, str]
    ) -> tuple[str, ...]:
        """Adds servers read elsewhere, `secrets` by `{id}/{key ID}`. Gives the IDs they have here,
        which are others where theirs were taken."""
        ...

    def exported(self) -> str:
        """All of them as `mcpServers` JSON, without secrets."""
        ...


@dataclass(frozen=True, slots=True)
class ServerNeeds:
    """`read_pasted` understands `mcpServers` JSON, a command line or an address; its `problem` is
    a code where it understands nothing. `save_text` writes a file, off the window's thread."""

    theme: Theme
    book: ServerBook
    host: ServerHost
    clients: OtherClients
    read_pasted: Callable[[str], FoundServers]
    new_id: Callable[[], str]
    save_text: Callable[[Path, str], Awaitable[None]]
    clock: Clock = time.time
    platform: str = sys.platform
    pick_file: Callable[[QWidget, str], Awaitable[Path | None]] = picked_file
    pick_folder: Callable[[QWidget, str], Awaitable[Path | None]] = picked_folder
    pick_new_file: Callable[[QWidget, str, str], Awaitable[Path | None]] = picked_new_file

    def entry(self, server_id: str) -> ServerEntry | None:
        return next((one for one in self.book.entries if one.id == server_id), None)
