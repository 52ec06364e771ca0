"""Says for a moment, at the foot of a transcript, what has just been copied or saved."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from studio.ui.accessible import announce

_SHOWN_MS = 8_000
_WIDTH = 460
_MARGIN = 16


class TakingNote(QLabel):
    """Lies over the transcript, or over all of its page where a panel covers that; a click lets it
    go. Lives as long as the page."""

    def __init__(self, page: QWidget, transcript: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._transcript = transcript
        self.setProperty("kind", "banner")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(10)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        for each in (page, transcript):
            each.installEventFilter(self)
        self.hide()

    def say(self, text: str) -> None:
        """Nothing is said of nothing."""
        if not text:
            return
        self.setText(text)
        self.setAccessibleName(text)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        announce(self, text)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._timer.stop()
        self.hide()

    def _place(self) -> None:
        room = self._page.rect()
        if self._transcript.isVisible():
            corner = self._transcript.mapTo(self._page, QPoint(0, 0))
            room = QRect(corner, self._transcript.size())
        width = max(0, min(_WIDTH, room.width() - 2 * _MARGIN))
        height = self.heightForWidth(width)
        left = room.left() + (room.width() - width) // 2
        top = max(room.top(), room.bottom() - _MARGIN - height)
        self.setGeometry(left, top, width, height)
