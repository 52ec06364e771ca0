"""Several calls that wait for the user, each visible, to be answered at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.messages import ToolState
from studio.ui.chat.card_texts import arguments_of, gist_of
from studio.ui.chat.cards import CardState
from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.flow_row import flow_widget
from studio.ui.theme import Theme
from studio.ui.visible import visible

_FEWEST = 2
_NAME = 28  # letters of a name
_MOST = 6  # calls that have a line of their own


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """One line. A blocked call is not allowed together with others."""

    tool_use_id: str
    name: str
    gist: str
    is_blocked: bool = False


class WaitingStrip(Strip):
    """Hidden until at least two calls wait. Above the composer.

    Signals: `jump_requested(tool_use_id)`; `allow_all_requested()` and `deny_all_requested()` for
    all calls that are listed.
    """

    jump_requested = Signal(str)
    allow_all_requested = Signal()
    deny_all_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._calls: tuple[WaitingCall, ...] = ()
        self.setAccessibleName(self.tr("Calls that wait for you"))

    def show_waiting(self, states: Sequence[CardState]) -> None:
        """Lists those that wait; hides itself where the cards alone will do."""
        calls = tuple(_call(each) for each in states if each.use.state is ToolState.WAITING)
        if calls != self._calls:
            self._calls = calls
            self._show_rows([self._frame(calls)] if len(calls) >= _FEWEST else [])
        self.setVisible(len(calls) >= _FEWEST)

    def _frame(self, calls: Sequence[WaitingCall]) -> QFrame:
        frame, row = framed_row()
        row.setContentsMargins(12, 8, 8, 8)
        column = QVBoxLayout()
        column.setSpacing(2)
        row.addLayout(column, 1)
        head = QLabel(self.tr("{0} calls wait for you").format(len(calls)))
        head.setProperty("kind", "bold")
        column.addWidget(head)
        for call in calls[:_MOST]:
            column.addWidget(self._line(call))
        if len(calls) > _MOST:
            more = QLabel(self.tr("and {0} more").format(len(calls) - _MOST))
            more.setProperty("kind", "muted")
            column.addWidget(more)
        column.addWidget(self._answers(calls))
        return frame

    def _line(self, call: WaitingCall) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        name = QPushButton(_short_name(visible(call.name)).replace("&", "&&"))
        name.setProperty("kind", "link")
        name.setAccessibleName(self.tr("Go to {0}: {1}").format(call.name, call.gist))
        name.clicked.connect(lambda: self.jump_requested.emit(call.tool_use_id))
        gist = ElidedLabel(visible(call.gist))
        gist.setProperty("kind", "secondary")
        row.addWidget(name)
        row.addWidget(gist, 1)
        if call.is_blocked:
            blocked = QLabel(self.tr("blocked"))
            blocked.setProperty("kind", "warning")
            row.addWidget(blocked)
        return line

    def _answers(self, calls: Sequence[WaitingCall]) -> QWidget:
        widget, row = flow_widget()
        free = sum(1 for call in calls if not call.is_blocked)
        deny = _button(self.tr("Deny all"), self.deny_all_requested.emit)
        row.addWidget(deny)
        if free:
            said = self.tr("Allow all once")
            if free < len(calls):
                said = self.tr("Allow {0} once, not the blocked").format(free)
            allow = _button(said, self.allow_all_requested.emit)
            allow.setProperty("kind", "primary")
            row.addWidget(allow)
        return widget


def _call(state: CardState) -> WaitingCall:
    return WaitingCall(
        state.use.call.id,
        state.use.call.name,
        gist_of(arguments_of(state.use)),
        is_blocked=state.asked is not None and state.asked.is_blocked,
    )


def _short_name(name: str) -> str:
    """A long name keeps its end, which tells the tools of one server apart."""
    half = _NAME // 2
    return name if len(name) <= _NAME else f"{name[:half]}…{name[-half:]}"


def _button(text: str, act: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button
