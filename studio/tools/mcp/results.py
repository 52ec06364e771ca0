"""The raw result of a call becomes what the model reads and the user sees.

Read from the dictionaries of the wire, so that one block of an unknown kind costs nothing else.
Nothing that a result points to is fetched.
"""

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core.results import Form
from studio.core.tools import ToolOutput, ToolPicture
from studio.tools.mcp.bounded import bounded_json
from studio.tools.mcp.cleaning import one_line, whole

_NO_OUTPUT = "(no output)"
_UNKNOWN = 4_000
_RAW = 200_000
_PARSED = 1_000_000  # longer texts are shown as they are
_LINE = 1_000
_PICTURES = 20
_FORMS = {
    "application/json": Form.JSON,
    "text/markdown": Form.MARKDOWN,
    "text/csv": Form.TABLE,
    "text/x-diff": Form.DIFF,
}

Raw = Mapping[str, Any]


@dataclass(slots=True)
class _Read:
    """What was read so far."""

    pieces: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # those that are the server's own text
    pictures: list[ToolPicture] = field(default_factory=list)
    form: Form = Form.TEXT


def output_of(raw: Raw, masked: Callable[[str], str] = str) -> ToolOutput:
    """Any result at all. `isError` keeps its text. Secrets of the server are `masked`."""
    content = raw.get("content")
    read = _Read()
    for block in content if isinstance(content, list) else []:
        _take(read, block)
    structured = raw.get("structuredContent")
    if structured is not None and not _is_told(structured, read.texts):
        read.pieces.append(json.dumps(structured, ensure_ascii=False, indent=2, default=str))
    text = whole("\n\n".join(piece for piece in read.pieces if piece.strip()))
    return ToolOutput(
        text=masked(text) or _NO_OUTPUT,
        is_error=raw.get("isError") is True,
        pictures=tuple(read.pictures),
        form=_form(text, read),
        raw=masked(bounded_json(dict(raw), _RAW, indent=2, masked=masked)),
    )


def words_of(messages: Any) -> str:
    """The words of a prompt. Who is to say them is told only where it is not all the user."""
    said: list[tuple[str, str]] = []
    for message in messages if isinstance(messages, list) else []:
        if not isinstance(message, dict):
            continue
        read = _Read()
        content = message.get("content")
        for block in content if isinstance(content, list) else [content]:
            _take(read, block)
        said.append((str(message.get("role", "user")), "\n\n".join(read.pieces)))
    if all(role == "user" for role, _ in said):
        return whole("\n\n".join(text for _, text in said))
    return whole("\n\n".join(f"{role.capitalize()}: {text}" for role, text in said))


def _take(read: _Read, block: Any) -> None:
    kind = block.get("type") if isinstance(block, dict) else None
    match kind:
        case "text" if isinstance(block.get("text"), str):
            read.pieces.append(block["text"])
            read.texts.append(block["text"])
        case "image":
            read.pieces.append(_pictured(read, block, "image"))
        case "audio":
            read.pieces.append(f"[audio{_facts(block, _bytes(block.get('data')))}]")
        case "resource" if isinstance(block.get("resource"), dict):
            _take_resource(read, block["resource"])
        case "resource_link" if isinstance(block.get("uri"), str):
            read.pieces.append(_link(block))
        case _:
            name = f" of kind {one_line(kind, 100)}" if isinstance(kind, str) else ""
            read.pieces.append(f"[content{name}] {bounded_json(block, _UNKNOWN)}")


def _take_resource(read: _Read, resource: Raw) -> None:
    text = resource.get("text")
    if isinstance(text, str):
        read.pieces.append(text)
        read.form = _FORMS.get(_media_type(resource), Form.TEXT)
        return
    if _media_type(resource).startswith("image/"):
        read.pieces.append(_pictured(read, resource, "image", "blob"))
        return
    uri = one_line(resource.get("uri"), _LINE)
    read.pieces.append(f"[file {uri}{_facts(resource, _bytes(resource.get('blob')))}]")


def _pictured(read: _Read, block: Raw, kind: str, key: str = "data") -> str:
    data = _bytes(block.get(key))
    if data is None or not data:
        return f"[{kind} that cannot be read]"
    if len(read.pictures) >= _PICTURES:
        return f"[{kind}{_facts(block, data)}, left out: there are too many]"
    name = one_line(block.get("name") or block.get("uri"), _LINE)
    read.pictures.append(ToolPicture(data, _media_type(block), name))
    return f"[{kind}{_facts(block, data)}, shown to the user]"


def _link(block: Raw) -> str:
    uri = one_line(block["uri"], _LINE)
    name = one_line(block.get("title") or block.get("name"), _LINE)
    described = one_line(block.get("description"), _LINE)
    line = f"{name}: {uri}" if name else uri
    return f"{line} ({described})" if described else line


def _facts(block: Raw, data: bytes | None) -> str:
    media_type = _media_type(block)
    kind = f" {media_type}" if media_type else ""
    return f"{kind}, {len(data)} bytes" if data is not None else f"{kind}, cannot be read"


def _media_type(block: Raw) -> str:
    return one_line(block.get("mimeType"), 100).partition(";")[0].strip().lower()


def _bytes(text: Any) -> bytes | None:
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return None


def _is_told(structured: Any, texts: list[str]) -> bool:
    """Whether the content says the same. What is no object is wrapped as one with a single member
    (`result`, `content`), and a list is given as one text for each of its items."""
    if not texts or sum(map(len, texts)) > _PARSED:
        return bool(texts)
    said = [_value(text) for text in texts]
    meant = [structured]
    if isinstance(structured, dict) and len(structured) == 1:
        meant += structured.values()
    return any(each in (said, said[0]) or each == "\n\n".join(texts) for each in meant)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _form(text: str, read: _Read) -> Form:
    if len(read.pieces) == 1 and read.form is not Form.TEXT:
        return read.form
    begins = text.lstrip()[:1]
    if begins not in ("{", "[") or len(text) > _PARSED:
        return Form.TEXT
    return Form.JSON if isinstance(_value(text), dict | list) else Form.TEXT
