"""A line above the page for what went wrong, or must be known, outside any chat."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme


class NoticeBar(QFrame):
    """Lives as long as the window; hidden until there is something to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "notice")
        self.text = QLabel()
        self.text.setProperty("kind", "warning")
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setProperty("kind", "flat")
        self._close.setIconSize(QSize(14, 14))
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._close)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.hide()

    def say(self, text: str) -> None:
        """Shows a message. One that is there already is kept above it."""
        earlier = self.text.text() if self.isVisible() else ""
        lines = [line for line in earlier.split("\n") if line and line != text]
        self.text.setText("\n".join([*lines[-2:], text]))
        self.text.setAccessibleName(self.text.text())
        self.show()

    def _paint_icon(self) -> None:
        self._close.setIcon(icon(Icon.CLOSE, self._theme.palette.text_secondary))
