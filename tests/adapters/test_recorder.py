import asyncio
import gc
import logging
import tracemalloc
from contextlib import aclosing
from itertools import count

import httpx
import pytest

from studio.adapters import recorder as module
from studio.adapters.masking import Masker
from studio.adapters.recorder import AttemptRecord, Place, Recorder
from studio.core.errors import Category, Failure, StorageError
from studio.core.events import RoundCompleted
from studio.core.recording import PackedRecording, Recording
from studio.wire.exchange import Exchange
from tests.adapters.rig import KEY, heard_from, profile, rig
from tests.loopback import DONE, answer, chat_delta, chat_end, loopback, stream

PLACE = Place("chat", "turn", "round", 1)
HELLO = chat_delta(content="hello")


def begun(recorder: Recorder) -> AttemptRecord:
    request = httpx.Request("POST", "http://h/v1/chat/completions", content=b"{}")
    return recorder.begin(PLACE, request, Masker([KEY]))


async def test_a_recording_holds_the_exact_request_and_reply_with_their_times() -> None:
    gate = asyncio.Event()
    script = stream(HELLO, gate, chat_end() + DONE)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        gate.set()
        await heard_from(await r.adapter())
        (kept,) = await r.settled()
    assert (kept.chat_id, kept.turn_id, kept.round_id, kept.attempt) == ("chat", "turn", "round", 1)
    assert (kept.method, kept.url) == ("POST", f"{server.url}/v1/chat/completions")
    assert kept.request_body == server.heard[0].body
    assert (kept.status, kept.error, kept.is_truncated) == (200, "", False)
    assert kept.response_body == HELLO + chat_end() + DONE
    offsets = [chunk.offset_ns for chunk in kept.chunks]
    assert offsets == sorted(offsets)
    assert kept.ended_ns is not None
    assert kept.ended_ns > offsets[-1]
    assert dict(kept.response_headers)["content-type"] == "text/event-stream"
    assert dict(kept.request_headers)["authorization"] == "Bearer " + "*" * len(KEY)
    assert kept.connection.http_version == "HTTP/1.1"
    assert server.url.endswith(kept.connection.address)


async def test_refused_and_failed_attempts_are_recorded_too() -> None:
    scripts = (answer('{"error":"no"}', 503), stream(HELLO, chat_end(), DONE))
    async with loopback(*scripts) as server, rig(profile(server.url)) as r:
        await heard_from(await r.adapter())
        first, second = await r.settled()
    assert (first.attempt, first.status, first.response_body) == (1, 503, b'{"error":"no"}')
    assert first.error == "overloaded: no"
    assert (second.attempt, second.status, second.error) == (2, 200, "")


async def test_what_is_too_much_is_cut_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    ticks = count()
    record = begun(Recorder(_never, lambda: 0.0, lambda: next(ticks)))
    for piece in (b"12345678", b"90abc", b"def"):
        record.add(piece)
    kept = record.finished().unpacked()
    assert kept.response_body == b"1234567890"
    assert kept.is_truncated


async def _never(_recording: PackedRecording) -> None:
    raise AssertionError


async def test_the_stream_does_not_wait_for_the_store() -> None:
    stored = asyncio.Event()

    async def slow(_recording: PackedRecording) -> None:
        await stored.wait()

    recorder = Recorder(slow, lambda: 0.0, lambda: 0)
    recorder.keep(begun(recorder))
    await asyncio.sleep(0)
    stored.set()
    await recorder.aclose()


async def test_closing_is_bounded_where_the_store_hangs(caplog: pytest.LogCaptureFixture) -> None:
    async def hang(_recording: PackedRecording) -> None:
        await asyncio.Event().wait()

    recorder = Recorder(hang, lambda: 0.0, lambda: 0)
    recorder.keep(begun(recorder))
    async with asyncio.timeout(2):
        await recorder.aclose(within=0.01)
    assert "1 recordings were not kept in time" in caplog.text


@pytest.mark.parametrize(
    "error", [StorageError(Failure(Category.STORAGE, "disk full")), RuntimeError("disk full")]
)
async def test_a_store_that_fails_is_logged_and_harms_no_answer(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_recording: PackedRecording) -> None:
        raise error

    caplog.set_level(logging.WARNING)
    recorder = Recorder(fail, lambda: 0.0, lambda: 0)
    recorder.keep(begun(recorder))
    await recorder.aclose()
    assert "disk full" in caplog.text


async def kept_of(*pieces: bytes) -> Recording:
    kept: list[PackedRecording] = []

    async def save(recording: PackedRecording) -> None:
        kept.append(recording)

    recorder = Recorder(save, lambda: 0.0, lambda: 0)
    record = begun(recorder)
    for piece in pieces:
        record.add(piece)
    recorder.keep(record)
    await recorder.aclose()
    return kept[0].unpacked()


async def test_a_large_reply_at_once_is_packed_off_the_loop_and_kept_whole() -> None:
    filler = b"x" * 900_000
    kept = await kept_of(filler + KEY.encode()[:5], KEY.encode()[5:])
    assert kept.response_body == filler + b"*" * len(KEY)


async def test_a_long_reply_is_packed_as_it_comes_and_keeps_its_pieces() -> None:
    line = b"data: " + KEY.encode() + b"\n\n"
    body = line * 20_000
    pieces = [body[at : at + 997] for at in range(0, len(body), 997)]
    kept = await kept_of(*pieces)
    assert kept.response_body == body.replace(KEY.encode(), b"*" * len(KEY))
    assert [len(chunk.data) for chunk in kept.chunks] == list(map(len, pieces))


async def test_little_of_a_long_reply_is_held_in_memory() -> None:
    record = begun(Recorder(_never, lambda: 0.0, lambda: 0))
    line = chat_delta(content="hello")
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(40_000):
            record.add(line)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 0.1 * 40_000 * len(line)


async def test_a_reader_that_leaves_at_the_end_of_the_round_has_cancelled_nothing() -> None:
    async with (
        loopback(stream(HELLO, chat_end(), DONE)) as server,
        rig(profile(server.url)) as r,
    ):
        adapter = await r.adapter()
        round_ = adapter.stream_round("round", offer_tools=True, final_instruction=None)
        async with aclosing(round_) as events:
            async for event in events:
                if isinstance(event, RoundCompleted):
                    break
        (kept,) = await r.settled()
    assert (kept.status, kept.error) == (200, "")


async def test_a_fault_of_our_own_is_not_recorded_as_a_whole_reply() -> None:
    class Faulty:
        def __init__(self, exchange: Exchange) -> None:
            self.request = exchange.request

        def begin_round(self, content_type: str) -> None:
            raise LookupError(content_type)

    async with (
        loopback(stream(HELLO, chat_end(), DONE)) as server,
        rig(profile(server.url)) as r,
    ):
        adapter = await r.adapter()
        adapter._exchange = Faulty(adapter._exchange)  # type: ignore[attr-defined]
        with pytest.raises(LookupError):
            await heard_from(adapter)
        (kept,) = await r.settled()
    assert kept.error == "internal"
