"""Keeps the exact bytes of each attempt, secrets masked, without delaying the stream."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from importlib import import_module

import httpx

from studio.adapters.connection import ConnectionTrace
from studio.adapters.masking import Masker
from studio.adapters.ports import Nanoseconds
from studio.core.errors import StudioError
from studio.core.recording import (
    BodyPacker,
    PackedBody,
    PackedRecording,
    Recording,
    TimesPacker,
    packed_body,
)
from studio.harness.late_work import LateWork
from studio.harness.ports import Clock

_LOGGER = logging.getLogger(__name__)
MAX_BYTES = 16 * 1024 * 1024
# So much is packed at a time, at most twice of it: that takes 2 ms.
_STEP = 64 * 1024
# Up to this size packing the rest takes less than a frame; more is packed in a thread.
_SMALL = 512 * 1024
_PIECES = "studio.adapters.piece_masking"

Save = Callable[[PackedRecording], Awaitable[None]]


async def forget(_recording: PackedRecording) -> None:
    """A `Save` for what is not worth keeping, such as a connection test."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which attempt of which round is recorded."""

    chat_id: str
    turn_id: str
    round_id: str
    attempt: int


class AttemptRecord:
    """Packs one attempt while it lasts; `finished` makes the value that is kept.

    Memory is bounded: little waits to be packed, and beyond `MAX_BYTES` the body is dropped.
    """

    def __init__(
        self,
        place: Place,
        request: httpx.Request,
        masker: Masker,
        started_at: float,
        nanoseconds: Nanoseconds,
    ) -> None:
        self._place = place
        self._request = request
        self._masker = masker
        self._started_at = started_at
        self._nanoseconds = nanoseconds
        self._start = nanoseconds()
        self._trace: ConnectionTrace | None = request.extensions.get("trace")
        self._response: httpx.Response | None = None
        self._raw = bytearray()
        self._masking = masker.stream()
        self._body = BodyPacker()
        self._times = TimesPacker()
        self._ended: int | None = None
        self._error = ""
        self._is_truncated = False
        self._size = 0
        self._has_pieces = False

    def answer(self, response: httpx.Response) -> None:
        self._response = response

    def add(self, data: bytes) -> None:
        if self._is_truncated:
            return
        if self._size + len(data) > MAX_BYTES:
            data = data[: MAX_BYTES - self._size]
            self._is_truncated = True
        self._size += len(data)
        self._times.add(self._nanoseconds() - self._start, len(data))
        self._raw += data
        if len(self._raw) >= _STEP:
            self._pack()

    def end(self, error: str, *, has_pieces: bool = False) -> None:
        """`has_pieces`: secrets may be told in it from one event to the next."""
        self._has_pieces = has_pieces
        self._ended = self._nanoseconds() - self._start
        self._error = error

    @property
    def is_small(self) -> bool:
        """Whether little is left to be done. Much is where a packed reply was blown up."""
        return len(self._raw) <= _SMALL and not self._has_pieces

    def finished(self) -> PackedRecording:
        """To be called once, at the end."""
        while self._raw:
            self._pack()
        self._body.add(self._masking.end())
        head, body = self._head(), self._body.packed()
        if self._has_pieces:
            body = self._without_pieces(body)
            head = replace(head, request_body=self._pieces_masked(head.request_body))
        return PackedRecording(head, body, self._times.packed())

    def _without_pieces(self, body: PackedBody) -> PackedBody:
        return packed_body((self._pieces_masked(zlib.decompress(body.data)),))

    def _pieces_masked(self, body: bytes) -> bytes:
        masked: bytes = import_module(_PIECES).masked_pieces(body, self._masker)
        return masked

    def _pack(self) -> None:
        step = bytes(self._raw[: 2 * _STEP])
        del self._raw[: 2 * _STEP]
        self._body.add(self._masking.feed(step))

    def _head(self) -> Recording:
        body = self._request.content
        response = self._response
        trace = self._trace if self._trace is not None else ConnectionTrace()
        return Recording(
            round_id=self._place.round_id,
            turn_id=self._place.turn_id,
            chat_id=self._place.chat_id,
            attempt=self._place.attempt,
            started_at=self._started_at,
            method=self._request.method,
            url=self._masker.url(str(self._request.url)),
            request_headers=self._headers(self._request.headers),
            request_body=self._masker.beginning(body, MAX_BYTES),
            status=response.status_code if response is not None else None,
            response_headers=self._headers(response.headers) if response is not None else (),
            connection=trace.facts(response),
            ended_ns=self._ended,
            is_truncated=self._is_truncated or len(body) > MAX_BYTES,
            error=self._masker.text(self._error),
        )

    def _headers(self, headers: httpx.Headers) -> tuple[tuple[str, str], ...]:
        return tuple(
            (name, self._masker.header(name, value)) for name, value in headers.multi_items()
        )


class Recorder:
    """Hands records to the store in tasks of its own. Lives and is closed with the factory."""

    def __init__(self, save: Save, clock: Clock, nanoseconds: Nanoseconds) -> None:
        self._save = save
        self._clock = clock
        self._nanoseconds = nanoseconds
        self._late = LateWork("recordings")

    def begin(self, place: Place, request: httpx.Request, masker: Masker) -> AttemptRecord:
        return AttemptRecord(place, request, masker, self._clock(), self._nanoseconds)

    def keep(self, record: AttemptRecord) -> None:
        """Returns at once. What then goes wrong is logged: no answer may fail for its recording."""
        self._late.start(self._kept(record), "keep recording")

    async def settled(self) -> None:
        """Waits until all that was handed over is kept."""
        await self._late.settled()

    async def aclose(self, within: float = 2.0) -> None:
        await self._late.aclose(within)

    async def _kept(self, record: AttemptRecord) -> None:
        try:
            if record.is_small:
                recording = record.finished()
            else:
                recording = await asyncio.to_thread(record.finished)
            await self._save(recording)
        except StudioError as error:
            _LOGGER.warning("A recording was not kept: %s", error)
        except Exception:
            _LOGGER.exception("A recording was not kept")
