"""A compound widget gives the focus to one of its parts, and Tab still reaches the others."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.focus import focus_goes_to
from tests.ui.focus import reached_by_tab


def test_a_part_takes_the_focus_and_tab_passes_by_none(qtbot: QtBot) -> None:
    window, whole = QWidget(), QWidget()
    first, field, button = QPushButton("first"), QLineEdit(), QPushButton("button")
    row = QHBoxLayout(whole)
    row.addWidget(button)
    row.addWidget(field)
    focus_goes_to(whole, field)
    column = QVBoxLayout(window)
    column.addWidget(first)
    column.addWidget(whole)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert reached_by_tab(first) == [button, field]
    first.setFocus()
    whole.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert field.hasFocus()
