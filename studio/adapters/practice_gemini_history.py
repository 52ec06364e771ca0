"""Judges the contents of a Gemini request: roles, pairing, emptiness and signatures."""

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
    sealed,
    unsealed,
)

SIGNED = "fcS"  # how the IDs of calls begin that were signed, and must come back so

_FOREIGN = "skip_thought_signature_validator"
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
_BESIDE = ("thought", "thoughtSignature", "videoMetadata")

Part = dict[str, Any]


def call_seal(call: Mapping[str, Any]) -> str:
    """The signature of a call: it shows every change made to name, ID or arguments."""
    told = [call.get("name"), call.get("id"), call.get("args") or {}]
    return sealed(json.dumps(told, sort_keys=True, ensure_ascii=False))


def read_history(contents: list[Any]) -> tuple[Item, ...]:
    """The contents as neutral items. Raises `RefusedError` where the real service answers 400."""
    if not contents:
        refuse("* GenerateContentRequest.contents: contents is not specified")
    items: list[Item] = []
    open_calls: list[Called] = []
    role = ""
    for index, value in enumerate(contents):
        where = f"contents[{index}]"
        content = an_object(value, where)
        if set(content) != {"role", "parts"} or content["role"] not in ("user", "model"):
            refuse(f"{where}: Please use a valid role: user, model.")
        if content["role"] == role or (not role and content["role"] != "user"):
            refuse("Please ensure that multiturn requests alternate between user and model.")
        role = content["role"]
        parts = [_part(part, where) for part in a_list(content["parts"], f"{where}.parts")]
        if not parts:
            refuse(f"{where}.parts must not be empty.")
        if role == "user":
            _user(parts, open_calls, items, where)
        else:
            open_calls = _model(parts, items, where)
    if role != "user":
        refuse("Please ensure that multiturn requests end with a user role.")
    return tuple(items)


def _part(value: Any, where: str) -> Part:
    part = an_object(value, where)
    kinds = [key for key in part if key in _KINDS]
    if len(kinds) != 1 or any(key not in (*_KINDS, *_BESIDE) for key in part):
        refuse(f"{where}.parts.data: required oneof field 'data' must have one initialized field")
    if "text" in part and not a_text(part["text"], where) and "thoughtSignature" not in part:
        refuse(f"{where}.parts: text must not be empty")
    signature = part.get("thoughtSignature")
    if signature not in (None, _FOREIGN) and unsealed(a_text(signature, where)) is None:
        refuse(f"{where}: Thought signature is not valid.")
    return part


def _user(parts: list[Part], open_calls: list[Called], items: list[Item], where: str) -> None:
    results = [part["functionResponse"] for part in parts if "functionResponse" in part]
    if len(results) != len(open_calls):
        refuse(
            "Please ensure that the number of function response parts is equal to the number of "
            "function call parts of the function call turn."
        )
    for result, call in zip(results, open_calls, strict=True):
        items.append(Answered(call.id, _result(an_object(result, where), call, where)))
    open_calls.clear()
    texts = [part["text"] for part in parts if "text" in part]
    if texts:
        items.append(Prompt("\n".join(texts)))


def _result(result: Mapping[str, Any], call: Called, where: str) -> str:
    if a_text(result.get("name"), f"{where}.functionResponse.name") != call.name:
        refuse(f"{where}: function response name does not match its call: {result.get('name')}")
    given = result.get("id", "")
    if given != ("" if call.id.startswith("place") else call.id):
        refuse(f"{where}: function response id does not match its call: {given!r}")
    response = an_object(result.get("response"), f"{where}.functionResponse.response")
    told = response.get("output", response.get("error"))
    return told if isinstance(told, str) else json.dumps(response)


def _model(parts: list[Part], items: list[Item], where: str) -> list[Called]:
    calls: list[Called] = []
    for part in parts:
        if "functionResponse" in part:
            refuse(f"{where}: a function response belongs to the user role")
        if "text" in part and part["text"] and part.get("thought") is not True:
            items.append(Said(part["text"]))
        if "functionCall" in part:
            calls.append(_call(part, len(calls), where))
    items += calls
    return calls


def _call(part: Part, place: int, where: str) -> Called:
    call = an_object(part["functionCall"], f"{where}.functionCall")
    name = a_text(call.get("name"), f"{where}.functionCall.name")
    arguments = an_object(call.get("args") or {}, f"{where}.functionCall.args")
    call_id = a_text(call.get("id", f"place{place}"), f"{where}.functionCall.id")
    if call_id.startswith(SIGNED) and part.get("thoughtSignature") != call_seal(call):
        refuse(
            f"Function call is missing a thought_signature in functionCall parts: {where}, "
            f"function call `{name}`."
        )
    return Called(call_id, name, json.dumps(arguments))
