"""A server by hand: what it is called, and its command or address. The rest is on its page."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.servers import ServerEntry, Transport
from studio.ui.fields import LineEdit
from studio.ui.settings.form import Form, calm
from studio.ui.settings.parts import button
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_pasting import command_words
from studio.ui.settings.server_settings import ArgumentsField
from studio.ui.settings.server_texts import transport_text
from studio.ui.theme import FontKind

_LONGEST_NAME = 100


class ServerByHand(QWidget):
    """Lives as long as the panel it is in.

    Signals: `save_requested()`, to start `save`; `saved(server_id)`.
    """

    save_requested = Signal()
    saved = Signal(str)

    def __init__(self, needs: ServerNeeds) -> None:
        super().__init__()
        self._needs = needs
        code = needs.theme.font(FontKind.CODE)
        self.name = LineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        self.transport = QComboBox()
        calm(self.transport)
        for transport in Transport:
            self.transport.addItem(transport_text(transport), transport)
        self.command = LineEdit()
        self.command.setFont(code)
        self.command.setPlaceholderText("npx")
        self.arguments = ArgumentsField()
        self.arguments.setFont(code)
        self.url = LineEdit()
        self.url.setFont(code)
        self.url.setPlaceholderText("https://example.com/mcp")
        self._place()
        self.transport.currentIndexChanged.connect(self._show_way)
        self.add.clicked.connect(self._check)
        for edit in (self.name, self.command, self.url):
            edit.returnPressed.connect(self._check)
        self._show_way()

    def _place(self) -> None:
        self.add = button(self.tr("Add this server"))
        self.form = Form()
        self.name_field = self.form.add(self.tr("Name"), self.name)
        self.form.add(self.tr("Reached by"), self.transport)
        self.command_field = self.form.add(self.tr("Program"), self.command)
        self.arguments_field = self.form.add(
            self.tr("Arguments"), self.arguments, self.tr("One a line.")
        )
        self.url_field = self.form.add(self.tr("Address"), self.url)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.form)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeading)

    def clear(self) -> None:
        for edit in (self.name, self.command, self.url):
            edit.clear()
        self.arguments.clear()
        self.transport.setCurrentIndex(0)
        for field in (self.name_field, self.command_field, self.url_field):
            field.show_fault(None)

    async def save(self) -> None:
        entry = self._entry()
        await self._needs.book.save(entry)
        if isValid(self):
            self.clear()
            self.saved.emit(entry.id)

    def _entry(self) -> ServerEntry:
        way = Transport(self.transport.currentData())
        name = self.name.text().strip()
        if way is not Transport.STDIO:
            url = self.url.text().strip()
            return ServerEntry(id=self._needs.book.new_id(name), name=name, transport=way, url=url)
        command, arguments = self._command()
        return ServerEntry(
            id=self._needs.book.new_id(name), name=name, command=command, arguments=arguments
        )

    def _command(self) -> tuple[str, tuple[str, ...]]:
        """A whole command line in the field of the program is taken apart, unless the arguments
        are written below: then it is a path with spaces."""
        typed, below = self.command.text().strip(), self.arguments.arguments
        words = () if below else command_words(typed, self._needs.platform)
        return (words[0], words[1:]) if words else (typed, below)

    def _check(self) -> None:
        is_program = Transport(self.transport.currentData()) is Transport.STDIO
        command, url = self.command.text().strip(), self.url.text().strip()
        is_address = url.startswith(("http://", "https://")) and " " not in url
        no_name = self.tr("It needs a name.") if not self.name.text().strip() else None
        no_program = self.tr("Write the program to start.")
        no_url = self.tr("The address must begin with http:// or https://.")
        self.name_field.show_fault(no_name)
        self.command_field.show_fault(no_program if is_program and not command else None)
        self.url_field.show_fault(no_url if not is_program and not is_address else None)
        faults = (self.name_field, self.command_field, self.url_field)
        wrong = next((field for field in faults if field.fault), None)
        if wrong is not None:
            wrong.control.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.save_requested.emit()

    def _show_way(self) -> None:
        is_program = Transport(self.transport.currentData()) is Transport.STDIO
        self.form.set_row_visible(self.command_field, is_program)
        self.form.set_row_visible(self.arguments_field, is_program)
        self.form.set_row_visible(self.url_field, not is_program)
