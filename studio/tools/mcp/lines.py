"""Bytes of a server's standard output become lines, none of which may grow without bound."""

import re
from dataclasses import dataclass, field

_KEPT = 8_192
# Where a JSON-RPC answer says what it answers: servers write it first or last.
_ID_FIRST = re.compile(
    rb'^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")'
)
_ID_LAST = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")\s*\}\s*$')


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line that was dropped, and what of it is left."""

    size: int
    head: bytes = field(repr=False)
    tail: bytes = field(repr=False)

    @property
    def request_id(self) -> int | str | None:
        """What it answers, where that is written at one of its ends."""
        found = _ID_FIRST.search(self.head) or _ID_LAST.search(self.tail)
        if found is None:
            return None
        text = found[1].decode("utf-8", "replace")
        return text.strip('"') if text.startswith('"') else int(text)


class LineSplitter:
    """Fed as bytes come. A line beyond `limit` bytes is dropped while it arrives."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._size = 0
        self._head = b""
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | TooLong]:
        """The lines that are whole now, without their ends."""
        lines: list[bytes | TooLong] = []
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            self._take(data[start:end])
            lines.append(self._line())
            start = end + 1
        self._take(data[start:])
        return lines

    def close(self) -> list[bytes | TooLong]:
        """What came after the last line's end."""
        return [self._line()] if self._size else []

    def _take(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            self._buffer += piece
            return
        if not self._head:
            self._head = bytes(self._buffer[:_KEPT]) or piece[:_KEPT]
            self._tail = bytes(self._buffer[-_KEPT:])
            self._buffer = bytearray()
        self._tail = (self._tail + piece[-_KEPT:])[-_KEPT:]

    def _line(self) -> bytes | TooLong:
        line: bytes | TooLong = bytes(self._buffer)
        if self._size > self._limit:
            line = TooLong(self._size, self._head, self._tail)
        self._buffer.clear()
        self._size, self._head, self._tail = 0, b"", b""
        return line
