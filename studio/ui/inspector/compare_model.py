"""The rows of a comparison as a list of Qt, and how each is painted: both sides, a sign between."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from studio.ui.inspector.compare_rows import Likeness, Row
from studio.ui.inspector.compare_texts import SIGNS, row_words, side_text
from studio.ui.theme import FontKind, Theme

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROOM = 12  # above and below the letters of a row
_SIGN = 34  # pixels of the column between the sides
_PADDING = 10
_INDENT = 18
_BAR = 3


class CompareModel(QAbstractListModel):
    """Belongs to a comparison. `only_different` leaves out what is the same."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[Row] = ()
        self._shown: Sequence[Row] = ()
        self._only_different = False

    @property
    def rows(self) -> Sequence[Row]:
        """Those that are shown."""
        return self._shown

    def show_rows(self, rows: Sequence[Row]) -> None:
        self._all = rows
        self._fill()

    def show_only_different(self, only: bool) -> None:
        self._only_different = only
        self._fill()

    def _fill(self) -> None:
        self.beginResetModel()
        self._shown = [row for row in self._all if not (self._only_different and row.is_same)]
        self.endResetModel()

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row_words(self._shown[index.row()])
        return None


class CompareDelegate(QStyledItemDelegate):
    """Paints a row."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, option.fontMetrics.height() + _ROOM)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, CompareModel):
            return
        row, palette = model.rows[index.row()], self._theme.palette
        painter.save()
        painter.setClipRect(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(option.rect, QColor(palette.selected))
            bar = QRect(option.rect.left(), option.rect.top(), _BAR, option.rect.height())
            painter.fillRect(bar, QColor(palette.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(palette.hover))
        left, middle, right = _parts(option.rect)
        painter.setFont(self._theme.font(FontKind.SMALL if row.call else FontKind.BOLD))
        self._paint_side(painter, left, row, is_first=True)
        self._paint_side(painter, right, row, is_first=False)
        self._paint_sign(painter, middle, row)
        painter.restore()

    def _paint_side(self, painter: QPainter, room: QRect, row: Row, *, is_first: bool) -> None:
        text = side_text(row, is_first=is_first)
        palette = self._theme.palette
        inside = room.adjusted(_PADDING + (_INDENT if row.call else 0), 0, -_PADDING, 0)
        painter.setPen(QColor(palette.text if text else palette.text_muted))
        shown = painter.fontMetrics().elidedText(
            text or "\u2013", Qt.TextElideMode.ElideRight, max(0, inside.width())
        )
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, int(flags) | int(Qt.TextFlag.TextSingleLine), shown)

    def _paint_sign(self, painter: QPainter, room: QRect, row: Row) -> None:
        palette = self._theme.palette
        ink, soft = {
            Likeness.SAME: (palette.text_muted, ""),
            Likeness.DIFFERENT: (palette.warning, palette.warning_soft),
            Likeness.FIRST_ONLY: (palette.danger, palette.danger_soft),
            Likeness.SECOND_ONLY: (palette.success, palette.success_soft),
        }[row.likeness]
        if soft:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(soft))
            side = min(room.width(), room.height()) - 4
            pill = QRect(0, 0, side + 6, side)
            pill.moveCenter(room.center())
            painter.drawRoundedRect(pill, 6, 6)
        painter.setPen(QColor(ink))
        painter.setFont(self._theme.font(FontKind.BOLD))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, SIGNS[row.likeness])


def _parts(rect: QRect) -> tuple[QRect, QRect, QRect]:
    """The first side, the sign, the second side."""
    half = (rect.width() - _SIGN) // 2
    left = QRect(rect.left(), rect.top(), half, rect.height())
    middle = QRect(rect.left() + half, rect.top(), _SIGN, rect.height())
    right = QRect(middle.right() + 1, rect.top(), rect.width() - half - _SIGN, rect.height())
    return left, middle, right
