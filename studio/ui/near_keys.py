"""Keys that a part of a window has for itself, although a wider part has them too."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class NearKeys(QObject):
    """Of two shortcuts for the same keys Qt fires neither: so these are taken before they are one.

    They work in `widget` and all that is in it, and go no further. Belongs to `widget`.
    """

    def __init__(self, widget: QWidget, acts: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(widget)
        self._acts = {QKeySequence(keys): act for keys, act in acts.items()}
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        if not isinstance(event, QKeyEvent):
            return False
        act = self._acts.get(QKeySequence(event.keyCombination()))
        if act is None:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            act()
        return True
