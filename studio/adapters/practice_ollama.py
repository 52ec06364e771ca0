"""The practice provider's Ollama: reads and judges requests, writes replies."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from studio.adapters.practice_check import (
    a_flag,
    a_limit,
    a_list,
    a_model,
    a_temperature,
    a_tool,
    an_object,
)
from studio.adapters.practice_ollama_history import read_history
from studio.adapters.practice_reply import (
    Call,
    Conversation,
    Ending,
    Fault,
    Frame,
    Piece,
    Refused,
    Reply,
    Say,
    Think,
    count_tokens,
    fragments,
    refuse,
)

_FIELDS = frozenset(
    [
        "model",
        "messages",
        "tools",
        "format",
        "options",
        "stream",
        "keep_alive",
        "think",
    ]
)
_OPTIONS = frozenset(
    [
        "num_ctx",
        "num_predict",
        "temperature",
        "top_p",
        "top_k",
        "seed",
        "stop",
        "min_p",
        "repeat_penalty",
    ]
)
_STATUS = {
    Fault.INVALID: 400,
    Fault.UNKNOWN_MODEL: 404,
    Fault.UNKNOWN_ITEM: 404,
    Fault.UNKNOWN_PATH: 404,
    Fault.WRONG_KEY: 401,
    Fault.FORBIDDEN: 403,
    Fault.RATE_LIMIT: 429,
    Fault.QUOTA: 429,
    Fault.TOO_LONG: 400,
    Fault.SERVER: 500,
    Fault.OVERLOADED: 503,
}
_BUSY = "server busy, please try again.  maximum pending requests exceeded"


def read(body: Mapping[str, Any], headers: Mapping[str, str]) -> Conversation:
    """The request as a conversation. Raises `RefusedError` as the real server answers 400."""
    for key in body:
        if key not in _FIELDS:
            refuse(f"invalid request: unknown field {key}", key)
    options = an_object(body.get("options") or {}, "options")
    for key in options:
        if key not in _OPTIONS:
            refuse(f"invalid option provided: {key}", key)
    a_temperature(options, 2)
    a_limit(options, "num_ctx")
    messages = a_list(body.get("messages"), "messages")
    tools = _tools(body)
    return Conversation(
        model=a_model(body),
        items=read_history(messages),
        tools=tools,
        may_call=bool(tools),
        wants_reasoning=_thinks(body),
        max_tokens=a_limit(options, "num_predict"),
        is_streamed="stream" not in body or a_flag(body, "stream"),
        input_tokens=count_tokens(json.dumps([messages, body.get("tools")])),
    )


def _tools(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    tools: dict[str, dict[str, Any]] = {}
    for index, value in enumerate(a_list(body.get("tools") or [], "tools")):
        where = f"tools.{index}"
        tool = an_object(value, where)
        if tool.get("type") != "function":
            refuse(f"{where}: a tool must be a function")
        function = an_object(tool.get("function"), f"{where}.function")
        name, schema = a_tool(function.get("name"), function.get("parameters"), where, tools)
        tools[name] = schema
    return tools


def _thinks(body: Mapping[str, Any]) -> bool:
    think = body.get("think", False)
    if not isinstance(think, bool) and think not in ("low", "medium", "high"):
        refuse('invalid think value: must be true, false, "high", "medium" or "low"', "think")
    return bool(think)


@dataclass(slots=True)
class Writer:
    """Writes one reply. `name` and `body` belong to the other dialects: nothing has an ID here."""

    conversation: Conversation
    body: Mapping[str, Any]
    name: str
    created: int

    def frames(self, reply: Reply) -> Iterator[Frame]:
        for piece in reply.pieces:
            for message, tokens in _messages(piece):
                yield _frame({**self._line(message), "done": False}, tokens)
        yield from self._end(reply)

    def whole(self, reply: Reply) -> dict[str, Any]:
        message: dict[str, Any] = {"content": _said(reply, Say)}
        if _said(reply, Think):
            message["thinking"] = _said(reply, Think)
        calls = [_call(piece) for piece in reply.pieces if isinstance(piece, Call)]
        if calls:
            message["tool_calls"] = calls
        return self._last(message, reply)

    def _end(self, reply: Reply) -> Iterator[Frame]:
        if reply.ending is Ending.OVERLOADED:
            yield _frame({"error": _BUSY})
        if reply.ending not in (Ending.OVERLOADED, Ending.CUT_OFF, Ending.LOST):
            yield _frame(self._last({}, reply))

    def _last(self, message: dict[str, Any], reply: Reply) -> dict[str, Any]:
        return {
            **self._line(message),
            "done": True,
            "done_reason": _reason(reply),
            "total_duration": 1_000_000,
            "prompt_eval_count": self.conversation.input_tokens,
            "eval_count": reply.output_tokens,
        }

    def _line(self, message: dict[str, Any]) -> dict[str, Any]:
        at = datetime.fromtimestamp(self.created, UTC).isoformat().replace("+00:00", "Z")
        said = {"role": "assistant", "content": "", **message}
        return {"model": self.conversation.model, "created_at": at, "message": said}


def error(refused: Refused) -> tuple[int, dict[str, Any]]:
    """Status and body of a refusal: a plain sentence."""
    return _STATUS[refused.fault], {"error": refused.message}


def models(names: tuple[str, ...]) -> dict[str, Any]:
    """The list of models, as Ollama shapes it."""
    details = {"family": "practice", "parameter_size": "0", "quantization_level": ""}
    date = "2026-01-01T00:00:00Z"
    rows = [
        {"name": name, "model": name, "modified_at": date, "size": 0, "details": details}
        for name in names
    ]
    return {"models": rows}


def _messages(piece: Piece) -> Iterator[tuple[dict[str, Any], float]]:
    match piece:
        case Think():
            for text in fragments(piece.text):
                yield {"thinking": text}, len(text) / 4
        case Say():
            for text in fragments(piece.text):
                yield {"content": text}, len(text) / 4
        case Call():
            yield {"tool_calls": [_call(piece)]}, len(piece.text) / 4


def _call(piece: Call) -> dict[str, Any]:
    return {"function": {"name": piece.name, "arguments": dict(piece.arguments)}}


def _said(reply: Reply, kind: type[Think] | type[Say]) -> str:
    return "".join(piece.text for piece in reply.pieces if isinstance(piece, kind))


def _reason(reply: Reply) -> str:
    match reply.ending:
        case Ending.LENGTH:
            return "length"
        case Ending.FILTERED:
            return "content_filter"
        case _:
            return "stop"


def _frame(value: Mapping[str, Any], tokens: float = 0.0) -> Frame:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Frame(f"{text}\n".encode(), tokens)
