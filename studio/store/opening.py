"""Looks at what lies where the database should be, and opens it or sets it aside."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from studio.store import failures, schema
from studio.store.branches import erase_deleted
from studio.store.set_aside import Reason, SetAside, set_aside

_log = logging.getLogger(__name__)

COMPANIONS = ("-wal", "-shm", "-journal")
_BUSY_SECONDS = 5.0
_JOURNAL_BYTES = 8_000_000


def open_file(path: Path, now: float) -> tuple[sqlite3.Connection, SetAside | None]:
    """The database, and what had to make room for it. Raises `OSError` or `sqlite3.Error`."""
    aside = _clear_the_way(path, now)
    try:
        return _connect_file(path), aside
    except failures.DATABASE_ERRORS as error:
        if aside is not None or not failures.is_damage(error):
            raise
    # The look at it was a short one; this is damage that showed only when it was put to use.
    aside = set_aside(path, Reason.DAMAGED, now, COMPANIONS)
    return _connect_file(path), aside


def connect_memory() -> sqlite3.Connection:
    connection = _connect(":memory:")
    _configure(connection)
    schema.migrate(connection)
    return connection


def wipe(connection: sqlite3.Connection) -> None:
    """After a deletion: gives the pages back, and empties the journal of what was deleted."""
    # As a script, since `execute` takes one step only, and a step gives one page back.
    connection.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);")


def _clear_the_way(path: Path, now: float) -> SetAside | None:
    """Renames a file that is not ours, damaged or newer."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    reason = _why_not(path)
    return set_aside(path, reason, now, COMPANIONS) if reason else None


def _connect_file(path: Path) -> sqlite3.Connection:
    """Opens or makes the file, up to date, and erases what was hidden when the last run ended."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Made here and not by SQLite, for the mode; the journal's files take theirs from this one.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = _connect(str(path))
    try:
        _configure(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        # A crash of Callboard loses nothing this way; a power cut perhaps the last moments.
        connection.execute("PRAGMA synchronous = NORMAL")
        # One huge recording would otherwise leave a journal as huge behind until the next start.
        connection.execute(f"PRAGMA journal_size_limit = {_JOURNAL_BYTES}")
        schema.migrate(connection)
        _erase_hidden(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(name: str, *, is_uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=_BUSY_SECONDS, isolation_level=None, uri=is_uri)


def _configure(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA page_count").fetchone()[0] == 0:
        # Takes effect before the first table only; afterwards it would write for nothing.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # no temporary file ever holds a chat


def _erase_hidden(connection: sqlite3.Connection) -> None:
    try:
        with schema.transaction(connection):
            connection.execute("DELETE FROM chats WHERE deleted_at IS NOT NULL")
            erase_deleted(connection)
        # Even when nothing was hidden: an erasure may have been cut off before it came to this.
        wipe(connection)
    except sqlite3.Error as error:
        if failures.is_damage(error):
            raise
        # A full disk is no reason to keep the user out. They stay hidden until the next start.
        _log.warning("what was hidden could not be erased: %s", error)


def _why_not(path: Path) -> Reason | None:
    if not _looks_like_sqlite(path):
        return Reason.FOREIGN
    was_cut_off = path.with_name(path.name + "-wal").exists()
    try:
        # Read only: what is not ours to use is not ours to tidy up either.
        with closing(_connect(f"{path.absolute().as_uri()}?mode=ro", is_uri=True)) as connection:
            return _judge(connection, was_cut_off=was_cut_off)
    except failures.DATABASE_ERRORS as error:
        if failures.is_damage(error):
            return Reason.DAMAGED
        raise


def _looks_like_sqlite(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\x00"


def _judge(connection: sqlite3.Connection, *, was_cut_off: bool) -> Reason | None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = schema.version_of(connection)
    if not tables and not owner and not version:
        return None  # the first start ended before it had made anything
    if owner != schema.APPLICATION_ID:
        return Reason.FOREIGN
    if version > len(schema.MIGRATIONS):
        return Reason.NEWER
    # The whole check reads every byte of every recording. These two tables hold what cannot be
    # had again; the turns are many, so they are checked only after a run that was cut off.
    for table in ("chats", "turns") if was_cut_off else ("chats",):
        if table not in tables or connection.execute(_CHECKS[table]).fetchone()[0] != "ok":
            return Reason.DAMAGED
    return None


_CHECKS = {"chats": "PRAGMA quick_check('chats')", "turns": "PRAGMA quick_check('turns')"}
