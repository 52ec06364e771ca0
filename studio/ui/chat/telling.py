"""What a screen reader says by itself: that an answer ended, failed, or asks. Never how it grows.

Loaded when a screen reader is there.
"""

from typing import assert_never

from PySide6.QtCore import QCoreApplication

from studio.core import events as ev
from studio.ui.accessible import announce
from studio.ui.budget_texts import reached_text
from studio.ui.chat.cards import Cards
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.stop_texts import stop_told
from studio.ui.chat.turn_rows import TurnRows
from studio.ui.failure_texts import failure_text
from studio.ui.ruling_texts import asked_text, finding_text
from studio.ui.texts import limit_text
from studio.ui.trust_texts import held_text

translate = QCoreApplication.translate

_MOST_CHARACTERS = 300


_Pause = (
    ev.BudgetReached
    | ev.SendHeld
    | ev.BreakpointHit
    | ev.InputRequested
    | ev.DeadlineNear
    | ev.ToolFinished
)


def tell(view: RowsArea, turn_id: str, event: ev.Event, cards: Cards) -> None:
    """Says what an event means to somebody who does not see it."""
    if isinstance(event, _Pause):
        announce(view, _pause(event, cards), is_urgent=True)
        return
    match event:
        case ev.TurnCompleted():
            index = view.column.index_of(turn_id)
            if index is not None:
                announce(view, _answered(view.column.rows_of(index)))
        case ev.TurnFailed(failure):
            text = failure_text(failure)
            announce(view, f"{text.title} {text.advice}".strip(), is_urgent=True)
        case ev.TurnCancelled() | ev.TurnInterrupted():
            announce(view, translate("Transcript", "The answer was stopped."))
        case ev.ApprovalRequested(tool_use_id):
            asks = translate("Transcript", "Tool call {0} waits for your approval.")
            if event.is_blocked:
                asks = translate("Transcript", "Tool call {0} is blocked.")
            why = asked_text(event.ruling, event.tool) if event.ruling is not None else ""
            told = f"{asks.format(_name_of(tool_use_id, cards))} {why}"
            announce(view, told.strip(), is_urgent=True)
        case ev.LimitReached(limit):
            announce(view, limit_text(limit), is_urgent=True)
        case (
            ev.TextDelta()
            | ev.ReasoningDelta()
            | ev.ReasoningFinished()
            | ev.SourcesFound()
            | ev.RetryScheduled()
            | ev.TurnStarted()
            | ev.RoundStarted()
            | ev.RoundCompleted()
            | ev.RoundEnded()
            | ev.ToolCallDelta()
            | ev.ServerToolReported()
            | ev.ApprovalSettled()
            | ev.CallRuled()
            | ev.ToolProgressed()
            | ev.InputSettled()
            | ev.BudgetSettled()
            | ev.SendSettled()
            | ev.BreakpointSettled()
            | ev.ToolStarted()
        ):
            return
        case _:
            assert_never(event)


def _pause(event: _Pause, cards: Cards) -> str:
    """What needs the user in the middle of an answer; empty where nothing does."""
    match event:
        case ev.BudgetReached(limit, spent, limits):
            pauses = translate("Transcript", "The answer pauses.")
            return f"{pauses} {reached_text(limit, spent, limits)}"
        case ev.SendHeld(_, name, level, clearance):
            held = translate("Transcript", "Your message is not sent yet.")
            return f"{held} {held_text(name, level, clearance)}"
        case ev.BreakpointHit(hit):
            return stop_told(hit)
        case ev.InputRequested(tool_use_id, question):
            asks = translate("Transcript", "{0} asks you: {1}")
            asker = question.asker or _name_of(tool_use_id, cards)
            return asks.format(asker, question.message[:_MOST_CHARACTERS])
        case ev.DeadlineNear(tool_use_id, at):
            near = translate("Transcript", "The time of tool call {0} is nearly up.")
            return near.format(_name_of(tool_use_id, cards)) if at is not None else ""
        case ev.ToolFinished(result):
            return finding_text(result.findings[0]) if result.findings else ""
        case _:
            assert_never(event)


def _name_of(tool_use_id: str, cards: Cards) -> str:
    use = cards.use(tool_use_id)
    return use.call.name if use is not None else ""


def _answered(rows: TurnRows) -> str:
    """The beginning of an answer, so that a short one is heard whole."""
    answer = " ".join(rows.answer_source().split())
    if len(answer) > _MOST_CHARACTERS:
        answer = answer[:_MOST_CHARACTERS].rsplit(" ", 1)[0] + "…"
    model = rows.model or translate("Transcript", "The model")
    if not answer:
        return translate("Transcript", "{0} has finished.").format(model)
    return translate("Transcript", "{0} answered: {1}").format(model, answer)
