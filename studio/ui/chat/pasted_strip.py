"""Long pieces of pasted text, each a line above the prompt: too long to be laid out in it."""

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon
from studio.ui.theme import Theme

_SHOWN = 200


class PastedStrip(Strip):
    """Hidden while there is none. They are part of the message, after what is typed.

    Signals: `changed()`; `attach_requested(text)`, for a piece that is to be a file instead and
    is in the strip no more.
    """

    changed = Signal()
    attach_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pieces: list[str] = []
        self.setAccessibleName(self.tr("Pasted text"))
        theme.changed.connect(self._fill)

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

    def attach(self, number: int) -> None:
        text = self._pieces[number]
        self.remove(number)
        self.attach_requested.emit(text)

    def _change(self) -> None:
        self._fill()
        self.setVisible(bool(self._pieces))
        self.changed.emit()

    def _fill(self) -> None:
        self._show_rows([self._row(number, text) for number, text in enumerate(self._pieces)])

    def _row(self, number: int, text: str) -> QFrame:
        row, layout = framed_row()
        size = QLabel(self.tr("{0} characters").format(QLocale().toString(len(text))))
        size.setProperty("kind", "muted")
        beginning = ElidedLabel(text[:_SHOWN])
        beginning.setProperty("kind", "secondary")
        attach = self._button(Icon.PAPERCLIP, self.tr("Attach this text as a file"))
        attach.clicked.connect(lambda: self.attach(number))
        remove = self._button(Icon.CLOSE, self.tr("Remove this text"))
        remove.clicked.connect(lambda: self.remove(number))
        layout.addWidget(beginning, 1)
        layout.addWidget(size)
        layout.addWidget(attach)
        layout.addWidget(remove)
        return row
