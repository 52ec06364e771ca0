"""Reads one field of a request after another, and refuses what the real services refuse."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from studio.adapters.practice_reply import MODELS, Fault, Refused, RefusedError, refuse

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def only_known(value: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuses a field that the service does not know."""
    for key in value:
        if key not in known:
            refuse(f"Unrecognized request argument supplied: {key}", key)


def an_object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        refuse(f"Invalid type for '{where}': expected an object.", where)
    return value


def a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        refuse(f"Invalid type for '{where}': expected an array.", where)
    return value


def a_text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        refuse(f"Invalid type for '{where}': expected a string.", where)
    return value


def a_model(body: Mapping[str, Any]) -> str:
    """The model asked for, which must be one of ours."""
    model = a_text(body.get("model"), "model")
    if model not in MODELS:
        message = f"The model `{model}` does not exist or you do not have access to it."
        raise RefusedError(Refused(Fault.UNKNOWN_MODEL, message, "model"))
    return model


def a_limit(body: Mapping[str, Any], *keys: str) -> int | None:
    """The first of `keys` that is set: a whole number of tokens."""
    for key in keys:
        value = body.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            refuse(f"Invalid type for '{key}': expected an integer.", key)
        if value < 1:
            refuse(f"Invalid '{key}': integer below minimum value.", key)
        return value
    return None


def a_temperature(body: Mapping[str, Any], most: float) -> None:
    value = body.get("temperature")
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        refuse("Invalid type for 'temperature': expected a decimal.", "temperature")
    if not 0 <= value <= most:
        refuse(f"Invalid 'temperature': expected 0 to {most:g}.", "temperature")


def a_flag(body: Mapping[str, Any], key: str) -> bool:
    value = body.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        refuse(f"Invalid type for '{key}': expected a boolean.", key)
    return value


def a_tool(
    name: Any, schema: Any, where: str, tools: Mapping[str, Mapping[str, Any]]
) -> tuple[str, dict[str, Any]]:
    """Name and schema of one tool on offer; names must be well formed and differ."""
    text = a_text(name, f"{where}.name")
    if not TOOL_NAME.fullmatch(text):
        refuse(f"Invalid '{where}.name': '{text}' does not match the pattern.", where)
    if text in tools:
        refuse(f"Tool names must be unique: {text}", where)
    parameters = an_object(schema, f"{where}.parameters")
    if parameters.get("type") != "object":
        refuse(f"Invalid schema for function '{text}': schema must have type 'object'.", where)
    return text, parameters
