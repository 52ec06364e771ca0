"""A trace as lines of JSON, and back. Pure.

A `*.callboard-trace` file is gzip around UTF-8 lines, each a JSON object whose `line` says what it
is. Times are seconds since the epoch, bytes are `{"text": ...}` where they are UTF-8, else
`{"base64": ...}`.

- `head`, the first: `format` "callboard-trace", `version` 1, `minor`, `callboard` (the program's
  version), `made_at`, `redacted` (kinds of what was taken out), `has_files` (whether attachments
  are in it; else each is a few placeholder bytes).
- `chat`: `id`, `title`, `created_at`, `updated_at`, `path` (the IDs of the turns shown), `settings`
  and `limits`.
- `target`, one for each pair of profile and model: `profile` (no keys), `model`, `quirks` and
  `abilities` of host and model.
- `turn`: `turn` as Callboard has it, each part with its `kind` (`text`, `reasoning`, `tool_use`,
  `attachment`, `sources`, `server_tool_use`). What follows up to the next one belongs to it:
- `tools`: `tools`, the definitions on offer.
- `recording`, one for each attempt: `head` (IDs, `attempt`, `started_at`, `method`, `url`,
  headers, `status`, `connection`, `ended_ns`, `is_truncated`, `error`), `request` (bytes) and
  `chunks`: pairs of nanoseconds since the request and bytes, decoded, exactly as they came.
- `call`: one call of a tool: `recording` with schema, arguments, raw result, and protocol traffic.
- `output`: `tool_use_id` and `text`, a whole result of which the turn holds the beginning.
- `file`: `digest`, `data` (bytes) and `text` that was read out of it.
- `end`, the last: `lines`, how many came before. A file without it was cut off.

A later minor version may add lines, fields and kinds of parts, which are passed over. A later
version is refused. Keys are masked before anything is recorded, so none can be in here.
"""

import base64
import binascii
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from studio.core.abilities import Abilities
from studio.core.call_recording import CallRecording
from studio.core.chats import AttachedFile, Turn
from studio.core.messages import (
    Part,
)
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks
from studio.core.recording import Chunk, Recording
from studio.core.tools import ToolDefinition
from studio.core.trace import (
    FORMAT,
    VERSION,
    Trace,
    TraceChat,
    TraceError,
    TraceHead,
    TraceTarget,
    TraceTrouble,
    TraceTurn,
    trace_error,
)
from studio.core.turn_row import READERS, TURN, turn_row

M = TypeVar("M", bound=BaseModel)

_HEAD = TypeAdapter(TraceHead)
_CHAT = TypeAdapter(TraceChat)
_TOOLS = TypeAdapter(tuple[ToolDefinition, ...])
_RECORDING = TypeAdapter(Recording)
_CALL = TypeAdapter(CallRecording)
_FAULTS = (ValidationError, ValueError, LookupError, TypeError, RecursionError, AttributeError)


def head_line(head: TraceHead) -> str:
    return _line("head", {"format": FORMAT, **_HEAD.dump_python(head, mode="json")})


def chat_line(chat: TraceChat) -> str:
    return _line("chat", _CHAT.dump_python(chat, mode="json"))


def target_line(target: TraceTarget) -> str:
    row = {
        "profile": target.profile.model_dump(mode="json", exclude_defaults=True),
        "model": target.model,
        "quirks": target.quirks.model_dump(mode="json", exclude_defaults=True),
        "abilities": target.abilities.model_dump(mode="json", exclude_none=True),
    }
    return _line("target", row)


def turn_lines(traced: TraceTurn) -> Iterator[str]:
    """The turn and all that belongs to it."""
    yield _line("turn", {"turn": turn_row(traced.turn)})
    if traced.tools:
        yield _line("tools", {"tools": _TOOLS.dump_python(traced.tools, mode="json")})
    for recording in traced.recordings:
        yield _line("recording", _recording_row(recording))
    for call in traced.calls:
        yield _line("call", {"recording": _CALL.dump_python(call, mode="json")})
    for tool_use_id, text in traced.outputs:
        yield _line("output", {"tool_use_id": tool_use_id, "text": text})
    for digest, file in traced.files:
        row = {"digest": digest, "data": _bytes_row(file.data), "text": file.text}
        yield _line("file", row)


def end_line(lines: int) -> str:
    return _line("end", {"lines": lines})


def trace_lines(trace: Trace) -> Iterator[str]:
    """A whole trace, each line with its end."""
    count = 0
    for line in _all_lines(trace):
        count += 1
        yield line
    yield end_line(count)


def _all_lines(trace: Trace) -> Iterator[str]:
    yield head_line(trace.head)
    yield chat_line(trace.chat)
    for target in trace.targets:
        yield target_line(target)
    for traced in trace.turns:
        yield from turn_lines(traced)


def read_trace(lines: Iterable[bytes]) -> Trace:
    """Raises `TraceError`, whatever is in the lines."""
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            reading.take(line)
        except TraceError:
            raise
        except _FAULTS as error:
            if reading.head is None:
                raise trace_error(TraceTrouble.NO_TRACE) from None
            # The kind of the fault alone: its words would repeat what was said.
            fault = f"line {number}: {type(error).__name__}"
            raise trace_error(TraceTrouble.DAMAGED, fault) from None
    return reading.trace()


