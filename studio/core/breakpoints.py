"""Where the user stops a turn to look at it, and what they then say."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Point(StrEnum):
    """Where a turn can be stopped."""

    BEFORE_REQUEST = "before_request"
    BEFORE_CALL = "before_call"  # after it was approved
    BEFORE_RESULT = "before_result"  # goes back to the model
    ON_ERROR = "on_error"  # a round that failed, or a call that ended in an error


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Kept with a chat. An empty `tool` means every one; a request has none."""

    point: Point
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn that is stopped. `id` is of this stop, `tool_use_id` empty for a request and a round.

    `body` is what may be edited: the request's body (JSON text), the call's arguments (JSON text),
    or the result's text; empty for a round that failed, whose `detail` is the error's category.
    `is_step`: no breakpoint stopped it, but the step before.
    """

    id: str
    point: Point
    round_number: int
    tool_use_id: str = ""
    tool: str = ""
    body: str = field(default="", repr=False)
    detail: str = ""
    is_step: bool = False


class ResumeKind(StrEnum):
    """How a stopped turn goes on."""

    CONTINUE = "continue"
    STEP = "step"  # on to the next place where it can be stopped
    RETRY = "retry"  # ask again; only for a round that failed
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Resume:
    """`body` replaces what the hit showed; None leaves it as it is."""

    kind: ResumeKind = ResumeKind.CONTINUE
    body: str | None = field(default=None, repr=False)


def held_calls(hits: Iterable[Hit]) -> frozenset[str]:
    """The IDs of the tool uses that are stopped, before they run or before their results go on."""
    return frozenset(hit.tool_use_id for hit in hits if hit.tool_use_id)


def stops_at(
    breakpoints: tuple[Breakpoint, ...], point: Point, tool: str = "", *, is_error: bool = False
) -> bool:
    """Whether one of them stops a turn here. `tool` is the name of the call's."""
    return any(
        (each.point is point or (is_error and each.point is Point.ON_ERROR))
        and each.tool in ("", tool)
        for each in breakpoints
    )
