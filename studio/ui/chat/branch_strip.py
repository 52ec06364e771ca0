"""Says that what is sent now begins a branch, and offers the way back."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton

from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.theme import Theme


class BranchStrip(Strip):
    """Under the transcript while its path ends before the chat does. Signals: `left()`."""

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        row, layout = framed_row()
        said = ElidedLabel(self.tr("What you send now begins a branch after this message."))
        said.setProperty("kind", "secondary")
        self.back = QPushButton(self.tr("Back"))
        self.back.setProperty("kind", "link")
        self.back.setToolTip(self.tr("Show what followed this message again"))
        self.back.clicked.connect(self.left)
        layout.addWidget(said, 1)
        layout.addWidget(self.back)
        self._show_row(row)

    def _show_row(self, row: QFrame) -> None:
        self._show_rows([row])
