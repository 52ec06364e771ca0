"""What gateways change on the way: another dialect's words, numbers as text, other places."""

import json
from typing import Any

import pytest

from studio.core.errors import Category
from studio.core.messages import Dialect, Stop, Usage
from tests.cases.test_wire_relatives import (
    block_input,
    both_ways,
    ended,
    item,
    message,
    tool_block,
)
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    GEMINI,
    OLLAMA,
    RESPONSES,
    call_delta,
    calls,
    delta,
    lines,
    parts,
    said,
    stream,
)

_ONE = [("", "get_time", '{"x":1}')]
_PART = {"functionCall": {"name": "get_time", "args": {"x": 1}}}
_CALL = {"function": {"name": "get_time", "arguments": {"x": 1}}}
_ITEM = item(0, "a", "get_time", '{"x":1}')["item"]
_MADE = call_delta(index=0, id="a", name="get_time", arguments='{"x":1}')
_CHUNK: dict[str, Any] = {"index": 1, "delta": {"content": "Hi"}, "finish_reason": "stop"}


def _ends(dialect: Dialect, reason: str) -> str:
    """A reply with one whole call that ends for this reason."""
    match dialect:
        case Dialect.OPENAI_CHAT:
            return stream(_MADE, delta(reason))
        case Dialect.OPENAI_RESPONSES:
            details = {"incomplete_details": {"reason": reason}}
            return stream(ended(_ITEM, **details), done=False)
        case Dialect.ANTHROPIC_MESSAGES:
            return message(tool_block(0, "a", "get_time"), block_input(0, "{}"), reason=reason)
        case Dialect.GOOGLE_GEMINI:
            return stream(parts(_PART, finish=reason), done=False)
        case Dialect.OLLAMA_CHAT:
            return lines(said(tool_calls=[_CALL]), said(reason))


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("reason", ["length", "MAX_TOKENS", "max_output_tokens", "SAFETY"])
def test_s09_a_limit_in_another_dialects_words_vetoes_the_call(
    dialect: Dialect, reason: str
) -> None:
    done = both_ways(dialect, _ends(dialect, reason)).completed
    assert done is not None
    assert done.stop is (Stop.CONTENT_FILTER if reason == "SAFETY" else Stop.LENGTH)


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        (CHAT, stream(_MADE, delta("length"), delta("stop"))),
        (
            GEMINI,
            stream(parts(_PART, finish="MAX_TOKENS"), parts(finish="STOP"), done=False),
        ),
        (
            ANTHROPIC,
            message(
                tool_block(0, "a", "get_time"),
                {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
            ),
        ),
    ],
)
def test_s09_a_plain_end_behind_a_limit_runs_no_call(dialect: Dialect, body: str) -> None:
    done = both_ways(dialect, body).completed
    assert done is not None
    assert done.stop is Stop.LENGTH


def test_s09_a_reason_outside_its_wrapper_counts() -> None:
    end = {"type": "message_delta", "stop_reason": "max_tokens", "usage": {"output_tokens": 3}}
    done = both_ways(ANTHROPIC, message(tool_block(0, "a", "get_time"), end, reason=None)).completed
    assert done is not None
    assert (done.stop, done.usage.output_tokens) == (Stop.LENGTH, 3)


@pytest.mark.parametrize("status", ["in_progress", "queued", "COMPLETED", None])
def test_s17_an_end_that_forgot_its_status_is_an_end(status: str | None) -> None:
    done = both_ways(RESPONSES, stream(ended(_ITEM, status=status), done=False)).completed
    assert done is not None
    assert done.stop is Stop.TOOL_CALLS


@pytest.mark.parametrize("dialect", [CHAT, GEMINI])
def test_s17_a_reply_that_is_counted_from_one_is_read(dialect: Dialect) -> None:
    candidate = {"index": 1, "content": {"parts": [{"text": "Hi"}]}, "finishReason": "STOP"}
    chunk = _CHUNK if dialect is CHAT else candidate
    name = "choices" if dialect is CHAT else "candidates"
    for replies in ([chunk], chunk):
        reading = both_ways(dialect, stream({name: replies}, done=dialect is CHAT))
        assert reading.text == "Hi"
        assert reading.completed is not None
        assert reading.completed.stop is Stop.END


