"""How one server is reached, when it runs, and what may be done with what it says."""

from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QWidget
from typing_extensions import override

from studio.core.servers import REDIRECT_ADDRESS, ServerEntry, Transport
from studio.ui.fields import LineEdit
from studio.ui.long_text import LongTextField
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH, calm
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, group_label
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_places import PathField
from studio.ui.settings.server_rules import ServerRules
from studio.ui.settings.server_saving import ServerSaving
from studio.ui.settings.server_texts import transport_text
from studio.ui.settings.server_values import ServerValues, ValueKind, Values
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind

_LONGEST_NAME = 100
_ARGUMENT_LINES = 4
_MOST_SECONDS = 86_400
_MOST_SECONDS_IN_ALL = 604_800


class ArgumentsField(LongTextField):
    """One argument a line. Signals: `edited(arguments)`, when it is left."""

    edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _ARGUMENT_LINES + 20)

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(line for line in self.toPlainText().split("\n") if line.strip())

    def show_arguments(self, arguments: tuple[str, ...]) -> None:
        if not self.hasFocus() and self.arguments != arguments:
            self.setPlainText("\n".join(arguments))

    @override
    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        self.edited.emit(self.arguments)


class CopyLine(QWidget):
    """Text that is needed elsewhere, to be taken along."""

    def __init__(self, text: str, font: QFont) -> None:
        super().__init__()
        self.text = LineEdit(text)
        self.text.setReadOnly(True)
        self.text.setFont(font)
        self.copy = button(self.tr("Copy"), name=self.tr("Copy the redirect address"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.text, 1)
        line.addWidget(self.copy)


class ServerSettings(Page):
    """Lives as long as its server's page."""

    def __init__(
        self, needs: ServerNeeds, errands: Errands, notices: Notices, saving: ServerSaving
    ) -> None:
        super().__init__("", width=WIDE_CONTENT_WIDTH)
        self.setAccessibleName(self.tr("Settings of the server"))
        self.heading.hide()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._saving = saving
        self._is_filled = False
        self.form = self.add_form()
        self._build_way()
        self._build_address()
        self.rules = ServerRules(needs, errands, saving)
        self.body.addWidget(self.rules)
        for form in self.rules.forms:
            self.adopt_form(form)
        self.finish()
        self._connect()

    def show_entry(self, entry: ServerEntry) -> None:
        """What is saved now; what is being typed stays."""
        for edit, text in (
            (self.name, entry.name),
            (self.command, entry.command),
            (self.url, entry.url),
            (self.client_id, entry.client_id),
            (self.scopes, " ".join(entry.scopes)),
        ):
            if not edit.isModified() and edit.text() != text:
                edit.setText(text)
                edit.setCursorPosition(0)
        self.transport.setCurrentIndex(self.transport.findData(entry.transport))
        self.arguments.show_arguments(entry.arguments)
        self.folder.show_path(entry.folder)
        for box, seconds in ((self.timeout, entry.timeout), (self.longest, entry.longest)):
            if not box.hasFocus():
                box.blockSignals(True)
                box.setValue(seconds)
                box.blockSignals(False)
        if not self._is_filled:
            self._is_filled = True
            self.environment.show_values(entry.environment, entry.secret_environment)
            self.headers.show_values(entry.headers, entry.secret_headers)
        self._show_way(entry.transport)
        self.rules.show_entry(entry)

    def flush(self) -> None:
        """Before the page goes: a field that still has the focus counts as left."""
        for edit in (self.name, self.command, self.url, self.client_id, self.scopes):
            if edit.isModified():
                edit.editingFinished.emit()
        self.folder.edit.editingFinished.emit()
        self.rules.watches.edit.editingFinished.emit()
        if self.arguments.hasFocus():
            self.arguments.edited.emit(self.arguments.arguments)

    def _build_way(self) -> None:
        code = self._needs.theme.font(FontKind.CODE)
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
        self.folder = PathField(
            self._needs, self._errands, self._needs.pick_folder, self.tr("Choose a folder")
        )
        self.environment = ServerValues(ValueKind.VARIABLE)
        form = self.form
        self.name_field = form.add(self.tr("Name"), self.name)
        self.transport_field = form.add(self.tr("Reached by"), self.transport)
        self._of_programs = [
            form.add(self.tr("Program"), self.command),
            form.add(self.tr("Arguments"), self.arguments, self.tr("One a line.")),
            form.add(self.tr("Starts in folder"), self.folder, self.tr("Empty: your home folder.")),
            form.add(self.tr("Environment"), self.environment),
        ]

    def _build_address(self) -> None:
        form = self.form
        self.url = LineEdit()
        self.url.setFont(self._needs.theme.font(FontKind.CODE))
        self.url.setPlaceholderText("https://")
        self.headers = ServerValues(ValueKind.HEADER)
        self.client_id = LineEdit()
        self.redirect = CopyLine(REDIRECT_ADDRESS, self._needs.theme.font(FontKind.CODE))
        self.scopes = LineEdit()
        self.timeout = _seconds(_MOST_SECONDS)
        self.longest = _seconds(_MOST_SECONDS_IN_ALL)
        self.url_field = form.add(self.tr("Address"), self.url)
        login = self.tr("Only for servers that ask for one at their login.")
        registered = self.tr("The one to register there, for a client ID of your own.")
        self._of_addresses = [
            self.url_field,
            form.add(self.tr("Headers"), self.headers),
            form.add(self.tr("Client ID"), self.client_id, login),
            form.add(self.tr("Redirect address"), self.redirect, registered),
            form.add(self.tr("Scopes"), self.scopes, self.tr("Separated by spaces.")),
        ]
        self.body.addWidget(group_label(self._needs.theme, self.tr("Time limits")))
        times = self.add_form()
        quiet = self.tr("Of one call without a sign of life. Progress begins it anew.")
        times.add(self.tr("Time limit"), self.timeout, quiet)
        times.add(self.tr("Longest"), self.longest, self.tr("Of one call altogether."))

    def _connect(self) -> None:
        change = self._saving.change
        self.name.editingFinished.connect(self._finish_name)
        self.transport.activated.connect(
            lambda: change(transport=Transport(self.transport.currentData()))
        )
        self.command.editingFinished.connect(lambda: self._finish(self.command, "command"))
        self.arguments.edited.connect(lambda arguments: change(arguments=arguments))
        self.folder.edited.connect(lambda folder: change(folder=folder))
        self.url.editingFinished.connect(self._finish_url)
        self.client_id.editingFinished.connect(lambda: self._finish(self.client_id, "client_id"))
        self.scopes.editingFinished.connect(self._finish_scopes)
        self.timeout.valueChanged.connect(lambda seconds: change(timeout=float(seconds)))
        self.longest.valueChanged.connect(lambda seconds: change(longest=float(seconds)))
        for values, names in (
            (self.environment, ("environment", "secret_environment")),
            (self.headers, ("headers", "secret_headers")),
        ):
            self._connect_values(values, names)

    def _connect_values(self, values: ServerValues, names: tuple[str, str]) -> None:
        def save(found: Values) -> None:
            self._errands.start(self._save_values(values, names, found), "servers: save values")

        values.changed.connect(save)
        values.removed.connect(partial(self._offer_undo, names[1]))

    async def _save_values(
        self, values: ServerValues, names: tuple[str, str], found: Values
    ) -> None:
        changes = {names[0]: dict(found.plain), names[1]: found.stored}
        if found.fresh or self._saving.differs(changes):
            await self._saving.save(changes, found.fresh)
            values.show_stored(found.fresh)

    def _offer_undo(self, field: str, name: str, is_stored: bool, put_back: Any) -> None:
        """What is in the keyring cannot be brought back: it goes when the time for Undo is over."""
        saving = self._saving

        async def commit() -> None:
            if is_stored:
                await saving.forget(field, name)

        text = self.tr("{0} was removed.").format(name)
        self._notices.offer(Offer(text, commit, put_back))

    def _finish_name(self) -> None:
        name = self.name.text().strip()
        self.name_field.show_fault(None if name else self.tr("It needs a name."))
        if name:
            self._finish(self.name, "name")

    def _finish_url(self) -> None:
        url = self.url.text().strip()
        is_right = url.startswith(("http://", "https://")) and " " not in url
        fault = self.tr("The address must begin with http:// or https://.")
        self.url_field.show_fault(None if is_right or not url else fault)
        if is_right:
            self._finish(self.url, "url")

    def _finish_scopes(self) -> None:
        self.scopes.setModified(False)
        self._saving.change(scopes=tuple(self.scopes.text().split()))

    def _finish(self, edit: LineEdit, name: str) -> None:
        edit.setModified(False)
        self._saving.change(**{name: edit.text().strip()})

    def _show_way(self, transport: Transport) -> None:
        is_program = transport is Transport.STDIO
        for field in self._of_programs:
            self.form.set_row_visible(field, is_program)
        for field in self._of_addresses:
            self.form.set_row_visible(field, not is_program)


def _seconds(most: int) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setDecimals(0)
    box.setRange(1, most)
    box.setKeyboardTracking(False)
    box.setSuffix(" s")
    calm(box)
    return box
