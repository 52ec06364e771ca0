"""What the settings pages are given: the owners of what they show, and ways out of the window."""

import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from studio.core.catalogue import Catalogue
from studio.core.policy import NO_POLICY, Policy
from studio.core.tools import ToolDefinition
from studio.harness.doctor import KeyringDoctor
from studio.harness.key_finds import KeyFinds
from studio.harness.models import Models
from studio.harness.ports import Clock, LocalModels, LocalServers, OllamaModels, RecordingStore
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.harness.rule_book import RuleBook
from studio.harness.usage import Ledger
from studio.ui.dialogs import picked_file, picked_folder, picked_new_file
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.theme import Theme

Spawn = Callable[[Coroutine[Any, Any, object], str], object]


@dataclass(frozen=True, slots=True)
class AsideFile:
    """A file that could not be used and got another name. `reason` is a code: damaged, newer..."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are on this computer, as absolute paths."""

    chats: str
    models: str = ""
    set_aside: tuple[AsideFile, ...] = ()


def open_in_desktop(folder: str) -> None:
    """Shows a folder in the file browser of the desktop."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(folder))


def open_in_browser(address: str) -> None:
    """Only ever a link of the catalogue."""
    QDesktopServices.openUrl(QUrl(address))


class SearchKeys(Protocol):
    """Keys of search services in the keyring. Raises `KeyringError`."""

    async def save(self, service: str, key: str) -> None: ...

    async def remove(self, service: str) -> None: ...


class Spans(Protocol):
    """The collector that spans of turns are sent to, as it is set. Raises `StudioError`."""

    async def try_out(self) -> None:
        """Sends a span that belongs to no turn."""
        ...

    async def save_key(self, key: str) -> None: ...

    async def remove_key(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Needs:
    """`check_address` says in a sentence what is wrong with a base URL, or None; no network.

    `spawn` owns the work that is started; `new_id` makes IDs for new profiles. `clock` is in
    seconds since the epoch. `chat_titles` are those of the chats that are there, by ID;
    `save_text` writes a file, off the window's thread.
    """

    theme: Theme
    profiles: Profiles
    preferences: Preferences
    recordings: RecordingStore
    local_models: LocalModels
    tools: Callable[[], tuple[ToolDefinition, ...]]
    tool_servers: ServerNeeds
    rules: RuleBook
    search_keys: SearchKeys
    spans: Spans
    check_address: Callable[[str], str | None]
    spawn: Spawn
    new_id: Callable[[], str]
    places: Places
    catalogue: Catalogue
    models: Models
    ledger: Ledger
    finds: KeyFinds
    doctor: KeyringDoctor
    servers: LocalServers
    ollama: OllamaModels
    chat_titles: Callable[[], Mapping[str, str]]
    save_text: Callable[[Path, str], Awaitable[None]]
    clock: Clock = time.time
    pick_file: Callable[[QWidget, str], Awaitable[Path | None]] = picked_file
    open_address: Callable[[str], None] = open_in_browser
    pick_new_file: Callable[[QWidget, str, str], Awaitable[Path | None]] = picked_new_file
    pick_folder: Callable[[QWidget, str], Awaitable[Path | None]] = picked_folder
    open_folder: Callable[[str], None] = open_in_desktop
    platform: str = sys.platform
    policy: Policy = NO_POLICY
