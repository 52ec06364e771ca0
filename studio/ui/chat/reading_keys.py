"""What keys do in a transcript, as a table: others may add theirs. Loaded with the first key."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

QUOTE_KEYS = "Ctrl+Shift+Q"
MENU_KEYS = "Shift+F10"

Action = Callable[[], None]


class ReadingKeys:
    """Owned by the transcript; the last action that was bound to a key counts."""

    def __init__(self) -> None:
        self._actions: dict[str, Action] = {}

    def bind(self, keys: QKeySequence | QKeySequence.StandardKey | str, action: Action) -> None:
        """Lets a key do something. A standard key means those of this system."""
        if isinstance(keys, QKeySequence.StandardKey):
            for each in QKeySequence.keyBindings(keys):
                self._actions[each.toString()] = action
        else:
            self._actions[QKeySequence(keys).toString()] = action

    def take(self, event: QKeyEvent) -> bool:
        """Does what the key means; false if it means nothing here."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        combination = QKeySequence((modifiers | key) if modifiers else key)
        action = self._actions.get(combination.toString())
        if action is None:
            return False
        action()
        return True
