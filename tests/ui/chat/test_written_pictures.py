"""Pictures that an answer writes out: drawn, not spelled, and as cheap as their place."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.ui.chat.inline import read_inline
from studio.ui.chat.leaves import Kind
from studio.ui.chat.markdown import MarkdownStream, parse

BODY = "iVBORw0KGgo" + "Ab1+/" * 400 + "=="
PICTURE = f"![a cat](data:image/png;base64,{BODY})"
PIECES = (
    PICTURE, f"Words {PICTURE} more.", "\n\n", "\n", "- ", "> ", "```\n", "| a | b |\n|---|---|\n",
    f"| {PICTURE} | x |\n", PICTURE[:-1], "![", "text ", f"![x](data:image/gif;base64,{BODY[:70]}",
    f"!!{BODY}", "[^1]: ",
)  # fmt: skip


def stream(text: str, cuts: list[int]) -> MarkdownStream:
    reading = MarkdownStream()
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    for begin, end in pairwise(places):
        reading.feed(text[begin:end])
    reading.finish()
    return reading


def test_a_picture_that_is_written_out_is_one_picture() -> None:
    assert [block.kind for block in parse(f"Here:\n\n{PICTURE}\n\nEnd")] == [
        Kind.PARAGRAPH,
        Kind.IMAGE,
        Kind.PARAGRAPH,
    ]
    (block,) = parse(PICTURE)
    assert block.text == PICTURE
    (span,) = read_inline(block.text)
    assert (span.text, span.image) == ("a cat", f"data:image/png;base64,{BODY}")


def test_among_words_it_is_its_label() -> None:
    (block,) = parse(f"See {PICTURE} here.")
    assert block.text == f"See {PICTURE} here."
    assert [span.text for span in read_inline(block.text)] == ["See ", "a cat", " here."]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.lists(st.integers(0, 10**6)))
def test_in_any_pieces_it_reads_like_the_whole(text: str, cuts: list[int]) -> None:
    assert tuple(stream(text, cuts).blocks) == parse(text)


@pytest.mark.parametrize("lead", ["", "Words before ", "- ", "| a | b |\n|---|---|\n| "])
def test_while_it_comes_in_the_page_stays_calm(lead: str) -> None:
    reading = MarkdownStream()
    reading.feed(f"{lead}![a cat](data:image/png;base64,{BODY[:200]}")
    before = list(reading.blocks)
    read = reading.parsed_chars
    for _ in range(1_000):
        reading.feed("Ab1+/" * 200)
    assert reading.blocks == before
    assert reading.parsed_chars < read + 4_000 * 1_000, "its letters are not read"


def test_megabytes_of_it_take_no_time() -> None:
    text = f"![a cat](data:image/png;base64,{BODY * 1_500})"
    begin = time.process_time()
    (block,) = parse(text)
    (span,) = read_inline(block.text)
    assert len(span.image) > 3_000_000
    assert time.process_time() - begin < 1.0


def test_one_that_breaks_off_is_kept_and_shown_short() -> None:
    text = f"![a cat](data:image/png;base64,{BODY}"
    (block,) = stream(text, [10, 900]).blocks
    assert block.text == text
    assert len("".join(span.text for span in read_inline(block.text))) < 120
