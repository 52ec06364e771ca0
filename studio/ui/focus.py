"""Which part of a compound widget has the focus when all of it is asked to take it."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override


def focus_goes_to(whole: QWidget, part: QWidget) -> None:
    """The part takes the focus in place of the whole.

    Not by Qt's focus proxy: with that Tab would pass by all other parts of the whole.
    """
    whole.installEventFilter(_Forward(whole, part))


class _Forward(QObject):
    """Belongs to the whole."""

    def __init__(self, whole: QWidget, part: QWidget) -> None:
        super().__init__(whole)
        self._part = part

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.gotFocus():
            self._part.setFocus(event.reason())
            return True
        return super().eventFilter(watched, event)
