"""Long pieces of pasted text, each a line above the prompt: too long to be laid out in it."""

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

_SHOWN = 200


class PastedStrip(QWidget):
    """Hidden while there is none. They are part of the message, after what is typed.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pieces: list[str] = []
        self._rows: list[QFrame] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.setAccessibleName(self.tr("Pasted text"))
        theme.changed.connect(self._fill)
        self.hide()

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(self._pieces)

    @property
    def length(self) -> int:
        return sum(map(len, self._pieces))

    def add(self, text: str) -> None:
        self._pieces.append(text)
        self._change()

    def clear(self) -> None:
        if self._pieces:
            self._pieces.clear()
            self._change()

    def remove(self, number: int) -> None:
        del self._pieces[number]
        self._change()

    def buttons(self) -> list[QToolButton]:
        """The button of each piece that takes it out again."""
        return [button for row in self._rows for button in row.findChildren(QToolButton)]

    def _change(self) -> None:
        self._fill()
        self.setVisible(bool(self._pieces))
        self.changed.emit()

    def _fill(self) -> None:
        self._rows = [self._row(number, text) for number, text in enumerate(self._pieces)]
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row in self._rows:
            self._layout.addWidget(row)

    def _row(self, number: int, text: str) -> QFrame:
        row = QFrame()
        row.setProperty("kind", "banner")
        size = QLabel(self.tr("{0} characters").format(QLocale().toString(len(text))))
        size.setProperty("kind", "muted")
        beginning = ElidedLabel(text[:_SHOWN])
        beginning.setProperty("kind", "secondary")
        remove = QToolButton()
        remove.setProperty("kind", "flat")
        remove.setIcon(icon(Icon.CLOSE, self._theme.palette.text_secondary))
        remove.setToolTip(self.tr("Remove this text"))
        remove.setAccessibleName(self.tr("Remove this text"))
        remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        remove.clicked.connect(lambda: self.remove(number))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 3, 4, 3)
        layout.setSpacing(8)
        layout.addWidget(beginning, 1)
        layout.addWidget(size)
        layout.addWidget(remove)
        return row
