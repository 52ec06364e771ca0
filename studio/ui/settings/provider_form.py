"""Everything about one provider.

What is right is saved when a field is left. What is wrong stays in the field with a sentence, and
what was saved before stays in use.
"""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QWidget
from typing_extensions import override

from studio.core.errors import Diagnosis
from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.ui.dialect_texts import dialect_title
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit
from studio.ui.settings.advanced import Advanced
from studio.ui.settings.checks import address_fault
from studio.ui.settings.clearance import Clearance
from studio.ui.settings.connection_test import ConnectionTest
from studio.ui.settings.engine_fields import EngineFields
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH, calm
from studio.ui.settings.key_section import KeySection
from studio.ui.settings.model_facts import asked_facts
from studio.ui.settings.model_field import ModelField
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.ollama_models import OllamaSection
from studio.ui.settings.parts import button, labelled, policy_text
from studio.ui.settings.probe import Probe
from studio.ui.settings.sheet import Page
from studio.ui.theme import FontKind

_LONGEST_NAME = 200
_QUIET_MILLISECONDS = 500
_TABLE = 700  # the keys in two lines each
_LINES = 620  # what a test found below its request
_TINY = 380  # the buttons below the name


@dataclass(frozen=True, slots=True)
class Draft:
    """Texts with a fault; None where there is none."""

    name: str | None = None
    address: str | None = None
    parameters: str | None = None


