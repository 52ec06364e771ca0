"""A turn that pauses because it has reached a budget: what was used, and how it goes on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.decisions import BudgetChoice
from studio.core.events import BudgetReached
from studio.ui.budget_texts import gauge_text, gauges, reached_text
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.strip import Strip, framed_row
from studio.ui.flow_row import flow_widget
from studio.ui.theme import Theme


class BudgetStrip(Strip):
    """Hidden while no turn pauses. Above the composer. Signals: `chosen(BudgetChoice)`."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._budget: BudgetReached | None = None
        self.setAccessibleName(self.tr("The answer pauses"))

    def show_budget(self, budget: BudgetReached | None) -> None:
        """Asks about this pause; None when nothing pauses."""
        if budget != self._budget:
            self._budget = budget
            self._show_rows([] if budget is None else [self._row(budget)])
        self.setVisible(budget is not None)

    def _row(self, budget: BudgetReached) -> QFrame:
        frame, row = framed_row()
        row.setContentsMargins(12, 8, 8, 8)
        column = QVBoxLayout()
        column.setSpacing(4)
        row.addLayout(column, 1)
        head = QLabel(self.tr("The answer pauses"))
        head.setProperty("kind", "bold")
        why = wrapping_label("warning")
        why.setText(reached_text(budget.limit, budget.spent, budget.limits))
        used = wrapping_label("muted")
        used.setText(" · ".join(gauge_text(each) for each in gauges(budget.spent, budget.limits)))
        for label in (head, why, used):
            column.addWidget(label)
        column.addWidget(self._answers())
        self.setAccessibleDescription(why.text())
        return frame

    def _answers(self) -> QWidget:
        widget, row = flow_widget()
        answers = (
            (self.tr("Stop"), BudgetChoice.STOP),
            (self.tr("Finish with what is there"), BudgetChoice.FINISH),
            (self.tr("Allow as much again"), BudgetChoice.MORE),
        )
        for text, choice in answers:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, choice=choice: self.chosen.emit(choice))
            if choice is BudgetChoice.MORE:
                button.setProperty("kind", "primary")
            row.addWidget(button)
        return widget
