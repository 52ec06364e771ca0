"""A row that may be wider than the column: it scrolls sideways on its own."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QScrollBar, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.text_view import TextView

BAR_HEIGHT = 10


class WideBlock(RowWidget):
    """A text that is not wrapped, with a scroll bar of its own under it.

    The text is blind to the mouse, so its own scroll bar could not be dragged.
    Signals: `scrolled(int)` when the reader moved it sideways.
    """

    scrolled = Signal(int)

    def __init__(self, parent: QWidget, writer: Writer, *, wraps: bool) -> None:
        super().__init__(parent, writer)
        self._view = TextView(self, wraps=wraps)
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._bar.setAccessibleName(QCoreApplication.translate("Transcript", "Scroll sideways"))
        self._bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.hide()
        self._bar.valueChanged.connect(self._move)

    @property
    @override
    def text_view(self) -> TextView:
        return self._view

    def scroll_sideways(self, pixels: int) -> bool:
        """Scrolls by so much; false when there is nothing to scroll."""
        if self._bar.maximum() == 0:
            return False
        self._bar.setValue(self._bar.value() + pixels)
        return True

    def bring_into_sight(self, x: int) -> None:
        """Scrolls where a place of the visible text lies beyond its edges."""
        if not 0 <= x < self._view.width() - 20:
            self._bar.setValue(self._bar.value() + x - self._view.width() // 3)

    def scroll_to(self, value: int) -> None:
        """Scrolls with the blocks this one continues."""
        if value != self._bar.value():
            self._bar.setValue(value)

    def _fit_bar(self, content: int, room: int, left: int, top: int) -> int:
        """Places the bar under the text if one is needed; returns its height."""
        spare = max(0, content - room)
        self._bar.setRange(0, spare)
        self._bar.setPageStep(room)
        self._bar.setSingleStep(20)
        shows = spare > 0 and not self.joins_next
        self._bar.setVisible(shows)
        if shows:
            self._bar.setGeometry(left, top, room, BAR_HEIGHT)
        self._view.horizontalScrollBar().setRange(0, spare)
        self._view.horizontalScrollBar().setValue(self._bar.value())
        return BAR_HEIGHT if shows else 0

    def _move(self, value: int) -> None:
        self._view.horizontalScrollBar().setValue(value)
        self.scrolled.emit(value)
