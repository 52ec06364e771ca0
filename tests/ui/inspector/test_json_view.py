"""A body is a tree that folds, searches and copies, and the bytes that it is."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.ui.chat.whole_text import WholeText
from studio.ui.inspector.json_index import JsonIndex
from studio.ui.inspector.json_model import JsonModel, Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.theme import Theme

LONG = "A line.\n" * 200
DOCUMENT = {
    "model": "m",
    "messages": [
        {"role": "user", "content": "Where is the heron?"},
        {"role": "assistant", "content": [{"type": "text", "text": LONG}]},
    ],
    "numbers": list(range(1_700)),
    "deep": {"er": {"and": {"deeper": {"heron": 1}}}},
}


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def shown(qtbot: QtBot, theme: Theme, body: bytes | str) -> JsonView:
    view = JsonView(theme, "Body")
    qtbot.addWidget(view)
    view.resize(420, 600)
    with qtbot.waitExposed(view):
        view.show()
    view.show_body(body)
    qtbot.waitUntil(lambda: view.is_ready)
    return view


def document(qtbot: QtBot, theme: Theme) -> JsonView:
    return shown(qtbot, theme, json.dumps(DOCUMENT))


def test_the_model_keeps_the_promises_of_a_model_of_qt(qapp: QApplication) -> None:
    index = JsonIndex(json.dumps(DOCUMENT).encode())
    index.read(100_000)
    model = JsonModel(index)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for node in range(len(index)):
        row = model.index_of(node)
        if node:
            assert model.path_at(row) == index.path(node)
            assert model.parent(row) == QModelIndex() or model.parent(row).isValid()
    assert tester.model() is model


def test_a_place_is_revealed_in_branches_that_are_folded(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    for path in (("deep", "er", "and", "deeper", "heron"), ("numbers", 1_234), ("messages", 1)):
        assert view.reveal(path)
        index = view.tree.currentIndex()
        assert view.tree.visualRect(index).intersects(view.tree.viewport().rect())
        chosen = view.tree.chosen()
        assert chosen is not None
        assert view.index is not None
        assert view.index.path(chosen) == path
    assert not view.reveal(("messages", 7))


def test_what_is_asked_before_the_body_is_read_is_done_then(qtbot: QtBot, theme: Theme) -> None:
    view = JsonView(theme, "Body")
    qtbot.addWidget(view)
    view.show_body(json.dumps([DOCUMENT] * 300))
    assert not view.is_ready
    view.mark([(299, "deep")], Mark.ADDED)
    view.reveal((299, "deep", "er"))
    qtbot.waitUntil(lambda: view.is_ready)
    model = view.tree.model()
    assert isinstance(model, JsonModel)
    assert model.path_at(view.tree.currentIndex()) == (299, "deep", "er")
    assert model.mark_at(view.tree.currentIndex()) is Mark.ADDED


def test_only_a_choice_of_the_user_is_told(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    told: list[object] = []
    view.path_selected.connect(told.append)
    view.reveal(("messages", 0))
    assert told == []
    QTest.keyClick(view.tree, Qt.Key.Key_Down)
    assert told == [("messages", 1)]


def test_search_finds_what_is_folded_and_counts(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    view.field.setText("HERON")
    qtbot.waitUntil(lambda: view.count.text() == "1 of 2")
    QTest.keyClick(view.field, Qt.Key.Key_Return)
    assert view.count.text() == "2 of 2"
    chosen = view.tree.chosen()
    assert chosen is not None
    assert view.index is not None
    assert view.index.path(chosen)[-1] == "heron"
    view.previous.click()
    assert view.count.text() == "1 of 2"
    view.field.setText("nothing of the kind")
    qtbot.waitUntil(lambda: view.count.text() == "No hits")
    assert not view.next.isEnabled()


def test_a_hit_deep_in_a_long_text_is_found(qtbot: QtBot, theme: Theme) -> None:
    view = shown(qtbot, theme, json.dumps({"a": "x" * 31_998 + "heron" + "y" * 90_000}))
    view.field.setText("heron")
    qtbot.waitUntil(lambda: view.count.text() == "1 of 1")


def test_values_and_paths_are_copied_by_keys(qtbot: QtBot, theme: Theme) -> None:
    view, clipboard = document(qtbot, theme), QGuiApplication.clipboard()
    view.reveal(("messages", 1, "content", 0, "text"))
    QTest.keyClick(view.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == LONG
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view.tree, Qt.Key.Key_C, both)
    assert clipboard.text() == "/messages/1/content/0/text"
    view.tree.copy_code()
    assert clipboard.text() == '["messages"][1]["content"][0]["text"]'
    view.reveal(("messages", 0))
    view.tree.copy_value()
    assert json.loads(clipboard.text()) == DOCUMENT["messages"][0]  # type: ignore[index]  # a list


def test_a_long_text_is_shortened_and_shown_whole_by_return(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    view.reveal(("messages", 1, "content", 0, "text"))
    assert len(str(view.tree.currentIndex().data())) < 500
    QTest.keyClick(view.tree, Qt.Key.Key_Return)
    whole = view.findChild(WholeText)
    assert whole is not None
    assert whole.reader.view.lines.text == LONG
    whole.close()


def test_branches_fold_and_unfold_by_keys_and_all_below(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    view.reveal(("deep",))
    deep = view.tree.currentIndex()
    view.tree.fold_below(deep)
    QTest.keyClick(view.tree, Qt.Key.Key_Return)
    assert view.tree.isExpanded(deep)
    assert not view.tree.isExpanded(view.tree.model().index(0, 0, deep))
    QTest.keyClick(view.tree, Qt.Key.Key_Asterisk)
    inner = view.tree.model().index(0, 0, view.tree.model().index(0, 0, deep))
    assert view.tree.isExpanded(inner)
    view.tree.fold_below(deep)
    QTest.keyClick(view.tree, Qt.Key.Key_Return)
    assert not view.tree.isExpanded(view.tree.model().index(0, 0, deep))


def test_unfolding_all_of_a_large_branch_ends_where_nobody_reads_on(
    qtbot: QtBot, theme: Theme
) -> None:
    view = shown(qtbot, theme, json.dumps({"all": [[[each]] for each in range(20_000)]}))
    view.tree.unfold_below(view.tree.model().index(0, 0))
    assert view.tree.model().rowCount(view.tree.model().index(0, 0)) == 40


def test_the_bytes_are_shown_as_they_are(qtbot: QtBot, theme: Theme) -> None:
    body = b'{ "a" :\t"\xff\\u00fc" }'
    view = shown(qtbot, theme, body)
    view.raw.click()
    assert view.raw_text is not None
    assert view.raw_text.lines.text == '{ "a" :\t"\\xff\\u00fc" }'
    view.field.setText("u00fc")
    qtbot.waitUntil(lambda: view.count.text() == "1 of 1")
    view.raw.click()
    qtbot.waitUntil(lambda: view.count.text() == "No hits")


def test_half_a_letter_is_shown_found_beside_and_copied(qtbot: QtBot, theme: Theme) -> None:
    view = shown(qtbot, theme, b'{"a\\udc80": "\\ud800 heron"}')
    view.grab()
    view.field.setText("heron")
    qtbot.waitUntil(lambda: view.count.text() == "1 of 1")
    view.tree.copy_value()
    assert QGuiApplication.clipboard().text().endswith(" heron")
    view.tree.copy_pointer()
    view.tree.copy_code()
    assert QGuiApplication.clipboard().text() == '["a\\udc80"]'


def test_what_is_no_json_is_shown_as_text_and_says_so(qtbot: QtBot, theme: Theme) -> None:
    view = shown(qtbot, theme, b'{"a": oops}')
    assert "byte 6" in view.note.text()
    assert view.raw_text is not None
    assert view.raw_text.isVisible()
    plain = shown(qtbot, theme, b"<html>Bad gateway</html>")
    assert plain.note.isHidden()
    assert plain.raw_text is not None


def test_a_body_that_ends_too_early_shows_what_came(qtbot: QtBot, theme: Theme) -> None:
    view = shown(qtbot, theme, b'{"a": [1, 2, "thr')
    assert not view.note.isHidden()
    assert view.reveal(("a", 2))
    assert str(view.tree.currentIndex().data()) == "2: “thr”"


@pytest.mark.parametrize("body", ["3", '"text"', "{}", "[]", "null", ""])
def test_documents_of_one_value_are_shown_too(qtbot: QtBot, theme: Theme, body: str) -> None:
    view = shown(qtbot, theme, body)
    view.grab()
    assert view.tree.model() is None or view.tree.model().rowCount() == 1


def test_every_row_tells_a_screen_reader_its_name_and_value(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    tree = QAccessible.queryAccessibleInterface(view.tree)
    assert tree is not None
    assert tree.role() is QAccessible.Role.Tree
    assert tree.text(QAccessible.Text.Name) == "Body"
    assert tree.child(1).text(QAccessible.Text.Name) == "model: “m”"


def test_writing_that_turns_does_not_turn_the_tree(qtbot: QtBot, theme: Theme) -> None:
    view = shown(qtbot, theme, json.dumps({"שם": "שלום \u202e evil"}, ensure_ascii=False))
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert view.tree.layoutDirection() is Qt.LayoutDirection.LeftToRight
    assert "\\u202e" in str(view.tree.model().index(0, 0).data())
    view.grab()


def test_marks_show_through_folded_branches_in_both_themes(qtbot: QtBot, theme: Theme) -> None:
    view = document(qtbot, theme)
    view.set_marks({("deep", "er"): Mark.REMOVED, ("numbers", 600): Mark.CHANGED})
    view.mark([("model",)], Mark.MATCHED)
    model = view.tree.model()
    assert isinstance(model, JsonModel)
    assert model.index_of(0) == QModelIndex()
    numbers = model.index(2, 0)
    assert model.holds_marks(numbers)
    assert not model.holds_marks(model.index(0, 0, numbers))
    assert model.holds_marks(model.index(1, 0, numbers))
    assert model.mark_at(model.index(0, 0)) is Mark.MATCHED
    light = view.grab().toImage()
    theme.choose("dark")
    assert view.grab().toImage() != light
