"""The rules that all dialects share: names, tools, pictures, and what JSON can hold."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from studio.core.quirks import Quirks
from studio.wire.lenient import as_list, as_object, as_text, parsed

COMMON_IMAGES = ("image/png", "image/jpeg", "image/webp")
IMAGES = (*COMMON_IMAGES, "image/gif")
PDF = "application/pdf"
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_DATA_URL = re.compile(r"data:([^;,]+);base64,(.*)", re.DOTALL)
_COMBINATORS = ("anyOf", "oneOf", "allOf")


def unsendable(body: Mapping[str, Any]) -> str:
    """Why the body is no JSON in UTF-8; empty where it is."""
    try:
        json.dumps(body, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        return f"the body is not JSON: {type(error).__name__}"
    return ""


def is_blank(value: Any) -> bool:
    return not as_text(value).strip()


def is_name(value: Any) -> bool:
    return _NAME.fullmatch(as_text(value)) is not None


def is_object_text(value: Any) -> bool:
    try:
        return isinstance(parsed(as_text(value)), dict)
    except ValueError:
        return False


def base64_faults(data: Any, media_type: Any, allowed: Sequence[str]) -> Iterator[str]:
    if media_type not in allowed:
        yield f"the media type {media_type!r} is not taken here"
    try:
        is_empty = not b64decode(as_text(data), validate=True)
    except ValueError:
        is_empty = True
    if is_empty:
        yield "the file is not base64, or empty"


def data_url_faults(url: Any, allowed: Sequence[str]) -> Iterator[str]:
    found = _DATA_URL.fullmatch(as_text(url))
    if found is None:
        yield "the file is not in a data URL"
    else:
        yield from base64_faults(found[2], found[1], allowed)


def unanswered_faults(asked: Sequence[str], given: Sequence[str]) -> Iterator[str]:
    """Each call exactly one result, right after it, in its place."""
    if list(asked) != list(given):
        yield f"the calls {list(asked)} are answered by {list(given)}"


def tool_faults(tools: Any, schema: str, quirks: Quirks) -> Iterator[str]:
    """`tools` are the declarations themselves, `schema` the name of their schema."""
    declared = [as_object(tool) for tool in as_list(tools)]
    names = [as_text(tool.get("name")) for tool in declared]
    if len(set(names)) < len(names):
        yield "tools: a name is declared twice"
    if quirks.max_tools is not None and len(names) > quirks.max_tools:
        yield f"tools: {len(names)} are more than {quirks.max_tools}"
    for tool, name in zip(declared, names, strict=True):
        if not is_name(name):
            yield f"tools: {name!r} is no legal name"
        yield from (f"tools: {name}: {fault}" for fault in _schema_faults(tool.get(schema)))


def _schema_faults(value: Any) -> Iterator[str]:
    schema = as_object(value)
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        yield "the schema is no object with properties"
    if any(name in schema for name in _COMBINATORS):
        yield "the schema has a combinator at its root"


def at(place: str, faults: Iterator[str]) -> Iterator[str]:
    return (f"{place}: {fault}" for fault in faults)
