"""Bytes become server-sent events. Lines end at LF, CR or CRLF and nowhere else."""

import re
from dataclasses import dataclass

MAX_LINE = 32 * 1024 * 1024
_LINE_END = re.compile(rb"\r\n|\n|\r")
_FIELDS = (b"data", b"event", b"id", b"retry", b"")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event. `name` is empty where the stream named none."""

    name: str
    data: str


class SseReader:
    """Reads one stream, cut anywhere. Belongs to one reply.

    Works on bytes, so that a character cut at the edge of a chunk is whole again before it is
    decoded, and so that no Unicode line separator inside a text ends a line.
    """

    def __init__(self, max_line: int = MAX_LINE) -> None:
        self._max_line = max_line
        self._open_line = bytearray()
        self._skips_line_feed = False
        self._is_first_line = True
        self._name = ""
        self._data: list[str] = []
        self._data_size = 0
        self._is_bare = False  # an object is being read that stands in no field
        self.is_overflowing = False

    def feed(self, data: bytes) -> list[ServerEvent]:
        """The events that end in this piece. After an overflow nothing more is read."""
        events: list[ServerEvent] = []
        if self.is_overflowing or not data:
            return events
        if self._skips_line_feed and data.startswith(b"\n"):
            data = data[1:]
        self._skips_line_feed = data.endswith(b"\r") if data else False
        start = 0
        for end in _LINE_END.finditer(data):
            self._open_line += data[start : end.start()]
            start = end.end()
            self._end_line(events)
        self._open_line += data[start:]
        self._check_size(len(self._open_line))
        return events

    def close(self) -> list[ServerEvent]:
        """The last event, which hosts leave without its blank line."""
        events: list[ServerEvent] = []
        if self.is_overflowing:
            return events
        if self._open_line:
            self._end_line(events)
        self._dispatch(events)
        return events

    def _end_line(self, events: list[ServerEvent]) -> None:
        line = bytes(self._open_line)
        self._open_line.clear()
        if self._is_first_line:
            line = line.removeprefix(_BOM)
            self._is_first_line = False
        if line:
            self._read_field(line)
        else:
            self._dispatch(events)

    def _read_field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"error" and value.startswith(b"{"):
            # llama.cpp named the field so; a bare object is what gateways write when all is lost.
            self._name, name = "error", b"data"
        elif line.startswith((b"{", b"[{")) or line == b"[":
            self._is_bare = True
            name, value = b"data", line
        elif self._is_bare and name not in _FIELDS:
            name, value = b"data", line  # Google writes its errors over many lines
        if name == b"data":
            self._data.append(value.decode("utf-8", "replace"))
            self._data_size += len(value)
            self._check_size(self._data_size)
        elif name == b"event":
            self._name = value.decode("utf-8", "replace")

    def _dispatch(self, events: list[ServerEvent]) -> None:
        if self._data and not self.is_overflowing:
            events.append(ServerEvent(self._name, "\n".join(self._data)))
        self._name = ""
        self._data = []
        self._data_size = 0
        self._is_bare = False

    def _check_size(self, size: int) -> None:
        if size > self._max_line:
            self.is_overflowing = True
            self._open_line.clear()
            self._data = []
