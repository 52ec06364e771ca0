"""A folder held open while a tool works in it, so that nothing can be changed under its feet.

Between looking at a path and opening it, a folder may be swapped for a link. So the way down
starts at the granted folder and takes one name at a time without following links; from then on
names count inside the open folder only. Windows cannot do that: there, what was opened is checked
after it was opened.
"""

import contextlib
import os
import stat
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Protocol

from studio.tools.granted import Place
from studio.tools.refusals import RefusedError

# Absent on Windows. A pipe opened without O_NONBLOCK waits for its other end.
_SAFE = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)
_BLOCK = 1_000_000
_FOLDER = os.O_RDONLY | _SAFE | getattr(os, "O_DIRECTORY", 0)

HOLDS_FOLDERS = {
    os.open,
    os.stat,
    os.rename,
    os.unlink,
} <= os.supports_dir_fd and os.scandir in os.supports_fd


class Folder(Protocol):
    """An open folder. Names are single ones. Raises `OSError`."""

    def status(self, name: str) -> os.stat_result:
        """Of the entry itself, also where it is a link."""
        ...

    def open(self, name: str, flags: int, mode: int = 0o666) -> int: ...

    def entries(self) -> Generator[os.DirEntry[str]]: ...

    def replace(self, source: str, target: str) -> None: ...

    def remove(self, name: str) -> None: ...

    def sync(self) -> None: ...


@contextlib.contextmanager
def open_folder(place: Place) -> Iterator[Folder]:
    """Raises `OSError` where there is no such folder, or no longer."""
    if not HOLDS_FOLDERS:
        yield _NamedFolder(place)
        return
    descriptor = _descend(place)
    try:
        yield _HeldFolder(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def open_plain_file(place: Place) -> Iterator[int]:
    """The descriptor of a plain file, open for reading. Raises `RefusedError` for all else."""
    if not place.parts:
        raise RefusedError(f"{place.shown} is a folder, not a file.")
    with open_folder(place.parent) as folder:
        refuse_unless_plain(folder.status(place.name), place)
        descriptor = folder.open(place.name, os.O_RDONLY)
    try:
        refuse_unless_plain(os.fstat(descriptor), place)
        yield descriptor
    finally:
        os.close(descriptor)


def read_at_most(descriptor: int, count: int) -> bytes:
    """From where it stands, whatever size the file claims to have."""
    blocks = []
    while count and (block := os.read(descriptor, min(count, _BLOCK))):
        blocks.append(block)
        count -= len(block)
    return b"".join(blocks)


def refuse_unless_plain(status: os.stat_result, place: Place) -> None:
    """Folders, pipes, sockets and devices are no files to read or to replace."""
    if stat.S_ISDIR(status.st_mode):
        raise RefusedError(f"{place.shown} is a folder, not a file.")
    if stat.S_ISLNK(status.st_mode):
        raise RefusedError(f"{place.shown} is a link that leads nowhere, or was changed meanwhile.")
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError(
            f"{place.shown} is a special file, such as a pipe or a device; "
            "only plain files can be used."
        )


def _descend(place: Place) -> int:
    descriptor = os.open(place.root, _FOLDER)
    for name in place.parts:
        try:
            below = os.open(name, _FOLDER, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = below
    return descriptor


class _HeldFolder:
    """Names are looked up in the open folder, wherever it is moved."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def status(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        return os.open(name, flags | _SAFE, mode, dir_fd=self._descriptor)

    def entries(self) -> Generator[os.DirEntry[str]]:
        with os.scandir(self._descriptor) as found:
            yield from found

    def replace(self, source: str, target: str) -> None:
        held = self._descriptor
        os.replace(source, target, src_dir_fd=held, dst_dir_fd=held)

    def remove(self, name: str) -> None:
        os.unlink(name, dir_fd=self._descriptor)

    def sync(self) -> None:
        os.fsync(self._descriptor)


class _NamedFolder:
    """Names are looked up by whole paths, and what was found is checked afterwards."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._path = place.path
        self._check(self._path)

    def status(self, name: str) -> os.stat_result:
        return self._path.joinpath(name).lstat()

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        path = self._path / name
        descriptor = os.open(path, flags | _SAFE, mode)
        try:
            self._check(path)
            if not os.path.samestat(os.fstat(descriptor), path.lstat()):
                self._refuse()
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def entries(self) -> Generator[os.DirEntry[str]]:
        with os.scandir(self._path) as found:
            self._check(self._path)
            yield from found

    def replace(self, source: str, target: str) -> None:
        self._check(self._path)
        self._path.joinpath(source).replace(self._path / target)

    def remove(self, name: str) -> None:
        self._path.joinpath(name).unlink()

    def sync(self) -> None:
        """Windows writes the names of a folder down by itself."""

    def _check(self, path: Path) -> None:
        # The place holds no link, so a path that resolves to another one has been changed.
        if path.resolve(strict=True) != path:
            self._refuse()

    def _refuse(self) -> None:
        raise RefusedError(f"{self._place.shown} was changed while it was looked at.")
