"""The settings: a page of the main window with a navigation of its own."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.icons import Icon, icon
from studio.ui.settings.appearance import AppearancePage
from studio.ui.settings.contacts import ContactsPage
from studio.ui.settings.errands import Errands
from studio.ui.settings.general import GeneralPage
from studio.ui.settings.models import ModelsPage
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import button, painted, rule
from studio.ui.settings.permissions import PermissionsPage
from studio.ui.settings.providers import ProvidersPage
from studio.ui.settings.servers import ServersPage
from studio.ui.settings.storage import StoragePage
from studio.ui.settings.tools import ToolsPage
from studio.ui.settings.usage import UsagePage

# From which width of the page on.
_NAVIGATION_WIDTHS = ((980, 220), (760, 212), (600, 184), (0, 124))
_ROW_HEIGHT = 40


class SettingsPage(QWidget):
    """Lives as long as the window.

    Signals: `closed()`, when the user goes back; `chat_requested(profile_id)`.
    """

    closed = Signal()
    chat_requested = Signal(str)

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        painted(self, "page")
        self._needs = needs
        self._errands = errands = Errands(needs.spawn, self)
        self.notices = Notices(errands, needs.open_address)
        self.general = GeneralPage(needs, errands)
        self.appearance = AppearancePage(needs, errands)
        self.providers = ProvidersPage(needs, errands, self.notices)
        self.tools = ToolsPage(needs, errands, self.notices)
        self.tool_servers = ServersPage(needs.tool_servers, errands, self.notices)
        self.permissions = PermissionsPage(needs, errands, self.notices)
        self.models = ModelsPage(needs, errands, self.notices)
        self.usage = UsagePage(needs, errands, self.notices)
        self.contacts = ContactsPage(needs)
        self.storage = StoragePage(needs, errands, self.notices)
        self._build_navigation()
        self._build_pages()
        self._place()
        self.providers.chat_requested.connect(self.chat_requested)
        self.models.chat_requested.connect(self.chat_requested)
        needs.theme.changed.connect(self._draw_icon)

    def show_providers(self, profile_id: str = "") -> None:
        """Opens providers and keys, at one of them if it is named."""
        self._go_to(self.providers)
        if profile_id:
            self.providers.choose(profile_id)

    def show_models(self) -> None:
        self._go_to(self.models)

    async def finish(self) -> None:
        """At exit: what waits for Undo, and what is being saved, is done before Callboard ends."""
        self.providers.flush()
        self.tool_servers.flush()
        for dialog in self.window().findChildren(QDialog):
            dialog.reject()  # whoever waits for its answer would wait for ever
        await self.notices.finish()
        await self._errands.finish()

    def _build_navigation(self) -> None:
        self.back = button(self.tr("Settings"), "flat", self.tr("Back from the settings"))
        self.back.setStyleSheet("font-weight: 600;")
        self.back.setToolTip(self.tr("Back (Esc)"))
        self.back.clicked.connect(self.closed)
        self._draw_icon()
        self.navigation = QListWidget()
        self.navigation.setAccessibleName(self.tr("Settings"))
        self.navigation.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.navigation.setSpacing(2)
        self.navigation.currentRowChanged.connect(self._show)

    def _build_pages(self) -> None:
        self.pages = QStackedWidget()
        for title, page in (
            (self.tr("General"), self.general),
            (self.tr("Appearance"), self.appearance),
            (self.tr("Providers and keys"), self.providers),
            (self.tr("Tools"), self.tools),
            (self.tr("MCP servers"), self.tool_servers),
            (self.tr("Permissions"), self.permissions),
            (self.tr("Local models"), self.models),
            (self.tr("Usage"), self.usage),
            (self.tr("Privacy"), self.contacts),
            (self.tr("Data"), self.storage),
        ):
            item = QListWidgetItem(title)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            item.setToolTip(title)
            self.navigation.addItem(item)
            self.pages.addWidget(page)
        self.navigation.setCurrentRow(0)

    def _place(self) -> None:
        self._side = QFrame()
        painted(self._side, "sidebar")
        side = QVBoxLayout(self._side)
        side.setContentsMargins(10, 14, 10, 10)
        side.setSpacing(8)
        side.addWidget(self.back)
        side.addWidget(self.navigation, 1)
        beside = QVBoxLayout()
        beside.setSpacing(0)
        beside.addWidget(self.pages, 1)
        beside.addWidget(self.notices)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side)
        row.addWidget(rule(is_vertical=True))
        row.addLayout(beside, 1)

    def _go_to(self, page: QWidget) -> None:
        self.navigation.setCurrentRow(self.pages.indexOf(page))

    def _show(self, row: int) -> None:
        self.pages.setCurrentIndex(row)

    def _draw_icon(self) -> None:
        back = Icon.CHEVRON_RIGHT if self.isRightToLeft() else Icon.CHEVRON_LEFT
        self.back.setIcon(icon(back, self._needs.theme.palette.text))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No shortcut: it would take Esc from an input method that is composing."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """No focus proxy: Tab, coming from the last control, would skip what stands before it."""
        super().focusInEvent(event)
        self.navigation.setFocus(event.reason())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        widths = (width for below, width in _NAVIGATION_WIDTHS if self.width() >= below)
        self._side.setFixedWidth(next(widths))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.navigation.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Left: nobody sees the offer any more."""
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self.notices.settle()
