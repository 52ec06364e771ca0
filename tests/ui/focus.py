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


def passed_by_tab(start: QWidget, whole: QWidget) -> list[QWidget]:
    """What in `whole` could have the focus and is never reached from `start`."""
    reached = {start, *reached_by_tab(start)}
    waiting = (each for each in whole.findChildren(QWidget) if _waits_for_tab(each))
    return [each for each in waiting if each not in reached]


def _waits_for_tab(widget: QWidget) -> bool:
    by_tab = Qt.FocusPolicy.TabFocus
    is_wanted = (widget.focusPolicy() & by_tab) == by_tab and widget.focusProxy() is None
    return is_wanted and widget.isVisible() and widget.isEnabled()
