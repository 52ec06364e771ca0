"""Chats and their turns in SQLite."""

import sqlite3
import zlib
from dataclasses import replace
from typing import Any

from typing_extensions import override

from studio.core.branches import Branch
from studio.core.chats import Chat, Turn
from studio.core.messages import TurnState
from studio.harness.chat_ports import ChatStore
from studio.harness.ports import Clock
from studio.store.branches import branches_of, erase_deleted_of, path_of, set_head
from studio.store.database import Database, Shelves
from studio.store.failures import unknown_chat
from studio.store.freed import give_back
from studio.store.mending import mend
from studio.store.moving import move_chat
from studio.store.opening import wipe
from studio.store.schema import transaction
from studio.store.trust_json import read_trust, write_trust
from studio.store.turn_json import (
    TURN_VERSION,
    read_attachments,
    read_settings,
    read_turn,
    write_attachments,
    write_settings,
    write_turn,
)

_LIST = """SELECT id, title, created_at, updated_at, settings, head_id, draft,
    draft_attachments, trust FROM chats WHERE deleted_at IS NULL"""
_SAVE_CHAT = """INSERT INTO chats
    (id, title, created_at, updated_at, settings, head_id, draft, draft_attachments, trust)
    VALUES
    (:id, :title, :created_at, :updated_at, :settings, :head_id, :draft, :draft_attachments,
    :trust)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, created_at = excluded.created_at,
    updated_at = excluded.updated_at, settings = excluded.settings, head_id = excluded.head_id,
    draft = excluded.draft, draft_attachments = excluded.draft_attachments,
    trust = excluded.trust"""
_SAVE_TURN = """UPDATE turns SET saved_at = :at, version = :version, body = :body
    WHERE id = :id AND chat_id = :chat"""
_TURN = "SELECT saved_at, version, body, parent_id FROM turns WHERE id = ? AND chat_id = ?"


