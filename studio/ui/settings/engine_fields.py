"""How a model on this computer is loaded."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QSpinBox

from studio.core.profiles import EngineSettings
from studio.ui.settings.form import Form, calm

_CONTEXT = (256, 1_048_576)
_LAYERS = (-1, 999)


class EngineFields(Form):
    """Two numbers, which count from the next start of the model.

    Signals: `edited(engine)`, with the whole `EngineSettings`.
    """

    edited = Signal(object)

    def __init__(self, engine: EngineSettings) -> None:
        super().__init__()
        self._engine = engine
        self.context = QSpinBox()
        self.context.setRange(*_CONTEXT)
        self.context.setSingleStep(1024)
        self.context.setSuffix(self.tr(" tokens"))
        self.context.setGroupSeparatorShown(True)
        self.layers = QSpinBox()
        self.layers.setRange(*_LAYERS)
        self.layers.setSpecialValueText(self.tr("All of them"))
        self.show_engine(engine)
        self.add(
            self.tr("Context length"),
            self.context,
            self.tr("More needs more memory. It counts when the model is loaded next."),
        )
        self.add(
            self.tr("Layers on the GPU"),
            self.layers,
            self.tr("0 uses the processor alone."),
        )
        for box in (self.context, self.layers):
            box.setKeyboardTracking(False)
            calm(box)
            box.valueChanged.connect(self._tell)

    def show_engine(self, engine: EngineSettings) -> None:
        """What is saved now; another page may have changed it."""
        self._engine = engine
        with QSignalBlocker(self.context), QSignalBlocker(self.layers):
            self.context.setValue(engine.context_length)
            self.layers.setValue(engine.gpu_layers)

    def _tell(self) -> None:
        changed = {"context_length": self.context.value(), "gpu_layers": self.layers.value()}
        self._engine = self._engine.model_copy(update=changed)
        self.edited.emit(self._engine)
