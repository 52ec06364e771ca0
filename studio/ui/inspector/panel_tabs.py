"""The tabs of the panel: what each is called, and where its widget is loaded from."""

from enum import Enum
from importlib import import_module
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.ui.chat.inspect_hook import PanelNeeds

translate = QCoreApplication.translate

_FOLDER = "studio.ui.inspector"


class Tab(Enum):
    """What the panel shows, in the order of its tabs."""

    ROUNDS = 0
    REQUEST = 1
    RESPONSE = 2
    CHANGES = 3
    CALL = 4
    CONTEXT = 5
    DIALECTS = 6


def tab_title(tab: Tab) -> str:
    return {
        Tab.ROUNDS: translate("inspector", "Rounds"),
        Tab.REQUEST: translate("inspector", "Request"),
        Tab.RESPONSE: translate("inspector", "Response"),
        Tab.CHANGES: translate("inspector", "Changes"),
        Tab.CALL: translate("inspector", "Call"),
        Tab.CONTEXT: translate("inspector", "Context"),
        Tab.DIALECTS: translate("inspector", "Dialects"),
    }[tab]


def tab_tip(tab: Tab) -> str:
    return {
        Tab.ROUNDS: translate("inspector", "What the time of this turn was spent with"),
        Tab.REQUEST: translate("inspector", "What went out in this round"),
        Tab.RESPONSE: translate("inspector", "What came back in this round"),
        Tab.CHANGES: translate("inspector", "What this request adds to the one before"),
        Tab.CALL: translate("inspector", "What a call really was"),
        Tab.CONTEXT: translate("inspector", "What fills the window of the model"),
        Tab.DIALECTS: translate("inspector", "This turn as other dialects would carry it"),
    }[tab]


def made(tab: Tab, needs: PanelNeeds) -> Any:
    """The tab's widget, new."""
    theme, looking, spawn = needs.theme, needs.looking, needs.spawn
    if tab is Tab.ROUNDS:
        return _loaded("rounds_view").RoundsView(theme)
    if tab is Tab.CALL:
        return _loaded("call_view").CallView(needs)
    if tab is Tab.CONTEXT:
        return _loaded("context_view").ContextView(needs)
    if tab is Tab.REQUEST:
        view = _loaded("request_view").RequestView
        return view(theme, looking.inspection, spawn, looking.key_name)
    module, name = {
        Tab.RESPONSE: ("response_view", "ResponseView"),
        Tab.CHANGES: ("changes_view", "ChangesView"),
        Tab.DIALECTS: ("dialects_view", "DialectsView"),
    }[tab]
    return getattr(_loaded(module), name)(theme, looking.inspection, spawn)


class TabPlace(QWidget):
    """Where a tab stands; its widget is put in when it is first shown."""

    def __init__(self) -> None:
        super().__init__()
        self.view: Any = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    def fill(self, view: QWidget) -> None:
        self.view = view
        layout = self.layout()
        if layout is not None:
            layout.addWidget(view)


def _loaded(module: str) -> Any:
    return import_module(f"{_FOLDER}.{module}")
