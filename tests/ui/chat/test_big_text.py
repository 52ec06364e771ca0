"""Texts of megabytes: they open at once, only what is in sight is drawn, all of it can be found."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QElapsedTimer, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.core.finding import Pattern, Query
from studio.ui.chat.big_find import TextFinder
from studio.ui.chat.big_lines import ROW, TextLines, chunks
from studio.ui.chat.big_text import BigText
from studio.ui.chat.whole_text import WholeText
from studio.ui.theme import Theme

LINES = [f"line {number} of a long result, with some words in it" for number in range(200_000)]
TEXT = "\n".join(LINES)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def shown(qtbot: QtBot, theme: Theme, text: str) -> WholeText:
    dialog = WholeText(theme, "Result", text)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def read_whole(view: BigText, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: view.lines.is_complete)


@given(st.text("ab\n", max_size=60))
def test_the_rows_of_a_text_are_its_lines(text: str) -> None:
    lines = TextLines(text)
    while not lines.is_complete:
        lines.read(3)
    assert [lines.row_text(row) for row in range(len(lines))] == text.split("\n")
    assert all(lines.row_of(lines.start(row)) == row for row in range(len(lines)))


def test_an_endless_line_is_cut_for_the_eye_and_counted_as_one() -> None:
    lines = TextLines("a" * (3 * ROW + 5) + "\nb")
    while not lines.is_complete:
        lines.read(1)
    assert [len(lines.row_text(row)) for row in range(len(lines))] == [ROW, ROW, ROW, 5, 1]
    assert [lines.line_of(row) for row in range(len(lines))] == [1, 1, 1, 1, 2]
    assert lines.lines == 2


def test_chunks_are_the_whole_text() -> None:
    for text in (TEXT[:200_000], "a" * 150_000, "", "\n" * 70_000):
        assert "".join(text[begin:end] for begin, end in chunks(text)) == text


@pytest.mark.slow
def test_ten_megabytes_open_at_once_and_only_what_is_in_sight_is_painted(
    qtbot: QtBot, theme: Theme
) -> None:
    clock = QElapsedTimer()
    clock.start()
    dialog = shown(qtbot, theme, TEXT)
    assert clock.elapsed() < 500
    view = dialog.reader.view
    qtbot.waitUntil(lambda: view.painted_rows > 0)
    assert 10 < view.painted_rows < 100
    read_whole(view, qtbot)
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    view.grab()
    assert 0 < view.painted_rows < 100
    assert LINES[-1] in view.visible_text()


@pytest.mark.slow
def test_the_memory_is_near_that_of_the_text(qtbot: QtBot, theme: Theme) -> None:
    tracemalloc.start()
    try:
        dialog = shown(qtbot, theme, TEXT)
        read_whole(dialog.reader.view, qtbot)
        assert tracemalloc.get_traced_memory()[0] < 0.3 * len(TEXT)
    finally:
        tracemalloc.stop()


def test_a_line_of_megabytes_can_be_shown_and_found_in(qtbot: QtBot, theme: Theme) -> None:
    text = "x" * 2_000_000 + "heron" + "y" * 1_000_000
    dialog = shown(qtbot, theme, text)
    dialog.reader.field.setText("heron")
    qtbot.waitUntil(lambda: dialog.reader.count.text() == "1 of 1")
    assert "heron" in dialog.reader.view.visible_text()
    dialog.reader.wrap.click()
    assert "heron" in dialog.reader.view.visible_text() or dialog.reader.view.painted_rows


def test_hits_are_counted_and_walked_through(qtbot: QtBot, theme: Theme) -> None:
    dialog = shown(qtbot, theme, TEXT)
    dialog.reader.field.setText("LINE 1999")
    qtbot.waitUntil(lambda: dialog.reader.view.finder.is_done)
    assert dialog.reader.count.text() == "1 of 111"
    QTest.keyClick(dialog.reader.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert dialog.reader.count.text() == "111 of 111"
    assert "line 199999 " in dialog.reader.view.visible_text()
    dialog.reader.case.click()
    qtbot.waitUntil(lambda: dialog.reader.count.text() == "No hits")


def test_letters_that_are_two_for_qt_stand_where_they_are(qtbot: QtBot, theme: Theme) -> None:
    dialog = shown(qtbot, theme, "😀😀 heron\n😀 Über 😀 heron")
    dialog.reader.field.setText("heron")
    assert dialog.reader.view.finder.current == (3, 8)
    dialog.reader.view.finder.go_by(1)
    at = dialog.reader.view.finder.current
    assert at is not None
    assert dialog.reader.view.lines.text[at[0] : at[1]] == "heron"
    dialog.reader.view.grab()


@given(st.text("aé😀 \n", max_size=40), st.sampled_from(["a", "é", "😀", "a "]))
def test_every_hit_is_cut_out_of_the_text_rightly(text: str, needle: str) -> None:
    finder = TextFinder(text)
    finder.search(Query(needle), 0)
    found = [text[at:end] for at, end in finder.hits_between(0, len(text))]
    assert len(found) == finder.total == Pattern(Query(needle)).count(text)
    assert all(each == needle for each in found)


def test_the_keys_select_and_copy(qtbot: QtBot, theme: Theme, qapp: QApplication) -> None:
    dialog = shown(qtbot, theme, "one two\nthree 😀 four\nfive")
    view = dialog.reader.view
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(view, Qt.Key.Key_Right, shift)
    QTest.keyClick(view, Qt.Key.Key_Right, shift)
    assert view.selected_text() == "on"
    QTest.keyClick(view, Qt.Key.Key_End, shift)
    QTest.keyClick(view, Qt.Key.Key_Down, shift)
    assert view.selected_text() == "one two\nthree 😀"[: len(view.selected_text())]
    QTest.keyClick(view, Qt.Key.Key_End, shift | Qt.KeyboardModifier.ControlModifier)
    assert view.selected_text() == "one two\nthree 😀 four\nfive"
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert view.selected_text() == ""
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert qapp.clipboard().text() == "one two\nthree 😀 four\nfive"


def test_the_mouse_selects(qtbot: QtBot, theme: Theme) -> None:
    dialog = shown(qtbot, theme, "one two three\nfour five six")
    view = dialog.reader.view
    port = view.viewport()
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(port, left, pos=QPoint(10, 18))
    QTest.mouseRelease(port, left, pos=QPoint(10, 18))
    QTest.mousePress(port, left, Qt.KeyboardModifier.ShiftModifier, QPoint(400, 18))
    assert view.selected_text() == "one two three"
    QTest.mouseDClick(port, left, pos=QPoint(16, 36))
    assert view.selected_text() == "four"


def test_a_wrapped_line_scrolls_by_what_is_seen_of_it(qtbot: QtBot, theme: Theme) -> None:
    text = "\n".join("word " * 700 for _ in range(30))
    dialog = shown(qtbot, theme, text)
    view = dialog.reader.view
    view.scroll_lines(3)
    assert view.top_row == 0
    view.scroll_lines(200)
    assert view.top_row > 0
    view.scroll_lines(-203)
    assert view.top_row == 0
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    view.grab()
    assert view.position_at(QPoint(20, 30)) > 0


def test_a_text_is_saved_as_it_is(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    dialog = shown(qtbot, theme, "a\r\nb\n")
    dialog._save(str(tmp_path / "result.txt"))
    assert (tmp_path / "result.txt").read_bytes() == b"a\r\nb\n"
