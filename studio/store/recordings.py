"""The recorded bytes of each round in SQLite: compressed, each body kept once."""

import json
import sqlite3
import struct
import zlib
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError
from typing_extensions import override

from studio.core.recording import (
    FORMAT_VERSION,
    PackedBody,
    PackedRecording,
    Recording,
    packed,
    packed_body,
    unpacked_chunks,
    unpacked_times,
)
from studio.harness.ports import RecordingStore
from studio.store.database import Database, Shelves
from studio.store.failures import unknown_version, unreadable
from studio.store.freed import give_back
from studio.store.opening import wipe
from studio.store.schema import transaction

_HEAD = TypeAdapter(Recording)
_BODILY = frozenset({"request_body", "chunks"})
_DAY = 86_400.0
_WHAT = "a recording"  # for errors
_BROKEN = (ValidationError, ValueError, TypeError, zlib.error, struct.error)

_INSERT = """INSERT INTO recordings (round_id, turn_id, chat_id, attempt, started_at, version, head,
    request, response, chunks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_WHOLE = """SELECT recordings.version, head, asked.body, answered.body, chunks FROM recordings
    JOIN bodies AS asked ON asked.digest = request
    JOIN bodies AS answered ON answered.digest = response"""
_SELECT = f"{_WHOLE} WHERE turn_id = ? ORDER BY seq"
_SELECT_ROUND = f"{_WHOLE} WHERE round_id = ? ORDER BY attempt"
_SELECT_OUTLINES = "SELECT version, head, chunks FROM recordings WHERE turn_id = ? ORDER BY seq"
_SAVE_BODY = "INSERT INTO bodies (digest, body) SELECT ?1, ?2 WHERE ?1 IS NOT NULL"
_TOTAL = """SELECT (SELECT total(length(body)) FROM bodies)
    + (SELECT total(length(chunks) + length(head)) FROM recordings)
    + (SELECT total(length(body)) FROM call_recordings)"""
_COUNT = "SELECT (SELECT count(*) FROM recordings) + (SELECT count(*) FROM call_recordings)"
_OLDEST = """SELECT 'recordings', seq, started_at AS at FROM recordings
    UNION ALL SELECT 'call_recordings', seq, at FROM call_recordings ORDER BY at, seq LIMIT ?"""


class SqliteRecordings(RecordingStore):
    """Lives as long as its database. Recordings go where their chat is: to disk or memory."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def save_recording(self, recording: Recording | PackedRecording) -> None:
        """The recording of a chat that is gone meanwhile is dropped with it."""

        def job(shelves: Shelves) -> None:
            whole = packed(recording) if isinstance(recording, Recording) else recording
            shelf = shelves.of_chat(whole.head.chat_id)
            if shelf is not None:
                with transaction(shelf):
                    _save(shelf, whole)
                give_back(shelf, len(whole.response.data) + len(whole.head.request_body))

        await self._database.run(job)

    @override
    async def recordings(self, turn_id: str) -> tuple[Recording, ...]:
        return await self._read_all(_SELECT, turn_id)

    @override
    async def round_recordings(self, round_id: str) -> tuple[Recording, ...]:
        return await self._read_all(_SELECT_ROUND, round_id)

    @override
    async def outlines(self, turn_id: str) -> tuple[Recording, ...]:
        def job(shelves: Shelves) -> tuple[Recording, ...]:
            return tuple(
                _read_outline(*row)
                for shelf in shelves.both
                for row in shelf.execute(_SELECT_OUTLINES, (turn_id,)).fetchall()
            )

        return await self._database.run(job)

    async def _read_all(self, select: str, of: str) -> tuple[Recording, ...]:
        def job(shelves: Shelves) -> tuple[Recording, ...]:
            return tuple(
                _read(*row)
                for shelf in shelves.both
                for row in shelf.execute(select, (of,)).fetchall()
            )

        return await self._database.run(job)

    @override
    async def recorded_bytes(self) -> int:
        """What the recordings of rounds and of calls take up, compressed."""
        return await self._database.run(
            lambda shelves: sum(_total(shelf) for shelf in shelves.both)
        )

    @override
    async def delete_recordings(self) -> None:
        def job(shelves: Shelves) -> None:
            for shelf in shelves.both:
                with transaction(shelf):
                    shelf.execute("DELETE FROM recordings")
                    shelf.execute("DELETE FROM call_recordings")
                wipe(shelf)

        await self._database.run(job)

    async def prune(self, days: int, max_bytes: int, now: float) -> None:
        """Deletes what is older than `days`, then the oldest until `max_bytes` are not exceeded."""

        def job(shelves: Shelves) -> None:
            for shelf in shelves.both:
                before = shelf.total_changes
                with transaction(shelf):
                    limit = now - days * _DAY
                    shelf.execute("DELETE FROM recordings WHERE started_at < ?", (limit,))
                    shelf.execute("DELETE FROM call_recordings WHERE at < ?", (limit,))
                    _shrink(shelf, max_bytes)
                if shelf.total_changes != before:
                    wipe(shelf)

        await self._database.run(job)


