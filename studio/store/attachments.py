"""Files beside prompts in SQLite: each content once, with the chats that hold it."""

import sqlite3
import zlib

from typing_extensions import override

from studio.core.chats import AttachedFile
from studio.core.messages import Attachment
from studio.harness.chat_ports import AttachmentStore
from studio.store.database import Database, Shelves
from studio.store.failures import unknown_chat
from studio.store.schema import transaction

_LEVEL = 1  # pictures and office files are packed already; a higher one only costs time
# A turn or a draft names its files by their digests, which stand for nothing else.
_IS_HELD = """SELECT EXISTS (SELECT 1 FROM turns WHERE chat_id = :chat AND instr(body, :digest))
    OR EXISTS (SELECT 1 FROM chats WHERE id = :chat AND instr(draft_attachments, :digest))"""


class SqliteAttachments(AttachmentStore):
    """Lives as long as its database. Rows go with their chat; contents with their last row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def save_attachment(
        self, chat_id: str, attachment: Attachment, file: AttachedFile
    ) -> None:
        row = (chat_id, attachment.digest, attachment.text_digest)

        def job(shelves: Shelves) -> None:
            shelf = shelves.of_chat(chat_id)
            if shelf is None:
                raise unknown_chat(chat_id)
            contents = {attachment.digest: file.data}
            if attachment.text_digest:
                text = file.text.encode("utf-8", "surrogatepass")
                contents.setdefault(attachment.text_digest, text)
            with transaction(shelf):
                for digest, content in contents.items():
                    _put(shelf, digest, content)
                shelf.execute("INSERT OR IGNORE INTO attachments VALUES (?, ?, ?)", row)

        await self._database.run(job)

    @override
    async def attached(
        self, chat_id: str, attachments: tuple[Attachment, ...]
    ) -> dict[str, AttachedFile]:
        def job(shelves: Shelves) -> dict[str, AttachedFile]:
            shelf = shelves.of_chat(chat_id)
            if shelf is None:
                return {}
            found = {each.digest: _file(shelf, each) for each in attachments}
            return {digest: file for digest, file in found.items() if file is not None}

        return await self._database.run(job)

    @override
    async def drop_attachment(self, chat_id: str, attachment: Attachment) -> None:
        names = {"chat": chat_id, "digest": attachment.digest}

        def job(shelves: Shelves) -> None:
            shelf = shelves.of_chat(chat_id)
            if shelf is None or shelf.execute(_IS_HELD, names).fetchone()[0]:
                return
            with transaction(shelf):
                shelf.execute(
                    "DELETE FROM attachments WHERE chat_id = :chat AND digest = :digest", names
                )

        await self._database.run(job)


def _put(shelf: sqlite3.Connection, digest: str, content: bytes) -> None:
    """Packed only where it is new: the same picture is often sent again."""
    known = shelf.execute("SELECT 1 FROM contents WHERE digest = ?", (digest,)).fetchone()
    if known is None:
        body = zlib.compress(content, _LEVEL)
        shelf.execute("INSERT INTO contents (digest, body) VALUES (?, ?)", (digest, body))


def _file(shelf: sqlite3.Connection, attachment: Attachment) -> AttachedFile | None:
    data = _content(shelf, attachment.digest)
    if data is None:
        return None
    text = _content(shelf, attachment.text_digest) if attachment.text_digest else None
    return AttachedFile(data, (text or b"").decode("utf-8", "surrogatepass"))


def _content(shelf: sqlite3.Connection, digest: str) -> bytes | None:
    row = shelf.execute("SELECT body FROM contents WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else zlib.decompress(row[0])
