"""Documents built from Markdown: looks, directions, tables, and nothing that is fetched."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument, QTextTable
from PySide6.QtWidgets import QApplication

from studio.ui.chat.documents import Writer, is_right_to_left, new_document, table_width
from studio.ui.chat.leaves import Block
from studio.ui.chat.look import Look, read_look
from studio.ui.chat.markdown import parse
from studio.ui.theme import Theme


@pytest.fixture
def look(qapp: QApplication) -> Look:
    return read_look(Theme(qapp, "light"))


def prose(look: Look, source: str) -> QTextDocument:
    document = new_document()
    Writer(look).prose(document, parse(source)[0], {})
    return document


def test_html_of_a_model_is_text(look: Look) -> None:
    source = '<img src=x onerror=alert(1)> <a href="https://a.example">ok</a> <b>x</b>'
    document = prose(look, source)
    assert document.toPlainText() == source
    assert "<img" not in document.toHtml()


def test_an_image_is_named_and_not_loaded(look: Look) -> None:
    document = prose(look, "![the cat](pictures/cat.png)")
    assert document.toPlainText() == "[image: the cat]"
    assert "<img" not in document.toHtml()


def test_a_hard_break_stays_within_the_paragraph(look: Look) -> None:
    document = prose(look, "one  \ntwo")
    assert document.toPlainText() == "one\ntwo"
    assert document.blockCount() == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\u05e9\u05dc\u05d5\u05dd TX-310", True),
        ("1. \u0645\u0631\u062d\u0628\u0627", True),
        ("TX \u05e9\u05dc\u05d5\u05dd", False),
        ("12 %", False),
    ],
)
def test_a_paragraph_runs_as_its_first_letter_does(text: str, expected: bool) -> None:
    assert is_right_to_left(text) is expected


def test_a_right_to_left_paragraph_is_laid_out_so(look: Look) -> None:
    block = prose(look, "\u05e9\u05dc\u05d5\u05dd").firstBlock()
    assert block.blockFormat().layoutDirection() is Qt.LayoutDirection.RightToLeft


def test_code_that_grows_keeps_what_stands(look: Look) -> None:
    document = new_document()
    writer = Writer(look)
    writer.code(document, "one\ntw")
    first = document.firstBlock()
    writer.code(document, "one\ntwo\nthree", shown="one\ntw")
    assert document.toPlainText() == "one\ntwo\nthree"
    assert document.firstBlock() == first


def test_a_line_of_code_without_end_is_drawn_to_a_bound_and_grows_on(look: Look) -> None:
    document, writer, shown = new_document(), Writer(look), ""
    for text in ("x" * 19_999, "x" * 20_000, "x" * 20_001, "x" * 99_000, "x" * 99_000 + "\ny"):
        writer.code(document, text, shown=shown)
        shown = text
        first, *rest = text.split("\n")
        cut = first if len(first) <= 20_000 else f"{first[:20_000]}…"
        assert document.toPlainText() == "\n".join([cut, *rest])


def table_of(document: QTextDocument) -> QTextTable:
    frame = document.rootFrame().childFrames()[0]
    assert isinstance(frame, QTextTable)
    return frame


def test_the_chunks_of_a_table_have_columns_of_one_width(look: Look) -> None:
    chunks = parse("a|b\n-|-:\n" + "1|2\n" * 40)
    writer = Writer(look)
    columns = writer.columns(chunks[0], {}, 600)
    assert table_width(columns.widths) == 600
    formats = []
    for chunk in chunks:
        document = new_document()
        writer.table(document, chunk, {}, columns)
        formats.append(table_of(document).format().columnWidthConstraints())
        assert table_of(document).rows() == len(chunk.rows)
    assert formats[0] == formats[1]


def test_a_table_without_rows_or_with_ragged_ones_is_drawn(look: Look) -> None:
    for source in ("a|b\n-|-\n", "a|b\n-|-\n1\n1|2|3\n"):
        (chunk,) = parse(source)
        document = new_document()
        writer = Writer(look)
        writer.table(document, chunk, {}, writer.columns(chunk, {}, 400))
        assert table_of(document).columns() == 2


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_colour_of_text_can_be_read_where_it_stands(qapp: QApplication) -> None:
    code = ("text", "text_muted", "link", "accent", "success", "warning", "danger")
    page = ("text", "text_secondary", "text_muted", "link", "danger", "warning")
    for choice in ("light", "dark"):
        palette = read_look(Theme(qapp, choice)).palette
        pairs = [(name, "code") for name in code] + [(name, "window") for name in page]
        pairs += [("text", "bubble"), ("link", "bubble"), ("text", "selection")]
        for text, ground in pairs:
            light, dark = sorted(
                (luminance(getattr(palette, text)), luminance(getattr(palette, ground))),
                reverse=True,
            )
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (choice, text, ground)


def test_a_block_of_nothing_is_an_empty_line(look: Look) -> None:
    document = new_document()
    Writer(look).prose(document, Block(parse("x")[0].kind), {})
    assert document.toPlainText() == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`code` שלום", True),
        ("$x^2$ هو مربع", True),
        ("https://a.example مثال", True),
        ("`code`", False),
        ("1. 2, 3!", False),
        ("`שלום`", True),
        ("the word שלום", False),
    ],
)
def test_code_formulas_and_addresses_say_nothing_of_the_direction(
    text: str, expected: bool
) -> None:
    assert is_right_to_left(text) is expected


def test_a_number_in_a_table_of_words_from_the_right_stands_right(look: Look) -> None:
    (chunk,) = parse("עמוד|ערך\n-|-\nמספר|12\n")  # noqa: RUF001 - letters that look like others
    document = new_document()
    writer = Writer(look)
    writer.table(document, chunk, {}, writer.columns(chunk, {}, 400))
    cell = table_of(document).cellAt(1, 1).firstCursorPosition()
    assert cell.blockFormat().layoutDirection() is Qt.LayoutDirection.RightToLeft
