"""Servers that send what no dialect has: one category, and the text so far is kept."""

import json
import time

import pytest

from studio.core.errors import Category
from studio.core.messages import Dialect
from studio.wire import model_list
from studio.wire.sse import MAX_LINE
from tests.wire.recorded import framed, recording
from tests.wire.replies import Reading, exchange, read, read_all

_EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))
_PAGE = b"<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>to nginx!</body></html>"


def _category(reading: Reading) -> Category:
    assert reading.error is not None
    return reading.error.failure.category


def _open_text(dialect: Dialect) -> bytes:
    """A stream that has said something and goes on."""
    scene = recording(dialect, "cut_off")
    return scene.rstrip() + (b"\n" if dialect is Dialect.OLLAMA_CHAT else b"\n\n")


@_EVERY_DIALECT
def test_a_page_is_an_unreadable_reply_with_its_first_words(dialect: Dialect) -> None:
    reading = read_all(dialect, b"\n" + _PAGE)
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.error is not None
    assert reading.error.failure.message == "Welcome to nginx!"


@_EVERY_DIALECT
def test_an_endless_page_is_not_read_to_its_end(dialect: Dialect) -> None:
    reader = exchange(dialect).begin_round("text/html")
    for _ in range(3):
        reader.feed(_PAGE * 20)
    assert reader.is_finished
    assert _category(read(reader, [])) is Category.UNREADABLE_REPLY


@_EVERY_DIALECT
def test_plain_words_are_an_unreadable_reply_that_quotes_them(dialect: Dialect) -> None:
    reading = read_all(dialect, b"upstream connect error")
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.error is not None
    assert reading.error.failure.message == "upstream connect error"


@_EVERY_DIALECT
def test_an_empty_body_is_cut_off(dialect: Dialect) -> None:
    for body in (b"", b"\n \n", b"\xef\xbb\xbf", b": only comments\n\n"):
        assert _category(read_all(dialect, body)) in (Category.CUT_OFF, Category.UNREADABLE_REPLY)


@pytest.mark.slow
@_EVERY_DIALECT
def test_an_endless_line_ends_the_round_and_keeps_the_text(dialect: Dialect) -> None:
    opening = framed(dialect, b"").rstrip()

    def pieces() -> list[bytes]:
        return [_open_text(dialect), opening, *[b"x" * 1_000_000] * (MAX_LINE // 1_000_000 + 2)]

    reading = read(exchange(dialect).begin_round(""), pieces())
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.text == "The three steps are: 1) "


@_EVERY_DIALECT
@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"choices":[', b'{"type":['])
def test_deeply_nested_json_ends_the_round_and_keeps_the_text(
    dialect: Dialect, opening: bytes
) -> None:
    reading = read_all(dialect, _open_text(dialect) + framed(dialect, opening * 100_000))
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.text == "The three steps are: 1) "
    assert _category(read_all(dialect, opening * 100_000)) is Category.UNREADABLE_REPLY


@_EVERY_DIALECT
def test_half_a_payload_ends_the_round_and_keeps_the_text(dialect: Dialect) -> None:
    reading = read_all(dialect, _open_text(dialect) + framed(dialect, b'{"choices":[{"del'))
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.text == "The three steps are: 1) "


@pytest.mark.slow
def test_ten_megabytes_in_one_event_are_read() -> None:
    text = "x[" * 5_000_000
    chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": "stop"}]}
    body = b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n"
    assert read_all(Dialect.OPENAI_CHAT, body).text == text


@_EVERY_DIALECT
def test_json_of_another_kind_is_an_error_that_quotes_it(dialect: Dialect) -> None:
    reading = read_all(dialect, b'{"hello": "world"}')
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.error is not None
    assert "world" in reading.error.failure.message
    assert _category(read_all(dialect, b'{"hello": "wor')) is Category.UNREADABLE_REPLY


@_EVERY_DIALECT
def test_an_error_body_with_status_200_is_read_as_one(dialect: Dialect) -> None:
    body = b'{"error": {"message": "Slow down", "type": "rate_limit_error"}}'
    assert _category(read_all(dialect, body)) is Category.RATE_LIMIT


def test_a_responses_call_without_an_id_ends_the_turn_clearly() -> None:
    call = {"type": "function_call", "name": "get_time", "arguments": "{}"}
    body = {"object": "response", "status": "completed", "output": [call]}
    reading = read_all(Dialect.OPENAI_RESPONSES, json.dumps(body))
    assert _category(reading) is Category.UNREADABLE_REPLY
    assert reading.error is not None
    assert "get_time" in reading.error.failure.message


@pytest.mark.slow
@_EVERY_DIALECT
def test_reading_costs_the_same_for_each_kilobyte_of_a_long_reply(dialect: Dialect) -> None:
    short, long = (_cost_per_delta(dialect, count) for count in (2_000, 40_000))
    assert long < short * 10  # a cost that grows with the square is 20 times as much


def _cost_per_delta(dialect: Dialect, count: int) -> float:
    body = _open_text(dialect) + _delta(dialect) * count
    best = float("inf")
    for _ in range(2):
        reader = exchange(dialect).begin_round("")
        started = time.process_time()
        for at in range(0, len(body), 4_096):
            reader.feed(body[at : at + 4_096])
        best = min(best, time.process_time() - started)
    return best / count


def _delta(dialect: Dialect) -> bytes:
    detail = {"type": "reasoning.text", "index": 0, "text": "word "}
    delta = {"reasoning": "word ", "reasoning_details": [detail], "content": "word "}
    payloads = {
        Dialect.OPENAI_CHAT: {"choices": [{"index": 0, "delta": delta}]},
        Dialect.OPENAI_RESPONSES: {
            "type": "response.output_text.delta",
            "output_index": 0,
            "delta": "word ",
        },
        Dialect.ANTHROPIC_MESSAGES: {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": "word "},
        },
        Dialect.GOOGLE_GEMINI: {"candidates": [{"content": {"parts": [{"text": "word "}]}}]},
        Dialect.OLLAMA_CHAT: {"message": {"content": "word "}, "done": False},
    }
    return framed(dialect, json.dumps(payloads[dialect]).encode())


@pytest.mark.parametrize(
    ("body", "models"),
    [
        (b'{"data": [{"id": "b"}, {"id": "a"}, {"id": 5}, "c", null]}', ("a", "b", "c")),
        (b'{"models": [{"name": "x"}]}', ("x",)),
        (b'[{"id": "x"}]', ("x",)),
        (b'{"data": []}', ()),
    ],
)
def test_a_model_list_is_read_in_every_shape(body: bytes, models: tuple[str, ...]) -> None:
    listed = model_list.read(Dialect.OPENAI_CHAT, body)
    assert tuple(model.id for model in listed) == models
