"""The format of traces: later minor versions open, and nothing that is no trace ends in a fault."""

import gzip
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from studio.core.chats import AttachedFile
from studio.core.errors import StorageError
from studio.core.recording import Chunk
from studio.core.trace import SUFFIX, Trace, TraceError, TraceTrouble
from studio.core.trace_lines import read_trace, trace_lines
from studio.core.trace_packing import unpacked_lines
from studio.store.traces import TraceSink, load_trace
from studio.store.worker import Worker
from tests.harness.real_chat import real_chat
from tests.traces.taken import differences, packed, played, trace_of, written

SAMPLE = Path(__file__).with_name("version-1.jsonl")


async def _trace(folder: Path) -> Trace:
    async with real_chat(folder) as chat:
        await chat.send("time in Tokyo")
        return await trace_of(chat)


def _rows(trace: Trace) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace_lines(trace)]


def _read(rows: Iterable[dict[str, Any]]) -> Trace:
    return read_trace(json.dumps(row).encode() for row in rows)


def _trouble(data: bytes, **bounds: int) -> str:
    with pytest.raises(TraceError) as caught:
        read_trace(unpacked_lines([data], **bounds))
    return caught.value.failure.code


async def test_every_byte_comes_back_whether_it_is_text_or_not(tmp_path: Path) -> None:
    trace = await _trace(tmp_path)
    traced = trace.turns[0]
    odd = bytes(range(256)) + "é\u2028".encode() + b"\xe2\x82"
    recording = replace(
        traced.recordings[0], request_body=odd, chunks=(Chunk(1, odd), Chunk(2, b""))
    )
    files = (("d", AttachedFile(odd, "half a pair: \ud800")),)
    changed = replace(trace, turns=(replace(traced, recordings=(recording,), files=files),))
    assert written(changed) == changed


def test_a_trace_that_version_1_wrote_opens_and_plays(tmp_path: Path) -> None:
    path = tmp_path / f"old{SUFFIX}"
    path.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    trace = load_trace(path)
    assert trace.title == "What time is it?"
    assert [len(traced.recordings) for traced in trace.turns] == [2]
    assert load_trace(SAMPLE) == trace


async def test_a_trace_that_version_1_wrote_comes_to_the_same(tmp_path: Path) -> None:
    assert differences(await played(load_trace(SAMPLE))) == []


async def test_what_a_later_minor_version_adds_is_passed_over(tmp_path: Path) -> None:
    trace = await _trace(tmp_path)
    rows = _rows(trace)
    for row in rows:
        row["added"] = {"later": 1}
    rows[0]["minor"] = 7
    target = next(row for row in rows if row["line"] == "target")
    for part in ("profile", "quirks", "abilities"):
        target[part]["added"] = 1
    turn = next(row["turn"] for row in rows if row["line"] == "turn")
    turn["added"] = turn["rounds"][0]["added"] = 1
    turn["rounds"][0]["parts"].append({"kind": "hologram", "of": "a cat"})
    rows.insert(-1, {"line": "hologram"})
    rows[-1]["lines"] += 1
    assert replace(_read(rows), head=trace.head) == trace


async def test_a_later_version_is_refused_by_its_number(tmp_path: Path) -> None:
    rows = _rows(await _trace(tmp_path))
    rows[0]["version"] = 2
    with pytest.raises(TraceError) as caught:
        _read(rows)
    assert (caught.value.failure.code, caught.value.failure.message) == (TraceTrouble.NEWER, "2")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"hello",
        b"{}",
        b"[1]",
        b"\x00" * 100,
        b'{"line":"head"}',
        b"[" * 100_000,
        b"1" * 10_000,
        b"\x1f\x8b",
        gzip.compress(b"hello"),
    ],
)
def test_garbage_is_no_trace(data: bytes) -> None:
    wanted = TraceTrouble.CUT_OFF if data == b"\x1f\x8b" else TraceTrouble.NO_TRACE
    assert _trouble(data) == wanted


async def test_half_a_file_is_cut_off_wherever_it_ends(tmp_path: Path) -> None:
    data = packed(await _trace(tmp_path))
    for end in range(1, len(data) - 1, max(1, len(data) // 40)):
        assert _trouble(data[:end]) in (TraceTrouble.CUT_OFF, TraceTrouble.NO_TRACE)
    lines = gzip.decompress(data).splitlines(keepends=True)
    for count in range(1, len(lines)):
        assert _trouble(b"".join(lines[:count])) == TraceTrouble.CUT_OFF


async def test_a_damaged_file_is_an_error_of_ours_whatever_is_wrong(tmp_path: Path) -> None:
    trace = await _trace(tmp_path)
    plain = "".join(trace_lines(trace)).encode()
    chance = random.Random(1)  # noqa: S311 - damages a test's bytes, guards nothing
    for data in (plain, packed(trace)):
        for _ in range(150):
            hurt = bytearray(data)
            for _ in range(chance.randrange(1, 5)):
                hurt[chance.randrange(len(hurt))] = chance.randrange(256)
            try:
                read_trace(unpacked_lines([bytes(hurt)]))
            except TraceError as error:
                assert error.failure.code in list(TraceTrouble)  # noqa: PT017 - most raise


def test_a_bomb_is_not_unpacked() -> None:
    head = b'{"line":"head","format":"callboard-trace","version":1,"callboard":"","made_at":0}\n'
    bomb = gzip.compress(head + b" " * 50_000_000)
    assert len(bomb) < 100_000
    assert _trouble(bomb, max_line=1_000_000) == TraceTrouble.TOO_BIG
    lines = gzip.compress(head + b" \n" * 10_000_000)
    assert _trouble(lines, max_bytes=1_000_000) == TraceTrouble.TOO_BIG


async def test_a_trace_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    trace = await _trace(tmp_path)
    worker, path = Worker("traces"), tmp_path / f"chat{SUFFIX}"
    try:
        sink = TraceSink(worker, path)
        await sink.write(lambda: next(trace_lines(trace)))
        await sink.abandon()
        assert _beside(path) == []
        sink = TraceSink(worker, path)
        for line in trace_lines(trace):
            await sink.write(lambda line=line: line)  # type: ignore[misc]
        await sink.finish()
    finally:
        worker.stop()
    assert load_trace(path) == trace
    assert _beside(path) == [path]


def _beside(path: Path) -> list[Path]:
    return [each for each in path.parent.iterdir() if SUFFIX in each.name]


def test_a_file_that_is_not_there_is_told_as_any_other(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        load_trace(tmp_path / "nothing")
