"""What is selected as a whole is shown so: a veil in the colour of the selection over it."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_RADIUS = 8
_OPACITY = 0.32


class Veil(QWidget):
    """Lies over one widget, as large as it, and lets the mouse through."""

    def __init__(self, under: QWidget) -> None:
        super().__init__(under)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(under.rect())
        under.installEventFilter(self)

    def cover(self, *, is_selected: bool) -> None:
        """Shows or hides the veil."""
        self.setVisible(is_selected)
        if is_selected:
            self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        colour.setAlphaF(_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(self.rect()), _RADIUS, _RADIUS)
