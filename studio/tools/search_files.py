"""The tool that finds files in a granted folder, by their names and by what is in them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition, ToolOutput
from studio.core.trust import Level
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.decoding import decoded
from studio.tools.file_tool import FileTool
from studio.tools.folders import open_plain_file, read_at_most
from studio.tools.globs import Glob
from studio.tools.granted import Grants, Marked, Place
from studio.tools.matching import Finder, OutOfTimeError, Sought, shown_line
from studio.tools.names import shown_name
from studio.tools.pages import has_more
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads
from studio.tools.walking import MAX_ENTRIES, Walk

PAGE = 50
MAX_BYTES = 2_000_000  # of one file
SECONDS = 20.0
_NAMES_PAGE = 200
_MAX_PAGE = 1_000
_EXPLANATION = (
    "Finds files in a folder that the user granted and in the folders below it: by name, by a text "
    "in them, or both. With a text, each line that has it is shown as path:number:line, at most "
    f"{PAGE} a page; else the paths. Binary files, files of more than {MAX_BYTES:,} bytes and "
    "links are left out."
)


class SearchFilesArguments(ToolArguments):
    """What the model gives."""

    path: str = Field(
        default=".",
        description=(
            "The folder: an absolute path, or one relative to the first granted folder. Left "
            "out, that folder itself."
        ),
    )
    name: str = Field(
        default="",
        max_length=500,
        description=(
            "Which files, as a pattern with * ? [abc]: *.py fits in every folder; with a slash it "
            "counts from the folder searched, and ** stands for any folders (src/**/test_*.py)."
        ),
    )
    content: str = Field(default="", description="The text that a line must have.")
    is_regex: bool = Field(default=False, description="Takes content as a regular expression.")
    match_case: bool = Field(default=False, description="Tells capital letters from small ones.")
    include_hidden: bool = Field(
        default=False, description="Looks also into files and folders such as .git."
    )
    context_lines: int = Field(
        default=0, ge=0, le=3, description="How many lines to show before and after each."
    )
    page: int = Field(default=1, ge=1, le=_MAX_PAGE, description="Which page of the results.")


@dataclass(slots=True)
class _Hit:
    place: Place
    lines: list[str]


@dataclass(slots=True)
class _Search:
    """One call at work. `shown` are the hits of the page."""

    given: SearchFilesArguments
    walk: Walk
    end: float
    shown: list[_Hit] = field(default_factory=list)
    before: int = 0
    binary: int = 0
    large: int = 0
    files: int = 0
    has_more: bool = False
    is_late: bool = False

    @property
    def page_size(self) -> int:
        return PAGE if self.given.content else _NAMES_PAGE

    def run(self) -> None:
        try:
            for hit in self._hits():
                if self.before < (self.given.page - 1) * self.page_size:
                    self.before += 1
                elif len(self.shown) == self.page_size:
                    self.has_more = True
                    return
                else:
                    self.shown.append(hit)
        except OutOfTimeError:
            self.is_late = True

    def _hits(self) -> Iterator[_Hit]:
        given = self.given
        glob = Glob(given.name) if given.name else None
        finder = None
        if given.content:
            finder = Finder(Sought(given.content, given.is_regex, given.match_case), SECONDS)
        for place in self.walk.files():
            if time.monotonic() > self.end:
                raise OutOfTimeError
            below = PurePosixPath(*place.parts[len(self.walk.top.parts) :])
            if glob is not None and not glob.fits(below):
                continue
            self.files += 1
            shown = "/".join(shown_name(part) for part in below.parts)
            if finder is None:
                yield _Hit(place, [shown])
            else:
                yield from self._lines(place, shown, finder)

    def _lines(self, place: Place, shown: str, finder: Finder) -> Iterator[_Hit]:
        lines = self._text(place)
        around = self.given.context_lines
        for index, line in finder.found(lines):
            before = range(max(0, index - around), index)
            after = range(index + 1, min(len(lines), index + 1 + around))
            yield _Hit(
                place,
                [
                    *(f"{shown}-{each + 1}-{shown_line(lines[each])}" for each in before),
                    f"{shown}:{index + 1}:{line}",
                    *(f"{shown}-{each + 1}-{shown_line(lines[each])}" for each in after),
                ],
            )

    def _text(self, place: Place) -> list[str]:
        try:
            with open_plain_file(place) as descriptor:
                content = read_at_most(descriptor, MAX_BYTES + 1)
        except (OSError, RefusedError):
            self.walk.unreadable += 1
            return []
        if len(content) > MAX_BYTES:
            self.large += 1
            return []
        found = decoded(content, is_whole=True)
        if found is None:
            self.binary += 1
            return []
        return found.text.removesuffix("\n").split("\n")


class SearchFiles(FileTool[SearchFilesArguments]):
    """Each page searches anew, in the same order."""

    model = SearchFilesArguments

    def __init__(self, grants: Grants, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "search_files",
                _EXPLANATION,
                schema_of(SearchFilesArguments),
                is_read_only=True,
            ),
            grants,
            threads,
        )

    @override
    async def _answer(self, arguments: SearchFilesArguments) -> ToolOutput:
        if not arguments.name and not arguments.content:
            raise RefusedError("Give a name, a content, or both.")
        return await self._at(
            lambda: self._grants.place(arguments.path.strip() or "."),
            lambda place: self._found(place, arguments),
        )

    def _found(self, place: Place, given: SearchFilesArguments) -> ToolOutput:
        search = _Search(given, Walk(place, given.include_hidden), time.monotonic() + SECONDS)
        search.run()
        marked = self._strictest(search.shown)
        return ToolOutput(
            "\n".join(_told(place, search)), demands=marked.level, detail=marked.folder
        )

    def _strictest(self, hits: list[_Hit]) -> Marked:
        """Folders inside the one searched may be marked as more private than it is."""
        folders = {hit.place.parent for hit in hits}
        marks = [self._grants.marked(folder) for folder in folders]
        return max(marks, key=lambda each: each.level.rank, default=Marked(Level.PUBLIC, ""))


def _told(place: Place, search: _Search) -> Iterator[str]:
    things = "matches" if search.given.content else "files"
    first = search.before + 1
    if search.shown:
        yield f"{place.shown}: {things} {first} to {search.before + len(search.shown)}"
    else:
        more = f" from number {first} on" if search.before else ""
        yield f"{place.shown}: no {things}{more}, {search.files:,} files looked at"
    parted = search.given.context_lines and search.given.content
    for number, hit in enumerate(search.shown):
        if parted and number:
            yield "--"
        yield from hit.lines
    yield from _remarks(search)


def _remarks(search: _Search) -> Iterator[str]:
    left_out = (
        (search.binary, "binary"),
        (search.large, f"of more than {MAX_BYTES:,} bytes"),
        (search.walk.links, "links"),
        (search.walk.unreadable, "not readable"),
    )
    named = ", ".join(f"{count:,} {what}" for count, what in left_out if count)
    if named:
        yield f"[Left out: {named}.]"
    if search.is_late:
        yield f"[Stopped after {SECONDS:.0f} seconds; search a smaller folder, or more simply.]"
    elif search.has_more:
        yield has_more("results", "page", search.given.page + 1)
    elif search.walk.is_cut:
        yield f"[Only the first {MAX_ENTRIES:,} entries that the disk gave were looked at.]"