def _save(shelf: sqlite3.Connection, recording: PackedRecording) -> None:
    head = recording.head
    key = (head.round_id, head.attempt)
    # Not REPLACE, which passes the triggers by.
    shelf.execute("DELETE FROM recordings WHERE round_id = ? AND attempt = ?", key)
    request = packed_body([head.request_body])
    _save_body(shelf, request)
    _save_body(shelf, recording.response)
    row = (
        head.round_id,
        head.turn_id,
        head.chat_id,
        head.attempt,
        head.started_at,
        head.version,
        _HEAD.dump_json(head, exclude=set(_BODILY)).decode(),
        request.digest,
        recording.response.digest,
        recording.times,
    )
    shelf.execute(_INSERT, row)


def _save_body(shelf: sqlite3.Connection, body: PackedBody) -> None:
    """Two packings of the same bytes may differ: the digest tells what is known already."""
    known = shelf.execute("SELECT 1 FROM bodies WHERE digest = ?", (body.digest,)).fetchone()
    if known is None:
        shelf.execute(_SAVE_BODY, (body.digest, body.data))
        # SQLite holds what a statement was last run with: now nothing, for no body.
        shelf.execute(_SAVE_BODY, (None, None))


def _read(version: int, head: str, request: bytes, response: bytes, chunks: bytes) -> Recording:
    recording = _read_head(version, head)
    try:
        request_body = zlib.decompress(request)
        pieces = unpacked_chunks(chunks, response)
    except _BROKEN as error:
        raise unreadable(_WHAT, error) from None
    return replace(recording, request_body=request_body, chunks=pieces)


def _read_outline(version: int, head: str, chunks: bytes) -> Recording:
    recording = _read_head(version, head)
    try:
        return replace(recording, chunks=unpacked_times(chunks))
    except _BROKEN as error:
        raise unreadable(_WHAT, error) from None


def _read_head(version: int, head: str) -> Recording:
    if version != FORMAT_VERSION:
        raise unknown_version(_WHAT, version)
    try:
        facts: dict[str, Any] = {"request_body": b"", "chunks": ()}
        return _HEAD.validate_python({**json.loads(head), **facts})
    except _BROKEN as error:
        raise unreadable(_WHAT, error) from None


def _total(shelf: sqlite3.Connection) -> int:
    return int(shelf.execute(_TOTAL).fetchone()[0])


def _shrink(shelf: sqlite3.Connection, max_bytes: int) -> None:
    """Oldest first, a fiftieth of the rest at a time: to count after each one would take long."""
    while _total(shelf) > max_bytes:
        count = shelf.execute(_COUNT).fetchone()[0]
        if not count:
            return
        for table, seq, _ in shelf.execute(_OLDEST, (max(1, count // 50),)).fetchall():
            shelf.execute(f"DELETE FROM {table} WHERE seq = ?", (seq,))  # noqa: S608  # ours
