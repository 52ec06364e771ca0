"""The sidebar's frame: new chat on top, settings below, room for the list between.

Part of the first paint: see `main_window` for what that forbids. The list, the icons and the keys
come later.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

MINIMUM_WIDTH = 180
MAXIMUM_WIDTH = 420
_AROUND_WORDS = 24 + 24 + 3 * 8  # margins of the frame and of the button, and gaps


class Sidebar(QFrame):
    """Lives as long as the window.

    Signals: `new_chat_requested()`, `settings_requested()`.
    """

    new_chat_requested = QtCore.Signal()
    settings_requested = QtCore.Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "sidebar")
        self.setMinimumWidth(MINIMUM_WIDTH)
        self.setMaximumWidth(MAXIMUM_WIDTH)
        self.setAccessibleName(self.tr("Chats"))
        self.new_chat = QPushButton()
        self.new_chat.setProperty("kind", "new-chat")
        self.new_chat.setAccessibleName(self.tr("New chat"))
        self.new_chat.clicked.connect(self.new_chat_requested)
        self._plus = QLabel("+")
        self._key = QLabel()
        self._key.setProperty("kind", "muted")
        inside = QHBoxLayout(self.new_chat)
        inside.setContentsMargins(12, 0, 12, 0)
        inside.setSpacing(8)
        inside.addWidget(self._plus)
        self._words = QLabel(self.tr("New chat"))
        inside.addWidget(self._words)
        inside.addStretch(1)
        inside.addWidget(self._key)
        self.new_chat.setFixedHeight(34)
        self.settings = QPushButton(" " + self.tr("Settings"))
        self.settings.setProperty("kind", "row")
        self.settings.clicked.connect(self.settings_requested)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 12, 12, 8)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.new_chat)
        self._layout.addStretch(1)
        self._layout.addWidget(self.settings)

    def fill(self, chats: QWidget, notices: QWidget) -> None:
        """Puts the list of chats, and the bar that offers to undo, into the frame."""
        self._layout.takeAt(1)
        self._layout.insertWidget(1, chats, 1)
        self._layout.insertWidget(2, notices)
        # Tab follows the eye, though the settings were there first.
        QWidget.setTabOrder(self.new_chat, chats)
        QWidget.setTabOrder(chats, self.settings)

    def put_search(self, field: QWidget) -> None:
        """Puts the field that searches all chats above their list."""
        self._layout.insertWidget(1, field)
        QWidget.setTabOrder(self.new_chat, field)

    def put_hits(self, hits: QWidget) -> None:
        """Puts the list of hits where the list of chats is; one of them is hidden."""
        self._layout.insertWidget(3, hits, 1)

    def decorate(self, plus: QtGui.QIcon, settings: QtGui.QIcon, new_chat_key: str) -> None:
        """The icons and the name of the key, which the first paint does without."""
        self._plus.setPixmap(plus.pixmap(QtCore.QSize(16, 16), self.devicePixelRatioF()))
        self.settings.setIcon(settings)
        self._key.setText(new_chat_key)
        self.new_chat.setToolTip(new_chat_key)
        self._place_key()

    def _place_key(self) -> None:
        """The key gives way to the words; its name is in the tooltip too."""
        needed = sum(each.sizeHint().width() for each in (self._plus, self._words, self._key))
        self._key.setVisible(needed + _AROUND_WORDS <= self.width())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:  # type: ignore[explicit-override]  # see `main_window`
        super().resizeEvent(event)
        self._place_key()

    def changeEvent(self, event: QtCore.QEvent) -> None:  # type: ignore[explicit-override]  # see `main_window`
        super().changeEvent(event)
        if event.type() is QtCore.QEvent.Type.StyleChange:
            self._place_key()
