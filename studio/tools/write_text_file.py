"""The tool that writes a text file in a granted folder, after the user has seen all of it."""

import asyncio
import contextlib
import os
import stat
import threading
import uuid
from collections.abc import Iterator

from pydantic import Field
from typing_extensions import override

from studio.core.tools import Arguments, Effect, EffectKind, Preview, ToolDefinition
from studio.tools.arguments import ToolArguments, parsed, schema_of
from studio.tools.decoding import decoded
from studio.tools.folders import Folder, open_folder, open_plain_file, refuse_unless_plain
from studio.tools.granted import Grants, Place
from studio.tools.names import is_plain, shown_path
from studio.tools.refusals import NoFolderError, RefusedError, saying
from studio.tools.threads import ToolThreads
from studio.tools.tool import BuiltInTool, at_place

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


class WriteTextFile(BuiltInTool[WriteTextFileArguments]):
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
            )
        )
        self._grants = grants
        self._threads = threads

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
    async def _answer(self, arguments: WriteTextFileArguments) -> str:
        content = _encoded(arguments.text)
        stopped = threading.Event()
        try:
            return await at_place(
                self._threads,
                lambda: self._target(arguments.path),
                lambda place: _written(place, content, len(arguments.text), stopped),
            )
        except asyncio.CancelledError:
            stopped.set()
            raise

    def _target(self, text: str) -> Place:
        place = self._grants.place(text)
        if not place.parts:
            raise RefusedError(f"{place.shown} is a folder, not a file.")
        if text.endswith(("/", os.sep)):
            raise RefusedError("The path ends like a folder; name a file.")
        if not is_plain(place.name):
            raise RefusedError("The file name has a character that cannot be shown.")
        return place

    def _outlook(self, given: WriteTextFileArguments) -> Outlook:
        try:
            _encoded(given.text)
            return _outlook(self._target(given.path))
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
    with _parent_folder(place) as folder:
        return _checked_status(folder, place)


def _checked_status(folder: Folder, place: Place) -> os.stat_result | None:
    """Of the file that would be replaced. Raises `RefusedError` where it must not be."""
    try:
        status = folder.status(place.name)
    except FileNotFoundError:
        return None
    refuse_unless_plain(status, place)
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        # Putting another file in its place would be possible, and against what the mark means.
        raise RefusedError(f"{place.shown} is marked as read-only.")
    return status


def _written(place: Place, content: bytes, characters: int, stopped: threading.Event) -> str:
    with _parent_folder(place) as folder:
        old = _checked_status(folder, place)
        temporary = f".{uuid.uuid4().hex}.tmp"
        try:
            _fill(folder, temporary, content, old)
            _checked_status(folder, place)
            _refuse_if(stopped)
            folder.replace(temporary, place.name)
        except BaseException:
            with contextlib.suppress(OSError):
                folder.remove(temporary)
            raise
        with contextlib.suppress(OSError):  # not every disk can; the file itself is safe
            folder.sync()
    count = f"{characters:,} {'character' if characters == 1 else 'characters'}"
    done = "Wrote" if old is None else f"Replaced {old.st_size:,} bytes:"
    kind = " (new file)" if old is None else ""
    return f"{done} {count}, {len(content):,} bytes of UTF-8, to {place.shown}{kind}."


@contextlib.contextmanager
def _parent_folder(place: Place) -> Iterator[Folder]:
    try:
        with open_folder(place.parent) as folder:
            yield folder
    except FileNotFoundError:
        raise RefusedError(
            f"There is no folder {place.parent.shown}, and this tool makes none."
        ) from None


def _fill(folder: Folder, name: str, content: bytes, old: os.stat_result | None) -> None:
    descriptor = folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with os.fdopen(descriptor, "wb") as file:
        if old is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & 0o777)
        file.write(content)
        file.flush()
        os.fsync(descriptor)


def _refuse_if(stopped: threading.Event) -> None:
    if stopped.is_set():
        raise RefusedError("Stopped before the file was replaced.")


def _encoded(text: str) -> bytes:
    if len(text) > MAX_CHARACTERS:
        raise RefusedError(f"The text is longer than {MAX_CHARACTERS:,} characters.")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RefusedError("The text contains half a character (a lone surrogate).") from None
