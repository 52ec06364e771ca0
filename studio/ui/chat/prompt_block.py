"""The user's prompt: a bubble at the right edge of the column."""

from PySide6.QtCore import QCoreApplication, QLocale, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.rows import PromptRow
from studio.ui.chat.text_view import TextView

_PADDING_X = 14
# A line's spare height is above its letters: less room above looks like the same.
_PADDING_TOP = 6
_PADDING_BOTTOM = 10
_RADIUS = 14
_SMALL_RADIUS = 4
_SHARE = 0.86


class PromptBlock(RowWidget):
    """A piece of a prompt. Signals: `whole_requested()`."""

    whole_requested = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._bubble = QRectF()
        self._view = TextView(self)
        self._view.setAccessibleName(QCoreApplication.translate("Transcript", "Your prompt"))
        self._names = QLabel(self)
        self._names.setProperty("kind", "caption")
        self._names.setTextFormat(Qt.TextFormat.PlainText)
        self._more = QPushButton(self)
        self._more.setProperty("kind", "link")
        self._more.clicked.connect(self.whole_requested)

    @property
    @override
    def text_view(self) -> TextView:
        return self._view

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, PromptRow):
            return
        self.writer.prompt(self._view.document(), row.text)
        self._names.setText("  ".join(row.attachments))
        self._names.setVisible(bool(row.attachments))
        hidden = QLocale().toString(row.hidden)
        show = QCoreApplication.translate("Transcript", "Show all ({0} more characters)")
        self._more.setText(show.format(hidden))
        self._more.setVisible(row.hidden > 0)

    @override
    def _fit(self, width: int) -> int:
        row = self.row
        if not isinstance(row, PromptRow):
            return 0
        widest = max(60, round(width * _SHARE) - 2 * _PADDING_X)
        height = self._view.height_at(widest)
        # Pieces of one prompt are all as wide as they may be, or their edges would not meet.
        is_whole = row.opens and row.closes and not row.hidden
        used = min(widest, int(self._view.document().idealWidth()) + 2) if is_whole else widest
        height = self._view.height_at(used) if is_whole else height
        left = width - used - _PADDING_X
        top = _PADDING_TOP if row.opens else 0
        self._view.setGeometry(left, top, used, height)
        bottom = self._fit_foot(left, top + height, used)
        total = bottom + (_PADDING_BOTTOM if row.closes else 0)
        self._bubble = QRectF(left - _PADDING_X, 0, used + 2 * _PADDING_X, total)
        return total

    def _fit_foot(self, left: int, top: int, width: int) -> int:
        for part in (self._names, self._more):
            if not part.isHidden():
                height = part.sizeHint().height()
                wide = min(width, part.sizeHint().width())
                part.setGeometry(left, top + 2, wide, height)
                top += height + 2
        return top

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        row = self.row
        if not isinstance(row, PromptRow):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        above = 0 if row.opens else _RADIUS
        below = 0 if row.closes else _RADIUS
        frame = self._bubble.adjusted(0, -above, 0, below)
        painter.fillPath(_bubble_path(frame), self.writer.look.colour("bubble"))


def _bubble_path(frame: QRectF) -> QPainterPath:
    """All corners round, the last one less so: it points at who wrote."""
    path = QPainterPath()
    path.addRoundedRect(frame, _RADIUS, _RADIUS)
    corner = QPainterPath()
    corner.addRoundedRect(
        QRectF(frame.right() - 30, frame.bottom() - 30, 30, 30), _SMALL_RADIUS, _SMALL_RADIUS
    )
    return path.united(corner)
