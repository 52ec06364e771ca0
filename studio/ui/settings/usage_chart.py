"""Bars for the days of a stretch of time."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip

_HEIGHT = 196
_TOP = 20
_BELOW = 26
_WIDEST_BAR = 26.0
_GRID_LINES = 2
_LABEL_GAP = 14


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: how high, what stands below it, and all of it in a sentence."""

    height: float
    label: str
    sentence: str


class UsageChart(QWidget):
    """Lives as long as its page. Left and Right go from day to day; the sentence of the one that
    is looked at is the tooltip, and what a screen reader says."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self._scale = ""
        self._at = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def chosen(self) -> Bar | None:
        """The day that is looked at."""
        return self._bars[self._at] if 0 <= self._at < len(self._bars) else None

    def show_bars(self, bars: Sequence[Bar], scale: str) -> None:
        """`scale` says what the highest bar is worth."""
        self._bars = tuple(bars)
        self._scale = scale
        self._look_at(-1)
        self.update()

    def _look_at(self, index: int) -> None:
        self._at = index
        sentence = self.chosen.sentence if self.chosen is not None else ""
        self.setToolTip(plain_tip(sentence) if sentence else "")
        self.setAccessibleDescription(sentence)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(FontKind.CAPTION))
        self._paint_grid(painter)
        self._paint_bars(painter)
        self._paint_labels(painter)
        painter.end()

    def _paint_grid(self, painter: QPainter) -> None:
        palette = self._theme.palette
        painter.setPen(QColor(palette.border))
        for number in range(_GRID_LINES + 1):
            place = round(_TOP + self._room() * number / _GRID_LINES)
            painter.drawLine(0, place, self.width(), place)
        painter.setPen(QColor(palette.text_muted))
        top = QRectF(0, 0, self.width(), _TOP + 16)
        painter.drawText(
            top, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignBottom, self._scale
        )

    def _paint_bars(self, painter: QPainter) -> None:
        highest = max((bar.height for bar in self._bars), default=0.0)
        if highest <= 0:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for number, bar in enumerate(self._bars):
            if bar.height <= 0:
                continue
            left, width = self._span(number)
            # A day that took anything is seen, however little it was.
            height = max(2.0, self._room() * bar.height / highest)
            colour = QColor(self._theme.palette.accent)
            if number != self._at:
                colour.setAlphaF(0.75)
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(left, _TOP + self._room() - height, width, height), 2, 2)
        if self.hasFocus() and self.chosen is not None:
            left, width = self._span(self._at)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(self._theme.palette.accent))
            painter.drawRoundedRect(QRectF(left - 2, _TOP, width + 4, self._room()), 3, 3)

    def _paint_labels(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._theme.palette.text_muted))
        metrics = QFontMetrics(painter.font())
        end = float("-inf")
        for number, bar in enumerate(self._bars):
            width = metrics.horizontalAdvance(bar.label)
            left, bar_width = self._span(number)
            place = min(max(0.0, left + (bar_width - width) / 2), self.width() - width)
            if place < end + _LABEL_GAP:
                continue
            room = QRectF(place, self.height() - _BELOW, width + 1, _BELOW)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), bar.label)
            end = place + width

    def _room(self) -> float:
        return self.height() - _TOP - _BELOW

    def _span(self, number: int) -> tuple[float, float]:
        """Left edge and width of a bar. Time goes the way the user reads."""
        step = self.width() / max(1, len(self._bars))
        width = min(_WIDEST_BAR, step * 0.7)
        place = number if not self.isRightToLeft() else len(self._bars) - 1 - number
        return place * step + (step - width) / 2, width

    def _index_at(self, x: float) -> int:
        if not self._bars:
            return -1
        number = int(x / max(1.0, self.width()) * len(self._bars))
        number = min(max(number, 0), len(self._bars) - 1)
        return number if not self.isRightToLeft() else len(self._bars) - 1 - number

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event.position().x())
        if index != self._at:
            self._look_at(index)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._bars:
            super().keyPressEvent(event)
            return
        step = -step if self.isRightToLeft() else step
        start = self._at if self._at >= 0 else len(self._bars) - (step > 0)
        self._look_at(min(max(start + step, 0), len(self._bars) - 1))
