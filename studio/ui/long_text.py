"""Fields of plain text that stay quick whatever is pasted or shown.

Qt breaks a line between words by trying from its beginning for each break: what has no blanks takes
the square of its length, a minute for a megabyte. Broken anywhere it takes a moment.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QToolTip
from typing_extensions import override

from studio.ui.accessible import announce
from studio.ui.texts import size

MOST_EDITED = 200_000  # characters: each key lays out its whole line anew
_LONG_LINE = 10_000


class LongTextField(QPlainTextEdit):
    """A field that takes what it can show in time; what is pasted and longer is refused with words,
    unless its owner takes it: `take_long` is then called with all that would stand in the field."""

    take_long: Callable[[str], None] | None = None

    def _tell_refusal(self, length: int) -> None:
        said = QCoreApplication.translate(
            "LongText", "What was pasted is too long to be edited here ({0})."
        ).format(size(length))
        announce(self, said, is_urgent=True)
        corner = self.mapToGlobal(QPoint(0, self.height()))
        QToolTip.showText(corner, said, self)

    @override
    def setPlainText(self, text: str) -> None:
        self.setWordWrapMode(_wrap_mode(text))
        super().setPlainText(text)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        if len(text) + self.document().characterCount() <= MOST_EDITED:
            if _longest_line(text) + self.textCursor().block().length() > _LONG_LINE:
                self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
            super().insertFromMimeData(source)
        elif self.take_long is not None:
            self.take_long(self._with(text))
        else:
            self._tell_refusal(len(text))

    def _with(self, text: str) -> str:
        """What stands there, with a text in the place of what is selected."""
        cursor = self.textCursor()
        begin, end = cursor.selectionStart(), cursor.selectionEnd()
        last = self.document().characterCount() - 1
        return self._piece(0, begin) + text + self._piece(end, last)

    def _piece(self, begin: int, end: int) -> str:
        cursor = QTextCursor(self.document())
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n")


def _wrap_mode(text: str) -> QTextOption.WrapMode:
    """How the lines of a text are broken: between words, unless that takes too long."""
    if _longest_line(text) > _LONG_LINE:
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def _longest_line(text: str) -> int:
    return max(map(len, text.split("\n")))
