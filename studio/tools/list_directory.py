"""The tool that lists a granted folder."""

import contextlib
import heapq
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition, ToolOutput
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.file_tool import FileTool
from studio.tools.folders import open_folder
from studio.tools.granted import Grants, Place
from studio.tools.names import is_plain, shown_name, shown_path
from studio.tools.pages import has_more
from studio.tools.threads import ToolThreads

PAGE = 500
MAX_ENTRIES = 100_000
_DESCRIPTION = (
    "Lists a folder that the user granted: folders first (marked with a slash at the end), then "
    f"files with their sizes, sorted by name, {PAGE} entries a call. Names in which a character "
    "cannot be shown have it as an escape such as \\n or \\u202f, as in JSON."
)


class ListDirectoryArguments(ToolArguments):
    """What the model gives."""

    path: str = Field(
        default=".",
        description=(
            "The folder: an absolute path, or one relative to the first granted folder. Left "
            "out, that folder itself."
        ),
    )
    start_entry: int = Field(
        default=1,
        ge=1,
        description="Number of the first entry to list, to see more of a long list.",
    )


class ListDirectory(FileTool[ListDirectoryArguments]):
    """Looks at names and sizes only; nothing is opened but the folder."""

    model = ListDirectoryArguments

    def __init__(self, grants: Grants, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "list_directory",
                _DESCRIPTION,
                schema_of(ListDirectoryArguments),
                is_read_only=True,
            ),
            grants,
            threads,
        )

    @override
    async def _answer(self, arguments: ListDirectoryArguments) -> ToolOutput:
        text = arguments.path.strip() or "."
        start = arguments.start_entry
        return await self._at(
            lambda: self._grants.place(text),
            lambda place: _listed(place, start, self._others(text)),
        )

    def _others(self, text: str) -> list[str]:
        folders = self._grants.folders()
        if text != "." or len(folders) < 2:
            return []
        return [f"Granted folders: {', '.join(shown_path(folder) for folder in folders[:20])}"]


@dataclass(frozen=True, slots=True, order=True)
class _Entry:
    """Sorts as it is listed."""

    is_no_folder: bool
    folded: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class _Listing:
    """A page of a folder. `is_cut` where the folder has more entries than were looked at."""

    folder: str
    start: int
    entries: list[_Entry]
    count: int
    is_cut: bool

    @property
    def end(self) -> int:
        return self.start - 1 + len(self.entries)

    @property
    def total(self) -> str:
        number = f"{'more than ' if self.is_cut else ''}{self.count:,}"
        return f"{number} {'entry' if number == '1' else 'entries'}"


def _listed(place: Place, start: int, others: list[str]) -> str:
    with open_folder(place) as folder, contextlib.closing(folder.entries()) as entries:
        found = list(itertools.islice(entries, MAX_ENTRIES + 1))
        is_cut = len(found) > MAX_ENTRIES
        del found[MAX_ENTRIES:]
        # Only those to be shown are asked for their sizes.
        kinds = [(not _is_folder(entry), entry.name.casefold(), entry.name) for entry in found]
        wanted = set(heapq.nsmallest(start - 1 + PAGE, kinds)[start - 1 :])
        shown = sorted(
            _Entry(*kind, _note(entry))
            for kind, entry in zip(kinds, found, strict=True)
            if kind in wanted
        )
    return "\n".join(_lines(_Listing(place.shown, start, shown, len(found), is_cut), others))


def _lines(listing: _Listing, others: list[str]) -> list[str]:
    if not listing.count:
        return [f"{listing.folder} is empty.", *others]
    if not listing.entries:
        return [f"{listing.folder} has {listing.total}; none from number {listing.start} on."]
    is_part = len(listing.entries) < listing.count
    part = f", here {listing.start} to {listing.end}" if is_part else ""
    names = [f"{shown_name(entry.name)}{entry.note}" for entry in listing.entries]
    return [f"{listing.folder}: {listing.total}{part}", *names, *others, *_remarks(listing)]


def _remarks(listing: _Listing) -> Iterator[str]:
    if not all(is_plain(entry.name) for entry in listing.entries):
        yield "[Some names have escapes for characters that cannot be shown.]"
    if listing.end < listing.count:
        yield has_more("entries", "start_entry", listing.end + 1)
    elif listing.is_cut:
        yield f"[Only the first {MAX_ENTRIES:,} entries that the disk gave were looked at.]"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return False


def _note(entry: os.DirEntry[str]) -> str:
    try:
        if entry.is_symlink():
            return " (link)"
        if entry.is_dir(follow_symlinks=False):
            return "/"
        if not entry.is_file(follow_symlinks=False):
            return " (special file)"
        size = entry.stat(follow_symlinks=False).st_size
    except OSError:
        return " (not readable)"
    return f" ({size:,} {'byte' if size == 1 else 'bytes'})"
