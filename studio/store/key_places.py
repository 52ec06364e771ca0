"""Keys that lie in plain text on this computer, listed by their last four characters.

What was found is not kept: only a mark of it, made with a secret of this session, by which it is
known again when the user takes it over.
"""

import hashlib
import hmac
import os
import secrets
import stat
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

from studio.core.errors import Category, Failure, StudioError
from studio.core.key_text import clean_key, key_hint, looks_like_key
from studio.core.secret_names import names_secret
from studio.harness.key_ports import FoundKey, KeyPlaces, Owner
from studio.store.key_readers import Reader, dotenv_values
from studio.store.other_programs import SPOTS, path_of
from studio.store.worker import Worker

_T = TypeVar("_T")
_MAX_BYTES = 1024 * 1024
_MOST = 200  # keys of one file


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value can be read again. `name` is what it is called there."""

    name: str
    read: Callable[[], tuple[tuple[str, str], ...]] = field(repr=False)


class SystemKeyPlaces(KeyPlaces):
    """Lives as long as the program. Reads on a thread of its own, and never writes."""

    def __init__(
        self,
        home: Path | None = None,
        environment: Mapping[str, str] = os.environ,
        platform: str = sys.platform,
    ) -> None:
        self._home = home
        self._environment = environment
        self._platform = platform
        self._secret = secrets.token_bytes(32)
        self._places: dict[str, _Place] = {}
        self._worker = Worker("callboard-key-places")

    @override
    async def environment(self, names: tuple[str, ...], owner: Owner) -> tuple[FoundKey, ...]:
        found = [
            self._found(_variable(self._environment, name), name, value, where=name, owner=owner)
            for name in dict.fromkeys(names)
            if looks_like_key(value := self._environment.get(name, ""))
        ]
        return tuple(found)

    @override
    async def dotenv(self, path: Path, owner: Owner) -> tuple[FoundKey, ...]:
        return await self._run(lambda: self._in_file(path, dotenv_values, owner, "", _MAX_BYTES))

    @override
    async def other_programs(self, owner: Owner) -> tuple[FoundKey, ...]:
        return await self._run(lambda: self._in_programs(owner))

    @override
    async def read(self, found: FoundKey) -> str:
        place = self._places.get(found.id)
        if place is None:
            raise _failed("find_gone", found.where)
        values = await self._run(place.read)
        for name, value in values:
            if self._mark(found.where, name, value) == found.id:
                return clean_key(value)
        is_there = any(name == place.name for name, _ in values)
        raise _failed("find_changed" if is_there else "find_gone", found.where)

    async def _run(self, job: Callable[[], _T]) -> _T:
        return await self._worker.run(job)

    def _in_programs(self, owner: Owner) -> tuple[FoundKey, ...]:
        home = self._home or Path.home()
        found: dict[str, FoundKey] = {}
        for spot in SPOTS:
            path = path_of(spot, home, self._environment, self._platform)
            try:
                keys = self._in_file(path, spot.read, owner, spot.program, spot.max_bytes)
            except StudioError:
                continue  # nobody asked for this file by name
            found |= {key.id: key for key in keys}
        return tuple(found.values())

    def _in_file(
        self, path: Path, read: Reader, owner: Owner, program: str, limit: int
    ) -> tuple[FoundKey, ...]:
        """All that look like keys; of variables those that are also named like one."""

        def again() -> tuple[tuple[str, str], ...]:
            return tuple(read(_text(path, limit)))

        found: dict[str, FoundKey] = {}
        for name, value in again():
            is_meant = read is not dotenv_values or _names_key(name, value, owner)
            if is_meant and looks_like_key(value):
                key = self._found(again, name, value, str(path), owner, program)
                found.setdefault(key.id, key)
            if len(found) >= _MOST:
                break
        return tuple(found.values())

    def _found(
        self,
        again: Callable[[], tuple[tuple[str, str], ...]],
        name: str,
        value: str,
        where: str,
        owner: Owner,
        program: str = "",
    ) -> FoundKey:
        key = clean_key(value)
        mark = self._mark(where, name, value)
        self._places[mark] = _Place(name, again)
        return FoundKey(mark, owner(name, key), name, where, key_hint(key), program)

    def _mark(self, where: str, name: str, value: str) -> str:
        told = "\0".join((where, name, value)).encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, told, hashlib.sha256).hexdigest()


def _variable(
    environment: Mapping[str, str], name: str
) -> Callable[[], tuple[tuple[str, str], ...]]:
    return lambda: ((name, environment[name]),) if name in environment else ()


def _names_key(name: str, value: str, owner: Owner) -> bool:
    """A `.env` holds passwords of all kinds: only what is called a key, or is a provider's."""
    is_called = names_secret(name) and "KEY" in name.upper()
    return is_called or (names_secret(name) and owner(name, value) is not None)


def _text(path: Path, limit: int) -> str:
    """Raises `StudioError`. Never waits: what is no file (a pipe, a device) is not opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _failed("file_unreadable", str(path))
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except FileNotFoundError:
        raise _failed("file_missing", str(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else ""
        raise _failed("file_unreadable", f"{path}: {reason}" if reason else str(path)) from None
    if len(content) > limit:
        raise _failed("file_too_large", str(path))
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return content.decode(encoding, "replace")


def _failed(code: str, message: str) -> StudioError:
    return StudioError(Failure(Category.KEY_MISSING, message, code=code))
