"""One row of a comparison in full: what was said, or a call's arguments and its result."""

import asyncio
from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.comparison import CallPair, Stretch, text_difference
from studio.core.messages import ToolUse
from studio.ui.chat.attaching import Spawn
from studio.ui.inspector.compare_pages import JsonPage, Pair, TextPage
from studio.ui.inspector.compare_rows import Place, Row, places_in
from studio.ui.inspector.compare_texts import argument_facts, result_facts, round_facts
from studio.ui.theme import Theme

_COMPARED_AT_ONCE = 8_000  # characters; more are compared in a thread


class _Tab(IntEnum):
    ARGUMENTS = 0
    RESULT = 1


class CompareDetail(QWidget):
    """Part of a comparison. Keys step through what differs in it, tab after tab; `at` is the number
    of the difference that is shown, -1 before the first."""

    def __init__(self, theme: Theme, spawn: Spawn) -> None:
        super().__init__()
        self._theme = theme
        self._spawn = spawn
        self._names = ("", "")
        self._row: Row | None = None
        self._tab = _Tab.ARGUMENTS
        self.at = -1
        self._wanted = 0  # a step that waits for the comparison
        self._is_comparing = False
        self.texts = TextPage(theme)
        self._documents: JsonPage | None = None
        self._pages = QStackedWidget()
        self._pages.addWidget(self.texts)
        self._state = QLabel()
        self._state.setProperty("kind", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._build_tabs())
        column.addWidget(self._pages, 1)

    @property
    def documents(self) -> JsonPage:
        """Made when the first arguments are shown: two trees take 30 ms."""
        if self._documents is None:
            self._documents = JsonPage(self._theme)
            self._pages.addWidget(self._documents)
        return self._documents

    def name(self, names: tuple[str, str]) -> None:
        """What the two versions are called."""
        self._names = names

    def show_row(self, row: Row) -> None:
        """Begins with what differs."""
        self._row = row
        self._tabs.setVisible(row.call is not None)
        differing = self._differing()
        self._show_tab(differing[0] if differing else _Tab.ARGUMENTS)

    def enter(self, step: int) -> None:
        """Comes to the row from above or, with a negative step, from below."""
        differing = self._differing()
        if differing and step < 0 and differing[-1] is not self._tab:
            self._show_tab(differing[-1])
        self.step(step)

    def step(self, step: int) -> bool:
        """Goes to another difference in this row; false where there is none."""
        if self._is_comparing:
            self._wanted = step
            return True
        count = self._count()
        at = self.at + step if self.at >= 0 else (0 if step > 0 else count - 1)
        if 0 <= at < count:
            self.at = at
            (self.documents if self._shows_documents() else self.texts).go_to(at)
            self._tell()
            return True
        other = _Tab.RESULT if step > 0 else _Tab.ARGUMENTS
        if other in self._differing() and other is not self._tab:
            self._show_tab(other)
            return self.step(step)
        return False

    def _count(self) -> int:
        return self.documents.count if self._shows_documents() else self.texts.count

    def _shows_documents(self) -> bool:
        return self._pages.currentWidget() is self._documents

    def _differing(self) -> list[_Tab]:
        """The tabs in which the two differ; none for rounds, which have one page."""
        row = self._row
        if row is None or row.call is None or row.is_same:
            return []
        call = row.call
        if call.first is None or call.second is None:
            return [_Tab.ARGUMENTS]
        found = [] if call.has_same_arguments else [_Tab.ARGUMENTS]
        return found if row.has_same_results else [*found, _Tab.RESULT]

    def _show_tab(self, tab: _Tab) -> None:
        row = self._row
        if row is None:
            return
        self._tab, self.at, self._wanted, self._is_comparing = tab, -1, 0, False
        self._buttons[tab].setChecked(True)
        if row.call is None:
            self._show_round(row)
        elif tab is _Tab.ARGUMENTS:
            self._show_arguments(row.call)
        else:
            self._show_result(row.call)
        self._tell()

    def _show_round(self, row: Row) -> None:
        first, second = row.pair.first, row.pair.second
        self._caption(self.texts.pair, round_facts(first), round_facts(second))
        texts = tuple(each.text if each is not None else "" for each in (first, second))
        is_pair = first is not None and second is not None
        self._show_texts(texts[0], texts[1], row.pair.text if is_pair else ())

    def _show_arguments(self, call: CallPair) -> None:
        texts = _arguments(call.first), _arguments(call.second)
        facts = argument_facts(call.first), argument_facts(call.second)
        if call.changes is None and call.first is not None and call.second is not None:
            # They are no JSON, or too long to be compared as that.
            self._caption(self.texts.pair, *facts)
            self._show_texts(*texts, None)
            return
        self._caption(self.documents.pair, *facts)
        self.documents.show_documents(*texts, call.changes or ())
        self._pages.setCurrentWidget(self.documents)

    def _show_result(self, call: CallPair) -> None:
        self._caption(self.texts.pair, result_facts(call.first), result_facts(call.second))
        is_pair = call.first is not None and call.second is not None
        self._show_texts(_result(call.first), _result(call.second), None if is_pair else ())

    def _show_texts(self, first: str, second: str, stretches: tuple[Stretch, ...] | None) -> None:
        """`stretches` are None where it is not known yet what differs."""
        self.texts.show_texts(first, second)
        self._pages.setCurrentWidget(self.texts)
        if len(first) + len(second) <= _COMPARED_AT_ONCE:
            self.texts.mark(_places(first, second, stretches))
            return
        self._is_comparing = True
        shown = self.texts.first
        self._spawn(self._mark_later(shown, first, second, stretches), "compare two texts")

    async def _mark_later(
        self, shown: QWidget, first: str, second: str, stretches: tuple[Stretch, ...] | None
    ) -> None:
        places = await asyncio.to_thread(_places, first, second, stretches)
        if not isValid(self) or self.texts.first is not shown:
            return
        self._is_comparing = False
        self.texts.mark(places)
        self._tell()
        if self._wanted:
            self.step(self._wanted)

    def _caption(self, pair: Pair, first: str, second: str) -> None:
        pair.first.caption(self._names[0], first)
        pair.second.caption(self._names[1], second)

    def _tell(self) -> None:
        """How much differs here, and where among it one is."""
        count = self._count()
        if self._is_comparing:
            said = self.tr("Comparing…")
        elif self.at >= 0:
            said = self.tr("Difference {0} of {1}").format(self.at + 1, count)
        elif self._row is not None and self._row.call is not None:
            said = self._call_state(count)
        else:
            said = ""
        self._state.setText(said)

    def _call_state(self, count: int) -> str:
        if self._tab in self._differing():
            return self.tr("Differences: {0}").format(count) if count else ""
        is_pair = self._row is not None and self._row.likeness.value in ("same", "different")
        return self.tr("The same in both") if is_pair else ""

    def _build_tabs(self) -> QWidget:
        self._tabs = QWidget()
        row = QHBoxLayout(self._tabs)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._buttons = {
            _Tab.ARGUMENTS: self._tab_button(self.tr("Arguments"), _Tab.ARGUMENTS),
            _Tab.RESULT: self._tab_button(self.tr("Result"), _Tab.RESULT),
        }
        for button in self._buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._state)
        return self._tabs

    def _tab_button(self, text: str, tab: _Tab) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "flat")
        button.setCheckable(True)
        button.setAutoExclusive(True)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda: self._show_tab(tab))
        return button


def _places(first: str, second: str, stretches: tuple[Stretch, ...] | None) -> Sequence[Place]:
    return places_in(text_difference(first, second) if stretches is None else stretches)


def _arguments(use: ToolUse | None) -> str:
    if use is None:
        return ""
    return (use.call.arguments if use.ran is None else use.ran) or "{}"


def _result(use: ToolUse | None) -> str:
    return use.result.content if use is not None and use.result is not None else ""