class SqliteChats(ChatStore):
    """Lives as long as its database. The two sets are touched on the database's thread only."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._saved: set[str] = set()  # turns that this process runs or ran: nothing to mend
        self._erased: set[str] = set()  # chats and turns: a late save must not bring one back

    @override
    async def chats(self) -> tuple[Chat, ...]:
        return await self._database.run(_list)

    @override
    async def turns(self, chat_id: str) -> tuple[Turn, ...]:
        def job(shelves: Shelves) -> tuple[Turn, ...]:
            shelf = shelves.of_chat(chat_id)
            return () if shelf is None else self._read(shelf, chat_id, path_of(shelf, chat_id))

        return await self._database.run(job)

    @override
    async def tree(self, chat_id: str) -> tuple[Branch, ...]:
        def job(shelves: Shelves) -> tuple[Branch, ...]:
            shelf = shelves.of_chat(chat_id)
            return () if shelf is None else branches_of(shelf, chat_id)

        return await self._database.run(job)

    @override
    async def read_turns(self, chat_id: str, turn_ids: tuple[str, ...]) -> tuple[Turn, ...]:
        def job(shelves: Shelves) -> tuple[Turn, ...]:
            shelf = shelves.of_chat(chat_id)
            return () if shelf is None else self._read(shelf, chat_id, turn_ids)

        return await self._database.run(job)

    @override
    async def save_chat(self, chat: Chat) -> None:
        def job(shelves: Shelves) -> None:
            if chat.id in self._erased:
                return
            wanted = shelves.file if chat.is_kept else shelves.memory
            current = shelves.of_chat(chat.id)
            if current is not None and current is not wanted:
                move_chat(chat.id, current, wanted)
                if current is shelves.file:
                    wipe(shelves.file)
            with transaction(wanted):
                wanted.execute(_SAVE_CHAT, _chat_row(chat))

        await self._database.run(job)

    @override
    async def save_head(self, chat_id: str, head_id: str | None) -> None:
        def job(shelves: Shelves) -> None:
            if chat_id not in self._erased:
                shelf = _shelf(shelves, chat_id)
                with transaction(shelf):
                    set_head(shelf, chat_id, head_id)

        await self._database.run(job)

    @override
    async def delete_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        await self._mark_turn(chat_id, turn_id, head_id, self._clock())

    @override
    async def restore_turn(self, chat_id: str, turn_id: str, head_id: str | None) -> None:
        await self._mark_turn(chat_id, turn_id, head_id, None)

    @override
    async def erase_turns(self, chat_id: str) -> None:
        def job(shelves: Shelves) -> None:
            shelf = shelves.of_chat(chat_id)
            if shelf is None:
                return
            with transaction(shelf):
                gone = erase_deleted_of(shelf, chat_id)
            self._erased.update(gone)
            if gone:
                wipe(shelf)

        await self._database.run(job)

    @override
    async def save_turn(self, turn: Turn) -> None:
        def job(shelves: Shelves) -> None:
            if turn.chat_id in self._erased or turn.id in self._erased:
                return
            shelf = _shelf(shelves, turn.chat_id)
            give_back(shelf, self._save_turn(shelf, turn))

        await self._database.run(job)

    @override
    async def save_output(self, chat_id: str, tool_use_id: str, text: str) -> None:
        def job(shelves: Shelves) -> None:
            if chat_id in self._erased:
                return
            shelf = _shelf(shelves, chat_id)
            body = zlib.compress(text.encode("utf-8", "surrogatepass"))
            with transaction(shelf):
                shelf.execute(
                    "INSERT OR REPLACE INTO outputs VALUES (?, ?, ?)", (tool_use_id, chat_id, body)
                )

        await self._database.run(job)

    @override
    async def output(self, tool_use_id: str) -> str | None:
        def job(shelves: Shelves) -> str | None:
            query = "SELECT body FROM outputs WHERE tool_use_id = ?"
            for shelf in shelves.both:
                row = shelf.execute(query, (tool_use_id,)).fetchone()
                if row is not None:
                    return zlib.decompress(row[0]).decode("utf-8", "surrogatepass")
            return None

        return await self._database.run(job)

    @override
    async def delete_chat(self, chat_id: str) -> None:
        await self._set_deleted(chat_id, self._clock())

    @override
    async def restore_chat(self, chat_id: str) -> None:
        await self._set_deleted(chat_id, None)

    @override
    async def erase_chat(self, chat_id: str) -> None:
        def job(shelves: Shelves) -> None:
            self._erased.add(chat_id)
            for shelf in shelves.both:
                with transaction(shelf):
                    shelf.execute("DELETE FROM chats WHERE id = ?", (chat_id,))
                wipe(shelf)

        await self._database.run(job)

    async def _set_deleted(self, chat_id: str, at: float | None) -> None:
        def job(shelves: Shelves) -> None:
            for shelf in shelves.both:
                with transaction(shelf):
                    shelf.execute("UPDATE chats SET deleted_at = ? WHERE id = ?", (at, chat_id))

        await self._database.run(job)

    async def _mark_turn(
        self, chat_id: str, turn_id: str, head_id: str | None, at: float | None
    ) -> None:
        def job(shelves: Shelves) -> None:
            if chat_id in self._erased:
                return
            shelf = _shelf(shelves, chat_id)
            with transaction(shelf):
                shelf.execute(
                    "UPDATE turns SET deleted_at = ? WHERE id = ? AND chat_id = ?",
                    (at, turn_id, chat_id),
                )
                set_head(shelf, chat_id, head_id)

        await self._database.run(job)

    def _read(
        self, shelf: sqlite3.Connection, chat_id: str, turn_ids: tuple[str, ...]
    ) -> tuple[Turn, ...]:
        turns: list[Turn] = []
        size = 0
        for turn_id in turn_ids:
            row = shelf.execute(_TURN, (turn_id, chat_id)).fetchone()
            if row is not None:
                turns.append(self._mended(shelf, *row))
                size += len(row[2])
        give_back(shelf, size)
        return tuple(turns)

    def _mended(
        self,
        shelf: sqlite3.Connection,
        saved_at: float,
        version: int,
        body: str,
        parent_id: str | None,
    ) -> Turn:
        turn = read_turn(version, body)
        if turn.parent_id != parent_id:
            # The one before it was erased meanwhile; the row knows, the body does not.
            turn = replace(turn, parent_id=parent_id)
        if turn.state is TurnState.RUNNING and turn.id not in self._saved:
            turn = mend(turn, saved_at)
            self._save_turn(shelf, turn)
        return turn

    def _save_turn(self, shelf: sqlite3.Connection, turn: Turn) -> int:
        """Returns how long the row is."""
        body = write_turn(turn)
        row = {
            "id": turn.id,
            "chat": turn.chat_id,
            "parent": turn.parent_id,
            "at": self._clock(),
            "version": TURN_VERSION,
            "body": body,
        }
        with transaction(shelf):
            if not shelf.execute(_SAVE_TURN, row).rowcount:
                _insert_turn(shelf, row)
            # SQLite holds what a statement was last run with: now nothing, for no turn.
            shelf.execute(_SAVE_TURN, dict.fromkeys(row))
        self._saved.add(turn.id)
        return len(body)


def _insert_turn(shelf: sqlite3.Connection, row: dict[str, Any]) -> None:
    """A new turn is the one shown, from the same moment on: a crash must not hide it."""
    shelf.execute(
        """INSERT INTO turns (id, chat_id, parent_id, saved_at, version, body)
        VALUES (:id, :chat, :parent, :at, :version, :body)""",
        row,
    )
    set_head(shelf, row["chat"], row["id"])


def _shelf(shelves: Shelves, chat_id: str) -> sqlite3.Connection:
    shelf = shelves.of_chat(chat_id)
    if shelf is None:
        raise unknown_chat(chat_id)
    return shelf


def _list(shelves: Shelves) -> tuple[Chat, ...]:
    chats = [
        _chat(row, is_kept=is_kept)
        for shelf, is_kept in ((shelves.file, True), (shelves.memory, False))
        for row in shelf.execute(_LIST)
    ]
    return tuple(sorted(chats, key=lambda chat: chat.updated_at, reverse=True))


def _chat(row: tuple[Any, ...], *, is_kept: bool) -> Chat:
    id_, title, created_at, updated_at, settings, head_id, draft, attachments, trust = row
    return Chat(
        id=id_,
        title=title,
        created_at=created_at,
        updated_at=updated_at,
        settings=read_settings(settings),
        head_id=head_id,
        draft=draft,
        is_kept=is_kept,
        draft_attachments=read_attachments(attachments),
        trust=read_trust(trust),
    )


def _chat_row(chat: Chat) -> dict[str, Any]:
    return {
        "id": chat.id,
        "title": _utf8(chat.title),
        "created_at": chat.created_at,
        "updated_at": chat.updated_at,
        "settings": write_settings(chat.settings),
        "head_id": chat.head_id,
        "draft": _utf8(chat.draft),
        "draft_attachments": write_attachments(chat.draft_attachments),
        "trust": write_trust(chat.trust),
    }


def _utf8(text: str) -> str:
    """Half a surrogate pair, as a clipboard may bring it, is no UTF-8: it becomes a mark."""
    return text.encode("utf-8", "replace").decode()
