"""Messages that wait for the running answer to end, above the composer."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from studio.ui.chat.strip import Strip, framed_row
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon
from studio.ui.theme import Theme


class QueueStrip(Strip):
    """Hidden while nothing waits.

    Signals: `remove_requested(index)`; `edit_requested(index)`, which takes the message back into
    the composer; `send_requested()`, offered when a stopped or failed answer holds them up.
    """

    remove_requested = Signal(int)
    edit_requested = Signal(int)
    send_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._prompts: tuple[str, ...] = ()
        self._is_held = False
        self.setAccessibleName(self.tr("Waiting messages"))
        theme.changed.connect(self._fill)

    def show_queue(self, prompts: tuple[str, ...], *, is_held: bool) -> None:
        if (prompts, is_held) != (self._prompts, self._is_held):
            self._prompts, self._is_held = prompts, is_held
            self._fill()
        self.setVisible(bool(prompts))

    def _fill(self) -> None:
        self._show_rows([self._row(number, prompt) for number, prompt in enumerate(self._prompts)])

    def _row(self, number: int, prompt: str) -> QFrame:
        row, layout = framed_row()
        label = QLabel(self.tr("Next") if number == 0 else self.tr("Then"))
        label.setProperty("kind", "muted")
        text = ElidedLabel(prompt[:500])
        text.setProperty("kind", "secondary")
        edit = self._button(Icon.PENCIL, self.tr("Edit this message"))
        edit.clicked.connect(lambda: self.edit_requested.emit(number))
        remove = self._button(Icon.CLOSE, self.tr("Remove this message"))
        remove.clicked.connect(lambda: self.remove_requested.emit(number))
        layout.addWidget(label)
        layout.addWidget(text, 1)
        if number == 0 and self._is_held:
            send = self._button(Icon.SEND, self.tr("Send the waiting messages now"))
            send.clicked.connect(self.send_requested)
            layout.addWidget(send)
        layout.addWidget(edit)
        layout.addWidget(remove)
        return row
