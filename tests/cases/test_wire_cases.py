"""Streaming and transport failures that happened to others: one test a case."""

import json
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from studio.core.errors import Category, IncompleteRoundError
from studio.core.messages import (
    Dialect,
    Stop,
)
from studio.wire.endpoints import models_url, request_url
from studio.wire.failures import failure_from_response
from tests.wire.replies import exchange, read, read_all, read_bytewise
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    GEMINI,
    NO_ARGUMENTS,
    OLLAMA,
    RESPONSES,
    body_of,
    call_delta,
    calls,
    completed,
    delta,
    lines,
    parts,
    said,
    stream,
)
from tests.wire.validators import check


@pytest.mark.parametrize("index", [{}, {"index": None}])
def test_s01_calls_without_an_index_stay_apart(index: dict[str, Any]) -> None:
    body = stream(
        call_delta(id="call_a", name="get_time", arguments='{"tz":"UTC"}', **index),
        call_delta("tool_calls", id="call_b", name="get_time", arguments='{"tz":"X"}', **index),
    )
    assert calls(read_all(CHAT, body)) == [
        ("call_a", "get_time", '{"tz":"UTC"}'),
        ("call_b", "get_time", '{"tz":"X"}'),
    ]


def test_s01_without_id_and_index_a_name_opens_a_call_and_nothing_continues_it() -> None:
    body = stream(
        call_delta(name="get_time", arguments='{"tz":'),
        call_delta(arguments='"UTC"}'),
        call_delta(name="get_time", arguments='{"tz":"X"}'),
        call_delta("tool_calls", name="list_files", arguments="{}"),
    )
    assert calls(read_all(CHAT, body)) == [
        ("", "get_time", '{"tz":"UTC"}'),
        ("", "get_time", '{"tz":"X"}'),
        ("", "list_files", "{}"),
    ]


def test_s02_a_new_id_with_a_name_starts_a_call_although_the_index_repeats() -> None:
    body = stream(
        call_delta(index=0, id="fc-1", name="add_event", arguments='{"day":1}'),
        call_delta("tool_calls", index=0, id="fc-2", name="add_event", arguments='{"day":2}'),
    )
    assert calls(read_all(CHAT, body)) == [
        ("fc-1", "add_event", '{"day":1}'),
        ("fc-2", "add_event", '{"day":2}'),
    ]


@pytest.mark.parametrize("later", ["call_x", "", None])
def test_s03_id_and_name_are_set_once_and_never_appended(later: str | None) -> None:
    name = "get_page" if later else later
    body = stream(
        call_delta(index=0, id="call_x", name="get_page", arguments=""),
        call_delta(index=0, id=later, name=name, arguments='{"url":'),
        call_delta("tool_calls", index=0, id=later, name=name, arguments='"x.org"}'),
    )
    assert calls(read_all(CHAT, body)) == [("call_x", "get_page", '{"url":"x.org"}')]


@EVERY_DIALECT
def test_s06_no_arguments_mean_an_empty_object_now_and_on_replay(dialect: Dialect) -> None:
    made = exchange(dialect)
    reading = completed(made, NO_ARGUMENTS[dialect])
    assert calls(reading) == [("c1", "list_alerts", "")]
    text = json.dumps(body_of(made))
    sent = {
        CHAT: '"arguments": "{}"',
        RESPONSES: '"arguments": "{}"',
        ANTHROPIC: '"input": {}',
        GEMINI: '"args": {}',
        OLLAMA: '"arguments": {}',
    }
    assert sent[dialect] in text


@pytest.mark.parametrize("form", ["message", "delta"])
def test_s07_arguments_as_an_object_are_written_out_once(form: str) -> None:
    function = {"name": "weather", "arguments": {"city": "Oslo"}}
    content = {"content": None, "tool_calls": [{"index": 0, "id": "c1", "function": function}]}
    payload = {"choices": [{"index": 0, form: content, "finish_reason": "tool_calls"}]}
    made = exchange(CHAT)
    body = json.dumps(payload) if form == "message" else stream(payload)
    assert calls(completed(made, body)) == [("c1", "weather", '{"city":"Oslo"}')]
    sent = body_of(made)["messages"][-2]["tool_calls"][0]["function"]["arguments"]
    assert sent == '{"city":"Oslo"}'


