"""A key that is told token by token is in no recorded byte, and offsets stay true."""

import json
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.adapters.masking import Masker
from studio.adapters.piece_masking import masked_pieces

KEY = "sk-plant" + "ed-0123456789"
MASKER = Masker([KEY])


def _frames(documents: Iterable[object]) -> bytes:
    return b"".join(b"data: %b\n\n" % json.dumps(each).encode() for each in documents)


def _said(body: bytes) -> str:
    lines = [line[6:] for line in body.split(b"\n\n") if line]
    return "".join(json.loads(line)["delta"]["text"] for line in lines)


@given(st.sets(st.integers(1, 40)), st.sampled_from(["é\n", '"', "", "😀"]))
def test_a_key_in_any_pieces_is_masked_to_its_length(cuts: set[int], before: str) -> None:
    text = f"{before}it is {KEY}, take it"
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    body = _frames({"delta": {"text": each}, "id": "x", "index": 0} for each in pieces)
    masked = masked_pieces(body, MASKER)
    assert len(masked) == len(body)
    assert _said(masked) == text.replace(KEY, "*" * len(KEY))


def test_what_a_cut_has_left_of_a_key_in_pieces_is_masked() -> None:
    body = _frames({"delta": {"text": each}} for each in (KEY[:7], KEY[7:14]))
    assert _said(masked_pieces(body, MASKER)) == "*" * 14


def test_calls_told_side_by_side_are_joined_each() -> None:
    pieces = [
        {"tool_calls": [{"index": at % 2, "arguments": KEY[at // 2] if at % 2 else "x"}]}
        for at in range(2 * len(KEY))
    ]
    masked = masked_pieces(_frames(pieces), MASKER)
    assert b'"index": 1, "arguments": "*"' in masked
    assert masked.count(b'"x"') == masked.count(b'"*"') == len(KEY)


@pytest.mark.parametrize("body", [b"", b"[[[[", b'data: {"a": "b', b"\xff{}", b"[" * 100_000])
def test_what_is_no_json_stays_as_it_is(body: bytes) -> None:
    assert masked_pieces(body, MASKER) == body


def test_lines_of_json_and_one_document_are_read_too() -> None:
    lines = b"\n".join(json.dumps({"message": {"content": each}}).encode() for each in KEY)
    assert masked_pieces(lines, MASKER).count(b'"*"') == len(KEY)
    whole = json.dumps({"parts": [{"text": KEY[:5]}, {"text": KEY[5:]}]}).encode()
    assert masked_pieces(whole, MASKER).count(b"*") == len(KEY)
