"""Which part of a compound widget has the focus when all of it is asked to take it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override


def focus_goes_to(whole: QWidget, part: QWidget) -> None:
    """The part takes the focus in place of the whole.

    Not by Qt's focus proxy: with that Tab would pass by all other parts of the whole.
    """
    whole.installEventFilter(_Forward(whole, part))


def focus_part(whole: QWidget) -> QWidget:
    """What takes the focus in place of the whole; the whole itself where nothing does. A screen
    reader hears the name and the description of that."""
    only_here = Qt.FindChildOption.FindDirectChildrenOnly
    forward = whole.findChild(_Forward, options=only_here)
    return whole if forward is None else forward.part


class _Forward(QObject):
    """Belongs to the whole."""

    def __init__(self, whole: QWidget, part: QWidget) -> None:
        super().__init__(whole)
        self.part = part

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.gotFocus():
            self.part.setFocus(event.reason())
            return True
        return super().eventFilter(watched, event)
