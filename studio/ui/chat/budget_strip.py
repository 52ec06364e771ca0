"""A turn that pauses because it has reached a budget: what was used, and how it goes on."""

from enum import StrEnum

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.core.decisions import BudgetChoice
from studio.core.events import BudgetReached
from studio.ui.budget_texts import gauge_text, gauges, reached_text
from studio.ui.chat.question_strip import QuestionStrip, translate
from studio.ui.theme import Theme


class BudgetStrip(QuestionStrip[BudgetReached]):
    """Hidden while no turn pauses. Signals: `chosen(BudgetChoice)`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, translate("BudgetStrip", "The answer pauses"), parent)

    @override
    def _words(self, asked: BudgetReached) -> tuple[str, str]:
        used = gauges(asked.spent, asked.limits)
        reason = reached_text(asked.limit, asked.spent, asked.limits)
        return reason, " · ".join(gauge_text(each) for each in used)

    @override
    def _answers(self, asked: BudgetReached) -> tuple[tuple[str, StrEnum], ...]:
        return (
            (translate("BudgetStrip", "Stop"), BudgetChoice.STOP),
            (translate("BudgetStrip", "Finish with what is there"), BudgetChoice.FINISH),
            (translate("BudgetStrip", "Allow as much again"), BudgetChoice.MORE),
        )
