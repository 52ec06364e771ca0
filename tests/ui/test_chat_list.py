"""The list of chats: chosen, renamed and deleted by mouse and keys."""

from time import perf_counter

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from studio.ui.chat_list import ChatList
from studio.ui.chat_rows import Activity, ChatRow, Heading, Row
from studio.ui.fields import LineEdit
from studio.ui.theme import Appearance, Theme

# Qt's offscreen platform says so of a popup.
pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)


def some_rows(count: int = 3) -> list[Row]:
    chats: list[Row] = [
        ChatRow(f"c{n}", f"Chat {n}", "model · 10:00", Activity.NONE) for n in range(count)
    ]
    return [Heading("Today"), *chats]


@pytest.fixture
def chats(qtbot: QtBot, qapp: QApplication) -> ChatList:
    shown = ChatList(Theme(qapp, "light"))
    qtbot.addWidget(shown)
    shown.resize(240, 400)
    shown.show_rows(some_rows())
    shown.show()
    return shown


def press(widget: ChatList | LineEdit, key: Qt.Key) -> None:
    QTest.keyClick(widget, key)


def editor_of(chats: ChatList) -> LineEdit:
    editor = chats.viewport().findChild(LineEdit)
    assert isinstance(editor, LineEdit)
    return editor


def test_the_rows_grow_with_the_zoom(qtbot: QtBot, qapp: QApplication) -> None:
    theme = Theme(qapp, "light")
    chats = ChatList(theme)
    qtbot.addWidget(chats)
    chats.show_rows(some_rows())
    chats.show()
    before = chats.visualRect(chats.model().index(2, 0)).height()
    theme.appear(Appearance(zoom=200))
    qtbot.waitUntil(lambda: chats.visualRect(chats.model().index(2, 0)).height() > 1.8 * before)
    theme.appear(Appearance())


def test_keys_walk_over_headings_and_choose(qtbot: QtBot, chats: ChatList) -> None:
    chosen: list[str] = []
    chats.chosen.connect(chosen.append)
    chats.follow("c0")
    press(chats, Qt.Key.Key_Down)
    press(chats, Qt.Key.Key_Up)
    press(chats, Qt.Key.Key_Up)
    assert chosen == ["c1", "c0"]
    with qtbot.waitSignal(chats.entered_chat) as entered:
        press(chats, Qt.Key.Key_Return)
    assert entered.args == ["c0"]


def test_following_what_is_shown_is_no_choice(qtbot: QtBot, chats: ChatList) -> None:
    with qtbot.assertNotEmitted(chats.chosen):
        chats.follow("c2")
        chats.show_rows([*some_rows(), Heading("Yesterday")])
    assert chats.currentIndex().row() == 3


def test_the_chosen_chat_stays_chosen_when_the_order_changes(chats: ChatList) -> None:
    chats.follow("c2")
    heading, *rest = some_rows()
    chats.show_rows([heading, *reversed(rest)])
    assert chats.currentIndex().row() == 1


def test_a_title_is_renamed_in_place(qtbot: QtBot, chats: ChatList) -> None:
    chats.follow("c1")
    press(chats, Qt.Key.Key_F2)
    editor = editor_of(chats)
    editor.setText("  Another\tname ")
    with qtbot.waitSignal(chats.renamed) as renamed:
        press(editor, Qt.Key.Key_Return)
    assert renamed.args == ["c1", "Another name"]


def test_the_return_that_renames_does_not_go_to_the_chat_as_well(
    qtbot: QtBot, chats: ChatList
) -> None:
    chats.rename("c1")
    with qtbot.assertNotEmitted(chats.entered_chat), qtbot.waitSignal(chats.renamed):
        editor_of(chats).setText("Another name")
        press(editor_of(chats), Qt.Key.Key_Return)


def test_an_empty_title_renames_nothing(qtbot: QtBot, chats: ChatList) -> None:
    chats.rename("c1")
    editor = editor_of(chats)
    editor.setText("  ")
    with qtbot.assertNotEmitted(chats.renamed):
        press(editor, Qt.Key.Key_Return)


def test_the_return_of_an_input_method_does_not_rename(qtbot: QtBot, chats: ChatList) -> None:
    chats.rename("c1")
    editor = editor_of(chats)
    editor.clear()
    QApplication.sendEvent(editor, QInputMethodEvent("にほん", []))
    with qtbot.assertNotEmitted(chats.renamed):
        press(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(editor, done)
    with qtbot.waitSignal(chats.renamed) as renamed:
        press(editor, Qt.Key.Key_Return)
    assert renamed.args == ["c1", "日本"]


def test_a_refresh_does_not_end_the_renaming(chats: ChatList) -> None:
    chats.rename("c1")
    editor_of(chats).setText("half a na")
    chats.show_rows(some_rows(5))
    assert editor_of(chats).text() == "half a na"


def test_delete_asks_for_the_chosen_chat(qtbot: QtBot, chats: ChatList) -> None:
    chats.follow("c1")
    with qtbot.waitSignal(chats.delete_requested) as deleted:
        press(chats, Qt.Key.Key_Delete)
    assert deleted.args == ["c1"]


def test_the_menu_key_offers_the_same(qtbot: QtBot, chats: ChatList) -> None:
    chats.follow("c1")
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(chats.viewport(), asked)
    menu = chats.findChild(QMenu)
    assert isinstance(menu, QMenu)
    rename, delete = menu.actions()
    assert rename.text() == "Rename"
    with qtbot.waitSignal(chats.delete_requested):
        delete.trigger()
    menu.close()


def test_neighbours_go_round(chats: ChatList) -> None:
    assert chats.neighbour("c2", 1) == "c0"
    assert chats.neighbour("c0", -1) == "c2"
    assert chats.neighbour("gone", 1) == "c0"


def test_a_chat_says_its_state_to_a_screen_reader(chats: ChatList) -> None:
    index = chats.model().index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Chat 0, model · 10:00"


@pytest.mark.slow
def test_two_thousand_chats_are_shown_and_changed_at_once(chats: ChatList) -> None:
    many = some_rows(2_000)
    began = perf_counter()
    chats.show_rows(many)
    chats.follow("c1999")
    chats.grab()
    opened = perf_counter() - began
    changed = ChatRow("c1000", "Chat 1000", "Answering…", Activity.RUNNING)
    began = perf_counter()
    chats.show_rows([changed if getattr(row, "chat_id", "") == "c1000" else row for row in many])
    chats.grab()
    refreshed = perf_counter() - began
    # Generous on purpose: a list that asks every row on every change takes seconds.
    assert opened < 5
    assert refreshed < 5


def test_keys_of_a_composing_editor_stay_with_it(qapp: QApplication) -> None:
    editor = LineEdit()
    QApplication.sendEvent(editor, QInputMethodEvent("x", []))
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(editor, event)
    assert editor.is_composing
    assert event.isAccepted()
