"""The glass box beside a chat: one turn, round or call of it, looked at from seven sides."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core import events as ev
from studio.core.breakpoints import held_calls
from studio.core.chats import Assignment, Turn
from studio.core.messages import Round, ToolUse
from studio.core.omitting import without
from studio.core.timeline import Timeline, timeline
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.inspector.panel_head import PanelHead
from studio.ui.inspector.panel_outlines import Outlines
from studio.ui.inspector.panel_tabs import Tab, TabPlace, made, tab_tip, tab_title
from studio.ui.inspector.raw_switch import RawSwitch
from studio.ui.inspector.rounds_model import Line

_REDRAW_MS = 250  # while a turn runs
_NOTHING = Timeline(0.0, 0.0, ())
_SETTLED = (
    ev.RoundEnded
    | ev.RetryScheduled
    | ev.TurnCompleted
    | ev.TurnFailed
    | ev.TurnCancelled
    | ev.TurnInterrupted
)


class Panel(QFrame):
    """Made with the first look; lives as long as its chat page.

    It draws anew a few times a second while a turn runs and it can be seen; else nothing ticks.

    Signals: `closed()`; `selection_changed()`; by the user's choice in here `round_chosen(turn_id,
    round_id)`, `call_chosen(turn_id, tool_use_id)`, `call_opened(turn_id, tool_use_id)`; and
    `run_again_requested(tool_use_id)`, `replace_requested(tool_use_id)`,
    `resend_requested(turn_id, round_id)`.
    """

    closed = Signal()
    selection_changed = Signal()
    round_chosen = Signal(str, str)
    call_chosen = Signal(str, str)
    call_opened = Signal(str, str)
    run_again_requested = Signal(str)
    replace_requested = Signal(str)
    resend_requested = Signal(str, str)

    def __init__(self, needs: PanelNeeds) -> None:
        super().__init__()
        self._needs = needs
        self._session = needs.session
        self.turn_id = self.round_id = self.tool_use_id = ""
        # Whether a turn that begins is looked at at once.
        self.follows: Callable[[], bool] = _always
        self._filled: dict[Tab, object] = {}
        self.setProperty("kind", "inspector")
        self.setMinimumWidth(300)
        self.setAccessibleName(self.tr("Inspector"))
        self.head = PanelHead(needs.theme)
        self.head.again.clicked.connect(
            lambda: self.resend_requested.emit(self.turn_id, self.round_id)
        )
        self.head.earlier.clicked.connect(lambda: self._step(-1))
        self.head.later.clicked.connect(lambda: self._step(1))
        self.head.close_button.clicked.connect(self.closed)
        self.trouble = wrapping_label("danger-small")
        self.trouble.hide()
        self.switch = RawSwitch(self.tr("What is shown"), kind="tab")
        self._outlines = Outlines(needs, self)
        self._outlines.changed.connect(self._refresh)
        self.places: dict[Tab, TabPlace] = {}
        self._ticking = QTimer(self)
        self._ticking.setSingleShot(True)
        self._ticking.setInterval(_REDRAW_MS)
        self._ticking.timeout.connect(self._tick)
        self._build()
        self._unsubscribe = needs.session.subscribe(self._hear)
        self._unwatch = needs.session.watch(self._redraw_soon)

    @property
    def tab(self) -> Tab:
        return Tab(self.switch.pages.currentIndex())

    @property
    def entry(self) -> QWidget:
        """What gets the focus: the tab's button, from where Tab goes on into it."""
        return self.buttons[self.tab]

    @property
    def ticks(self) -> bool:
        return self._ticking.isActive()

    def view(self, tab: Tab) -> Any:
        """A tab's widget, made with its first use."""
        place = self.places[tab]
        if place.view is None:
            view = made(tab, self._needs)
            place.fill(view)
            self._connect(tab, view)
        return place.view

    def show_tab(self, tab: Tab) -> None:
        self.switch.show_page(tab.value)

    def show_context(self) -> None:
        self.show_tab(Tab.CONTEXT)

    def show_last(self) -> None:
        """The end of the path that is shown."""
        turns = self._session.turns
        if turns:
            self.show_turn(turns[-1].id)
        else:
            self._refresh()

    def show_turn(self, turn_id: str, round_id: str = "") -> None:
        """One of its rounds; the last where none is named."""
        turn = self._turn(turn_id)
        rounds = () if turn is None else turn.rounds
        if not round_id and turn_id == self.turn_id and self.round_id:
            round_id = self.round_id
        last = rounds[-1].id if rounds else ""
        self._select(turn_id, round_id or last, "")

    def show_call(self, tool_use_id: str) -> None:
        for turn in self._session.turns:
            for round_ in turn.rounds:
                if any(use.call.id == tool_use_id for use in round_.tool_uses):
                    self._select(turn.id, round_.id, tool_use_id)
                    return

    def add_tool(self, widget: QWidget) -> None:
        """Into the head, left of the arrows."""
        self.head.add_tool(widget)

    def add_notice(self, notice: QWidget) -> None:
        """Below the head."""
        self.body.insertWidget(self.body.indexOf(self.head) + 1, notice)

    def leave(self) -> None:
        """The page goes: nothing is listened to any more."""
        self._ticking.stop()
        self._unsubscribe()
        self._unwatch()

    def _select(self, turn_id: str, round_id: str, tool_use_id: str) -> None:
        wanted = (turn_id, round_id, tool_use_id)
        if wanted == (self.turn_id, self.round_id, self.tool_use_id):
            return
        is_other = turn_id != self.turn_id
        self.turn_id, self.round_id, self.tool_use_id = wanted
        if is_other and self.isVisible():
            self._outlines.ask(turn_id)
        self._refresh()
        self.selection_changed.emit()

    def _turn(self, turn_id: str) -> Turn | None:
        return next((each for each in self._session.turns if each.id == turn_id), None)

    def _hear(self, turn_id: str, event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted):
            if self.follows():
                self._select(turn_id, "", "")
        elif isinstance(event, ev.RoundStarted) and turn_id == self.turn_id:
            # Who looks at an earlier round or at a call is left there.
            if not self.tool_use_id and self._is_at_end():
                self._select(turn_id, event.round_id, "")
        elif isinstance(event, _SETTLED) and turn_id == self.turn_id and self.isVisible():
            self._outlines.ask(turn_id)
        self._redraw_soon()

    def _is_at_end(self) -> bool:
        turn = self._turn(self.turn_id)
        ids = [each.id for each in turn.rounds] if turn is not None else []
        return not self.round_id or self.round_id in ids[-2:]

    def _redraw_soon(self) -> None:
        if self.isVisible() and not self._ticking.isActive():
            self._ticking.start()

    def _tick(self) -> None:
        self._refresh()
        if self._session.is_running:
            self._redraw_soon()

    def _refresh(self) -> None:
        """Shows what is chosen, as it stands now."""
        if not self.isVisible():
            return
        turn = self._turn(self.turn_id)
        if turn is None and self._session.turns:
            self.show_last()
            return
        if turn is None or self.round_id not in {each.id for each in turn.rounds}:
            self.round_id = turn.rounds[-1].id if turn is not None and turn.rounds else ""
        self.trouble.setText(self._outlines.trouble)
        self.trouble.setVisible(bool(self._outlines.trouble))
        self._show_place(turn)
        self._fill(turn)

    def _show_place(self, turn: Turn | None) -> None:
        at = self._round_at(turn)
        head = self.head
        if turn is None or at is None:
            head.place.setText(self.tr("Nothing to look at yet"))
        else:
            number = [each.id for each in self._session.turns].index(turn.id) + 1
            said = self.tr("Message {0} · Round {1} of {2}")
            head.place.setText(said.format(number, at + 1, len(turn.rounds)))
        head.earlier.setEnabled(at is not None and at > 0)
        head.later.setEnabled(at is not None and turn is not None and at + 1 < len(turn.rounds))
        head.again.setEnabled(at is not None and not self._session.is_running)

    def _round_at(self, turn: Turn | None) -> int | None:
        rounds = () if turn is None else turn.rounds
        return next((at for at, each in enumerate(rounds) if each.id == self.round_id), None)

    def _step(self, step: int) -> None:
        turn = self._turn(self.turn_id)
        at = self._round_at(turn)
        if turn is not None and at is not None and 0 <= at + step < len(turn.rounds):
            self._select(turn.id, turn.rounds[at + step].id, "")
            self.round_chosen.emit(self.turn_id, self.round_id)

    def _fill(self, turn: Turn | None) -> None:
        """Only the tab in sight, and only where it would show something else."""
        tab, view = self.tab, self.view(self.tab)
        if tab is Tab.ROUNDS:
            self._fill_rounds(view, turn)
            return
        at = self._round_at(turn)
        round_ = turn.rounds[at] if turn is not None and at is not None else None
        wanted = self._wanted(tab, turn, round_)
        if self._filled.get(tab, self) == wanted:
            return
        self._filled[tab] = wanted
        if tab is Tab.CONTEXT:
            view.refresh()
        elif turn is None or round_ is None:
            view.clear()
        elif tab is Tab.CALL:
            self._fill_call(view, turn, round_)
        elif tab is Tab.DIALECTS:
            self._fill_dialects(view, turn, round_)
        else:
            self._fill_bytes(tab, view, turn, round_)

    def _wanted(self, tab: Tab, turn: Turn | None, round_: Round | None) -> object:
        """What decides on what a tab shows."""
        if tab is Tab.CONTEXT:
            turns = self._session.turns
            ends = [each.ended_at for each in turns[-1].rounds] if turns else []
            ran = [use.state for use in turns[-1].tool_uses] if turns else []
            path = [each.id for each in turns]
            return path, ends, ran, self._session.chat.settings
        if turn is None or round_ is None:
            return None
        if tab is Tab.CALL:
            held = held_calls(self._session.hits)
            return turn.id, round_.id, self._use(round_), len(turn.rounds), held
        if tab is Tab.DIALECTS:
            return turn.id, len(turn.rounds), turn.ended_at
        return round_.id, _is_running(turn, round_)

    def _fill_rounds(self, view: Any, turn: Turn | None) -> None:
        if turn is None:
            view.show_timeline(_NOTHING)
        else:
            looking, found = self._needs.looking, self._outlines.of(turn.id)
            held = held_calls(self._session.hits)
            view.show_timeline(timeline(turn, found, looking.clock(), looking.price, held))
        view.show_spent(self._outlines.spent)
        view.may_ask_again = not self._session.is_running
        view.choose(self.round_id, self.tool_use_id)

    def _fill_bytes(self, tab: Tab, view: Any, turn: Turn, round_: Round) -> None:
        if _is_running(turn, round_):
            view.clear()
            view.page.say(self.tr("This round still runs. Its bytes are here when it has ended."))
        elif tab is Tab.CHANGES:
            turns = self._session.turns
            at = [each.id for each in turns].index(turn.id)
            view.show_round(turn, round_.id, turns[at - 1] if at else None)
        else:
            view.show_round(turn, round_.id)

    def _fill_call(self, view: Any, turn: Turn, round_: Round) -> None:
        use = self._use(round_)
        if use is None:
            at = turn.rounds.index(round_)
            view.show_none(_with_calls(turn, at))
        else:
            view.show_call(turn, use)

    def _use(self, round_: Round) -> ToolUse | None:
        """The call that is chosen; the first of the round where none is."""
        uses = round_.tool_uses
        chosen = (use for use in uses if use.call.id == self.tool_use_id)
        return next(chosen, uses[0] if uses else None)

    def _fill_dialects(self, view: Any, turn: Turn, round_: Round) -> None:
        turns, settings = self._session.turns, self._session.chat.settings
        before = turns[: [each.id for each in turns].index(turn.id)]
        earlier = without(before, turn.omissions)  # as it was asked
        offered = tuple(each for each in self._needs.tools() if each.name not in settings.tools_off)
        view.show_assignment(Assignment(earlier, turn, offered, settings), round_.origin.dialect)

    def _connect(self, tab: Tab, view: Any) -> None:
        if tab is Tab.ROUNDS:
            view.line_chosen.connect(self._choose_line)
            view.line_opened.connect(self._open_line)
            view.resend_requested.connect(self._ask_again)
        elif tab is Tab.CALL:
            view.run_again_requested.connect(self.run_again_requested)
            view.replace_requested.connect(self.replace_requested)
            view.card_requested.connect(lambda use: self.call_opened.emit(self.turn_id, use))
            view.call_requested.connect(self._choose_call)

    def _ask_again(self, round_id: str) -> None:
        self.resend_requested.emit(self.turn_id, round_id)

    def _choose_call(self, tool_use_id: str) -> None:
        self.show_call(tool_use_id)
        self.call_chosen.emit(self.turn_id, tool_use_id)

    def _choose_line(self, line: Line) -> None:
        call = line.call
        self._select(self.turn_id, line.round.round_id, "" if call is None else call.tool_use_id)
        if call is None:
            self.round_chosen.emit(self.turn_id, self.round_id)
        else:
            self.call_chosen.emit(self.turn_id, call.tool_use_id)

    def _open_line(self, line: Line) -> None:
        if line.call is not None:
            self.call_opened.emit(self.turn_id, line.call.tool_use_id)
        else:
            self.show_tab(Tab.REQUEST)

    def _build(self) -> None:
        self.buttons = {}
        for tab in Tab:
            self.places[tab] = TabPlace()
            self.buttons[tab] = self.switch.add(tab_title(tab), self.places[tab])
            self.buttons[tab].setToolTip(tab_tip(tab))
        self.switch.chosen.connect(lambda _: self._refresh())
        self.trouble.setContentsMargins(14, 0, 14, 0)
        layout = self.body = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addWidget(self.trouble)
        layout.addWidget(self.switch, 1)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        # What came while nobody looked.
        self._outlines.ask(self.turn_id)
        if self._session.is_running:
            self._redraw_soon()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ticking.stop()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _is_running(turn: Turn, round_: Round) -> bool:
    return round_.ended_at is None and turn.ended_at is None


def _with_calls(turn: Turn, at: int) -> tuple[int, ToolUse] | None:
    """The nearest round before, else after, that called something: its number and first call."""
    places = (*range(at - 1, -1, -1), *range(at + 1, len(turn.rounds)))
    found = next((each for each in places if turn.rounds[each].tool_uses), None)
    return None if found is None else (found + 1, turn.rounds[found].tool_uses[0])


def _always() -> bool:
    return True
