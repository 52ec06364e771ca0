"""The tool that reads a text file in a granted folder, some lines a call."""

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition, ToolOutput
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.decoding import decoded
from studio.tools.file_tool import FileTool
from studio.tools.folders import open_plain_file, read_at_most
from studio.tools.granted import Grants, Place
from studio.tools.pages import has_more
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads

MAX_BYTES = 20_000_000
MAX_LINES = 5_000
MAX_CHARACTERS = 80_000  # below what the harness lets one result have, so that it cuts nothing off


class ReadTextFileArguments(ToolArguments):
    """What the model gives."""

    path: str = Field(
        description="The file: an absolute path, or one relative to the first granted folder."
    )
    start_line: int = Field(default=1, ge=1, description="Number of the first line, from 1.")
    line_count: int = Field(
        default=1_000, ge=1, le=MAX_LINES, description="How many lines to read at most."
    )


class ReadTextFile(FileTool[ReadTextFileArguments]):
    """Pages hold no state: each call reads the file anew."""

    model = ReadTextFileArguments

    def __init__(self, grants: Grants, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "read_text_file",
                "Reads lines of a text file in a folder that the user granted. The first line of "
                "the result names the file, the lines shown and the encoding; the text follows. "
                f"At most {MAX_CHARACTERS:,} characters a call.",
                schema_of(ReadTextFileArguments),
                is_read_only=True,
            ),
            grants,
            threads,
        )

    @override
    async def _answer(self, arguments: ReadTextFileArguments) -> ToolOutput:
        return await self._at(
            lambda: self._grants.place(arguments.path),
            lambda place: _page(place, arguments.start_line, arguments.line_count),
        )


def _page(place: Place, start: int, count: int) -> str:
    content = _content(place)
    is_whole = len(content) <= MAX_BYTES
    found = decoded(content[:MAX_BYTES], is_whole=is_whole)
    if found is None:
        raise RefusedError(
            f"{place.shown} is a binary file, not text, so it cannot be read with this tool."
        )
    if not found.text:
        return f"{place.shown} is empty."
    lines = found.text.removesuffix("\n").split("\n")
    if start > len(lines):
        raise RefusedError(f"{place.shown} has only {len(lines)} lines; none from {start} on.")
    shown = _fitting(lines[start - 1 : start - 1 + count])
    end = start - 1 + len(shown)
    total = f"{len(lines)}" if is_whole else f"more than {len(lines)}"
    notes = _notes(lines, start, end, is_whole=is_whole)
    head = f"{place.shown}: lines {start} to {end} of {total}, {found.encoding}"
    return "\n".join((head, "", *shown, *(("", *notes) if notes else ())))


def _fitting(lines: list[str]) -> list[str]:
    """As many lines as fit; a first line that does not is cut."""
    fitting: list[str] = []
    room = MAX_CHARACTERS
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        fitting.append(line)
    return fitting or [lines[0][:MAX_CHARACTERS]]


def _notes(lines: list[str], start: int, end: int, *, is_whole: bool) -> list[str]:
    notes = []
    if len(lines[start - 1]) > MAX_CHARACTERS:
        length = len(lines[start - 1])
        notes.append(f"[Line {start} is cut: it has {length} characters, {MAX_CHARACTERS} shown.]")
    if end < len(lines):
        notes.append(has_more("lines", "start_line", end + 1))
    elif not is_whole:
        notes.append(f"[The file goes on, but only its first {MAX_BYTES:,} bytes can be read.]")
    return notes


def _content(place: Place) -> bytes:
    """One byte more than is allowed where the file is larger, whatever size it claims to have."""
    with open_plain_file(place) as descriptor:
        return read_at_most(descriptor, MAX_BYTES + 1)
