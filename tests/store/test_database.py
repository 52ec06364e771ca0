from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from studio.core.errors import StorageError
from studio.core.messages import TurnState
from studio.store import opening, schema
from studio.store.database import Database
from studio.store.set_aside import Reason
from tests.conftest import Until
from tests.store.samples import Shop, a_chat, a_turn

posix = pytest.mark.skipif(os.name != "posix", reason="modes, limits and signals of POSIX")


def make_foreign(path: Path, *, owner: int, version: int) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
        connection.execute("INSERT INTO things VALUES ('precious')")
        connection.execute(f"PRAGMA application_id = {owner}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
    return path.read_bytes()


async def assert_set_aside(shop: Shop, reason: Reason, content: bytes) -> None:
    shop.clock.now = 1_800_000_000.0
    async with shop.open() as store:
        aside = store.database.set_aside
        assert aside is not None
        assert (aside.reason, aside.original) == (reason, shop.path)
        assert aside.path.parent == shop.path.parent
        assert aside.path.name.startswith("callboard-set-aside-2027-01-1")
        assert aside.path.read_bytes() == content
        # And there is a database to go on with.
        await store.chats.save_chat(a_chat())
    async with shop.open() as store:
        assert store.database.set_aside is None
        assert len(await store.chats.chats()) == 1


async def test_the_first_start_makes_a_database_of_the_newest_version(shop: Shop) -> None:
    async with shop.open() as store:
        assert store.database.set_aside is None
    with closing(sqlite3.connect(shop.path)) as connection:
        facts = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version", "journal_mode", "auto_vacuum")
        ]
    assert facts == [schema.APPLICATION_ID, len(schema.MIGRATIONS), "wal", 2]


