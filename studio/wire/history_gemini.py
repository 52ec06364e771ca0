"""The rules of Google Gemini."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from studio.core.quirks import Quirks
from studio.wire.history_rules import (
    COMMON_IMAGES,
    PDF,
    at,
    base64_faults,
    is_blank,
    tool_faults,
    unanswered_faults,
)
from studio.wire.lenient import as_list, as_object, as_text

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_KINDS = (
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
)
_USER_KINDS = ("text", "inlineData", "functionResponse")
_USER_FILES = (*COMMON_IMAGES, "image/heic", "image/heif", PDF)

Part = Mapping[str, Any]


def gemini_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    contents = [as_object(content) for content in as_list(body.get("contents"))]
    roles = [as_text(content.get("role")) for content in contents]
    parts = [_parts(content) for content in contents]
    if roles != [("user", "model")[number % 2] for number in range(len(roles))]:
        yield "contents: the roles do not alternate, the user first"
    if not roles or roles[-1] != "user":
        yield "contents: there is nothing to answer"
    for number, (role, mine) in enumerate(zip(roles, parts, strict=True)):
        place = f"contents[{number}]"
        if not mine:
            yield f"{place}: no parts"
        if role == "user":
            yield from at(place, _user_faults(mine, parts[number - 1] if number else []))
        elif number + 1 < len(parts):
            yield from at(place, _result_faults(mine, parts[number + 1]))
        for part in mine:
            yield from at(place, _part_faults(part, is_user=role == "user"))
    yield from _declaration_faults(body, quirks)
    yield from _instruction_faults(body)


def _parts(content: Mapping[str, Any]) -> list[Part]:
    return [as_object(part) for part in as_list(content.get("parts"))]


def _told(parts: list[Part], kind: str) -> list[str]:
    """Name and ID of each call or response: they are matched by order, and by ID where one is."""
    found = [as_object(part[kind]) for part in parts if kind in part]
    return [f"{as_text(one.get('name'))} {as_text(one.get('id'))}".strip() for one in found]


def _result_faults(parts: list[Part], following: list[Part]) -> Iterator[str]:
    asked = _told(parts, "functionCall")
    if asked:
        yield from unanswered_faults(asked, _told(following, "functionResponse"))


def _user_faults(parts: list[Part], before: list[Part]) -> Iterator[str]:
    is_result = ["functionResponse" in part for part in parts]
    if is_result != sorted(is_result, reverse=True):
        yield "results are not first"
    if any(is_result) and not _told(before, "functionCall"):
        yield "a result without its call"


def _part_faults(part: Part, *, is_user: bool) -> Iterator[str]:
    kinds = [kind for kind in _KINDS if kind in part]
    signature = part.get("thoughtSignature")
    if len(kinds) != 1 or (is_user and kinds[0] not in _USER_KINDS):
        yield f"a part that holds {kinds}"
        return
    if "thoughtSignature" in part and (is_user or is_blank(signature)):
        yield "a misplaced or empty signature"
    yield from _kind_faults(kinds[0], part, is_user=is_user)


def _kind_faults(kind: str, part: Part, *, is_user: bool) -> Iterator[str]:
    held = as_object(part[kind])
    match kind:
        case "text":
            # A signature may lie on a text that is empty, and goes back on it.
            if not as_text(part["text"]) and "thoughtSignature" not in part:
                yield "an empty text"
        case "inlineData" if is_user:
            yield from base64_faults(held.get("data"), held.get("mimeType"), _USER_FILES)
        case "functionCall" | "functionResponse":
            yield from _call_faults(kind, held, is_user=is_user)
        case _:
            return


def _call_faults(kind: str, held: Mapping[str, Any], *, is_user: bool) -> Iterator[str]:
    if not _NAME.fullmatch(as_text(held.get("name"))):
        yield f"a call of {held.get('name')!r}"
    if is_user != (kind == "functionResponse"):
        yield f"a misplaced {kind}"
    value = held.get("response" if is_user else "args")
    if not isinstance(value, dict) or (is_user and not value):
        yield "arguments or a response that are no object"


def _declaration_faults(body: Mapping[str, Any], quirks: Quirks) -> Iterator[str]:
    declared = [
        as_object(function)
        for tool in as_list(body.get("tools"))
        for function in as_list(as_object(tool).get("functionDeclarations"))
    ]
    # An object without properties is refused; a tool without arguments declares none.
    nothing = {"type": "object", "properties": {}}
    for function in declared:
        if not _NAME.fullmatch(as_text(function.get("name"))):
            yield f"tools: {function.get('name')!r} is no legal name"
    yield from tool_faults(
        [
            {
                "name": function.get("name"),
                "schema": function.get("parameters")
                or function.get("parametersJsonSchema")
                or nothing,
            }
            for function in declared
        ],
        "schema",
        quirks,
    )


def _instruction_faults(body: Mapping[str, Any]) -> Iterator[str]:
    if "systemInstruction" not in body:
        return
    parts = _parts(as_object(body["systemInstruction"]))
    if not parts or any(is_blank(part.get("text")) for part in parts):
        yield "systemInstruction: it is empty"
