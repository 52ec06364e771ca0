"""What one chat asks of its model; each is the provider's default until it is set."""

from dataclasses import replace

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio.core.chats import ChatSettings, Effort
from studio.ui.chat.choices import KeyChoice
from studio.ui.fields import inset
from studio.ui.long_text import LongTextField

_STEP = 0.1
_HOTTEST = 2.0
_LONGEST = 1_000_000


class ChatOptions(QDialog):
    """Opened for one chat and thrown away. `settings()` is what the user chose."""

    def __init__(
        self,
        settings: ChatSettings,
        keys: tuple[KeyChoice, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`keys` are those of the chat's provider, if there are several to choose from."""
        super().__init__(parent)
        self._keys = keys
        self._settings = settings
        self.setWindowTitle(self.tr("Chat settings"))
        self.setMinimumWidth(460)
        self._default = self.tr("Provider's default")
        self.system_prompt = LongTextField()
        self.system_prompt.setPlainText(settings.system_prompt)
        self.temperature = QDoubleSpinBox()
        self.length = QSpinBox()
        self.effort = QComboBox()
        self.key = QComboBox()
        self._prepare()
        self._lay_out()
        self._show(settings)

    def settings(self) -> ChatSettings:
        """The lowest step of a number means: leave it to the provider."""
        temperature = round(self.temperature.value(), 2)
        effort = self.effort.currentData()
        return replace(
            self._settings,
            system_prompt=self.system_prompt.toPlainText().strip(),
            temperature=None if temperature < 0 else temperature,
            max_output_tokens=self.length.value() or None,
            effort=Effort(effort) if effort else None,
            key_id=self.key.currentData() if self._keys else self._settings.key_id,
        )

    def reset(self) -> None:
        """All of it back to the provider's defaults."""
        self._show(ChatSettings())

    def offer_keys(self, keys: tuple[KeyChoice, ...], chosen: str = "") -> None:
        """Those of another provider, if there are several to choose from."""
        self._keys = keys
        self._fill_keys()
        self.key.setCurrentIndex(max(0, self.key.findData(chosen)))
        self.form.setRowVisible(self.key, bool(keys))

    def _show(self, settings: ChatSettings) -> None:
        self.system_prompt.setPlainText(settings.system_prompt)
        heat = settings.temperature
        self.temperature.setValue(-_STEP if heat is None else heat)
        self.length.setValue(settings.max_output_tokens or 0)
        chosen = settings.effort.value if settings.effort else ""
        self.effort.setCurrentIndex(self.effort.findData(chosen))
        self.key.setCurrentIndex(max(0, self.key.findData(settings.key_id)))

    def _show_unit(self, length: int) -> None:
        self.length.setSuffix(self.tr(" token") if length == 1 else self.tr(" tokens"))

    def _prepare(self) -> None:
        self.system_prompt.setProperty("kind", "field")
        self.system_prompt.setPlaceholderText(
            self.tr("None. Say here who the model should be, and how it should answer.")
        )
        self.system_prompt.setTabChangesFocus(True)
        self.system_prompt.setFixedHeight(120)
        self.temperature.setRange(-_STEP, _HOTTEST)
        self.temperature.setSingleStep(_STEP)
        self.temperature.setSpecialValueText(self._default)
        self.length.setRange(0, _LONGEST)
        self.length.setSingleStep(256)
        self.length.setSpecialValueText(self._default)
        self.length.valueChanged.connect(self._show_unit)
        self.length.setGroupSeparatorShown(True)
        for spin_box in (self.temperature, self.length):
            inset(spin_box)
        for name, value in (
            (self._default, ""),
            (self.tr("Off"), Effort.NONE.value),
            (self.tr("Low"), Effort.LOW.value),
            (self.tr("Medium"), Effort.MEDIUM.value),
            (self.tr("High"), Effort.HIGH.value),
        ):
            self.effort.addItem(name, value)
        self._fill_keys()

    def _fill_keys(self) -> None:
        self.key.clear()
        self.key.addItem(self.tr("Provider's default key"), "")
        for choice in self._keys:
            self.key.addItem(choice.label, choice.key_id)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        self.note = QLabel(self.tr("These hold for this chat, from the next message on."))
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        layout.addWidget(self.note)
        form = self.form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("System prompt"), self.system_prompt),
            (self.tr("Temperature"), self.temperature),
            (self.tr("Maximum length"), self.length),
            (self.tr("Reasoning effort"), self.effort),
        )
        rows = (*rows, (self.tr("Key"), self.key))
        for name, field in rows:
            field.setAccessibleName(name)
            form.addRow(name, field)
        form.setRowVisible(self.key, bool(self._keys))
        layout.addLayout(form)
        layout.addWidget(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setProperty("kind", "primary")
        save.setDefault(True)
        self.save = save
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        reset: QPushButton = buttons.addButton(
            self.tr("Use all defaults"), QDialogButtonBox.ButtonRole.ResetRole
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        reset.clicked.connect(self.reset)
        return buttons
