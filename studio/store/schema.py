"""The tables, as migrations counted from 1. One that was released is never changed, only followed.

The same tables exist twice: in the file, and in memory for chats that are not kept.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

APPLICATION_ID = 0x43425244  # "CBRD": tells our files from other people's databases

# `turns.seq` orders turns in time; a parent always comes before its children. `turns.version` and
# `recordings.version` name the format of what is stored in the row. `bodies` holds what was sent
# and received, each body once however often it was recorded; `uses` is kept by the triggers.
_FIRST = (
    """CREATE TABLE chats (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at REAL NOT NULL,
        updated_at REAL NOT NULL, settings TEXT NOT NULL, head_id TEXT, draft TEXT NOT NULL,
        deleted_at REAL)""",
    """CREATE TABLE turns (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
        parent_id TEXT, saved_at REAL NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL)""",
    "CREATE INDEX turns_by_chat ON turns (chat_id, seq)",
    """CREATE TABLE outputs (
        tool_use_id TEXT PRIMARY KEY,
        chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE, body BLOB NOT NULL)""",
    "CREATE INDEX outputs_by_chat ON outputs (chat_id)",
    """CREATE TABLE bodies (
        digest BLOB PRIMARY KEY, body BLOB NOT NULL, uses INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE recordings (
        seq INTEGER PRIMARY KEY, round_id TEXT NOT NULL, turn_id TEXT NOT NULL,
        chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
        attempt INTEGER NOT NULL, started_at REAL NOT NULL, version INTEGER NOT NULL,
        head TEXT NOT NULL, request BLOB NOT NULL REFERENCES bodies (digest),
        response BLOB NOT NULL REFERENCES bodies (digest), chunks BLOB NOT NULL,
        UNIQUE (round_id, attempt))""",
    "CREATE INDEX recordings_by_turn ON recordings (turn_id, seq)",
    "CREATE INDEX recordings_by_chat ON recordings (chat_id)",
    "CREATE INDEX recordings_by_age ON recordings (started_at)",
    "CREATE INDEX recordings_by_request ON recordings (request)",
    "CREATE INDEX recordings_by_response ON recordings (response)",
    """CREATE TRIGGER body_used AFTER INSERT ON recordings BEGIN
        UPDATE bodies SET uses = uses + 1 WHERE digest = new.request;
        UPDATE bodies SET uses = uses + 1 WHERE digest = new.response;
    END""",
    """CREATE TRIGGER body_unused AFTER DELETE ON recordings BEGIN
        UPDATE bodies SET uses = uses - 1 WHERE digest = old.request;
        UPDATE bodies SET uses = uses - 1 WHERE digest = old.response;
        DELETE FROM bodies WHERE digest IN (old.request, old.response) AND uses <= 0;
    END""",
)

# The ledger outlives its chats, as numbers: when a chat goes, also to memory, its name goes too.
# It and what is known of models are in the file only. `model_cards.source` is the user or a probe.
_USAGE = (
    """CREATE TABLE usage (
        round_id TEXT PRIMARY KEY, at REAL NOT NULL, chat_id TEXT NOT NULL, turn_id TEXT NOT NULL,
        profile_id TEXT NOT NULL, profile_name TEXT NOT NULL, key_id TEXT NOT NULL,
        model TEXT NOT NULL, dialect TEXT NOT NULL, input INTEGER, output INTEGER, cached INTEGER,
        reasoning INTEGER, written INTEGER, usd TEXT)""",
    "CREATE INDEX usage_by_time ON usage (at)",
    "CREATE INDEX usage_by_chat ON usage (chat_id) WHERE chat_id <> ''",
    "CREATE INDEX usage_by_key ON usage (profile_id, key_id, at)",
    """CREATE TRIGGER usage_of_nobody AFTER DELETE ON chats BEGIN
        UPDATE usage SET chat_id = '', turn_id = '' WHERE chat_id = old.id;
    END""",
    """CREATE TABLE model_lists (
        profile_id TEXT PRIMARY KEY, address TEXT NOT NULL, fetched_at REAL NOT NULL,
        body BLOB NOT NULL)""",
    """CREATE TABLE model_cards (
        profile_id TEXT NOT NULL, model TEXT NOT NULL, source TEXT NOT NULL, address TEXT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (profile_id, model, source))""",
    "CREATE TABLE profile_tests (profile_id TEXT PRIMARY KEY, body TEXT NOT NULL)",
)

# Files beside prompts. `contents` holds bytes and texts, zlib, each once however often it was
# attached; `uses` is kept by the triggers. `text_digest` is empty where there is no text.
_FILES = (
    "ALTER TABLE chats ADD COLUMN draft_attachments TEXT NOT NULL DEFAULT '[]'",
    """CREATE TABLE contents (
        digest TEXT PRIMARY KEY, body BLOB NOT NULL, uses INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE attachments (
        chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
        digest TEXT NOT NULL REFERENCES contents (digest), text_digest TEXT NOT NULL,
        PRIMARY KEY (chat_id, digest, text_digest)) WITHOUT ROWID""",
    "CREATE INDEX attachments_by_digest ON attachments (digest)",
    """CREATE TRIGGER content_used AFTER INSERT ON attachments BEGIN
        UPDATE contents SET uses = uses + 1 WHERE digest = new.digest;
        UPDATE contents SET uses = uses + 1 WHERE digest = new.text_digest;
    END""",
    """CREATE TRIGGER content_unused AFTER DELETE ON attachments BEGIN
        UPDATE contents SET uses = uses - 1 WHERE digest = old.digest;
        UPDATE contents SET uses = uses - 1 WHERE digest = old.text_digest;
        DELETE FROM contents WHERE digest IN (old.digest, old.text_digest) AND uses <= 0;
    END""",
)

# `turns.seen` counts up each time that a path ending there is shown. Both columns come after the
# body in a row, so the tree is read from an index that holds all of it: no body is passed by.
_BRANCHES = (
    "ALTER TABLE turns ADD COLUMN deleted_at REAL",
    "ALTER TABLE turns ADD COLUMN seen INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX turns_by_chat",
    "CREATE INDEX turns_as_tree ON turns (chat_id, seq, id, parent_id, deleted_at, seen)",
    "CREATE INDEX turns_deleted ON turns (deleted_at) WHERE deleted_at IS NOT NULL",
)

# What a chat has seen, and what the user overrode.
_TRUST = ("ALTER TABLE chats ADD COLUMN trust TEXT NOT NULL DEFAULT '{}'",)

# What each call of a tool really was. Kept and pruned with `recordings`.
_CALLS = (
    """CREATE TABLE call_recordings (
        seq INTEGER PRIMARY KEY, tool_use_id TEXT NOT NULL UNIQUE, turn_id TEXT NOT NULL,
        chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
        at REAL NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL)""",
    "CREATE INDEX call_recordings_by_turn ON call_recordings (turn_id, at)",
    "CREATE INDEX call_recordings_by_chat ON call_recordings (chat_id)",
    "CREATE INDEX call_recordings_by_age ON call_recordings (at)",
)

Migration = Sequence[str]
MIGRATIONS: tuple[Migration, ...] = (_FIRST, _USAGE, _FILES, _BRANCHES, _TRUST, _CALLS)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All of it or nothing, on disk when it ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has already rolled back after some errors, a full disk among them.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate(connection: sqlite3.Connection, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Brings the tables to the newest version; each migration is one transaction."""
    done = version_of(connection)
    for number, statements in enumerate(migrations[done:], start=done + 1):
        with transaction(connection):
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
