"""Where a chat page and its inspector offer to copy and save what went over the wire. What does it
is loaded when it is wanted."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from studio.core.messages import Origin
from studio.core.servers import ServerEntry
from studio.harness.inspection_ports import Inspection
from studio.harness.subject import Subject
from studio.ui.buttons import icon_button
from studio.ui.chat.export_hook import OpenSink
from studio.ui.chat.messages import Message
from studio.ui.icons import Icon, icon
from studio.ui.sessions import Session
from studio.ui.theme import Theme

translate = QCoreApplication.translate

_TAKING = "studio.ui.inspector.taking"
_MENU = "studio.ui.inspector.taking_menu"


@dataclass(frozen=True, slots=True)
class TakingNeeds:
    """What is done is said at the foot of the `transcript`. `server` is the one of tools with that
    ID; `quirks` say in what a host differs from its dialect; `open_sink` writes a file off the
    window's thread."""

    theme: Theme
    transcript: QWidget
    session: Session
    inspection: Inspection
    server: Callable[[str], ServerEntry | None]
    open_sink: OpenSink
    spawn: Callable[[Coroutine[Any, Any, object], str], None]
    quirks: Callable[[Origin], tuple[str, ...]]


class TakingHook(QObject):
    """Lives as long as its page.

    Signals: `trace_requested(turn_id)`, empty for the whole chat.
    """

    trace_requested = Signal(str)

    def __init__(self, page: QWidget, needs: TakingNeeds) -> None:
        super().__init__(page)
        self._page = page
        self._needs = needs
        self._taking: Any = None
        self._is_loading = False

    def add_to(self, menu: QMenu, message: Message, tool_use_id: str = "") -> None:
        """Adds a menu of its own to that of a message, or of the call whose card is meant."""
        subject = Subject(self._turn_of(tool_use_id) or message.turn_id, "", tool_use_id)
        menu.addMenu(self._menu(lambda: subject, menu))

    def button(self, subject: Callable[[], Subject]) -> QToolButton:
        """A button that opens the menu, for what is chosen then."""
        tip = translate("Taking", "Copy or save what went over the wire")
        button = icon_button(translate("Taking", "Copy / Save"), "flat", tip)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._menu(subject, button))
        theme = self._needs.theme

        def paint() -> None:
            button.setIcon(icon(Icon.SAVE, theme.palette.text_secondary))

        theme.changed.connect(paint)
        button.destroyed.connect(lambda: theme.changed.disconnect(paint))
        paint()
        return button

    def _turn_of(self, tool_use_id: str) -> str:
        for turn in self._needs.session.turns if tool_use_id else ():
            if any(use.call.id == tool_use_id for use in turn.tool_uses):
                return turn.id
        return ""

    def _menu(self, subject: Callable[[], Subject], parent: QWidget) -> QMenu:
        if self._taking is None and not self._is_loading:
            self._is_loading = True
            # While the user looks for the entry: it would hold up the menu.
            self._needs.spawn(asyncio.to_thread(import_module, _TAKING), "load what takes along")
        menu: QMenu = import_module(_MENU).TakingMenu(self._made, subject, parent)
        return menu

    def _made(self) -> Any:
        if self._taking is None:
            self._taking = import_module(_TAKING).Taking(self._page, self._needs)
            self._taking.trace_requested.connect(self.trace_requested)
        return self._taking
