"""The check of a request's history: each broken rule is found, and nothing makes it raise."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.chats import Assignment, AttachedFile, ChatSettings, Turn
from studio.core.messages import Attachment, Dialect, Stop, Text, TurnState
from studio.core.quirks import CallIdStyle, Quirks, ReasoningReturn
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Target
from studio.wire.history import violations
from tests.wire.replies import TOOLS, counter, profile, read
from tests.wire.spoken import Spoken, SpokenCall, spoken
from tests.wire.turns import turn

Body = dict[str, Any]
Break = Callable[[Body], object]
_CALLS = (SpokenCall("call_one1", "get_time", "{}"), SpokenCall("call_two2", "list_files", "{}"))
_RETURN = ReasoningReturn
_READS = Quirks(reads_documents=True)


def _body(dialect: Dialect, quirks: Quirks = _READS) -> Body:
    """Two turns with a picture, reasoning, two calls, and an answer."""
    prompt = (Attachment("a.png", "image/png", 3, "png"), Text("Look."))
    chat = Assignment(
        (turn("Hi", state=TurnState.FAILED),),
        Turn("last", "chat", None, 0.0, prompt),
        TOOLS,
        ChatSettings(),
        {"png": AttachedFile(b"png")},
    )
    made = exchange_for(Target(profile(dialect), "model", quirks), chat, counter())
    reply = Spoken("I think.", "c2lnbmVk", "One moment.", _CALLS, Stop.TOOL_CALLS)
    reading = read(made.begin_round(""), [spoken(dialect, reply)])
    assert reading.completed is not None
    made.record_round()
    body = copy.deepcopy(dict(made.request(offer_tools=True, final_instruction=None).body))
    assert violations(dialect, body, quirks) == ()
    return body


def _set(value: Any, *path: Any) -> Break:
    def change(body: Body) -> None:
        place: Any = body
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def _del(*path: Any) -> Break:
    def change(body: Body) -> None:
        place: Any = body
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def _swap(*path: Any) -> Break:
    """The last two of a list change places."""

    def change(body: Body) -> None:
        place: Any = body
        for step in path:
            place = place[step]
        place[-1], place[-2] = place[-2], place[-1]

    return change


_M = "messages"
_BREAKS: dict[Dialect, list[Break]] = {
    Dialect.OPENAI_CHAT: [
        _del(_M, 0),
        _del(_M, -1),
        _swap(_M),
        _set([], _M),
        _set("model", _M, 0, "role"),
        _set(" ", _M, 0, "content", 1, "text"),
        _set("https://a.b/c.png", _M, 0, "content", 0, "image_url", "url"),
        _set("data:image/tiff;base64,AAAA", _M, 0, "content", 0, "image_url", "url"),
        _set("data:image/png;base64,?", _M, 0, "content", 0, "image_url", "url"),
        _set("audio", _M, 0, "content", 0, "type"),
        _del(_M, 1, "content"),
        _set([], _M, 1, "tool_calls"),
        _set({"a": 1}, _M, 1, "tool_calls", 0, "function", "arguments"),
        _set('{"a": ', _M, 1, "tool_calls", 0, "function", "arguments"),
        _set("a b", _M, 1, "tool_calls", 0, "function", "name"),
        _set("x" * 41, _M, 1, "tool_calls", 0, "id"),
        _set("call_two2", _M, 1, "tool_calls", 0, "id"),
        _set("", _M, 2, "content"),
        _set({"role": "user", "content": "Hm"}, _M, 2),
        lambda body: body[_M].append({"role": "user", "content": "Hm"}),
        lambda body: body["tools"].append(body["tools"][0]),
        _set("3 d", "tools", 0, "function", "name"),
        _set({"type": "object"}, "tools", 0, "function", "parameters"),
        _set(float("nan"), "temperature"),
        _set("\ud83d", _M, 1, "content"),
    ],
    Dialect.OPENAI_RESPONSES: [
        _set(True, "store"),
        _del("input", 0),
        _del("input", -1),
        _swap("input"),
        lambda body: body["input"].insert(2, body["input"][0]),
        _del("input", 1, "encrypted_content"),
        _set([*[{}] * 0], "input", 0, "content"),
        lambda body: body["input"].append({"type": "reasoning", "encrypted_content": "x"}),
        _set("msg_1", "input", 2, "id"),
        _set("x" * 65, "input", 3, "call_id"),
        _set({}, "input", 3, "arguments"),
        _set("", "input", 5, "output"),
        _set("input_text", "input", 2, "content", 0, "type"),
        lambda body: body["input"].insert(1, {"type": "item_reference", "id": "msg_1"}),
        lambda body: body["input"].insert(1, {"type": "shell_call", "call_id": "c"}),
        _del("tools", 0, "strict"),
    ],
    Dialect.ANTHROPIC_MESSAGES: [
        _del(_M, 0),
        _del(_M, -1),
        _set("user", _M, 1, "role"),
        _swap(_M, 2, "content"),
        _del(_M, 2, "content", 0),
        _set([], _M, 2, "content"),
        lambda body: body[_M][2]["content"].insert(0, {"type": "text", "text": "Hm"}),
        _del(_M, 1, "content", 0, "signature"),
        _set({"type": "redacted_thinking"}, _M, 1, "content", 0),
        _set("a:b", _M, 1, "content", 2, "id"),
        _set("call_two2", _M, 1, "content", 2, "id"),
        _set("{}", _M, 1, "content", 2, "input"),
        _set(" ", _M, 1, "content", 1, "text"),
        _set("", _M, 2, "content", 0, "content"),
        _set("image/tiff", _M, 0, "content", 0, "source", "media_type"),
        _set("url", _M, 0, "content", 0, "source", "type"),
        lambda body: body[_M][1]["content"].append(body[_M][0]["content"][0]),
        lambda body: body[_M][0]["content"].append(body[_M][1]["content"][0]),
        _set({"type": "web_search_tool_result", "tool_use_id": "s"}, _M, 1, "content", 1),
        _del("tools"),
        _del("max_tokens"),
        lambda body: body.update(thinking={"type": "enabled", "budget_tokens": 9_000}),
        lambda body: (
            _del(_M, 1, "content", 0)(body),
            body.update(thinking={"type": "enabled", "budget_tokens": 1_024}),
        ),
        lambda body: body.update(thinking={"type": "adaptive"}, temperature=1),
    ],
    Dialect.GOOGLE_GEMINI: [
        _del("contents", 0),
        _del("contents", -1),
        _set("assistant", "contents", 1, "role"),
        _set([], "contents", 2, "parts"),
        _swap("contents", 2, "parts"),
        _del("contents", 2, "parts", 0),
        lambda body: body["contents"][2]["parts"].insert(0, {"text": "Hm"}),
        _set("other", "contents", 2, "parts", 0, "functionResponse", "name"),
        _set("fine", "contents", 2, "parts", 0, "functionResponse", "response"),
        _set("{}", "contents", 1, "parts", 2, "functionCall", "args"),
        _set("3d", "contents", 1, "parts", 2, "functionCall", "name"),
        _set("", "contents", 1, "parts", 2, "thoughtSignature"),
        _set("x", "contents", 0, "parts", 0, "thoughtSignature"),
        _set({"text": ""}, "contents", 1, "parts", 1),
        _set({"text": "a", "inlineData": {}}, "contents", 1, "parts", 1),
        _set("image/gif", "contents", 0, "parts", 0, "inlineData", "mimeType"),
        _set({"parts": []}, "systemInstruction"),
        _set("3d", "tools", 0, "functionDeclarations", 0, "name"),
    ],
    Dialect.OLLAMA_CHAT: [
        _del(_M, 0),
        _del(_M, -1),
        _swap(_M),
        _set(None, _M, 1, "content"),
        _set("{}", _M, 1, "tool_calls", 0, "function", "arguments"),
        _set([], _M, 1, "tool_calls"),
        _set("a b", _M, 1, "tool_calls", 0, "function", "name"),
        _set("", _M, 2, "content"),
        _del(_M, 2, "tool_name"),
        _del(_M, 2, "tool_call_id"),
        _set([], _M, 0, "images"),
        _set(["data:image/png;base64,AAAA"], _M, 0, "images"),
        _set("developer", _M, 1, "role"),
        lambda body: body[_M].insert(1, body[_M][0]),
    ],
}
_ALL = [(dialect, number) for dialect, breaks in _BREAKS.items() for number in range(len(breaks))]


@pytest.mark.parametrize(("dialect", "number"), _ALL)
def test_a_broken_rule_is_found(dialect: Dialect, number: int) -> None:
    body = _body(dialect)
    _BREAKS[dialect][number](body)
    assert violations(dialect, body, _READS) != ()


@pytest.mark.parametrize(
    ("quirks", "built"),
    [
        (Quirks(call_ids=CallIdStyle.NINE_ALPHANUMERIC), Quirks()),
        (Quirks(max_tools=1), Quirks()),
        (Quirks(reasoning_return=_RETURN.NEVER), Quirks(reasoning_return=_RETURN.ALWAYS)),
        (
            Quirks(reasoning_return=_RETURN.REQUIRED_BESIDE_CALLS),
            Quirks(reasoning_return=_RETURN.NEVER),
        ),
    ],
)
def test_what_a_host_demands_beyond_its_dialect_is_held(quirks: Quirks, built: Quirks) -> None:
    body = _body(Dialect.OPENAI_CHAT, built)
    body[_M][1].pop("reasoning_details", None)
    if built.reasoning_return is _RETURN.ALWAYS:
        body[_M][1]["reasoning_content"] = "I think."
    assert violations(Dialect.OPENAI_CHAT, body, quirks) != ()
    assert violations(Dialect.OPENAI_CHAT, _body(Dialect.OPENAI_CHAT, quirks), quirks) == ()


_KEYS = (
    "messages", "input", "contents", "parts", "content", "role", "type", "tool_calls",
    "function", "arguments", "name", "id", "text", "call_id", "output", "tools", "store",
    "tool_use_id", "source", "data", "functionCall", "functionResponse", "args", "images",
    "image_url", "url", "thinking", "max_tokens", "systemInstruction", "inlineData",
    "thoughtSignature",
)  # fmt: skip
_WORDS = (
    "user",
    "assistant",
    "model",
    "tool",
    "message",
    "reasoning",
    "function_call",
    "tool_use",
    "text",
)
_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(_WORDS),
)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner),
    max_leaves=30,
)


@pytest.mark.parametrize("dialect", list(Dialect))
@given(st.dictionaries(st.sampled_from(_KEYS), _JSON))
def test_no_body_makes_the_check_raise(dialect: Dialect, body: Body) -> None:
    assert violations(dialect, body) != ()
