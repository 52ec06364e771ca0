"""The ledger in SQLite: a row for each round, which stays when its chat goes."""

import sqlite3
from decimal import Decimal, InvalidOperation
from typing import Any

from typing_extensions import override

from studio.core.messages import Dialect, Usage
from studio.core.spending import UsageRow
from studio.harness.knowledge_ports import UsageStore
from studio.store.database import Database, Shelves
from studio.store.failures import unreadable
from studio.store.schema import transaction

_INSERT = """INSERT OR IGNORE INTO usage (round_id, at, chat_id, turn_id, profile_id, profile_name,
    key_id, model, dialect, input, output, cached, reasoning, written, usd)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_SELECT = """SELECT round_id, at, chat_id, turn_id, profile_id, profile_name, key_id, model,
    dialect, input, output, cached, reasoning, written, usd FROM usage"""
_BETWEEN = f"{_SELECT} WHERE at >= ? AND at < ? ORDER BY at, round_id"
_OF_CHAT = f"{_SELECT} WHERE chat_id = ? ORDER BY at, round_id"
_LAST = "SELECT profile_id, key_id, max(at) FROM usage GROUP BY profile_id, key_id"
_FACTS = ("round_id", "at", "chat_id", "turn_id", "profile_id", "profile_name", "key_id", "model")
_WHAT = "a row of the ledger"
_MOST = 2**63 - 1  # what SQLite can hold


class SqliteUsage(UsageStore):
    """Lives as long as its database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def add(self, row: UsageRow) -> bool:
        """Into the file also for a chat in memory, which then names no chat."""

        def job(shelves: Shelves) -> bool:
            with transaction(shelves.file):
                is_known = _is_in_file(shelves, row.chat_id)
                return shelves.file.execute(_INSERT, _row(row, is_known)).rowcount == 1

        return await self._database.run(job)

    @override
    async def rows(self, since: float, until: float) -> tuple[UsageRow, ...]:
        return await self._read(_BETWEEN, (since, until))

    @override
    async def of_chat(self, chat_id: str) -> tuple[UsageRow, ...]:
        return await self._read(_OF_CHAT, (chat_id,)) if chat_id else ()

    @override
    async def last_used(self) -> tuple[tuple[str, str, float], ...]:
        def job(shelves: Shelves) -> tuple[tuple[str, str, float], ...]:
            found = shelves.file.execute(_LAST).fetchall()
            return tuple((str(profile), str(key), float(at)) for profile, key, at in found)

        return await self._database.run(job)

    async def _read(self, query: str, given: tuple[Any, ...]) -> tuple[UsageRow, ...]:
        def job(shelves: Shelves) -> tuple[UsageRow, ...]:
            return tuple(_read(row) for row in _rows(shelves.file, query, given))

        return await self._database.run(job)


def _rows(file: sqlite3.Connection, query: str, given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return file.execute(query, given).fetchall()


def _is_in_file(shelves: Shelves, chat_id: str) -> bool:
    """A chat that was erased or taken to memory meanwhile is named no more."""
    return bool(
        chat_id and shelves.file.execute("SELECT 1 FROM chats WHERE id = ?", (chat_id,)).fetchone()
    )


def _row(row: UsageRow, is_known: bool) -> tuple[Any, ...]:
    usage = row.usage
    counts = (
        usage.input_tokens,
        usage.output_tokens,
        usage.cached_tokens,
        usage.reasoning_tokens,
        usage.written_tokens,
    )
    return (
        row.round_id,
        row.at,
        row.chat_id if is_known else "",
        row.turn_id if is_known else "",
        row.profile_id,
        row.profile_name,
        row.key_id,
        row.model,
        row.dialect,
        *(count if count is None else min(count, _MOST) for count in counts),
        None if row.usd is None else str(row.usd),
    )


def _read(row: tuple[Any, ...]) -> UsageRow:
    try:
        usd = None if row[14] is None else Decimal(row[14])
        facts = dict(zip(_FACTS, row[:8], strict=True))
        return UsageRow(**facts, dialect=Dialect(row[8]), usage=Usage(*row[9:14]), usd=usd)
    except (ValueError, TypeError, InvalidOperation) as error:
        raise unreadable(_WHAT, error) from None
