"""What a tool is to the harness: a definition, and something that runs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from studio.core.messages import Citation
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.results import Form
from studio.core.trust import Level, Reach

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """What a server claims of its tool; None where it says nothing. Believed only where the user
    trusts the server, shown always."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


NO_HINTS = Hints()


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """What the model is told, and what the harness must know. `schema` is plain JSON Schema.

    `timeout` is in seconds, None for the user's setting; progress begins it anew, until `longest`
    (seconds, None for no other bound than the time limit). Only a tool that `is_read_only` may run
    beside others; one that `asks_first` runs only after the user's approval. `server_id` is empty
    for a tool of Callboard's own, `own_name` what the server calls it. `demands` is how private its
    results are, `reach` where its arguments go, `host` the address they go to where that
    is one. `is_outside`: its results were written by strangers.
    """

    name: str
    description: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    is_read_only: bool = False
    asks_first: bool = False
    timeout: float | None = None
    longest: float | None = None
    title: str = ""
    server_id: str = ""
    server_name: str = ""
    own_name: str = ""
    hints: Hints = NO_HINTS
    demands: Level = Level.PUBLIC
    reach: Reach = Reach.NOWHERE
    host: str = ""
    is_outside: bool = False

    @property
    def fingerprint(self) -> str:
        """Of what was approved: name, description and schema. SHA-256, hex."""
        told = json.dumps([self.name, self.description, self.schema], sort_keys=True)
        return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


def estimated_tokens(definition: ToolDefinition) -> int:
    """What a definition takes of a model's window: a quarter of its characters, as is usual."""
    told = (definition.name, definition.description, json.dumps(definition.schema))
    return sum(len(each) for each in told) // 4 + 1


@dataclass(frozen=True, slots=True)
class ToolPicture:
    """A picture that a tool brings."""

    data: bytes = field(repr=False)
    media_type: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool says. An error is told to the model as one, and is no exception.

    The model reads the text; the pictures are for the user. `form` tells how the card shows the
    text. `sources` are what it was taken from. `demands` is how private this result is, where the
    tool knows better than its definition, and `detail` why (a folder). `raw` is the result as it
    came over the wire, JSON text, empty where there was no wire.
    """

    text: str
    is_error: bool = False
    pictures: tuple[ToolPicture, ...] = ()
    form: Form = Form.TEXT
    sources: tuple[Citation, ...] = ()
    demands: Level | None = None
    detail: str = ""
    raw: str = field(default="", repr=False)


class EffectKind(StrEnum):
    """What a call would do to a file."""

    NEW_FILE = "new_file"
    REPLACES = "replaces"
    REFUSED = "refused"
    NO_FOLDER = "no_folder"  # refused, because the user has granted no folder yet
    UNKNOWN = "unknown"  # the disk did not answer in time
    EDITS = "edits"  # the preview's text is a unified diff
    NOT_ISOLATED = "not_isolated"  # this computer cannot keep the program away from anything
    ISOLATED = "isolated"  # without network, with limits, in a scratch folder


@dataclass(frozen=True, slots=True)
class Effect:
    """The facts behind a preview's note, for a sentence in the user's language.

    `size` counts what would be replaced: characters, or bytes where it is no text.
    """

    kind: EffectKind
    path: str = ""
    size: int = 0
    is_text: bool = True


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would do, in full (the text to be written, not its line count), and where.

    `note` is in the tool's own words; where there is an `effect`, the window makes its own.
    """

    text: str
    note: str = ""
    effect: Effect | None = None
    form: Form = Form.TEXT
    always_asks: bool = False  # whatever was allowed before


class Talk(Protocol):
    """What a running tool may say and ask before it is done."""

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Shown on the card; the time limit begins anew."""
        ...

    async def ask(self, question: Question) -> Answer:
        """A form on the card. The time that the user takes does not count."""
        ...


class _NoTalk:
    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        return

    async def ask(self, question: Question) -> Answer:
        return Answer(AnswerKind.CANCEL)


NO_TALK: Talk = _NoTalk()


class Tool(Protocol):
    """One tool. It may raise anything: the toolbox turns that into an error result."""

    @property
    def definition(self) -> ToolDefinition: ...

    def preview(self, arguments: Arguments) -> Preview: ...

    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput: ...


class ToolSource(Protocol):
    """Something that brings tools: the built-in ones, and a server each. In a stable order."""

    def tools(self) -> tuple[Tool, ...]: ...
