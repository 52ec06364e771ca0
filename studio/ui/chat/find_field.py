"""The field in which one types what to find."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from studio.ui.fields import offer_clearing


class FindField(QLineEdit):
    """A field whose keys go through what was found.

    Signals: `next_wanted()`, `previous_wanted()`, `left()` on Escape.
    """

    next_wanted = Signal()
    previous_wanted = Signal()
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        offer_clearing(self)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_return or event.key() == Qt.Key.Key_F3:
            (self.previous_wanted if back else self.next_wanted).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
