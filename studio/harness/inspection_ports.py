"""What the inspector looks at, as values and protocols: recorded bytes made readable."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from studio.core.call_recording import CallRecording
from studio.core.chats import Assignment
from studio.core.errors import Failure
from studio.core.events import RoundEvent
from studio.core.messages import Dialect
from studio.core.notices import Notice
from studio.core.recording import Recording

JsonPath = tuple[str | int, ...]  # keys and indexes from the top of a JSON document


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event of a recorded reply as it was framed: of SSE, a line of NDJSON, or a JSON body.

    `offset_ns` is when its last byte came, counted from the request; `name` is SSE's `event`, empty
    without one; `data` its text, not parsed. `begin` and `end` are its bytes in the body.
    `is_stray`: a comment, or what a host has written between the events.
    """

    offset_ns: int
    name: str
    data: str = field(repr=False)
    begin: int = 0
    end: int = 0
    is_stray: bool = False


@dataclass(frozen=True, slots=True)
class ReadReply:
    """A recorded reply read again by the dialect's own reader.

    `message` is what its events add up to, JSON text in the dialect's own form as it would go back
    in the next request; empty where nothing came of it. `events` are pairs of offset and event.
    """

    events: tuple[tuple[int, RoundEvent], ...] = ()
    message: str = field(default="", repr=False)
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a part of a turn stands in a request. `subject` names it the same in every dialect:
    `{turn ID}/prompt`, `{round ID}/text`, `{round ID}/reasoning`, `{tool use ID}/call`,
    `{tool use ID}/result`, `system`, `tools/{name}`."""

    subject: str
    path: JsonPath


@dataclass(frozen=True, slots=True)
class DialectView:
    """The request in which a dialect would carry a conversation so far. `body` is JSON text;
    `notices` are what a switch to it would lose, and `lost` the subjects concerned."""

    dialect: Dialect
    path: str
    body: str = field(repr=False)
    places: tuple[Placed, ...] = ()
    notices: tuple[Notice, ...] = ()
    lost: tuple[str, ...] = ()


class WireViews(Protocol):
    """Recorded bytes made readable. Pure but for IDs, and slow for megabytes: call it in a
    thread."""

    def stream(self, recording: Recording) -> tuple[StreamEvent, ...]: ...

    def reply(self, recording: Recording) -> ReadReply: ...

    def dialects(self, assignment: Assignment) -> tuple[DialectView, ...]:
        """The assignment's turn and all before it, as each dialect would send them on, in the order
        of `Dialect`."""
        ...


class CallStore(Protocol):
    """Where recordings of calls are kept, as long as those of rounds. Raises `StorageError`."""

    async def save_call(self, recording: CallRecording) -> None: ...

    async def calls(self, turn_id: str) -> tuple[CallRecording, ...]:
        """Oldest first."""
        ...


class Inspection(Protocol):
    """What the inspector's window asks; slow work is done away from its thread.

    Raises `StorageError`. What is still on its way to the store is waited for.
    """

    async def recordings(self, turn_id: str) -> Sequence[Recording]:
        """With their bodies, which may be megabytes in each round: ask for `outlines` to draw a
        turn, and for `round_recordings` to show a round."""
        ...

    async def round_recordings(self, round_id: str) -> Sequence[Recording]:
        """The attempts of one round, oldest first."""
        ...

    async def outlines(self, turn_id: str) -> Sequence[Recording]:
        """Those of a turn without their bodies; chunks say when they came."""
        ...

    async def calls(self, turn_id: str) -> Sequence[CallRecording]: ...

    async def stream(self, recording: Recording) -> Sequence[StreamEvent]: ...

    async def reply(self, recording: Recording) -> ReadReply: ...

    async def dialects(self, assignment: Assignment) -> Sequence[DialectView]: ...
