"""The frame around every dialect's reader: bytes become payloads, whatever they are labelled."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

from studio.core.errors import Category, Diagnosis, Failure, IncompleteRoundError, RoundError
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.messages import Usage
from studio.wire.bodies import body_of
from studio.wire.failures import failure_from_payload, readable, unreadable
from studio.wire.lenient import beginning, dumped, parsed
from studio.wire.ndjson import LineReader, batches, json_values
from studio.wire.sse import MAX_LINE, ServerEvent, SseReader

MAX_BODY = 64 * 1024 * 1024
_HEAD_SIZE = 2_000
_DONE = "[DONE]"
_LONGEST_MARK = 64  # with whatever white space a host puts around it


class Assembler(Protocol):
    """Puts one dialect's reply together. Fed with payloads of any shape; never raises."""

    @property
    def is_finished(self) -> bool:
        """The dialect's own end marker was read."""
        ...

    @property
    def failure(self) -> Failure | None:
        """What the provider reported, or what makes the reply unusable."""
        ...

    @property
    def usage(self) -> Usage:
        """The tokens that were reported so far."""
        ...

    def take(self, payload: Any) -> list[RoundEvent]:
        """One payload of a stream."""
        ...

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        """A reply that was not streamed."""
        ...

    def end(self) -> list[RoundEvent]:
        """No more comes: what was held back."""
        ...

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        """None where the reply is not whole; `is_marked`: a general end marker was read."""
        ...


class _Form(Enum):
    UNKNOWN = "unknown"
    STREAM = "stream"
    LINES = "lines"
    JSON = "json"
    PAGE = "page"


