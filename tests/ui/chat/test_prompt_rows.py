"""A prompt is shown as typed, but for code, tables and formulas, which are drawn as such."""

from hypothesis import given
from hypothesis import strategies as st

from studio.core.messages import Attachment, Text
from studio.ui.chat.leaves import Kind
from studio.ui.chat.prompt_rows import prompt_start, whole_prompt
from studio.ui.chat.rows import BlockRow, PromptRow, Row
from studio.ui.chat.sections import Prompt

CODE = "```python\nprint(1)\n```"
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
PIECES = ("Hello", "# no heading", "*no* emphasis", CODE, TABLE, "", "1. no list", "```", "a | b")


def kinds(rows: list[Row]) -> list[object]:
    texts = (row for row in rows if isinstance(row, BlockRow | PromptRow))
    return [row.block.kind if isinstance(row, BlockRow) else row.text for row in texts]


def test_code_and_tables_stand_between_the_words() -> None:
    rows = whole_prompt(f"Look:\n\n{CODE}\n{TABLE}\n\nRight?", ())
    assert kinds(rows) == ["Look:", Kind.CODE, Kind.TABLE, "Right?"]
    blocks = [row for row in rows if isinstance(row, BlockRow)]
    assert all(row.is_prompt for row in blocks)
    assert blocks[0].block.text == "print(1)"
    assert blocks[0].block.language == "python"


def test_a_displayed_formula_is_drawn_and_a_price_is_not() -> None:
    assert kinds(whole_prompt("So:\n$$\nx^2\n$$\nfine", ())) == ["So:", Kind.MATH, "fine"]
    assert kinds(whole_prompt("\\[x^2\\]", ())) == ["", Kind.MATH, ""]
    for typed in ("$5 and $10", "$$", "$$ is money $$ here", "$$\n\nx\n\n$$"):
        assert kinds(whole_prompt(typed, ())) == [typed]


def test_what_only_looks_like_markdown_stays_as_typed() -> None:
    for typed in (
        "# Title\n- item\n> quote\n**bold**",
        "a | b\nc | d",
        "```\nnever closed",
        "| a |",
    ):
        assert kinds(whole_prompt(typed, ())) == [typed]


def test_a_bubble_begins_and_ends_with_words_that_carry_files() -> None:
    file = Attachment("a.txt", "text/plain", 1, "0")
    rows = whole_prompt(CODE, (file,))
    assert kinds(rows) == ["", Kind.CODE, ""]
    first, last = rows[0], rows[-1]
    assert isinstance(first, PromptRow)
    assert isinstance(last, PromptRow)
    assert (first.opens, first.closes, last.opens, last.closes) == (True, False, False, True)
    assert last.attachments == (file,)


def test_files_alone_are_one_row() -> None:
    file = Attachment("a.txt", "text/plain", 1, "0")
    assert prompt_start("", (file,)) == [PromptRow("", attachments=(file,))]


def test_a_long_prompt_folds_and_says_how_much_is_hidden() -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    (row,) = prompt_start(text, ())
    assert isinstance(row, PromptRow)
    assert row.text.count("\n") == 39
    assert row.hidden == len(text) - len(row.text)


def test_a_long_prompt_with_code_folds_too() -> None:
    text = f"Look:\n{CODE}\n" + "\n".join(f"line {number}" for number in range(100))
    rows = prompt_start(text, ())
    assert kinds(rows)[:2] == ["Look:", Kind.CODE]
    last = rows[-1]
    assert isinstance(last, PromptRow)
    assert last.hidden > 0
    prompt = Prompt((Text(text),))
    assert prompt.shows(2)
    assert not prompt.shows(3)
    prompt.unfold()
    assert prompt.shows(3)


def test_what_is_hidden_behind_code_counts_as_hidden() -> None:
    text = "```\n" + "line\n" * 1_000 + "```"
    rows = prompt_start(text, ())
    last = rows[-1]
    assert isinstance(last, PromptRow)
    assert last.text == ""
    assert last.hidden > 1_000
    assert not Prompt((Text(text),)).shows(len(rows) - 1)


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_the_folded_rows_are_the_first_of_all_rows_and_no_word_is_lost(parts: list[str]) -> None:
    text = "\n".join(parts)
    whole = whole_prompt(text, ())
    start = prompt_start(text, ())
    said = [row.text for row in whole if isinstance(row, PromptRow)]
    for part in parts:
        words = part.strip("`| ")
        if part not in (CODE, TABLE) and words:
            assert any(words in text for text in said) or _is_in_block(words, whole)
    for folded, row in zip(start, whole, strict=False):
        same = isinstance(folded, BlockRow) and folded == row
        assert same or (isinstance(folded, PromptRow) and isinstance(row, PromptRow))


def _is_in_block(words: str, rows: list[Row]) -> bool:
    """A fence that stands alone may open a block with the next one."""
    blocks = [row.block for row in rows if isinstance(row, BlockRow)]
    cells = [cell for block in blocks for line in block.rows for cell in line]
    return any(words in text for text in [*cells, *(block.text for block in blocks)]) or (
        "|" in words
    )
