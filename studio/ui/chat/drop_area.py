"""What is dropped or pasted: files, a picture, or neither; and the area that says "here"."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

_MARGIN = 12


@dataclass(frozen=True, slots=True)
class Brought:
    """Paths of local files, or a picture without one. Addresses are not followed."""

    paths: tuple[str, ...] = ()
    picture: QImage | None = None


def brings_files(source: QMimeData) -> bool:
    """Whether there is anything to attach. A picture beside text is decoration of the text."""
    return any(url.isLocalFile() for url in source.urls()) or (
        source.hasImage() and not source.hasText()
    )


def brings_text(source: QMimeData) -> bool:
    """Whether it is words alone, for the message."""
    return source.hasText() and not brings_files(source)


def brought(source: QMimeData) -> Brought:
    paths = tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())
    if paths or not source.hasImage():
        return Brought(paths)
    image = source.imageData()
    return Brought(picture=image if isinstance(image, QImage) and not image.isNull() else None)


class DropArea(QFrame):
    """Lies over its page while something is dragged over it, and takes the page's drops.

    Signals: `dropped(Brought)`; `text_dropped(QMimeData)`, which holds only while it is told.
    """

    dropped = Signal(object)
    text_dropped = Signal(object)

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self.setProperty("kind", "drop")
        # The page gets the drop; this only shows where.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAcceptDrops(False)
        self._title = QLabel()
        self._title.setProperty("kind", "title")
        self._hint = QLabel()
        self._hint.setProperty("kind", "muted")
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addStretch(1)
        self.hide()
        page.setAcceptDrops(True)
        page.installEventFilter(self)

    def cover(self, *, for_text: bool = False) -> None:
        """Shows itself over the whole of its page."""
        if for_text:
            self._title.setText(self.tr("Drop the text into the message"))
            self._hint.setText(self.tr("Long text can be attached as a file"))
        else:
            self._title.setText(self.tr("Drop files to attach them"))
            self._hint.setText(self.tr("Pictures, PDF, text, code, tables and office files"))
        self.setGeometry(self._page.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN))
        self.raise_()
        self.show()

    def _tell(self, source: QMimeData) -> None:
        if brings_text(source):
            self.text_dropped.emit(source)
        else:
            self.dropped.emit(brought(source))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent) and brings_files(event.mimeData()):
            _accept(event)
            self.cover()
            return True
        if isinstance(event, QDragEnterEvent) and brings_text(event.mimeData()):
            _accept(event)
            if event.source() is None:  # words of the page itself are dragged to be dropped on it
                self.cover(for_text=True)
            return True
        if isinstance(event, QDragLeaveEvent):
            self.hide()
        elif type(event) is QDropEvent:
            self.hide()
            _accept(event)
            self._tell(event.mimeData())
            return True
        return super().eventFilter(watched, event)


def _accept(event: QDropEvent) -> None:
    """Always as a copy: after a move the file manager would delete the original."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
