"""Says that a model on this computer is being loaded, which may take minutes."""

from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QVBoxLayout, QWidget

from studio.harness.ports import EngineState

_PERCENT = 100


class EngineStrip(QFrame):
    """Above the composer, hidden unless the chat's own engine is loading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QLabel(self.tr("Loading the model into this computer's memory…"))
        self._text.setProperty("kind", "muted")
        self._bar = QProgressBar()
        self._bar.setRange(0, _PERCENT)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self._text.text())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 2)
        layout.setSpacing(4)
        layout.addWidget(self._text)
        layout.addWidget(self._bar)
        self.hide()

    def show_state(self, state: EngineState, progress: float) -> None:
        """`progress` goes from 0 to 1."""
        self._bar.setValue(round(progress * _PERCENT))
        self.setVisible(state is EngineState.LOADING)
