"""Judges the messages of an Anthropic request: pairing, order, emptiness and signatures."""

import json
import re
from typing import Any

from studio.adapters.practice_check import a_list, a_text, an_object
from studio.adapters.practice_reply import (
    Answered,
    Called,
    Item,
    Prompt,
    Said,
    refuse,
    unsealed,
)

_CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_THOUGHTFUL = "toolu_01T"

Block = dict[str, Any]


def read_history(messages: list[Any]) -> tuple[Item, ...]:
    """The messages as neutral items. Raises `RefusedError` where the real service answers 400."""
    if not messages:
        refuse("messages: at least one message is required")
    items: list[Item] = []
    open_calls: list[str] = []
    for index, value in enumerate(messages):
        message = an_object(value, f"messages.{index}")
        role = message.get("role")
        if set(message) != {"role", "content"} or role not in ("user", "assistant"):
            refuse(f"messages.{index}: Input should be a 'user' or 'assistant' message")
        blocks = _blocks(message["content"], f"messages.{index}")
        if role == "user":
            _user(blocks, open_calls, items, f"messages.{index}")
            open_calls = []
        else:
            _settled(open_calls, f"messages.{index}")
            open_calls = _assistant(blocks, items, f"messages.{index}")
    _settled(open_calls, "messages")
    _check_ends(messages)
    _check_thinking(messages)
    return tuple(items)


def _check_ends(messages: list[Any]) -> None:
    if messages[0]["role"] != "user":
        refuse("messages: first message must use the user role")
    if messages[-1]["role"] != "user":
        refuse(
            "This model does not support assistant message prefill. The conversation must end "
            "with a user message."
        )


def _blocks(content: Any, where: str) -> list[Block]:
    if isinstance(content, str):
        if not content.strip():
            refuse(f"{where}: messages must have non-empty content")
        return [{"type": "text", "text": content}]
    blocks = [an_object(block, where) for block in a_list(content, where)]
    if not blocks:
        refuse(f"{where}: all messages must have non-empty content")
    return blocks


def _user(blocks: list[Block], open_calls: list[str], items: list[Item], where: str) -> None:
    results = [block for block in blocks if block.get("type") == "tool_result"]
    if results and blocks[: len(results)] != results:
        refuse(f"{where}: tool_result blocks must come before any other content")
    answered = [_result(block, items, where) for block in results]
    for call_id in answered:
        if call_id not in open_calls or answered.count(call_id) > 1:
            refuse(
                f"{where}: unexpected `tool_use_id` found in `tool_result` blocks: {call_id}. Each "
                "`tool_result` block must have a corresponding `tool_use` block in the previous "
                "message."
            )
    _settled([call_id for call_id in open_calls if call_id not in answered], where)
    texts = [_text(block, where) for block in blocks[len(results) :]]
    if texts:
        items.append(Prompt("\n".join(texts)))


def _settled(open_calls: list[str], where: str) -> None:
    if open_calls:
        refuse(
            f"{where}: `tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(open_calls)}. Each `tool_use` block must have a corresponding "
            "`tool_result` block in the next message."
        )


def _result(block: Block, items: list[Item], where: str) -> str:
    for key in block:
        if key not in ("type", "tool_use_id", "content", "is_error", "cache_control"):
            refuse(f"{where}: tool_result.{key}: Extra inputs are not permitted")
    call_id = a_text(block.get("tool_use_id"), f"{where}.tool_use_id")
    content = block.get("content")
    if content is not None and not isinstance(content, str):
        parts = [an_object(part, where) for part in a_list(content, where)]
        content = "\n".join(_text(part, where) for part in parts)
    if not isinstance(block.get("is_error", False), bool):
        refuse(f"{where}: tool_result.is_error: Input should be a valid boolean")
    items.append(Answered(call_id, content or ""))
    return call_id


def _text(block: Block, where: str) -> str:
    if block.get("type") != "text":
        refuse(f"{where}: this model reads text only, not {block.get('type')}")
    text = a_text(block.get("text"), f"{where}.text")
    if not text:
        refuse(f"{where}: text content blocks must be non-empty")
    if not text.strip():
        refuse(f"{where}: text content blocks must contain non-whitespace text")
    return text


def _assistant(blocks: list[Block], items: list[Item], where: str) -> list[str]:
    calls: list[str] = []
    for block in blocks:
        match block.get("type"):
            case "text":
                items.append(Said(_text(block, where)))
            case "tool_use":
                calls.append(_call(block, items, where))
            case "thinking":
                _check_signature(block, where)
            case "redacted_thinking":
                a_text(block.get("data"), f"{where}.data")
            case other:
                refuse(f"{where}: Input tag '{other}' found does not match any expected tag")
    if len(set(calls)) != len(calls):
        refuse(f"{where}: `tool_use` ids must be unique")
    return calls


def _call(block: Block, items: list[Item], where: str) -> str:
    call_id = a_text(block.get("id"), f"{where}.tool_use.id")
    if not _CALL_ID.fullmatch(call_id):
        refuse(f"{where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
    name = a_text(block.get("name"), f"{where}.tool_use.name")
    if not isinstance(block.get("input"), dict):
        refuse(f"{where}.tool_use.input: Input should be a valid dictionary")
    items.append(Called(call_id, name, json.dumps(block["input"])))
    return call_id


def _check_signature(block: Block, where: str) -> None:
    if unsealed(a_text(block.get("signature"), f"{where}.signature")) != block.get("thinking"):
        refuse(f"{where}: Invalid `signature` in `thinking` block")


def _check_thinking(messages: list[Any]) -> None:
    """While a turn waits for its results, the reasoning before its calls must come back."""
    for index, message in enumerate(messages[:-1]):
        following = messages[index + 1]["content"]
        is_open = index == len(messages) - 2 and isinstance(following, list)
        if not is_open or any(block.get("type") == "text" for block in following):
            continue
        blocks = message["content"] if isinstance(message["content"], list) else []
        calls = [block for block in blocks if block.get("type") == "tool_use"]
        if any(call["id"].startswith(_THOUGHTFUL) for call in calls) and (
            blocks[0].get("type") != "thinking"
        ):
            refuse(
                f"messages.{index}.content.0.type: Expected `thinking` or `redacted_thinking`, "
                "but found something else."
            )
