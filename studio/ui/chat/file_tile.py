"""One attached file in the transcript: a small picture, or an icon with name and size."""

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from studio.core.attachments import FileKind, kind_of
from studio.core.messages import Attachment
from studio.ui.chat.look import Look
from studio.ui.file_texts import kind_text, measure_text
from studio.ui.icons import SIZE, Icon, draw
from studio.ui.tips import plain_tip

PICTURE_SIDE = 96
_HEIGHT = 44
_WIDTH = 220
_RADIUS = 8
_PADDING = 10
_ICONS = {FileKind.TABLE: Icon.TABLE, FileKind.PICTURE: Icon.PICTURE}


class FileTile(QAbstractButton):
    """Belongs to a prompt's block. Clicked, it asks to be shown."""

    def __init__(self, parent: QWidget, attachment: Attachment, look: Look) -> None:
        super().__init__(parent)
        self.attachment = attachment
        self._look = look
        self._image: QImage | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        detail = f"{kind_text(attachment.media_type)} · {measure_text(attachment)}"
        self.setProperty("said", attachment.name)
        self.setToolTip(plain_tip(f"{attachment.name}\n{detail}"))
        self.setAccessibleName(
            QCoreApplication.translate("Transcript", "Attached file {0}").format(attachment.name)
        )
        self.setAccessibleDescription(detail)

    @property
    def is_picture(self) -> bool:
        return kind_of(self.attachment.media_type) is FileKind.PICTURE

    def show_image(self, image: QImage) -> None:
        self._image = image
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(PICTURE_SIDE, PICTURE_SIDE) if self.is_picture else QSize(_WIDTH, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.addRoundedRect(frame, _RADIUS, _RADIUS)
        painter.fillPath(path, self._look.colour("raised"))
        if self._image is not None and not self._image.isNull():
            painter.save()
            painter.setClipPath(path)
            painter.drawImage(frame, self._image, _middle(self._image))
            painter.restore()
        else:
            self._paint_words(painter)
        edge = self._look.colour("accent" if self.hasFocus() else "border")
        # What was found is ringed: the name may be shortened, and a picture shows none.
        mark = str(self.property("mark") or "")
        painter.strokePath(path, QPen(QColor(mark), 3.0) if mark else QPen(edge, 1.0))
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        kind = kind_of(self.attachment.media_type)
        colour = self._look.colour("text_secondary")
        at = (self.height() - SIZE) // 2
        if self.is_picture:
            _paint_icon(painter, Icon.PICTURE, (self.width() - SIZE) // 2, at, colour)
            return
        _paint_icon(painter, _ICONS.get(kind, Icon.FILE), _PADDING, at, colour)
        left = _PADDING + SIZE + 8
        room = QRect(left, 4, self.width() - left - _PADDING, (self.height() - 8) // 2)
        small = self.font()
        small.setPixelSize(13)
        painter.setFont(small)
        painter.setPen(self._look.colour("text"))
        _paint_line(painter, room, self.attachment.name, Qt.TextElideMode.ElideMiddle)
        small.setPixelSize(12)
        painter.setFont(small)
        painter.setPen(colour)
        detail = f"{kind_text(self.attachment.media_type)} · {measure_text(self.attachment)}"
        _paint_line(painter, room.translated(0, room.height()), detail, Qt.TextElideMode.ElideRight)


def _paint_icon(painter: QPainter, which: Icon, x: int, y: int, colour: QColor) -> None:
    painter.save()
    painter.translate(x, y)
    draw(painter, which, colour)
    painter.restore()


def _paint_line(painter: QPainter, room: QRect, text: str, mode: Qt.TextElideMode) -> None:
    shown = painter.fontMetrics().elidedText(text, mode, room.width())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


def _middle(image: QImage) -> QRectF:
    """The largest square in the middle."""
    edge = min(image.width(), image.height())
    return QRectF((image.width() - edge) / 2, (image.height() - edge) / 2, edge, edge)
