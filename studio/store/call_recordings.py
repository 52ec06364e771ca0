"""Recordings of calls in SQLite, compressed; they go with their chat and turn, as others do."""

import json
import zlib
from typing import Any

from pydantic import TypeAdapter, ValidationError
from typing_extensions import override

from studio.core.call_recording import FORMAT_VERSION, CallRecording
from studio.harness.inspection_ports import CallStore
from studio.store.database import Database, Shelves
from studio.store.failures import unknown_version, unreadable
from studio.store.schema import transaction

_CALL = TypeAdapter(CallRecording)
_WHAT = "a recording of a call"  # for errors

_INSERT = """INSERT OR REPLACE INTO call_recordings
    (tool_use_id, turn_id, chat_id, at, version, body) VALUES (?, ?, ?, ?, ?, ?)"""
_SELECT = "SELECT version, body FROM call_recordings WHERE turn_id = ? ORDER BY at, seq"


class SqliteCalls(CallStore):
    """Lives as long as its database. How long recordings are kept is `SqliteRecordings`' matter."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def save_call(self, recording: CallRecording) -> None:
        """The recording of a chat that is gone meanwhile is dropped with it."""

        def job(shelves: Shelves) -> None:
            row = _row(recording)
            shelf = shelves.of_chat(recording.chat_id)
            if shelf is not None:
                with transaction(shelf):
                    shelf.execute(_INSERT, row)

        await self._database.run(job)

    @override
    async def calls(self, turn_id: str) -> tuple[CallRecording, ...]:
        def job(shelves: Shelves) -> tuple[CallRecording, ...]:
            return tuple(
                _read(*row)
                for shelf in shelves.both
                for row in shelf.execute(_SELECT, (turn_id,)).fetchall()
            )

        return await self._database.run(job)


def _row(recording: CallRecording) -> tuple[Any, ...]:
    return (
        recording.tool_use_id,
        recording.turn_id,
        recording.chat_id,
        recording.at,
        recording.version,
        zlib.compress(_CALL.dump_json(recording)),
    )


def _read(version: int, body: bytes) -> CallRecording:
    if version != FORMAT_VERSION:
        raise unknown_version(_WHAT, version)
    try:
        return _CALL.validate_python(json.loads(zlib.decompress(body)))
    except (ValidationError, ValueError, TypeError, zlib.error) as error:
        raise unreadable(_WHAT, error) from None
