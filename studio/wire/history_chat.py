"""The rules of OpenAI Chat Completions, as the strictest chat templates read it."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from studio.core.quirks import CallIdStyle, Quirks, ReasoningReturn
from studio.wire.history_rules import (
    IMAGES,
    PDF,
    at,
    data_url_faults,
    is_blank,
    is_name,
    is_object_text,
    tool_faults,
    unanswered_faults,
)
from studio.wire.lenient import as_list, as_object, as_text

_IDS = {
    CallIdStyle.DIALECT: re.compile(r"[!-~]{1,40}"),
    CallIdStyle.NINE_ALPHANUMERIC: re.compile(r"[a-zA-Z0-9]{9}"),
}
_SYSTEM = ("system", "developer")
_REASONING = ("reasoning_content", "reasoning")

Message = Mapping[str, Any]


def chat_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    messages = [as_object(message) for message in as_list(body.get("messages"))]
    yield from _order_faults([as_text(message.get("role")) for message in messages])
    used: set[str] = set()
    for number, message in enumerate(messages):
        place = f"messages[{number}]"
        match message.get("role"):
            case "assistant":
                yield from at(place, _answer_faults(message, quirks))
                yield from at(place, _result_faults(message, messages[number + 1 :], used))
            case "tool":
                yield from at(place, _tool_faults(message))
            case _:
                yield from at(place, _prompt_faults(message.get("content")))
    functions = [as_object(tool).get("function") for tool in as_list(body.get("tools"))]
    yield from tool_faults(functions, "parameters", quirks)


def _order_faults(roles: list[str]) -> Iterator[str]:
    said = roles[1:] if roles and roles[0] in _SYSTEM else roles
    if not said or said[0] != "user":
        yield "messages: the user does not begin"
    if said and said[-1] not in ("user", "tool"):
        yield "messages: there is nothing to answer"
    for before, role in pairwise(said):
        if role not in ("user", "assistant", "tool"):
            yield f"messages: the role {role!r} in mid chat"
        if role == before != "tool" or (before, role) in (("tool", "user"), ("user", "tool")):
            yield f"messages: {role} right after {before}"


def _answer_faults(message: Message, quirks: Quirks) -> Iterator[str]:
    calls = message.get("tool_calls")
    if "content" not in message:
        yield "no content, not even null"
    if calls is None and _is_empty(message.get("content")):
        yield "an empty answer"
    if calls is not None and not as_list(calls):
        yield "an empty list of calls"
    for call in as_list(calls):
        yield from _call_faults(as_object(call), quirks)
    yield from _reasoning_faults(message, quirks)


def _is_empty(content: Any) -> bool:
    if isinstance(content, list):
        return not content
    return is_blank(content)


def _call_faults(call: Message, quirks: Quirks) -> Iterator[str]:
    function = as_object(call.get("function"))
    if call.get("type") != "function" or not is_name(function.get("name")):
        yield f"a call of {function.get('name')!r}"
    if not is_object_text(function.get("arguments")):
        yield "arguments that are not the text of an object"
    if not _IDS[quirks.call_ids].fullmatch(as_text(call.get("id"))):
        yield f"the call ID {call.get('id')!r}"


def _reasoning_faults(message: Message, quirks: Quirks) -> Iterator[str]:
    told = [name for name in _REASONING if name in message]
    if any(not isinstance(message[name], str) for name in told):
        yield "reasoning that is no text"
    match quirks.reasoning_return:
        case ReasoningReturn.NEVER if told:
            yield "reasoning where the host takes none"
        case ReasoningReturn.REQUIRED_BESIDE_CALLS if message.get("tool_calls") and not told:
            yield "calls without the reasoning that the host demands"
        case _:
            return


def _result_faults(message: Message, following: list[Message], used: set[str]) -> Iterator[str]:
    asked = [as_text(as_object(call).get("id")) for call in as_list(message.get("tool_calls"))]
    given: list[str] = []
    for result in following:
        if result.get("role") != "tool":
            break
        given.append(as_text(result.get("tool_call_id")))
    yield from unanswered_faults(asked, given)
    if len(set(asked)) < len(asked) or used & set(asked):
        yield "a call ID that was used before"
    used |= set(asked)


def _tool_faults(message: Message) -> Iterator[str]:
    if is_blank(message.get("content")):
        yield "an empty result"


def _prompt_faults(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        if is_blank(content):
            yield "an empty prompt"
        return
    if not as_list(content):
        yield "a prompt without parts"
    for value in as_list(content):
        part = as_object(value)
        match part.get("type"):
            case "text":
                yield from ["an empty text"] if is_blank(part.get("text")) else []
            case "image_url":
                yield from data_url_faults(as_object(part.get("image_url")).get("url"), IMAGES)
            case "file":
                yield from _file_faults(as_object(part.get("file")))
            case kind:
                yield f"a part of the type {kind!r}"


def _file_faults(file: Mapping[str, Any]) -> Iterator[str]:
    if is_blank(file.get("filename")):
        yield "a file without a name"
    yield from data_url_faults(file.get("file_data"), (PDF,))
