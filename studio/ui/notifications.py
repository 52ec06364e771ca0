"""Tells of a finished answer or a waiting call while the window is not in front."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from studio.ui.main_window import MainWindow

_SHOWN_MS = 8_000


class Notifications(QObject):
    """Lives as long as the window. Off when the user set so.

    Signals: `opened(chat_id)`, when the user clicked a message.
    """

    opened = Signal(str)

    def __init__(self, window: MainWindow, icon: QIcon) -> None:
        super().__init__(window)
        self._window = window
        self._icon = icon
        self._tray: QSystemTrayIcon | None = None
        self._chat_id = ""
        self.is_on = True
        window.activated.connect(self._take_back)

    def tell(self, chat_id: str, title: str, text: str) -> bool:
        """True when the user was told; nobody is who looks at the window already."""
        if not self.is_on or self._window.isActiveWindow():
            return False
        self._chat_id = chat_id
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            tray = self._tray_icon()
            tray.show()
            tray.showMessage(title, text, self._icon, _SHOWN_MS)
        return True

    def _tray_icon(self) -> QSystemTrayIcon:
        """Made with the first message; shown only until the window is looked at again."""
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._icon, self)
            self._tray.setToolTip(QApplication.applicationDisplayName())
            self._tray.messageClicked.connect(self._open)
            self._tray.activated.connect(self._open)
        return self._tray

    def _open(self) -> None:
        self._window.come_to_front()
        self.opened.emit(self._chat_id)

    def _take_back(self) -> None:
        if self._tray is not None:
            self._tray.hide()
