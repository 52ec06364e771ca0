"""Lines of JSON: cut anywhere, ended by LF alone, written over many lines, or broken off."""

import json

import pytest

from studio.core.errors import Category, IncompleteRoundError, RoundError
from studio.core.messages import Dialect, Stop
from studio.wire.dialects import reader_for
from studio.wire.ndjson import LineReader, batches, json_values
from tests.wire.replies import counter, read, read_all, read_bytewise
from tests.wire.streams import OLLAMA, lines, said


def test_a_line_ends_at_lf_and_nowhere_else() -> None:
    reader = LineReader()
    text = '{"a":"one\u2028two\u0085three\x0bfour"}'
    assert reader.feed(f"{text}\r\n\n{text}".encode()) == [f"{text}\r"]
    assert reader.close() == text
    assert reader.close() == ""


@pytest.mark.parametrize("at", range(1, 40))
def test_a_line_cut_anywhere_is_the_same_line(at: int) -> None:
    body = '{"text":"Grüße aus 東京 🌏"}\n'.encode()
    reader = LineReader()
    assert reader.feed(body[:at]) + reader.feed(body[at:]) == [body.decode().rstrip()]


def test_a_line_without_end_is_an_overflow_and_nothing_more_is_read() -> None:
    reader = LineReader(max_line=10)
    assert reader.feed(b"x" * 11) == []
    assert reader.is_overflowing
    assert reader.feed(b"y\n") == []


def test_many_lines_are_read_at_once_and_a_broken_one_only_costs_the_speed() -> None:
    assert list(batches(['{"a":1}', '{"b":2}'])) == [(['{"a":1}', '{"b":2}'], [{"a": 1}, {"b": 2}])]
    for broken in ('{"a":', '{"a":1},{"b":2}', "", "[" * 300):
        assert list(batches(['{"a":1}', broken])) == [(['{"a":1}', broken], [])]


def test_values_that_stand_on_one_line_are_told_apart() -> None:
    assert json_values('{"a":1}{"b":2} \r{"c":3}') == [{"a": 1}, {"b": 2}, {"c": 3}]
    with pytest.raises(ValueError, match="Expecting"):
        json_values('{"a":1} and more')


def test_a_reply_that_was_not_streamed_is_read_however_it_is_written() -> None:
    whole = {"message": {"role": "assistant", "content": " Hi. "}, "done": True}
    for body in (json.dumps(whole), json.dumps(whole, indent=1), f"data: {json.dumps(whole)}\n\n"):
        assert read_all(OLLAMA, body).text == " Hi. "
        assert read_bytewise(OLLAMA, body.encode()).outcome == read_all(OLLAMA, body).outcome


def test_a_line_that_was_cut_off_takes_nothing_away_from_those_before_it() -> None:
    body = lines(said(content="Half of ")) + '{"message":{"cont'
    for reading in (read_all(OLLAMA, body), read_bytewise(OLLAMA, body.encode())):
        assert isinstance(reading.error, IncompleteRoundError)
        assert reading.text == "Half of "


def test_a_broken_line_between_others_ends_the_round_and_keeps_the_text() -> None:
    body = lines(said(content="Half of ")) + '{"message":{"cont\n' + lines(said("stop"))
    reading = read_all(OLLAMA, body)
    assert isinstance(reading.error, RoundError)
    assert reading.error.failure.category is Category.UNREADABLE_REPLY
    assert reading.text == "Half of "


def test_nothing_is_read_behind_the_end() -> None:
    body = lines(said("stop", content="Hi."), said("stop", content="And more."))
    reading = read_all(OLLAMA, body)
    assert reading.text == "Hi."
    assert reading.completed is not None
    assert reading.completed.stop is Stop.END


def test_an_error_line_ends_the_round_with_the_servers_words() -> None:
    body = lines(said(content="Half of "), {"error": "server busy, please try again."})
    reading = read_all(OLLAMA, body)
    assert reading.error is not None
    assert reading.error.failure.category is Category.OVERLOADED
    assert reading.text == "Half of "


def test_a_line_that_nobody_knows_is_passed_over() -> None:
    body = lines({"status": "loading model"}, said(content="Hi."), {"status": "x"}, said("stop"))
    assert read_all(OLLAMA, body).text == "Hi."


def test_the_other_dialects_read_one_value_as_a_whole_reply() -> None:
    body = b'{"choices":[{"message":{"content":"Hi."},"finish_reason":"stop"}]}\n'
    assert read(reader_for(Dialect.OPENAI_CHAT, counter()), [body]).text == "Hi."
