"""The practice provider's Anthropic Messages: reads and judges requests, writes replies."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
from studio.adapters.practice_messages_history import read_history
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
    sealed,
)

_FIELDS = frozenset(
    [
        "model",
        "messages",
        "system",
        "max_tokens",
        "tools",
        "tool_choice",
        "stream",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "thinking",
        "metadata",
        "service_tier",
        "output_config",
        "container",
        "context_management",
        "mcp_servers",
    ]
)
_STATUS = {
    Fault.INVALID: (400, "invalid_request_error"),
    Fault.UNKNOWN_MODEL: (404, "not_found_error"),
    Fault.UNKNOWN_ITEM: (404, "not_found_error"),
    Fault.UNKNOWN_PATH: (404, "not_found_error"),
    Fault.WRONG_KEY: (401, "authentication_error"),
    Fault.FORBIDDEN: (403, "permission_error"),
    Fault.RATE_LIMIT: (429, "rate_limit_error"),
    Fault.QUOTA: (400, "invalid_request_error"),
    Fault.TOO_LONG: (400, "invalid_request_error"),
    Fault.SERVER: (500, "api_error"),
    Fault.OVERLOADED: (529, "overloaded_error"),
}
# What Anthropic itself says in these cases; clients tell them by the words.
_WORDS = {
    Fault.QUOTA: "Your credit balance is too low to access the Anthropic API.",
    Fault.TOO_LONG: "prompt is too long: 9000 tokens > 8192 maximum",
}


def read(body: Mapping[str, Any], headers: Mapping[str, str]) -> Conversation:
    """The request as a conversation. Raises `RefusedError` as the real service answers 400."""
    if not headers.get("anthropic-version"):
        refuse("anthropic-version: header is required")
    for key in body:
        if key not in _FIELDS:
            refuse(f"{key}: Extra inputs are not permitted", key)
    model = a_model(body)
    a_temperature(body, 1)
    max_tokens = a_limit(body, "max_tokens")
    if max_tokens is None:
        refuse("max_tokens: Field required", "max_tokens")
    tools = _tools(body)
    _check_system(body.get("system"))
    messages = a_list(body.get("messages"), "messages")
    choice = an_object(body.get("tool_choice") or {}, "tool_choice").get("type")
    return Conversation(
        model=model,
        items=read_history(messages),
        tools=tools,
        may_call=bool(tools) and choice != "none",
        wants_reasoning=_thinks(body, max_tokens),
        max_tokens=max_tokens,
        is_streamed=a_flag(body, "stream"),
        input_tokens=count_tokens(json.dumps([body.get("system"), messages, body.get("tools")])),
    )


def _tools(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    tools: dict[str, dict[str, Any]] = {}
    for index, value in enumerate(a_list(body.get("tools") or [], "tools")):
        where = f"tools.{index}"
        tool = an_object(value, where)
        name, schema = a_tool(tool.get("name"), tool.get("input_schema"), where, tools)
        tools[name] = schema
    if body.get("tool_choice") is not None and not tools:
        refuse("tool_choice may only be specified while providing tools")
    return tools


def _check_system(system: Any) -> None:
    if system is None or isinstance(system, str):
        return
    for block in a_list(system, "system"):
        if not str(an_object(block, "system").get("text") or "").strip():
            refuse("system: text content blocks must be non-empty", "system")


def _thinks(body: Mapping[str, Any], max_tokens: int) -> bool:
    thinking = an_object(body.get("thinking") or {}, "thinking")
    kind = thinking.get("type")
    if kind not in ("enabled", "adaptive"):
        return False
    if body.get("temperature") not in (None, 1):
        refuse("`temperature` may only be set to 1 when thinking is enabled")
    if kind == "enabled":
        budget = a_limit(thinking, "budget_tokens")
        if budget is None or budget < 1024:
            refuse("thinking.enabled.budget_tokens: Input should be at least 1024")
        if budget >= max_tokens:
            refuse("`max_tokens` must be greater than `thinking.budget_tokens`")
    return True


@dataclass(slots=True)
class Writer:
    """Writes one reply. `name` is unique; `created` belongs to the other dialects only."""

    conversation: Conversation
    body: Mapping[str, Any]
    name: str
    created: int

    def frames(self, reply: Reply) -> Iterator[Frame]:
        message = {**self._message(), "content": [], "stop_reason": None, "usage": self._usage(1)}
        yield _frame({"type": "message_start", "message": message})
        for index, piece in enumerate(reply.pieces):
            yield from self._block(index, piece, is_thoughtful=_thinks_first(reply))
            if index == 0:
                yield _frame({"type": "ping"})
        yield from self._end(reply)

    def whole(self, reply: Reply) -> dict[str, Any]:
        content = [
            self._full(index, piece, is_thoughtful=_thinks_first(reply))
            for index, piece in enumerate(reply.pieces)
        ]
        return {
            **self._message(),
            "content": content,
            "stop_reason": _reason(reply),
            "usage": self._usage(reply.output_tokens),
        }

    def _message(self) -> dict[str, Any]:
        return {
            "model": self.conversation.model,
            "id": f"msg_{self.name[:24]}",
            "type": "message",
            "role": "assistant",
            "stop_sequence": None,
        }

    def _block(self, index: int, piece: Piece, *, is_thoughtful: bool) -> Iterator[Frame]:
        kind, key = _delta_kind(piece)
        start = self._start(index, piece, is_thoughtful=is_thoughtful)
        yield _frame({"type": "content_block_start", "index": index, "content_block": start}, 2)
        if isinstance(piece, Call):
            yield _delta(index, {"type": kind, key: ""})
        for fragment in fragments(piece.text):
            yield _delta(index, {"type": kind, key: fragment})
        if isinstance(piece, Think):
            signature = {"type": "signature_delta", "signature": sealed(piece.text)}
            yield _frame({"type": "content_block_delta", "index": index, "delta": signature})
        yield _frame({"type": "content_block_stop", "index": index})

    def _start(self, index: int, piece: Piece, *, is_thoughtful: bool) -> dict[str, Any]:
        match piece:
            case Think():
                return {"type": "thinking", "thinking": "", "signature": ""}
            case Say():
                return {"type": "text", "text": ""}
            case Call():
                whole = self._tool_use(index, piece, is_thoughtful=is_thoughtful)
                return whole | {"input": {}}

    def _full(self, index: int, piece: Piece, *, is_thoughtful: bool) -> dict[str, Any]:
        match piece:
            case Think():
                return {"type": "thinking", "thinking": piece.text, "signature": sealed(piece.text)}
            case Say():
                return {"type": "text", "text": piece.text}
            case Call():
                return self._tool_use(index, piece, is_thoughtful=is_thoughtful)

    def _tool_use(self, index: int, piece: Call, *, is_thoughtful: bool) -> dict[str, Any]:
        """The ID remembers whether reasoning came first, so that its return can be demanded."""
        mark = "toolu_01T" if is_thoughtful else "toolu_01P"
        call_id = f"{mark}{self.name[:18]}{index}"
        given = dict(piece.arguments)
        return {"type": "tool_use", "id": call_id, "name": piece.name, "input": given}

    def _end(self, reply: Reply) -> Iterator[Frame]:
        if reply.ending is Ending.OVERLOADED:
            yield _frame(error(Refused(Fault.OVERLOADED, "Overloaded"))[1])
        if reply.ending in (Ending.OVERLOADED, Ending.CUT_OFF, Ending.LOST):
            return
        delta = {"stop_reason": _reason(reply), "stop_sequence": None}
        usage = self._usage(reply.output_tokens)
        yield _frame({"type": "message_delta", "delta": delta, "usage": usage})
        yield _frame({"type": "message_stop"})

    def _usage(self, output_tokens: int) -> dict[str, Any]:
        return {
            "input_tokens": self.conversation.input_tokens,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": output_tokens,
        }


def error(refused: Refused) -> tuple[int, dict[str, Any]]:
    """Status and body of a refusal, as Anthropic shapes them."""
    status, kind = _STATUS[refused.fault]
    message = _WORDS.get(refused.fault, refused.message)
    return status, {"type": "error", "error": {"type": kind, "message": message}}


def _delta_kind(piece: Piece) -> tuple[str, str]:
    """The type of a delta, and the field that holds its text."""
    match piece:
        case Think():
            return "thinking_delta", "thinking"
        case Say():
            return "text_delta", "text"
        case Call():
            return "input_json_delta", "partial_json"


def _thinks_first(reply: Reply) -> bool:
    return isinstance(reply.pieces[0], Think)


def _reason(reply: Reply) -> str:
    match reply.ending:
        case Ending.LENGTH:
            return "max_tokens"
        case Ending.FILTERED:
            return "refusal"
        case _:
            return "tool_use" if reply.has_calls else "end_turn"


def _delta(index: int, delta: dict[str, str]) -> Frame:
    size = sum(len(value) for key, value in delta.items() if key != "type")
    return _frame({"type": "content_block_delta", "index": index, "delta": delta}, size / 4)


def _frame(value: Mapping[str, Any], tokens: float = 0.0) -> Frame:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Frame(f"event: {value['type']}\ndata: {text}\n\n".encode(), tokens)
