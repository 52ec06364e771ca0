"""The frame: a sidebar, and one page beside it.

It is on screen before anything else is loaded, and a start is measured against an empty window. So
this module, `sidebar` and `theme` import Qt and the standard library only, and they do without
what is dear there: the `Qt` namespace (13 % of an empty window's start) and `typing_extensions`
(4 %), which is why overrides here are not marked as such.
"""

from __future__ import annotations

from PySide6 import QtCore, QtGui
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.ui.sidebar import Sidebar
from studio.ui.theme import Theme

MINIMUM_SIZE = (640, 480)
_FIRST_SIZE = (1180, 780)
_NARROW_WINDOW = 780
_NARROW_SIDEBAR = 196
SIDEBAR_WIDTH = 256
_HIDDEN = "hidden"
_SHOWN = "shown"


class MainWindow(QMainWindow):
    """Lives as long as the application. `geometry` and `layout` are its own words from last time.

    `places` tells, in the chats' own words, where each was left: for the next start. `walked` is a
    widget that Tab goes through in an order of its own: from outside only it itself is gone to.
    `panel_width` is that of the panel beside a chat, 0 as long as nobody has chosen one.

    Signals: `painted()` once, after the first paint; `closing()`, when the user closes the window:
    it stays until `finish_close`, so that the answer being written is saved; `activated()`, when
    the window comes to the front.
    """

    painted = QtCore.Signal()
    closing = QtCore.Signal()
    activated = QtCore.Signal()

    def __init__(self, theme: Theme, geometry: str = "", layout: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._is_painted = False
        self._is_closing = False
        self._may_close = False
        self._is_alone = False
        self.places = ""
        self.walked: QWidget | None = None
        width, hidden, panel = (*layout.split(" "), "", "", "")[:3]
        self.panel_width = int(panel) if panel.isdecimal() else 0
        self._sidebar_width = int(width) if width.isdecimal() else SIDEBAR_WIDTH
        self.setWindowTitle("Callboard")
        self.setMinimumSize(*MINIMUM_SIZE)
        self.sidebar = Sidebar()
        self._build()
        self._wants_sidebar = hidden != _HIDDEN
        self.sidebar.setVisible(self._wants_sidebar)
        if not self.restoreGeometry(QtCore.QByteArray.fromBase64(geometry.encode())):
            self.resize(*_FIRST_SIZE)
        self._splitter.splitterMoved.connect(self._remember_width)

    def _build(self) -> None:
        self.pages = QStackedWidget()
        self.pages.setProperty("kind", "page")
        beside = QWidget()
        beside.setProperty("kind", "page")
        self._beside = QVBoxLayout(beside)
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setSpacing(0)
        self._beside.addWidget(self.pages)
        self._splitter = QSplitter()
        self._splitter.addWidget(self.sidebar)
        self._splitter.addWidget(beside)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setHandleWidth(1)
        self.setCentralWidget(self._splitter)

    def geometry_text(self) -> str:
        """Place and size, in Qt's own words, for the next start."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def layout_text(self) -> str:
        """How wide the sidebar is and whether it is hidden, and how wide the panel beside a chat
        is, for the next start."""
        words = [str(self._sidebar_width), "" if self._wants_sidebar else _HIDDEN]
        if self.panel_width:
            words = [words[0], words[1] or _SHOWN, str(self.panel_width)]
        return " ".join(words).rstrip()

    def settle(self) -> None:
        """After the first paint: watches whether the window is in front."""
        self.windowHandle().activeChanged.connect(self._tell_activation)

    def put_above(self, bar: QWidget) -> None:
        """Puts a bar above all pages, for what concerns none of them alone."""
        self._beside.insertWidget(0, bar)

    def show_page(self, page: QWidget, *, is_alone: bool = False) -> None:
        """Puts a page beside the sidebar; it stays there, hidden, when another one comes.

        A page that `is_alone` has a side of its own and takes the place of the sidebar.
        """
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self._is_alone = is_alone
        self._place_sidebar()
        self.pages.setCurrentWidget(page)

    def remove_page(self, page: QWidget) -> None:
        self.pages.removeWidget(page)
        page.deleteLater()

    def toggle_sidebar(self) -> None:
        if not self._is_alone:
            self._wants_sidebar = not self._wants_sidebar
            self._place_sidebar()

    def show_sidebar(self) -> None:
        """For what can be done only there."""
        self._wants_sidebar = True
        self._place_sidebar()

    def come_to_front(self) -> None:
        """For a second instance and a clicked notification."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def finish_close(self) -> None:
        """Everything is saved and ended: the window may go."""
        self._may_close = True
        self.close()

    def _tell_activation(self) -> None:
        if self.isActiveWindow():
            self.activated.emit()

    def _remember_width(self) -> None:
        if self.width() >= _NARROW_WINDOW:
            self._sidebar_width = self.sidebar.width()

    def _place_sidebar(self) -> None:
        is_shown = self._wants_sidebar and not self._is_alone
        if self.sidebar.isHidden() is is_shown:
            self.sidebar.setVisible(is_shown)
            self._fit_sidebar()

    def _fit_sidebar(self) -> None:
        """A small window takes the room from the sidebar first, and gives it back."""
        is_narrow = self.width() < _NARROW_WINDOW
        width = _NARROW_SIDEBAR if is_narrow else self._sidebar_width
        self._splitter.setSizes([width, max(self.width() - width, 1)])

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:  # type: ignore[explicit-override]  # see above
        super().resizeEvent(event)
        self._fit_sidebar()

    def focusNextPrevChild(self, is_forward: bool) -> bool:  # type: ignore[explicit-override]  # see above
        first = self.focusWidget()
        while super().focusNextPrevChild(is_forward):
            focus = self.focusWidget()
            if self.walked is None or focus in (None, first, self.walked):
                return True
            if not self.walked.isAncestorOf(focus):
                return True
        return False

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:  # type: ignore[explicit-override]  # see above
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QtCore.QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:  # type: ignore[explicit-override]  # see above
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if not self._is_closing:
            self._is_closing = True
            self.closing.emit()
