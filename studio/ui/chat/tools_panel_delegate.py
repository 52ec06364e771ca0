"""Paints a line of the tools panel: a tool, or the head of a group, with its switch."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from studio.ui.chat.tools_panel_rows import ROW_ROLE, Row, RowKind
from studio.ui.chat.tools_panel_texts import description_text, sum_text, tip_text, tokens_text
from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip

_HEIGHTS = {RowKind.ALL: 38, RowKind.GROUP: 50, RowKind.TOOL: 46}
_PADDING = 10
_GAP = 10
_RADIUS = 8
_TRACK = QSize(28, 16)
_KNOB = 10
_ROOMY = 300  # a line this wide has its tokens at its end, else they come before its words
_Index = QModelIndex | QPersistentModelIndex
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


class ToolsDelegate(QStyledItemDelegate):
    """Owned by the list, which is its parent."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._take_fonts()
        theme.changed.connect(self._take_fonts)

    def _take_fonts(self) -> None:
        self._name = self._theme.font(FontKind.SMALL)
        self._head = self._theme.font(FontKind.SMALL)
        self._head.setWeight(QFont.Weight.DemiBold)
        self._line = self._theme.font(FontKind.CAPTION)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row: Row = index.data(ROW_ROLE)
        return QSize(0, round(_HEIGHTS[row.kind] * self._theme.scale))

    @override
    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """The whole line is the switch, and the list sees to it."""
        return False

    @override
    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        row = index.data(ROW_ROLE) if index.isValid() else None
        if event.type() is not QEvent.Type.ToolTip or not isinstance(row, Row):
            return False
        tip = tip_text(row.title, row.tool) if row.tool is not None else self._cut_head(option, row)
        QToolTip.showText(event.globalPos(), plain_tip(tip), view)
        return True

    def _cut_head(self, option: QStyleOptionViewItem, row: Row) -> str:
        room = option.rect.width() - 2 * _PADDING - self._scaled(_TRACK.width()) - _GAP
        return row.title if QFontMetrics(self._head).horizontalAdvance(row.title) > room else ""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: Row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Names and descriptions are in whatever language their server speaks.
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        if row.kind is RowKind.GROUP and index.row():
            painter.setPen(QColor(self._theme.palette.border))
            top = option.rect.top() + 2
            painter.drawLine(option.rect.left() + 4, top, option.rect.right() - 4, top)
        self._paint_ground(painter, option, row)
        # Laid out from the left, and turned as a whole where one reads from the right.
        inside = self._box(option, row).adjusted(_PADDING, 3, -_PADDING, -3)
        track = QRect(inside)
        track.setSize(QSize(self._scaled(_TRACK.width()), self._scaled(_TRACK.height())))
        track.moveCenter(inside.center())
        track.moveRight(inside.right())
        self._paint_switch(painter, option, _turned(option, inside, track), row.state)
        inside.setRight(track.left() - _GAP)
        self._paint_words(painter, option, inside, row)
        painter.restore()

    def _box(self, option: QStyleOptionViewItem, row: Row) -> QRect:
        return option.rect.adjusted(0, 5 if row.kind is RowKind.GROUP else 0, 0, 0)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        palette = self._theme.palette
        has_focus = _has(option, QStyle.StateFlag.State_HasFocus)
        is_under = _has(option, QStyle.StateFlag.State_MouseOver)
        # While one types, what Return would switch is marked.
        is_next = _has(option, QStyle.StateFlag.State_Selected)
        if not (has_focus or is_under or is_next):
            return
        box = QRectF(self._box(option, row)).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(palette.accent) if has_focus else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.hover))
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)

    def _paint_words(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, row: Row
    ) -> None:
        palette = self._theme.palette
        line = self._line_of(row)
        if row.tool is not None and row.tokens and room.width() >= self._scaled(_ROOMY):
            room = self._paint_tokens(painter, option, room, row)
        elif row.tool is not None and row.tokens:
            line = " · ".join(part for part in (tokens_text(row.tokens), line) if part)
        font = self._name if row.kind is RowKind.TOOL else self._head
        ink = palette.text if row.on else palette.text_secondary
        if not line:
            self._paint_text(painter, option, room, font, ink, row.title)
            return
        heights = QFontMetrics(font).height(), QFontMetrics(self._line).height()
        top = QRect(room)
        top.setTop(room.top() + max(0, (room.height() - sum(heights)) // 2))
        top.setHeight(heights[0])
        below = QRect(top)
        below.moveTop(top.bottom() + 1)
        below.setHeight(heights[1])
        self._paint_text(painter, option, top, font, ink, row.title)
        self._paint_text(painter, option, below, self._line, palette.text_muted, line)

    def _line_of(self, row: Row) -> str:
        if row.tool is not None:
            return description_text(row.tool)
        if row.kind is RowKind.GROUP:
            return sum_text(len(row.names), row.on, row.tokens)
        return ""

    def _paint_tokens(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, row: Row
    ) -> QRect:
        """At the end of the line; gives back the room that is left."""
        words = tokens_text(row.tokens)
        end = QRect(room)
        end.setLeft(room.right() - QFontMetrics(self._line).horizontalAdvance(words))
        self._paint_text(painter, option, end, self._line, self._theme.palette.text_muted, words)
        return room.adjusted(0, 0, -end.width() - _GAP, 0)

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        room: QRect,
        font: QFont,
        colour: str,
        text: str,
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        is_rtl = option.direction is Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft
        painter.drawText(_turned(option, option.rect, room), int(side | _MIDDLE), shown)

    def _paint_switch(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        track: QRect,
        state: Qt.CheckState,
    ) -> None:
        """On: full, the knob at the end. Mixed: a bar in the middle. Off: empty."""
        palette = self._theme.palette
        is_on = state is Qt.CheckState.Checked
        is_off = state is Qt.CheckState.Unchecked
        line = palette.text_muted if is_off else palette.accent
        pen = QPen(QColor(line), 1.2)
        painter.setPen(pen)
        painter.setBrush(QColor(palette.accent if is_on else palette.raised))
        round_ = track.height() / 2
        painter.drawRoundedRect(QRectF(track).adjusted(0.6, 0.6, -0.6, -0.6), round_, round_)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.on_accent if is_on else line))
        knob = self._scaled(_KNOB)
        middle = QRectF(track).center()
        if not (is_on or is_off):
            bar = QRectF(0, 0, knob * 1.2, max(2.0, knob / 4))
            bar.moveCenter(middle)
            painter.drawRoundedRect(bar, bar.height() / 2, bar.height() / 2)
            return
        is_rtl = option.direction is Qt.LayoutDirection.RightToLeft
        away = (track.width() - track.height()) / 2
        at = middle.x() + (away if is_on is not is_rtl else -away)
        painter.drawEllipse(QPointF(at, middle.y()), knob / 2, knob / 2)

    def _scaled(self, length: int) -> int:
        return round(length * self._theme.scale)


def _turned(option: QStyleOptionViewItem, whole: QRect, part: QRect) -> QRect:
    return QStyle.visualRect(option.direction, whole, part)


def _has(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
    return bool(option.state & flag)
