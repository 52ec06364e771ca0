"""Says that an answer has another one beside it now, and offers to compare the two."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme


class CompareStrip(Strip):
    """Under the transcript until it is dismissed, or one of the two is shown no longer.

    Signals: `compared(first, second)`, IDs of turns.
    """

    compared = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.pair = ("", "")
        row, layout = framed_row()
        self.said = ElidedLabel(self.tr("The answer before stays, beside this one."))
        self.said.setProperty("kind", "secondary")
        self.compare = QPushButton(self.tr("Compare"))
        self.compare.setProperty("kind", "link")
        self.compare.setToolTip(self.tr("Show both answers beside each other"))
        self.compare.clicked.connect(lambda: self.compared.emit(*self.pair))
        self.close_button = self._button(Icon.CLOSE, self.tr("Dismiss"))
        self.close_button.clicked.connect(self.dismiss)
        layout.addWidget(self.said, 1)
        layout.addWidget(self.compare)
        layout.addWidget(self.close_button)
        self._show_rows([row])
        theme.changed.connect(self._paint_icon)

    def offer(self, first: str, second: str) -> None:
        """`second` stands in the place of `first` now."""
        self.pair = (first, second)
        self.show()

    def dismiss(self) -> None:
        self.pair = ("", "")
        self.hide()

    def _paint_icon(self) -> None:
        self.close_button.setIcon(icon(Icon.CLOSE, self._theme.palette.text_secondary))
