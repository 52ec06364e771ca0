"""The splitter: whatever the cuts, a streamed text reads like the whole one."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.ui.chat.leaves import CHUNK_LINES, PIECE_CHARS, Item, Kind, Quote
from studio.ui.chat.markdown import MarkdownStream, parse

LINES = st.sampled_from(
    [
        "", "", "", "word", "two words", "  indented", "    code", "\tcode", "# head", "## h #",
        "===", "---", "- - -", "***", "*", "-", "+", "- item", "* star", "  - nested", "    - deep",
        "-     wide", "1. one", "2. two", "7) seven", "10. ten", "   more", "- [ ] open",
        "- [x] done", "> quote", "> > deeper", ">", "> - in quote", "```", "```py", "~~~", "````",
        "  ```", "- ```", "  code()", "| a | b |", "|---|---|", "|:-:|--:|", "| 1 | 2 |", "a | b",
        "--|--", "[ref]: http://x.example", "[ref]", "<div>", "<!-- c -->", "\\", "**bold", "a  ",
        "`tick", "\u05e9\u05dc\u05d5\u05dd", "\u4f60\u597d\u3002", "\U0001f600", "\x00", "1.",
        "-\t-",
    ]
)  # fmt: skip
NEWLINES = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    rows = draw(st.lists(st.tuples(LINES, NEWLINES), max_size=40))
    text = "".join(line + end for line, end in rows)
    return text + draw(st.sampled_from(["", "tail", "-", "``"]))


@st.composite
def long_documents(draw: st.DrawFn) -> str:
    """A few blocks that are each longer than what is kept open."""
    kinds = {
        "fence": "```py\n" + "x = 1\n" * draw(st.integers(140, 460)) + "```\n",
        "open": "   ```\n" + "   y\n\n" * draw(st.integers(70, 160)),
        "table": "a|b\n-|-\n" + "1|2\n" * draw(st.integers(25, 95)),
        "list": "5. item\n" * draw(st.integers(1, 40)),
        "lines": "so it goes. and on\n" * draw(st.integers(150, 500)),
        "line": "one sentence. " * draw(st.integers(200, 700)) + "\n",
        "spaceless": "\u4f60\u597d" * draw(st.integers(1000, 4000)) + "\n",
        "item": "- a\n\n  ```py\n" + "  x = 1\n" * draw(st.integers(140, 460)) + "  ```\n  b\n",
        "quoted": "> a\n> - b\n>\n>   c|d\n>   -|-\n" + ">   1|2\n" * draw(st.integers(15, 70)),
        "inner": "1. a\n   2. b\n\n      ~~~\n" + "      y\n\n" * draw(st.integers(70, 190)),
        "words": "word " * draw(st.integers(600, 1500)) + "\n",
    }
    picks = draw(st.lists(st.sampled_from(sorted(kinds)), min_size=1, max_size=4))
    joints = st.sampled_from(["\n", "", "a | b\n--|--\n", "===\n", "- x\n", "    in\n"])
    return "".join(kinds[pick] + draw(joints) for pick in picks)


def stream(text: str, cuts: list[int]) -> MarkdownStream:
    """Feeds the text in pieces and holds that what was frozen never changes."""
    reader = MarkdownStream()
    frozen: tuple[object, ...] = ()
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    for begin, end in itertools.pairwise(edges):
        first = reader.feed(text[begin:end])
        assert first == len(frozen)
        assert tuple(reader.blocks[: len(frozen)]) == frozen
        frozen = tuple(reader.blocks[: reader.frozen])
    reader.finish()
    assert tuple(reader.blocks[: len(frozen)]) == frozen
    return reader


CUTS = st.lists(st.integers(0, 10**6), max_size=30)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(documents(), CUTS)
def test_a_streamed_text_reads_like_the_whole(text: str, cuts: list[int]) -> None:
    assert tuple(stream(text, cuts).blocks) == parse(text)


NESTED = st.sampled_from(
    [
        "- a", "  - b", "    - c", "   - d", "  b", "    c", "1. x", "   - y", "   2. z", "      w",
        "> q", "> - r", ">   s", "> > t", ">", "", "", "- > u", "  > v", "  ```", "  code", "- ```",
        "- - m", "    n", "- [ ] o", "  - [x] p", "3) k", "   3) l", "  a|b", "  -|-", "---", "lax",
        "- # h", "  ===", "- [a]: /u", "-", "  1.", ">1. i", "> 1. j", "      deep", "\t- tab",
    ]
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.lists(NESTED, max_size=30), CUTS)
def test_nested_lists_and_quotes_freeze_without_a_trace(lines: list[str], cuts: list[int]) -> None:
    text = "\n".join(lines)
    assert tuple(stream(text, cuts).blocks) == parse(text)


@settings(max_examples=60, deadline=None)
@given(documents())
def test_a_text_streamed_letter_by_letter_reads_like_the_whole(text: str) -> None:
    assert tuple(stream(text, list(range(len(text)))).blocks) == parse(text)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(long_documents(), CUTS)
def test_long_blocks_are_cut_the_same_however_they_arrive(text: str, cuts: list[int]) -> None:
    assert tuple(stream(text, cuts).blocks) == parse(text)


def blocks_while_open(text: str) -> list[tuple[Kind, str]]:
    reader = MarkdownStream()
    reader.feed(text)
    return [(block.kind, block.text) for block in reader.blocks]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Here:\n```python\nprint(1)\n", "print(1)"),
        ("```\nnot closed\n\n| a | b |\n|--|--|", "not closed\n\n| a | b |\n|--|--|"),
    ],
)
def test_an_open_fence_is_code_to_the_end_of_its_text(text: str, code: str) -> None:
    assert blocks_while_open(text)[-1] == (Kind.CODE, code)
    assert parse(text)[-1].text == code


def test_half_a_mark_is_held_back_until_it_is_whole() -> None:
    assert blocks_while_open("para\n-") == [(Kind.PARAGRAPH, "para")]
    assert blocks_while_open("para\n\n``") == [(Kind.PARAGRAPH, "para")]
    assert parse("para\n\n``")[-1].text == "``"


def test_numbers_go_on_across_frozen_items() -> None:
    reader = stream("3. a\n4. b\n5. c\n6. d\n", list(range(20)))
    markers = [item.marker for block in reader.blocks for item in block.containers if
               isinstance(item, Item)]  # fmt: skip
    assert markers == ["3.", "4.", "5.", "6."]


def test_the_boxes_of_tasks_stand_for_their_bullets() -> None:
    done, todo = parse("- [x] done\n- [ ] todo\n")
    assert done.containers == (Item("☑", opens=True),)
    assert (todo.text, todo.containers) == ("todo", (Item("☐", opens=True),))


def test_a_block_knows_the_quote_and_the_item_around_it() -> None:
    blocks = parse("> - a\n>\n>   b\n")
    assert [block.containers for block in blocks] == [
        (Quote(), Item("•", opens=True)),
        (Quote(), Item("•", opens=False)),
    ]


def test_only_the_first_chunk_of_a_table_has_its_head() -> None:
    chunks = parse("a|b\n-|-\n" + "1|2\n" * 70)
    assert [len(chunk.rows) for chunk in chunks] == [21, 20, 20, 10]
    assert chunks[0].rows[0] == ("a", "b")
    assert [chunk.continues for chunk in chunks] == [False, True, True, True]


@pytest.mark.slow
def test_one_long_fence_and_paragraph_stay_cheap() -> None:
    for text in ("```\n" + "x = 1\n" * 17_000, "word " * 20_000, "- item one\n" * 9_000):
        reader = MarkdownStream()
        for at in range(0, len(text), 64):
            reader.feed(text[at : at + 64])
        assert reader.parsed_chars < 110 * len(text)
        assert len(reader.blocks[reader.frozen :]) <= 3


def test_an_overlong_paragraph_is_cut_after_a_sentence() -> None:
    first, second = parse("A sentence of some words. " * 200)
    assert PIECE_CHARS <= len(first.text) < PIECE_CHARS + 40
    assert first.text.endswith(". ")
    assert (first.continues, second.continues) == (False, True)


def test_a_long_fence_is_cut_into_chunks() -> None:
    chunks = parse("```py\n" + "x\n" * (CHUNK_LINES + 1) + "```\n")
    assert [chunk.text.count("\n") + 1 for chunk in chunks] == [CHUNK_LINES, 1]
    assert {chunk.language for chunk in chunks} == {"py"}
