"""A picture on the page, as large as there is room; pressed, it opens in a window of its own."""

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from studio.ui.chat.look import Look
from studio.ui.tips import plain_tip

_RADIUS = 8


class PictureButton(QAbstractButton):
    """Belongs to the row or card that shows it."""

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self._look = look
        self._image = QImage()
        self._shown = QImage()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def restyle(self, look: Look) -> None:
        self._look = look
        self.update()

    def show_picture(self, image: QImage, name: str) -> None:
        self._image, self._shown = image, QImage()
        self.setAccessibleName(
            QCoreApplication.translate("Transcript", "Picture: {0}").format(name)
        )
        self.setAccessibleDescription(
            QCoreApplication.translate("Transcript", "Opens in a window, larger")
        )
        self.setToolTip(plain_tip(name))
        self.update()

    def size_in(self, room: QSize) -> QSize:
        """As large as it is, or as there is room; never so flat that it cannot be pressed."""
        size = self._image.size()
        if size.isEmpty():
            return QSize(0, 0)
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return size.expandedTo(QSize(8, 8))

    @override
    def sizeHint(self) -> QSize:
        return self._image.size()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = min(_RADIUS, self.height() / 4, self.width() / 4)
        path = QPainterPath()
        path.addRoundedRect(frame, radius, radius)
        painter.save()
        painter.setClipPath(path)
        painter.fillRect(self.rect(), self._look.colour("surface"))
        painter.drawImage(self.rect(), self._scaled())
        painter.restore()
        pen = QPen(self._look.colour("border"), 1)
        if self.hasFocus():
            pen = QPen(self._look.colour("accent"), 2)
        painter.strokePath(path, pen)

    def _scaled(self) -> QImage:
        """Scaled once for a size: the painter's own scaling is rough where much is left out."""
        pixels = self.size() * self.devicePixelRatioF()
        if self._shown.size() != pixels:
            self._shown = self._image.scaled(
                pixels,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        return self._shown
