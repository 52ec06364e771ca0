"""Redacts JSON as providers speak it; what the protocol itself says stays, whatever the words.

A request is one document. A reply is many, in which a value may be cut in two by the deltas. Pure.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from studio.harness.redaction import Redactor

# Values of the protocol, and what only its maker can read.
_FIXED = frozenset(
    {
        *("type", "role", "object", "status", "event", "mode", "effort", "done_reason"),
        *("finish_reason", "finishReason", "stop_reason", "stop_sequence", "service_tier"),
        *("include",),
        *("media_type", "mimeType", "mime_type", "format"),
        *("signature", "encrypted_content", "thoughtSignature", "thought_signature", "data"),
    }
)
_NAMES = frozenset(
    {
        *("name", "model", "modelVersion", "id", "call_id", "tool_call_id", "tool_use_id"),
        *("item_id", "response_id", "previous_response_id", "tool_name"),
    }
)
_URLS = frozenset({"url", "uri"})
_OURS = re.compile(r"[0-9a-f]{32}")  # an ID of our own, which says nothing
# Below these everything is said by people, models and tools, the keys too.
_FREE = frozenset(
    {
        *("input", "args", "arguments", "parameters", "input_schema", "schema"),
        *("parametersJsonSchema", "properties"),
    }
)
_KEYWORDS = frozenset(
    {
        *("type", "properties", "required", "items", "enum", "anyOf", "oneOf", "allOf", "not"),
        *("description", "title", "default", "examples", "format", "const", "$ref", "$defs"),
        *("additionalProperties", "pattern", "nullable", "minimum", "maximum", "definitions"),
    }
)
_TYPES = frozenset({"object", "string", "number", "integer", "boolean", "array", "null"})
# What comes in pieces. Places that are told beside a piece say which whole it belongs to.
_PIECES = frozenset(
    {
        *("content", "text", "delta", "arguments", "partial_json", "thinking", "reasoning"),
        *("reasoning_content", "refusal", "input", "code", "summary"),
    }
)
_PLACES = ("index", "output_index", "content_index", "summary_index", "thought")
_DEEPEST = 100
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_DATA = re.compile(rb"data:[ ]?")
_KEPT_FIELDS = (b"event:", b"id:", b"retry:")


@dataclass(slots=True)
class _Leaf:
    """A string, where it stands, and which whole it is a piece of."""

    owner: Any
    key: Any
    channel: tuple[object, ...] | None
    is_free: bool  # said by people, models and tools, whatever its key

    @property
    def text(self) -> str:
        return str(self.owner[self.key])


@dataclass(slots=True)
class _Document:
    """One JSON document in a body, and its bytes."""

    start: int
    end: int
    value: Any
    before: str = ""  # as it would be written, to see whether it has changed


def redacted_value(value: Any, redactor: Redactor, *, is_free: bool = False) -> Any:
    """A copy of a JSON value. `is_free`: none of it is protocol, such as a schema."""
    copy = json.loads(json.dumps(value))
    holder = {"arguments": copy} if is_free else {"": copy}
    for leaf in list(_leaves(holder)):
        _put(leaf, redactor)
    copy = holder["arguments" if is_free else ""]
    return _with_keys(copy, redactor, is_free=is_free)


def redacted_json(text: str, redactor: Redactor) -> str:
    """A JSON text of the protocol; any other text as text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return redactor.text(text)
    if not _is_shallow(value):
        return redactor.text(text)
    changed = redacted_value(value, redactor)
    return text if changed == value else _dumped(changed)


def redacted_body(body: bytes, redactor: Redactor) -> bytes:
    """A request's."""
    return redacted_json(body.decode("utf-8", "surrogateescape"), redactor).encode(
        "utf-8", "surrogateescape"
    )


def edits(body: bytes, redactor: Redactor) -> list[tuple[int, int, bytes]]:
    """What is to be changed in a reply: from where to where, and into what. In order."""
    documents, rest = _documents(body)
    for each in documents:
        each.before = _dumped(each.value)
    channels: dict[tuple[object, ...], list[_Leaf]] = {}
    for document in documents:
        for leaf in list(_leaves(document.value)):
            if leaf.channel is None:
                _put(leaf, redactor)
            else:
                channels.setdefault(leaf.channel, []).append(leaf)
    for leaves in channels.values():
        _put_joined(leaves, redactor)
    found = []
    for document in documents:
        after = _dumped(_with_keys(document.value, redactor, is_free=False))
        if after != document.before:
            found.append((document.start, document.end, _encoded(after)))
    for start, end in rest:
        text = body[start:end].decode("utf-8", "surrogateescape")
        changed = redactor.text(text)
        if changed != text:
            found.append((start, end, changed.encode("utf-8", "surrogateescape")))
    return sorted(found)