_CUT = '{"path":"n.txt","text":"Dear'
_CUT_CALLS = {
    CHAT: stream(call_delta(index=0, id="w1", name="write_file", arguments=_CUT), delta("length")),
    RESPONSES: stream(
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {"type": "function_call", "call_id": "w1", "name": "write_file"},
        },
        {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": _CUT},
        {
            "type": "response.incomplete",
            "response": {
                "status": "incomplete",
                "incomplete_details": {"reason": "max_output_tokens"},
            },
        },
    ),
    ANTHROPIC: stream(
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "w1", "name": "write_file", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": _CUT},
        },
        {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
        {"type": "message_stop"},
    ),
    GEMINI: stream(
        parts(
            {"functionCall": {"name": "write_file", "id": "w1", "args": _CUT}}, finish="MAX_TOKENS"
        ),
        done=False,
    ),
    OLLAMA: lines(
        said(tool_calls=[{"id": "w1", "function": {"name": "write_file", "arguments": _CUT}}]),
        said("length"),
    ),
}


@EVERY_DIALECT
def test_s09_a_call_cut_off_by_the_output_limit_is_vetoed_and_stays_replayable(
    dialect: Dialect,
) -> None:
    made = exchange(dialect)
    reading = completed(made, _CUT_CALLS[dialect])
    assert reading.completed is not None
    assert reading.completed.stop is Stop.LENGTH
    assert reading.completed.stop.vetoes_calls
    assert calls(reading) == [("w1", "write_file", _CUT)]
    body = body_of(made)
    check(dialect, body)
    assert "cut off" in json.dumps(body)


@pytest.mark.parametrize("reason", ["stop", "other", None])
def test_s11_complete_calls_count_whatever_the_finish_reason(reason: str | None) -> None:
    reading = read_all(
        CHAT,
        stream(
            delta(content="Let me look."),
            call_delta(index=0, id="c1", name="list_dir", arguments="{}"),
            delta(reason),
        ),
    )
    assert calls(reading) == [("c1", "list_dir", "{}")]
    assert reading.completed is not None
    assert not reading.completed.stop.vetoes_calls
    assert reading.text == "Let me look."


def test_s12_unicode_line_separators_do_not_end_a_line() -> None:
    raw = (
        b'data: {"choices":[{"index":0,"delta":{"content":"one\xe2\x80\xa8two\xc2\x85three\x0b"},'
        b'"finish_reason":"stop"}]}\n\n'
    ).replace(b"\x0b", b"")
    assert read_all(CHAT, raw).text == "one\u2028two\u0085three"
    assert read_bytewise(CHAT, raw).text == "one\u2028two\u0085three"


def test_s13_comments_pings_and_odd_spacing_are_harmless() -> None:
    raw = (
        "\ufeff: OPENROUTER PROCESSING\n\n: keep-alive\n"
        'data:{"choices":[{"index":0,\ndata: "delta":{"content":"hi"}}]}\n\n'
        'event: ping\ndata: {"type":"ping"}\n\nid: 7\nretry: 10\nnonsense\n\ndata: [DONE]\n\n'
    )
    assert read_all(CHAT, raw).text == "hi"
    assert read_bytewise(CHAT, raw.encode()).text == "hi"


@pytest.mark.parametrize(
    ("error", "category", "message"),
    [
        (
            {"code": 502, "message": "Upstream is full", "metadata": {"provider_name": "X"}},
            Category.SERVER,
            "Upstream is full",
        ),
        ("It broke", Category.SERVER, "It broke"),
        ({"code": "rate_limit_exceeded", "message": "Slow"}, Category.RATE_LIMIT, "Slow"),
    ],
)
def test_s15_an_error_inside_the_stream_ends_the_turn_and_keeps_the_text(
    error: Any, category: Category, message: str
) -> None:
    reading = read_all(CHAT, stream(delta(content="Half"), {"choices": [], "error": error}))
    assert reading.error is not None
    assert reading.error.failure.category is category
    assert reading.error.failure.message == message
    assert reading.text == "Half"


