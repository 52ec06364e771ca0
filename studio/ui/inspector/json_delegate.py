"""Paints one row of a JSON tree: a name, a value, and why it is marked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from studio.ui.chat.marking import mark_colours
from studio.ui.inspector.json_index import Kind
from studio.ui.inspector.json_model import JsonModel, Mark, is_long
from studio.ui.inspector.json_texts import name_text, value_text
from studio.ui.palette import Palette
from studio.ui.texts import size
from studio.ui.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_PADDING = 6
ROOM = 7  # above and below a line, together
_BAR = 3
SIGNS = {
    Mark.ADDED: "+",
    Mark.REMOVED: "\u2212",
    Mark.CHANGED: "~",
    Mark.LOST: "!",
    Mark.BROKEN: "!",
}


@dataclass(frozen=True, slots=True)
class _Ink:
    text: str
    colour: str


class JsonDelegate(QStyledItemDelegate):
    """Belongs to its tree. `hit` tells of a value: found (1), the current hit (2), or neither."""

    def __init__(self, theme: Theme, hit: Callable[[int], int], parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hit = hit

    def end_room(self, option: QStyleOptionViewItem, index: _Index) -> QRect:
        """Where a long value's size stands, which shows the whole when it is clicked."""
        text = self.end_text(index)
        if not text:
            return QRect()
        width = option.fontMetrics.horizontalAdvance(text) + 2 * _PADDING
        room = QRect(option.rect)
        room.setLeft(max(room.left(), room.right() - width))
        return room

    def end_text(self, index: _Index) -> str:
        model = index.model()
        if not isinstance(model, JsonModel):
            return ""
        row = model.row_at(index)
        if row.is_group or not is_long(model.json, row.node):
            return ""
        begin, end = model.json.span(row.node)
        return self.tr("{0}, show").format(size(end - begin - 2))

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, option.fontMetrics.height() + ROOM)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, JsonModel):
            return
        painter.save()
        painter.setClipRect(option.rect)
        # JSON runs from left to right, whichever way the window does.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        on_hit = self._paint_ground(painter, option, index, model)
        room = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        end = self.end_text(index)
        if end:
            painter.setPen(QColor(on_hit or self._theme.palette.link))
            painter.drawText(room, _aligned(Qt.AlignmentFlag.AlignRight), end)
            room.setRight(room.right() - option.fontMetrics.horizontalAdvance(end) - 2 * _PADDING)
        for ink in self._inks(index, model):
            painter.setPen(QColor(on_hit or ink.colour))
            text = option.fontMetrics.elidedText(
                ink.text, Qt.TextElideMode.ElideRight, max(0, room.width())
            )
            painter.drawText(room, _aligned(Qt.AlignmentFlag.AlignLeft), text)
            room.setLeft(room.left() + option.fontMetrics.horizontalAdvance(text))
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, model: JsonModel
    ) -> str:
        """The background; gives the colour of letters that the current hit needs."""
        palette, row = self._theme.palette, model.row_at(index)
        hit = 0 if row.is_group else self._hit(row.node)
        colours, mark = mark_colours(palette), model.mark_at(index)
        ground = ""
        if option.state & QStyle.StateFlag.State_MouseOver:
            ground = palette.hover
        if mark is not None:
            ground = mark_ground(mark, palette)
        if option.state & QStyle.StateFlag.State_Selected:
            ground = palette.selected
        if hit:
            ground = colours.current if hit > 1 else colours.hit
        if ground:
            painter.fillRect(option.rect, QColor(ground))
        if mark is not None:
            bar = QRect(option.rect.left(), option.rect.top(), _BAR, option.rect.height())
            painter.fillRect(bar, QColor(mark_ink(mark, palette)))
        return colours.on_current if hit > 1 else ""

    def _inks(self, index: _Index, model: JsonModel) -> Iterator[_Ink]:
        palette, row = self._theme.palette, model.row_at(index)
        if row.is_group:
            yield _Ink(str(index.data()), palette.text_secondary)
            return
        mark = model.mark_at(index)
        if mark is not None and mark in SIGNS:
            yield _Ink(f"{SIGNS[mark]} ", mark_ink(mark, palette))
        name = name_text(model.json, row.node)
        if name:
            is_named = model.json.is_named(row.node)
            yield _Ink(name, palette.link if is_named else palette.text_secondary)
            yield _Ink(": ", palette.text_muted)
        kind = model.json.kind(row.node)
        yield _Ink(value_text(model.json, row.node), value_ink(kind, palette))
        if mark is None and model.holds_marks(index):
            yield _Ink("  •", palette.accent)


def value_ink(kind: Kind, palette: Palette) -> str:
    """The colour of a value."""
    return {
        Kind.OBJECT: palette.text_muted,
        Kind.ARRAY: palette.text_muted,
        Kind.STRING: palette.text,
        Kind.NUMBER: palette.warning,
        Kind.WORD: palette.accent,
    }[kind]


def mark_ink(mark: Mark, palette: Palette) -> str:
    """The colour of a mark's bar and sign."""
    return {
        Mark.ADDED: palette.success,
        Mark.REMOVED: palette.danger,
        Mark.CHANGED: palette.warning,
        Mark.MATCHED: palette.accent,
        Mark.LOST: palette.danger,
        Mark.BROKEN: palette.danger,
    }[mark]


def mark_ground(mark: Mark, palette: Palette) -> str:
    """What lies behind a marked row."""
    return {
        Mark.ADDED: palette.success_soft,
        Mark.REMOVED: palette.danger_soft,
        Mark.CHANGED: palette.warning_soft,
        Mark.MATCHED: palette.selected,
        Mark.LOST: palette.danger_soft,
        Mark.BROKEN: palette.danger_soft,
    }[mark]


def _aligned(side: Qt.AlignmentFlag) -> int:
    return int(side | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)
