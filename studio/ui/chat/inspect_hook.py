"""Where a chat page offers to look into it. The panel itself is loaded when it is wanted."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from decimal import Decimal
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from shiboken6 import isValid

from studio.core.messages import Origin, Usage
from studio.core.servers import ServerEntry
from studio.core.tools import ToolDefinition
from studio.harness.inspection_ports import Inspection
from studio.harness.subject import Subject
from studio.ui.chat.cards import Cards
from studio.ui.chat.choices import Choices
from studio.ui.chat.metering import Measures
from studio.ui.chat.page_sides import PageSides
from studio.ui.chat.view import TranscriptView
from studio.ui.main_window import MainWindow
from studio.ui.parts import WindowPart
from studio.ui.sessions import Session
from studio.ui.theme import Theme

KEYS = "Ctrl+I"
_PANEL = "studio.ui.inspector.panel"
_FOLLOWING = "studio.ui.inspector.following"
_COVERED = "studio.ui.inspector.covered_bar"
_LEAST_CHAT = 380  # pixels that the chat keeps beside the panel
_LEAST_PANEL = 360
_FIRST_WIDTH = 480


def no_quirks(_origin: Origin) -> tuple[str, ...]:
    """Where nothing is known of hosts."""
    return ()


@dataclass(frozen=True, slots=True)
class Looking:
    """What the panel asks. `price` is of tokens at whom they were asked; `key_name` what the user
    calls a profile's key; `server` is the one of tools with that ID; `clock` in seconds since the
    epoch; `quirks` say in what a host differs from its dialect."""

    inspection: Inspection
    price: Callable[[Origin, Usage], Decimal | None]
    key_name: Callable[[str, str], str]
    server: Callable[[str], ServerEntry | None]
    clock: Callable[[], float]
    quirks: Callable[[Origin], tuple[str, ...]] = no_quirks


@dataclass(frozen=True, slots=True)
class PanelNeeds:
    """What the panel is given of its page. `tools` are all there are."""

    theme: Theme
    session: Session
    looking: Looking
    measures: Measures
    tools: Callable[[], tuple[ToolDefinition, ...]]
    choices: Callable[[], Choices]
    spawn: Callable[[Coroutine[Any, Any, object], str], None]


class InspectHook(QObject):
    """Lives as long as its page, whose splitter takes the panel beside the chat; in a narrow window
    the panel covers the chat.

    How wide it is the window remembers, for all chats.

    Signals: `shown(is_shown)`; from the panel `run_again_requested(tool_use_id)`,
    `replace_requested(tool_use_id)` and `resend_requested(turn_id, round_id)`.
    """

    shown = Signal(bool)
    run_again_requested = Signal(str)
    replace_requested = Signal(str)
    resend_requested = Signal(str, str)

    def __init__(
        self,
        page: QWidget,
        splitter: PageSides,
        view: TranscriptView,
        cards: Cards,
        needs: PanelNeeds,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._splitter = splitter
        self._view = view
        self._cards = cards
        self._needs = needs
        self._before: QWidget | None = None  # what had the focus
        self._following: Any = None
        self._tools: list[Callable[[], QToolButton]] = []
        self.panel: Any = None
        self.covered: Any = None  # says in the panel that the chat behind it waits
        keys = QShortcut(QKeySequence(KEYS), page)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self.toggle)
        cards.details_requested.connect(self.show_call)
        splitter.splitterMoved.connect(self._remember_width)

    @property
    def is_open(self) -> bool:
        return self.panel is not None and not self.panel.isHidden()

    @property
    def is_covering(self) -> bool:
        """There is too little room for both."""
        return self._splitter.width() < _LEAST_CHAT + _LEAST_PANEL

    @property
    def parts(self) -> tuple[WindowPart, ...]:
        """What of the window is the panel's, for the key that goes through its parts."""
        return (WindowPart(self.panel, self.panel.entry),) if self.is_open else ()

    @property
    def subject(self) -> Subject:
        """What the panel is at."""
        panel = self.panel
        if panel is None:
            return Subject()
        return Subject(panel.turn_id, panel.round_id, panel.tool_use_id)

    def add_tool(self, make: Callable[[], QToolButton]) -> None:
        """A button for the panel's head, made with the panel."""
        self._tools.append(make)

    def toggle(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Opens the panel on what the reader is at, and goes there."""
        self._show()
        self._following.look_where_the_reader_is()
        self.panel.entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_turn(self, turn_id: str) -> None:
        """What went over the wire in a turn."""
        self._show()
        self.panel.show_turn(turn_id)
        self.panel.entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_call(self, tool_use_id: str) -> None:
        """What a call really was."""
        self._show()
        self.panel.show_call(tool_use_id)
        self.panel.entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_context(self) -> None:
        """What fills the model's window, and what of it is left out."""
        self._show()
        self.panel.show_last()
        self.panel.show_context()
        self.panel.entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Gives the focus back to what had it."""
        if self.panel is None:
            return
        self.panel.hide()
        self._following.pause()
        self._splitter.chat.show()
        before = self._before
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._before = None
        self.shown.emit(False)

    def leave(self) -> None:
        """The page goes."""
        if self.panel is not None:
            self._following.pause()
            self.covered.leave()
            self.panel.leave()

    def fit(self) -> None:
        """The page has another size."""
        if not self.is_open:
            return
        is_covering = self.is_covering
        self._splitter.chat.setHidden(is_covering)
        self.covered.cover(is_covering)
        room = self._splitter.width()
        width = room if is_covering else min(self._wanted_width(), max(room - _LEAST_CHAT, 0))
        self._splitter.setSizes([max(room - width, 1), width])

    def _show(self) -> None:
        if self.panel is None:
            self._make()
        if not self.is_open:
            focus = QApplication.focusWidget()
            is_here = focus is not None and self._page.isAncestorOf(focus)
            self._before = focus if is_here else None
            self.panel.show()
            self._following.go_on()
            self.shown.emit(True)
        self.fit()

    def _make(self) -> None:
        self.panel = import_module(_PANEL).Panel(self._needs)
        for make in self._tools:
            self.panel.add_tool(make())
        self.covered = import_module(_COVERED).CoveredBar(self._needs.session)
        self.covered.chat_wanted.connect(self.close)
        self.panel.add_notice(self.covered)
        self.panel.hide()
        self._splitter.addWidget(self.panel)
        self._splitter.setStretchFactor(self._splitter.count() - 1, 0)
        self._following = import_module(_FOLLOWING).Following(
            self.panel, self._view, self._cards, self._needs.session
        )
        self._following.chat_wanted.connect(self._uncover)
        self.panel.closed.connect(self.close)
        self.panel.run_again_requested.connect(self.run_again_requested)
        self.panel.replace_requested.connect(self.replace_requested)
        self.panel.resend_requested.connect(self.resend_requested)

    def _uncover(self) -> None:
        """What was jumped to is in the chat."""
        if self.is_open and self.is_covering:
            self.close()

    def _wanted_width(self) -> int:
        window = self._page.window()
        chosen = window.panel_width if isinstance(window, MainWindow) else 0
        return chosen or _FIRST_WIDTH

    def _remember_width(self) -> None:
        window = self._page.window()
        if self.is_open and not self.is_covering and isinstance(window, MainWindow):
            window.panel_width = self.panel.width()
