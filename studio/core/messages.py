"""What a chat is made of: turns, their rounds, and the parts of a round."""

from dataclasses import dataclass
from enum import StrEnum

from studio.core.questions import Question
from studio.core.results import Finding, Form
from studio.core.rules import Ruling
from studio.core.untrusted import marked


class Dialect(StrEnum):
    """A wire format."""

    OPENAI_CHAT = "openai_chat"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC_MESSAGES = "anthropic_messages"
    GOOGLE_GEMINI = "google_gemini"
    OLLAMA_CHAT = "ollama_chat"


class Stop(StrEnum):
    """Why a round ended, in our words. `Round.stop_reason` keeps the provider's own."""

    END = "end"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    PAUSE = "pause"
    MALFORMED_CALL = "malformed_call"
    ERROR = "error"
    OTHER = "other"

    @property
    def vetoes_calls(self) -> bool:
        """A cut-off, filtered or failed round never runs a call, however complete it looks."""
        return self in _VETOES


_VETOES = frozenset(
    {Stop.LENGTH, Stop.CONTENT_FILTER, Stop.REFUSAL, Stop.MALFORMED_CALL, Stop.ERROR}
)


class Outcome(StrEnum):
    """How a tool call ended. Everything but `DONE` goes to the model as an error result."""

    DONE = "done"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    INVALID = "invalid"  # unknown tool, arguments that are not JSON or do not fit the schema
    BLOCKED = "blocked"  # a rule or a limit refused it
    DENIED = "denied"  # the user refused it
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"  # cut off by a crash: outcome unknown


class ToolState(StrEnum):
    """Where a tool use stands: what its card shows. Ended uses show their `Outcome`."""

    ARRIVING = "arriving"  # arguments are still streaming in
    READY = "ready"  # complete, waits for its turn
    WAITING = "waiting"  # waits for the user's decision
    RUNNING = "running"
    ENDED = "ended"


class TurnState(StrEnum):
    """Where a turn stands."""

    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"  # Callboard ended in mid turn; found when the chat was opened again


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model asks for a tool. `id` is ours and unique; hosts repeat or omit theirs.

    `arguments` is the JSON text as it arrived (`""` means no arguments).
    """

    id: str
    name: str
    arguments: str
    provider_call_id: str = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file beside a prompt. The bytes are in the store under `digest` (SHA-256, hex).

    `size` in bytes. `text_digest` names the text that was read out of the file, which is what a
    model gets that does not take such files; empty where there is none. `words` are those of
    that text, `pages` those of a document.
    """

    name: str
    media_type: str
    size: int
    digest: str
    text_digest: str = ""
    pages: int | None = None
    words: int | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What we give back. `content` is what the tool said, already shortened; `told` is what the
    model receives.

    `full_size` is the length in characters of the whole result, which the store keeps when
    it is longer than `content`. `files` are pictures that came beside it, for the user alone.
    `form` tells how it is shown, `findings` what in it reads like an instruction. `outside` names
    where it came from when strangers wrote it, and the model is told so. `note` is said to the
    model before it, such as that the user changed the arguments. `is_replaced`: the user wrote it,
    in the place of what the tool had said; the model is not told.
    """

    tool_use_id: str
    content: str
    outcome: Outcome
    full_size: int
    files: tuple[Attachment, ...] = ()
    form: Form = Form.TEXT
    findings: tuple[Finding, ...] = ()
    outside: str = ""
    note: str = ""
    is_replaced: bool = False

    @property
    def told(self) -> str:
        """What the model receives."""
        text = marked(self.content, self.outside) if self.outside else self.content
        return f"{self.note}\n\n{text}" if self.note else text

    @property
    def is_error(self) -> bool:
        return self.outcome is not Outcome.DONE

    @property
    def is_shortened(self) -> bool:
        return self.full_size > len(self.content)


@dataclass(frozen=True, slots=True)
class Text:
    """What is said: Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What the model thinks before it speaks. `seconds` is None while it still thinks."""

    text: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running call says it is. `total` is None where it does not know."""

    done: float
    total: float | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call and, once there, its result. Times are seconds since the epoch.

    `ruling` says why it was allowed or refused. `ran` are the arguments that really ran, JSON text,
    None where they are the call's own. `progress`, `deadline` (when its time is up, shown once that
    is near) and `question` are there only while it runs.
    """

    call: ToolCall
    state: ToolState = ToolState.ARRIVING
    result: ToolResult | None = None
    started_at: float | None = None
    ended_at: float | None = None
    ruling: Ruling | None = None
    ran: str | None = None
    progress: Progress | None = None
    deadline: float | None = None
    question: Question | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One source that the provider names for what it said. `quote` is the cited passage."""

    url: str
    title: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """The citations of a round, each once, in the order they were first named. The last part."""

    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class ServerToolUse:
    """What the provider ran itself (web search, code execution). Shown, never executed by us.

    `id` is ours. `arguments` and `output` are text as the provider gave it, JSON or not; `output`
    is empty where the provider keeps it to itself.
    """

    id: str
    name: str
    arguments: str = ""
    output: str = ""
    is_error: bool = False
    is_done: bool = False


Part = Text | Reasoning | ToolUse | Attachment | Sources | ServerToolUse


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider reported them; None where it said nothing.

    The counts nest differently in each dialect: Anthropic's input leaves cached tokens out,
    Gemini's output leaves reasoning out. `core/spending.py` knows, and makes them comparable.
    `written_tokens` are those that a cache took in.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    written_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Who answered a round. `stays_here` is true when nothing left this computer.

    `host` is where it was sent, with the port where that is not the usual one; `key_hint` the last
    four of the key.
    """

    profile_id: str
    profile_name: str
    dialect: Dialect
    model: str
    key_id: str = ""
    stays_here: bool = False
    host: str = ""
    key_hint: str = ""


@dataclass(frozen=True, slots=True)
class VendorState:
    """What must go back verbatim, labelled with its owner; anybody else ignores it.

    `blob` is JSON text that only the owner's exchange understands.
    """

    dialect: Dialect
    profile_id: str
    model: str
    blob: str


@dataclass(frozen=True, slots=True)
class Retry:
    """A failed attempt before the round's first event. `delay` in seconds, `attempt` from 1."""

    delay: float
    attempt: int
    category: str


@dataclass(frozen=True, slots=True)
class Round:
    """One request and its streamed reply. Times are seconds since the epoch. `is_edited`: the
    user edited the request, so it is not what the turn alone would have made of it."""

    id: str
    origin: Origin
    started_at: float
    parts: tuple[Part, ...] = ()
    stop: Stop | None = None  # None: the round did not end by itself
    stop_reason: str = ""
    usage: Usage = Usage()
    first_delta_at: float | None = None
    ended_at: float | None = None
    vendor_state: VendorState | None = None
    retries: tuple[Retry, ...] = ()
    is_edited: bool = False

    @property
    def tool_uses(self) -> tuple[ToolUse, ...]:
        return tuple(part for part in self.parts if isinstance(part, ToolUse))

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts if isinstance(part, Text))


class Limit(StrEnum):
    """Which limit a turn has reached."""

    ROUNDS = "rounds"
    CALLS = "calls"
    RESULT_CHARACTERS = "result_characters"
    SECONDS = "seconds"
    TOKENS = "tokens"
    MONEY = "money"
    REPEATS = "repeats"  # the same call failed again and again
