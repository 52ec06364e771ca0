"""What of a chat waits for the user: calls, a budget, a request; and what the turn has used."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.decisions import Decision, Verdict
from studio.core.events import (
    Event,
    RoundCompleted,
    RoundStarted,
    ToolFinished,
    TurnCancelled,
    TurnCompleted,
    TurnFailed,
)
from studio.ui.chat.budget_meter import BudgetMeter
from studio.ui.chat.budget_strip import BudgetStrip
from studio.ui.chat.cards import Cards
from studio.ui.chat.send_strip import SendStrip
from studio.ui.chat.view import TranscriptView
from studio.ui.chat.waiting_strip import WaitingStrip
from studio.ui.sessions import Session
from studio.ui.theme import Theme

_SPENDING = (RoundStarted, RoundCompleted, ToolFinished, TurnCompleted, TurnFailed, TurnCancelled)


class PageWaiting(QObject):
    """Belongs to a chat page."""

    def __init__(self, page: QWidget, session: Session, theme: Theme, cards: Cards) -> None:
        super().__init__(page)
        self._session = session
        self._cards = cards
        self.calls = WaitingStrip(theme)
        self.budget = BudgetStrip(theme)
        self.send = SendStrip(theme)
        self.meter = BudgetMeter(theme)
        self.calls.allow_all_requested.connect(self._allow_all)
        self.calls.deny_all_requested.connect(self._deny_all)
        self.budget.chosen.connect(session.settle_budget)
        self.send.chosen.connect(session.settle_send)
        cards.waiting_changed.connect(self._show_calls)
        cards.decided.connect(session.decide)
        cards.cancel_requested.connect(session.cancel_call)
        cards.answered.connect(session.answer)
        cards.keep_waiting.connect(session.keep_waiting)

    def place(self, layout: QVBoxLayout) -> None:
        """Above the composer."""
        for strip in (self.calls, self.send, self.budget, self.meter):
            layout.addWidget(strip)

    def jump_in(self, view: TranscriptView) -> None:
        self.calls.jump_requested.connect(view.show_card)

    def hear(self, event: Event) -> None:
        """The meter moves when something was used, and by no clock."""
        if isinstance(event, _SPENDING):
            self._show_spent()

    def refresh(self) -> None:
        session = self._session
        self._show_calls()
        self.budget.ask(session.budget)
        self.send.ask(session.held_request)
        self._show_spent()

    def _show_calls(self) -> None:
        self.calls.show_waiting(self._cards.waiting)

    def _show_spent(self) -> None:
        spent = self._session.spent
        if spent is None:
            self.meter.hide()
        else:
            self.meter.show_spent(*spent)

    def _allow_all(self) -> None:
        for question in self._session.questions:
            if not question.is_blocked:
                self._session.decide(question.tool_use_id, Decision(Verdict.ALLOW_ONCE))

    def _deny_all(self) -> None:
        for question in self._session.questions:
            self._session.decide(question.tool_use_id, Decision(Verdict.DENY))
