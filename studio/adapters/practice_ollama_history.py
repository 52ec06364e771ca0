"""Judges the messages of an Ollama request: roles, types, and that each call has its result."""

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from studio.adapters.practice_check import a_list, a_text, an_object
from studio.adapters.practice_reply import (
    Answered,
    Called,
    Item,
    Prompt,
    Said,
    refuse,
)

_FIELDS = {
    "system": {"role", "content"},
    "user": {"role", "content", "images"},
    "assistant": {"role", "content", "thinking", "tool_calls"},
    "tool": {"role", "content", "tool_name", "tool_call_id"},
}


def read_history(messages: list[Any]) -> tuple[Item, ...]:
    """The messages as neutral items. Raises `RefusedError` where a real server answers 400."""
    if not messages:
        refuse("messages: at least one message is required")
    items: list[Item] = []
    open_calls: list[Called] = []
    role = ""
    for index, value in enumerate(messages):
        where = f"messages.{index}"
        message = an_object(value, where)
        role = a_text(message.get("role"), f"{where}.role")
        if set(message) - _FIELDS.get(role, set()):
            refuse(f"{where}: a message of the role '{role}' has other fields")
        content = a_text(message.get("content"), f"{where}.content")
        if open_calls and role != "tool":
            refuse(f"{where}: a call has no result: {open_calls[0].name}")
        match role:
            case "tool":
                items.append(_result(message, content, open_calls, where))
            case "assistant":
                open_calls = _assistant(message, content, items, len(items), where)
            case "user":
                _check_images(message, content, where)
                items.append(Prompt(content))
            case _ if index:
                refuse(f"{where}: the system speaks first")
    if open_calls or role not in ("user", "tool"):
        refuse("messages: nothing is left to answer")
    return tuple(items)


def _result(
    message: Mapping[str, Any], content: str, open_calls: list[Called], where: str
) -> Answered:
    name = a_text(message.get("tool_name"), f"{where}.tool_name")
    if not open_calls or open_calls[0].name != name:
        refuse(f"{where}: no call waits for the result of {name}")
    call = open_calls.pop(0)
    if message.get("tool_call_id", call.id) != call.id:
        refuse(f"{where}: no call has the ID {message['tool_call_id']}")
    return Answered(call.id, content)


def _assistant(
    message: Mapping[str, Any], content: str, items: list[Item], place: int, where: str
) -> list[Called]:
    a_text(message.get("thinking", ""), f"{where}.thinking")
    calls: list[Called] = []
    for number, value in enumerate(a_list(message.get("tool_calls", []), f"{where}.tool_calls")):
        call = an_object(value, f"{where}.tool_calls")
        function = an_object(call.get("function"), f"{where}.function")
        name = a_text(function.get("name"), f"{where}.function.name")
        # As text they are refused by the server's own types.
        arguments = an_object(function.get("arguments"), f"{where}.function.arguments")
        call_id = a_text(call.get("id", f"place{place}.{number}"), f"{where}.id")
        calls.append(Called(call_id, name, json.dumps(arguments)))
    if not (content.strip() or calls):
        refuse(f"{where}: a message without text and calls")
    items += [Said(content)] if content.strip() else []
    items += calls
    return calls


def _check_images(message: Mapping[str, Any], content: str, where: str) -> None:
    images = a_list(message.get("images", []), f"{where}.images")
    for image in images:
        try:
            base64.b64decode(a_text(image, f"{where}.images"), validate=True)
        except binascii.Error:
            refuse(f"{where}.images: illegal base64 data at input byte 0")
    if not (content.strip() or images):
        refuse(f"{where}: a message without text")
