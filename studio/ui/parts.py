"""The large parts of the window, which one key goes through."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True, slots=True)
class WindowPart:
    """`whole` is what belongs to it, `entry` what gets the focus."""

    whole: QWidget
    entry: QWidget


def go_to_part(parts: Sequence[WindowPart], step: int) -> None:
    """Goes from the part with the focus to the next visible one (1) or the one before (-1)."""
    there = [part for part in parts if part.entry.isVisible() and part.entry.isEnabled()]
    if not there:
        return
    focus = QApplication.focusWidget()
    here = next((at for at, part in enumerate(there) if _holds(part.whole, focus)), -1)
    if here < 0 and step < 0:
        here = 0
    there[(here + step) % len(there)].entry.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _holds(whole: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (whole is focus or whole.isAncestorOf(focus))
