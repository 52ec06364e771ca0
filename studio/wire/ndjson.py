"""Bytes become lines of JSON. Lines end at LF and nowhere else."""

import json
from collections.abc import Iterator
from typing import Any

from studio.wire.lenient import MAX_DEPTH, checked_depth, parsed

MAX_LINE = 32 * 1024 * 1024
_BATCH = 64
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


class LineReader:
    """Reads one stream, cut anywhere. Belongs to one reply.

    Works on bytes, so that a character cut at the edge of a chunk is whole again before it is
    decoded, and so that no Unicode line separator inside a text ends a line.
    """

    def __init__(self, max_line: int = MAX_LINE) -> None:
        self._max_line = max_line
        self._open = bytearray()
        self.is_overflowing = False

    def feed(self, data: bytes) -> list[str]:
        """The lines that end in this piece, without empty ones. After an overflow none."""
        if self.is_overflowing:
            return []
        head, end, rest = data.rpartition(b"\n")
        if not end:
            self._open += data
            self.is_overflowing = len(self._open) > self._max_line
            return []
        whole = bytes(self._open) + head
        self._open = bytearray(rest)
        # A damaged character never takes the end of its line with it.
        lines = whole.decode("utf-8", "replace").split("\n")
        return [line for told in lines if (line := told if told[:1] == "{" else _bare(told))]

    def close(self) -> str:
        """The last line, which may be without its end; empty where there is none."""
        return "" if self.is_overflowing else _bare(self.rest().decode("utf-8", "replace"))

    def rest(self) -> bytes:
        """The beginning of a line whose end is not here yet; it is forgotten here."""
        rest = bytes(self._open)
        self._open.clear()
        return rest


def batches(lines: list[str]) -> Iterator[tuple[list[str], list[Any]]]:
    """Some lines at a time and their values; no values where a line is not plainly one. Reading
    many at once costs little more than half of one by one."""
    for at in range(0, len(lines), _BATCH):
        some = lines[at : at + _BATCH]
        text = ",".join(some)
        is_flat = text.count("[") + text.count("{") < MAX_DEPTH
        try:
            values = parsed(f"[{text}]") if is_flat else []
        except ValueError:
            values = []
        yield some, values if len(values) == len(some) else []


def json_values(text: str) -> list[Any]:
    """Values that stand on one line, one behind the other. Raises ValueError for anything else."""
    checked_depth(text)
    values: list[Any] = []
    at = 0
    while at < len(text):
        value, at = _DECODER.raw_decode(text, at)
        values.append(value)
        while at < len(text) and text[at] in _SPACE:
            at += 1
    return values


def _bare(line: str) -> str:
    """Some gateways write each line as an event of a stream."""
    return line.strip().removeprefix("data:").strip()
