"""What the inspector says where it covers a chat that waits for the user."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from studio.core import events as ev
from studio.ui.accessible import announce
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.sessions import Session

# With these a chat begins to wait, or waits no more.
_TELLING = (
    ev.ApprovalRequested,
    ev.ApprovalSettled,
    ev.InputRequested,
    ev.InputSettled,
    ev.BudgetReached,
    ev.BudgetSettled,
    ev.SendHeld,
    ev.SendSettled,
    ev.BreakpointHit,
    ev.BreakpointSettled,
    ev.TurnCompleted,
    ev.TurnFailed,
    ev.TurnCancelled,
    ev.TurnInterrupted,
)


class CoveredBar(QWidget):
    """Belongs to a panel; `covers` says whether that covers the chat now. Signals: `chat_wanted()`
    when the user goes to what waits."""

    chat_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._covers = False
        self.words = wrapping_label("bold")
        self.words.setText(self.tr("The chat waits for you."))
        self.go = QPushButton(self.tr("Go to the chat"))
        self.go.setAutoDefault(False)
        self.go.clicked.connect(self.chat_wanted)
        frame = QFrame()
        frame.setProperty("kind", "banner")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 6, 6, 6)
        row.addWidget(self.words, 1)
        row.addWidget(self.go)
        around = QVBoxLayout(self)
        around.setContentsMargins(12, 4, 12, 4)
        around.addWidget(frame)
        self.leave = session.subscribe(self._hear)
        self.hide()

    def cover(self, covers: bool) -> None:
        self._covers = covers
        self._show_or_hide()

    def _hear(self, _turn_id: str, event: ev.Event) -> None:
        if isinstance(event, _TELLING):
            self._show_or_hide()

    def _show_or_hide(self) -> None:
        is_wanted = self._covers and self._session.is_waiting
        if is_wanted and self.isHidden():
            announce(self, self.words.text())
        self.setVisible(is_wanted)
