"""Fields stay quick whatever is pasted into them, and say what they do not take."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolTip, QWidget

from studio.core.chats import ChatSettings
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.chat_options import ChatOptions
from studio.ui.chat.past_result_field import ResultField
from studio.ui.chat.stop_body import StopEditor
from studio.ui.long_text import MOST_EDITED, LongTextField
from studio.ui.schema_form_parts import Lines
from studio.ui.settings.json_field import JsonField
from studio.ui.settings.server_settings import ArgumentsField
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.inspector.fakes import Spawned

SECONDS = 1.0  # of a busy machine; broken between words it would be two and more


def pasted(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def shown(widget: QWidget, qapp: QApplication) -> None:
    widget.resize(600, 300)
    widget.show()
    qapp.processEvents()


@pytest.fixture(params=["stop", "form", "parameters", "arguments", "system prompt"])
def field(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[QPlainTextEdit]:
    theme = Theme(qapp, "light")
    options = ChatOptions(ChatSettings("p"))
    match request.param:
        case "stop":
            made: QPlainTextEdit = StopEditor(theme)
        case "form":
            made = Lines(theme, is_code=True)
        case "parameters":
            made = JsonField(theme, "")
        case "arguments":
            made = ArgumentsField()
        case _:
            made = options.system_prompt
            options.show()
    yield made
    options.deleteLater()
    if made is not options.system_prompt:
        made.deleteLater()


def test_a_long_line_without_blanks_is_pasted_in_no_time(
    qapp: QApplication, field: QPlainTextEdit
) -> None:
    shown(field, qapp)
    text = "x" * (MOST_EDITED - 10)
    began = perf_counter()
    field.insertFromMimeData(pasted(text))
    qapp.processEvents()
    assert perf_counter() - began < SECONDS
    assert field.toPlainText() == text


async def test_what_is_too_long_to_be_edited_is_refused_with_words(
    qapp: QApplication, until: Until, field: QPlainTextEdit
) -> None:
    shown(field, qapp)
    before = field.toPlainText()
    field.insertFromMimeData(pasted("x" * 5_000_000))
    assert field.toPlainText() == before
    await until(lambda: "too long to be edited here (5.0 MB)" in QToolTip.text())
    QToolTip.hideText()


def test_lines_are_broken_between_words_unless_one_is_long(qapp: QApplication) -> None:
    field = LongTextField()
    field.setPlainText("word " * 100)
    assert field.wordWrapMode() is QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    field.setPlainText("x" * 20_000)
    assert field.wordWrapMode() is QTextOption.WrapMode.WrapAnywhere
    field.setPlainText("word " * 100)
    assert field.wordWrapMode() is QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    field.deleteLater()


async def test_a_long_result_that_is_pasted_is_taken_as_a_whole(
    qapp: QApplication,
) -> None:
    field = ResultField(Theme(qapp, "light"), Spawned())
    shown(field, qapp)
    field.show_text("before 😀 [here] after")
    cursor = field.editor.textCursor()
    begin = len("before 😀 ".encode("utf-16-le")) // 2
    cursor.setPosition(begin)
    cursor.setPosition(begin + len("[here]"), cursor.MoveMode.KeepAnchor)
    field.editor.setTextCursor(cursor)
    long = "a line\n" * 100_000
    field.editor.insertFromMimeData(pasted(long))
    assert field.is_read_only
    assert field.text() == f"before 😀 {long} after"
    field.deleteLater()


def test_a_call_with_a_megabyte_in_one_line_is_shown_in_no_time(qapp: QApplication) -> None:
    box = CodeBox(Theme(qapp, "light"), 12)
    box.resize(500, 100)
    box.show()
    began = perf_counter()
    box.show_text("x" * 1_000_000)
    qapp.processEvents()
    assert perf_counter() - began < 4 * SECONDS  # it would be half a minute
    box.deleteLater()
