"""The rules of Ollama's own chat."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from studio.core.quirks import Quirks
from studio.wire.history_rules import (
    COMMON_IMAGES,
    at,
    base64_faults,
    is_blank,
    is_name,
    tool_faults,
    unanswered_faults,
)
from studio.wire.lenient import as_list, as_object, as_text

Message = Mapping[str, Any]


def ollama_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    messages = [as_object(message) for message in as_list(body.get("messages"))]
    yield from _order_faults([as_text(message.get("role")) for message in messages])
    for number, message in enumerate(messages):
        place = f"messages[{number}]"
        if not isinstance(message.get("content"), str):
            yield f"{place}: content that is no text"
        match message.get("role"):
            case "assistant":
                yield from at(place, _answer_faults(message, messages[number + 1 :]))
            case "user":
                yield from at(place, _prompt_faults(message))
            case _:
                if is_blank(message.get("content")):
                    yield f"{place}: it is empty"
    functions = [as_object(tool).get("function") for tool in as_list(body.get("tools"))]
    yield from tool_faults(functions, "parameters", quirks)


def _order_faults(roles: list[str]) -> Iterator[str]:
    said = roles[1:] if roles[:1] == ["system"] else roles
    if said[:1] != ["user"]:
        yield "messages: the user does not begin"
    if said and said[-1] not in ("user", "tool"):
        yield "messages: there is nothing to answer"
    for before, role in pairwise(said):
        if role not in ("user", "assistant", "tool"):
            yield f"messages: the role {role!r} in mid chat"
        if (before, role) in (("user", "user"), ("user", "tool")):
            yield f"messages: {role} right after {before}"


def _answer_faults(message: Message, following: list[Message]) -> Iterator[str]:
    calls = [as_object(call) for call in as_list(message.get("tool_calls"))]
    if "tool_calls" in message and not calls:
        yield "an empty list of calls"
    if not calls and is_blank(message.get("content")):
        yield "an empty answer"
    if "thinking" in message and is_blank(message["thinking"]):
        yield "empty thinking"
    for call in calls:
        function = as_object(call.get("function"))
        if not is_name(function.get("name")):
            yield f"a call of {function.get('name')!r}"
        if not isinstance(function.get("arguments"), dict):
            yield "arguments that are no object"
    yield from unanswered_faults([_asked(call) for call in calls], _given(following))


def _asked(call: Message) -> str:
    """By name and order, and by ID where the server gave one."""
    name = as_text(as_object(call.get("function")).get("name"))
    return f"{name} {as_text(call.get('id'))}".strip()


def _given(following: list[Message]) -> list[str]:
    given: list[str] = []
    for message in following:
        if message.get("role") != "tool":
            break
        name, call_id = message.get("tool_name"), message.get("tool_call_id")
        given.append(f"{as_text(name)} {as_text(call_id)}".strip())
    return given


def _prompt_faults(message: Message) -> Iterator[str]:
    images = message.get("images")
    if images is not None and not as_list(images):
        yield "an empty list of images"
    if images is None and is_blank(message.get("content")):
        yield "an empty prompt"
    for image in as_list(images):
        # The server reads the kind of image from its bytes.
        yield from base64_faults(image, COMMON_IMAGES[0], COMMON_IMAGES)
