"""The small pieces a tool card is made of."""

from enum import StrEnum
from importlib import import_module
from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from studio.ui.chat.card_texts import kind_of_text
from studio.ui.long_text import LongTextField
from studio.ui.theme import FontKind, Theme
from studio.ui.visible import visible

_ICON = 18
_COLOURS = "studio.ui.chat.card_colours"


class Tone(StrEnum):
    """The colour family of a state, and its sign, so that colour alone says nothing."""

    NEUTRAL = "neutral"
    RUNNING = "running"
    SUCCESS = "success"
    WARNING = "warning"
    DANGER = "danger"


class StateIcon(QWidget):
    """A tick, exclamation mark, question mark, dash or ring in a soft circle."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.NEUTRAL
        self._asks = False
        self.setFixedSize(_ICON, _ICON)

    def show_tone(self, tone: Tone, *, asks: bool) -> None:
        """`asks` draws the question mark of a call that waits for the user."""
        self._tone = tone
        self._asks = asks
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink, soft = tone_colours(self._theme, self._tone)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(soft)
        painter.drawEllipse(QRectF(0, 0, _ICON, _ICON))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 1.6, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        self._draw_sign(painter, ink)

    def _draw_sign(self, painter: QPainter, ink: QColor) -> None:
        middle = _ICON / 2
        if self._tone is Tone.SUCCESS:
            points = [QPointF(5.5, 9.3), QPointF(8, 11.8), QPointF(12.6, 6.6)]
            painter.drawPolyline(QPolygonF(points))
        elif self._tone is Tone.RUNNING:
            painter.drawArc(QRectF(5, 5, 8, 8), 90 * 16, -270 * 16)
        elif self._tone is Tone.NEUTRAL:
            painter.drawLine(QPointF(6, middle), QPointF(12, middle))
        else:
            painter.setFont(self._theme.font(FontKind.CAPTION))
            painter.setPen(ink)
            sign = "?" if self._asks else "!"
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, sign)


def tone_colours(theme: Theme, tone: Tone) -> tuple[QColor, QColor]:
    """Ink and soft background of a tone, in the present theme."""
    palette = theme.palette
    ink, soft = {
        Tone.NEUTRAL: (palette.text_secondary, palette.code),
        Tone.RUNNING: (palette.accent, palette.selected),
        Tone.SUCCESS: (palette.success, palette.success_soft),
        Tone.WARNING: (palette.warning, palette.warning_soft),
        Tone.DANGER: (palette.danger, palette.danger_soft),
    }[tone]
    return QColor(ink), QColor(soft)


class CodeBox(LongTextField):
    """Plain text in the code font: as high as its text up to `lines`, then it scrolls.

    Signals: `height_changed()`, when its width has changed and with it the lines it needs.
    """

    height_changed = Signal()

    def __init__(self, theme: Theme, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setProperty("kind", "code")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(theme.font(FontKind.CODE))
        theme.changed.connect(self._take_font)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(8)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self._theme = theme
        self._colours: Any = None

    def show_text(self, text: str, kind: str = "") -> None:
        """Shows the text, hidden characters written out, and takes the height it needs.

        `kind` is what it is coloured as, found out where it is not known.
        """
        text = visible(text)
        if text != self.toPlainText():
            self._colour_as(kind or kind_of_text(text))
            self.setPlainText(text)
        self._fit()

    def find_next(self, text: str, *, goes_on: bool) -> bool:
        """Goes to the next place of a text, from the top again behind the last one."""
        cursor = self.textCursor()
        if not text:
            cursor.clearSelection()
            self.setTextCursor(cursor)
            return False
        if not goes_on:
            cursor.setPosition(cursor.selectionStart())
        found = self.document().find(text, cursor)
        if found.isNull():
            found = self.document().find(text)
        if not found.isNull():
            self.show_stretch(found.selectionStart(), found.selectionEnd())
        return not found.isNull()

    def show_stretch(self, begin: int, end: int) -> None:
        """Selects a stretch of the text, counted as Qt counts, and moves to it."""
        last = max(0, self.document().characterCount() - 1)
        cursor = self.textCursor()
        cursor.setPosition(min(begin, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _take_font(self) -> None:
        self.setFont(self._theme.font(FontKind.CODE))
        self._fit()

    def _colour_as(self, kind: str) -> None:
        if kind and self._colours is None:
            # Most text has no colours, and most days no card is unfolded.
            colours: Any = import_module(_COLOURS)
            self._colours = colours.ResultColours(self.document(), self._theme)
        if self._colours is not None:
            self._colours.colour_as(kind)

    def _fit(self) -> None:
        self.setFixedHeight(ceil(self._text_height()) + 1)

    def _text_height(self) -> float:
        """The laid-out height of the first `lines` lines with the margins, in pixels."""
        margin = self.document().documentMargin()
        most = self._lines * QFontMetricsF(self.font()).lineSpacing()
        height = 0.0  # the first block brings the upper margin with it
        block = self.document().begin()
        while block.isValid() and height < most:
            # Asking for the geometry lays the block out; it has none before.
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return min(height + margin, most + 2 * margin)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            before = self.height()
            self._fit()
            if self.minimumHeight() != before:
                self.height_changed.emit()


def wrapping_label(kind: str = "") -> QLabel:
    """A label as wide as it is given, which breaks its lines and shows markup as it is."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        label.setProperty("kind", kind)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def restyle(widget: QWidget, kind: str) -> None:
    """Gives a widget another look."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
