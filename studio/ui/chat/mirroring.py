"""A right-to-left interface: what is laid out by hand stands on the other side there."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QStyle, QWidget


def mirrored(widget: QWidget, rect: QRect, width: int) -> QRect:
    """Where a rectangle of a left-to-right layout of this width stands in the widget."""
    return QStyle.visualRect(widget.layoutDirection(), QRect(0, 0, width, 1), rect)


def reads_from_right(widget: QWidget) -> bool:
    """Whether the interface, not the text, goes from right to left."""
    return widget.layoutDirection() is Qt.LayoutDirection.RightToLeft


def leading(widget: QWidget) -> Qt.AlignmentFlag:
    """Where a line of the interface begins, whatever way its words go."""
    align = Qt.AlignmentFlag
    return align.AlignRight if reads_from_right(widget) else align.AlignLeft


def fold_sign(widget: QWidget, *, is_unfolded: bool) -> str:
    """The sign of a fold: it points to where the text begins to be read."""
    if is_unfolded:
        return "▾"
    return "◂" if reads_from_right(widget) else "▸"
