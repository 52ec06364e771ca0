"""From the path a model named to a place in a folder that the user granted."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from studio.core.trust import Level
from studio.tools.names import shown_path
from studio.tools.path_rules import absolute, parts_below
from studio.tools.refusals import NoFolderError, RefusedError, saying

GrantedFolders = Callable[[], tuple[str, ...]]
FolderLevels = Callable[[], Mapping[str, Level]]

_MAX_NAMED = 20
_WHERE = 'The user can grant folders in Settings, Tools, under "Folders granted to tools".'
NO_FOLDER = (
    "No folder is granted to tools, so no file can be listed, read or written. "
    f"{_WHERE} Tell the user so."
)


@dataclass(frozen=True, slots=True)
class Place:
    """Something in a granted folder. `root` is that folder without links, `parts` lead down."""

    root: Path
    parts: tuple[str, ...]

    @property
    def path(self) -> Path:
        return self.root.joinpath(*self.parts)

    @property
    def shown(self) -> str:
        return shown_path(self.path)

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def parent(self) -> "Place":
        return Place(self.root, self.parts[:-1])


@dataclass(frozen=True, slots=True)
class Marked:
    """How private a place is, and the folder that says so."""

    level: Level
    folder: str


class Grants:
    """The granted folders, asked for anew with each call: one withdrawn counts no longer.

    `folder_levels` says how private folders are, those in granted ones too.
    """

    def __init__(self, granted_folders: GrantedFolders, folder_levels: FolderLevels = dict) -> None:
        self._granted_folders = granted_folders
        self._folder_levels = folder_levels

    def folders(self) -> tuple[str, ...]:
        """Absolute ones only: any other would depend on where Callboard was started."""
        return tuple(folder for folder in self._granted_folders() if Path(folder).is_absolute())

    def place(self, text: str) -> Place:
        """Raises `RefusedError` for whatever lies elsewhere, by its name or through a link."""
        folders = self.folders()
        if not folders:
            raise NoFolderError(NO_FOLDER)
        flavour = PureWindowsPath if sys.platform == "win32" else PurePosixPath
        home = os.path.expanduser("~")  # noqa: PTH111  # Path.home() raises where there is none
        wanted = absolute(text, folders[0], home, flavour)
        named = [folder for folder in folders if _below(wanted, PurePath(folder)) is not None]
        # A path may also be spelled as the one that a granted link leads to.
        if not named and all(_below(wanted, root) is None for root in _roots(folders)):
            raise RefusedError(f"{shown_path(wanted)} is {self._outside()}")
        real = _resolved(Path(wanted))
        # The folder it was named in first: another may be on a drive that does not answer.
        for root in _roots((*named, *(folder for folder in folders if folder not in named))):
            parts = _below(real, root)
            if parts is not None:
                return Place(root, parts)
        self._refuse_unreachable(named)
        raise RefusedError(f"{shown_path(wanted)} is a link to something {self._outside()}")

    def marked(self, place: Place) -> Marked:
        """The mark of the deepest marked folder above it; internal where there is none."""
        found = Marked(Level.INTERNAL, shown_path(place.root))
        depth = 0
        for folder, level in self._folder_levels().items():
            # One that cannot be reached holds no place that was.
            for real in _roots((folder,)):
                if len(real.parts) > depth and _below(place.path, real) is not None:
                    found, depth = Marked(level, shown_path(folder)), len(real.parts)
        return found

    def _outside(self) -> str:
        folders = self.folders()
        more = f" and {len(folders) - _MAX_NAMED} more" if len(folders) > _MAX_NAMED else ""
        named = ", ".join(shown_path(folder) for folder in folders[:_MAX_NAMED])
        return f"outside the folders granted to tools, which are: {named}{more}. {_WHERE}"

    def _refuse_unreachable(self, named: list[str]) -> None:
        if named and all(next(_roots((folder,)), None) is None for folder in named):
            raise RefusedError(f"The granted folder {shown_path(named[0])} cannot be reached.")


def _roots(folders: tuple[str, ...]) -> Iterator[Path]:
    """The real paths of folders, each looked up only when it is its turn."""
    for folder in folders:
        with contextlib.suppress(OSError, RuntimeError):
            yield Path(folder).resolve(strict=True)


def _below(path: PurePath, folder: PurePath) -> tuple[str, ...] | None:
    return parts_below(path, folder, folds=sys.platform in ("win32", "darwin"))


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError:  # Python 3.11 says so of links that lead in a circle
        raise RefusedError(f"{shown_path(path)} is a link that leads in a circle.") from None
    except OSError as error:
        raise RefusedError(saying(error, shown_path(path))) from None
