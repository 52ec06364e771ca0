"""Buttons in a row that goes on in the next line where there is no more room."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QStyle, QWidget
from typing_extensions import override

_GAP = 8
_UNBOUNDED = 1 << 20


class FlowRow(QLayout):
    """Stands at the end of its lines, which is the left where one reads from the right. `gap` is
    between two, and between lines."""

    def __init__(self, parent: QWidget | None = None, *, at_end: bool = True) -> None:
        super().__init__(parent)
        self._at_end = at_end
        self.gap = _GAP
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem, /) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int, /) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int, /) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int, /) -> int:
        lines = list(self._lines(width))
        return sum(height for _, _, height in lines) + self.gap * max(0, len(lines) - 1)

    @override
    def sizeHint(self) -> QSize:
        line = next(self._lines(_UNBOUNDED), None)
        return QSize(line[1], line[2]) if line is not None else QSize(0, 0)

    @override
    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(max((each.width() for each in sizes), default=0), 0)

    @override
    def setGeometry(self, room: QRect, /) -> None:
        super().setGeometry(room)
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent is not None else Qt.LayoutDirection(0)
        top = room.top()
        for items, width, height in self._lines(room.width()):
            left = room.left() + (max(0, room.width() - width) if self._at_end else 0)
            for item in items:
                size = item.sizeHint()
                wide = min(size.width(), room.width())
                place = QRect(
                    QPoint(left, top + (height - size.height()) // 2), QSize(wide, size.height())
                )
                item.setGeometry(QStyle.visualRect(direction, room, place))
                left += wide + self.gap
            top += height + self.gap

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> Iterator[tuple[list[QLayoutItem], int, int]]:
        """The items of each line, how wide they are together, and how high the line is."""
        line: list[QLayoutItem] = []
        used = height = 0
        for item in self._shown():
            size = item.sizeHint()
            if line and used + self.gap + size.width() > width:
                yield line, used, height
                line, used, height = [], 0, 0
            used += size.width() + (self.gap if line else 0)
            height = max(height, size.height())
            line.append(item)
        if line:
            yield line, used, height


def flow_widget(*, at_end: bool = True) -> tuple[QWidget, FlowRow]:
    """A widget that holds nothing but such a row."""
    widget = QWidget()
    row = FlowRow(widget, at_end=at_end)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
    return widget, row
