"""The one event vocabulary. Times are seconds since the epoch; IDs are ours, never a provider's."""

from dataclasses import dataclass

from studio.core.breakpoints import Hit, ResumeKind
from studio.core.decisions import BudgetChoice, SendChoice
from studio.core.errors import Failure
from studio.core.limits import Limits, Spending
from studio.core.messages import (
    Citation,
    Limit,
    Origin,
    Part,
    Progress,
    ServerToolUse,
    Stop,
    ToolCall,
    ToolResult,
    Usage,
    VendorState,
)
from studio.core.questions import AnswerKind, Question
from studio.core.results import Form
from studio.core.rules import Approved, Condition, Ruling
from studio.core.tools import Effect, ToolDefinition
from studio.core.trust import Level


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A fragment of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A fragment of what the model thinks."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A fragment of a call. The first delta of a call brings its name; `arguments` are appended."""

    tool_use_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class SourcesFound:
    """The provider names sources for what it said. One that was named before is not named again."""

    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class ServerToolReported:
    """The provider ran a tool of its own. A later report with the same ID replaces this one."""

    use: ServerToolUse


@dataclass(frozen=True, slots=True)
class RetryScheduled:
    """Before the round's first event an attempt failed; the next one starts in `delay` seconds."""

    delay: float
    attempt: int
    of: int
    failure: Failure


@dataclass(frozen=True, slots=True)
class RoundCompleted:
    """The reply is whole. `calls` are the complete calls, in the model's order."""

    calls: tuple[ToolCall, ...]
    usage: Usage
    stop: Stop
    stop_reason: str


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The first event of every turn."""

    prompt: tuple[Part, ...]
    at: float


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A request is about to go out. `is_edited`: the user edited it."""

    round_id: str
    origin: Origin
    at: float
    is_edited: bool = False


@dataclass(frozen=True, slots=True)
class ReasoningFinished:
    """The open stretch of reasoning took `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The adapter has recorded the round; what it wants back verbatim is in `vendor_state`."""

    at: float
    first_delta_at: float | None
    vendor_state: VendorState | None


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """A call waits for the user. `preview` is in full what would be done; `note` says where.

    `ruling` says why it is asked. `narrowings` are conditions that fit this call, to be offered for
    "always", the narrowest first. `tool` is what the call is for, `before` what it looked like when
    it was approved, where it has changed since. `is_blocked`: the trust rules refuse it, and only
    the user's knowing override lets it run.
    """

    tool_use_id: str
    preview: str
    note: str
    effect: Effect | None = None
    form: Form = Form.TEXT
    ruling: Ruling | None = None
    narrowings: tuple[Condition, ...] = ()
    tool: ToolDefinition | None = None
    before: Approved | None = None
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalSettled:
    """The user has decided; an allowed call still waits for its turn to run."""

    tool_use_id: str
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class CallRuled:
    """What was decided about a call, by whom or by which rule. `ran` are edited arguments."""

    tool_use_id: str
    ruling: Ruling
    ran: str | None = None


@dataclass(frozen=True, slots=True)
class ToolProgressed:
    """A running call says how far it is."""

    tool_use_id: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class DeadlineNear:
    """The time of a running call is up at `at`, unless it shows progress or the user keeps waiting;
    None: it is not near any more."""

    tool_use_id: str
    at: float | None


@dataclass(frozen=True, slots=True)
class InputRequested:
    """A running call asks the user something."""

    tool_use_id: str
    question: Question


@dataclass(frozen=True, slots=True)
class InputSettled:
    """The user has answered, or the question is withdrawn."""

    tool_use_id: str
    kind: AnswerKind


@dataclass(frozen=True, slots=True)
class BudgetReached:
    """The turn pauses until the user says how to go on."""

    limit: Limit
    spent: Spending
    limits: Limits


@dataclass(frozen=True, slots=True)
class BudgetSettled:
    """The user has said how the turn goes on."""

    choice: BudgetChoice


@dataclass(frozen=True, slots=True)
class SendHeld:
    """The chat has seen what this provider may not receive; the turn waits for the user.

    `level` is that of the chat, `clearance` what the provider may receive. `is_blocked`: the rules
    forbid it, and only a knowing override sends; `is_final`: not even that.
    """

    profile_id: str
    profile_name: str
    level: Level
    clearance: Level
    is_blocked: bool = False
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class SendSettled:
    """The user has said whether it is sent."""

    choice: SendChoice


@dataclass(frozen=True, slots=True)
class BreakpointHit:
    """The turn is stopped where the user wants to look, until they say how it goes on."""

    hit: Hit


@dataclass(frozen=True, slots=True)
class BreakpointSettled:
    """The user has said how a stopped turn goes on, or the turn has ended."""

    hit_id: str
    kind: ResumeKind


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """The call runs."""

    tool_use_id: str
    at: float


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """The call has its one result, error or not."""

    result: ToolResult
    at: float


@dataclass(frozen=True, slots=True)
class LimitReached:
    """From here on no calls are run; one last round without tools asks for the best answer."""

    limit: Limit


@dataclass(frozen=True, slots=True)
class TurnCompleted:
    """The answer is final."""

    at: float


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The turn came to nothing more; what had arrived stays."""

    failure: Failure
    at: float


@dataclass(frozen=True, slots=True)
class TurnCancelled:
    """The user stopped the turn; what had arrived stays."""

    at: float


@dataclass(frozen=True, slots=True)
class TurnInterrupted:
    """Callboard ended in mid turn. Only a replay brings this event."""

    at: float


RoundEvent = (
    TextDelta
    | ReasoningDelta
    | ToolCallDelta
    | SourcesFound
    | ServerToolReported
    | RetryScheduled
    | RoundCompleted
)
TurnEnd = TurnCompleted | TurnFailed | TurnCancelled | TurnInterrupted
Event = (
    RoundEvent
    | TurnStarted
    | RoundStarted
    | ReasoningFinished
    | RoundEnded
    | ApprovalRequested
    | ApprovalSettled
    | CallRuled
    | ToolProgressed
    | DeadlineNear
    | InputRequested
    | InputSettled
    | BudgetReached
    | BudgetSettled
    | SendHeld
    | SendSettled
    | BreakpointHit
    | BreakpointSettled
    | ToolStarted
    | ToolFinished
    | LimitReached
    | TurnEnd
)
