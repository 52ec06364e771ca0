"""Paints one line of a timeline: a round with what its time was spent with, or a call's bar."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from studio.core.messages import Outcome, ToolState
from studio.core.timeline import CallBar, RoundBar, SpanKind
from studio.ui.inspector.rounds_model import Line, RoundsModel
from studio.ui.inspector.rounds_scale import Scale
from studio.ui.inspector.rounds_texts import call_facts, round_facts, round_title
from studio.ui.palette import Palette
from studio.ui.theme import FontKind, Theme

_Index = QModelIndex | QPersistentModelIndex
SIDE = 12
_GAP = 6
_BAR = 10
_CALL_BAR = 8
_LEAST = 3.0  # pixels of a bar, however short it was
_ROUND = 2.0
_AIR = 5
_APART = 8  # a bar and its words
_FEW_WORDS = 80.0  # pixels below which words say too little
REFUSED = {Outcome.BLOCKED, Outcome.DENIED, Outcome.CANCELLED}


def span_brush(palette: Palette, kind: SpanKind) -> QBrush:
    """The colour of a stretch, the same in the bars and in their legend."""
    colour = {
        SpanKind.ATTEMPT: palette.danger,
        SpanKind.PAUSE: palette.text_muted,
        SpanKind.WAITING: palette.border_strong,
        SpanKind.OPENING: palette.text_muted,
        SpanKind.STREAMING: palette.accent,
        SpanKind.ASKING: palette.warning,
    }[kind]
    is_pause = kind is SpanKind.PAUSE
    pattern = Qt.BrushStyle.BDiagPattern if is_pause else Qt.BrushStyle.SolidPattern
    return QBrush(QColor(colour), pattern)


def call_colour(palette: Palette, bar: CallBar) -> str:
    if bar.is_held or bar.state is ToolState.WAITING:
        return palette.warning
    if bar.state is not ToolState.ENDED:
        return palette.accent
    if bar.outcome is Outcome.DONE:
        return palette.success
    return palette.text_muted if bar.outcome in REFUSED else palette.danger


class RoundsDelegate(QStyledItemDelegate):
    """Belongs to its list. `zoom` is how many times wider than the list the whole turn is."""

    def __init__(self, theme: Theme, model: RoundsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.zoom = 1.0
        self.room = 0  # pixels of the list

    def scale(self, left: int) -> Scale:
        """`left` is where a line begins, which is outside when the list was scrolled."""
        width = self.room * self.zoom - 2 * SIDE
        return Scale(self._model.seconds, left + SIDE, max(width, 1.0))

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index, /) -> QSize:
        line = self._model.lines[index.row()]
        text = QFontMetrics(self._theme.font(FontKind.SMALL)).height()
        height = text + _GAP // 2 + _AIR if line.call is not None else text + _BAR + _GAP + 3 * _AIR
        return QSize(max(round(self.room * self.zoom), 1), height + (_AIR if line.is_last else 0))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, /) -> None:
        line = self._model.lines[index.row()]
        room: QRect = option.rect
        state = option.state
        seen = QRect(0, room.top(), self.room, room.height())
        palette = self._theme.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Time runs from left to right, and so do the figures.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setBackground(QColor(palette.window))
        if state & QStyle.StateFlag.State_Selected:
            self._fill(painter, seen, palette.selected)
        elif state & QStyle.StateFlag.State_MouseOver:
            self._fill(painter, seen, palette.hover)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(palette.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(seen).adjusted(4.5, 0.5, -4.5, -0.5), 6, 6)
        scale = self.scale(room.left())
        if line.call is None:
            self._paint_round(painter, seen, line.round, scale)
        else:
            self._paint_call(painter, seen, line, line.call, scale)
        painter.restore()

    def _fill(self, painter: QPainter, room: QRect, colour: str) -> None:
        painter.setBackground(QColor(colour))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(room).adjusted(4, 0, -4, 0), 6, 6)

    def _paint_round(self, painter: QPainter, room: QRect, bar: RoundBar, scale: Scale) -> None:
        palette = self._theme.palette
        painter.setFont(self._theme.font(FontKind.SMALL))
        metrics = painter.fontMetrics()
        words = QRect(
            room.left() + SIDE, room.top() + _AIR, room.width() - 2 * SIDE, metrics.height()
        )
        title = round_title(bar)
        painter.setPen(QColor(palette.text))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft), title)
        beside = words.adjusted(metrics.horizontalAdvance(title) + 12, 0, 0, 0)
        painter.setPen(QColor(palette.text_muted))
        facts = round_facts(bar)
        shown = metrics.elidedText(facts, Qt.TextElideMode.ElideRight, beside.width())
        painter.drawText(beside, int(Qt.AlignmentFlag.AlignRight), shown)
        top = words.bottom() + _GAP
        painter.setPen(Qt.PenStyle.NoPen)
        for span in bar.spans:
            left, right = scale.x(span.begin), scale.x(span.end)
            if span.seconds > 0 or span.is_open:
                place = QRectF(left, top, max(right - left, _LEAST), _BAR)
                painter.setBrush(span_brush(palette, span.kind))
                painter.drawRoundedRect(place, _ROUND, _ROUND)

    def _paint_call(
        self, painter: QPainter, room: QRect, line: Line, bar: CallBar, scale: Scale
    ) -> None:
        palette = self._theme.palette
        painter.setFont(self._theme.font(FontKind.CAPTION))
        begin, end = bar.ran if bar.ran is not None else (line.round.end, line.round.end)
        left, right = scale.x(begin), scale.x(end)
        middle = room.top() + (room.height() - (_AIR if line.is_last else 0)) / 2
        place = QRectF(left, middle - _CALL_BAR / 2, max(right - left, _LEAST), _CALL_BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(call_colour(palette, bar)))
        if bar.ran is None:
            painter.drawEllipse(QRectF(left, middle - 3, 6, 6))
        else:
            painter.drawRoundedRect(place, _ROUND, _ROUND)
        self._write_beside(painter, room, place, call_facts(bar))

    def _write_beside(self, painter: QPainter, room: QRect, bar: QRectF, facts: str) -> None:
        """Behind the bar where there is room, else before it, else where there is more; over a bar
        that leaves no room the words stand on their own ground."""
        metrics = painter.fontMetrics()
        first, last = room.left() + SIDE, room.right() - SIDE
        before, behind = bar.left() - _APART - first, last - bar.right() - _APART
        width = metrics.horizontalAdvance(facts) + 2.0
        is_behind = behind >= width or before < min(width, behind)
        side = behind if is_behind else before
        is_over = side < min(width, _FEW_WORDS)
        width = min(width, last - first if is_over else side)
        left = bar.right() + _APART if is_behind else bar.left() - _APART - width
        words = QRectF(first if is_over else left, 0, width, metrics.height())
        words.moveTop(bar.center().y() - metrics.height() / 2)
        if is_over:
            painter.fillRect(words, painter.background())
        painter.setPen(QColor(self._theme.palette.text_secondary))
        painter.drawText(
            words,
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            metrics.elidedText(facts, Qt.TextElideMode.ElideRight, int(width)),
        )
