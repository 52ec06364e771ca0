"""The rows of a transcript: what stands one under another, as values that can be compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from studio.core.errors import Failure
from studio.core.messages import Attachment, Citation, Limit
from studio.ui.chat.leaves import Block


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One Markdown block of an answer, or of its reasoning.

    `is_final` differs when the message's link definitions are all known, so that a row drawn
    before is drawn once more. `is_prompt`: it stands in a prompt, inside its bubble.
    """

    block: Block
    is_reasoning: bool = False
    is_final: bool = False
    is_prompt: bool = False
    references: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class PromptRow:
    """A piece of the user's prompt. `hidden` is how many characters wait for "show all"."""

    text: str
    opens: bool = True
    closes: bool = True
    hidden: int = 0
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ReasoningRow:
    """The fold above a stretch of reasoning; `seconds` is None while the model still thinks."""

    number: int
    seconds: float | None
    is_unfolded: bool
    is_running: bool


@dataclass(frozen=True, slots=True)
class SourcesRow:
    """The sources of one round: a line that unfolds to a list."""

    number: int
    citations: tuple[Citation, ...]
    is_unfolded: bool = False


@dataclass(frozen=True, slots=True)
class CardRow:
    """A place for a widget that somebody else makes: a tool card."""

    tool_use_id: str


class Note(Enum):
    """What a line between the parts of an answer says."""

    WAITING = "waiting"
    RETRYING = "retrying"
    LIMIT = "limit"
    LENGTH = "length"
    FILTERED = "filtered"
    REFUSED = "refused"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A quiet line. The numbers belong to RETRYING, `limit` to LIMIT, `name` to WAITING."""

    note: Note
    delay: float = 0.0
    attempt: int = 0
    of: int = 0
    limit: Limit | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class FailureRow:
    """Why the turn failed."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class FooterRow:
    """Who answered, and what it took. None where nothing was reported."""

    model: str
    input_tokens: int | None
    output_tokens: int | None
    tokens_per_second: float | None
    seconds: float | None


Row = BlockRow | PromptRow | ReasoningRow | SourcesRow | CardRow | NoteRow | FailureRow | FooterRow
