"""Text fields that know when an input method is composing.

The Return that confirms a candidate is not the Return that sends, renames or searches, and its Esc
takes back the candidate and nothing else.
"""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QToolButton
from typing_extensions import override

COMPOSING_KEYS = frozenset(
    {
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Escape,
        Qt.Key.Key_Tab,
        Qt.Key.Key_Backtab,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
    }
)


_INSET = 9


def offer_clearing(field: QLineEdit) -> None:
    """Shows the cross that empties a field, and names it: Qt leaves it without a name."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(QCoreApplication.translate("Fields", "Clear"))


def inset(spin_box: QAbstractSpinBox) -> None:
    """Moves a spin box's text in from its border, which Qt's style sheets fail to do."""
    spin_box.lineEdit().setTextMargins(_INSET, 0, 0, 0)


class LineEdit(QLineEdit):
    """One line. Whoever filters its keys asks `is_composing` first."""

    is_composing = False

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_composing and event.key() in COMPOSING_KEYS:
            event.accept()
            return
        super().keyPressEvent(event)
