"""Files beside prompts: kept once, with their chat, and gone with it."""

import sqlite3
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from studio.core.chats import AttachedFile, Chat, Turn
from studio.core.errors import StorageError
from studio.core.messages import Attachment, Text
from studio.store.attachments import SqliteAttachments
from studio.store.chats import SqliteChats
from studio.store.database import Database

DATA = b"%PDF-1.7 " + b"page " * 1_000
TEXT = "What the pages say, and half a pair: \ud800"
PDF = Attachment(
    "report.pdf",
    "application/pdf",
    len(DATA),
    sha256(DATA).hexdigest(),
    sha256(TEXT.encode("utf-8", "surrogatepass")).hexdigest(),
    pages=3,
    words=9,
)
FILE = AttachedFile(DATA, TEXT)
PICTURE = Attachment("dot.png", "image/png", 3, sha256(b"png").hexdigest())


def chat(chat_id: str = "c", *, is_kept: bool = True) -> Chat:
    return Chat(chat_id, "Title", 1.0, 1.0, is_kept=is_kept)


async def shelved(database: Database, table: str) -> tuple[int, int]:
    """Rows in the file and in memory."""

    def count(shelves: object) -> tuple[int, int]:
        query = f"SELECT count(*) FROM {table}"  # noqa: S608 - the test's own word
        both: tuple[sqlite3.Connection, sqlite3.Connection] = shelves.both  # type: ignore[attr-defined]
        return (both[0].execute(query).fetchone()[0], both[1].execute(query).fetchone()[0])

    return await database.run(count)


async def test_a_file_comes_back_after_a_restart(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.db")
    chats = SqliteChats(database, lambda: 1.0)
    await chats.save_chat(replace(chat(), draft_attachments=(PDF, PICTURE)))
    attachments = SqliteAttachments(database)
    await attachments.save_attachment("c", PDF, FILE)
    await attachments.save_attachment("c", PICTURE, AttachedFile(b"png"))
    await database.close()
    database = await Database.open(tmp_path / "a.db")
    found = await SqliteAttachments(database).attached("c", (PDF, PICTURE))
    assert found == {PDF.digest: FILE, PICTURE.digest: AttachedFile(b"png")}
    listed = await SqliteChats(database, lambda: 1.0).chats()
    assert listed[0].draft_attachments == (PDF, PICTURE)
    await database.close()


async def test_the_same_bytes_are_kept_once_and_go_with_the_last_chat(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.db")
    chats, attachments = SqliteChats(database, lambda: 1.0), SqliteAttachments(database)
    for chat_id in ("c", "d"):
        await chats.save_chat(chat(chat_id))
        await attachments.save_attachment(chat_id, PDF, FILE)
        await attachments.save_attachment(chat_id, PDF, FILE)
    assert await shelved(database, "contents") == (2, 0)
    await chats.erase_chat("c")
    assert await attachments.attached("c", (PDF,)) == {}
    assert (await attachments.attached("d", (PDF,)))[PDF.digest] == FILE
    await chats.erase_chat("d")
    assert await shelved(database, "contents") == (0, 0)
    await database.close()
    assert DATA[:9] not in (tmp_path / "a.db").read_bytes()


async def test_a_chat_that_is_not_kept_leaves_no_file_on_the_disk(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.db")
    chats, attachments = SqliteChats(database, lambda: 1.0), SqliteAttachments(database)
    await chats.save_chat(chat(is_kept=False))
    await attachments.save_attachment("c", PDF, FILE)
    assert await shelved(database, "contents") == (0, 2)
    await chats.save_chat(chat(is_kept=True))
    assert await shelved(database, "contents") == (2, 0)
    assert (await attachments.attached("c", (PDF,)))[PDF.digest] == FILE
    await chats.save_chat(chat(is_kept=False))
    assert await shelved(database, "contents") == (0, 2)
    assert (await attachments.attached("c", (PDF,)))[PDF.digest] == FILE
    await database.close()


async def test_only_what_nothing_holds_is_dropped(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.db")
    chats, attachments = SqliteChats(database, lambda: 1.0), SqliteAttachments(database)
    await chats.save_chat(replace(chat(), draft_attachments=(PICTURE,)))
    await attachments.save_attachment("c", PICTURE, AttachedFile(b"png"))
    await attachments.save_attachment("c", PDF, FILE)
    await chats.save_turn(Turn("t", "c", None, 1.0, (PDF, Text("Look"))))
    for attachment in (PDF, PICTURE):
        await attachments.drop_attachment("c", attachment)
    assert set(await attachments.attached("c", (PDF, PICTURE))) == {PDF.digest, PICTURE.digest}
    await chats.save_chat(chat())
    await attachments.drop_attachment("c", PICTURE)
    assert set(await attachments.attached("c", (PDF, PICTURE))) == {PDF.digest}
    await database.close()


async def test_a_chat_that_is_gone_takes_no_file(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.db")
    with pytest.raises(StorageError):
        await SqliteAttachments(database).save_attachment("gone", PDF, FILE)
    await database.close()
