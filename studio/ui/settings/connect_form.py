"""What was recognised or chosen becomes a provider: shown first, saved when the user says so."""

import json

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.catalogue import CatalogueRow
from studio.core.errors import KeyringError
from studio.core.key_text import key_hint
from studio.core.messages import Dialect
from studio.core.pasted import Recognised
from studio.core.profiles import ProviderProfile
from studio.core.secret_names import names_secret
from studio.ui.dialect_texts import dialect_title
from studio.ui.fields import LineEdit
from studio.ui.settings.checks import (
    JsonFault,
    address_fault,
    cleaned_key,
    header_name_fault,
    header_value_fault,
    key_fault,
    read_parameters,
)
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Form, calm
from studio.ui.settings.key_problem import KeyProblem
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.provider_rows import free_name
from studio.ui.theme import FontKind


class ConnectForm(QWidget):
    """Lives as long as its page; hidden until something was recognised or chosen.

    `action` is what its button says.

    Signals: `saved(profile_id)`, when the provider is there with its key; `given_up()`.
    """

    saved = Signal(str)
    given_up = Signal()

    def __init__(self, needs: Needs, errands: Errands, action: str) -> None:
        super().__init__()
        self.connect_button = button(action, "primary")
        self._needs = needs
        self._errands = errands
        self._found: Recognised | None = None
        self._row: CatalogueRow | None = None
        self._id = ""  # of the profile, once it is saved
        self.form = Form()
        self._build_fields()
        self._build_buttons()
        self._place()

    def show_found(self, found: Recognised, said: str = "") -> None:
        """Fills the fields; the key is masked from now on. `said` names what was recognised."""
        self._found = found
        self._row = found.row
        self._id = self._needs.new_id()
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.whose.setCurrentIndex(0)
        self.form.set_row_visible(self.whose_field, found.row is None and not found.base_url)
        self.name.setText(self._name_of(found))
        self.address.setText(found.base_url)
        self.dialect.setCurrentIndex(max(self.dialect.findData(found.dialect), 0))
        self.key.setText(found.key)
        for field in (self.name_field, self.address_field, self.key_field):
            field.show_fault(None)
        self._show_row()
        self._show_extras(found)
        self.problem.hide()
        self.connect_button.setEnabled(True)
        self._focus_first()

    def forget(self) -> None:
        """Nothing of a key stays in a field."""
        self.key.clear()
        self._found = None
        self.problem.hide()

    def _build_fields(self) -> None:
        self.said = labelled("", "success")
        self.whose = QComboBox()
        calm(self.whose)
        self.whose.addItem(self.tr("Another provider"), "")
        for row in self._needs.catalogue.rows:
            self.whose.addItem(row.name, row.id)
        self.name = LineEdit()
        self.dialect = QComboBox()
        calm(self.dialect)
        for dialect in Dialect:
            self.dialect.addItem(dialect_title(dialect), dialect)
        self.address = LineEdit()
        self.address.setFont(self._needs.theme.font(FontKind.CODE))
        self.address.setPlaceholderText("https://")
        self.key = LineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Paste the key, if it needs one"))
        self.key_page = button(self.tr("Get a key"), "link")
        self.extras = labelled("", "muted")
        self.whose_field = self.form.add(self.tr("Provider"), self.whose)
        self.name_field = self.form.add(self.tr("Name"), self.name)
        self.dialect_field = self.form.add(self.tr("API type"), self.dialect)
        self.address_field = self.form.add(self.tr("Base URL"), self.address)
        self.key_field = self.form.add(self.tr("Key"), self.key)
        self.whose.activated.connect(self._take_row)
        self.address.textEdited.connect(self._check_address)
        for edit in (self.name, self.address, self.key):
            edit.returnPressed.connect(self._connect)

    def _build_buttons(self) -> None:
        self.back = button(self.tr("Back"))
        self.problem = KeyProblem(self._needs.platform)
        self.connect_button.clicked.connect(self._connect)
        self.back.clicked.connect(self.given_up)
        self.key_page.clicked.connect(self._open_key_page)
        self.problem.retried.connect(self._connect)
        self.problem.kept_until_exit.connect(self._keep)

    def _place(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for one in (self.connect_button, self.back, self.key_page):
            buttons.addWidget(one)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.said, self.form, self.extras, self.problem):
            column.addWidget(widget)
        column.addLayout(buttons)

    def _show_row(self) -> None:
        row = self._row
        self.address_field.show_hint("" if row is None else row.hint)
        has_page = row is not None and bool(row.key_page)
        self.key_page.setVisible(has_page)
        self.key_page.setToolTip(row.key_page if row is not None else "")

    def _take_row(self) -> None:
        """The user says whose key it is."""
        row = self._needs.catalogue.row(str(self.whose.currentData()))
        self._row = row
        if row is not None:
            self.name.setText(row.name)
            self.address.setText(row.base_url)
            self.dialect.setCurrentIndex(max(self.dialect.findData(row.dialect), 0))
        self._show_row()

    def _show_extras(self, found: Recognised) -> None:
        """What comes along is named, without the values of secret headers."""
        words = []
        if found.model:
            words.append(self.tr("Model: {0}").format(found.model))
        headers = [name for name, value in found.headers.items() if _is_good(name, value)]
        if headers:
            words.append(self.tr("Headers: {0}").format(", ".join(headers)))
        if self._parameters(found):
            names = ", ".join(self._parameters(found))
            words.append(self.tr("Parameters: {0}").format(names))
        self.extras.setText("\n".join(words))
        self.extras.setVisible(bool(words))

    def _focus_first(self) -> None:
        """Where the first thing is missing; else at the button, so that Return adds it."""
        needs_key = self._row is None or self._row.needs_key
        if not self.address.text() or (self._row is not None and self._row.hint):
            first: QWidget = self.address
        elif needs_key and not self.key.text():
            first = self.key
        else:
            first = self.connect_button
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check_address(self) -> None:
        """Live, but never before there is something to be wrong."""
        text = self.address.text().strip()
        fault = address_fault(text, self._needs.check_address) if text else None
        self.address_field.show_fault(fault)

    def _connect(self) -> None:
        self._check_and_save(is_in_memory=False)

    def _keep(self) -> None:
        self._check_and_save(is_in_memory=True)

    def _check_and_save(self, *, is_in_memory: bool) -> None:
        address = address_fault(self.address.text(), self._needs.check_address)
        key = key_fault(self.key.text()) if self.key.text().strip() else self._missing_key()
        self.address_field.show_fault(address)
        self.key_field.show_fault(key)
        if address is None and key is None and self.connect_button.isEnabled():
            self.connect_button.setEnabled(False)
            typed = self.key.text().strip()
            work = self._save(cleaned_key(typed) if typed else "", is_in_memory=is_in_memory)
            self._errands.start(work, "settings: connect a provider")

    def _missing_key(self) -> str | None:
        if self._row is not None and self._row.needs_key:
            return self.tr("This provider needs a key.")
        return None

    async def _save(self, key: str, *, is_in_memory: bool) -> None:
        """Where the keyring refuses the key, no provider is left without it."""
        profiles, profile = self._needs.profiles, self._profile()
        try:
            await self._save_headers(is_in_memory=is_in_memory)
            if key and is_in_memory:
                await profiles.keep_key_until_exit(profile.id, key)
            await profiles.save(profile)
            if key and not is_in_memory:
                await self._save_key(profile.id, key)
        except KeyringError as error:
            if not isValid(self):
                raise
            self.problem.explain(error)
            # The button lost the focus while it could not be pressed; Return must not go back.
            self.problem.keep.setFocus()
            return
        finally:
            if isValid(self):
                self.connect_button.setEnabled(True)
        if isValid(self):
            self.forget()
            self.saved.emit(profile.id)

    async def _save_key(self, profile_id: str, key: str) -> None:
        try:
            await self._needs.profiles.save_key(profile_id, key)
        except KeyringError:
            await self._needs.profiles.remove(profile_id)
            raise

    async def _save_headers(self, *, is_in_memory: bool) -> None:
        profiles = self._needs.profiles
        store = profiles.keep_header_until_exit if is_in_memory else profiles.save_header
        for name, value in self._headers().items():
            if names_secret(name):
                await store(self._id, name, value)

    def _profile(self) -> ProviderProfile:
        others = tuple(one for one in self._needs.profiles.profiles if one.id != self._id)
        headers = self._headers()
        found = self._found
        return ProviderProfile(
            id=self._id,
            name=free_name(self.name.text().strip() or self.tr("New provider"), others),
            dialect=Dialect(self.dialect.currentData()),
            base_url=self.address.text().strip(),
            model=found.model if found is not None else "",
            catalogue_id=self._row.id if self._row is not None else "",
            extra_headers={name: text for name, text in headers.items() if not names_secret(name)},
            secret_headers=tuple(name for name in headers if names_secret(name)),
            extra_parameters={} if found is None else self._parameters(found),
        )

    def _headers(self) -> dict[str, str]:
        found = {} if self._found is None else self._found.headers
        return {name: value for name, value in found.items() if _is_good(name, value)}

    def _parameters(self, found: Recognised) -> dict[str, object]:
        """None that hold a key: parameters are kept in a file."""
        read = read_parameters(json.dumps(dict(found.parameters)))
        return {} if isinstance(read, JsonFault) else read

    def _name_of(self, found: Recognised) -> str:
        if found.name:
            return found.name
        if found.row is not None:
            return found.row.name
        return found.base_url.partition("://")[2].partition("/")[0].lower()

    def _open_key_page(self) -> None:
        if self._row is not None:
            self._needs.open_address(self._row.key_page)


def recognised_text(found: Recognised, of_key: str) -> str:
    """What was found in a pasted text; the key by its last characters only."""
    facts = [found.row.name if found.row is not None else found.base_url]
    if found.key:
        hint = key_hint(found.key)
        facts.append(of_key.format(f"…{hint}") if hint else of_key.format("•••"))
    return " · ".join(filter(None, facts))


def _is_good(name: str, value: str) -> bool:
    return header_name_fault(name) is None and header_value_fault(value) is None
