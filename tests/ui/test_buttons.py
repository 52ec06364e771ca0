"""Small buttons can be reached and named."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.ui.buttons import icon_button


def test_an_icon_button_is_reached_by_tab_and_says_what_it_does(qapp: QApplication) -> None:
    plain, told = icon_button("Close"), icon_button("Close", "flat", "Close (Esc)")
    assert plain.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert (plain.accessibleName(), plain.toolTip()) == ("Close", "Close")
    assert (told.accessibleName(), told.toolTip()) == ("Close", "Close (Esc)")
    assert (plain.property("kind"), told.property("kind")) == ("icon", "flat")
