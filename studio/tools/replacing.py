"""Putting a file in the place of another in one step: who reads it sees the old one or the new."""

import contextlib
import os
import stat
import threading
import uuid
from collections.abc import Callable, Iterator

from studio.tools.folders import Folder, open_folder, refuse_unless_plain
from studio.tools.granted import Grants, Place
from studio.tools.names import is_plain
from studio.tools.refusals import RefusedError


def writable(grants: Grants, text: str) -> Place:
    """The place of a file that may be written, there or not. Raises `RefusedError`."""
    place = grants.place(text)
    if not place.parts:
        raise RefusedError(f"{place.shown} is a folder, not a file.")
    if text.endswith(("/", os.sep)):
        raise RefusedError("The path ends like a folder; name a file.")
    if not is_plain(place.name):
        raise RefusedError("The file name has a character that cannot be shown.")
    return place


@contextlib.contextmanager
def parent_folder(place: Place) -> Iterator[Folder]:
    """The folder of a file, held open. Raises `RefusedError` where there is none."""
    try:
        with open_folder(place.parent) as folder:
            yield folder
    except FileNotFoundError:
        raise RefusedError(
            f"There is no folder {place.parent.shown}, and this tool makes none."
        ) from None


def replaceable(folder: Folder, place: Place) -> os.stat_result | None:
    """Of the file that would be replaced. Raises `RefusedError` where it must not be."""
    try:
        status = folder.status(place.name)
    except FileNotFoundError:
        return None
    refuse_unless_plain(status, place)
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        # Putting another file in its place would be possible, and against what the mark means.
        raise RefusedError(f"{place.shown} is marked as read-only.")
    return status


def replace_file(
    place: Place,
    content: bytes,
    stopped: threading.Event,
    check: Callable[[Folder, os.stat_result | None], None] = lambda _folder, _old: None,
) -> os.stat_result | None:
    """Keeps the mode; gives back what the old file was, if any. `check` has the last word."""
    with parent_folder(place) as folder:
        old = replaceable(folder, place)
        temporary = f".{uuid.uuid4().hex}.tmp"
        try:
            fill(folder, temporary, content, old)
            check(folder, replaceable(folder, place))
            _refuse_if(stopped)
            folder.replace(temporary, place.name)
        except BaseException:
            with contextlib.suppress(OSError):
                folder.remove(temporary)
            raise
        with contextlib.suppress(OSError):  # not every disk can; the file itself is safe
            folder.sync()
    return old


def fill(folder: Folder, name: str, content: bytes, old: os.stat_result | None) -> None:
    """A new file, on the disk before it is put in the place of the old one."""
    descriptor = folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with os.fdopen(descriptor, "wb") as file:
        if old is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & 0o777)
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def _refuse_if(stopped: threading.Event) -> None:
    if stopped.is_set():
        raise RefusedError("Stopped before the file was replaced.")
