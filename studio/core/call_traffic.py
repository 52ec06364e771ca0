"""Which of a server's messages and lines belong to one call. Pure."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core.server_traffic import LogLine, ServerMessage

_CALL = "tools/call"
_PROGRESS = "notifications/progress"
_CANCELLED = "notifications/cancelled"


def of_call(
    messages: Sequence[ServerMessage],
    log: Sequence[LogLine],
    own_name: str,
    arguments: Mapping[str, Any],
    since: float,
    until: float,
) -> tuple[tuple[ServerMessage, ...], tuple[LogLine, ...]]:
    """What travelled and was said during the call: its requests, the answers to them, progress,
    and what the server asked or told meanwhile. What belongs to other requests of ours is left
    out. Two equal calls side by side cannot be told apart; lines of a log belong to nobody.
    """
    during = [message for message in messages if since <= message.at <= until]
    read = [_read(message) for message in during]
    own = set(_own(read, own_name, arguments))
    kept = tuple(one.message for one in read if not one.owners or one.owners & own)
    return kept, tuple(line for line in log if since <= line.at <= until)


@dataclass(frozen=True, slots=True)
class _Read:
    """`owners` are the requests of ours to which a message belongs, by ID and progress token;
    none where it belongs to no request."""

    message: ServerMessage
    fields: Mapping[str, Any]
    owners: frozenset[str]


def _read(message: ServerMessage) -> _Read:
    try:
        value = json.loads(message.body)
    except (ValueError, RecursionError):
        value = None  # it was cut: shown rather than hidden
    fields = value if isinstance(value, dict) else {}
    return _Read(message, fields, frozenset(_owners(message, fields)))


def _owners(message: ServerMessage, fields: Mapping[str, Any]) -> Iterator[str]:
    method = fields.get("method")
    if method is None:
        if "id" in fields and not message.is_sent:
            yield f"id {fields['id']}"
        return
    params = _object(fields.get("params"))
    if message.is_sent and "id" in fields:
        yield f"id {fields['id']}"
        token = _object(params.get("_meta")).get("progressToken")
        if token is not None:
            yield f"token {token}"
    elif method == _PROGRESS and not message.is_sent:
        yield f"token {params.get('progressToken')}"
    elif method == _CANCELLED and message.is_sent:
        yield f"id {params.get('requestId')}"


def _own(read: Sequence[_Read], own_name: str, arguments: Mapping[str, Any]) -> Iterator[str]:
    """The call's own requests: several where the server wanted to know more first. Their arguments
    may be cut or masked, and then the name must do."""
    named = [
        one
        for one in read
        if one.message.is_sent
        and one.fields.get("method") == _CALL
        and _object(one.fields.get("params")).get("name") == own_name
    ]
    exact = [one for one in named if _arguments(one) == dict(arguments)]
    for one in exact or named:
        yield from one.owners


def _arguments(one: _Read) -> Mapping[str, Any]:
    return _object(_object(one.fields.get("params")).get("arguments"))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
