"""A new chat before its first message: calm, with ways to begin where there are some."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.chats import Chat
from studio.ui.chat.choices import ModelChoice, Suggestion

_WIDTH = 560
_BESIDE_WORDS = 28  # padding and border
_LEAST_WIDTH = 120


class _Way(QPushButton):
    """One way to begin. Words that have no room are cut, and whole in the tooltip."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setAccessibleName(words)
        self.setMinimumHeight(40)

    @override
    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self._words) + _BESIDE_WORDS
        return QSize(wide, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - _BESIDE_WORDS
        cut = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(cut.replace("&", "&&"))
        self.setToolTip("" if cut == self._words else self._words)


class EmptyChat(QWidget):
    """Signals: `chosen(prompt)`; `model_requested()`, when there is nobody to talk to."""

    chosen = Signal(str)
    model_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggestions: Sequence[Suggestion] = ()
        self._buttons: list[QPushButton] = []
        self._title = QLabel()
        self._title.setProperty("kind", "title")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._note = QLabel()
        self._note.setProperty("kind", "secondary")
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._choose = QPushButton(self.tr("Connect a provider"))
        self._choose.setProperty("kind", "primary")
        self._choose.clicked.connect(self.model_requested)
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        for side in range(2):
            self._grid.setColumnStretch(side, 1)
        self._lay_out()

    def show_chat(
        self, chat: Chat, choice: ModelChoice | None, suggestions: Sequence[Suggestion]
    ) -> None:
        if choice is None:
            self._title.setText(self.tr("Nobody to talk to yet"))
            self._note.setText(self.tr("Connect a provider, or choose a model below."))
        else:
            self._title.setText(self.tr("What is on your mind?"))
            self._note.setText(self._promise(chat, choice))
        self._choose.setVisible(choice is None)
        if suggestions != self._suggestions:
            self._suggestions = suggestions
            self._fill()

    def buttons(self) -> list[QPushButton]:
        """The ways to begin."""
        return self._buttons

    def _promise(self, chat: Chat, choice: ModelChoice) -> str:
        if choice.stays_here:
            text = self.tr("{0} answers on this computer; nothing is sent anywhere.")
        else:
            text = self.tr("{0} answers. What you write is sent to {1}.")
        said = text.format(choice.name, choice.profile_name)
        if chat.is_kept:
            return said
        return said + " " + self.tr("This chat is not kept.")

    def _fill(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons = []
        for number, suggestion in enumerate(self._suggestions):
            button = _Way(suggestion.label)
            button.clicked.connect(lambda _=False, said=suggestion: self.chosen.emit(said.prompt))
            self._buttons.append(button)
            self._grid.addWidget(button, number // 2, number % 2)

    def _lay_out(self) -> None:
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        inside = QVBoxLayout(column)
        inside.setSpacing(8)
        inside.addWidget(self._title)
        inside.addWidget(self._note)
        inside.addSpacing(12)
        inside.addWidget(self._choose, 0, Qt.AlignmentFlag.AlignHCenter)
        inside.addLayout(self._grid)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(column, _WIDTH)  # all there is, up to its most
        middle.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(middle)
        layout.addStretch(3)
        column.setMinimumWidth(360)
