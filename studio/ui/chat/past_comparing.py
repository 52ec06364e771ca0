"""Opens two versions of a turn beside each other, and asks which. Loaded when that is wanted."""

from importlib import import_module
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from studio.core.chats import Turn
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.chat.picker import Entry, Picker
from studio.ui.moments import clock_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

_WINDOW = "studio.ui.inspector.compare_window"


class Comparing(QObject):
    """Belongs to a chat page."""

    def __init__(self, page: QWidget, needs: PanelNeeds) -> None:
        super().__init__(page)
        self._page = page
        self._needs = needs
        self.window: Any = None

    def open(self, first: str, second: str) -> None:
        """Shows two turns, by their IDs; the earlier version stands first."""
        self._needs.spawn(self._open(first, second), "compare two answers")

    def pick(self, turn_id: str, anchor: QWidget) -> None:
        """Asks which version to compare with, unless there is only one."""
        self._needs.spawn(self._pick(turn_id, anchor), "compare with another answer")

    async def _pick(self, turn_id: str, anchor: QWidget) -> None:
        ids = self._needs.session.versions(turn_id)
        others = [each for each in ids if each != turn_id]
        if len(others) == 1:
            await self._open(turn_id, others[0])
        if len(others) < 2:
            return
        turns = await self._turns()
        if not isValid(self) or not isValid(anchor):
            return
        entries = [
            Entry(_entry_text(ids.index(each) + 1, turns[each]), each, turns[each].prompt_text)
            for each in others
            if each in turns
        ]
        picker = Picker(entries, "", self.tr("Compare with"), anchor)
        picker.picked.connect(lambda other: self.open(turn_id, other))
        picker.open_at(anchor)

    async def _open(self, first: str, second: str) -> None:
        ids = self._needs.session.versions(first)
        turns = await self._turns()
        if not isValid(self) or first not in turns or second not in turns:
            return
        number = {each: place for place, each in enumerate(ids, start=1)}
        pair = sorted((first, second), key=lambda each: number.get(each, 0))
        names = tuple(version_name(number.get(each, 0), turns[each]) for each in pair)
        needs = self._needs
        window: Any = import_module(_WINDOW).CompareWindow(
            needs.theme, needs.spawn, needs.looking.price, self._page
        )
        self.window = window
        window.show_turns(tuple(turns[each] for each in pair), names)
        window.show()

    async def _turns(self) -> dict[str, Turn]:
        # Those that are shown may have grown since they were saved.
        saved = {turn.id: turn for turn in await self._needs.session.all_turns()}
        return saved | {turn.id: turn for turn in self._needs.session.turns}


def _entry_text(number: int, turn: Turn) -> str:
    """With the time, as versions of one model look alike."""
    return f"{version_name(number, turn)} · {clock_text(turn.created_at)}"


def version_name(number: int, turn: Turn) -> str:
    """Such as `Version 2 · claude-sonnet`."""
    said = translate("past", "Version {0}").format(QLocale().toString(number))
    model = turn.rounds[-1].origin.model if turn.rounds else ""
    return f"{said} · {visible(model)}" if model else said
