"""One model that is run on this computer: where its engine stands, and how it is loaded."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from studio.core.profiles import EngineSettings
from studio.harness.ports import EngineState
from studio.ui.elided import ElidedLabel
from studio.ui.settings.engine_fields import EngineFields
from studio.ui.settings.parts import labelled, relook

_LOOKS = {
    EngineState.STOPPED: "muted",
    EngineState.LOADING: "secondary",
    EngineState.READY: "success",
    EngineState.FAILED: "danger",
}


class EngineCard(QFrame):
    """Lives as long as the profile it shows.

    Signals: `edited(engine)`.
    """

    edited = Signal(object)

    def __init__(self, name: str, engine: EngineSettings) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._name = ElidedLabel(name)
        self._name.setProperty("kind", "bold")
        self.state = labelled("", "muted")
        self.state.setWordWrap(False)
        self.progress = QProgressBar()
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Loading"))
        self.fields = EngineFields(engine)
        self.fields.edited.connect(self.edited)
        top = QHBoxLayout()
        top.addWidget(self._name, 1)
        top.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.progress)
        column.addWidget(self.fields)
        self.show_state(EngineState.STOPPED, 0.0)

    def show_profile(self, name: str, engine: EngineSettings) -> None:
        self._name.setText(name)
        self.fields.show_engine(engine)

    def show_state(self, state: EngineState, progress: float) -> None:
        """`progress` is from 0 to 1."""
        text = {
            EngineState.STOPPED: self.tr("Not loaded"),
            EngineState.LOADING: self.tr("Loading…"),
            EngineState.READY: self.tr("Ready"),
            EngineState.FAILED: self.tr("Could not be loaded"),
        }[state]
        self.state.setText(text)
        relook(self.state, _LOOKS[state])
        self.progress.setVisible(state is EngineState.LOADING)
        self.progress.setValue(round(100 * progress))
