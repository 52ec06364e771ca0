"""Messages that wait for the running answer to end, above the composer."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme


class QueueStrip(QWidget):
    """Hidden while nothing waits.

    Signals: `remove_requested(index)`; `edit_requested(index)`, which takes the message back into
    the composer; `send_requested()`, offered when a stopped or failed answer holds them up.
    """

    remove_requested = Signal(int)
    edit_requested = Signal(int)
    send_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._prompts: tuple[str, ...] = ()
        self._is_held = False
        self._rows: list[QFrame] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.setAccessibleName(self.tr("Waiting messages"))
        theme.changed.connect(self._fill)
        self.hide()

    def show_queue(self, prompts: tuple[str, ...], *, is_held: bool) -> None:
        if (prompts, is_held) != (self._prompts, self._is_held):
            self._prompts, self._is_held = prompts, is_held
            self._fill()
        self.setVisible(bool(prompts))

    def buttons(self) -> list[QToolButton]:
        """All buttons, in the order of the rows."""
        return [button for row in self._rows for button in row.findChildren(QToolButton)]

    def _fill(self) -> None:
        self._rows = [self._row(number, prompt) for number, prompt in enumerate(self._prompts)]
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row in self._rows:
            self._layout.addWidget(row)

    def _row(self, number: int, prompt: str) -> QFrame:
        row = QFrame()
        row.setProperty("kind", "banner")
        label = QLabel(self.tr("Next") if number == 0 else self.tr("Then"))
        label.setProperty("kind", "muted")
        text = ElidedLabel(prompt[:500])
        text.setProperty("kind", "secondary")
        edit = self._button(Icon.PENCIL, self.tr("Edit this message"))
        edit.clicked.connect(lambda: self.edit_requested.emit(number))
        remove = self._button(Icon.CLOSE, self.tr("Remove this message"))
        remove.clicked.connect(lambda: self.remove_requested.emit(number))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 3, 4, 3)
        layout.setSpacing(8)
        layout.addWidget(label)
        layout.addWidget(text, 1)
        if number == 0 and self._is_held:
            send = self._button(Icon.SEND, self.tr("Send the waiting messages now"))
            send.clicked.connect(self.send_requested)
            layout.addWidget(send)
        layout.addWidget(edit)
        layout.addWidget(remove)
        return row

    def _button(self, symbol: Icon, name: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "flat")
        button.setIcon(icon(symbol, self._theme.palette.text_secondary))
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
