"""One file beside the prompt: being read, attached, or refused."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPixmap,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.attachments import FileKind, kind_of
from studio.core.messages import Attachment
from studio.ui.elided import ElidedLabel
from studio.ui.file_texts import FileFault, kind_text, measure_text
from studio.ui.icons import Icon, icon, pixmap
from studio.ui.theme import Theme

THUMBNAIL = 36
WIDTH = 218
_RADIUS = 6
_OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_REMOVING_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_ICONS = {
    FileKind.PICTURE: Icon.PICTURE,
    FileKind.PDF: Icon.FILE,
    FileKind.DOCUMENT: Icon.FILE,
    FileKind.TABLE: Icon.TABLE,
    FileKind.TEXT: Icon.FILE,
}


class FileChip(QFrame):
    """Signals: `removed()`, `opened()` for one that is attached.

    Tab reaches it: Return opens, Delete removes, and so does its button.
    """

    removed = Signal()
    opened = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._can_open = False
        self.takes_line = False
        self.setProperty("kind", "file")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self._picture = QLabel()
        self._picture.setFixedSize(THUMBNAIL, THUMBNAIL)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = ElidedLabel(name)
        self._detail = ElidedLabel()
        self._detail.setProperty("kind", "caption")
        self._detail.hide()
        self._progress = QProgressBar()
        self._progress.setRange(0, 0)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(6)
        self._progress.hide()
        self.remove = QToolButton()
        self._lay_out()

    def height_at(self, width: int) -> int:
        least = THUMBNAIL + 12
        layout = self.layout()
        if self.takes_line and layout is not None:
            return max(layout.heightForWidth(width), least)
        return max(self.sizeHint().height(), least)

    def show_reading(self) -> None:
        self._progress.show()
        self._detail.hide()
        self._picture.setPixmap(self._symbol(Icon.FILE))
        self.setAccessibleDescription(self.tr("Being read"))

    def show_attached(self, attachment: Attachment, image: QImage | None, note: str) -> None:
        """`note` is what is to be said of it besides, such as its encoding."""
        self._can_open = True
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._progress.hide()
        detail = " · ".join(part for part in (measure_text(attachment), note) if part)
        self._detail.setText(detail)
        self._detail.show()
        symbol = self._symbol(_ICONS[kind_of(attachment.media_type)])
        shown = rounded(image, THUMBNAIL, self.devicePixelRatioF()) if image else symbol
        self._picture.setPixmap(shown)
        self.setAccessibleDescription(f"{kind_text(attachment.media_type)} · {detail}")

    def show_fault(self, fault: FileFault) -> None:
        self.setProperty("kind", "file-error")
        self.takes_line = True
        self._progress.hide()
        self._picture.setPixmap(self._symbol(Icon.FILE))
        said = f"{fault.what} {fault.advice}"
        self._detail.hide()
        words = QLabel(said)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setProperty("kind", "small")
        words.setWordWrap(True)
        self._words.insertWidget(1, words)
        self.setAccessibleDescription(said)

    def _symbol(self, which: Icon) -> QPixmap:
        return pixmap(which, self._theme.palette.text_secondary, self.devicePixelRatioF() * 1.25)

    def _lay_out(self) -> None:
        text = self.tr("Remove {0}").format(self._name)
        self.remove.setProperty("kind", "flat")
        self.remove.setIcon(icon(Icon.CLOSE, self._theme.palette.text_secondary))
        self.remove.setIconSize(QSize(12, 12))
        self.remove.setToolTip(self.tr("Remove"))
        self.remove.setAccessibleName(text)
        self.remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.remove.clicked.connect(self.removed)
        self._words = QVBoxLayout()
        self._words.setSpacing(1)
        for part in (self._title, self._detail, self._progress):
            self._words.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 5, 4, 5)
        row.setSpacing(8)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._words, 1)
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, max(super().sizeHint().height(), THUMBNAIL + 12))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVING_KEYS:
            self.removed.emit()
        elif event.key() in _OPENING_KEYS and self._can_open:
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._can_open and self.rect().contains(event.position().toPoint()):
            self.opened.emit()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A style sheet does not notice a frame's focus by itself.
        self.update()


def rounded(image: QImage, side: int, ratio: float) -> QPixmap:
    """The middle of a picture as a square with round corners."""
    square = QPixmap(round(side * ratio), round(side * ratio))
    square.setDevicePixelRatio(ratio)
    square.fill(Qt.GlobalColor.transparent)
    painter = QPainter(square)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
    )
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 0, side, side), _RADIUS, _RADIUS)
    painter.setClipPath(path)
    edge = min(image.width(), image.height())
    middle = QPointF(image.width() - edge, image.height() - edge) / 2
    painter.drawImage(QRectF(0, 0, side, side), image, QRectF(middle, QSize(edge, edge)))
    painter.end()
    return square
