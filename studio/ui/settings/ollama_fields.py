"""What an Ollama server alone is asked for: how long a model stays, and its context."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSpinBox

from studio.core.profiles import ProviderProfile
from studio.ui.settings.form import Form, calm

_LONGEST_ALIVE = 525_600  # a year of minutes
_LONGEST_CONTEXT = 100_000_000
_LEAST_CONTEXT = 256
_MINUTE = 60
_DEFAULT_ALIVE = 5  # Ollama's own, in minutes


class OllamaFields(Form):
    """Lives as long as the form of its profile.

    Signals: `changed(changes)`, a dictionary of the profile's fields.
    """

    changed = Signal(object)

    def __init__(self, profile: ProviderProfile) -> None:
        super().__init__()
        self.alive = QSpinBox()
        self.alive.setRange(-1, _LONGEST_ALIVE)
        self.alive.setSuffix(self.tr(" min"))
        self.alive.setSpecialValueText(self.tr("For ever"))
        seconds = profile.keep_alive
        minutes = _DEFAULT_ALIVE if seconds is None else max(seconds // _MINUTE, -1)
        self.alive.setValue(minutes)
        self.context = QSpinBox()
        self.context.setRange(0, _LONGEST_CONTEXT)
        self.context.setSingleStep(1024)
        self.context.setSuffix(self.tr(" tokens"))
        self.context.setGroupSeparatorShown(True)
        self.context.setSpecialValueText(self.tr("As the server says"))
        self.context.setValue(profile.context_length or 0)
        for box in (self.alive, self.context):
            box.setKeyboardTracking(False)
            calm(box)
        stays = self.tr("How long the model stays in memory after an answer.")
        self.add(self.tr("Stays loaded"), self.alive, stays)
        more = self.tr("More needs more memory. Ollama cuts off what does not fit.")
        self.add(self.tr("Context length"), self.context, more)
        self.alive.valueChanged.connect(self._tell_alive)
        self.context.valueChanged.connect(self._tell_context)

    def _tell_alive(self, minutes: int) -> None:
        self.changed.emit({"keep_alive": -1 if minutes < 0 else minutes * _MINUTE})

    def _tell_context(self, tokens: int) -> None:
        length = max(tokens, _LEAST_CONTEXT) if tokens else None
        self.changed.emit({"context_length": length})
