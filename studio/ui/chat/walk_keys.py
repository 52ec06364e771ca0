"""The keys that go from message to message and from card to card."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

Steps = Mapping[tuple[Qt.KeyboardModifier, int], int]

_KEYS = Qt.Key
_NO_KEY = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier
_CTRL_ALT = Qt.KeyboardModifier.ControlModifier | _ALT
MESSAGE_STEPS: Steps = {
    (_ALT, _KEYS.Key_Down): 1,
    (_ALT, _KEYS.Key_Up): -1,
    (_NO_KEY, _KEYS.Key_J): 1,
    (_NO_KEY, _KEYS.Key_K): -1,
}
CARD_STEPS: Steps = {
    (_CTRL_ALT, _KEYS.Key_Down): 1,
    (_CTRL_ALT, _KEYS.Key_Up): -1,
    (_ALT, _KEYS.Key_PageDown): 1,
    (_ALT, _KEYS.Key_PageUp): -1,
    (_NO_KEY, _KEYS.Key_T): 1,
    (_SHIFT, _KEYS.Key_T): -1,
}


def add_shortcuts(page: QWidget, steps: Steps, go: Callable[[int], None]) -> None:
    """Those keys that are no letters, wherever in the page the focus is."""
    for (held, key), step in steps.items():
        if held & _ALT:
            shortcut = QShortcut(
                QKeySequence(QKeyCombination(held, Qt.Key(key))), page, partial(go, step)
            )
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
