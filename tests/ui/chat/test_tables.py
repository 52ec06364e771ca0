"""Tables: written for other programs, opened large, and drawn cell by cell as they grow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.chat import table_actions
from studio.ui.chat.documents import Writer, new_document
from studio.ui.chat.leaves import Block
from studio.ui.chat.look import read_look
from studio.ui.chat.markdown import parse
from studio.ui.chat.table_block import TableBlock
from studio.ui.chat.table_formats import (
    PlainTable,
    as_csv,
    as_html,
    as_markdown,
    as_pandas,
    as_tabs,
    number_of,
    plain_table,
)
from studio.ui.chat.table_window import TableWindow
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Appearance, Theme
from tests.ui.chat.transcripts import turn

SOURCE = """| name | kPa | |
|:---|---:|:-:|
| **TX**, "a" | 3.5 | x \\| y |
| `TY` | -12 | <b> |
"""


def table_of(source: str) -> PlainTable:
    return plain_table(parse(source), {})


def test_markdown_reads_back_as_the_same_table() -> None:
    written = as_markdown(table_of(SOURCE))
    assert parse(written) == parse(SOURCE)
    assert written.splitlines()[1] == "| :---------- | --: | :----: |"


CELL = st.text("ab|1 *`\\", max_size=5).map(str.strip)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=4))
def test_any_table_read_is_written_as_the_same(rows: list[tuple[str, str]]) -> None:
    lines = [f"| {one} | {other} |" for one, other in rows]
    blocks = parse("\n".join(["| h | i |", "|---|---|", *lines]))
    if len(blocks) == 1 and blocks[0].rows:
        assert parse(as_markdown(plain_table(blocks, {}))) == blocks


def test_csv_quotes_what_needs_it() -> None:
    assert as_csv(table_of(SOURCE)) == 'name,kPa,\r\n"TX, ""a""",3.5,x | y\r\nTY,-12,<b>\r\n'


def test_tabs_and_html_have_what_a_reader_sees() -> None:
    table = table_of(SOURCE)
    assert as_tabs(table).splitlines()[1] == 'TX, "a"\t3.5\tx | y'
    html = as_html(table)
    assert '<th style="text-align: left">name</th>' in html
    assert "&lt;b&gt;" in html
    assert "color" not in html


def test_pandas_gets_numbers_where_all_are_numbers() -> None:
    made: dict[str, dict[str, list[object]]] = {}

    class Pandas:
        @staticmethod
        def DataFrame(columns: dict[str, list[object]]) -> None:  # noqa: N802 - as pandas has it
            made["df"] = columns

    source = (
        "| n | code | n | e |\n|---|---|---|---|\n| 1.5 | 007 | 'x | |\n| -2 | 8 | \\\\ | 4 |\n"
    )
    code = as_pandas(table_of(source)).removeprefix("import pandas as pd\n")
    exec(code, {"pd": Pandas})  # noqa: S102 - what was written is what is tested
    assert made["df"] == {
        "n": [1.5, -2],
        "code": ["007", "8"],
        "n_": ["'x", "\\"],
        "e": [None, 4],
    }


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("-3.5 kPa", -3.5),
        ("\u22124", -4),
        ("1,234,567", 1_234_567),
        ("1 000", 1_000),
        ("45 %", 45),
        ("$3.20", 3.2),
        ("12 €", 12),
        ("1e3", 1_000),
        (".5", 0.5),
        ("TX-310", None),
        ("", None),
        ("-", None),
        ("2026-12-02", None),
    ],
)
def test_the_number_of_a_cell_is_read(text: str, number: float | None) -> None:
    assert number_of(text) == number


@pytest.fixture
def window(qtbot: QtBot) -> TableWindow:
    rows = "".join(f"| TX-{n} | {value} |\n" for n, value in enumerate((9, 10.5, "n/a", 2)))
    made = TableWindow(table_of(f"| sensor | value |\n|---|---:|\n{rows}"))
    qtbot.addWidget(made)
    made.show()
    return made


def column(window: TableWindow, number: int) -> list[str]:
    return [window.sorted.index(row, number).data() for row in range(window.sorted.rowCount())]


def test_numbers_are_sorted_as_numbers(window: TableWindow) -> None:
    assert column(window, 1) == ["9", "10.5", "n/a", "2"]
    window.cells.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert column(window, 1) == ["2", "9", "10.5", "n/a"]


def test_rows_are_searched(window: TableWindow) -> None:
    window.field.setText("tx-1")
    assert column(window, 0) == ["TX-1"]