def strings_of(body: bytes) -> Iterator[str]:
    """All that is said in a reply, with what came in pieces joined: to be looked through."""
    documents, rest = _documents(body)
    channels: dict[tuple[object, ...], list[str]] = {}
    for document in documents:
        for leaf in _leaves(document.value):
            if leaf.channel is None:
                yield leaf.text
            else:
                channels.setdefault(leaf.channel, []).append(leaf.text)
    yield from ("".join(pieces) for pieces in channels.values())
    yield from (body[start:end].decode("utf-8", "replace") for start, end in rest)


def _documents(body: bytes) -> tuple[list[_Document], list[tuple[int, int]]]:
    """The documents of a reply: of SSE, of lines of JSON, or one; and the lines that are none."""
    whole = _document(body, 0, len(body))
    if whole is not None:
        return [whole], []
    documents: list[_Document] = []
    rest: list[tuple[int, int]] = []
    for line in _LINE.finditer(body):
        start, end = line.start(), line.start() + len(line.group().rstrip(b"\r\n"))
        field = _DATA.match(body, start, end)
        document = _document(body, field.end() if field else start, end)
        if document is not None:
            documents.append(document)
        elif end > start and not line.group().startswith(_KEPT_FIELDS):
            rest.append((field.end() if field else start, end))
    return documents, rest


def _document(body: bytes, start: int, end: int) -> _Document | None:
    piece = body[start:end]
    if not piece.lstrip().startswith((b"{", b"[")):
        return None
    try:
        value = json.loads(piece)
    except (ValueError, RecursionError):
        return None
    return _Document(start, end, value) if _is_shallow(value) else None


def _is_shallow(value: Any) -> bool:
    """Nobody means what is nested deeper, and it could be walked through only at a price."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [item for items in inner for item in items if isinstance(item, dict | list)]
        if not level:
            return True
    return False


def _leaves(value: Any) -> Iterator[_Leaf]:
    """The strings that may be changed."""
    kind = value.get("type") if isinstance(value, dict) else None
    yield from _below(value, (kind,) if isinstance(kind, str) else (), is_free=False)


def _below(value: Any, path: tuple[object, ...], *, is_free: bool) -> Iterator[_Leaf]:
    match value:
        case dict():
            places = (*path, *(str(value.get(place, "")) for place in _PLACES))
            for key in value:
                inner = is_free or _is_freed(key, value[key])
                yield from _leaf_or_below(value, key, (*places, key), is_free=inner)
        case list():
            for number in range(len(value)):
                yield from _leaf_or_below(value, number, (*path, number), is_free=is_free)
        case _:
            return


def _leaf_or_below(
    owner: Any, key: Any, path: tuple[object, ...], *, is_free: bool
) -> Iterator[_Leaf]:
    value = owner[key]
    if key in _FIXED and not is_free and isinstance(value, list):
        return
    if not isinstance(value, str):
        yield from _below(value, path, is_free=is_free)
    elif is_free:
        if not (key == "type" and value in _TYPES):
            yield _Leaf(owner, key, None, is_free=True)
    elif key not in _FIXED:
        yield _Leaf(owner, key, path if key in _PIECES else None, is_free=False)


def _is_freed(key: str, value: Any) -> bool:
    """The input of the Responses API is the conversation: a list of what is protocol again."""
    return key in _FREE and isinstance(value, dict)


def _put(leaf: _Leaf, redactor: Redactor) -> None:
    change: Callable[[str], str] = redactor.name if leaf.key in _NAMES else redactor.text
    if leaf.key in _URLS:
        change = redactor.url
    if leaf.is_free:
        change = redactor.text
    if not _OURS.fullmatch(leaf.text):
        leaf.owner[leaf.key] = change(leaf.text)


def _put_joined(leaves: list[_Leaf], redactor: Redactor) -> None:
    """The placeholder stands where the value began; what went on in later pieces is gone there."""
    joined = "".join(leaf.text for leaf in leaves)
    spans = redactor.spans(joined)
    if not spans:
        return
    start, first = 0, 0
    for leaf in leaves:
        end = start + len(leaf.text)
        pieces, at = [], start
        while first < len(spans) and spans[first].end <= start:
            first += 1
        for span in spans[first:]:
            if span.start >= end:
                break
            pieces.append(joined[at : max(at, span.start)])
            if span.start >= start:
                pieces.append(span.told)
            at = min(end, span.end)
        leaf.owner[leaf.key] = "".join([*pieces, joined[at:end]])
        start = end


def _with_keys(value: Any, redactor: Redactor, *, is_free: bool) -> Any:
    """Keys that are said by people or models, such as those of arguments."""
    if isinstance(value, list):
        return [_with_keys(item, redactor, is_free=is_free) for item in value]
    if not isinstance(value, dict):
        return value
    changed = {}
    for key, item in value.items():
        name = redactor.text(key) if is_free and key not in _KEYWORDS else key
        inner = is_free or _is_freed(key, item)
        changed[name] = _with_keys(item, redactor, is_free=inner)
    return changed


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair is no UTF-8; as an escape it is what it was.
        return json.dumps(json.loads(text), separators=(",", ":")).encode()
