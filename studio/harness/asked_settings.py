"""What a recorded request asked of the model, in whatever dialect: the settings of the chat as
they were then, which may have been changed since. Pure."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from studio.core.chats import ChatSettings

_SYSTEM_ROLES = ("system", "developer")
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")


def settings_then(settings: ChatSettings, request: bytes) -> ChatSettings:
    """The same settings, less what the request says otherwise."""
    try:
        body = json.loads(request)
    except (ValueError, RecursionError):
        return settings
    if not isinstance(body, dict):
        return settings
    options = _part(body, "options") | _part(body, "generationConfig")
    most = next((body[name] for name in _LIMITS if isinstance(body.get(name), int)), None)
    most = options.get("num_predict", options.get("maxOutputTokens", most))
    temperature = body.get("temperature", options.get("temperature"))
    return replace(
        settings,
        system_prompt=_system(body, settings.system_prompt),
        max_output_tokens=most if isinstance(most, int) else None,
        temperature=temperature if isinstance(temperature, int | float) else None,
    )


def _system(body: dict[str, Any], now: str) -> str:
    told = "\n\n".join(_system_texts(body))
    # More than that may have been said in the same place, and will be again.
    return now if now.strip() and now.strip() in told else told


def _system_texts(body: dict[str, Any]) -> Iterator[str]:
    messages = body.get("messages")
    first = messages[0] if isinstance(messages, list) and messages else None
    if isinstance(first, dict) and first.get("role") in _SYSTEM_ROLES:
        yield from _texts(first.get("content"))
    for place in ("system", "instructions"):
        yield from _texts(body.get(place))
    yield from _texts(_part(body, "systemInstruction").get("parts"))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for block in value if isinstance(value, list) else ():
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            yield block["text"]


def _part(body: dict[str, Any], name: str) -> dict[str, Any]:
    value = body.get(name)
    return value if isinstance(value, dict) else {}
