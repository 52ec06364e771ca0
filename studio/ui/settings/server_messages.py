"""The messages of the protocol between Callboard and one server, as they went over the wire."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.harness.server_ports import ServerMessage
from studio.ui.chat.card_texts import laid_out
from studio.ui.long_text import LongTextField
from studio.ui.protocol_texts import gist
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.server_log import clock_seconds
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.theme import FontKind
from studio.ui.visible import visible

_MOST_CHARACTERS = 400_000
_MESSAGE = Qt.ItemDataRole.UserRole


class ServerMessages(QWidget):
    """Lives as long as its server's page. It reads the messages only while it is seen."""

    def __init__(self, needs: ServerNeeds, server_id: str) -> None:
        super().__init__()
        self._needs = needs
        self._id = server_id
        self._shown: tuple[ServerMessage, ...] = ()
        self.nothing = labelled(self.tr("Nothing was sent or received yet."), "muted")
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Messages, oldest first"))
        self.list.setUniformItemSizes(True)
        self.list.setFont(needs.theme.font(FontKind.CODE))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = LongTextField()
        self.body.setProperty("kind", "code")
        self.body.setReadOnly(True)
        self.body.setTabChangesFocus(True)
        self.body.setFont(needs.theme.font(FontKind.CODE))
        self.body.setAccessibleName(self.tr("The chosen message"))
        self.body.document().setDocumentMargin(8)
        self.copy = button(self.tr("Copy"), name=self.tr("Copy the chosen message"))
        self.copy.clicked.connect(
            lambda: QGuiApplication.clipboard().setText(self.body.toPlainText())
        )
        self.list.currentItemChanged.connect(self._show_body)
        self._place()

    def refresh(self) -> None:
        if not self.isVisible():
            return
        messages = self._needs.host.messages(self._id)
        if messages == self._shown:
            return
        last = self._shown[-1] if self._shown else None
        fresh = _after(messages, last)
        if fresh is None:
            self.list.clear()
            fresh = messages
        for message in fresh:
            self._add(message)
        while self.list.count() > len(messages):
            self.list.takeItem(0)
        self._shown = messages
        self._show_state()

    def _place(self) -> None:
        lower = QWidget()
        inside = QVBoxLayout(lower)
        inside.setContentsMargins(0, 8, 0, 0)
        inside.addWidget(self.body, 1)
        inside.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTrailing)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.list)
        self._split.addWidget(lower)
        self._split.setSizes([220, 260])
        self.column = column = QVBoxLayout(self)
        column.addWidget(self.nothing)
        column.addWidget(self._split, 1)
        self._show_state()

    def _show_state(self) -> None:
        self.nothing.setVisible(not self._shown)
        self._split.setVisible(bool(self._shown))

    def _add(self, message: ServerMessage) -> None:
        arrow = "→" if message.is_sent else "←"
        item = QListWidgetItem(f"{clock_seconds(message.at)} {arrow} {gist(message.body)}")
        way = self.tr("sent") if message.is_sent else self.tr("received")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{way}: {gist(message.body)}")
        item.setData(_MESSAGE, message)
        self.list.addItem(item)

    def _show_body(self, item: QListWidgetItem | None) -> None:
        message = None if item is None else item.data(_MESSAGE)
        text = message.body if isinstance(message, ServerMessage) else ""
        self.body.setPlainText(visible(laid_out(text[:_MOST_CHARACTERS])))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


def _after(
    messages: Sequence[ServerMessage], last: ServerMessage | None
) -> Sequence[ServerMessage] | None:
    for place in range(len(messages) - 1, -1, -1):
        if messages[place] is last:
            return messages[place + 1 :]
    return None
