"""Says what was deleted and offers to take it back for a while."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from studio.ui.elided import ElidedLabel

UNDO_MS = 10_000


class UndoBar(QFrame):
    """At the foot of the sidebar, hidden while there is nothing to take back.

    Signals: `undone(chat_id)`; `expired(chat_id)`, when the offer has ended and the chat may be
    erased.
    """

    undone = Signal(str)
    expired = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "banner")
        self._chat_id = ""
        self._text = ElidedLabel()
        self._text.setProperty("kind", "secondary")
        self.button = QPushButton(self.tr("Undo"))
        self.button.setProperty("kind", "link")
        self.button.clicked.connect(self._undo)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 4, 4)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(UNDO_MS)
        self._timer.timeout.connect(self.expire)
        self.hide()

    def offer(self, chat_id: str, title: str) -> None:
        """Offers to take back the deletion of one chat; an earlier offer ends with this."""
        self.offer_after(chat_id, self.tr("Deleted “{0}”").format(title))

    def offer_after(self, thing_id: str, said: str) -> None:
        """The same for anything else, in these words."""
        self.expire()
        self._chat_id = thing_id
        self._text.setText(said)
        self.show()
        self._timer.start()

    def expire(self) -> None:
        """Ends the offer."""
        chat_id = self.withdraw()
        if chat_id:
            self.expired.emit(chat_id)

    def withdraw(self) -> str:
        """Ends the offer without telling; gives the chat that was deleted, if any."""
        self._timer.stop()
        self.hide()
        chat_id, self._chat_id = self._chat_id, ""
        return chat_id

    def _undo(self) -> None:
        chat_id = self.withdraw()
        if chat_id:
            self.undone.emit(chat_id)
