"""What went wrong with the database or a file, as plain facts. `Failure.code` is a `Trouble`."""

import errno
import sqlite3
from enum import StrEnum
from pathlib import Path

from studio.core.errors import Category, Failure, StorageError

# Python cannot read SQLite's own words where they quote a damaged schema that is no UTF-8.
DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


class Trouble(StrEnum):
    """What an advice can be given for."""

    DISK_FULL = "disk_full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    BUSY = "busy"  # another program holds the file
    TOO_BIG = "too_big"
    CLOSED = "closed"
    UNKNOWN_CHAT = "unknown_chat"
    OTHER = "other"


_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.DISK_FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_TOOBIG: Trouble.TOO_BIG,
}
_SYSTEM = {
    errno.ENOSPC: Trouble.DISK_FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): Trouble.DISK_FULL,
    errno.EFBIG: Trouble.DISK_FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.EBUSY: Trouble.BUSY,
}


def closed(path: Path) -> StorageError:
    return _error(f"{path} is closed", Trouble.CLOSED)


def unknown_chat(chat_id: str) -> StorageError:
    return _error(f"there is no chat {chat_id}", Trouble.UNKNOWN_CHAT)


def unknown_version(what: str, version: int) -> StorageError:
    return _error(f"{what} is stored in an unknown version: {version}", Trouble.DAMAGED)


def unreadable(what: str, error: Exception) -> StorageError:
    """Names the kind of error only: its text would repeat what was said in the chat."""
    return _error(f"{what} cannot be read: {type(error).__name__}", Trouble.DAMAGED)


def of_sqlite(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StorageError:
    return _error(f"{path}: {error}", _SQLITE.get(_primary_code(error), Trouble.OTHER))


def of_system(error: OSError, path: Path) -> StorageError:
    reason = error.strerror or str(error) or type(error).__name__
    return _error(f"{path}: {reason}", _SYSTEM.get(error.errno or 0, Trouble.OTHER))


def is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    return _primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _error(message: str, code: Trouble) -> StorageError:
    return StorageError(Failure(Category.STORAGE, message, code=code))


def _primary_code(error: sqlite3.Error | UnicodeDecodeError) -> int:
    """SQLite's extended codes keep the primary one in the lowest byte."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return code & 0xFF
    # Python's own complaint, without a code: text in the file that is no UTF-8.
    is_text = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
    return sqlite3.SQLITE_CORRUPT if is_text else sqlite3.SQLITE_ERROR
