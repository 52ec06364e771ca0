"""What becomes of a tool use, event by event: the same for the turn and for its card."""

from dataclasses import replace
from typing import assert_never

from studio.core import events as ev
from studio.core.messages import ToolState, ToolUse

_RunningEvent = ev.ToolProgressed | ev.DeadlineNear | ev.InputRequested | ev.InputSettled
CallEvent = (
    ev.ApprovalRequested
    | ev.ApprovalSettled
    | ev.CallRuled
    | ev.ToolStarted
    | ev.ToolFinished
    | _RunningEvent
)


def called(event: CallEvent) -> str:
    """Which tool use an event is about."""
    return event.result.tool_use_id if isinstance(event, ev.ToolFinished) else event.tool_use_id


def used(use: ToolUse, event: CallEvent) -> ToolUse:
    """What becomes of a tool use."""
    match event:
        case ev.ApprovalRequested():
            return replace(use, state=ToolState.WAITING, started_at=None)
        case ev.ApprovalSettled():
            return replace(use, state=ToolState.READY, started_at=None)
        case ev.CallRuled(_, ruling, ran):
            return replace(use, ruling=ruling, ran=ran)
        case ev.ToolStarted(_, at):
            return replace(use, state=ToolState.RUNNING, started_at=at)
        case ev.ToolFinished(result, at):
            ended = replace(use, state=ToolState.ENDED, result=result, ended_at=at)
            return replace(ended, progress=None, deadline=None, question=None)
        case ev.ToolProgressed() | ev.DeadlineNear() | ev.InputRequested() | ev.InputSettled():
            return _running(use, event)
        case _:
            assert_never(event)


def _running(use: ToolUse, event: _RunningEvent) -> ToolUse:
    match event:
        case ev.ToolProgressed(_, progress):
            return replace(use, progress=progress)
        case ev.DeadlineNear(_, at):
            return replace(use, deadline=at)
        case ev.InputRequested(_, question):
            return replace(use, question=question)
        case ev.InputSettled():
            return replace(use, question=None)
        case _:
            assert_never(event)
