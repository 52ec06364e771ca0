"""One small JSON file with a version in it, never overwritten unread."""

import json
from pathlib import Path
from typing import Any

from studio.store import failures
from studio.store.files import write_atomically
from studio.store.set_aside import Reason, SetAside, copy_aside, set_aside

Content = dict[str, Any]


def read(path: Path, version: int) -> Content | Reason | None:
    """The object in the file, why it cannot be used, or None without a file.

    Raises `StorageError` where the file cannot even be read: then nothing is known about it, and it
    must stay.
    """
    try:
        # Some editors put a mark before the first byte of UTF-8.
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise failures.of_system(error, path) from error
    except (ValueError, RecursionError):
        return Reason.DAMAGED
    if not isinstance(content, dict):
        return Reason.DAMAGED
    found = content.get("version", version)
    if isinstance(found, bool) or not isinstance(found, int) or found < 1:
        return Reason.DAMAGED
    return Reason.NEWER if found > version else content


def write(path: Path, content: Content) -> None:
    """Raises `StorageError`; the old content stays then."""
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    try:
        write_atomically(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise failures.of_system(error, path) from error


def put_aside(path: Path, reason: Reason, now: float) -> SetAside:
    """Renames the file. Raises `StorageError`."""
    try:
        return set_aside(path, reason, now)
    except OSError as error:
        raise failures.of_system(error, path) from error


def keep_copy(path: Path, reason: Reason, now: float) -> SetAside:
    """Copies the file before it is written without what was wrong in it. Raises `StorageError`."""
    try:
        return copy_aside(path, reason, now)
    except OSError as error:
        raise failures.of_system(error, path) from error
