"""The head of a server's page: its name, how it stands, and what can be done about that."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.servers import ServerEntry, Transport
from studio.harness.server_ports import ServerState, ServerStatus
from studio.ui.chat.card_parts import StateIcon
from studio.ui.elided import ElidedLabel
from studio.ui.settings.parts import button
from studio.ui.settings.server_texts import TONES, since_words, state_words
from studio.ui.theme import FontKind, Theme

_GOING = (ServerState.STARTING, ServerState.READY, ServerState.LOGGING_IN)
_STARTABLE = (ServerState.STOPPED, ServerState.FAILED)


class ServerHead(QWidget):
    """Lives as long as its page.

    Signals: `enabled(is_on)`; `start_requested()`, `stop_requested()`, `restart_requested()`,
    `login_requested()`, `logout_requested()`, `remove_requested()`.
    """

    enabled = Signal(bool)
    start_requested = Signal()
    stop_requested = Signal()
    restart_requested = Signal()
    login_requested = Signal()
    logout_requested = Signal()
    remove_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = ElidedLabel()
        self.title.setProperty("kind", "heading")
        self.title.setFont(theme.font(FontKind.HEADING))
        self.switch = QCheckBox(self.tr("Switched on"))
        self.icon = StateIcon(theme)
        self.state = ElidedLabel()
        self.state.setProperty("kind", "secondary")
        self.start = button(self.tr("Start"))
        self.stop = button(self.tr("Stop"), name=self.tr("Stop the server"))
        self.restart = button(self.tr("Restart"))
        self.login = button(self.tr("Log in"), "primary")
        self.logout = button(self.tr("Log out"))
        self.remove = button(self.tr("Remove…"), name=self.tr("Remove this server"))
        self._place()
        self._connect()

    def show_state(self, entry: ServerEntry, status: ServerStatus) -> None:
        self.title.setText(entry.name)
        self.switch.setChecked(entry.is_enabled)
        self.switch.setAccessibleName(self.tr("{0} is switched on").format(entry.name))
        asks = status.state is ServerState.NEEDS_LOGIN
        self.icon.show_tone(TONES[status.state], asks=asks)
        words = (state_words(entry, status), since_words(status))
        self.state.setText(" · ".join(filter(None, words)))
        is_remote = entry.transport is not Transport.STDIO
        focused = next((one for one in self._buttons if one.hasFocus()), None)
        self.start.setVisible(entry.is_enabled and status.state in _STARTABLE)
        self.stop.setVisible(status.state in _GOING)
        self.restart.setVisible(status.state is ServerState.READY)
        self.login.setVisible(is_remote and status.state is ServerState.NEEDS_LOGIN)
        self.logout.setVisible(is_remote and status.state is ServerState.READY)
        if focused is not None and focused.isHidden():
            # The key that pressed it goes on from the button in its place.
            shown = (one for one in self._buttons if not one.isHidden())
            next(shown, self.remove).setFocus()

    def set_narrow(self, is_narrow: bool) -> None:
        direction = QBoxLayout.Direction
        self._lower.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _place(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(10)
        upper.addWidget(self.title, 1)
        upper.addWidget(self.switch)
        standing = QHBoxLayout()
        standing.setSpacing(8)
        standing.addWidget(self.icon)
        standing.addWidget(self.state, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self._buttons = (self.start, self.stop, self.restart, self.login, self.logout)
        for one in (*self._buttons, self.remove):
            buttons.addWidget(one)
        buttons.addStretch(0)
        self._lower = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lower.setSpacing(8)
        self._lower.addLayout(standing, 1)
        self._lower.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(upper)
        column.addLayout(self._lower)

    def _connect(self) -> None:
        self.switch.clicked.connect(self.enabled)
        self.start.clicked.connect(self.start_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.restart.clicked.connect(self.restart_requested)
        self.login.clicked.connect(self.login_requested)
        self.logout.clicked.connect(self.logout_requested)
        self.remove.clicked.connect(self.remove_requested)
