"""Whether a path lies in a folder, by its text alone; nothing touches a disk.

The rule is about the text. Where a link leads is checked by the tool itself, when it opens it; so a
path with `..`, which means another place where there are links, is nothing to be sure about.
"""

import os
import re
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath, PureWindowsPath

_MOST_CHARACTERS = 4_096
_ENCODED = re.compile(r"%2[ef]|%5c", re.IGNORECASE)
# Variables and substitutions that a tool might expand.
_EXPANDED = ("$", "`", "%25")
# Streams, wildcards, short names, and what Windows drops at the end of a name.
_WINDOWS_TRICK = re.compile(r'[<>:"|?*]|~[0-9]|[. ]$')
_ASCII_SMALL = str.maketrans({upper: upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"})


@dataclass(frozen=True, slots=True)
class System:
    """How this computer writes paths. `folds` where a file's name may be in small or capital
    letters."""

    flavour: type[PurePosixPath] | type[PureWindowsPath]
    home: str
    folds: bool

    @property
    def is_windows(self) -> bool:
        return self.flavour is PureWindowsPath


def this_system() -> System:
    """The one Callboard runs on."""
    is_windows = sys.platform == "win32"
    return System(
        PureWindowsPath if is_windows else PurePosixPath,
        os.path.expanduser("~"),  # noqa: PTH111  # Path.home() raises where there is none
        is_windows or sys.platform == "darwin",
    )


def fits_path(folder: str, text: str, system: System) -> bool | None:
    """Whether `text` is the folder or something below it; None where that is not sure."""
    above, below = _absolute(folder, system), _absolute(text, system)
    if above is None or below is None:
        return None
    names = below.parts[: len(above.parts)]
    if len(names) < len(above.parts):
        return False
    pairs = zip(above.parts, names, strict=True)
    answers = [_same_name(one, other, folds=system.folds) for one, other in pairs]
    if any(answer is False for answer in answers):
        return False
    return None if any(answer is None for answer in answers) else True


def _absolute(text: str, system: System) -> PurePath | None:
    """None where the text alone does not tell the place."""
    if not text.strip() or len(text) > _MOST_CHARACTERS or not text.isprintable():
        return None
    if _ENCODED.search(text) or any(sign in text for sign in _EXPANDED):
        return None
    path: PurePath = system.flavour(text)
    if path.parts[:1] == ("~",):
        path = system.flavour(system.home, *path.parts[1:])
    if not path.is_absolute() or ".." in path.parts:
        return None
    if system.is_windows:
        is_odd = path.drive.startswith(("\\\\?", "\\\\.")) or any(
            _WINDOWS_TRICK.search(name) for name in path.parts[1:]
        )
    else:
        # What two strokes at the beginning mean is each system's own affair.
        is_odd = path.anchor != "/"
    return None if is_odd else path


def _same_name(one: str, other: str, *, folds: bool) -> bool | None:
    """Which other letters a disk takes for the same is known to that disk alone."""
    if one == other:
        return True
    if folds and one.translate(_ASCII_SMALL) == other.translate(_ASCII_SMALL):
        return True
    return None if _folded(one) == _folded(other) else False


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