class ReplyReader:
    """Reads one reply. Fulfils `RoundReader` for any dialect; owned by the adapter's round.

    What the bytes are is decided by their first character, not by the content type: hosts label
    streams as JSON and JSON as streams. `reads_lines`: the dialect's stream is one JSON value a
    line, so a first brace begins a line and not the whole. `finished` has the last word on what the
    round came to.
    """

    def __init__(
        self,
        assembler: Assembler,
        *,
        reads_lines: bool = False,
        finished: Callable[[RoundCompleted], RoundCompleted] | None = None,
    ) -> None:
        self._assembler = assembler
        self._sse = SseReader()
        self._lines = LineReader()
        self._reads_lines = reads_lines
        self._finished = finished
        self._form = _Form.UNKNOWN
        self._head = bytearray()
        self._body = bytearray()
        self._failure: Failure | None = None
        self._is_marked = False
        self._has_ended = False
        self._unread = 0
        self._read = 0
        self._fed = 0
        self.result: RoundCompleted | None = None  # once `close` has given it

    @property
    def usage(self) -> Usage:
        return self._assembler.usage

    @property
    def is_finished(self) -> bool:
        assembler = self._assembler
        return (
            self._is_marked
            or assembler.is_finished
            or self._failure is not None
            or assembler.failure is not None
        )

    def feed(self, data: bytes) -> list[RoundEvent]:
        if self._failure is not None:
            return []
        self._fed += len(data)
        if len(self._head) < _HEAD_SIZE:
            self._head += data[:_HEAD_SIZE]
        if self._form is _Form.UNKNOWN:
            data = self._find_form(data)
        match self._form:
            case _Form.STREAM:
                events = self._take_events(self._sse.feed(data))
                self._check_sense()
                return events
            case _Form.LINES:
                return self._take_json_lines(self._lines.feed(data))
            case _Form.JSON:
                self._collect(data)
            case _Form.PAGE:
                self._check_sense(_HEAD_SIZE)
            case _Form.UNKNOWN:
                self._check_sense()
        return []

    def end(self) -> list[RoundEvent]:
        """The body has ended: the events of an unfinished last line, or of a whole JSON body."""
        if self._has_ended:
            return []
        self._has_ended = True
        events: list[RoundEvent] = []
        if self._form is _Form.LINES:
            events += self._take_last_line()
        if self._form is _Form.JSON and self._failure is None:
            events += self._take_body()
        else:
            events += self._take_events(self._sse.close())
        return events + self._assembler.end()

    def close(self) -> RoundCompleted:
        self.end()
        failure = self._first_failure() or self._unreadable()
        if failure is not None:
            raise RoundError(failure)
        completed = self._assembler.completed(is_marked=self._is_marked)
        if completed is None:
            raise IncompleteRoundError(Failure(Category.CUT_OFF))
        self.result = completed if self._finished is None else self._finished(completed)
        return self.result

    def _first_failure(self) -> Failure | None:
        """The frame's own is set only where the assembler had none."""
        return self._failure or self._assembler.failure

    def _find_form(self, data: bytes) -> bytes:
        self._body += data
        rest = bytes(self._body).removeprefix(b"\xef\xbb\xbf").lstrip()
        if not rest or rest in (b"\xef", b"\xef\xbb"):
            self._body = self._body[-3:]  # keep-alive white space can be long
            return b""
        first = rest[:1]
        if first == b"{" and self._reads_lines:
            self._form = _Form.LINES
        elif first in b"{[":
            self._form = _Form.JSON
        else:
            self._form = _Form.PAGE if first == b"<" else _Form.STREAM
        self._body = bytearray()
        return rest

    def _collect(self, data: bytes) -> None:
        self._body += data
        if len(self._body) > MAX_BODY:
            self._failure = unreadable(str(MAX_BODY), Diagnosis.REPLY_TOO_LONG)

    def _check_sense(self, patience: int = MAX_BODY) -> None:
        """Nothing readable in all this: it is not worth the wait for its end."""
        if not self._read and self._fed > patience and self._failure is None:
            self._failure = unreadable(self._first_words())

    def _first_words(self) -> str:
        return readable(self._head.decode("utf-8", "replace"))

    def _take_body(self) -> list[RoundEvent]:
        body = body_of(self._body.decode("utf-8", "replace"))
        self._read += len(body.payloads)
        if body.is_stream:
            events = self._take_values(list(body.payloads))
            self._is_marked = self._is_marked or body.is_marked
            return events
        return self._assembler.take_whole(body.payloads[0]) if body.payloads else []

    def _take_events(self, events: list[ServerEvent]) -> list[RoundEvent]:
        taken: list[RoundEvent] = []
        for event in events:
            if self.is_finished:
                break
            taken += self._take_data(event.name, event.data)
        self._check_size()
        return taken

    def _check_size(self) -> None:
        is_overflowing = self._sse.is_overflowing or self._lines.is_overflowing
        if is_overflowing and self._first_failure() is None:
            self._failure = unreadable(str(MAX_LINE), Diagnosis.LINE_TOO_LONG)

    def _take_json_lines(self, lines: list[str]) -> list[RoundEvent]:
        if lines and not self._read and not _is_json(lines[0]):
            # The first line is none: the reply is one object, written over many lines.
            self._form = _Form.JSON
            self._collect("\n".join([*lines, ""]).encode() + self._lines.rest())
            return []
        taken: list[RoundEvent] = []
        for some, values in batches(lines):
            if values:
                taken += self._take_values(values)
            else:
                taken += self._take_events([ServerEvent("", line) for line in some])
        self._check_size()
        return taken

    def _take_values(self, values: list[Any]) -> list[RoundEvent]:
        taken: list[RoundEvent] = []
        if self.is_finished:
            return taken
        assembler = self._assembler
        for value in values:
            if assembler.is_finished or assembler.failure is not None:
                break
            taken += assembler.take(value)
        self._read += len(values)
        return taken

    def _take_last_line(self) -> list[RoundEvent]:
        """A line that was cut off before its end takes nothing away from those before it."""
        line = self._lines.close()
        if not line or (self._read and not _is_json(line)):
            return []
        return self._take_json_lines([line])

    def _take_data(self, name: str, data: str) -> list[RoundEvent]:
        if len(data) <= _LONGEST_MARK and data.strip().strip('"').upper() == _DONE:
            self._is_marked = True
            return []
        try:
            payload = parsed(data)
        except ValueError:
            return self._take_lines(ServerEvent(name, data))
        self._read += 1
        if isinstance(payload, str | list):
            return self._take_events([ServerEvent(name, it) for it in _inner(payload)])
        if name:
            if name == "error" and not self._assembler.failure:
                self._failure = failure_from_payload(payload)
                return []
            if isinstance(payload, dict) and "type" not in payload:
                payload = {**payload, "type": name}
        return self._assembler.take(payload)

    def _take_lines(self, event: ServerEvent) -> list[RoundEvent]:
        """Events that a host forgot to part with a blank line, or what nobody can read."""
        lines = event.data.split("\n")
        if _is_json(event.data):
            return self._take_events(
                [ServerEvent(event.name, dumped(value)) for value in json_values(event.data)]
            )
        if event.data.startswith("data:"):  # a stream that was wrapped into another
            return self._take_events([ServerEvent(event.name, event.data[5:].strip())])
        if len(lines) > 1 and all(_is_payload(line) for line in lines):
            return self._take_events([ServerEvent(event.name, line) for line in lines])
        self._take_unreadable(event)
        return []

    def _take_unreadable(self, event: ServerEvent) -> None:
        """Words between the payloads are some host's way to keep the line open; a payload that
        cannot be read is a part of the answer that is lost."""
        self._unread += 1
        if event.name == "error":
            self._failure = failure_from_payload(event.data)
        elif event.data.lstrip()[:1] in ("{", "["):
            self._failure = unreadable(beginning(event.data))

    def _unreadable(self) -> Failure | None:
        """Nothing in the body could be read, although there was one."""
        if self._head.lstrip().startswith(b":") and not self._unread:
            # Keep-alives and then the end: a stream that was cut off before it began.
            return None
        if self._read or not self._head.strip():
            return None
        if self._form is _Form.STREAM and not self._unread and self._is_marked:
            return None
        return unreadable(self._first_words())


def _is_json(line: str) -> bool:
    """One value, or several that stand on one line."""
    try:
        return line == _DONE or bool(json_values(line))
    except (ValueError, RecursionError):
        return False


def _inner(payload: str | list[Any]) -> list[str]:
    """Payloads that a gateway wrote out once more, or put into a list."""
    if isinstance(payload, list):
        return [dumped(item) for item in payload if isinstance(item, dict)]
    return [payload] if payload.lstrip()[:1] == "{" and _is_json(payload) else []


def _is_payload(line: str) -> bool:
    if line.strip() == _DONE:
        return True
    try:
        return isinstance(parsed(line), dict)
    except ValueError:
        return False
