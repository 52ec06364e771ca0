"""What a tool is to the harness: a definition, and something that runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """What the model is told, and what the harness must know. `schema` is plain JSON Schema.

    `timeout` is in seconds, None for the user's setting. Only a tool that `is_read_only` may run
    beside others; one that `asks_first` runs only after the user's approval.
    """

    name: str
    description: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    is_read_only: bool = False
    asks_first: bool = False
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class ToolPicture:
    """A picture that a tool brings."""

    data: bytes = field(repr=False)
    media_type: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool says. An error is told to the model as one, and is no exception.

    The model reads the text; the pictures are for the user.
    """

    text: str
    is_error: bool = False
    pictures: tuple[ToolPicture, ...] = ()


class EffectKind(StrEnum):
    """What a call would do to a file."""

    NEW_FILE = "new_file"
    REPLACES = "replaces"
    REFUSED = "refused"
    NO_FOLDER = "no_folder"  # refused, because the user has granted no folder yet
    UNKNOWN = "unknown"  # the disk did not answer in time


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


class Tool(Protocol):
    """One tool. It may raise anything: the toolbox turns that into an error result."""

    @property
    def definition(self) -> ToolDefinition: ...

    def preview(self, arguments: Arguments) -> Preview: ...

    async def run(self, arguments: Arguments) -> ToolOutput: ...


class ToolSource(Protocol):
    """Something that brings tools: the built-in ones, later a server each."""

    def tools(self) -> tuple[Tool, ...]: ...
