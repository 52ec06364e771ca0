"""Says for a moment, above the foot of a page, what has just been copied or saved."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from studio.ui.accessible import announce

_SHOWN_MS = 8_000
_WIDTH = 460
_ABOVE = 120  # the composer
_MARGIN = 16


class TakingNote(QLabel):
    """Lies over its page; a click lets it go. Lives as long as the page."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self.setProperty("kind", "banner")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(10)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        page.installEventFilter(self)
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
        if watched is self._page and event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._timer.stop()
        self.hide()

    def _place(self) -> None:
        page = self._page.rect()
        width = max(0, min(_WIDTH, page.width() - 2 * _MARGIN))
        height = self.heightForWidth(width)
        top = max(0, page.height() - _ABOVE - height)
        self.setGeometry((page.width() - width) // 2, top, width, height)
