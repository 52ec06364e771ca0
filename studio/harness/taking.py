"""What can be taken along of a turn, a round or a call, and why some of it cannot be. Pure."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from urllib.parse import urlsplit

from studio.core.call_recording import CallRecording
from studio.core.chats import Turn
from studio.core.messages import Round, ToolUse
from studio.core.recording import Recording
from studio.core.servers import ServerEntry
from studio.harness.call_code import as_pytest
from studio.harness.subject import Subject

_WITHIN = frozenset({"practice.invalid", "practice.localhost"})


class Take(Enum):
    """What is taken, in the order in which it is offered."""

    CURL = auto()
    HTTPX = auto()
    PYTEST = auto()
    REPORT = auto()
    SAVE_REPORT = auto()
    HAR_OF_TURN = auto()
    HAR_OF_CHAT = auto()
    TRACE_OF_TURN = auto()
    TRACE_OF_CHAT = auto()


class Lack(StrEnum):
    """Why something cannot be taken."""

    LOOKING = "looking"  # what was recorded is still being looked up
    NOTHING = "nothing"  # is chosen, or it is gone
    NOT_RECORDED = "not_recorded"
    WITHIN = "within"  # Callboard itself answered: there is no address
    NO_CALL = "no_call"
    CALL_NOT_RECORDED = "call_not_recorded"
    NO_TEST = "no_test"
    UNREADABLE = "unreadable"  # the store failed


@dataclass(frozen=True, slots=True)
class Taken:
    """What is there of a subject. `attempts` are outlines of the round's recordings, oldest first;
    `is_recorded` says whether anything of the turn is recorded."""

    turn: Turn
    round: Round | None = None
    attempts: tuple[Recording, ...] = ()
    is_recorded: bool = False
    use: ToolUse | None = None
    call: CallRecording | None = None
    server: ServerEntry | None = None


def round_of(turn: Turn, subject: Subject) -> Round | None:
    """The round that is meant."""
    for round_ in turn.rounds:
        uses = (use.call.id for use in round_.tool_uses)
        if round_.id == subject.round_id or (subject.tool_use_id and subject.tool_use_id in uses):
            return round_
    return turn.rounds[-1] if turn.rounds and not subject.round_id else None


def use_of(turn: Turn, round_: Round | None, subject: Subject) -> ToolUse | None:
    """The call that is meant: where none is named, the only one of a round that is."""
    if subject.tool_use_id:
        uses = (use for use in turn.tool_uses if use.call.id == subject.tool_use_id)
        return next(uses, None)
    if round_ is None or not subject.round_id or len(round_.tool_uses) != 1:
        return None
    return round_.tool_uses[0]


def lack(take: Take, taken: Taken) -> Lack | None:
    """Why it cannot be taken; None where it can."""
    match take:
        case Take.CURL | Take.HTTPX:
            if not taken.attempts:
                return Lack.NOT_RECORDED
            return Lack.WITHIN if urlsplit(taken.attempts[-1].url).hostname in _WITHIN else None
        case Take.PYTEST:
            return _test_lack(taken)
        case Take.HAR_OF_TURN | Take.TRACE_OF_TURN:
            return None if taken.is_recorded else Lack.NOT_RECORDED
        case Take.REPORT | Take.SAVE_REPORT | Take.HAR_OF_CHAT | Take.TRACE_OF_CHAT:
            return None


def as_test(taken: Taken) -> str | None:
    """The call as a pytest."""
    if taken.call is None or taken.use is None:
        return None
    return as_pytest(taken.call, taken.use.result, taken.server)


def _test_lack(taken: Taken) -> Lack | None:
    if taken.use is None:
        return Lack.NO_CALL
    if taken.call is None:
        return Lack.CALL_NOT_RECORDED
    return Lack.NO_TEST if as_test(taken) is None else None
