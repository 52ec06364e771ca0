"""What each provider's API demands of a request, as small pure checks. Raise AssertionError."""

import json
import re
from collections.abc import Mapping
from typing import Any

from studio.core.messages import Dialect

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ANTHROPIC_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def check(dialect: Dialect, body: Mapping[str, Any]) -> None:
    json.dumps(body, allow_nan=False).encode()
    json.dumps(body, ensure_ascii=False).encode("utf-8")
    match dialect:
        case Dialect.OPENAI_CHAT:
            check_chat(body)
        case Dialect.OPENAI_RESPONSES:
            check_responses(body)
        case Dialect.ANTHROPIC_MESSAGES:
            check_anthropic(body)


def check_chat(body: Mapping[str, Any]) -> None:
    messages = list(body["messages"])
    assert [m["role"] for m in messages].count("system") <= 1
    if messages[0]["role"] == "system":
        messages = messages[1:]
    assert messages[0]["role"] == "user"
    assert messages[-1]["role"] in ("user", "tool")
    waiting: list[str] = []
    before = ""
    for message in messages:
        if waiting:
            assert message["role"] == "tool", "a call without its result right after it"
            assert message["tool_call_id"] == waiting.pop(0)
            assert message["content"]
        else:
            _check_chat_role(message, before)
            waiting = [_checked_chat_call(call) for call in message.get("tool_calls", ())]
            assert len(set(waiting)) == len(waiting)
        before = message["role"]
    assert not waiting
    _check_tools([tool["function"] for tool in body.get("tools", ())], "parameters")


def _check_chat_role(message: Mapping[str, Any], before: str) -> None:
    role = message["role"]
    assert role in ("user", "assistant")
    assert role != before, "two of one role in a row"
    assert (before, role) != ("tool", "user"), "strict templates refuse it"
    if role == "user":
        assert message["content"].strip()
    else:
        assert "content" in message
        assert (message["content"] or "").strip() or message["tool_calls"]
        assert message.get("tool_calls") != []


def _checked_chat_call(call: Mapping[str, Any]) -> str:
    assert call["type"] == "function"
    assert _NAME.fullmatch(call["function"]["name"])
    assert isinstance(json.loads(call["function"]["arguments"]), dict)
    assert 0 < len(call["id"]) <= 40
    return str(call["id"])


def check_responses(body: Mapping[str, Any]) -> None:
    assert body["store"] is False
    items = body["input"]
    assert items[0]["role"] == "user"
    open_calls: list[str] = []
    answered: list[str] = []
    for item in items:
        if item["type"] in ("function_call", "custom_tool_call"):
            assert _NAME.fullmatch(item["name"])
            assert "id" not in item
            assert item["call_id"] not in open_calls + answered
            open_calls.append(item["call_id"])
            if item["type"] == "function_call":
                assert isinstance(json.loads(item["arguments"]), dict)
        elif item["type"] in ("function_call_output", "custom_tool_call_output"):
            assert item["call_id"] == open_calls.pop(0), "results in call order, one each"
            answered.append(item["call_id"])
            assert item["output"]
        else:
            _check_responses_item(item, open_calls)
    assert not open_calls
    assert items[-1]["type"].endswith("_output") or items[-1].get("role") == "user"
    for tool in body.get("tools", ()):
        assert tool["strict"] is False
    _check_tools(body.get("tools", ()), "parameters")


def _check_responses_item(item: Mapping[str, Any], open_calls: list[str]) -> None:
    if item["type"] == "reasoning":
        assert item.get("encrypted_content") or item.get("content")
        return
    if item["type"] != "message":  # of a tool that the provider runs
        return
    assert "id" not in item
    if item["role"] == "user":
        assert not open_calls, "a call without its result before the next message"
    assert all((part.get("text") or part.get("refusal")).strip() for part in item["content"])
    assert item["content"]


def check_anthropic(body: Mapping[str, Any]) -> None:
    messages = body["messages"]
    roles = [message["role"] for message in messages]
    assert roles == [("user", "assistant")[number % 2] for number in range(len(roles))]
    assert roles[-1] == "user"
    seen: set[str] = set()
    waiting: list[str] = []
    for message in messages:
        kinds = [block["type"] for block in message["content"]]
        assert kinds
        results = [b for b in message["content"] if b["type"] == "tool_result"]
        assert kinds[: len(results)] == ["tool_result"] * len(results), "results come first"
        assert [block["tool_use_id"] for block in results] == waiting
        waiting = [_checked_use(b) for b in message["content"] if b["type"] == "tool_use"]
        assert not seen & set(waiting)
        seen |= set(waiting)
        _check_blocks(message)
    assert not waiting
    if seen:
        assert body["tools"], "tool blocks without declared tools"
    _check_thinking(body)
    _check_tools(body.get("tools", ()), "input_schema")


def _checked_use(block: Mapping[str, Any]) -> str:
    assert _ANTHROPIC_ID.fullmatch(block["id"])
    assert _NAME.fullmatch(block["name"])
    assert isinstance(block["input"], dict)
    return str(block["id"])


def _check_blocks(message: Mapping[str, Any]) -> None:
    for block in message["content"]:
        match block["type"]:
            case "text":
                assert block["text"].strip()
            case "tool_result":
                assert message["role"] == "user"
                assert block["content"].strip()
            case "thinking":
                assert block["signature"]
                assert message["role"] == "assistant"


def _check_thinking(body: Mapping[str, Any]) -> None:
    assert body["max_tokens"] > 0
    thinking = body.get("thinking")
    if thinking is None:
        return
    assert "temperature" not in body
    if thinking["type"] == "enabled":
        assert 1024 <= thinking["budget_tokens"] < body["max_tokens"]


def _check_tools(tools: Any, schema: str) -> None:
    names = [tool["name"] for tool in tools]
    assert len(set(names)) == len(names)
    for tool in tools:
        assert _NAME.fullmatch(tool["name"])
        assert tool[schema]["type"] == "object"
        assert isinstance(tool[schema]["properties"], dict)
        assert not {"anyOf", "oneOf", "allOf"} & set(tool[schema])
