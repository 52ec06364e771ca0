"""A file that cannot be used is never overwritten: it gets another name, and the user is told."""

import shutil
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class Reason(StrEnum):
    """Why a file was set aside."""

    DAMAGED = "damaged"
    NEWER = "newer"  # written by a later version of Callboard
    FOREIGN = "foreign"  # not a file of Callboard's


@dataclass(frozen=True, slots=True)
class SetAside:
    """`path` is where the file is now, `original` where it was."""

    path: Path
    original: Path
    reason: Reason


def set_aside(path: Path, reason: Reason, now: float, companions: tuple[str, ...] = ()) -> SetAside:
    """Renames the file, and first the companions that share its name. Raises `OSError`.

    First, because a log left alone beside the name would be replayed into the next database.
    """
    target = _free_name(path, now)
    for suffix in (*companions, ""):
        source = path.with_name(path.name + suffix)
        if source.exists():
            source.rename(target.with_name(target.name + suffix))
    return SetAside(target, path, reason)


def copy_aside(path: Path, reason: Reason, now: float) -> SetAside:
    """For a file that goes on without the part that could not be read. Raises `OSError`."""
    target = _free_name(path, now)
    shutil.copy2(path, target)
    return SetAside(target, path, reason)


def _free_name(path: Path, now: float) -> Path:
    """`settings.json` becomes `settings-set-aside-2026-12-02-181500.json`."""
    when = datetime.fromtimestamp(now).astimezone().strftime("%Y-%m-%d-%H%M%S")
    stem = f"{path.stem}-set-aside-{when}"
    target = path.with_name(stem + path.suffix)
    count = 2
    while target.exists():
        target = path.with_name(f"{stem}-{count}{path.suffix}")
        count += 1
    return target
