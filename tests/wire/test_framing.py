import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.messages import Dialect
from studio.wire.framing import Frame, frames
from studio.wire.sse import ServerEvent, SseReader
from tests.wire.recorded import all_recordings, recording


def read(body: bytes) -> list[ServerEvent]:
    reader = SseReader()
    return [*reader.feed(body), *reader.close()]


def cut(body: bytes, *, reads_lines: bool = False) -> list[Frame]:
    return list(frames(body, reads_lines=reads_lines))


def told(body: bytes) -> list[ServerEvent]:
    return [ServerEvent(each.name, each.data) for each in cut(body) if not each.is_stray]


@pytest.mark.parametrize(("dialect", "scene"), all_recordings())
def test_the_events_of_a_recording_are_those_that_its_reader_saw(
    dialect: Dialect, scene: str
) -> None:
    body = recording(dialect, scene)
    if dialect is Dialect.OLLAMA_CHAT:
        lines = [line for line in body.decode().split("\n") if line]
        assert [each.data for each in cut(body, reads_lines=True)] == lines
    else:
        assert told(body) == read(body)


_PIECES = [b"data: x", b"data:", b"event: e", b": note", b"junk", b"id: 1", b"\n", b"\r\n", b"\r"]


@given(st.lists(st.sampled_from([*_PIECES, b"\n\n", b"\n"])).map(b"".join))
def test_any_stream_is_cut_as_it_is_read_and_nothing_of_it_is_hidden(body: bytes) -> None:
    assert told(body) == read(body)
    seen = bytearray(len(body))
    for each in cut(body):
        seen[each.begin : each.end] = b"\1" * (each.end - each.begin)
    assert not bytes(sign for sign, is_seen in zip(body, seen, strict=True) if not is_seen).strip()


def test_comments_and_garbage_between_events_are_kept_as_such() -> None:
    body = b": hello\n\nevent: a\ndata: 1\n\nwhat?\ndata: 2\n: again\n\n"
    assert cut(body) == [
        Frame("", ": hello", 0, 7, is_stray=True),
        Frame("a", "1", 9, 27),
        Frame("", "what?", 27, 32, is_stray=True),
        Frame("", ": again", 41, 48, is_stray=True),
        Frame("", "2", 27, 50),
    ]


@pytest.mark.parametrize(
    ("body", "is_stray"),
    [(b'\xef\xbb\xbf {"a":1}\n', False), (b'[{"a":1},\n{"b":2}]', False), (b"<html>", True)],
)
def test_a_body_that_is_no_stream_is_one_event(body: bytes, is_stray: bool) -> None:
    (only,) = cut(body)
    assert only.is_stray is is_stray
    assert body[only.begin : only.end].decode() == only.data


def test_lines_of_json_are_events_and_an_object_on_many_lines_is_one() -> None:
    body = b'{"a":1}\n\n  {"b":2}\nnonsense\n{"c":'
    found = cut(body, reads_lines=True)
    assert [each.data for each in found] == ['{"a":1}', '{"b":2}', "nonsense", '{"c":']
    assert [each.is_stray for each in found] == [False, False, True, False]
    assert [body[each.begin : each.end].decode() for each in found] == [e.data for e in found]
    assert [each.data for each in cut(b'{\n "a": 1\n}', reads_lines=True)] == ['{\n "a": 1\n}']
    assert cut(b" \n") == cut(b"") == []


@pytest.mark.slow
def test_twenty_megabytes_take_twice_as_long_as_ten() -> None:
    word = random.Random(1).randbytes(40).hex()  # noqa: S311 - the same every time
    event = f'data: {{"choices":[{{"delta":{{"content":"{word}"}}}}]}}\n\n'.encode()

    def seconds(size: int) -> float:
        body = event * (size // len(event))
        begun = time.process_time()
        assert len(cut(body)) == size // len(event)
        return time.process_time() - begun

    assert seconds(20_000_000) < 4 * seconds(10_000_000)
