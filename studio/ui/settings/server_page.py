"""Everything about one server: how it stands, its tools, settings, log and messages."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.servers import ServerEntry
from studio.ui.settings.errands import Errands
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import rule
from studio.ui.settings.server_head import ServerHead
from studio.ui.settings.server_log import ServerLog
from studio.ui.settings.server_messages import ServerMessages
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_offers import ServerOffers
from studio.ui.settings.server_overview import ServerOverview
from studio.ui.settings.server_saving import ServerSaving
from studio.ui.settings.server_settings import ServerSettings
from studio.ui.settings.server_tools import ServerTools
from studio.ui.settings.sheet import NARROW

_MARGIN = 28
_NARROW_MARGIN = 16
_LEAST_WIDTH = 120
# The buttons that move the tabs where there is no room for all are small.
_SCROLLER = "QTabBar::scroller { width: 44px; } QTabBar QToolButton { padding: 0; border: none; }"


class ServerPage(QWidget):
    """Lives while its server is the chosen one. Reads the host only while it is seen.

    Signals: `remove_requested(server_id)`.
    """

    remove_requested = Signal(str)

    def __init__(
        self, needs: ServerNeeds, errands: Errands, notices: Notices, entry: ServerEntry
    ) -> None:
        super().__init__()
        self.id = entry.id
        self._needs = needs
        self._errands = errands
        self.saving = ServerSaving(needs, errands, entry.id)
        self.head = ServerHead(needs.theme)
        self.overview = ServerOverview(needs)
        self.tools = ServerTools(needs, errands, self.saving)
        self.settings = ServerSettings(needs, errands, notices, self.saving)
        self.log = ServerLog(needs, errands, entry.id)
        self.messages = ServerMessages(needs, entry.id)
        self.offers = ServerOffers(needs)
        self.tabs = QTabBar()
        self._parts = QStackedWidget()
        self._place()
        self._connect()
        self.show_entry(entry)

    def show_entry(self, entry: ServerEntry) -> None:
        """What is saved now."""
        self.settings.show_entry(entry)
        self.refresh()

    def refresh(self) -> None:
        """How it stands now."""
        entry = self._needs.entry(self.id)
        if entry is None:
            return
        status = self._needs.host.status(self.id)
        self.head.show_state(entry, status)
        self.overview.show_status(status)
        self.tools.show_state(entry, status)
        self.offers.show_status(status)
        count = len(status.tools)
        named = self.tr("Tools ({0})").format(count) if count else self.tr("Tools")
        self.tabs.setTabText(self._parts.indexOf(self.tools), named)
        self.log.refresh()
        self.messages.refresh()

    def show_part(self, part: QWidget) -> None:
        self.tabs.setCurrentIndex(self._parts.indexOf(part))

    def flush(self) -> None:
        """Before it goes: what is typed is saved, what is called by hand is ended."""
        self.settings.flush()
        self.tools.stop()

    def _place(self) -> None:
        self._build_tabs()
        self._top = QVBoxLayout()
        self._top.setSpacing(10)
        self._top.addWidget(self.head)
        self._top.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top)
        column.addWidget(rule())
        column.addWidget(self._parts, 1)
        # Not what its parts would like: the list beside it has to become narrow too.
        self.setMinimumWidth(_LEAST_WIDTH)

    def _build_tabs(self) -> None:
        bar = self.tabs
        bar.setDrawBase(False)
        bar.setUsesScrollButtons(True)
        bar.setExpanding(False)
        bar.setStyleSheet(_SCROLLER)
        bar.setAccessibleName(self.tr("Parts of the server's page"))
        for title, part in (
            (self.tr("Overview"), self.overview),
            (self.tr("Tools"), self.tools),
            (self.tr("Settings"), self.settings),
            (self.tr("Log"), self.log),
            (self.tr("Messages"), self.messages),
            (self.tr("Resources"), self.offers),
        ):
            bar.addTab(title)
            self._parts.addWidget(part)
        bar.currentChanged.connect(self._parts.setCurrentIndex)

    def _connect(self) -> None:
        host, head = self._needs.host, self.head
        head.enabled.connect(lambda is_on: self.saving.change(is_enabled=is_on))
        head.start_requested.connect(lambda: host.start(self.id))
        head.stop_requested.connect(lambda: host.stop(self.id))
        head.restart_requested.connect(lambda: host.restart(self.id))
        head.login_requested.connect(
            lambda: self._errands.start(host.login(self.id), "servers: log in")
        )
        head.logout_requested.connect(
            lambda: self._errands.start(host.logout(self.id), "servers: log out")
        )
        head.remove_requested.connect(lambda: self.remove_requested.emit(self.id))
        self.tools.messages_requested.connect(lambda: self.show_part(self.messages))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        margin = _NARROW_MARGIN if is_narrow else _MARGIN
        self._top.setContentsMargins(margin, 18, margin, 0)
        self.head.set_narrow(is_narrow)
        for layout in (self.log.column, self.messages.column):
            layout.setContentsMargins(margin, 14, margin, 14)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self.settings.flush()
