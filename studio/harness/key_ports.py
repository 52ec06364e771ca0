"""What keys need from outside the keyring, as protocols: other programs, files, the desktop."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from studio.core.errors import Category, Failure, StudioError
from studio.core.profiles import KeySource


class OutsideKeys(Protocol):
    """Keys that others keep: environment variables, and commands of password managers."""

    async def key(self, source: KeySource, locator: str) -> str:
        """Asked once per session where it succeeds. Raises `StudioError` (key missing) with a code:

        `variable_missing`, `command_invalid`, `command_missing`, `command_failed`,
        `command_timeout`, `command_empty`, or one of `InvalidKeyError`.
        """
        ...

    def forget(self, source: KeySource, locator: str) -> None:
        """The next use asks again."""
        ...


class _Nobody:
    async def key(self, source: KeySource, locator: str) -> str:
        raise StudioError(Failure(Category.KEY_MISSING, code="variable_missing"))

    def forget(self, source: KeySource, locator: str) -> None:
        return


NO_OUTSIDE_KEYS: OutsideKeys = _Nobody()


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key that lies somewhere in plain text, without the key.

    `id` is opaque. `row_id` is the catalogue's row it seems to belong to, or None. `name` is what
    it is called there, `where` a variable or a file, `program` whose file it is (may be empty).
    """

    id: str
    row_id: str | None
    name: str
    where: str
    hint: str
    program: str = ""


class Owner(Protocol):
    """Tells whose key it is: by the variable or the name it has, else by how it begins."""

    def __call__(self, name: str, key: str) -> str | None:
        """A row's ID, or None."""
        ...


class KeyPlaces(Protocol):
    """Where keys lie in plain text on this computer. Reads on a thread of its own, bounded."""

    async def environment(self, names: tuple[str, ...], owner: Owner) -> tuple[FoundKey, ...]: ...

    async def dotenv(self, path: Path, owner: Owner) -> tuple[FoundKey, ...]:
        """Raises `StudioError` where the file cannot be read, with a code: `file_missing`,
        `file_too_large`, `file_unreadable`."""
        ...

    async def other_programs(self, owner: Owner) -> tuple[FoundKey, ...]:
        """What cannot be read is left out."""
        ...

    async def read(self, found: FoundKey) -> str:
        """The key itself, read again. Raises `StudioError` (`find_gone`, `find_changed`)."""
        ...


class RoundTrip(Protocol):
    """The keyring tried out with an entry of its own. Raises `KeyringError`."""

    async def backend(self) -> str: ...

    async def key(self, profile_id: str, key_id: str) -> str | None: ...

    async def try_round_trip(self) -> None:
        """Writes, reads and removes an entry that is nobody's key."""
        ...


class Sandbox(StrEnum):
    """What keeps a program apart from the desktop's own services."""

    NONE = "none"
    FLATPAK = "flatpak"
    SNAP = "snap"


@dataclass(frozen=True, slots=True)
class Desktop:
    """What the advice depends on. `platform` as `sys.platform` has it.

    `desktop` is `gnome`, `kde`, `xfce`, another one's own name, or empty for none.
    """

    platform: str
    desktop: str = ""
    has_bus: bool = True
    has_screen: bool = True
    is_wsl: bool = False
    sandbox: Sandbox = Sandbox.NONE


FindDesktop = Callable[[], Desktop]
