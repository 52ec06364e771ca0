"""An attached file as it was sent: the picture, or the text that was read out of it.

Shown by Callboard itself. Nothing is opened with another program, and nothing in it is run.
"""

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.attachments import FileKind, kind_of
from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.ui.chat.big_reader import BigReader
from studio.ui.file_texts import kind_text, measure_text
from studio.ui.theme import Theme

_SIZE = QSize(860, 640)


class FileView(QDialog):
    """Thrown away when it is closed. `file` is None where the bytes are gone."""

    def __init__(
        self,
        theme: Theme,
        attachment: Attachment,
        file: AttachedFile | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(attachment.name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(_SIZE)
        kind = kind_of(attachment.media_type)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        if file is None:
            layout.addWidget(_message(self.tr("This file is no longer there.")), 1)
        elif kind is FileKind.PICTURE:
            layout.addWidget(_Picture(file.data, attachment.name), 1)
        elif file.text:
            layout.addWidget(self._text_view(theme, attachment, file.text), 1)
        else:
            said = self.tr("No text could be read out of this file; its pages may be pictures.")
            layout.addWidget(_message(said), 1)
        layout.addLayout(self._foot(attachment, kind, file))

    def _text_view(self, theme: Theme, attachment: Attachment, text: str) -> BigReader:
        reader = BigReader(theme, attachment.name, text)
        reader.left.connect(self.close)
        return reader

    def _foot(
        self, attachment: Attachment, kind: FileKind, file: AttachedFile | None
    ) -> QHBoxLayout:
        said = f"{kind_text(attachment.media_type)} · {measure_text(attachment)}"
        is_read_out = kind in (FileKind.PDF, FileKind.DOCUMENT, FileKind.TABLE)
        if is_read_out and file is not None and file.text:
            said = self.tr("{0}. This is the text in it.").format(said)
        measure = QLabel(said)
        measure.setProperty("kind", "muted")
        measure.setTextFormat(Qt.TextFormat.PlainText)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(measure, 1)
        row.addWidget(close)
        return row


class _Picture(QLabel):
    """As large as there is room, never larger than it is."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__()
        self._whole = QPixmap()
        self._whole.loadFromData(QByteArray(data))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setAccessibleName(name)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._whole.isNull():
            return
        ratio = self.devicePixelRatioF()
        room = self.size() * ratio
        size = self._whole.size()
        fits = size.width() <= room.width() and size.height() <= room.height()
        shown = (
            self._whole
            if fits
            else self._whole.scaled(
                room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        )
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)


def _message(said: str) -> QLabel:
    label = QLabel(said)
    label.setProperty("kind", "muted")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    return label
