"""Asks for a round again: another model, another provider, other parameters."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.chats import ChatSettings, Turn
from studio.core.messages import Round
from studio.ui.accessible import announce
from studio.ui.chat.chat_options import ChatOptions
from studio.ui.chat.chips import model_entries, picked_model
from studio.ui.chat.choices import Choices
from studio.ui.chat.past_dialog import DialogNeeds, said_label
from studio.ui.chat.picker import Picker
from studio.ui.visible import visible

translate = QCoreApplication.translate
_MOST_NAMES = 4  # of tools, in the name of a round


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked again: a round of a turn, with the settings of its chat. An empty `round_id`
    is the last."""

    turn: Turn
    round_id: str
    settings: ChatSettings


class AskAgain(ChatOptions):
    """Opened once and thrown away. `settings()` is what the user chose, `round_id` from where."""

    def __init__(self, needs: DialogNeeds, asked: Asked, choices: Callable[[], Choices]) -> None:
        rounds = asked.turn.rounds
        chosen = next((each for each in rounds if each.id == asked.round_id), rounds[-1])
        settings = asked_before(asked.settings, chosen, choices())
        super().__init__(settings, choices().keys_of(settings.profile_id), needs.page)
        self._needs = needs
        self._choices = choices
        self.setWindowTitle(self.tr("Ask again"))
        self.note.setText(
            self.tr(
                "The round is asked for again with what stands here. The answer stands beside the "
                "one there is, which stays."
            )
        )
        self.save.setText(self.tr("Ask again"))
        self.rounds = QComboBox()
        for number, each in enumerate(rounds, start=1):
            self.rounds.addItem(round_name(number, each), each.id)
        self.rounds.setCurrentIndex(rounds.index(chosen))
        self.model = QPushButton()
        self.model.setAutoDefault(False)
        self.model.clicked.connect(self._pick)
        self.is_once = QCheckBox(self.tr("This time only; the chat keeps its own settings"))
        self.is_once.setChecked(True)
        self.fault = said_label("danger")
        self.fault.hide()
        self._place_more()
        self._name_model()
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.accept)
        self.model.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def round_id(self) -> str:
        return str(self.rounds.currentData())

    @override
    def accept(self) -> None:
        """Closes, unless nobody can be asked now."""
        fault = self._needs.blocked()
        if not fault and self._choices().chosen(self._settings) is None:
            fault = self.tr("Choose a model first.")
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        if fault:
            self._name_model()  # it may have gone meanwhile
            announce(self, fault)
        else:
            super().accept()

    def take_model(self, key: str) -> None:
        """Takes an entry of the list of models; a key belongs to its provider."""
        profile_id, model = picked_model(key)
        if profile_id != self._settings.profile_id:
            self._settings = replace(self._settings, key_id="")
            self.offer_keys(self._choices().keys_of(profile_id))
        self._settings = replace(self._settings, profile_id=profile_id, model=model)
        self._name_model()
        self.fault.hide()

    @override
    def reset(self) -> None:
        """The system prompt belongs to the chat, not to the provider."""
        prompt = self.system_prompt.toPlainText()
        super().reset()
        self.system_prompt.setPlainText(prompt)

    def _pick(self) -> None:
        entries = model_entries(self._choices(), self.tr("Its default model"))
        now = f"{self._settings.profile_id}\n{self._settings.model}"
        picker = Picker(entries, now, self.tr("Model"), self.model)
        picker.picked.connect(self.take_model)
        picker.open_at(self.model)

    def _name_model(self) -> None:
        choice = self._choices().chosen(self._settings)
        said = self.tr("Choose a model…")
        if choice is not None:
            said = visible(f"{choice.profile_name} · {choice.name}")
            if choice.name == choice.profile_name:
                said = visible(choice.profile_name)
        self.model.setText(said.replace("&", "&&"))
        self.model.setAccessibleName(self.tr("Model: {0}").format(said))

    def _place_more(self) -> None:
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("From"), self.rounds),
            (self.tr("Model"), self.model),
        )
        for place, (name, field) in enumerate(rows):
            self.form.insertRow(place, name, field)
        self.rounds.setAccessibleName(self.tr("From which round"))
        self.form.setRowVisible(self.rounds, self.rounds.count() > 1)
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(layout.count() - 1, self.is_once)
            layout.insertWidget(layout.count() - 1, self.fault)


def asked_before(settings: ChatSettings, round_: Round, choices: Choices) -> ChatSettings:
    """The chat's settings with whom that round was asked of, where that is still there."""
    origin = round_.origin
    if not any(choice.profile_id == origin.profile_id for choice in choices.models):
        return settings
    key_id = origin.key_id
    if all(key.key_id != key_id for key in choices.keys_of(origin.profile_id)):
        key_id = ""
    return replace(settings, profile_id=origin.profile_id, model=origin.model, key_id=key_id)


def round_name(number: int, round_: Round) -> str:
    """Such as `Round 2 · read_text_file, calculate`."""
    said = translate("past", "Round {0}").format(QLocale().toString(number))
    names = [visible(use.call.name) for use in round_.tool_uses]
    shown = ", ".join(names[:_MOST_NAMES])
    if len(names) > _MOST_NAMES:
        shown += "…"
    return f"{said} · {shown}" if shown else said
