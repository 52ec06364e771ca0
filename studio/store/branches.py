"""The tree of a chat's turns in SQLite: read without bodies, switched, and erased for good."""

import sqlite3

from studio.core.branches import Branch, Tree

_TREE = """SELECT id, parent_id, deleted_at IS NOT NULL, seen FROM turns
    WHERE chat_id = ? ORDER BY seq"""
_SEE = """UPDATE turns SET seen = (SELECT 1 + max(seen) FROM turns WHERE chat_id = :chat)
    WHERE id = :head AND chat_id = :chat"""
# Results, files and the ledger are told apart by names that stand for nothing else, so a turn
# that cannot be read any more is erased as whole as any other.
_ERASE = (
    """DELETE FROM outputs WHERE chat_id = :chat AND EXISTS (SELECT 1 FROM turns
    WHERE chat_id = :chat AND deleted_at IS NOT NULL
    AND instr(body, '"' || tool_use_id || '"'))""",
    """DELETE FROM recordings WHERE chat_id = :chat AND turn_id IN (SELECT id FROM turns
    WHERE chat_id = :chat AND deleted_at IS NOT NULL)""",
    """DELETE FROM call_recordings WHERE chat_id = :chat AND turn_id IN (SELECT id FROM turns
    WHERE chat_id = :chat AND deleted_at IS NOT NULL)""",
    """UPDATE usage SET turn_id = '' WHERE chat_id = :chat AND turn_id IN (SELECT id FROM turns
    WHERE chat_id = :chat AND deleted_at IS NOT NULL)""",
    """DELETE FROM attachments WHERE chat_id = :chat AND EXISTS (SELECT 1 FROM turns
    WHERE chat_id = :chat AND deleted_at IS NOT NULL AND instr(body, digest))
    AND NOT EXISTS (SELECT 1 FROM turns
    WHERE chat_id = :chat AND deleted_at IS NULL AND instr(body, digest))
    AND NOT EXISTS (SELECT 1 FROM chats WHERE id = :chat AND instr(draft_attachments, digest))""",
    "DELETE FROM turns WHERE chat_id = :chat AND deleted_at IS NOT NULL",
)


def branches_of(shelf: sqlite3.Connection, chat_id: str) -> tuple[Branch, ...]:
    return tuple(
        Branch(id_, parent_id, bool(is_deleted), seen)
        for id_, parent_id, is_deleted, seen in shelf.execute(_TREE, (chat_id,))
    )


def path_of(shelf: sqlite3.Connection, chat_id: str) -> tuple[str, ...]:
    """The IDs of the path shown."""
    tree = Tree(branches_of(shelf, chat_id))
    head = shelf.execute("SELECT head_id FROM chats WHERE id = ?", (chat_id,)).fetchone()[0]
    return tree.path(tree.shown(head))


def set_head(shelf: sqlite3.Connection, chat_id: str, head_id: str | None) -> None:
    names = {"chat": chat_id, "head": head_id}
    shelf.execute("UPDATE chats SET head_id = :head WHERE id = :chat", names)
    shelf.execute(_SEE, names)


def erase_deleted(shelf: sqlite3.Connection) -> None:
    """Of all chats. Inside a transaction."""
    query = "SELECT DISTINCT chat_id FROM turns WHERE deleted_at IS NOT NULL"
    for (chat_id,) in shelf.execute(query).fetchall():
        erase_deleted_of(shelf, chat_id)


def erase_deleted_of(shelf: sqlite3.Connection, chat_id: str) -> tuple[str, ...]:
    """Of one chat. Inside a transaction. Returns the IDs of the turns that are gone."""
    tree = Tree(branches_of(shelf, chat_id))
    gone = tree.deleted
    if not gone:
        return ()
    _follow_parents(shelf, chat_id, tree)
    for statement in _ERASE:
        shelf.execute(statement, {"chat": chat_id})
    return gone


def _follow_parents(shelf: sqlite3.Connection, chat_id: str, tree: Tree) -> None:
    """What followed a deleted turn, the path shown too, follows the one before it."""
    orphans = shelf.execute(
        """SELECT id FROM turns WHERE chat_id = :chat AND deleted_at IS NULL AND parent_id IN
        (SELECT id FROM turns WHERE chat_id = :chat AND deleted_at IS NOT NULL)""",
        {"chat": chat_id},
    ).fetchall()
    for (turn_id,) in orphans:
        shelf.execute(
            "UPDATE turns SET parent_id = ? WHERE id = ?", (tree.parent(turn_id), turn_id)
        )
    head = shelf.execute("SELECT head_id FROM chats WHERE id = ?", (chat_id,)).fetchone()[0]
    if head in tree.deleted:
        shelf.execute("UPDATE chats SET head_id = ? WHERE id = ?", (tree.shown(head), chat_id))
