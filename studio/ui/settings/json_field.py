"""A field for a JSON object, which shows where it is broken."""

from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit
from typing_extensions import override

from studio.ui.long_text import LongTextField
from studio.ui.settings.checks import JsonFault, read_parameters
from studio.ui.theme import FontKind, Theme

_QUIET_MILLISECONDS = 700
_LINES = 5


class JsonField(LongTextField):
    """Lives as long as its form.

    Signals: `accepted(object)` with the object that was read; `refused(sentence)`, empty once the
    text is right again.
    """

    accepted = Signal(object)
    refused = Signal(str)

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self.setPlainText(text)
        self._theme = theme
        self.setProperty("kind", "field")
        self.setFont(theme.font(FontKind.CODE))
        self.setTabChangesFocus(True)
        self.setPlaceholderText('{"top_k": 40}')
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _LINES + 20)
        self._read_last: dict[str, Any] | JsonFault = read_parameters(text)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MILLISECONDS)
        self._timer.timeout.connect(self.check)
        self.textChanged.connect(self._timer.start)

    def check(self) -> None:
        """Reads what is there: after a pause in typing, and when the field is left."""
        self._timer.stop()
        read = read_parameters(self.toPlainText())
        if isinstance(read, JsonFault):
            self._mark(read.position)
            self.refused.emit(read.sentence)
        else:
            self._unmark()
            self.refused.emit("")
            if read != self._read_last:
                self.accepted.emit(read)
        self._read_last = read

    def _mark(self, position: int) -> None:
        """Underlines one character at the fault: the last one where the text ends too early."""
        cursor = QTextCursor(self.document())
        last = max(self.document().characterCount() - 2, 0)
        cursor.setPosition(min(position, last))
        cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(QColor(self._theme.palette.danger))
        look.setBackground(QColor(self._theme.palette.danger_soft))
        mark.cursor, mark.format = cursor, look
        self.setExtraSelections([mark])

    def _unmark(self) -> None:
        self.setExtraSelections([])

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.check()
