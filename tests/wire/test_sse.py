"""Bytes become events: line ends, comments, joins, bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.wire.sse import ServerEvent, SseReader


def _events(data: bytes, size: int | None = None) -> list[ServerEvent]:
    reader = SseReader()
    step = size or max(1, len(data))
    events: list[ServerEvent] = []
    for at in range(0, len(data), step):
        events += reader.feed(data[at : at + step])
    return events + reader.close()


@pytest.mark.parametrize("ending", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_lines_end_at_any_of_the_three_line_ends(ending: str, size: int | None) -> None:
    text = f"event: one{ending}data: a{ending}{ending}data: b{ending}{ending}"
    assert _events(text.encode(), size) == [ServerEvent("one", "a"), ServerEvent("", "b")]


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_an_empty_line_between_cr_and_lf_is_not_seen_where_there_is_none(size: int | None) -> None:
    assert _events(b"data: a\r\ndata: b\r\n\r\n", size) == [ServerEvent("", "a\nb")]


@pytest.mark.parametrize(
    "character", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"]
)
def test_no_other_separator_ends_a_line(character: str) -> None:
    assert _events(f"data: a{character}b\n\n".encode(), 1) == [ServerEvent("", f"a{character}b")]


def test_a_bom_is_skipped_at_the_start_and_kept_elsewhere() -> None:
    data = "\ufeffdata: \ufeffa\n\n".encode()
    assert _events(data, 1) == [ServerEvent("", "\ufeffa")]


def test_only_one_space_after_the_colon_is_left_out() -> None:
    data = b"data:a\n\ndata:  b\n\ndata\n\n: comment\nid: 5\nretry: 9\nodd\n\n"
    assert _events(data) == [ServerEvent("", "a"), ServerEvent("", " b"), ServerEvent("", "")]


def test_the_last_event_needs_no_blank_line_and_no_line_end() -> None:
    assert _events(b"data: a") == [ServerEvent("", "a")]
    assert _events(b"data: a\n") == [ServerEvent("", "a")]


def test_invalid_utf_8_is_replaced_and_hurts_nothing_else() -> None:
    assert _events(b"data: \xff\n\ndata: b\n\n")[1] == ServerEvent("", "b")


@pytest.mark.parametrize("line", [b"data: " + b"x" * 200, b"data: xx\n" * 60, b"x" * 200])
def test_what_is_longer_than_the_bound_is_reported_and_not_kept(line: bytes) -> None:
    reader = SseReader(max_line=100)
    assert reader.feed(b"data: a\n\n") == [ServerEvent("", "a")]
    assert reader.feed(line) == []
    assert reader.is_overflowing
    assert reader.feed(b"\n\ndata: b\n\n") + reader.close() == []


@given(st.binary(), st.integers(1, 7))
def test_any_bytes_give_the_same_events_however_they_are_cut(data: bytes, size: int) -> None:
    assert _events(data, size) == _events(data)
