"""The field in the sidebar that searches all chats. What it finds is shown by `search_panel`,
which is loaded with the first letter."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from studio.core.chats import Chat
from studio.core.search import SearchHit
from studio.ui.fields import offer_clearing
from studio.ui.sidebar import Sidebar
from studio.ui.theme import Theme

_PANEL = "studio.ui.search_panel"
_KEYS = ("Ctrl+K", "Ctrl+Shift+F")
_PAUSE_MS = 120


@dataclass(frozen=True, slots=True)
class SearchNeeds:
    """What a search is given. `search` looks through what was said, `chats` have the titles."""

    theme: Theme
    chats: Callable[[], tuple[Chat, ...]]
    search: Callable[[str], AsyncGenerator[SearchHit]]
    spawn: Callable[[Coroutine[Any, Any, object], str], None]


class _Panel(Protocol):
    """What is needed of the list of hits."""

    def look_for(self, text: str) -> None: ...

    def stop(self) -> None: ...

    def enter(self) -> None: ...

    def open_first(self) -> None: ...


class SearchField(QLineEdit):
    """Lives as long as the window.

    Signals: `panel_made(QWidget)` once; `searching(bool)` when the list of hits takes the place of
    the list of chats, and gives it back; `opened(chat_id, turn_id, text)` for a hit; `wanted()`
    when a key calls for the field, which may be out of sight.
    """

    panel_made = Signal(QWidget)
    searching = Signal(bool)
    opened = Signal(str, str, str)
    wanted = Signal()

    def __init__(self, needs: SearchNeeds, window: QWidget) -> None:
        super().__init__()
        self._needs = needs
        self._panel: _Panel | None = None
        self._is_searching = False
        self.setPlaceholderText(self.tr("Search chats"))
        self.setAccessibleName(self.tr("Search chats"))
        native = QKeySequence.SequenceFormat.NativeText
        self.setToolTip(QKeySequence(_KEYS[0]).toString(native))
        offer_clearing(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.textChanged.connect(self._take_text)
        for keys in _KEYS:
            QShortcut(QKeySequence(keys), window, self.begin)

    def begin(self) -> None:
        """Typing goes into the field."""
        self.wanted.emit()
        self.setFocus()
        self.selectAll()

    def stand_in(self, sidebar: Sidebar, chats: QWidget) -> None:
        """Stands above the list of chats, and changes it for the list of hits."""
        sidebar.put_search(self)
        self.panel_made.connect(sidebar.put_hits)
        self.panel_made.connect(lambda panel: self.searching.connect(panel.setVisible))
        self.searching.connect(lambda is_searching: chats.setHidden(is_searching))

    def _take_text(self, text: str) -> None:
        if not text.strip():
            self._pause.stop()
            if self._panel is not None:
                self._panel.stop()
            self._set_searching(False)
        else:
            self._pause.start()

    def _look(self) -> None:
        self._made().look_for(self.text().strip())
        self._set_searching(True)

    def _set_searching(self, is_searching: bool) -> None:
        if is_searching != self._is_searching:
            self._is_searching = is_searching
            self.searching.emit(is_searching)

    def _made(self) -> _Panel:
        if self._panel is None:
            panel: Any = import_module(_PANEL).SearchPanel(self._needs)
            panel.opened.connect(self.opened)
            panel.left.connect(self.begin)
            self._panel = panel
            self.panel_made.emit(panel)
        made: _Panel = self._panel
        return made

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.clear()
        elif key == Qt.Key.Key_Down and self._is_searching and self._panel is not None:
            self._panel.enter()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self._pause.stop()
            if not self._is_searching:
                self._look()
            self._made().open_first()
        else:
            super().keyPressEvent(event)
