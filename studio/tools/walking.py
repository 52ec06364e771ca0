"""Going through a granted folder, file by file, in an order that is always the same.

Links are never followed; each folder is opened on its own, from the granted one down.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from studio.tools.folders import open_folder
from studio.tools.granted import Place
from studio.tools.refusals import RefusedError

MAX_ENTRIES = 200_000
_MAX_DEPTH = 100


@dataclass(slots=True)
class Walk:
    """One way through. Afterwards it knows what it left out."""

    top: Place
    shows_hidden: bool = False
    links: int = 0
    unreadable: int = 0
    is_cut: bool = False
    _entries: int = field(default=0, repr=False)

    def files(self) -> Iterator[Place]:
        """Of each folder first its files by name, then what its folders hold."""
        waiting = [self.top]
        while waiting and not self.is_cut:
            place = waiting.pop()
            files, folders = self._inside(place)
            yield from (Place(place.root, (*place.parts, name)) for name in files)
            if len(place.parts) - len(self.top.parts) < _MAX_DEPTH:
                waiting += [Place(place.root, (*place.parts, name)) for name in reversed(folders)]

    def _inside(self, place: Place) -> tuple[list[str], list[str]]:
        files: list[str] = []
        folders: list[str] = []
        try:
            with open_folder(place) as folder, contextlib.closing(folder.entries()) as entries:
                for entry in entries:
                    self._sort_in(entry, files, folders)
                    if self.is_cut:
                        break
        except (OSError, RefusedError):
            if place is self.top:
                raise
            self.unreadable += 1  # or gone, or put in the place of another meanwhile
        return sorted(files, key=_order), sorted(folders, key=_order)

    def _sort_in(self, entry: os.DirEntry[str], files: list[str], folders: list[str]) -> None:
        if entry.name.startswith(".") and not self.shows_hidden:
            return
        self._entries += 1
        self.is_cut = self._entries > MAX_ENTRIES
        if entry.is_symlink():
            self.links += 1
        elif entry.is_dir(follow_symlinks=False):
            folders.append(entry.name)
        elif entry.is_file(follow_symlinks=False):
            files.append(entry.name)


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name
