"""Paints a row of the sidebar, and edits a title in place."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from studio.ui.chat_rows import Activity, ChatRow, Heading
from studio.ui.fields import COMPOSING_KEYS, LineEdit
from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_Index = QModelIndex | QPersistentModelIndex
_HEADING_HEIGHT = 34
_CHAT_HEIGHT = 52
_GAP = 4
_PADDING = 10
_DOT = 7
_RADIUS = 8


class ChatDelegate(QStyledItemDelegate):
    """Owned by the list, which is its parent."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._take_fonts()
        theme.changed.connect(self._take_fonts)

    def _take_fonts(self) -> None:
        """Rows grow with what is written in them."""
        self._heading = self._theme.font(FontKind.LABEL)
        self._heading.setCapitalization(QFont.Capitalization.AllUppercase)
        self._title = self._theme.font(FontKind.TEXT)
        self._title.setWeight(QFont.Weight.Medium)
        self._line = self._theme.font(FontKind.CAPTION)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        is_heading = isinstance(index.data(ROW_ROLE), Heading)
        height = _HEADING_HEIGHT if is_heading else _CHAT_HEIGHT
        return QSize(0, round(height * self._theme.scale) + (0 if is_heading else _GAP))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            self._paint_heading(painter, option, row)
        elif isinstance(row, ChatRow):
            self._paint_chat(painter, option, row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, row: Heading) -> None:
        painter.setFont(self._heading)
        painter.setPen(QColor(self._theme.palette.text_muted))
        room = option.rect.adjusted(_PADDING - 4, 0, -_PADDING, -8)
        painter.drawText(room, int(_start(option) | Qt.AlignmentFlag.AlignBottom), row.text)

    def _paint_chat(self, painter: QPainter, option: QStyleOptionViewItem, row: ChatRow) -> None:
        palette = self._theme.palette
        box = option.rect.adjusted(0, 0, 0, -_GAP)
        if fill := self._fill(option):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        if _has(option, QStyle.StateFlag.State_HasFocus):
            painter.setPen(QColor(palette.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)
        inside = box.adjusted(_PADDING, 7, -_PADDING, -7)
        top, bottom = QRect(inside), QRect(inside)
        top.setHeight(inside.height() // 2)
        bottom.setTop(top.bottom() + 1)
        if row.activity is not Activity.NONE:
            is_waiting = row.activity is Activity.WAITING
            self._paint_dot(painter, option, top, palette.warning if is_waiting else palette.accent)
        self._paint_text(painter, option, top, self._title, palette.text, row.title)
        ink = palette.warning if row.activity is Activity.WAITING else palette.text_muted
        self._paint_text(painter, option, bottom, self._line, ink, row.line)

    def _fill(self, option: QStyleOptionViewItem) -> str:
        if _has(option, QStyle.StateFlag.State_Selected):
            return self._theme.palette.selected
        is_hovered = _has(option, QStyle.StateFlag.State_MouseOver)
        return self._theme.palette.hover if is_hovered else ""

    def _paint_dot(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, colour: str
    ) -> None:
        """Takes its place from `room`, at the side where reading begins."""
        is_rtl = option.direction is Qt.LayoutDirection.RightToLeft
        left = room.right() - _DOT if is_rtl else room.left()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(left, room.center().y() - _DOT // 2, _DOT, _DOT)
        if is_rtl:
            room.setRight(room.right() - _DOT - 6)
        else:
            room.setLeft(room.left() + _DOT + 6)

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
        painter.drawText(room, int(_start(option) | Qt.AlignmentFlag.AlignVCenter), shown)

    @override
    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """A title too long for its row is the tooltip."""
        row = index.data(ROW_ROLE) if index.isValid() else None
        room = option.rect.width() - 2 * _PADDING - _DOT - 6
        if event.type() is not QEvent.Type.ToolTip or not isinstance(row, ChatRow):
            return False
        is_cut = QFontMetrics(self._title).horizontalAdvance(row.title) > room
        QToolTip.showText(event.globalPos(), plain_tip(row.title) if is_cut else "", view)
        return True

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = LineEdit(parent=parent)
        editor.setAccessibleName(self.tr("Title"))
        editor.setMaxLength(200)
        return editor

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        editor.setGeometry(option.rect.adjusted(2, 6, -2, -_GAP - 6))

    @override
    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Leaves the keys of an input method to it: its Return is not ours."""
        if (
            isinstance(editor, LineEdit)
            and isinstance(event, QKeyEvent)
            and editor.is_composing
            and event.key() in COMPOSING_KEYS
        ):
            return False
        return super().eventFilter(editor, event)


def _start(option: QStyleOptionViewItem) -> Qt.AlignmentFlag:
    """The side where reading begins; alignment is absolute in a painter."""
    is_rtl = option.direction is Qt.LayoutDirection.RightToLeft
    side = Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute


def _has(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
    return bool(option.state & flag)
