"""The tool that lists a granted folder."""

import heapq
import itertools
import os
from dataclasses import dataclass

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.folders import open_folder
from studio.tools.granted import Grants, Place
from studio.tools.names import is_plain, shown_name, shown_path
from studio.tools.threads import FileThreads
from studio.tools.tool import BuiltInTool, at_place

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


class ListDirectory(BuiltInTool[ListDirectoryArguments]):
    """Looks at names and sizes only; nothing is opened but the folder."""

    model = ListDirectoryArguments

    def __init__(self, grants: Grants, threads: FileThreads) -> None:
        super().__init__(
            ToolDefinition(
                "list_directory",
                _DESCRIPTION,
                schema_of(ListDirectoryArguments),
                is_read_only=True,
            )
        )
        self._grants = grants
        self._threads = threads

    @override
    async def _answer(self, arguments: ListDirectoryArguments) -> str:
        text = arguments.path.strip() or "."
        start = arguments.start_entry
        listed = await at_place(
            self._threads, lambda: self._grants.place(text), lambda place: _listed(place, start)
        )
        folders = self._grants.folders()
        if text == "." and len(folders) > 1:
            named = ", ".join(shown_path(folder) for folder in folders[:20])
            return f"{listed}\nGranted folders: {named}"
        return listed


@dataclass(frozen=True, slots=True, order=True)
class _Entry:
    """Sorts as it is listed."""

    is_no_folder: bool
    folded: str
    name: str
    note: str


def _listed(place: Place, start: int) -> str:
    with open_folder(place) as folder:
        found = list(itertools.islice(folder.entries(), MAX_ENTRIES + 1))
        is_cut = len(found) > MAX_ENTRIES
        del found[MAX_ENTRIES:]
        # Only those to be shown are asked for their sizes.
        kinds = [(not _is_folder(entry), entry.name.casefold(), entry.name) for entry in found]
        wanted = set(heapq.nsmallest(start - 1 + PAGE, kinds)[start - 1 :])
        entries = sorted(
            _Entry(*kind, _note(entry))
            for kind, entry in zip(kinds, found, strict=True)
            if kind in wanted
        )
    total = f"more than {MAX_ENTRIES:,}" if is_cut else f"{len(found):,}"
    return "\n".join(_lines(place, entries, start, len(found), total))


def _lines(place: Place, entries: list[_Entry], start: int, count: int, total: str) -> list[str]:
    if not count:
        return [f"{place.shown} is empty."]
    if not entries:
        return [f"{place.shown} has {total} entries; none from number {start:,} on."]
    end = start - 1 + len(entries)
    part = "" if len(entries) == count else f", here {start:,} to {end:,}"
    lines = [f"{place.shown}: {total} {'entry' if total == '1' else 'entries'}{part}"]
    lines += [f"{shown_name(entry.name)}{entry.note}" for entry in entries]
    if not all(is_plain(entry.name) for entry in entries):
        lines.append("[Some names have escapes for characters that cannot be shown.]")
    if end < count:
        lines.append(f"[More entries: call again with start_entry {end + 1}.]")
    return lines


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