def test_s15_a_chunk_with_usage_alone_is_no_error() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 7}
    reading = read_all(CHAT, stream(delta("stop", content="x"), {"choices": [], "usage": usage}))
    assert reading.completed is not None
    assert reading.completed.usage.output_tokens == 7


_CUT_STREAMS = {
    CHAT: stream(
        delta(content="The three steps are: 1) "),
        call_delta(index=0, id="c", name="list_dir", arguments='{"a'),
        done=False,
    ),
    RESPONSES: stream(
        {
            "type": "response.output_text.delta",
            "output_index": 0,
            "delta": "The three steps are: 1) ",
        },
        done=False,
    ),
    ANTHROPIC: stream(
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "text", "text": "The three steps are: 1) "},
        },
        done=False,
    ),
    GEMINI: stream(parts({"text": "The three steps are: 1) "}), done=False),
    OLLAMA: lines(said(content="The three steps are: 1) ")),
}


@EVERY_DIALECT
def test_s17_an_end_without_an_end_marker_is_cut_off_and_keeps_the_text(dialect: Dialect) -> None:
    reading = read_all(dialect, _CUT_STREAMS[dialect])
    assert isinstance(reading.error, IncompleteRoundError)
    assert reading.error.failure.category is Category.CUT_OFF
    assert reading.text == "The three steps are: 1) "


def test_s17_a_finish_reason_without_done_is_a_normal_end() -> None:
    reading = read_all(CHAT, stream(delta("stop", content="x"), done=False))
    assert reading.completed is not None


def test_s19_a_character_cut_at_any_byte_is_whole() -> None:
    raw = b'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\ndata: [DONE]\n\n'
    raw = raw % "你好🌍".encode()
    for cut in range(len(raw)):
        pieces = [raw[:cut], raw[cut : cut + 1], raw[cut + 1 :]]
        assert read(exchange(CHAT).begin_round(""), pieces).text == "你好🌍"
    assert read_bytewise(CHAT, raw).text == "你好🌍"


def test_s19_a_surrogate_pair_cut_between_two_deltas_is_whole() -> None:
    body = stream(delta(content="\ud83c"), delta("stop", content="\udf0d!"))
    assert read_all(CHAT, body).text == "🌍!"


_NOW = parsedate_to_datetime("Wed, 21 Oct 2030 07:27:00 GMT").timestamp()


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "171"}, 171.0),
        ({"Retry-After-Ms": "1500"}, 1.5),
        ({"Retry-After": "Wed, 21 Oct 2030 07:28:00 GMT"}, 60.0),
        ({"retry-after": "86400"}, 86400.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_s21_the_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    failure = failure_from_response(429, headers, b"{}", "u", now=_NOW)
    assert failure.category is Category.RATE_LIMIT
    assert failure.retry_after == seconds


def test_s21_an_exhausted_quota_sent_as_429_is_no_rate_limit() -> None:
    body = b'{"error":{"message":"Pay first","type":"insufficient_quota"}}'
    assert failure_from_response(429, {}, body).category is Category.QUOTA
    assert failure_from_response(402, {}, b"").category is Category.QUOTA
    assert failure_from_response(529, {}, b"").category is Category.OVERLOADED


@pytest.mark.parametrize(
    ("pasted", "base"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        ("http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"),
        ("https://openrouter.ai/api/v1/", "https://openrouter.ai/api/v1"),
        ("https://api.example.com/openai/v1beta", "https://api.example.com/openai/v1beta"),
        ("https://h/v1/chat/completions", "https://h/v1"),
        ("https://h/v1/models", "https://h/v1"),
        (" https://h/v1 ", "https://h/v1"),
        ("https://h//v1//", "https://h/v1"),
        ("https://h/api/paas/v4", "https://h/api/paas/v4"),
    ],
)
def test_s22_every_pasted_form_gives_one_well_formed_url(pasted: str, base: str) -> None:
    assert request_url(pasted, CHAT, "chat/completions") == f"{base}/chat/completions"
    assert models_url(pasted, CHAT) == f"{base}/models"
