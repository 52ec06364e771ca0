"""The rules of OpenAI Responses where the server stores nothing."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from studio.core.quirks import Quirks
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

_CALL_ID = re.compile(r"[!-~]{1,64}")
_OUTPUTS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
}
# Where the provider did not run these itself, the client has to, and nobody here does.
_RUN_BY_SOMEBODY = ("computer_call", "local_shell_call", "shell_call", "apply_patch_call")
_UNANSWERABLE = ("mcp_approval_request", "item_reference")

Item = Mapping[str, Any]


def responses_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    items = [as_object(item) for item in as_list(body.get("input"))]
    if body.get("store") is not False:
        yield "store: the server would keep the chat"
    if not items or not _is_user(items[0]):
        yield "input: the user does not begin"
    if items and not (_is_user(items[-1]) or _is_output(items[-1])):
        yield "input: there is nothing to answer"
    yield from _pairing_faults(items)
    told = {(as_text(item.get("type")), as_text(item.get("call_id"))) for item in items}
    for number, item in enumerate(items):
        place = f"input[{number}]"
        yield from at(place, _item_faults(item))
        kind = item.get("type")
        if (
            kind in _RUN_BY_SOMEBODY
            and (f"{kind}_output", as_text(item.get("call_id"))) not in told
        ):
            yield f"{place}: a call of the type {kind!r} without its output"
        if item.get("type") == "reasoning":
            yield from at(place, _follower_faults(items[number + 1 :]))
    for tool in as_list(body.get("tools")):
        if as_object(tool).get("type") == "function" and "strict" not in as_object(tool):
            yield "tools: without a word on strict it would be strict"
    functions = [tool for tool in as_list(body.get("tools")) if "name" in as_object(tool)]
    yield from tool_faults(functions, "parameters", quirks)


def _is_user(item: Item) -> bool:
    return item.get("type") == "message" and item.get("role") == "user"


def _is_output(item: Item) -> bool:
    return item.get("type") in _OUTPUTS.values()


def _pairing_faults(items: list[Item]) -> Iterator[str]:
    """All outputs of a round come after all its items, and before the user's next words."""
    asked: list[str] = []
    given: list[str] = []
    used: set[str] = set()
    for number, item in enumerate([*items, {"type": "message", "role": "user"}]):
        kind = as_text(item.get("type"))
        call_id = as_text(item.get("call_id"))
        if _is_output(item):
            given.append(f"{kind} {call_id}")
            continue
        if given or _is_user(item):
            yield from at(f"input[{number}]", unanswered_faults(asked, given))
            asked, given = [], []
        if kind in _OUTPUTS:
            asked.append(f"{_OUTPUTS[kind]} {call_id}")
            if call_id in used:
                yield f"input[{number}]: a call ID that was used before"
            used.add(call_id)


def _follower_faults(following: list[Item]) -> Iterator[str]:
    """Reasoning goes back with what it led to, and with nothing between."""
    after = next((item for item in following if item.get("type") != "reasoning"), None)
    if after is None or _is_user(after) or _is_output(after):
        yield "reasoning without the item that followed it"


def _item_faults(item: Item) -> Iterator[str]:
    kind = item.get("type")
    match kind:
        case "message":
            yield from _message_faults(item)
        case "function_call" | "custom_tool_call":
            yield from _call_faults(item)
        case "function_call_output" | "custom_tool_call_output":
            if is_blank(item.get("output")):
                yield "an empty output"
        case "reasoning":
            if not (item.get("encrypted_content") or as_list(item.get("content"))):
                yield "reasoning that the server never stored"
            if not isinstance(item.get("summary"), list):
                yield "reasoning without its summary"
        case _ if kind in _UNANSWERABLE or is_blank(kind):
            yield f"an item of the type {kind!r}"
        case _:
            return


def _call_faults(item: Item) -> Iterator[str]:
    if "id" in item:
        yield "the ID of an item that the server never stored"
    if not is_name(item.get("name")):
        yield f"a call of {item.get('name')!r}"
    if not _CALL_ID.fullmatch(as_text(item.get("call_id"))):
        yield f"the call ID {item.get('call_id')!r}"
    if item.get("type") == "function_call" and not is_object_text(item.get("arguments")):
        yield "arguments that are not the text of an object"
    if item.get("type") == "custom_tool_call" and not isinstance(item.get("input"), str):
        yield "an input that is no text"


def _message_faults(item: Item) -> Iterator[str]:
    content = as_list(item.get("content"))
    if "id" in item:
        yield "the ID of an item that the server never stored"
    if item.get("role") not in ("user", "assistant"):
        yield f"the role {item.get('role')!r}"
    if not content:
        yield "a message without parts"
    for value in content:
        yield from _part_faults(as_object(value), is_user=item.get("role") == "user")


def _part_faults(part: Mapping[str, Any], *, is_user: bool) -> Iterator[str]:
    match part.get("type"):
        case "input_text" if is_user and not is_blank(part.get("text")):
            return
        case "output_text" if not is_user and not is_blank(part.get("text")):
            return
        case "refusal" if not is_user and not is_blank(part.get("refusal")):
            return
        case "input_image" if is_user:
            yield from data_url_faults(part.get("image_url"), IMAGES)
        case "input_file" if is_user:
            if is_blank(part.get("filename")):
                yield "a file without a name"
            yield from data_url_faults(part.get("file_data"), (PDF,))
        case kind:
            yield f"an empty or misplaced part of the type {kind!r}"
