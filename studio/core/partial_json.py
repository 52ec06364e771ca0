"""Reads JSON that is still arriving, for a card that shows arguments as they come.

For showing only: what is half here is never run.
"""

import json
import re
from typing import Any

MAX_DEPTH = 100
_STRING = re.compile(r'"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_SPACE = re.compile(r"[ \t\n\r]*")


def parse(text: str) -> Any:
    """The value as far as it is certain: open strings, lists and objects are closed where they
    end, half a key or literal is left out. None where there is no value yet. Linear in time."""
    scan = _Scan(text)
    scan.run()
    try:
        return json.loads(scan.closed(), strict=False)
    except ValueError:
        return None


class _Scan:
    """Walks once over the text and remembers how far it can be closed to valid JSON."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closers: list[str] = []
        self._end = 0  # up to here the text is valid once what is open is closed
        self._open_at_end: tuple[str, ...] = ()
        self._tail = ""

    def closed(self) -> str:
        return self._text[: self._end] + self._tail + "".join(reversed(self._open_at_end))

    def run(self) -> None:
        position = self._value(self._after_space(0))
        while position is not None and self._closers:
            position = self._after_value(self._after_space(position))

    def _keep(self, end: int, tail: str = "") -> None:
        self._end, self._tail = end, tail
        self._open_at_end = tuple(self._closers) if len(self._closers) <= MAX_DEPTH else ()

    def _value(self, position: int) -> int | None:
        """Reads a value, or the opening of one; None where the text ends or goes wrong."""
        first = self._text[position : position + 1]
        if first == '"':
            return self._string(position)
        if first in ("{", "["):
            return self._opening(position, first)
        scalar = _SCALAR.match(self._text, position)
        if scalar is None:
            return None
        self._keep(scalar.end())
        return scalar.end()

    def _string(self, position: int) -> int | None:
        found = _STRING.match(self._text, position)
        end = found.end() if found is not None else position
        if self._text[end : end + 1] == '"':
            self._keep(end + 1)
            return end + 1
        self._keep(end, '"')
        return None

    def _opening(self, position: int, first: str) -> int | None:
        if len(self._closers) >= MAX_DEPTH:
            return None
        self._closers.append("}" if first == "{" else "]")
        self._keep(position + 1)
        inside = self._after_space(position + 1)
        if self._text[inside : inside + 1] == self._closers[-1]:
            return self._closing(inside)
        return self._member(inside)

    def _after_value(self, position: int) -> int | None:
        character = self._text[position : position + 1]
        if character == ",":
            return self._member(self._after_space(position + 1))
        return self._closing(position) if character == self._closers[-1] else None

    def _closing(self, position: int) -> int:
        self._closers.pop()
        self._keep(position + 1)
        return position + 1

    def _member(self, position: int) -> int | None:
        """A list's next value, or an object's next key with its value."""
        if self._closers[-1] == "]":
            return self._value(position)
        key = _STRING.match(self._text, position)
        if key is None or self._text[key.end() : key.end() + 1] != '"':
            return None
        colon = self._after_space(key.end() + 1)
        if self._text[colon : colon + 1] != ":":
            return None
        return self._value(self._after_space(colon + 1))

    def _after_space(self, position: int) -> int:
        found = _SPACE.match(self._text, position)
        return found.end() if found is not None else position