def test_selected_cells_are_copied_as_a_spreadsheet_takes_them(window: TableWindow) -> None:
    window.cells.selectAll()
    QTest.keyClick(window.cells, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "TX-0\t9\nTX-1\t10.5\nTX-2\tn/a\nTX-3\t2"


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> TranscriptView:
    made = TranscriptView(Theme(qapp, "light"), lambda _: QWidget())
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    return made


def test_a_long_table_is_copied_whole_from_any_chunk(view: TranscriptView, qtbot: QtBot) -> None:
    rows = "".join(f"| {number} | x |\n" for number in range(70))
    view.open_chat([turn(1, f"| a | b |\n|---|---|\n{rows}")])
    qtbot.waitUntil(lambda: view.is_settled)
    place = max(at for at, widget in view.bound().items() if isinstance(widget, TableBlock))
    menu = QMenu()
    view.wide.add_to(menu, place)
    names = {each.text(): each for each in menu.actions()}
    names["Copy table as CSV"].trigger()
    assert QGuiApplication.clipboard().text().count("\n") == 71
    names["Copy table for a document or spreadsheet"].trigger()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.html().startswith("<table>")
    assert copied.text().startswith("a\tb\n0\tx\n")


def test_a_table_opens_in_a_window(view: TranscriptView, qtbot: QtBot) -> None:
    view.open_chat([turn(1, SOURCE)])
    qtbot.waitUntil(lambda: view.is_settled)
    block = next(each for each in view.bound().values() if isinstance(each, TableBlock))
    assert block.bar is not None
    assert not block.bar.is_revealed
    block.bar.reveal(True)
    assert block.bar.is_revealed
    block.bar.large.click()
    opened = view.window().findChild(TableWindow)
    assert isinstance(opened, TableWindow)
    assert opened.sorted.rowCount() == 2
    with qtbot.waitSignal(opened.destroyed):
        opened.close()


def test_the_bar_is_reached_by_keys(view: TranscriptView, qtbot: QtBot) -> None:
    view.open_chat([turn(1, SOURCE)])
    qtbot.waitUntil(lambda: view.is_settled)
    block = next(each for each in view.bound().values() if isinstance(each, TableBlock))
    assert block.bar is not None
    for button in (block.bar.copy, block.bar.large):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.accessibleName()


def test_a_table_that_grows_looks_as_one_drawn_at_once(qapp: QApplication) -> None:
    writer = Writer(read_look(Theme(qapp, "light")))
    steps = [
        "| a | b |\n|---|--:|\n| 1",
        "| a | b |\n|---|--:|\n| 1 | **two** |\n",
        "| a | b |\n|---|--:|\n| 1 | **two** |\n| `three` | 4 |\n| [five](https://a.example) |",
    ]
    grown = new_document()
    shown: Block | None = None
    for step in steps:
        (block,) = parse(step)
        writer.table(grown, block, {}, writer.columns(block, {}, 300), shown)
        shown = block
    whole = new_document()
    assert shown is not None
    writer.table(whole, shown, {}, writer.columns(shown, {}, 300))
    assert looks(grown) == looks(whole)


def looks(document: QTextDocument) -> list[tuple[str, int, bool, str, int]]:
    found = []
    block = document.firstBlock()
    while block.isValid():
        alignment = int(block.blockFormat().alignment())
        iterator = block.begin()
        if iterator.atEnd():
            found.append(("", 0, False, "", alignment))
        while not iterator.atEnd():
            piece = iterator.fragment()
            written = piece.charFormat()
            font = written.font()
            found.append(
                (piece.text(), font.weight(), font.underline(), written.anchorHref(), alignment)
            )
            iterator += 1
        block = block.next()
    return found


def test_the_actions_read_chunks_with_their_links(view: TranscriptView, qtbot: QtBot) -> None:
    source = "| a |\n|---|\n| [word][1] |\n\n[1]: https://a.example\n"
    view.open_chat([turn(1, source)])
    qtbot.waitUntil(lambda: view.is_settled)
    place = next(at for at, each in view.bound().items() if isinstance(each, TableBlock))
    assert table_actions.read_table(view.wide.table_at(place)).rows == (("word",),)


def test_the_columns_grow_with_the_letters(qapp: QApplication) -> None:
    theme = Theme(qapp, "light")
    (block,) = parse(f"| a | b |\n|---|---|\n| {'long ' * 40} | x |")
    usual = Writer(read_look(theme)).columns(block, {}, 0)
    theme.appear(Appearance(zoom=200))
    large = Writer(read_look(theme)).columns(block, {}, 0)
    theme.appear(Appearance())
    assert large.widths == tuple(2 * width for width in usual.widths)


def test_chunks_of_a_table_meet_at_one_line(view: TranscriptView, qtbot: QtBot) -> None:
    rows = "".join(f"| {number} | x |\n" for number in range(30))
    view.open_chat([turn(1, f"| a | b |\n|---|---|\n{rows}")])
    qtbot.waitUntil(lambda: view.is_settled)
    tables = [each for _, each in sorted(view.bound().items()) if isinstance(each, TableBlock)]
    first, second = tables[-2:]
    assert first.y() + first.height() == second.y()
    picture = view.viewport().grab().toImage()
    scale = picture.devicePixelRatio()
    edge = view.writer.look.colour("border")
    x = second.x() + second.width() // 4
    around = range(second.y() - 8, second.y() + 8)
    lines = [y for y in around if picture.pixelColor(round(x * scale), round(y * scale)) == edge]
    assert len(lines) == 1
