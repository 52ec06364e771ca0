"""What to make of a turn that was running when Callboard was killed: as a pure rule."""

from dataclasses import replace

from studio.core.chats import Turn
from studio.core.messages import (
    Outcome,
    Part,
    Round,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
)

# For the model. A running tool was committed as such before it started, so one that still waited,
# was held at a breakpoint, or whose arguments were arriving has certainly done nothing, and may be
# asked for again.
OUTCOME_UNKNOWN = "interrupted, outcome unknown"
NOT_STARTED = "interrupted before it started"
_UNKNOWN = (OUTCOME_UNKNOWN, Outcome.INTERRUPTED)
_STARTED = frozenset({ToolState.RUNNING, ToolState.ENDED})
_NOT_STARTED = (NOT_STARTED, Outcome.CANCELLED)


def mend(turn: Turn, last_saved_at: float) -> Turn:
    """The turn as interrupted: each round closed, each call with a result. Its text stays."""
    return replace(
        turn,
        state=TurnState.INTERRUPTED,
        ended_at=last_saved_at,
        rounds=tuple(_closed(round_, last_saved_at) for round_ in turn.rounds),
    )


def _closed(round_: Round, at: float) -> Round:
    ended_at = at if round_.ended_at is None else round_.ended_at
    parts = tuple(_ended(part, at) for part in round_.parts)
    return replace(round_, ended_at=ended_at, parts=parts)


def _ended(part: Part, at: float) -> Part:
    if not isinstance(part, ToolUse) or part.result is not None:
        return part
    content, outcome = _UNKNOWN if part.state in _STARTED else _NOT_STARTED
    result = ToolResult(part.call.id, content, outcome, len(content))
    return replace(part, state=ToolState.ENDED, result=result, ended_at=at)
