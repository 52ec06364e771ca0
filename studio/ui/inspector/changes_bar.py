"""How much of a request is as it was before, from its start: what a provider's cache may serve."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.ui.theme import Theme

_HEIGHT = 10
_RADIUS = 3
_TICK = 2


class CacheBar(QWidget):
    """A bar from the first byte to the last."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shared = 0.0
        self._is_broken = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_share(self, shared: float, text: str, *, is_broken: bool) -> None:
        """`shared` from 0 to 1; `text` says the same in words."""
        self._shared, self._is_broken = shared, is_broken
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect())
        path = QPainterPath()
        path.addRoundedRect(room, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        rest = palette.code if self._is_broken else palette.success_soft
        painter.fillRect(room, QColor(rest))
        width = room.width() * self._shared
        # Bytes are counted from where one begins to read.
        is_left = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        left = room.left() if is_left else room.right() - width
        painter.fillRect(QRectF(left, room.top(), width, room.height()), QColor(palette.accent))
        edge = room.left() + width if is_left else room.right() - width - _TICK
        ink = palette.danger if self._is_broken else palette.success
        painter.fillRect(QRectF(edge, room.top(), _TICK, room.height()), QColor(ink))
        painter.end()
