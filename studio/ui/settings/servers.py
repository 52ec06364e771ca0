"""MCP servers: a list of them, and the page of the chosen one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.ui.settings.errands import Errands
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import rule
from studio.ui.settings.server_add import ServerAdd
from studio.ui.settings.server_list import ServerList
from studio.ui.settings.server_needs import ServerNeeds, Undo
from studio.ui.settings.server_page import ServerPage
from studio.ui.settings.server_texts import server_row

_LIST_WIDTH = 300
_NARROW_LIST_WIDTH = 214
_NARROW = 820
_TINY = 500  # the list above the page
_TINY_LIST_HEIGHT = 190
_NO_LIMIT = 16_777_215
_EXPORT_NAME = "mcp.json"


class ServersPage(QWidget):
    """Lives as long as the settings. Nothing is started by showing it."""

    def __init__(self, needs: ServerNeeds, errands: Errands, notices: Notices) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._wanted = ""  # the server to choose once it is there
        self.page: ServerPage | None = None
        self.list = ServerList(needs.theme)
        self.adding = ServerAdd(needs, errands)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.adding)
        self._line = rule(is_vertical=True)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._place()
        self._connect()

    def choose(self, server_id: str) -> None:
        """Shows a server, at once or as soon as it is there."""
        self._wanted = server_id
        self._refresh()

    def open_add(self) -> None:
        """Adding some, in the place of the page."""
        if self.page is not None:
            self.page.flush()
        self.pages.setCurrentWidget(self.adding)
        self.adding.open_panel(is_first=not self._needs.book.entries)

    def flush(self) -> None:
        """What is typed and right is saved, though its field still has the focus."""
        if self.page is not None:
            self.page.flush()

    def _place(self) -> None:
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setSpacing(0)
        self._beside.addWidget(self.list)
        self._beside.addWidget(self._line)
        self._beside.addWidget(self.pages, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addLayout(self._beside, 1)

    def _connect(self) -> None:
        self.list.chosen.connect(self._show_page)
        self.list.list.itemClicked.connect(self._show_front)
        self.list.add_requested.connect(self.open_add)
        self.list.export_requested.connect(
            lambda: self._errands.start(self._export(), "servers: export")
        )
        self.list.arranged.connect(
            lambda order: self._errands.start(
                self._needs.book.reorder(order), "servers: order of servers"
            )
        )
        self.list.toggled.connect(self._toggle)
        self.adding.added.connect(self._take_added)
        self.adding.closed.connect(self._leave_add)
        self.destroyed.connect(self._needs.book.watch(self._refresh))
        self.destroyed.connect(self._needs.host.watch(self._take_status))

    def _refresh(self) -> None:
        """Servers came, went or were changed. Out of sight nothing is built: fifty servers cost
        the window nothing until somebody looks at them."""
        if not isValid(self) or not self.isVisible():
            return
        entries = self._needs.book.entries
        self._show_rows()
        for part in (self.list, self._line):
            part.setVisible(bool(entries))
        if any(one.id == self._wanted for one in entries):
            self.list.choose(self._wanted)
            self._wanted = ""
        current = self._needs.entry(self.list.current())
        if current is None:
            self._drop_page()
            self.pages.setCurrentWidget(self.adding)
            self.adding.close_button.hide()
        elif self.page is None or self.page.id != current.id:
            self._show_page(current.id)
        else:
            self.page.show_entry(current)

    def _take_status(self, server_id: str) -> None:
        """Its state or log is another. Out of sight nothing is drawn: `showEvent` does it then."""
        if not isValid(self) or not self.isVisible():
            return
        self._show_rows()
        if self.page is not None and self.page.id == server_id and self.page.isVisible():
            self.page.refresh()

    def _show_rows(self) -> None:
        needs = self._needs
        self.list.show_rows(
            tuple(
                (one.id, server_row(one, needs.host.status(one.id), needs.platform))
                for one in needs.book.entries
            )
        )

    def _show_page(self, server_id: str) -> None:
        entry = self._needs.entry(server_id)
        if entry is None or (self.page is not None and self.page.id == server_id):
            return
        self._drop_page()
        page = ServerPage(self._needs, self._errands, self._notices, entry)
        page.remove_requested.connect(self._remove)
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self.page = page

    def _drop_page(self) -> None:
        page, self.page = self.page, None
        if page is not None:
            page.flush()
            self.pages.removeWidget(page)
            page.deleteLater()

    def _show_front(self) -> None:
        """A click on the chosen row brings its page back from Add."""
        if self.page is not None:
            self.pages.setCurrentWidget(self.page)

    def _toggle(self, server_id: str) -> None:
        entry = self._needs.entry(server_id)
        if entry is not None and self.page is not None and self.page.id == server_id:
            self.page.saving.change(is_enabled=not entry.is_enabled)

    def _take_added(self, server_ids: tuple[str, ...]) -> None:
        """At once to the first of them, which starts so that its tools are seen."""
        for server_id in server_ids:
            self._needs.host.start(server_id)
        if server_ids:
            self.choose(server_ids[0])
        self._show_front()
        self.list.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_add(self) -> None:
        self._show_front()
        self.list.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, server_id: str) -> None:
        entry = self._needs.entry(server_id)
        if entry is not None:
            self._errands.start(self._remove_now(server_id, entry.name), "servers: remove")

    async def _remove_now(self, server_id: str, name: str) -> None:
        undo = await self._needs.book.remove(server_id)
        if not isValid(self):
            return
        text = self.tr("{0} and its secrets were removed.").format(name)
        self._notices.offer(Offer(text, _nothing_more, lambda: self._put_back(server_id, undo)))
        if self._needs.book.entries:
            self.list.list.setFocus()

    def _put_back(self, server_id: str, undo: Undo) -> None:
        async def work() -> None:
            await undo()
            if isValid(self):
                self.choose(server_id)

        self._errands.start(work(), "servers: undo the removal")

    async def _export(self) -> None:
        text = self._needs.book.exported()
        title = self.tr("Export servers")
        path = await self._needs.pick_new_file(self, title, _EXPORT_NAME)
        if path is None:
            return
        await self._needs.save_text(path, text)
        if isValid(self):
            said = self.tr("Exported to {0}, without secrets.")
            self._notices.tell(said.format(path.name))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        self.list.set_tiny(self.width() < _TINY)
        if self.width() < _TINY:
            self._beside.setDirection(direction.TopToBottom)
            self.list.setFixedHeight(_TINY_LIST_HEIGHT)
            # As wide as the page, and never wider: it must be able to become narrower again.
            self.list.setMinimumWidth(0)
            self.list.setMaximumWidth(_NO_LIMIT)
            return
        self._beside.setDirection(direction.LeftToRight)
        self.list.setFixedWidth(_NARROW_LIST_WIDTH if self.width() < _NARROW else _LIST_WIDTH)
        self.list.setMinimumHeight(0)
        self.list.setMaximumHeight(_NO_LIMIT)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self.flush()


async def _nothing_more() -> None:
    """What was offered to be undone is done already."""
