"""Masks a secret that is told in pieces, one event after another, in the very bytes of a reply.

A model says a key in as many events as it has tokens: no bytes that stand together are the key, and
whoever adds the events up has it. Loaded when a reply was seen to hold one.
"""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from studio.adapters.masking import Masker

_DECODING: Any = import_module("json.decoder")
_SCANNING: Any = import_module("json.scanner")
_LINE = re.compile(r"[^\r\n]+")
_DATA = re.compile(r"data:[ ]?")
_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
# What says beside a piece to which whole it belongs.
_PLACES = ("index", "output_index", "content_index", "summary_index", "thought", "item_id")

_LONGEST_REST = 64 * 1024

Channel = tuple[str, ...]


class _Told(str):
    """A string of a document, and where it stands in the text."""

    start: int
    end: int


class _Decoder(json.JSONDecoder):
    """Notes where strings stand. That only the scanner written in Python can do."""

    def __init__(self, offset: int) -> None:
        super().__init__(strict=False)
        self._offset = offset
        self.parse_string = self._placed
        self.scan_once = _SCANNING.py_make_scanner(self)

    def _placed(self, text: str, start: int, strict: bool) -> tuple[_Told, int]:
        value, end = _DECODING.scanstring(text, start, strict)
        told = _Told(value)
        told.start, told.end = self._offset + start, self._offset + end - 1
        return told, end


def masked_pieces(body: bytes, masker: Masker) -> bytes:
    """As long as before."""
    text = body.decode("utf-8", "surrogateescape")
    channels: dict[Channel, list[_Told]] = {}
    for document in _documents(text):
        for channel, told in _strings(document, (_kind(document),)):
            channels.setdefault(channel, []).append(told)
    hidden = sorted(
        [
            *(each for pieces in channels.values() for each in _hidden(text, pieces, masker)),
            *_hidden_in_rest(text, masker),
        ]
    )
    kept, at = [], 0
    for start, end in hidden:
        if end > at:
            kept += [text[at:start], "*" * len(_encoded(text[max(at, start) : end]))]
            at = end
    return b"".join(map(_encoded, (*kept, text[at:])))


def _documents(text: str) -> Iterator[Any]:
    """Of SSE, of lines of JSON, or one."""
    whole = _document(text, 0)
    if whole is not None:
        yield whole
        return
    for line in _LINE.finditer(text):
        field = _DATA.match(line.group())
        start = field.end() if field is not None else 0
        document = _document(line.group()[start:], line.start() + start)
        if document is not None:
            yield document


def _hidden_in_rest(text: str, masker: Masker) -> Iterator[tuple[int, int]]:
    """What was cut off last is no document: nobody knows which whole its pieces belong to."""
    start = max(text.rfind("\n"), text.rfind("\r")) + 1
    rest = text[start:][-_LONGEST_REST:]
    field = _DATA.match(text, start)
    if not rest or _document(text[field.end() if field is not None else start :], 0) is not None:
        return
    masked = masker.fragments(rest)
    if len(masked) == len(rest):
        start = len(text) - len(rest)
        yield from (
            (start + at, start + at + 1) for at in range(len(rest)) if masked[at] != rest[at]
        )


def _document(text: str, offset: int) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return _Decoder(offset).decode(text)
    except (ValueError, RecursionError):
        return None


def _kind(document: Any) -> str:
    return str(document.get("type", "")) if isinstance(document, dict) else ""


def _strings(value: Any, path: Channel) -> Iterator[tuple[Channel, _Told]]:
    match value:
        case _Told():
            yield path, value
        case dict():
            places = (*path, *(str(value.get(place, "")) for place in _PLACES))
            for key, item in value.items():
                yield from _strings(item, (*places, str(key)))
        case list():
            for item in value:
                yield from _strings(item, path)
        case _:
            return


def _hidden(text: str, pieces: list[_Told], masker: Masker) -> Iterator[tuple[int, int]]:
    """The stretches of the text in which the joined pieces have a secret."""
    joined = "".join(pieces)
    masked = masker.last_words(joined)
    if masked == joined:
        return
    if len(masked) != len(joined):
        # Letters that are no ASCII became several stars each: nothing can be told of places.
        yield from ((told.start, told.end) for told in pieces)
        return
    at = 0
    for told in pieces:
        changed = [
            number
            for number in range(len(told))
            if masked[at + number] == "*" != joined[at + number]
        ]
        if changed:
            units = [told.start + each.start() for each in _UNIT.finditer(_raw(text, told))]
            units.append(told.end)
            yield from ((units[number], units[number + 1]) for number in changed)
        at += len(told)


def _raw(text: str, told: _Told) -> str:
    return text[told.start : told.end]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
