"""What the settings pages are given: the owners of what they show, and ways out of the window."""

import sys
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from studio.core.tools import ToolDefinition
from studio.harness.ports import LocalModels, RecordingStore
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.ui.dialogs import picked_folder
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


@dataclass(frozen=True, slots=True)
class Needs:
    """`check_address` says in a sentence what is wrong with a base URL, or None; no network.

    `spawn` owns the work that is started; `new_id` makes IDs for new profiles.
    """

    theme: Theme
    profiles: Profiles
    preferences: Preferences
    recordings: RecordingStore
    local_models: LocalModels
    tools: tuple[ToolDefinition, ...]
    check_address: Callable[[str], str | None]
    spawn: Spawn
    new_id: Callable[[], str]
    places: Places
    pick_folder: Callable[[QWidget, str], Awaitable[Path | None]] = picked_folder
    open_folder: Callable[[str], None] = open_in_desktop
    platform: str = sys.platform
