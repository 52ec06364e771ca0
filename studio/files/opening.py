"""Reads a file of the user's whole, whatever its path leads to."""

import os
import stat

from studio.core.attachments import FileError, FileTrouble

# Neither a pipe nor a device may hold us; Windows opens text files as such unless told.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_whole(path: str, name: str, most: int) -> bytes:
    """At most `most` bytes. Raises `FileError`."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        raise FileError(name, _trouble(path, error)) from error
    try:
        _check(os.fstat(descriptor), name, most)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            # One more than allowed: it may have grown since it was measured.
            data = file.read(most + 1)
    except OSError as error:
        raise FileError(name, FileTrouble.UNREADABLE) from error
    finally:
        os.close(descriptor)
    if len(data) > most:
        raise FileError(name, FileTrouble.TOO_LARGE, most, len(data))
    if not data:
        raise FileError(name, FileTrouble.EMPTY)
    return data


def _check(status: os.stat_result, name: str, most: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileError(name, FileTrouble.FOLDER)
    if not stat.S_ISREG(status.st_mode):
        raise FileError(name, FileTrouble.NO_FILE)
    if status.st_size > most:
        raise FileError(name, FileTrouble.TOO_LARGE, most, status.st_size)


def _trouble(path: str, error: OSError) -> FileTrouble:
    if os.path.isdir(path):  # noqa: PTH112 - pathlib raises for what is no path at all
        return FileTrouble.FOLDER  # Windows says that the permission is missing
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return FileTrouble.GONE
        case PermissionError():
            return FileTrouble.NO_PERMISSION
    return FileTrouble.NO_FILE if os.path.exists(path) else FileTrouble.GONE  # noqa: PTH110 - as above
