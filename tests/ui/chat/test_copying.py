"""A selection as text: marks of lists and quotes stay, cuts of our own leave no trace."""

import pytest

from studio.ui.chat.copying import passage_text
from studio.ui.chat.cutting import Piece, piece_of
from studio.ui.chat.markdown import parse
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row
from tests.ui.chat.transcripts import use


def rows(source: str) -> list[Row]:
    return [BlockRow(block) for block in parse(source)]


def whole(shown: list[Row]) -> str:
    return passage_text([Piece(row) for row in shown], use)


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
def test_whole_blocks_are_copied_as_they_read(source: str, expected: str) -> None:
    assert whole(rows(source)) == expected


def test_our_own_cuts_leave_no_trace() -> None:
    paragraph = "A sentence of some words. " * 400
    assert whole(rows(paragraph)) == paragraph.strip()
    code = "\n".join(f"line {number}" for number in range(500))
    assert whole(rows(f"```\n{code}\n```")) == code


def test_a_card_within_a_selection_says_what_was_called_and_what_came_of_it() -> None:
    shown: list[Row] = [PromptRow("Go"), CardRow("1"), *rows("Done")]
    assert whole(shown) == "Go\n\nlook_up\nfound\n\nDone"


def test_a_part_of_one_block_is_cut_at_its_letters() -> None:
    (row,) = rows("a **bold** \U0001f600 word")
    # Qt counts an emoji as two.
    assert passage_text([piece_of(row, 2, 9)], use) == "bold \U0001f600"
