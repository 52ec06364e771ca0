"""Keys of a part work in it, although the window around it has the same."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.inspector.json_view import JsonView
from studio.ui.near_keys import NearKeys
from studio.ui.theme import Theme

CTRL = Qt.KeyboardModifier.ControlModifier


def test_the_nearer_part_takes_the_keys_and_the_wider_keeps_them_elsewhere(qtbot: QtBot) -> None:
    window, near, inside, outside = QWidget(), QWidget(), QLineEdit(), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(near)
    layout.addWidget(outside)
    QVBoxLayout(near).addWidget(inside)
    heard: list[str] = []
    wide = QShortcut(QKeySequence("Ctrl+F"), window)
    wide.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    wide.activated.connect(lambda: heard.append("wide"))
    NearKeys(near, {"Ctrl+F": lambda: heard.append("near"), "F3": lambda: heard.append("next")})
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    inside.setFocus()
    QTest.keyClick(inside, Qt.Key.Key_F, CTRL)
    QTest.keyClick(inside, Qt.Key.Key_F3)
    QTest.keyClick(inside, Qt.Key.Key_G)
    outside.setFocus()
    QTest.keyClick(outside, Qt.Key.Key_F, CTRL)
    assert heard == ["near", "next", "wide"]
    assert inside.text() == "g"


def test_a_tree_of_json_in_a_page_that_finds_is_searched_itself(
    qapp: QApplication, qtbot: QtBot
) -> None:
    page = QWidget()
    view = JsonView(Theme(qapp, "light"), "Body")
    QVBoxLayout(page).addWidget(view)
    heard: list[str] = []
    wide = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), page)
    wide.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    wide.activated.connect(lambda: heard.append("page"))
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
    with qtbot.waitSignal(view.ready):
        view.show_body('{"a": "b"}')
    view.tree.setFocus()
    QTest.keySequence(view.tree, QKeySequence(QKeySequence.StandardKey.Find))
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    assert heard == []
