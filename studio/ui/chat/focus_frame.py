"""The frame around what the keyboard is at in a transcript."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.look import Look

_ROOM = 9
_LINK_ROOM = 3
_RADIUS = 8


class FocusFrame(QWidget):
    """Lies over the rows and lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._colour = QColor()
        self._radius = float(_RADIUS)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_around(self, rect: QRect, look: Look, *, is_link: bool) -> None:
        """Frames a part of the page: a link closely, a message with some air."""
        room = _LINK_ROOM if is_link else _ROOM
        self._radius = _RADIUS / 2 if is_link else _RADIUS
        self._colour = look.colour("accent")
        self.setGeometry(rect.adjusted(-room, -room, room, room))
        self.raise_()
        self.show()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colour, 2))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(1, 1, -1, -1), self._radius, self._radius
        )
