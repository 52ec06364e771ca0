"""A request that is held: the chat has seen what this provider may not receive."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.decisions import SendChoice
from studio.core.events import SendHeld
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.strip import Strip, framed_row
from studio.ui.flow_row import flow_widget
from studio.ui.theme import Theme
from studio.ui.trust_texts import held_text


class SendStrip(Strip):
    """Hidden while nothing is held. Above the composer. Signals: `chosen(SendChoice)`."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._held: SendHeld | None = None
        self.setAccessibleName(self.tr("Not sent yet"))

    def show_held(self, held: SendHeld | None) -> None:
        """Asks about this request; None when none is held."""
        if held != self._held:
            self._held = held
            self._show_rows([] if held is None else [self._row(held)])
        self.setVisible(held is not None)

    def _row(self, held: SendHeld) -> QFrame:
        frame, row = framed_row()
        row.setContentsMargins(12, 8, 8, 8)
        column = QVBoxLayout()
        column.setSpacing(4)
        row.addLayout(column, 1)
        head = QLabel(self.tr("Not sent yet"))
        head.setProperty("kind", "bold")
        why = wrapping_label("warning")
        why.setText(held_text(held.profile_name, held.level, held.clearance))
        what = wrapping_label("muted")
        what.setText(
            self.tr("Everything in this chat would go there. Another provider can be chosen below.")
        )
        for label in (head, why, what):
            column.addWidget(label)
        column.addWidget(self._answers(held))
        self.setAccessibleDescription(why.text())
        return frame

    def _answers(self, held: SendHeld) -> QWidget:
        widget, row = flow_widget()
        once = self.tr("Send this once")
        in_chat = self.tr("Send in this chat")
        if held.is_blocked:
            once = self.tr("Send this once all the same")
            in_chat = self.tr("Send in this chat all the same")
        answers = (
            (in_chat, SendChoice.IN_CHAT),
            (once, SendChoice.ONCE),
            (self.tr("Do not send"), SendChoice.STOP),
        )
        for text, choice in answers:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, choice=choice: self.chosen.emit(choice))
            if choice is SendChoice.STOP:
                button.setProperty("kind", "primary")
            row.addWidget(button)
        return widget
