"""Adding servers: one field for JSON, a command or an address; other programs' files; a form."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.server_json import ReadServers
from studio.harness.server_ports import FoundServers
from studio.ui.long_text import LongTextField
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.server_by_hand import ServerByHand
from studio.ui.settings.server_choice import ServerChoice
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_pasting import read_pasted
from studio.ui.settings.server_problems import problem_text
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind

_LINES = 4
_QUIET_MILLISECONDS = 250
_EXAMPLES = (
    "uvx mcp-server-time",
    "npx -y @modelcontextprotocol/server-memory",
    "uvx mcp-server-fetch",
)


class ServerAdd(Page):
    """Lives as long as the servers page. What is pasted is forgotten when it is left: it may hold
    secrets.

    Signals: `added(server_ids)`; `closed()`.
    """

    added = Signal(object)
    closed = Signal()

    def __init__(self, needs: ServerNeeds, errands: Errands) -> None:
        super().__init__("", width=WIDE_CONTENT_WIDTH)
        self.setAccessibleName(self.tr("Add a server"))
        self._needs = needs
        self._errands = errands
        self.close_button = button(self.tr("Cancel"), name=self.tr("Add nothing"))
        self.field = LongTextField()
        self.said = labelled("", "muted")
        self.choice = ServerChoice(needs.theme)
        self.take = button(self.tr("Add"), "primary", self.tr("Add what is ticked"))
        self.look = button(self.tr("Look in other programs"))
        self.by_hand = ServerByHand(needs)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MILLISECONDS)
        self._place()
        self._connect()
        self._forget()

    def open_panel(self, *, is_first: bool = False) -> None:
        """`is_first`: there is no server yet, and nothing to go back to."""
        self._forget()
        self.by_hand.clear()
        self.close_button.setVisible(not is_first)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def read(self) -> None:
        """Understands what is in the field, after a pause in typing."""
        self._quiet.stop()
        text = self.field.toPlainText().strip()
        found = read_pasted(text, self._needs) if text else ReadServers()
        pasted = FoundServers("", "", found.entries, found.secrets)
        shown = (pasted,) if found.entries else ()
        self.choice.show_found(shown, self._needs.book.entries, ticked=True)
        said = [problem_text(problem) for problem in found.problems]
        if found.secrets:
            said.append(self.tr("Values that look secret go to the keyring, not to a file."))
        self._say("\n".join(said))

    def _place(self) -> None:
        theme = self._needs.theme
        self.heading.hide()
        top = QHBoxLayout()
        top.addWidget(labelled(self.tr("Add MCP servers"), "heading"), 1)
        top.addWidget(self.close_button)
        self.body.addLayout(top)
        intro = self.tr(
            "A server gives tools, files and prompts to your chats. It is a program on this "
            "computer, or an address."
        )
        self.body.addWidget(labelled(intro, "secondary"))
        self.field.setProperty("kind", "field")
        self.field.setFont(theme.font(FontKind.CODE))
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * _LINES + 20)
        placeholder = self.tr("Paste mcpServers JSON, a command, or an address")
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(placeholder)
        self.body.addWidget(self.field)
        self.body.addWidget(self._examples())
        self.body.addWidget(self.said)
        self.body.addWidget(self.choice)
        self.body.addWidget(self.take, 0, Qt.AlignmentFlag.AlignLeading)
        self.body.addWidget(group_label(theme, self.tr("From other programs")))
        others = self.tr(
            "Looks for the files in which other programs keep their servers. What you tick is "
            "copied, secrets into the system keyring. Nothing there is changed."
        )
        self.body.addWidget(labelled(others, "secondary"))
        self.body.addWidget(self.look, 0, Qt.AlignmentFlag.AlignLeading)
        self.body.addWidget(group_label(theme, self.tr("By hand")))
        self.body.addWidget(self.by_hand)
        self.adopt_form(self.by_hand.form)
        self.finish()

    def _examples(self) -> QWidget:
        """Something that works on most computers, to see what a server is."""
        row = QWidget()
        lines = QVBoxLayout(row)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(labelled(self.tr("For example:"), "muted"))
        self.examples = []
        for command in _EXAMPLES:
            example = button(command, "link", self.tr("Fill in: {0}").format(command))
            example.clicked.connect(lambda _=False, text=command: self._fill(text))
            self.examples.append(example)
            lines.addWidget(example)
        return row

    def _connect(self) -> None:
        self.field.textChanged.connect(self._quiet.start)
        self.field.installEventFilter(self)
        self._quiet.timeout.connect(self.read)
        self.choice.changed.connect(self._show_take)
        self.take.clicked.connect(lambda: self._errands.start(self._add(), "servers: add"))
        self.look.clicked.connect(lambda: self._errands.start(self._look(), "servers: import"))
        self.by_hand.saved.connect(lambda server_id: self.added.emit((server_id,)))
        self.by_hand.save_requested.connect(
            lambda: self._errands.start(self.by_hand.save(), "servers: add by hand")
        )
        self.close_button.clicked.connect(self.closed)

    def _fill(self, command: str) -> None:
        self.field.setPlainText(command)
        self.read()
        self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _look(self) -> None:
        self.look.setEnabled(False)
        self._say(self.tr("Looking in other programs' files…"))
        try:
            found = await self._needs.clients.find()
        finally:
            if isValid(self):
                self.look.setEnabled(True)
                self._say("")
        if not isValid(self):
            return
        self.choice.show_found(found, self._needs.book.entries, ticked=False)
        count = sum(len(one.entries) for one in found)
        none = self.tr("No other program's servers were found on this computer.")
        self._say(self.tr("{0} found").format(count) if count else none)
        self.ensureWidgetVisible(self.field)
        if self.choice.boxes:
            self.choice.boxes[0][0].setFocus(Qt.FocusReason.OtherFocusReason)

    async def _add(self) -> None:
        chosen, secrets = self.choice.chosen, self.choice.secrets()
        if not chosen:
            return
        self.take.setEnabled(False)
        try:
            added = await self._needs.book.add_all(chosen, secrets)
        finally:
            if isValid(self):
                self._show_take()
        if not isValid(self):
            return
        self._forget()
        if added.unsaved:
            text = self.tr("The keyring did not take the secrets of {0}: not added.")
            self._say(text.format(", ".join(added.unsaved)))
        if added.entries:
            self.added.emit(tuple(one.id for one in added.entries))

    def _show_take(self) -> None:
        count = len(self.choice.chosen)
        self.take.setVisible(bool(self.choice.boxes))
        self.take.setEnabled(count > 0)
        self.take.setText(self.tr("Add {0}").format(count) if count > 1 else self.tr("Add"))

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _forget(self) -> None:
        self.field.clear()
        self._quiet.stop()
        self.choice.show_found((), (), ticked=False)
        self._say("")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Return adds what was pasted."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.read()
                self.take.click()
                return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the servers, not out of the settings."""
        if event.key() == Qt.Key.Key_Escape and not self.close_button.isHidden():
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self._forget()
