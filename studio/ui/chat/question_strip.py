"""Something that a turn waits for, above the composer: what, why, and the answers to it."""

from abc import abstractmethod
from enum import StrEnum
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.strip import Strip, framed_row
from studio.ui.flow_row import flow_widget
from studio.ui.theme import Theme

translate = QCoreApplication.translate

T = TypeVar("T")


class QuestionStrip(Strip, Generic[T]):
    """Hidden while there is nothing to ask. Signals: `chosen(choice)`."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = title
        self._asked: T | None = None
        self.setAccessibleName(title)

    def ask(self, asked: T | None) -> None:
        """Asks about this; None when nothing waits."""
        if asked != self._asked:
            self._asked = asked
            self._show_rows([] if asked is None else [self._row(asked)])
        self.setVisible(asked is not None)

    @abstractmethod
    def _words(self, asked: T) -> tuple[str, str]:
        """Why, and what more there is to know."""

    @abstractmethod
    def _answers(self, asked: T) -> tuple[tuple[str, StrEnum], ...]:
        """The buttons, the one that stands out last."""

    def _row(self, asked: T) -> QFrame:
        frame, row = framed_row()
        row.setContentsMargins(12, 8, 8, 8)
        column = QVBoxLayout()
        column.setSpacing(4)
        row.addLayout(column, 1)
        head = QLabel(self._title)
        head.setProperty("kind", "bold")
        column.addWidget(head)
        reason, more = self._words(asked)
        for words, kind in ((reason, "warning"), (more, "muted")):
            label = wrapping_label(kind)
            label.setText(words)
            column.addWidget(label)
        column.addWidget(self._buttons(self._answers(asked)))
        self.setAccessibleDescription(reason)
        return frame

    def _buttons(self, answers: tuple[tuple[str, StrEnum], ...]) -> QWidget:
        widget, row = flow_widget()
        for number, (text, choice) in enumerate(answers, start=1):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, choice=choice: self.chosen.emit(choice))
            if number == len(answers):
                button.setProperty("kind", "primary")
            row.addWidget(button)
        return widget
