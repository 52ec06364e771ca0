"""What is copied as Markdown reads back as what was selected."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from studio.core.messages import Outcome, ToolCall, ToolResult, ToolState, ToolUse
from studio.ui.chat.as_html import html_of
from studio.ui.chat.as_markdown import card_markdown, markdown_of
from studio.ui.chat.copying import plain_text_of
from studio.ui.chat.cutting import Piece, piece_of, row_length
from studio.ui.chat.excerpt import Excerpt, Passage
from studio.ui.chat.inline import read_inline
from studio.ui.chat.leaves import Block
from studio.ui.chat.markdown import parse
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row, SourcesRow
from tests.ui.chat.test_markdown import documents
from tests.ui.chat.transcripts import SAMPLER, use


def rows(source: str) -> list[Row]:
    return [BlockRow(block) for block in parse(source)]


def taken(*pieces: Piece) -> Excerpt:
    return Excerpt((Passage(pieces),), use)


def copied(shown: list[Row]) -> str:
    return markdown_of(taken(*(Piece(row) for row in shown)))


def meaning(blocks: tuple[Block, ...]) -> list[object]:
    """Blocks with their text read, since the same words can be written in more than one way."""
    return [
        (
            replace(block, text="", rows=()),
            block.text if block.kind.value in {"code", "math"} else read_inline(block.text),
            [[read_inline(cell) for cell in line] for line in block.rows],
        )
        for block in blocks
    ]


WORDS = [
    "word",
    "**bold**",
    "*soft*",
    "`a b`",
    "[link](https://a.example/x_(y))",
    "\U0001f600",
    "\u05e9\u05dc\u05d5\u05dd",
    "a_b_c",
    "2 * 3",
    "\\*not\\*",
    "~~gone~~",
    "$x^2$",
    "x < y",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


def leaf() -> st.SearchStrategy[str]:
    code = st.sampled_from(["x = 1", "\tdeep\n\n  more  ", "```\ninner\n```", "", "a | b"])
    return st.one_of(
        TEXTS,
        TEXTS.map("# {}".format),
        st.tuples(TEXTS, TEXTS).map("\n".join),
        st.tuples(TEXTS, TEXTS).map("  \n".join),
        TEXTS.map("{}\nunderlined\n---".format),
        code.map("````python\n{}\n````".format),
        st.just("***"),
        st.tuples(TEXTS, TEXTS).map(lambda pair: "| {} | b |\n|:--|--:|\n| {} | |".format(*pair)),
    )


def indented(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    return "\n".join([first + lines[0], *((rest + line).rstrip(" ") for line in lines[1:])])


def around(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.lists(inner, min_size=1, max_size=3)
    numbers = st.integers(0, 99)
    return st.one_of(
        parts.map("\n\n".join),
        parts.map(lambda each: indented("\n\n".join(each), "> ", "> ")),
        parts.map(lambda each: "\n".join(indented(one, "- ", "  ") for one in each)),
        parts.map(lambda each: "\n\n".join(indented(one, "* [x] ", "  ") for one in each)),
        st.tuples(numbers, parts).map(
            lambda pair: "\n".join(
                indented(one, f"{pair[0] + at}. ", " " * len(f"{pair[0] + at}. "))
                for at, one in enumerate(pair[1])
            )
        ),
        st.tuples(numbers, parts).map(
            lambda pair: "\n\n".join(indented(one, f"{pair[0]}) ", "    ") for one in pair[1])
        ),
    )


DOCUMENTS = st.recursive(leaf(), around, max_leaves=8)


@settings(max_examples=300, deadline=None)
@given(DOCUMENTS)
@example("* [x] 0) > ````python\n      > ```\n      > inner\n      > ```\n      > ````")
def test_a_whole_selection_reads_back_as_the_same_blocks(source: str) -> None:
    blocks = parse(source)
    assert meaning(parse(copied(rows(source)))) == meaning(blocks), copied(rows(source))


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(documents())
@example("`tick\n    - deep\n`tick\n")
def test_so_does_one_of_any_lines_whatever(source: str) -> None:
    assert meaning(parse(copied(rows(source)))) == meaning(parse(source))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), st.data())
def test_a_part_of_a_paragraph_reads_back_as_the_words_that_were_selected(
    source: str, data: st.DataObject
) -> None:
    (row,) = rows(source)
    begin = data.draw(st.integers(0, row_length(row)))
    end = data.draw(st.integers(begin, row_length(row)))
    piece = piece_of(row, begin, end)
    if piece.is_whole or begin == end:
        return
    from_spans = markdown_of(taken(piece))
    assert "\ufffd" not in source
    shown = "".join(span.text for span in read_inline(from_spans)).strip()
    everything = "".join(span.text for span in read_inline(source))
    assert shown.replace("\ufffd", "") in everything


def test_a_long_text_of_many_pieces_is_one_again() -> None:
    code = "\n".join(f"line {number}" for number in range(400))
    table = "a|b\n-|-\n" + "\n".join(f"{number}|x" for number in range(60))
    prose = "A sentence of some words. " * 400
    source = f"{prose.strip()}\n\n```text\n{code}\n```\n\n{table}"
    assert meaning(parse(copied(rows(source)))) == meaning(parse(source))
    assert copied(rows(source)).startswith(source.split("a|b")[0])


@pytest.mark.parametrize(
    "source",
    [
        "3. a\n4. b",
        "1. a\n\n   more\n2. b\n   - c\n\n     > d",
        "> q\n>\n> r",
        "```python\nx\n```",
        "A **bold** word and [a link](https://a.example).",
        "$$\nx^2\n$$",
        "# Head\n\n---\n\nEnd",
        "- [x] done\n- [ ] open",
        "Lead $x_1$ and $y_2$.",
        "![alt](https://a.example/p.png)",
    ],
)
def test_the_source_stays_as_it_was_written(source: str) -> None:
    assert copied(rows(source)) == source


@pytest.mark.parametrize(
    ("source", "begin", "end", "expected"),
    [
        ("a **bold** word", 4, 11, "**ld** word"),
        ("see [the page](https://a.example) now", 4, 7, "[the](https://a.example)"),
        ("1 \\* 2", 0, 4, "1 \\* "),
        ("# A heading", 2, 6, "head"),
        ("\U0001f600\U0001f601 faces", 2, 6, "\U0001f601 f"),
        ("```py\none\ntwo\n```", 1, 3, "`ne`"),
        ("```py\none\ntwo\n```", 1, 5, "```py\nne\nt\n```"),
        ("a|b\n-|-\n**1**|2", 5, 6, "**1**"),
    ],
)
def test_a_part_of_one_block_keeps_its_marks(
    source: str, begin: int, end: int, expected: str
) -> None:
    (row,) = rows(source)
    assert markdown_of(taken(piece_of(row, begin, end))) == expected


def test_links_by_reference_are_copied_with_their_address() -> None:
    references = {"A": {"href": "https://a.example", "title": ""}}
    row = BlockRow(parse("see [it][a]")[0], references=references)
    assert copied([row]) == "see [it](https://a.example)"


def test_a_card_is_copied_with_its_arguments_and_its_result() -> None:
    result = ToolResult("1", "plain ``` text", Outcome.DONE, 10)
    call = ToolUse(ToolCall("1", "look_up", '{"a": 1}'), ToolState.ENDED, result)
    assert card_markdown(call) == (
        '**look_up**\n\n```json\n{\n  "a": 1\n}\n```\n\n````\nplain ``` text\n````'
    )


def test_a_card_whose_arguments_were_edited_is_copied_with_what_really_ran() -> None:
    result = ToolResult("1", "Done.", Outcome.DONE, 5)
    call = ToolUse(ToolCall("1", "post", '{"to": "all"}'), ToolState.ENDED, result, ran='{"to": 1}')
    excerpt = Excerpt((Passage((Piece(CardRow("1")),)),), lambda _: call)
    for text in (card_markdown(call), plain_text_of(excerpt), html_of(excerpt)):
        asked, edited, ran = text.index("all"), text.index("Edited by the user"), text.index(" 1")
        assert asked < edited < ran < text.index("Done.")


def test_html_says_what_things_are_and_not_how_they_look() -> None:
    shown: list[Row] = [PromptRow("Go <b>"), CardRow("1"), *rows(SAMPLER)]
    html = html_of(taken(*(Piece(row) for row in shown)))
    for part in (
        "<p>Go &lt;b&gt;</p>",
        "<h1>One</h1>",
        "<strong>bold</strong>",
        '<a href="https://a.example/page">a link</a>',
        "<th>a</th>",
        "<hr>",
        "<blockquote>",
    ):
        assert part in html
    for word in ("style", "class", "color", "font", "<span"):
        assert word not in html
    opened = [line for line in html.split("\n") if line.startswith("<ol")]
    assert opened == ["<ol><li>"]


def test_html_of_lists_is_nested_as_the_lists_are() -> None:
    shown = rows("3. a\n4. b\n   - c\n\n5. d\n\nEnd")
    html = html_of(taken(*(Piece(row) for row in shown))).replace("\n", "")
    assert html == (
        '<ol start="3"><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li>'
        "<li><p>d</p></li></ol><p>End</p>"
    )


def test_a_picture_is_a_link_so_that_nothing_fetches_it_unasked() -> None:
    html = html_of(taken(*(Piece(row) for row in rows("x ![alt](https://a.example/p.png) y"))))
    assert "<img" not in html
    assert '<a href="https://a.example/p.png">alt</a>' in html


def test_rows_that_say_nothing_leave_no_gap() -> None:
    shown: list[Row] = [*rows("One"), SourcesRow(1, ()), *rows("Two")]
    text = copied(shown)
    assert all(line or below for line, below in pairwise(text.split("\n")))


def test_a_line_that_was_text_does_not_begin_a_list_where_it_stands_now() -> None:
    source = "> - in quote\n    - deep"
    assert meaning(parse(copied(rows(source)))) == meaning(parse(source))


def test_prices_that_are_copied_do_not_become_a_formula() -> None:
    (row,) = rows("It costs $5 and then **$10 or** so")
    part = markdown_of(taken(piece_of(row, 3, 26)))
    assert "".join(span.text for span in read_inline(part)) == "costs $5 and then $10 or"[:23]


def test_html_shows_the_boxes_of_tasks() -> None:
    html = html_of(taken(*(Piece(row) for row in rows("- [x] done\n- [ ] open"))))
    assert html.replace("\n", "") == (
        "<ul><li>\u2611 <p>done</p></li><li>\u2610 <p>open</p></li></ul>"
    )