@posix
async def test_the_files_are_for_this_user_alone(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        files = list(shop.path.parent.iterdir())
        assert len(files) >= 2
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert shop.path.parent.stat().st_mode & 0o777 == 0o700


async def test_a_closed_database_leaves_one_file(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
    assert [file.name for file in shop.path.parent.iterdir()] == ["callboard.db"]


async def test_all_sqlite_happens_on_one_thread_that_is_not_the_loops(shop: Shop) -> None:
    async with shop.open() as store:
        names = await asyncio.gather(
            *(store.database.run(lambda _: threading.current_thread().name) for _ in range(5))
        )
    assert set(names) == {"callboard-database"}


async def test_a_file_that_is_no_database_is_set_aside(shop: Shop) -> None:
    shop.path.parent.mkdir()
    shop.path.write_bytes(b"my novel, chapter one")
    await assert_set_aside(shop, Reason.FOREIGN, b"my novel, chapter one")


async def test_another_programs_database_is_set_aside(shop: Shop) -> None:
    content = make_foreign(shop.path, owner=0, version=0)
    await assert_set_aside(shop, Reason.FOREIGN, content)


async def test_a_database_of_a_newer_version_is_set_aside(shop: Shop) -> None:
    content = make_foreign(shop.path, owner=schema.APPLICATION_ID, version=99)
    await assert_set_aside(shop, Reason.NEWER, content)


async def test_a_database_without_its_tables_is_set_aside(shop: Shop) -> None:
    content = make_foreign(shop.path, owner=schema.APPLICATION_ID, version=1)
    await assert_set_aside(shop, Reason.DAMAGED, content)


async def test_a_damaged_database_is_set_aside(shop: Shop) -> None:
    async with shop.open() as store:
        for number in range(200):
            await store.chats.save_chat(a_chat(f"c{number}", title="x" * 500))
    content = bytearray(shop.path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    shop.path.write_bytes(content)
    await assert_set_aside(shop, Reason.DAMAGED, bytes(content))


async def test_damage_that_only_the_start_itself_meets_is_set_aside_too(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn(text="x" * 100_000))
        await store.chats.delete_chat("c1")  # to be erased at the next start
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'turns'"
        page = await store.database.run(lambda shelves: shelves.file.execute(query).fetchone()[0])
    content = bytearray(shop.path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    shop.path.write_bytes(content)
    await assert_set_aside(shop, Reason.DAMAGED, bytes(content))


async def test_a_damaged_schema_whose_words_are_no_text_is_set_aside(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
    content = shop.path.read_bytes().replace(b"CREATE INDEX", b"CREATE IND\xd9X", 1)
    shop.path.write_bytes(content)
    await assert_set_aside(shop, Reason.DAMAGED, content)


async def test_a_database_cut_in_half_is_set_aside(shop: Shop) -> None:
    async with shop.open() as store:
        for number in range(200):
            await store.chats.save_chat(a_chat(f"c{number}", title="x" * 500))
    content = shop.path.read_bytes()[:60_000]
    shop.path.write_bytes(content)
    await assert_set_aside(shop, Reason.DAMAGED, content)


async def test_the_journal_goes_with_the_database_that_is_set_aside(shop: Shop) -> None:
    content = make_foreign(shop.path, owner=schema.APPLICATION_ID, version=99)
    journal = shop.path.with_name("callboard.db-wal")
    journal.write_bytes(b"the last words of a newer version")
    await assert_set_aside(shop, Reason.NEWER, content)
    (moved,) = shop.path.parent.glob("callboard-set-aside-*-wal")
    assert moved.read_bytes() == b"the last words of a newer version"


async def test_two_files_set_aside_in_one_second_get_two_names(shop: Shop) -> None:
    for content in (b"first", b"second"):
        shop.path.parent.mkdir(exist_ok=True)
        shop.path.write_bytes(content)
        async with shop.open():
            pass
    found = {file.read_bytes() for file in shop.path.parent.glob("*set-aside*")}
    assert found == {b"first", b"second"}


async def test_an_empty_file_is_simply_filled(shop: Shop) -> None:
    shop.path.parent.mkdir()
    shop.path.touch()
    async with shop.open() as store:
        assert store.database.set_aside is None


async def test_a_migration_is_done_once_and_whole_or_not_at_all(tmp_path: Path) -> None:
    first = ("CREATE TABLE a (x)",)
    second = ("CREATE TABLE b (x)", "INSERT INTO a VALUES (1)")
    broken = ("CREATE TABLE c (x)", "INSERT INTO nowhere VALUES (1)")
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, (first, second))
        schema.migrate(connection, (first, second))
        with pytest.raises(sqlite3.OperationalError):
            schema.migrate(connection, (first, second, broken))
        assert schema.version_of(connection) == 2
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        assert tables == ["a", "b"]
        assert connection.execute("SELECT count(*) FROM a").fetchone() == (1,)


async def test_another_programs_lock_is_reported_and_keeps_nobody_out(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_BUSY_SECONDS", 0.01)
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_chat(a_chat("c2"))
        await store.chats.delete_chat("c2")
    with closing(sqlite3.connect(shop.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with shop.open() as store:
            # What was hidden could not be erased, and stays hidden.
            assert [chat.id for chat in await store.chats.chats()] == ["c1"]
            with pytest.raises(StorageError) as caught:
                await store.chats.save_turn(a_turn())
            assert caught.value.failure.code == "busy"
            other.execute("ROLLBACK")
            await store.chats.save_turn(a_turn())
    async with shop.open() as store:
        await store.chats.restore_chat("c2")
        assert [chat.id for chat in await store.chats.chats()] == ["c1"]


async def test_a_full_disk_is_reported_and_costs_nothing_that_was_saved(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn())
        await _limit_pages(store.database, 1)
        with pytest.raises(StorageError) as caught:
            await store.chats.save_turn(a_turn("t2", "t1", text="x" * 500_000))
        assert caught.value.failure.code == "disk_full"
        assert str(shop.path) in caught.value.failure.message
        assert await store.chats.turns("c1") == (a_turn(),)
        # There is room again: the same save goes through.
        await _limit_pages(store.database, 1_000_000)
        await store.chats.save_turn(a_turn("t2", "t1", text="x" * 500_000))
        assert len(await store.chats.turns("c1")) == 2


async def _limit_pages(database: Database, count: int) -> None:
    await database.run(lambda shelves: shelves.file.execute(f"PRAGMA max_page_count = {count}"))


@posix
@pytest.mark.slow
async def test_a_disk_that_takes_no_more_bytes_is_reported(shop: Shop) -> None:
    """The system itself refuses the write, in a child whose files may not grow any further."""
    program = """
import asyncio, resource, sys
from pathlib import Path
from studio.core.errors import StorageError
from tests.store.samples import Shop, a_chat, a_turn
async def main():
    async with Shop(Path(sys.argv[1])).open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn())
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        try:
            await store.chats.save_turn(a_turn("t2", "t1", text="x" * 900_000))
        except StorageError as error:
            print(error.failure.code)
        print(len(await store.chats.turns("c1")))
asyncio.run(main())
"""
    ended = await asyncio.to_thread(_run_child, program, shop.path)
    assert ended.stdout.split() in (["disk_full", "1"], ["other", "1"]), ended.stderr
    async with shop.open() as store:
        assert await store.chats.turns("c1") == (a_turn(),)


def _run_child(program: str, path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, str(path)]
    return subprocess.run(command, timeout=30, capture_output=True, text=True)


def _start_child(program: str, path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", program, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


@posix
async def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError) as caught:
        await Database.open(tmp_path / "file" / "callboard.db")
    assert str(tmp_path) in caught.value.failure.message


async def test_a_folder_where_the_database_should_be_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await Database.open(tmp_path)


@pytest.mark.parametrize("damage", [range(60_000), range(100, 200)], ids=["pages", "text"])
async def test_damage_that_is_found_while_reading_is_reported(shop: Shop, damage: range) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        await store.chats.save_turn(a_turn(text="x" * 100_000))
    content = bytearray(shop.path.read_bytes())
    middle = content.index(b"x" * 4_000)
    content[middle + damage.start : middle + damage.stop] = b"\xff" * len(damage)
    shop.path.write_bytes(content)
    async with shop.open() as store:
        with pytest.raises(StorageError) as caught:
            await store.chats.turns("c1")
    assert caught.value.failure.code == "damaged"


async def test_a_call_after_the_end_says_that_it_is_closed(shop: Shop) -> None:
    async with shop.open() as store:
        pass
    assert await store.database.close()
    with pytest.raises(StorageError) as caught:
        await asyncio.wait_for(store.chats.chats(), 5)
    assert caught.value.failure.code == "closed"


async def test_closing_waits_for_what_was_asked_for_before(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        saving = asyncio.create_task(store.chats.save_turn(a_turn()))
        await asyncio.sleep(0)
    await saving
    async with shop.open() as store:
        assert await store.chats.turns("c1") == (a_turn(),)


async def test_closing_does_not_wait_for_ever(shop: Shop, until: Until) -> None:
    gate = threading.Event()
    database = await Database.open(shop.path)
    hanging = asyncio.create_task(database.run(lambda _: gate.wait()))
    await asyncio.sleep(0)
    assert await database.close(within=0.01) is False
    gate.set()
    await hanging
    # The close that nobody waits for any more is done all the same: the journal is gone.
    await until(lambda: len(list(shop.path.parent.iterdir())) == 1)


@posix
@pytest.mark.slow
async def test_kill_nine_in_mid_save_loses_nothing_that_was_committed(shop: Shop) -> None:
    program = """
import asyncio, sys
from pathlib import Path
from studio.core.messages import TurnState
from tests.store.samples import Shop, a_chat, a_turn
async def main():
    async with Shop(Path(sys.argv[1])).open() as store:
        await store.chats.save_chat(a_chat())
        number = 0
        while True:
            number += 1
            text = f"{number:06} " * 2_000
            await store.chats.save_turn(a_turn(text=text, state=TurnState.RUNNING))
            print(number, flush=True)
asyncio.run(main())
"""
    child = _start_child(program, shop.path)
    assert child.stdout is not None
    committed = 0
    while committed < 60:
        committed = int(await asyncio.to_thread(child.stdout.readline))
    child.send_signal(signal.SIGKILL)
    last = [int(line) for line in child.stdout.read().split()]
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    async with shop.open() as store:
        assert store.database.set_aside is None
        (turn,) = await store.chats.turns("c1")
    assert turn.state is TurnState.INTERRUPTED
    words = turn.rounds[0].text.split()
    assert len(set(words)) == 1
    assert int(words[0]) >= max([committed, *last])
