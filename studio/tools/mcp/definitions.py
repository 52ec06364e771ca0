"""What a server says of its tools becomes definitions: what it says is claimed, not believed."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from studio.core.servers import ServerEntry, Transport
from studio.core.tools import NO_HINTS, Hints, ToolDefinition
from studio.tools.mcp.cleaning import one_line, plain
from studio.tools.mcp.names import tool_names

_DESCRIPTION = 8_000
_TITLE = 200
_OWN_NAME = 1_000
_SCHEMA = 200_000  # characters
_OPEN: Mapping[str, Any] = {"type": "object"}

Raw = Mapping[str, Any]


def definitions(
    entry: ServerEntry, slug: str, raws: Iterable[Raw], note: Callable[[str], None]
) -> tuple[ToolDefinition, ...]:
    """In the server's order. What cannot be used is left out or opened up, and noted."""
    kept: dict[str, Raw] = {}
    for raw in raws:
        own = raw.get("name")
        if not isinstance(own, str) or not own or len(own) > _OWN_NAME or own in kept:
            note(f"a tool was left out: its name is {_shown(own, kept)}")
            continue
        kept[own] = raw
    names = tool_names(slug, list(kept))
    return tuple(_definition(entry, names[own], raw, note) for own, raw in kept.items())


def hints_of(raw: Raw) -> Hints:
    claims = raw.get("annotations")
    if not isinstance(claims, dict):
        return NO_HINTS
    return Hints(
        read_only=_claim(claims, "readOnlyHint"),
        destructive=_claim(claims, "destructiveHint"),
        idempotent=_claim(claims, "idempotentHint"),
        open_world=_claim(claims, "openWorldHint"),
    )


def _definition(
    entry: ServerEntry, name: str, raw: Raw, note: Callable[[str], None]
) -> ToolDefinition:
    hints = hints_of(raw)
    is_read_only = entry.is_trusted and hints.read_only is True
    schema = _schema(raw.get("inputSchema"))
    if schema is None:
        note(f"the schema of {one_line(raw['name'], 100)} cannot be used; anything is let through")
    return ToolDefinition(
        name=name,
        description=plain(raw.get("description"), _DESCRIPTION),
        schema=_OPEN if schema is None else schema,
        is_read_only=is_read_only,
        asks_first=not is_read_only,
        timeout=entry.timeout,
        longest=entry.longest,
        title=_title(raw),
        server_id=entry.id,
        server_name=entry.name,
        own_name=raw["name"],
        hints=hints,
        demands=entry.demands,
        reach=entry.reach,
        host=host_of(entry),
        is_outside=True,
    )


def host_of(entry: ServerEntry) -> str:
    """The host it is reached at, empty for a program."""
    if entry.transport is Transport.STDIO:
        return ""
    try:
        return urlsplit(entry.url).hostname or ""
    except ValueError:
        return ""


def _title(raw: Raw) -> str:
    claims = raw.get("annotations")
    claimed = claims.get("title") if isinstance(claims, dict) else None
    return one_line(raw.get("title"), _TITLE) or one_line(claimed, _TITLE)


def _claim(claims: Raw, name: str) -> bool | None:
    value = claims.get(name)
    return value if isinstance(value, bool) else None


def _schema(schema: Any) -> Raw | None:
    """None for one that nobody could check anything with."""
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return None
    properties, required = schema.get("properties", {}), schema.get("required", [])
    is_sound = isinstance(properties, dict) and isinstance(required, list)
    if not is_sound or not all(isinstance(each, dict | bool) for each in properties.values()):
        return None
    try:
        size = len(json.dumps(schema))
    except (ValueError, RecursionError):
        return None
    return {"type": "object"} | schema if size <= _SCHEMA else None


def _shown(own: Any, kept: Mapping[str, Raw]) -> str:
    if not isinstance(own, str) or not own:
        return "missing"
    return "there twice" if own in kept else "too long"
