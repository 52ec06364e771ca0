"""Puts text of any length into a view, piece by piece, so that the window answers meanwhile."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

_PIECE = 200_000  # characters laid out at a time
_LINE = 4_000  # characters; a longer line is broken for the eye only


class TextFilling(QObject):
    """Belongs to its view; its timer ends with the text."""

    def __init__(self, view: QPlainTextEdit, text: str) -> None:
        super().__init__(view)
        self._view = view
        self._text = text
        self._at = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._fill)
        self._timer.start()

    def _fill(self) -> None:
        piece = self._text[self._at : self._at + _PIECE]
        self._at += len(piece)
        cursor = QTextCursor(self._view.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(_broken(piece))
        if self._at >= len(self._text):
            self._timer.stop()


def _broken(piece: str) -> str:
    """Qt lays a line out as a whole: one of megabytes would hold the window for seconds."""
    lines = []
    for line in piece.split("\n"):
        lines += [line[at : at + _LINE] for at in range(0, len(line), _LINE)] or [""]
    return "\n".join(lines)
