"""The practice provider's Chat Completions: reads and judges requests, writes replies."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.adapters.practice_check import (
    TOOL_NAME,
    a_flag,
    a_limit,
    a_list,
    a_model,
    a_temperature,
    a_text,
    a_tool,
    an_object,
    only_known,
)
from studio.adapters.practice_reply import (
    Answered,
    Call,
    Called,
    Conversation,
    Ending,
    Fault,
    Frame,
    Item,
    Prompt,
    Refused,
    Reply,
    Said,
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
        "tool_choice",
        "parallel_tool_calls",
        "stream",
        "stream_options",
        "temperature",
        "top_p",
        "max_tokens",
        "max_completion_tokens",
        "reasoning_effort",
        "stop",
        "seed",
        "n",
        "user",
        "metadata",
        "store",
        "frequency_penalty",
        "presence_penalty",
        "response_format",
        "service_tier",
        "verbosity",
        "logprobs",
        "top_logprobs",
        "logit_bias",
        "prompt_cache_key",
        "safety_identifier",
    ]
)
_MESSAGE_FIELDS = frozenset(
    ["role", "content", "name", "tool_calls", "tool_call_id", "refusal", "reasoning_content"]
)
_STATUS = {
    Fault.INVALID: (400, "invalid_request_error", None),
    Fault.UNKNOWN_MODEL: (404, "invalid_request_error", "model_not_found"),
    Fault.UNKNOWN_ITEM: (404, "invalid_request_error", None),
    Fault.UNKNOWN_PATH: (404, "invalid_request_error", "unknown_url"),
    Fault.WRONG_KEY: (401, "invalid_request_error", "invalid_api_key"),
    Fault.FORBIDDEN: (403, "invalid_request_error", "unsupported_country_region_territory"),
    Fault.RATE_LIMIT: (429, "requests", "rate_limit_exceeded"),
    Fault.QUOTA: (429, "insufficient_quota", "insufficient_quota"),
    Fault.TOO_LONG: (400, "invalid_request_error", "context_length_exceeded"),
    Fault.SERVER: (500, "server_error", None),
    Fault.OVERLOADED: (503, "server_error", "server_is_overloaded"),
}


def read(body: Mapping[str, Any], headers: Mapping[str, str]) -> Conversation:
    """The request as a conversation. Raises `RefusedError` as the real service answers 400."""
    del headers
    only_known(body, _FIELDS)
    model = a_model(body)
    a_temperature(body, 2)
    tools = _tools(body)
    is_streamed = a_flag(body, "stream")
    if body.get("stream_options") is not None and not is_streamed:
        refuse("'stream_options' is only allowed when 'stream' is enabled.")
    messages = a_list(body.get("messages"), "messages")
    return Conversation(
        model=model,
        items=_History().read(messages),
        tools=tools,
        may_call=bool(tools) and body.get("tool_choice") != "none",
        wants_reasoning=body.get("reasoning_effort") not in (None, "none", "minimal"),
        max_tokens=a_limit(body, "max_completion_tokens", "max_tokens"),
        is_streamed=is_streamed,
        input_tokens=count_tokens(json.dumps([messages, body.get("tools")])),
    )


def _tools(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    if body.get("tools") is None:
        if body.get("tool_choice") is not None:
            refuse("'tool_choice' is only allowed when 'tools' are specified.")
        if body.get("parallel_tool_calls") is not None:
            refuse("'parallel_tool_calls' is only allowed when 'tools' are specified.")
        return {}
    offered = a_list(body["tools"], "tools")
    if not offered:
        refuse("Invalid 'tools': empty array. Expected an array with minimum length 1.")
    tools: dict[str, dict[str, Any]] = {}
    for index, tool in enumerate(offered):
        where = f"tools[{index}]"
        if an_object(tool, where).get("type") != "function":
            refuse(f"Invalid value: '{where}.type'. Supported values are: 'function'.")
        function = an_object(tool.get("function"), f"{where}.function")
        name, schema = a_tool(
            function.get("name"), function.get("parameters"), f"{where}.function", tools
        )
        tools[name] = schema
    return tools


@dataclass(slots=True)
class _History:
    """Reads messages in order and knows which calls still wait for their result."""

    items: list[Item] = field(default_factory=list)
    open_calls: list[str] = field(default_factory=list)

    def read(self, messages: list[Any]) -> tuple[Item, ...]:
        if not messages:
            refuse("Invalid 'messages': empty array.", "messages")
        for index, value in enumerate(messages):
            self._message(an_object(value, f"messages[{index}]"), f"messages[{index}]")
        self._settled("messages")
        if not any(isinstance(item, Prompt) for item in self.items):
            refuse("There is no user message.", "messages")
        return tuple(self.items)

    def _message(self, message: dict[str, Any], where: str) -> None:
        only_known(message, _MESSAGE_FIELDS)
        role = message.get("role")
        if role != "tool":
            self._settled(where)
        match role:
            case "system" | "developer":
                _content(message.get("content"), where)
            case "user":
                self.items.append(Prompt(_content(message.get("content"), where)))
            case "assistant":
                self._assistant(message, where)
            case "tool":
                self._result(message, where)
            case _:
                refuse(f"Invalid value: '{role}'.", f"{where}.role")

    def _settled(self, where: str) -> None:
        if self.open_calls:
            refuse(
                "An assistant message with 'tool_calls' must be followed by tool messages "
                "responding to each 'tool_call_id'. The following tool_call_ids did not have "
                f"response messages: {', '.join(self.open_calls)}",
                where,
            )

    def _assistant(self, message: dict[str, Any], where: str) -> None:
        calls = message.get("tool_calls")
        content = message.get("content")
        if content is None and calls is None:
            refuse(f"Invalid value for 'content': expected a string, got null. ({where})")
        if content is not None:
            self.items.append(Said(_content(content, where)))
        if calls is None:
            return
        if not a_list(calls, f"{where}.tool_calls"):
            refuse(f"Invalid '{where}.tool_calls': empty array.", where)
        for call in calls:
            self._call(an_object(call, f"{where}.tool_calls"), where)

    def _call(self, call: dict[str, Any], where: str) -> None:
        function = an_object(call.get("function"), f"{where}.tool_calls.function")
        name = a_text(function.get("name"), f"{where}.tool_calls.function.name")
        arguments = a_text(function.get("arguments"), f"{where}.tool_calls.function.arguments")
        call_id = a_text(call.get("id"), f"{where}.tool_calls.id")
        if call.get("type") != "function" or not TOOL_NAME.fullmatch(name) or not call_id:
            refuse(f"Invalid '{where}.tool_calls': id, type or name.", where)
        if call_id in self.open_calls:
            refuse(f"Duplicate tool_call_id: {call_id}", where)
        self.open_calls.append(call_id)
        self.items.append(Called(call_id, name, arguments))

    def _result(self, message: dict[str, Any], where: str) -> None:
        call_id = a_text(message.get("tool_call_id"), f"{where}.tool_call_id")
        if call_id not in self.open_calls:
            refuse(
                "messages with role 'tool' must be a response to a preceding message with "
                "'tool_calls'.",
                f"{where}.role",
            )
        self.open_calls.remove(call_id)
        self.items.append(Answered(call_id, _content(message.get("content"), where)))


def _content(value: Any, where: str) -> str:
    if isinstance(value, str):
        return value
    parts = a_list(value, f"{where}.content")
    if not parts:
        refuse(f"Invalid '{where}.content': empty array.", where)
    texts = []
    for part in parts:
        if an_object(part, f"{where}.content").get("type") != "text":
            refuse(f"This model reads text only ('{where}.content').", where)
        texts.append(a_text(part.get("text"), f"{where}.content.text"))
    return "\n".join(texts)


@dataclass(slots=True)
class Writer:
    """Writes one reply. `name` is unique; `created` in seconds since the epoch."""

    conversation: Conversation
    body: Mapping[str, Any]
    name: str
    created: int

    def frames(self, reply: Reply) -> Iterator[Frame]:
        yield self._chunk({"role": "assistant", "content": "", "refusal": None})
        calls = 0
        for piece in reply.pieces:
            match piece:
                case Think():
                    yield from self._texts("reasoning_content", piece.text)
                case Say():
                    yield from self._texts("content", piece.text)
                case Call():
                    yield from self._call(calls, piece)
                    calls += 1
        yield from self._end(reply)

    def whole(self, reply: Reply) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": None, "refusal": None}
        for key, kind in (("content", Say), ("reasoning_content", Think)):
            texts = [piece.text for piece in reply.pieces if isinstance(piece, kind)]
            if texts:
                message[key] = "".join(texts)
        calls = [piece for piece in reply.pieces if isinstance(piece, Call)]
        if calls:
            message["tool_calls"] = [self._whole_call(i, call) for i, call in enumerate(calls)]
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _reason(reply)}
        return {
            **self._head("chat.completion"),
            "choices": [choice],
            "usage": self._usage(reply),
        }

    def _head(self, kind: str) -> dict[str, Any]:
        return {
            "id": f"chatcmpl-{self.name}",
            "object": kind,
            "created": self.created,
            "model": self.conversation.model,
            "service_tier": "default",
            "system_fingerprint": None,
        }

    def _chunk(
        self, delta: dict[str, Any], reason: str | None = None, tokens: float = 0.0
    ) -> Frame:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        chunk = {**self._head("chat.completion.chunk"), "choices": [choice]}
        return _frame({**chunk, "usage": None} if self._tells_usage else chunk, tokens)

    def _texts(self, key: str, text: str) -> Iterator[Frame]:
        for fragment in fragments(text):
            yield self._chunk({key: fragment}, tokens=len(fragment) / 4)

    def _call(self, index: int, call: Call) -> Iterator[Frame]:
        opening = self._whole_call(index, call)
        opening["function"] = {"name": call.name, "arguments": ""}
        yield self._chunk({"tool_calls": [{"index": index, **opening}]}, tokens=4)
        for fragment in fragments(call.text):
            delta = {"index": index, "function": {"arguments": fragment}}
            yield self._chunk({"tool_calls": [delta]}, tokens=len(fragment) / 4)

    def _whole_call(self, index: int, call: Call) -> dict[str, Any]:
        return {
            "id": f"call_{self.name[:20]}{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": call.text},
        }

    def _end(self, reply: Reply) -> Iterator[Frame]:
        if reply.ending is Ending.OVERLOADED:
            refused = Refused(Fault.OVERLOADED, "The server is overloaded. Try again later.")
            yield _frame(error(refused)[1])
        if reply.ending in (Ending.OVERLOADED, Ending.CUT_OFF, Ending.LOST):
            return
        yield self._chunk({}, _reason(reply))
        if self._tells_usage:
            chunk = self._head("chat.completion.chunk")
            yield _frame({**chunk, "choices": [], "usage": self._usage(reply)})
        yield Frame(b"data: [DONE]\n\n")

    @property
    def _tells_usage(self) -> bool:
        return bool((self.body.get("stream_options") or {}).get("include_usage"))

    def _usage(self, reply: Reply) -> dict[str, Any]:
        given, made = self.conversation.input_tokens, reply.output_tokens
        return {
            "prompt_tokens": given,
            "completion_tokens": made,
            "total_tokens": given + made,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": reply.reasoning_tokens},
        }


def error(refused: Refused) -> tuple[int, dict[str, Any]]:
    """Status and body of a refusal, as OpenAI shapes them."""
    status, kind, code = _STATUS[refused.fault]
    body = {"message": refused.message, "type": kind, "param": refused.parameter, "code": code}
    return status, {"error": body}


def _reason(reply: Reply) -> str:
    match reply.ending:
        case Ending.LENGTH:
            return "length"
        case Ending.FILTERED:
            return "content_filter"
        case _:
            return "tool_calls" if reply.has_calls else "stop"


def _frame(value: Mapping[str, Any], tokens: float = 0.0) -> Frame:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Frame(f"data: {text}\n\n".encode(), tokens)
