"""Where a chat page offers to find something in it. The bar itself is loaded when it is wanted."""

from importlib import import_module
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from studio.ui.chat.cards import Cards
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme

_BAR = "studio.ui.chat.find_bar"
_UNDER_THE_HEADER = 1


class _Bar(Protocol):
    """What is needed of the bar."""

    @property
    def said(self) -> str: ...

    def open(self, text: str = "", turn: int | None = None) -> None: ...


class FindHook(QObject):
    """Lives as long as its page, whose layout takes the bar under the header."""

    def __init__(self, page: QWidget, view: TranscriptView, cards: Cards, theme: Theme) -> None:
        super().__init__(page)
        self._page = page
        self._view = view
        self._cards = cards
        self._theme = theme
        self._bar: _Bar | None = None
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), page)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self.open)

    @property
    def said(self) -> str:
        """Such as `3 of 27`; empty while nothing is looked for."""
        return self._bar.said if self._bar is not None else ""

    def open(self) -> None:
        """Opens the bar, with what is selected as what to look for."""
        lines = self._view.selected_text().strip().split("\n", 1)
        self._made().open(lines[0])

    def show_turn(self, turn_id: str, text: str) -> None:
        """Lands on the first hit of a turn."""
        self._made().open(text, self._view.column.index_of(turn_id))

    def _made(self) -> _Bar:
        if self._bar is None:
            module = import_module(_BAR)
            bar: Any = module.FindBar(self._view, self._cards, self._theme, self._page)
            layout = self._page.layout()
            if isinstance(layout, QBoxLayout):
                layout.insertWidget(_UNDER_THE_HEADER, bar)
            self._bar = bar
        made: _Bar = self._bar
        return made
