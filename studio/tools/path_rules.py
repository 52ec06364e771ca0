"""Which paths are refused by their text alone, before anything touches a disk.

Pure, so that the rules of Windows are tested everywhere. Asking Windows for `\\\\server\\x` would
already send the user's login to that server.
"""

import re
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from studio.tools.names import shown_path
from studio.tools.refusals import RefusedError

MAX_CHARACTERS = 4_096
_DEVICE_NAMES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"]
    + [f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"]
)
_DEVICE_PREFIX = re.compile(r"[\\/]{1,2}[?.]{1,2}([\\/]|$)")
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\")

Flavour = type[PurePosixPath] | type[PureWindowsPath]


def absolute(text: str, start: str, home: str, flavour: Flavour) -> PurePath:
    """The path meant by `text`; a relative one begins at the folder `start`."""
    _refuse_unfit(text)
    if flavour is PureWindowsPath:
        _refuse_windows_tricks(text)
    elif _WINDOWS_PATH.match(text):
        raise RefusedError(f"{shown_path(text)!r} is a Windows path; this computer has none.")
    path = flavour(text)
    if ".." in path.parts:
        raise RefusedError("A path must not contain '..'; name the folder itself instead.")
    if path.parts[:1] == ("~",):
        return flavour(home, *path.parts[1:])
    return path if path.is_absolute() else flavour(start, path)


def parts_below(path: PurePath, folder: PurePath, *, folds: bool) -> tuple[str, ...] | None:
    """The names that lead from `folder` down to `path`; None where it lies elsewhere.

    `folds` where the disk takes A for a.
    """
    above, below = folder.parts, path.parts
    if len(below) < len(above):
        return None
    pairs = zip(above, below, strict=False)
    if all(one == other or (folds and one.casefold() == other.casefold()) for one, other in pairs):
        return below[len(above) :]
    return None


def _refuse_unfit(text: str) -> None:
    if not text.strip():
        raise RefusedError("The path is empty.")
    if len(text) > MAX_CHARACTERS:
        raise RefusedError(f"The path is longer than {MAX_CHARACTERS} characters.")
    if "\0" in text:
        raise RefusedError("A path must not contain the character NUL.")
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise RefusedError("The path contains half a character (a lone surrogate).") from None


def _refuse_windows_tricks(text: str) -> None:
    if _DEVICE_PREFIX.match(text):
        raise RefusedError("Paths to devices (such as \\\\?\\ and \\\\.\\) are refused.")
    path = PureWindowsPath(text)
    if bool(path.drive) != bool(path.root):
        raise RefusedError("Name the drive and the whole path (C:\\folder\\file), or neither.")
    for name in path.parts[1:] if path.anchor else path.parts:
        _refuse_windows_name(name)


def _refuse_windows_name(name: str) -> None:
    if any(char in '<>:"|?*' or char < " " for char in name):
        raise RefusedError(f'{shown_path(name)!r} is no file name: it has one of < > : " | ? *')
    if name not in (".", "..") and name.endswith((".", " ")):
        raise RefusedError(f"{name!r} ends with a dot or a space, which Windows would drop.")
    if name.partition(".")[0].rstrip().upper() in _DEVICE_NAMES:
        raise RefusedError(f"{name!r} is the name of a device on Windows.")