def test_s17_of_several_replies_only_the_first_is_read() -> None:
    other = {"index": 1, "delta": {"content": "no"}, "finish_reason": "stop"}
    body = stream(delta(content="y"), {"choices": [other]}, delta("stop", content="es"))
    assert both_ways(CHAT, body).text == "yes"


@pytest.mark.parametrize("nothing", ["[]", [], "None", "undefined"])
def test_s06_nothing_in_other_languages_means_no_arguments(nothing: Any) -> None:
    function = {"name": "get_time", "arguments": nothing}
    chat = stream(call_delta("tool_calls", index=0, id="", **function))
    ollama = lines(said(tool_calls=[{"function": function}]), said("stop"))
    gemini = parts({"functionCall": {"name": "get_time", "args": nothing}}, finish="STOP")
    for dialect, body in ((CHAT, chat), (OLLAMA, ollama), (GEMINI, stream(gemini, done=False))):
        assert calls(both_ways(dialect, body)) == [("", "get_time", "")]


def test_s07_an_empty_delta_takes_no_input_away() -> None:
    begun = tool_block(0, "a", "get_time", input={"x": 1})
    stop = {"type": "content_block_stop", "index": 0}
    for rest in ([block_input(0, "{}"), stop], [block_input(0, " {} ")]):
        assert calls(both_ways(ANTHROPIC, message(begun, *rest))) == [("a", "get_time", '{"x":1}')]


def test_s07_a_call_beside_an_empty_text_is_a_call() -> None:
    body = stream(parts({"text": "", **_PART}, finish="STOP"), done=False)
    assert calls(both_ways(GEMINI, body)) == _ONE


def test_s03_an_ollama_call_that_is_said_once_more_is_one_call() -> None:
    named = {"id": "a", **_CALL}
    body = lines(said(tool_calls=[named]), said("stop", tool_calls=[named]))
    assert calls(both_ways(OLLAMA, body)) == [("a", "get_time", '{"x":1}')]
    twice = lines(said(tool_calls=[_CALL, _CALL]), said("stop"))
    assert calls(both_ways(OLLAMA, twice)) == _ONE * 2  # without IDs they are two


def test_s15_an_error_beside_a_candidate_is_told() -> None:
    error = {"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}
    reading = both_ways(GEMINI, stream({**parts({"text": "Hi"}), **error}, done=False))
    assert reading.text == "Hi"
    assert reading.error is not None
    assert reading.error.failure.category is Category.OVERLOADED


@pytest.mark.parametrize("content", ["Hi", {"type": "output_text", "text": "Hi"}, ["Hi"]])
def test_s17_a_finished_message_of_any_form_is_read(content: Any) -> None:
    told = {"type": "message", "id": "m", "role": "assistant", "content": content}
    assert both_ways(RESPONSES, stream(ended(told), done=False)).text == "Hi"
    assert both_ways(RESPONSES, json.dumps({"status": "completed", "output": [told]})).text == "Hi"


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        (
            CHAT,
            stream(
                delta("stop"),
                {"choices": [], "usage": {"prompt_tokens": "12", "completion_tokens": "3"}},
            ),
        ),
        (
            GEMINI,
            stream(
                {
                    **parts({"text": "x"}, finish="STOP"),
                    "usageMetadata": {"promptTokenCount": "12", "candidatesTokenCount": "3"},
                },
                done=False,
            ),
        ),
        (OLLAMA, lines({**said("stop"), "prompt_eval_count": "12", "eval_count": "3"})),
    ],
)
def test_tokens_that_are_written_as_text_are_counted(dialect: Dialect, body: str) -> None:
    done = both_ways(dialect, body).completed
    assert done is not None
    assert done.usage == Usage(12, 3)
