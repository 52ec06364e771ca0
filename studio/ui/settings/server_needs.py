"""What the pages about MCP servers are given."""

import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QWidget

from studio.core.server_json import ReadServers
from studio.core.servers import ServerEntry
from studio.harness.ports import Clock
from studio.harness.server_ports import OtherClients, ServerHost
from studio.ui.dialogs import picked_file, picked_folder, picked_new_file
from studio.ui.theme import Theme

Undo = Callable[[], Awaitable[None]]


class Added(Protocol):
    """`unsaved` are names of servers whose secrets the keyring did not take: they are not kept."""

    @property
    def entries(self) -> tuple[ServerEntry, ...]: ...

    @property
    def unsaved(self) -> tuple[str, ...]: ...


class ServerBook(Protocol):
    """The servers that the user set up. Whatever is saved reaches the host by itself.

    `secrets` are values by key ID (`environment_key_id`, `server_header_key_id`): they go to the
    keyring. All that waits raises `StudioError`.
    """

    @property
    def entries(self) -> tuple[ServerEntry, ...]: ...

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]: ...

    def new_id(self, name: str) -> str: ...

    def read(self, text: str) -> ReadServers:
        """`mcpServers` JSON, as it would be added."""
        ...

    async def save(self, entry: ServerEntry, secrets: Mapping[str, str] | None = None) -> None:
        """A new one, or another state of one that is there."""
        ...

    async def change(self, server_id: str, **changes: object) -> None:
        """Single fields of what is saved now."""
        ...

    async def remove(self, server_id: str) -> Undo:
        """With its secrets; what is returned puts both back."""
        ...

    async def reorder(self, server_ids: Iterable[str]) -> None: ...

    async def add_all(self, entries: Iterable[ServerEntry], secrets: Mapping[str, str]) -> Added:
        """Servers read elsewhere, `secrets` by `{id}/{key ID}`. They have IDs of their own here."""
        ...

    def exported(self) -> str:
        """All of them as `mcpServers` JSON, without secrets."""
        ...


@dataclass(frozen=True, slots=True)
class ServerNeeds:
    """`save_text` writes a file, off the window's thread."""

    theme: Theme
    book: ServerBook
    host: ServerHost
    clients: OtherClients
    save_text: Callable[[Path, str], Awaitable[None]]
    clock: Clock = time.time
    platform: str = sys.platform
    pick_file: Callable[[QWidget, str], Awaitable[Path | None]] = picked_file
    pick_folder: Callable[[QWidget, str], Awaitable[Path | None]] = picked_folder
    pick_new_file: Callable[[QWidget, str, str], Awaitable[Path | None]] = picked_new_file

    def entry(self, server_id: str) -> ServerEntry | None:
        return next((one for one in self.book.entries if one.id == server_id), None)
