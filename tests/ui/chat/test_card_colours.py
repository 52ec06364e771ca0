"""What a tool gave back is shown as what it is: a diff in its colours, JSON laid out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.card_texts import kind_of_text, laid_out
from studio.ui.theme import Theme

DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same"


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def colours(box: CodeBox, line: int) -> set[str]:
    formats = box.document().findBlockByNumber(line).layout().formats()
    return {each.format.foreground().color().name() for each in formats}


def test_a_text_says_what_it_is() -> None:
    assert kind_of_text(DIFF) == "diff"
    assert kind_of_text('{"a": 1}') == "json"
    assert kind_of_text("- a list\n- of things") == ""
    assert kind_of_text("# A title\n\n- one\n- two") == "markdown"
    assert kind_of_text("[1] a footnote") == ""


def test_json_on_one_line_is_laid_out_and_anything_else_stays() -> None:
    assert laid_out('{"a":[1,"ü"]}') == '{\n  "a": [\n    1,\n    "ü"\n  ]\n}'
    assert laid_out('{"a":') == '{"a":'
    assert laid_out("12") == "12"


def test_added_and_removed_lines_have_colours(qtbot: QtBot, theme: Theme) -> None:
    box = CodeBox(theme, 12)
    qtbot.addWidget(box)
    box.show_text(DIFF)
    assert colours(box, 3) == {theme.palette.danger}
    assert colours(box, 4) == {theme.palette.success}
    assert colours(box, 5) == set()
    box.show_text("+ no diff any more")
    assert colours(box, 0) == set()


def test_the_parts_of_json_have_colours(qtbot: QtBot, theme: Theme) -> None:
    box = CodeBox(theme, 12)
    qtbot.addWidget(box)
    box.show_text('{\n  "a": "b",\n  "n": 12\n}')
    assert colours(box, 1) == {theme.palette.link, theme.palette.success}
    assert colours(box, 2) == {theme.palette.link, theme.palette.warning}


def test_markdown_has_colours_and_stays_as_it_was(qtbot: QtBot, theme: Theme) -> None:
    box = CodeBox(theme, 12)
    qtbot.addWidget(box)
    text = "# A title\n\n- one `two`\n\n```\n# no title\n```\nafter **it**"
    box.show_text(text)
    assert box.toPlainText() == text
    assert colours(box, 0) == {theme.palette.accent}
    assert colours(box, 2) == {theme.palette.accent, theme.palette.success}
    assert colours(box, 5) == {theme.palette.success}
    assert colours(box, 7) == {theme.palette.text}


def test_a_result_is_selected_by_keys(qtbot: QtBot, theme: Theme) -> None:
    box = CodeBox(theme, 12)
    qtbot.addWidget(box)
    box.show_text("found it")
    box.show()
    QTest.keyClick(box, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert box.textCursor().selectedText() == "f"