class ProviderForm(Page):
    """Lives while its provider is the chosen one.

    Signals: `tested()`; `remove_requested(profile_id)`; `chat_requested(profile_id)`;
    `doctor_requested(profile_id)`.
    """

    tested = Signal()
    doctor_requested = Signal(str)
    remove_requested = Signal(str)
    chat_requested = Signal(str)

    def __init__(
        self, needs: Needs, errands: Errands, notices: Notices, profile: ProviderProfile
    ) -> None:
        super().__init__(profile.name, width=WIDE_CONTENT_WIDTH)
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._profile = profile
        self.id = profile.id
        self.engine: EngineFields | None = None
        self.form = self.add_form()
        self.advanced = Advanced(needs, errands, profile)
        self.key = KeySection(needs, errands, notices, profile)
        self.ollama: OllamaSection | None = None
        self.probe = Probe(needs, errands, profile.id)
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
            if not edit.isModified() and edit.text() != text:
                edit.setText(text)
                edit.setCursorPosition(0)
        self.model.show_model(profile.model)
        self.clearance.show_profile(profile)
        if self.engine is not None and profile.engine is not None:
            self.engine.show_engine(profile.engine)
        self.key.show_profile(profile)
        if self.ollama is not None:
            self.ollama.show_profile(profile)
        test = self._needs.models.last_test(self.id)
        if test is not None:
            self.connection.show_test(profile, test)

    def flush(self) -> None:
        """Before the form goes: a field that still has the focus counts as left."""
        for edit in (self.name, self.address):
            if edit.isModified():
                edit.editingFinished.emit()
        self.model.edit.editingFinished.emit()
        self.advanced.parameters.check()
        self.connection.stop()
        self.model.stop()
        self.probe.stop()
        if self.ollama is not None:
            self.ollama.stop()
        self.key.close_editor()

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
            self.advanced.fold.button.setChecked(True)
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
        is_managed = self._needs.profiles.is_managed(self.id)
        # Nothing is shown before it has a parent: it would be a window for a moment.
        if is_built_in or is_managed:
            self.remove.hide()
        if not is_built_in:
            self.chat.hide()

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
        self.model = ModelField(self._needs, self._errands, self.id)
        self.check = button(self.tr("Check what this model can do…"))
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MILLISECONDS)
        self.name_field = self.form.add(self.tr("Name"), self.name)
        self.dialect_field = self.form.add(self.tr("API type"), self.dialect)
        self.address_field = self.form.add(self.tr("Base URL"), self.address)
        self.model_field = self.form.add(self.tr("Default model"), self.model)
        self.clearance = Clearance(self._profile)
        self.form.add(self.tr("May be sent here"), self.clearance)

    def _place(self) -> None:
        self._place_header()
        kind = self._profile.kind
        for field in (self.address_field, self.model_field):
            self.form.set_row_visible(field, kind is Kind.HTTP)
        self.form.set_row_visible(self.dialect_field, kind is not Kind.ENGINE)
        self.form.set_row_visible(self.name_field, kind is not Kind.PRACTICE)
        if kind is Kind.ENGINE and self._profile.engine is not None:
            self.engine = EngineFields(self._profile.engine)
            self.engine.edited.connect(lambda new: self._save({"engine": new.model_dump()}))
            self.body.addWidget(self.engine)
            self.adopt_form(self.engine)
        if self._profile.dialect is Dialect.OLLAMA_CHAT:
            self.ollama = OllamaSection(self._needs, self._errands, self._notices, self._profile)
        parts = (self.advanced, self.key, self.ollama, self.connection, self._actions(), self.probe)
        for widget in parts:
            if widget is not None:
                self.body.addWidget(widget)
        self.advanced.setVisible(kind is not Kind.PRACTICE)
        for shown in (self.key, self.check):
            shown.setVisible(kind is Kind.HTTP)
        self._follow_width()
        if self._needs.profiles.is_managed(self.id):
            self._mark_managed()

    def _place_header(self) -> None:
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
        note = self._note(self._profile.kind)
        if note:
            self.body.insertWidget(1, labelled(note, "secondary"))

    def _follow_width(self) -> None:
        self.adopt_form(self.advanced)
        self.adopt_form(self.key.editor.form)
        self.adopt_form(self.advanced.fold, _TABLE)
        self.adopt_form(self.key, _TABLE)
        self.adopt_form(self.connection, _LINES)

    def _actions(self) -> QWidget:
        """What comes after a test."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.connection.chat)
        line.addWidget(self.check)
        line.addStretch(1)
        return row

    def _mark_managed(self) -> None:
        """An organisation's profile: only keys and model are the user's own."""
        mark = policy_text(self._needs.profiles.policy.organisation)
        self.body.insertWidget(1, labelled(mark, "pill"), 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.name, self.dialect, self.address, self.clearance, self.advanced.form):
            widget.setEnabled(False)

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
        self.clearance.chosen.connect(lambda level: self._save({"may_receive": level}))
        self.advanced.changed.connect(self._save)
        self.key.saved.connect(self.model.ask)
        self.key.test_requested.connect(self._test_key)
        self.key.doctor_requested.connect(lambda: self.doctor_requested.emit(self.id))
        self.model.facts_requested.connect(
            lambda model: self._errands.start(self._ask_facts(model), "settings: model facts")
        )
        self.check.clicked.connect(self._open_probe)
        self.probe.closed.connect(self._show_check)
        self.probe.grew.connect(self._follow_probe)
        self.address.textEdited.connect(self._quiet.start)
        self._quiet.timeout.connect(self._check_address)
        if self.ollama is not None:
            self.ollama.changed.connect(self.model.ask)
        self.test.clicked.connect(self._test_or_stop)
        self.remove.clicked.connect(lambda: self.remove_requested.emit(self.id))
        self.chat.clicked.connect(lambda: self.chat_requested.emit(self.id))
        self.connection.chat_requested.connect(lambda: self.chat_requested.emit(self.id))
        self.connection.suggested.connect(self._take_suggestion)
        self.connection.running_changed.connect(self._show_running)
        self.connection.finished.connect(self.tested)

    def _finish_name(self) -> None:
        name = self.name.text().strip()
        self.name_field.show_fault(None if name else self.tr("A provider needs a name."))
        if name:
            self._save_text(self.name, {"name": name})

    def _check_address(self) -> str | None:
        """After a pause in typing, and when the field is left."""
        fault = address_fault(self.address.text(), self._needs.check_address)
        self.address_field.show_fault(fault)
        return fault

    def _finish_address(self) -> None:
        self._quiet.stop()
        if not self.address.isModified():
            return
        if self._check_address() is None:
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

    def _take_suggestion(self, code: str, text: str) -> None:
        """Saved and tested at once: the user sees whether it is right."""
        if code == Diagnosis.MODEL_NAME:
            self.model.show_model(text)
            changes: dict[str, object] = {"model": text}
        elif code == Diagnosis.WRONG_DIALECT:
            self.dialect.setCurrentIndex(self.dialect.findData(Dialect(text)))
            changes = {"dialect": Dialect(text)}
        else:
            self.address.setText(text)
            self.address.setModified(False)
            self.address_field.show_fault(None)
            changes = {"base_url": text}
        self._save(changes)
        self.connection.start(self._as_typed(), self.key.typed)

    def _test_key(self, key_id: str) -> None:
        """With a key of the table, whatever is typed."""
        self.connection.start(self._as_typed(), "", key_id)
        self.ensureWidgetVisible(self.connection)

    def _open_probe(self) -> None:
        model = self.model.model
        if not model:
            self.model_field.show_fault(self.tr("Choose a model first."))
            self.model.setFocus()
            return
        self.model_field.show_fault(None)
        self.check.hide()
        self.probe.open_for(model)
        self._follow_probe()

    def _follow_probe(self) -> None:
        """The layout knows the height of what is shown now only after it was laid out."""
        buttons = (self.probe.stop_button, self.probe.start_button)
        shown = next((one for one in buttons if not one.isHidden()), self.probe)
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(shown))

    def _show_check(self) -> None:
        self.check.show()
        self.check.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _ask_facts(self, model: str) -> None:
        entry = self._needs.models.entry(self.id, model)
        changes, abilities = await asked_facts(entry, self.window())
        if changes:
            await self._needs.models.override(self.id, model, abilities)

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