@dataclass(slots=True)
class _Turn:
    """A turn while its lines are read."""

    turn: Turn
    tools: tuple[ToolDefinition, ...] = ()
    recordings: list[Recording] = field(default_factory=list)
    calls: list[CallRecording] = field(default_factory=list)
    outputs: list[tuple[str, str]] = field(default_factory=list)
    files: list[tuple[str, AttachedFile]] = field(default_factory=list)

    def take(self, kind: str, row: dict[str, Any]) -> None:
        match kind:
            case "tools":
                self.tools = _TOOLS.validate_python(row["tools"])
            case "recording":
                self.recordings.append(_recording(row))
            case "call":
                self.calls.append(_CALL.validate_python(row["recording"]))
            case "output":
                self.outputs.append((str(row["tool_use_id"]), str(row["text"])))
            case "file":
                file = AttachedFile(_bytes(row["data"]), str(row.get("text", "")))
                self.files.append((str(row["digest"]), file))
            case _:
                return  # of a later minor version

    def traced(self) -> TraceTurn:
        return TraceTurn(
            self.turn,
            self.tools,
            tuple(self.recordings),
            tuple(self.calls),
            tuple(self.outputs),
            tuple(self.files),
        )


class _Reading:
    """Takes lines, the head first, and gives what they come to."""

    def __init__(self) -> None:
        self.head: TraceHead | None = None
        self._chat: TraceChat | None = None
        self._targets: list[TraceTarget] = []
        self._turns: list[_Turn] = []
        self._lines = 0
        self._is_whole = False

    def take(self, line: bytes) -> None:
        row = json.loads(line)
        if self.head is None:
            self.head = _head(row)
        else:
            self._take(row["line"], row)
        self._lines += 1

    def _take(self, kind: str, row: dict[str, Any]) -> None:
        match kind:
            case "chat":
                self._chat = _CHAT.validate_python(row)
            case "target":
                self._targets.append(_target(row))
            case "turn":
                self._turns.append(_Turn(_turn(row["turn"])))
            case "end":
                self._is_whole = row["lines"] == self._lines
            case _:
                if self._turns:
                    self._turns[-1].take(kind, row)

    def trace(self) -> Trace:
        if self.head is None:
            raise trace_error(TraceTrouble.NO_TRACE)
        if not self._is_whole or self._chat is None:
            raise trace_error(TraceTrouble.CUT_OFF)
        turns = tuple(each.traced() for each in self._turns)
        return Trace(self.head, self._chat, tuple(self._targets), turns)


def _head(row: Any) -> TraceHead:
    if not isinstance(row, dict) or row.get("format") != FORMAT:
        raise trace_error(TraceTrouble.NO_TRACE)
    version = row.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise trace_error(TraceTrouble.NEWER, str(version)[:40])
    return _HEAD.validate_python(row)


def _target(row: dict[str, Any]) -> TraceTarget:
    return TraceTarget(
        _known(ProviderProfile, row["profile"]),
        str(row["model"]),
        _known(Quirks, row.get("quirks", {})),
        _known(Abilities, row.get("abilities", {})),
    )


def _known(model: type[M], row: dict[str, Any]) -> M:
    """What this version knows of it: the models of the program refuse anything else."""
    return model.model_validate({key: row[key] for key in row if key in model.model_fields})


def _turn(row: dict[str, Any]) -> Turn:
    rounds = [{**each, "parts": _parts(each["parts"])} for each in row["rounds"]]
    turn: Turn = TURN.validate_python({**row, "prompt": _parts(row["prompt"]), "rounds": rounds})
    return turn


def _parts(rows: list[dict[str, Any]]) -> tuple[Part, ...]:
    known = (row for row in rows if row["kind"] in READERS)
    return tuple(READERS[row["kind"]].validate_python(row) for row in known)


def _recording_row(recording: Recording) -> dict[str, Any]:
    bodily = {"request_body", "chunks"}
    return {
        "head": _RECORDING.dump_python(recording, mode="json", exclude=bodily),
        "request": _bytes_row(recording.request_body),
        "chunks": [[chunk.offset_ns, _bytes_row(chunk.data)] for chunk in recording.chunks],
    }


def _recording(row: dict[str, Any]) -> Recording:
    chunks = tuple(Chunk(int(offset), _bytes(data)) for offset, data in row["chunks"])
    facts = {**row["head"], "request_body": _bytes(row["request"]), "chunks": chunks}
    recording: Recording = _RECORDING.validate_python(facts)
    return recording


def _bytes_row(data: bytes) -> dict[str, str]:
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def _bytes(row: dict[str, str]) -> bytes:
    if "text" in row:
        return row["text"].encode()
    try:
        return base64.b64decode(row["base64"], validate=True)
    except binascii.Error as error:
        raise ValueError from error


def _line(kind: str, row: dict[str, Any]) -> str:
    whole = {"line": kind, **row}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which models do send: no UTF-8, but an escape carries it.
        text = json.dumps(whole, separators=(",", ":"))
    return f"{text}\n"
