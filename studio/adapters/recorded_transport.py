"""Answers each request with what was recorded: status, headers, and chunks in their time."""

import asyncio
import json
import ssl
import time
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx
from typing_extensions import override

from studio.adapters.masking import Masker
from studio.adapters.recorder import AttemptRecord, Place, Recorder, Save
from studio.adapters.transport_failures import transport_failure
from studio.core.errors import Category
from studio.core.recording import Recording
from studio.core.replay_difference import json_difference, shown, shown_apart
from studio.harness.replay_cues import Cues, Pace

_RECORDED = "recorded"
_CANCELLED = "cancelled"
# The body was recorded unpacked, in chunks of its own.
_OF_THE_WAY = frozenset({"content-length", "transfer-encoding", "connection"})
_UNPACKED = frozenset({"identity", "gzip", "x-gzip", "deflate", "br", "zstd"})
_NANOSECOND = 1e-9
_WHOLE_SECONDS = 3_600.0  # longer pauses than this are not waited for


class CueingRecorder(Recorder):
    """Says which recording answers the request that is about to go out."""

    def __init__(self, save: Save, cues: Cues) -> None:
        super().__init__(save, time.time, time.monotonic_ns)
        self._cues = cues

    @override
    def begin(self, place: Place, request: httpx.Request, masker: Masker) -> AttemptRecord:
        recording = self._cues.ask(place.round_id, place.attempt)
        request.extensions[_RECORDED] = (place.round_id, recording)
        return super().begin(place, request, masker)


class RecordedTransport(httpx.AsyncBaseTransport):
    """Has no network. Compares what is asked with what was asked then."""

    def __init__(self, cues: Cues, pace: Pace) -> None:
        self._cues = cues
        self._pace = pace

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        recording: Recording | None
        round_id, recording = request.extensions[_RECORDED]
        if recording is None:
            if not self._cues.is_cut_short:
                self._cues.note(round_id, "request", "no further request", "a request")
            return await self._halt()
        found = await asyncio.to_thread(asked_otherwise, recording, request)
        if found is not None:
            self._cues.note(round_id, *found)
        if recording.status is None:
            return await self._no_reply(recording)
        headers = [pair for pair in recording.response_headers if _is_kept(*pair)]
        stream = _RecordedStream(recording, self._cues, self._pace)
        return httpx.Response(recording.status, headers=headers, stream=stream)

    async def _no_reply(self, recording: Recording) -> httpx.Response:
        await self._pace.wait(_seconds(recording.ended_ns or 0))
        if recording.error == _CANCELLED:
            return await self._halt()
        raise _failure(recording.error) or httpx.ConnectError("recorded")

    async def _halt(self) -> httpx.Response:
        await _halt(self._cues)
        raise AssertionError  # it never returns


class _RecordedStream(httpx.AsyncByteStream):
    """One body. Ends as it ended then."""

    def __init__(self, recording: Recording, cues: Cues, pace: Pace) -> None:
        self._recording = recording
        self._cues = cues
        self._pace = pace

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        at = 0
        for chunk in self._recording.chunks:
            await self._pace.wait(_seconds(chunk.offset_ns - at))
            at = chunk.offset_ns
            yield chunk.data
        if self._recording.error == _CANCELLED:
            await _halt(self._cues)
        failure = _failure(self._recording.error)
        if failure is not None:
            raise failure


async def _halt(cues: Cues) -> None:
    """Here the turn was stopped: nothing comes any more."""
    cues.stop()
    await asyncio.get_running_loop().create_future()


def _seconds(nanoseconds: int) -> float:
    return min(nanoseconds * _NANOSECOND, _WHOLE_SECONDS)


def _is_kept(name: str, value: str) -> bool:
    if name.lower() == "content-encoding":
        return not {each.strip() for each in value.lower().split(",")} <= _UNPACKED
    return name.lower() not in _OF_THE_WAY


def _failure(error: str) -> httpx.HTTPError | None:
    """What the HTTP library would say of it, as far as our own words for it tell."""
    category, _, message = error.partition(": ")
    match category:
        case Category.NETWORK:
            return httpx.ReadError("recorded")
        case Category.TIMEOUT:
            return httpx.ReadTimeout("recorded")
        case Category.TLS:
            failure = httpx.ConnectError("recorded")
            failure.__cause__ = ssl.SSLError("recorded")
            return failure
        case Category.CUT_OFF if message in _LOST:
            return httpx.ReadError("recorded")
        case Category.UNREADABLE_REPLY if message == _said(httpx.DecodingError("recorded")):
            return httpx.DecodingError("recorded")
        case Category.ADDRESS:
            return httpx.UnsupportedProtocol("recorded")
        case _:
            return None  # the reply itself says it


def _said(error: Exception) -> str:
    return transport_failure(error, "", 0.0).message


def _reset() -> Exception:
    error = httpx.ReadError("recorded")
    error.__cause__ = ConnectionResetError()
    return error


# Of a stream that was cut off these say that the connection broke, not that it ended too early.
_LOST = frozenset(
    {
        _said(httpx.RemoteProtocolError("recorded")),
        _said(httpx.ReadError("recorded")),
        _said(_reset()),
    }
)


def asked_otherwise(recording: Recording, request: httpx.Request) -> tuple[str, str, str] | None:
    """Where a request is not the one that was recorded, and what stands there in both."""
    path, path_now = urlsplit(recording.url).path, request.url.raw_path.decode().partition("?")[0]
    if path != path_now:
        return "request path", *shown_apart(path, path_now)
    was, now = recording.request_body, request.content
    if was == now:
        return None
    try:
        found = json_difference(json.loads(was), json.loads(now))
    except (ValueError, RecursionError):
        return "request", shown(was.decode("utf-8", "replace")), shown(now.decode())
    if found is None:
        return None  # the same, written otherwise
    where, expected, got = found
    return f"request {where}", expected, got
