"""The one SQLite file, and the one thread that touches it.

A second database with the same tables lives in memory: chats that are not kept never reach the
disk, not even a journal.
"""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from studio.harness.ports import Clock
from studio.store import failures, opening
from studio.store.set_aside import SetAside
from studio.store.worker import Worker

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shelves:
    """The two connections. Only ever seen inside a job, on the database's own thread."""

    file: sqlite3.Connection
    memory: sqlite3.Connection

    @property
    def both(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        return (self.file, self.memory)

    def of_chat(self, chat_id: str) -> sqlite3.Connection | None:
        """Where the chat lives, if it exists."""
        for shelf in self.both:
            if shelf.execute("SELECT 1 FROM chats WHERE id = ?", (chat_id,)).fetchone():
                return shelf
        return None


class Database:
    """Opened once by the composition root and closed at exit. Stores borrow it.

    `set_aside` tells of a file that could not be used and has another name now.
    """

    def __init__(
        self, path: Path, worker: Worker, shelves: Shelves, aside: SetAside | None
    ) -> None:
        self.path = path
        self.set_aside = aside
        self._worker = worker
        self._shelves = shelves
        self._is_closed = False

    @classmethod
    async def open(cls, path: Path, clock: Clock = time.time) -> "Database":
        """Raises `StorageError` when there can be no database at this path."""
        worker = Worker("callboard-database")
        try:
            shelves, aside = await worker.run(lambda: _open(path, clock()))
        except BaseException:
            worker.stop()
            raise
        return cls(path, worker, shelves, aside)

    async def run(self, job: Callable[[Shelves], T]) -> T:
        """Runs the job on the database's thread. Raises `StorageError`.

        Once asked for it is done, even if whoever waits for it is cancelled.
        """

        if self._is_closed:
            raise failures.closed(self.path)

        def work() -> T:
            try:
                return job(self._shelves)
            except failures.DATABASE_ERRORS as error:
                # Logged here too: a waiter that was cancelled never hears of it.
                _log.warning("database: %s", error)
                raise failures.of_sqlite(error, self.path) from error

        return await self._worker.run(work)

    async def close(self, within: float = 2.0) -> bool:
        """Finishes what was asked for and closes; False when that took longer than `within` s.

        What was committed is safe in either case.
        """
        if self._is_closed:
            return True
        self._is_closed = True
        try:
            async with asyncio.timeout(within):
                await self._worker.run(self._close)
        except TimeoutError:
            _log.warning("the database did not close within %s s", within)
            return False
        finally:
            self._worker.stop()
        return True

    def _close(self) -> None:
        for shelf in self._shelves.both:
            # Fails at worst on a full disk; the journal that stays is read at the next start.
            with contextlib.suppress(sqlite3.Error):
                shelf.close()


def _open(path: Path, now: float) -> tuple[Shelves, SetAside | None]:
    try:
        file, aside = opening.open_file(path, now)
        return Shelves(file, opening.connect_memory()), aside
    except failures.DATABASE_ERRORS as error:
        raise failures.of_sqlite(error, path) from error
    except OSError as error:
        raise failures.of_system(error, path) from error
