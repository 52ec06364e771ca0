"""Where Tab leads."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget


def reached_by_tab(start: QWidget, most: int = 80) -> list[QWidget]:
    """All that has the focus in turn, from `start` until it has it again, `start` excluded."""
    window = start.window()
    window.activateWindow()
    start.setFocus()
    reached: list[QWidget] = []
    while len(reached) < most:
        focused = window.focusWidget()
        assert focused is not None, "nothing has the focus"
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        following = window.focusWidget()
        if following is None or following is start:
            break
        reached.append(following)
    return reached
