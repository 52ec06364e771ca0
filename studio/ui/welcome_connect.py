"""The first choice of the welcome page: what was pasted becomes a provider."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.core.catalogue import ReadyRow, row_for_key
from studio.core.curl import Pasted
from studio.core.errors import KeyringError
from studio.core.key_text import key_hint
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.secret_names import names_secret
from studio.ui.fields import LineEdit
from studio.ui.settings.checks import (
    address_fault,
    cleaned_key,
    header_name_fault,
    header_value_fault,
    key_fault,
)
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Form, calm
from studio.ui.settings.key_problem import KeyProblem
from studio.ui.settings.model_field import ModelField
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.provider_rows import dialect_title, free_name


@dataclass(frozen=True, slots=True)
class Found:
    """What a pasted text is for. `row` is None for an address that nobody knows."""

    pasted: Pasted
    row: ReadyRow | None


def found_in(pasted: Pasted, rows: tuple[ReadyRow, ...]) -> Found:
    """An address decides; without one, the beginning of the key does."""
    if pasted.base_url:
        return Found(pasted, next((row for row in rows if _same_host(row, pasted)), None))
    return Found(pasted, row_for_key(rows, pasted.key))


def _same_host(row: ReadyRow, pasted: Pasted) -> bool:
    """A port tells local servers apart; this computer has several names."""
    mine, theirs = _host(row.base_url), _host(pasted.base_url)
    for name in ("127.0.0.1", "[::1]"):
        theirs = theirs.replace(name, "localhost")
    return mine == theirs


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower()


class ConnectForm(QWidget):
    """Lives as long as the welcome page; hidden until something was pasted.

    Signals: `ready(profile_id)`, when the provider can be used; `given_up()`.
    """

    ready = Signal(str)
    given_up = Signal()

    def __init__(self, needs: Needs, errands: Errands, rows: tuple[ReadyRow, ...]) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._rows = tuple(row for row in rows if row.is_supported)
        self._headers: tuple[tuple[str, str], ...] = ()
        self._id = ""  # of the profile, once it is saved
        self.form = Form()
        self._build_fields()
        self._build_buttons()
        self._place()

    def show_found(self, found: Found) -> None:
        """Fills the fields; the key is masked from now on."""
        pasted, row = found.pasted, found.row
        self._id = self._needs.new_id()
        self._headers = pasted.headers
        self.provider.setCurrentIndex(self._rows.index(row) if row else len(self._rows))
        self._show_row()
        if pasted.base_url:
            self.address.setText(pasted.base_url)
        if pasted.dialect is not None:
            self.dialect.setCurrentIndex(self.dialect.findData(pasted.dialect))
        self.key.setText(pasted.key)
        self._show_stage(is_saved=False)
        self._model = pasted.model
        self.connect_button.setFocus()

    def forget(self) -> None:
        """Nothing of a key stays in a field."""
        self.key.clear()
        self.problem.hide()
        self.model.stop()

    def _build_fields(self) -> None:
        self.provider = QComboBox()
        for row in self._rows:
            self.provider.addItem(row.name)
        self.provider.addItem(self.tr("Other"))
        self.dialect = QComboBox()
        for dialect in Dialect:
            self.dialect.addItem(dialect_title(dialect), dialect)
        for box in (self.provider, self.dialect):
            calm(box)
        self.address = LineEdit()
        self.key = LineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Paste the key, if it needs one"))
        self.form.add(self.tr("Provider"), self.provider)
        self.dialect_field = self.form.add(self.tr("API type"), self.dialect)
        self.address_field = self.form.add(self.tr("Base URL"), self.address)
        self.key_field = self.form.add(self.tr("Key"), self.key)
        self.provider.activated.connect(self._show_row)
        self._model = ""

    def _build_buttons(self) -> None:
        self.connect_button = button(self.tr("Connect"), "primary")
        self.back = button(self.tr("Back"))
        self.chat = button(self.tr("Start chatting"), "primary")
        self.problem = KeyProblem(self._needs.platform)
        self.model = ModelField(self._needs.profiles, self._errands)
        self.model_form = Form()
        self.model_form.add(self.tr("Model"), self.model)
        self.note = labelled(self.tr("Connected. Choose the model to begin with."), "success")
        self.connect_button.clicked.connect(self._connect)
        self.back.clicked.connect(self.given_up)
        self.chat.clicked.connect(self._start)
        self.problem.retried.connect(self._connect)
        self.problem.kept_until_exit.connect(self._keep)
        self.model.edited.connect(lambda: self.chat.setEnabled(bool(self.model.model)))

    def _place(self) -> None:
        buttons = QHBoxLayout()
        for one in (self.connect_button, self.chat, self.back):
            buttons.addWidget(one)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.form, self.problem, self.note, self.model_form):
            column.addWidget(widget)
        column.addLayout(buttons)

    def _show_row(self) -> None:
        number = self.provider.currentIndex()
        if number < len(self._rows):
            row = self._rows[number]
            self.address.setText(row.base_url)
            self.dialect.setCurrentIndex(self.dialect.findData(row.dialect))

    def _show_stage(self, *, is_saved: bool) -> None:
        self.form.setVisible(not is_saved)
        self.connect_button.setVisible(not is_saved)
        for widget in (self.note, self.model_form, self.chat):
            widget.setVisible(is_saved)
        self.chat.setEnabled(bool(self.model.model))
        self.problem.hide()

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
            self._errands.start(work, "welcome: connect a provider")

    def _missing_key(self) -> str | None:
        number = self.provider.currentIndex()
        if number < len(self._rows) and self._rows[number].needs_key:
            return self.tr("This provider needs a key.")
        return None

    async def _save(self, key: str, *, is_in_memory: bool) -> None:
        """The key first: where the keyring refuses it, no provider without its key is left."""
        profiles, profile = self._needs.profiles, self._profile()
        try:
            if key and is_in_memory:
                await profiles.keep_key_until_exit(self._id, key)
            elif key:
                await profiles.save_key(self._id, key)
                marks = {"has_key": True, "key_hint": key_hint(key)}
                profile = profile.model_copy(update=marks)
            await self._save_headers(is_in_memory=is_in_memory)
            await profiles.save(profile)
        except KeyringError as error:
            self.problem.explain(error)
            # Connect lost the focus while it could not be pressed; Return must not go back.
            self.problem.keep.setFocus()
            return
        finally:
            self.connect_button.setEnabled(True)
        self.key.clear()
        self._go_on()

    async def _save_headers(self, *, is_in_memory: bool) -> None:
        profiles = self._needs.profiles
        store = profiles.keep_header_until_exit if is_in_memory else profiles.save_header
        for name, value in filter(_is_good, self._headers):
            if names_secret(name):
                await store(self._id, name, value)

    def _profile(self) -> ProviderProfile:
        others = self._needs.profiles.profiles
        others = tuple(one for one in others if one.id != self._id)
        good = [pair for pair in self._headers if _is_good(pair)]
        return ProviderProfile(
            id=self._id,
            name=free_name(self._name(), others),
            dialect=Dialect(self.dialect.currentData()),
            base_url=self.address.text().strip(),
            model=self._model,
            extra_headers={name: value for name, value in good if not names_secret(name)},
            secret_headers=tuple(name for name, _ in good if names_secret(name)),
        )

    def _name(self) -> str:
        number = self.provider.currentIndex()
        if number < len(self._rows):
            return self._rows[number].name
        return _host(self.address.text().strip()) or self.tr("New provider")

    def _go_on(self) -> None:
        if self._model:
            self.ready.emit(self._id)
            return
        self.model.begin(self._id)
        self._show_stage(is_saved=True)
        self.model.ask()
        self.model.setFocus()

    def _start(self) -> None:
        work = self._choose_model(self.model.model)
        self._errands.start(work, "welcome: choose a model")

    async def _choose_model(self, model: str) -> None:
        await self._needs.profiles.change(self._id, model=model)
        self.ready.emit(self._id)


def _is_good(header: tuple[str, str]) -> bool:
    return header_name_fault(header[0]) is None and header_value_fault(header[1]) is None
