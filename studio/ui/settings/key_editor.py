"""Adding a key, or another one in the place of one: pasted, or where it comes from."""

from dataclasses import dataclass, field

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from studio.core.profiles import KeyEntry, KeySource
from studio.ui.fields import LineEdit
from studio.ui.settings.checks import cleaned_key, key_fault, locator_fault
from studio.ui.settings.form import Form, calm
from studio.ui.settings.key_problem import KeyProblem
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind

_LONGEST = 200_000  # more than any key, so that one too long is refused and not cut
_LONGEST_NAME = 100
_EXAMPLES = (
    "op read op://Private/Anthropic/credential",
    "pass show api/anthropic",
    "vault kv get -field=key secret/anthropic",
)


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered. `key` is empty where the key comes from elsewhere. `is_tested` asks for a
    test before anything is saved."""

    name: str
    source: KeySource
    locator: str
    key: str = field(repr=False)
    key_id: str
    is_tested: bool


class KeyEditor(QFrame):
    """Hidden until it is opened. Its key field is empty whenever it is hidden.

    Signals: `entered(entered)`; `kept_until_exit(entered)`; `left()`.
    """

    entered = Signal(object)
    kept_until_exit = Signal(object)
    left = Signal()

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        self._needs = needs
        self._key_id = ""
        self.setProperty("kind", "card")
        self._build()
        self._place()
        self._connect()
        self.hide()

    @property
    def typed(self) -> str:
        """A key that was typed and not saved yet, for a test of the connection."""
        text = self.edit.text()
        is_key = not self.isHidden() and self.source is KeySource.KEYRING
        return cleaned_key(text) if is_key and not key_fault(text) else ""

    @property
    def source(self) -> KeySource:
        return KeySource(self.where.currentData())

    @property
    def is_replacing(self) -> bool:
        return bool(self._key_id)

    def open_new(self, name: str) -> None:
        self._key_id = ""
        self.title.setText(self.tr("Add a key"))
        self._open(KeySource.KEYRING, name, "")
        self.save.setText(self.tr("Save"))
        self.save.setAccessibleName(self.tr("Save the key"))

    def open_for(self, entry: KeyEntry) -> None:
        """Another key in the place of this one."""
        self._key_id = entry.id
        self.title.setText(self.tr("Replace the key “{0}”").format(entry.name))
        self._open(entry.source, entry.name, entry.locator)
        self.save.setText(self.tr("Test and replace"))
        self.save.setAccessibleName(self.tr("Test the new key, then replace the old one"))

    def show_busy(self, text: str) -> None:
        """The keyring may ask the user for a password meanwhile, and takes its time."""
        for widget in (self.edit, self.locator, self.name, self.where, self.save):
            widget.setEnabled(not text)
        for other in (self.problem.keep, self.problem.retry, self.anyway):
            other.setEnabled(not text)
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def show_refusal(self, lines: list[str], *, is_kept: bool) -> None:
        """The key did not pass. `is_kept`: it was to replace one, which is still there."""
        kept = [self.tr("The old key was not touched.")] if is_kept else []
        self.refusal.setText(" ".join((*lines[:1], *kept)))
        self.reasons.setText("\n".join(lines[1:]))
        self.refusal.show()
        self.reasons.setVisible(len(lines) > 1)
        self.anyway.setVisible(is_kept)
        self.save.setFocus()

    def close_editor(self) -> None:
        self.edit.clear()
        for widget in (self.problem, self.refusal, self.reasons, self.anyway, self.state):
            widget.hide()
        self.key_field.show_fault(None)
        self.locator_field.show_fault(None)
        self.hide()

    def _build(self) -> None:
        self.title = labelled("", "bold")
        self.form = Form()
        self.name = LineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        self.where = QComboBox()
        calm(self.where)
        for source, text in (
            (KeySource.KEYRING, self.tr("Pasted here, kept in the system keyring")),
            (KeySource.ENVIRONMENT, self.tr("From an environment variable, at each start")),
            (KeySource.COMMAND, self.tr("From a command, at each start")),
        ):
            self.where.addItem(text, source)
        self.edit = LineEdit()
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.setMaxLength(_LONGEST)
        self.edit.setPlaceholderText(self.tr("Paste the key"))
        self.locator = LineEdit()
        self.locator.setFont(self._needs.theme.font(FontKind.CODE))
        self.state = labelled("", "muted")
        self.refusal = labelled("", "danger")
        self.reasons = labelled("", "secondary")
        self.save = button("", "primary")
        self.cancel = button(self.tr("Cancel"))
        self.anyway = button(self.tr("Replace it all the same"))
        self.problem = KeyProblem(self._needs.platform)
        for widget in (self.state, self.refusal, self.reasons, self.anyway):
            widget.hide()

    def _place(self) -> None:
        self.name_field = self.form.add(self.tr("Name"), self.name)
        self.where_field = self.form.add(self.tr("The key is"), self.where)
        self.key_field = self.form.add(self.tr("Key"), self.edit)
        self.locator_field = self.form.add(self.tr("Variable"), self.locator)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for one in (self.save, self.anyway, self.cancel):
            buttons.addWidget(one)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        for widget in (self.title, self.form, self.refusal, self.reasons, self.state):
            column.addWidget(widget)
        column.addLayout(buttons)
        column.addWidget(self.problem)

    def _connect(self) -> None:
        self.where.currentIndexChanged.connect(self._show_source)
        self.save.clicked.connect(lambda: self._send(is_tested=self.is_replacing))
        self.anyway.clicked.connect(lambda: self._send(is_tested=False))
        self.edit.returnPressed.connect(self.save.click)
        self.locator.returnPressed.connect(self.save.click)
        self.cancel.clicked.connect(self._leave)
        self.problem.retried.connect(lambda: self._send(is_tested=False))
        self.problem.kept_until_exit.connect(self._keep)

    def _open(self, source: KeySource, name: str, locator: str) -> None:
        self.close_editor()
        self.name.setText(name)
        self.locator.setText(locator)
        self.where.setCurrentIndex(self.where.findData(source))
        for row in (self.name_field, self.where_field):
            self.form.set_row_visible(row, not self.is_replacing)
        self._show_source()
        self.show()
        (self.edit if source is KeySource.KEYRING else self.locator).setFocus(
            Qt.FocusReason.OtherFocusReason
        )

    def _show_source(self) -> None:
        is_pasted = self.source is KeySource.KEYRING
        self.form.set_row_visible(self.key_field, is_pasted)
        self.form.set_row_visible(self.locator_field, not is_pasted)
        is_command = self.source is KeySource.COMMAND
        name = self.tr("Command") if is_command else self.tr("Variable")
        self.form.set_label(self.locator_field, name)
        self.locator.setPlaceholderText(_EXAMPLES[0] if is_command else "ANTHROPIC_API_KEY")
        hint = self.tr("Run without a shell, for 10 s at most. Its output is the key.")
        examples = "\n".join((hint, *_EXAMPLES))
        self.locator_field.show_hint(examples if is_command else "")

    def _entered(self, *, is_tested: bool) -> Entered | None:
        """None where something is wrong, which is then said at its field."""
        is_pasted = self.source is KeySource.KEYRING
        fault = key_fault(self.edit.text()) if is_pasted else None
        self.key_field.show_fault(fault)
        wrong = None if is_pasted else locator_fault(self.locator.text(), self.source)
        self.locator_field.show_fault(wrong)
        if fault or wrong or not self.save.isEnabled():
            return None
        return Entered(
            self.name.text().strip() or self.tr("key"),
            self.source,
            "" if is_pasted else self.locator.text().strip(),
            cleaned_key(self.edit.text()) if is_pasted else "",
            self._key_id,
            is_tested,
        )

    def _send(self, *, is_tested: bool) -> None:
        entered = self._entered(is_tested=is_tested)
        if entered is not None:
            for widget in (self.refusal, self.reasons, self.anyway):
                widget.hide()
            self.problem.hide()
            self.entered.emit(entered)

    def _keep(self) -> None:
        entered = self._entered(is_tested=False)
        if entered is not None:
            self.kept_until_exit.emit(entered)

    def _leave(self) -> None:
        self.close_editor()
        self.left.emit()
