"""Everything about one provider.

What is right is saved when a field is left. What is wrong stays in the field with a sentence, and
what was saved before stays in use.
"""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout
from typing_extensions import override

from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit
from studio.ui.settings.advanced import Advanced
from studio.ui.settings.checks import address_fault
from studio.ui.settings.connection_test import ConnectionTest
from studio.ui.settings.engine_fields import EngineFields
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import calm
from studio.ui.settings.key_section import KeySection
from studio.ui.settings.model_field import ModelField
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.provider_rows import Verdict, dialect_title
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind

_LONGEST_NAME = 200
_TINY = 380  # the buttons below the name


@dataclass(frozen=True, slots=True)
class Draft:
    """Texts with a fault; None where there is none."""

    name: str | None = None
    address: str | None = None
    parameters: str | None = None


class ProviderForm(Page):
    """Lives while its provider is the chosen one.

    Signals: `tested(profile_id, verdict)`; `remove_requested(profile_id)`;
    `chat_requested(profile_id)`.
    """

    tested = Signal(str, object)
    remove_requested = Signal(str)
    chat_requested = Signal(str)

    def __init__(
        self, needs: Needs, errands: Errands, notices: Notices, profile: ProviderProfile
    ) -> None:
        super().__init__(profile.name)
        self._needs = needs
        self._errands = errands
        self._profile = profile
        self.id = profile.id
        self.engine: EngineFields | None = None
        self.form = self.add_form()
        self.advanced = Advanced(needs, errands, profile)
        self.key = KeySection(needs, errands, notices, profile.id)
        is_built_in = needs.profiles.is_built_in(profile.id)
        self.connection = ConnectionTest(needs, errands, offers_chat=not is_built_in)
        self._build_header()
        self._build_fields()
        self._place()
        self.finish()
        self._connect()
        self.show_profile(profile)

    def show_profile(self, profile: ProviderProfile) -> None:
        """What is saved now; what is being typed stays."""
        self._profile = profile
        self.title.setText(profile.name)
        for edit, text in ((self.name, profile.name), (self.address, profile.base_url)):
            if not edit.isModified():
                edit.setText(text)
        self.model.show_model(profile.model)
        if self.engine is not None and profile.engine is not None:
            self.engine.show_engine(profile.engine)
        self.key.show_profile(profile)

    def show_verdict(self, verdict: Verdict | None) -> None:
        if verdict is not None:
            self.connection.show_verdict(verdict)

    def flush(self) -> None:
        """Before the form goes: a field that still has the focus counts as left."""
        for edit in (self.name, self.address):
            if edit.isModified():
                edit.editingFinished.emit()
        self.model.edit.editingFinished.emit()
        self.advanced.parameters.check()
        self.connection.stop()
        self.model.stop()

    def draft(self) -> Draft:
        """What was typed and could not be saved, for when the form comes again."""
        return Draft(
            self.name.text() if self.name_field.fault else None,
            self.address.text() if self.address_field.fault else None,
            self.advanced.parameters.toPlainText()
            if self.advanced.parameters_field.fault
            else None,
        )

    def take_draft(self, draft: Draft) -> None:
        for edit, text in ((self.name, draft.name), (self.address, draft.address)):
            if text is not None:
                edit.setText(text)
                edit.setModified(True)
                edit.editingFinished.emit()
        if draft.parameters is not None:
            self.advanced.fold.setChecked(True)
            self.advanced.parameters.setPlainText(draft.parameters)
            self.advanced.parameters.check()

    def _build_header(self) -> None:
        self.title = ElidedLabel(self._profile.name)
        self.title.setProperty("kind", "heading")
        self.title.setFont(self._needs.theme.font(FontKind.HEADING))
        self.test = button(self.tr("Test connection"))
        self.remove = button(self.tr("Remove…"), name=self.tr("Remove this provider"))
        self.chat = button(self.tr("Use in a chat"))
        is_built_in = self._needs.profiles.is_built_in(self.id)
        self.remove.setVisible(not is_built_in)
        self.chat.setVisible(is_built_in)

    def _build_fields(self) -> None:
        self.name = LineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        self.dialect = QComboBox()
        calm(self.dialect)
        for dialect in Dialect:
            self.dialect.addItem(dialect_title(dialect), dialect)
        self.dialect.setCurrentIndex(self.dialect.findData(self._profile.dialect))
        self.address = LineEdit()
        self.address.setFont(self._needs.theme.font(FontKind.CODE))
        self.address.setPlaceholderText("https://")
        self.model = ModelField(self._needs.profiles, self._errands, self.id)
        self.name_field = self.form.add(self.tr("Name"), self.name)
        self.dialect_field = self.form.add(self.tr("API type"), self.dialect)
        self.address_field = self.form.add(self.tr("Base URL"), self.address)
        self.model_field = self.form.add(self.tr("Default model"), self.model)

    def _place(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for one in (self.test, self.chat, self.remove):
            buttons.addWidget(one)
        buttons.addStretch(1)
        self._header = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._header.addWidget(self.title, 1)
        self._header.addLayout(buttons)
        self.heading.hide()
        self.body.insertLayout(0, self._header)
        kind = self._profile.kind
        note = self._note(kind)
        if note:
            self.body.insertWidget(1, labelled(note, "secondary"))
        for field in (self.address_field, self.model_field):
            self.form.set_row_visible(field, kind is Kind.HTTP)
        self.form.set_row_visible(self.dialect_field, kind is not Kind.ENGINE)
        self.form.set_row_visible(self.name_field, kind is not Kind.PRACTICE)
        if kind is Kind.ENGINE and self._profile.engine is not None:
            self.engine = EngineFields(self._profile.engine)
            self.engine.edited.connect(lambda new: self._save({"engine": new.model_dump()}))
            self.body.addWidget(self.engine)
            self.adopt_form(self.engine)
        self.adopt_form(self.advanced.form)
        for widget in (self.advanced, self.key, self.connection):
            self.body.addWidget(widget)
        self.advanced.setVisible(kind is not Kind.PRACTICE)
        self.key.setVisible(kind is Kind.HTTP)

    def _note(self, kind: Kind) -> str:
        if kind is Kind.PRACTICE:
            return self.tr(
                "Built in · offline · no model. It plays a tour through everything Callboard does, "
                "in the API type you choose."
            )
        if kind is Kind.ENGINE:
            here = self.tr("Runs on this computer. Nothing that you write leaves it.")
            engine = self._profile.engine
            return here if engine is None else f"{here}\n{engine.model_path}"
        return ""

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._finish_name)
        self.address.editingFinished.connect(self._finish_address)
        self.dialect.activated.connect(self._finish_dialect)
        self.model.edited.connect(lambda model: self._save({"model": model}))
        self.advanced.changed.connect(self._save)
        self.key.saved.connect(self.model.ask)
        self.test.clicked.connect(self._test_or_stop)
        self.remove.clicked.connect(lambda: self.remove_requested.emit(self.id))
        self.chat.clicked.connect(lambda: self.chat_requested.emit(self.id))
        self.connection.chat_requested.connect(lambda: self.chat_requested.emit(self.id))
        self.connection.running_changed.connect(self._show_running)
        self.connection.finished.connect(lambda verdict: self.tested.emit(self.id, verdict))

    def _finish_name(self) -> None:
        name = self.name.text().strip()
        self.name_field.show_fault(None if name else self.tr("A provider needs a name."))
        if name:
            self._save_text(self.name, {"name": name})

    def _finish_address(self) -> None:
        if not self.address.isModified():
            return
        fault = address_fault(self.address.text(), self._needs.check_address)
        self.address_field.show_fault(fault)
        if fault is None:
            self._save_text(self.address, {"base_url": self.address.text().strip()})
            self.model.forget()

    def _finish_dialect(self) -> None:
        self._save({"dialect": self.dialect.currentData()})

    def _save_text(self, edit: LineEdit, changes: dict[str, object]) -> None:
        if edit.isModified():
            edit.setModified(False)
            self._save(changes)

    def _save(self, changes: dict[str, object]) -> None:
        work = self._needs.profiles.change(self.id, **changes)
        self._errands.start(work, "settings: save a provider")

    def _test_or_stop(self) -> None:
        if self.connection.is_running:
            self.connection.stop()
            return
        self.connection.start(self._as_typed(), self.key.typed)

    def _as_typed(self) -> ProviderProfile:
        """The saved profile with what is right in the fields, saved yet or not."""
        typed: dict[str, object] = {"model": self.model.model}
        if address_fault(self.address.text(), self._needs.check_address) is None:
            typed["base_url"] = self.address.text().strip()
        if self.dialect.currentData() is not None:
            typed["dialect"] = Dialect(self.dialect.currentData())
        return self._profile.model_copy(update=typed)

    def _show_running(self, is_running: bool) -> None:
        self.test.setText(self.tr("Stop the test") if is_running else self.tr("Test connection"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        is_tiny = self.width() < _TINY
        self._header.setDirection(direction.TopToBottom if is_tiny else direction.LeftToRight)
