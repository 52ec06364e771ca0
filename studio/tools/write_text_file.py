"""The tool that writes a text file in a granted folder, after the user has seen all of it."""

import asyncio
import os
import threading

from pydantic import Field
from typing_extensions import override

from studio.core.tools import Arguments, Effect, EffectKind, Preview, ToolDefinition, ToolOutput
from studio.tools.arguments import ToolArguments, parsed, schema_of
from studio.tools.decoding import decoded
from studio.tools.file_tool import FileTool
from studio.tools.folders import open_plain_file
from studio.tools.granted import Grants, Place
from studio.tools.names import shown_path
from studio.tools.refusals import NoFolderError, RefusedError, saying
from studio.tools.replacing import parent_folder, replace_file, replaceable, writable
from studio.tools.threads import ToolThreads

MAX_CHARACTERS = 2_000_000
Outlook = tuple[str, Effect]  # the note, and the facts behind it

_MAX_COUNTED = 1_000_000  # bytes; a preview is made while the window waits
_PREVIEW_SECONDS = 0.2


class WriteTextFileArguments(ToolArguments):
    """What the model gives."""

    path: str = Field(
        description=(
            "The file: an absolute path, or one relative to the first granted folder. Its folder "
            "must exist; a file that exists is replaced."
        )
    )
    text: str = Field(description="The whole text of the file; stored as UTF-8, exactly as given.")


class WriteTextFile(FileTool[WriteTextFileArguments]):
    """The file is replaced in one step: whoever reads it sees the old text or the new."""

    model = WriteTextFileArguments

    def __init__(self, grants: Grants, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "write_text_file",
                "Writes a text file in a folder that the user granted, new or in place of one. "
                "The user sees the whole text first and may refuse it.",
                schema_of(WriteTextFileArguments),
                asks_first=True,
            ),
            grants,
            threads,
        )

    @override
    def preview(self, arguments: Arguments) -> Preview:
        try:
            given = parsed(self.model, arguments)
        except RefusedError as error:
            return Preview("", f"Would be refused: {error}", Effect(EffectKind.REFUSED))
        outlook = self._threads.run_within(_PREVIEW_SECONDS, lambda: self._outlook(given))
        note, effect = outlook or _unknown(shown_path(given.path))
        return Preview(given.text, note, effect)

    @override
    async def _answer(self, arguments: WriteTextFileArguments) -> ToolOutput:
        content = _encoded(arguments.text)
        stopped = threading.Event()
        try:
            return await self._at(
                lambda: writable(self._grants, arguments.path),
                lambda place: _written(place, content, len(arguments.text), stopped),
            )
        except asyncio.CancelledError:
            stopped.set()
            raise

    def _outlook(self, given: WriteTextFileArguments) -> Outlook:
        try:
            _encoded(given.text)
            return _outlook(writable(self._grants, given.path))
        except NoFolderError as error:
            return f"Would be refused: {error}", Effect(EffectKind.NO_FOLDER)
        except RefusedError as error:
            return f"Would be refused: {error}", Effect(EffectKind.REFUSED)


def _outlook(place: Place) -> Outlook:
    try:
        old = _old_status(place)
        if old is None:
            note = f"New file in {place.parent.shown}: {place.shown}"
            return note, Effect(EffectKind.NEW_FILE, place.shown)
        size, unit = _extent(place, old.st_size)
        note = f"Replaces {size:,} {unit if size == 1 else unit + 's'} in {place.shown}"
        return note, Effect(EffectKind.REPLACES, place.shown, size, is_text=unit == "character")
    except OSError as error:
        return f"Would be refused: {saying(error, place.shown)}", Effect(EffectKind.REFUSED)


def _unknown(path: str) -> Outlook:
    return f"Writes {path}, not looked up yet", Effect(EffectKind.UNKNOWN, path)


def _extent(place: Place, size: int) -> tuple[int, str]:
    if size <= _MAX_COUNTED:
        with open_plain_file(place) as descriptor:
            found = decoded(os.read(descriptor, _MAX_COUNTED), is_whole=True)
        if found is not None:
            return len(found.text), "character"
    return size, "byte"


def _old_status(place: Place) -> os.stat_result | None:
    with parent_folder(place) as folder:
        return replaceable(folder, place)


def _written(place: Place, content: bytes, characters: int, stopped: threading.Event) -> str:
    old = replace_file(place, content, stopped)
    count = f"{characters:,} {'character' if characters == 1 else 'characters'}"
    done = "Wrote" if old is None else f"Replaced {old.st_size:,} bytes:"
    kind = " (new file)" if old is None else ""
    return f"{done} {count}, {len(content):,} bytes of UTF-8, to {place.shown}{kind}."


def _encoded(text: str) -> bytes:
    if len(text) > MAX_CHARACTERS:
        raise RefusedError(f"The text is longer than {MAX_CHARACTERS:,} characters.")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RefusedError("The text contains half a character (a lone surrogate).") from None
