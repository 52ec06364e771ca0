"""Lines above the prompt, each a piece of text with buttons."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from studio.ui.buttons import icon_button
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme


class Strip(QWidget):
    """Hidden until there is something in it. Whoever fills it listens to `Theme.changed`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Sequence[QFrame] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.hide()

    def buttons(self) -> list[QToolButton]:
        """All buttons, in the order of the rows."""
        return [button for row in self._rows for button in row.findChildren(QToolButton)]

    def _show_rows(self, rows: Sequence[QFrame]) -> None:
        """Puts these in the place of those before."""
        for row in self._rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = rows
        for row in rows:
            self._layout.addWidget(row)

    def _button(self, symbol: Icon, name: str) -> QToolButton:
        button = icon_button(name, "flat")
        button.setIcon(icon(symbol, self._theme.palette.text_secondary))
        return button


def framed_row() -> tuple[QFrame, QHBoxLayout]:
    """An empty row of a strip, and where its widgets go."""
    row = QFrame()
    row.setProperty("kind", "banner")
    layout = QHBoxLayout(row)
    layout.setContentsMargins(12, 3, 4, 3)
    layout.setSpacing(8)
    return row, layout
