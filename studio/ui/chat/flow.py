"""Widgets of one width side by side, in as many columns as there is room for."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override

_FULL = "takes_line"  # a dynamic property


class FlowLayout(QLayout):
    """Columns fill the line; an item that says so has a line of its own."""

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    @staticmethod
    def give_line(widget: QWidget) -> None:
        """Puts it on a line of its own, as wide as the line."""
        widget.setProperty(_FULL, True)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem:
        # Qt asks for one past the end and expects nothing; the stubs do not know.
        return self._items[index] if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    @override
    def takeAt(self, index: int) -> QLayoutItem:
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        widths = [item.minimumSize().width() for item in self._items]
        return QSize(max(widths, default=0), 0)

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, moves=True)

    def _arrange(self, room: QRect, *, moves: bool) -> int:
        """Gives the height that is needed."""
        x, y, line = room.x(), room.y(), 0
        column = self._column(room.width())
        for item in self._items:
            widget = item.widget()
            is_full = widget is not None and bool(widget.property(_FULL))
            width = room.width() if is_full else column
            if line and x + width > room.right() + 1:
                x, y, line = room.x(), y + line + self._gap, 0
            fits_height = item.hasHeightForWidth()
            height = item.heightForWidth(width) if fits_height else item.sizeHint().height()
            if moves:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, height)))
            x += width + self._gap
            line = max(line, height)
        return y + line - room.y()

    def _column(self, room: int) -> int:
        hints = [item.sizeHint().width() for item in self._items]
        wanted = max(hints, default=room)
        columns = max(1, (room + self._gap) // (wanted + self._gap))
        return (room - (columns - 1) * self._gap) // columns
