"""Code is coloured a little at a time, and only code that names a language."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.ui.chat.code_languages import find_lexer
from studio.ui.chat.documents import Writer, new_document
from studio.ui.chat.highlight import Highlighter
from studio.ui.chat.look import Look, read_look
from studio.ui.theme import Theme


class Desk:
    """A highlighter and documents for it."""

    def __init__(self, look: Look, parent: QObject) -> None:
        self.look = look
        self.highlighter = Highlighter(look, parent)

    def code(self, text: str) -> QTextDocument:
        document = new_document()
        Writer(self.look).code(document, text)
        return document


@pytest.fixture
def desk(qapp: QApplication) -> Desk:
    theme = Theme(qapp, "light")
    return Desk(read_look(theme), theme)


def colours(document: QTextDocument, line: int = 0) -> list[tuple[int, int, str]]:
    formats = document.findBlockByNumber(line).layout().formats()
    return [(each.start, each.length, each.format.foreground().color().name()) for each in formats]


def test_words_are_coloured_by_what_they_are(desk: Desk, qtbot: QtBot) -> None:
    document = desk.code('if x:  # why\n    return "s"')
    desk.highlighter.colour(document, "Python", "")
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    palette = desk.look.palette
    assert (0, 2, palette.link) in colours(document)
    assert (7, 5, palette.text_muted) in colours(document)
    assert palette.success in {colour for *_, colour in colours(document, 1)}


def test_code_above_decides_how_code_reads(desk: Desk, qtbot: QtBot) -> None:
    document = desk.code('still text"""\nx = 1')
    desk.highlighter.colour(document, "python", 'a = """text\n')
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    assert {colour for *_, colour in colours(document)} == {desk.look.palette.success}


def test_places_are_counted_as_qt_counts_them(desk: Desk, qtbot: QtBot) -> None:
    document = desk.code('"\U0001f600" if 1')
    desk.highlighter.colour(document, "python", "")
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    assert (5, 2, desk.look.palette.link) in colours(document)


@pytest.mark.parametrize("language", ["", "no-such-language", "../../etc/passwd", "<b>"])
def test_an_unknown_language_is_left_plain(desk: Desk, qtbot: QtBot, language: str) -> None:
    document = desk.code("if x: pass")
    desk.highlighter.colour(document, language, "")
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    assert colours(document) == []


def test_a_minified_line_is_left_plain(desk: Desk, qtbot: QtBot) -> None:
    document = desk.code("if x: y = 1;" * 500)
    desk.highlighter.colour(document, "python", "")
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    assert colours(document) == []


def test_a_document_that_is_gone_is_passed_over(desk: Desk, qtbot: QtBot) -> None:
    gone, kept = desk.code("if 1: pass"), desk.code("if 2: pass")
    for document in (gone, kept):
        desk.highlighter.colour(document, "python", "")
    gone.deleteLater()
    del gone
    qtbot.waitUntil(lambda: desk.highlighter.is_idle)
    assert colours(kept)


def test_a_lexer_is_found_by_any_of_its_names() -> None:
    assert type(find_lexer("py")) is type(find_lexer("PYTHON"))
    assert find_lexer("nonsense") is None
