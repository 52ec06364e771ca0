"""Takes a chat with all that belongs to it from one database to the other."""

import sqlite3

from studio.store.schema import transaction

# `seq` is given anew, in the same order. Bodies and contents come before what refers to them.
_COPIES = (
    (
        "SELECT * FROM chats WHERE id = ?",
        "INSERT INTO chats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    (
        """SELECT id, chat_id, parent_id, saved_at, version, body, deleted_at, seen FROM turns
        WHERE chat_id = ? ORDER BY seq""",
        """INSERT INTO turns (id, chat_id, parent_id, saved_at, version, body, deleted_at, seen)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
    ),
    (
        "SELECT * FROM outputs WHERE chat_id = ?",
        "INSERT INTO outputs VALUES (?, ?, ?)",
    ),
    (
        """SELECT digest, body FROM contents WHERE digest IN (
        SELECT digest FROM attachments WHERE chat_id = ?1
        UNION SELECT text_digest FROM attachments WHERE chat_id = ?1)""",
        "INSERT OR IGNORE INTO contents (digest, body) VALUES (?, ?)",
    ),
    (
        "SELECT chat_id, digest, text_digest FROM attachments WHERE chat_id = ?",
        "INSERT INTO attachments (chat_id, digest, text_digest) VALUES (?, ?, ?)",
    ),
    (
        """SELECT digest, body FROM bodies WHERE digest IN (
        SELECT request FROM recordings WHERE chat_id = ?1
        UNION SELECT response FROM recordings WHERE chat_id = ?1)""",
        "INSERT OR IGNORE INTO bodies (digest, body) VALUES (?, ?)",
    ),
    (
        """SELECT round_id, turn_id, chat_id, attempt, started_at, version, head, request, response,
        chunks FROM recordings WHERE chat_id = ? ORDER BY seq""",
        """INSERT INTO recordings (round_id, turn_id, chat_id, attempt, started_at, version, head,
        request, response, chunks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
    ),
    (
        """SELECT tool_use_id, turn_id, chat_id, at, version, body FROM call_recordings
        WHERE chat_id = ? ORDER BY seq""",
        """INSERT INTO call_recordings (tool_use_id, turn_id, chat_id, at, version, body)
        VALUES (?, ?, ?, ?, ?, ?)""",
    ),
)


def move_chat(chat_id: str, source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Committed in the target before it is gone from the source: never in neither."""
    with transaction(target):
        for select, insert in _COPIES:
            target.executemany(insert, source.execute(select, (chat_id,)))
    try:
        _delete(chat_id, source)
    except sqlite3.Error:
        _delete(chat_id, target)
        raise


def _delete(chat_id: str, shelf: sqlite3.Connection) -> None:
    with transaction(shelf):
        shelf.execute("DELETE FROM chats WHERE id = ?", (chat_id,))
