"""A selection as text: marks of lists and quotes stay, cuts of our own leave no trace."""

import pytest
from PySide6.QtWidgets import QApplication

from studio.ui.chat.copying import END, row_text, selected_text
from studio.ui.chat.documents import Writer
from studio.ui.chat.look import read_look
from studio.ui.chat.markdown import parse
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row
from studio.ui.theme import Theme


@pytest.fixture
def writer(qapp: QApplication) -> Writer:
    return Writer(read_look(Theme(qapp, "light")))


def rows(source: str) -> list[Row]:
    return [BlockRow(block) for block in parse(source)]


def whole(shown: list[Row], writer: Writer) -> str:
    return selected_text(shown, 0, 0, len(shown) - 1, END, writer)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("one\n\ntwo", "one\n\ntwo"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("- a\n  - b", "\u2022 a\n  \u2022 b"),
        ("> q\n>\n> r", "> q\n\n> r"),
        ("- [x] done", "\u2611 done"),
        ("a|b\n-|-\n1|**2**", "a\tb\n1\t2"),
        ("```\nx\n  y\n```", "x\n  y"),
        ("one  \ntwo", "one\ntwo"),
        ("# Head\n\n---", "Head\n\n---"),
    ],
)
def test_whole_blocks_are_copied_as_they_read(source: str, expected: str, writer: Writer) -> None:
    assert whole(rows(source), writer) == expected


def test_our_own_cuts_leave_no_trace(writer: Writer) -> None:
    paragraph = "A sentence of some words. " * 400
    assert whole(rows(paragraph), writer) == paragraph.strip()
    code = "\n".join(f"line {number}" for number in range(500))
    assert whole(rows(f"```\n{code}\n```"), writer) == code


def test_cards_within_a_selection_are_passed_over(writer: Writer) -> None:
    shown: list[Row] = [PromptRow("Go"), CardRow("1"), *rows("Done")]
    assert whole(shown, writer) == "Go\n\nDone"


def test_a_part_of_one_block_is_cut_at_its_letters(writer: Writer) -> None:
    shown = rows("a **bold** \U0001f600 word")
    # Qt counts an emoji as two.
    assert selected_text(shown, 0, 2, 0, 9, writer) == "bold \U0001f600"


def test_a_row_without_text_is_nothing() -> None:
    assert row_text(CardRow("1")) == ""
