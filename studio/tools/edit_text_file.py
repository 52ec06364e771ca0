"""The tool that edits a text file in a granted folder, after the user has seen the difference."""

import asyncio
import hashlib
import os
import threading
from collections import OrderedDict
from dataclasses import dataclass

from pydantic import Field
from typing_extensions import override

from studio.core.results import Form
from studio.core.tools import Arguments, Effect, EffectKind, Preview, ToolDefinition, ToolOutput
from studio.tools.arguments import ToolArguments, parsed, schema_of
from studio.tools.decoding import Stored, stored
from studio.tools.editing import Edit, as_difference, difference, edited
from studio.tools.file_tool import FileTool
from studio.tools.folders import Folder, open_plain_file, read_at_most
from studio.tools.granted import Grants, Place
from studio.tools.names import shown_path
from studio.tools.refusals import NoFolderError, RefusedError, saying
from studio.tools.replacing import parent_folder, replace_file, replaceable, writable
from studio.tools.threads import ToolThreads

MAX_BYTES = 4_000_000
_PREVIEW_SECONDS = 0.5
_MOST_SHOWN = 200  # previews whose files are remembered
_EXPLANATION = (
    "Edits a text file in a folder that the user granted: replaces exact pieces of its text. Read "
    "the file first. Encoding, line ends and the rest of the text stay as they are. The user sees "
    "the difference first and may refuse it. All edits are made, or none."
)


class TextEdit(ToolArguments):
    """One replacement."""

    old_text: str = Field(
        description=(
            "The text to be replaced, exactly as it is in the file, spaces and line ends too. It "
            "must be there once, so give enough of what stands around it."
        )
    )
    new_text: str = Field(description="What stands there afterwards; empty to take the text out.")
    replace_all: bool = Field(
        default=False, description="Replaces old_text everywhere, however often it is there."
    )


class EditTextFileArguments(ToolArguments):
    """What the model gives."""

    path: str = Field(
        description="The file: an absolute path, or one relative to the first granted folder."
    )
    edits: list[TextEdit] = Field(
        min_length=1,
        max_length=100,
        description="The replacements, each made in the text that the ones before it left.",
    )

    @property
    def values(self) -> tuple[Edit, ...]:
        return tuple(Edit(each.old_text, each.new_text, each.replace_all) for each in self.edits)


@dataclass(frozen=True, slots=True)
class _Current:
    """A file as it is now. `digest` is that of its bytes."""

    stored: Stored
    status: os.stat_result
    digest: str


class _Shown:
    """Which state of a file the user saw in the preview of which call, the newest last."""

    def __init__(self) -> None:
        self._digests: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, given: EditTextFileArguments, place: Place, digest: str) -> None:
        with self._lock:
            self._digests[given.model_dump_json()] = (place.shown, digest)
            while len(self._digests) > _MOST_SHOWN:
                self._digests.popitem(last=False)

    def digest(self, given: EditTextFileArguments) -> str | None:
        with self._lock:
            return self._digests.get(given.model_dump_json(), ("", None))[1]

    def follow(self, place: Place, before: str, after: str) -> None:
        """An edit that the user allowed outdates no other one of the same round."""
        with self._lock:
            for call, found in self._digests.items():
                if found == (place.shown, before):
                    self._digests[call] = (place.shown, after)


class EditTextFile(FileTool[EditTextFileArguments]):
    """The file is replaced in one step, and only while it is what the user was shown."""

    model = EditTextFileArguments

    def __init__(self, grants: Grants, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "edit_text_file", _EXPLANATION, schema_of(EditTextFileArguments), asks_first=True
            ),
            grants,
            threads,
        )
        self._shown = _Shown()

    @override
    def preview(self, arguments: Arguments) -> Preview:
        try:
            given = parsed(self.model, arguments)
        except RefusedError as error:
            return _refusal("", error)
        found = self._threads.run_within(_PREVIEW_SECONDS, lambda: self._outlook(given))
        path = shown_path(given.path)
        return found or Preview(
            as_difference(given.values),
            f"Edits {path}, not looked up yet",
            Effect(EffectKind.UNKNOWN, path),
            Form.DIFF,
        )

    @override
    async def _answer(self, arguments: EditTextFileArguments) -> ToolOutput:
        stopped = threading.Event()
        try:
            return await self._at(
                lambda: writable(self._grants, arguments.path),
                lambda place: self._edited(place, arguments, stopped),
            )
        except asyncio.CancelledError:
            stopped.set()
            raise

    def _outlook(self, given: EditTextFileArguments) -> Preview:
        alone = as_difference(given.values)
        try:
            place = writable(self._grants, given.path)
            try:
                current = _current(place)
                new = _new_text(current, given)
            except OSError as error:
                raise RefusedError(saying(error, place.shown)) from None
        except RefusedError as error:
            return _refusal(alone, error)
        self._shown.note(given, place, current.digest)
        shown = difference(current.stored.text, new, place.shown)
        return Preview(
            shown, f"Edits {place.shown}", Effect(EffectKind.EDITS, place.shown), Form.DIFF
        )

    def _edited(
        self, place: Place, given: EditTextFileArguments, stopped: threading.Event
    ) -> ToolOutput:
        current = _current(place)
        shown = self._shown.digest(given)
        if shown is not None and shown != current.digest:
            raise RefusedError(
                f"{place.shown} was changed since the user saw the difference, so nothing was "
                "written. Read it again."
            )
        new = _new_text(current, given)
        content = current.stored.encoded(new)

        def check(_: Folder, status: os.stat_result | None) -> None:
            if status is None or _state(status) != _state(current.status):
                raise RefusedError(f"{place.shown} was changed meanwhile; nothing was written.")

        replace_file(place, content, stopped, check)
        self._shown.follow(place, current.digest, hashlib.sha256(content).hexdigest())
        return ToolOutput(difference(current.stored.text, new, place.shown), form=Form.DIFF)


def _refusal(text: str, error: RefusedError) -> Preview:
    kind = EffectKind.NO_FOLDER if isinstance(error, NoFolderError) else EffectKind.REFUSED
    return Preview(text, f"Would be refused: {error}", Effect(kind), Form.DIFF)


def _current(place: Place) -> _Current:
    with parent_folder(place) as folder:
        replaceable(folder, place)
    with open_plain_file(place) as descriptor:
        status = os.fstat(descriptor)
        content = read_at_most(descriptor, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise RefusedError(f"{place.shown} has more than {MAX_BYTES:,} bytes, too many to edit.")
    found = stored(content)
    if found is None:
        raise RefusedError(
            f"{place.shown} is no text, or not wholly in its encoding, so it cannot be edited."
        )
    return _Current(found, status, hashlib.sha256(content).hexdigest())


def _new_text(current: _Current, given: EditTextFileArguments) -> str:
    """Raises `RefusedError`, also for what the file's encoding does not have."""
    new = edited(current.stored.text, given.values)
    try:
        content = current.stored.encoded(new)
    except UnicodeEncodeError:
        raise RefusedError(
            f"The new text has a character that the file's encoding ({current.stored.codec}) lacks."
        ) from None
    if len(content) > MAX_BYTES:
        raise RefusedError(f"The file would have more than {MAX_BYTES:,} bytes.")
    return new


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns
