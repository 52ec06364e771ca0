"""Other paths of a chat in the store: kept, switched, deleted with undo, erased for good."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.branches import Branch, Tree
from studio.core.chats import AttachedFile, Turn
from studio.core.messages import (
    Attachment,
    Dialect,
    Outcome,
    Text,
    ToolResult,
    ToolState,
    TurnState,
    Usage,
)
from studio.core.recording import Chunk, Recording
from studio.core.spending import UsageRow
from studio.store.attachments import SqliteAttachments
from studio.store.database import Database, Shelves
from studio.store.usage import SqliteUsage
from tests.conftest import ROOT
from tests.store.samples import Shop, Store, a_chat, a_round, a_turn, a_use

SECRET = "planted-sentence-that-must-vanish"
DIGEST, OTHER = "d" * 64, "e" * 64


async def fill(store: Store, *turns: Turn, is_kept: bool = True) -> None:
    await store.chats.save_chat(a_chat(is_kept=is_kept))
    for turn in turns:
        await store.chats.save_turn(turn)


async def path(store: Store) -> list[str]:
    return [turn.id for turn in await store.chats.turns("c1")]


def named(id_: str, parent: str | None = None) -> Turn:
    return a_turn(id_, parent)


#  a - b - c
#    \ d - e
BRANCHED = (named("a"), named("b", "a"), named("c", "b"), named("d", "a"), named("e", "d"))


async def test_the_tree_is_read_without_a_body(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED)
        tree = await store.chats.tree("c1")
        assert [(one.id, one.parent_id, one.is_deleted) for one in tree] == [
            (turn.id, turn.parent_id, False) for turn in BRANCHED
        ]
        assert [one.seen for one in tree] == [1, 2, 3, 4, 5]
        plan = await store.database.run(
            lambda shelves: shelves.file.execute(
                "EXPLAIN QUERY PLAN SELECT id, parent_id, deleted_at IS NOT NULL, seen FROM turns "
                "WHERE chat_id = 'c1' ORDER BY seq"
            ).fetchall()
        )
        assert [row[3] for row in plan] == [
            "SEARCH turns USING COVERING INDEX turns_as_tree (chat_id=?)"
        ]
        assert await store.chats.tree("nobody") == ()


async def test_the_path_shown_and_the_ends_seen_last_survive_a_restart(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED, named("f", "b"))
        await store.chats.save_head("c1", "c")
        await store.chats.save_head("c1", "e")
    async with shop.open() as store:
        assert await path(store) == ["a", "d", "e"]
        tree = Tree(await store.chats.tree("c1"))
        assert tree.leaf("b") == "c"
        (chat,) = await store.chats.chats()
        assert chat.head_id == "e"


async def test_turns_of_any_path_are_read_in_the_order_asked_for(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED)
        found = await store.chats.read_turns("c1", ("e", "gone", "b"))
        assert found == (BRANCHED[4], BRANCHED[1])
        assert await store.chats.read_turns("another", ("b",)) == ()


async def test_a_turn_cut_off_on_another_path_is_mended_when_it_is_read(shop: Shop) -> None:
    running = replace(named("b", "a"), state=TurnState.RUNNING, ended_at=None)
    async with shop.open() as store:
        await fill(store, named("a"), running, named("c", "a"))
    async with shop.open() as store:
        (turn,) = await store.chats.read_turns("c1", ("b",))
        assert turn.state is TurnState.INTERRUPTED
        assert await path(store) == ["a", "c"]
        assert await store.chats.read_turns("c1", ("b",)) == (turn,)


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_deleted_turn_is_off_the_path_and_comes_back_exactly(
    shop: Shop, is_kept: bool
) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED, is_kept=is_kept)
        before = await store.chats.turns("c1")
        await store.chats.delete_turn("c1", "d", "e")
        assert await path(store) == ["a", "e"]
        await store.chats.restore_turn("c1", "d", "e")
        assert await store.chats.turns("c1") == before


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize(
    ("gone", "head", "left"),
    [
        (["a"], "e", ["d", "e"]),
        (["d"], "e", ["a", "e"]),
        (["e"], "d", ["a", "d"]),
        (["a", "d"], "e", ["e"]),
        (["a", "b", "c", "d", "e"], None, []),
    ],
)
async def test_erasing_ties_what_follows_to_what_came_before(
    shop: Shop, gone: list[str], head: str | None, left: list[str], is_kept: bool
) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED, is_kept=is_kept)
        for turn_id in gone:
            await store.chats.delete_turn("c1", turn_id, head)
        before = await path(store)
        await store.chats.erase_turns("c1")
        assert await path(store) == before == left
        turns = await store.chats.turns("c1")
        assert [turn.parent_id for turn in turns] == [None, *left][: len(left)]
        tree = await store.chats.tree("c1")
        assert not {one.id for one in tree} & set(gone)
        for turn_id in gone:
            await store.chats.save_turn(next(t for t in BRANCHED if t.id == turn_id))
        assert await store.chats.tree("c1") == tree


async def test_what_is_deleted_still_is_erased_at_the_next_start(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, named("a"), a_turn("b", "a", text=SECRET), named("c", "b"))
        await store.chats.delete_turn("c1", "b", "c")
        assert SECRET.encode() in shop.raw()
    async with shop.open() as store:
        assert await path(store) == ["a", "c"]
        assert await store.chats.tree("c1") == (Branch("a", None, seen=1), Branch("c", "a", seen=4))
        assert SECRET.encode() not in shop.raw()


def a_recording(turn_id: str) -> Recording:
    text = f"body of {turn_id}".encode()
    head = ("r-" + turn_id, turn_id, "c1", 1, 1.0, "POST", "https://example.org", ())
    return Recording(*head, text, 200, chunks=(Chunk(1, text),))


def files_of(*digests: str) -> tuple[Attachment, ...]:
    return tuple(Attachment("a.txt", "text/plain", 3, digest) for digest in digests)


def full(turn: Turn, *digests: str) -> Turn:
    """With a result that is kept whole elsewhere, and files."""
    use_id = f"u-{turn.id}"
    use = a_use(use_id, ToolState.ENDED, ToolResult(use_id, "short", Outcome.DONE, 900))
    rounds = (a_round(f"r-{turn.id}", use, Text(SECRET)),)
    return replace(turn, prompt=(*files_of(*digests), *turn.prompt), rounds=rounds)


async def fill_with_all(store: Store) -> SqliteAttachments:
    """Two versions, each with everything that a turn may have; they share a file."""
    b, d = full(named("b", "a"), DIGEST, OTHER), named("d", "a")
    d = replace(full(d, OTHER), rounds=(a_round("r-d", *full(d).rounds[0].parts[:1]),))
    await fill(store, named("a"), b, d)
    files, usage = SqliteAttachments(store.database), SqliteUsage(store.database)
    for each in files_of(DIGEST, OTHER):
        await files.save_attachment("c1", each, AttachedFile(each.digest.encode()))
    for one in ("b", "d"):
        await store.chats.save_output("c1", f"u-{one}", f"whole {one}")
        await store.recordings.save_recording(a_recording(one))
        facts = (f"r-{one}", 1.0, "c1", one, "p1", "P", "k", "m", Dialect.OLLAMA_CHAT)
        await usage.add(UsageRow(*facts, Usage(1, 2)))
    return files


async def test_a_deleted_turn_keeps_all_that_it_has_until_it_is_erased(shop: Shop) -> None:
    async with shop.open() as store:
        files = await fill_with_all(store)
        await store.chats.delete_turn("c1", "b", "d")
        await files.drop_attachment("c1", files_of(DIGEST)[0])
        assert set(await files.attached("c1", files_of(DIGEST, OTHER))) == {DIGEST, OTHER}
        assert await store.chats.output("u-b") == "whole b"
        assert len(await store.recordings.recordings("b")) == 1


async def test_an_erased_turn_leaves_no_byte_on_disk_and_nothing_of_another_path_goes(
    shop: Shop,
) -> None:
    async with shop.open() as store:
        files = await fill_with_all(store)
        await store.chats.delete_turn("c1", "b", "d")
        assert SECRET.encode() in shop.raw()
        await store.chats.erase_turns("c1")
        assert SECRET.encode() not in shop.raw()
        assert set(await files.attached("c1", files_of(DIGEST, OTHER))) == {OTHER}
        assert await store.chats.output("u-b") is None
        assert await store.chats.output("u-d") == "whole d"
        assert await store.recordings.recordings("b") == ()
        assert len(await store.recordings.recordings("d")) == 1
        rows = await SqliteUsage(store.database).of_chat("c1")
        assert [(row.turn_id, row.usage.input_tokens) for row in rows] == [("", 1), ("d", 1)]
        assert await store.database.run(_counts) == [1, 1, 1, 1]


def _counts(shelves: Shelves) -> list[int]:
    queries = (
        "SELECT count(*) FROM contents",
        "SELECT count(*) FROM bodies",
        "SELECT count(*) FROM outputs",
        "SELECT count(*) FROM attachments",
    )
    return [shelves.file.execute(query).fetchone()[0] for query in queries]


async def test_a_file_in_the_draft_outlives_the_turn_that_had_it(shop: Shop) -> None:
    (attachment,) = files_of(DIGEST)
    async with shop.open() as store:
        await fill(store, full(named("a"), DIGEST))
        files = SqliteAttachments(store.database)
        await files.save_attachment("c1", attachment, AttachedFile(b"abc"))
        await store.chats.save_chat(a_chat(head_id="a", draft_attachments=(attachment,)))
        await store.chats.delete_turn("c1", "a", None)
        await store.chats.erase_turns("c1")
        assert set(await files.attached("c1", (attachment,))) == {DIGEST}


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_chat_moves_with_all_its_paths_and_what_is_deleted(
    shop: Shop, is_kept: bool
) -> None:
    async with shop.open() as store:
        await fill(store, *BRANCHED, is_kept=is_kept)
        await store.chats.save_head("c1", "c")
        await store.chats.delete_turn("c1", "d", "c")
        tree = await store.chats.tree("c1")
        await store.chats.save_chat(a_chat(head_id="c", is_kept=not is_kept))
        assert await store.chats.tree("c1") == tree
        await store.chats.restore_turn("c1", "d", "e")
        assert await path(store) == ["a", "d", "e"]


async def test_a_turn_that_cannot_be_read_is_erased_like_any_other(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, named("a"), named("b", "a"))
        await store.database.run(
            lambda shelves: shelves.file.execute("UPDATE turns SET body = '{' WHERE id = 'b'")
        )
        await store.chats.delete_turn("c1", "b", "a")
        await store.chats.erase_turns("c1")
        assert [one.id for one in await store.chats.tree("c1")] == ["a"]


async def test_a_database_from_before_the_branches_is_taken_over(tmp_path: Path) -> None:
    shop = Shop(tmp_path / "callboard.db")
    async with shop.open() as store:
        await fill(store, *BRANCHED)
        await store.database.run(_as_before)
    async with shop.open() as store:
        assert await path(store) == ["a", "d", "e"]
        assert Tree(await store.chats.tree("c1")).leaf("b") == "c"


def _as_before(shelves: Shelves) -> None:
    shelves.file.executescript("""
        DROP INDEX turns_as_tree; DROP INDEX turns_deleted;
        ALTER TABLE chats DROP COLUMN trust; DROP TABLE call_recordings;
        ALTER TABLE turns DROP COLUMN deleted_at; ALTER TABLE turns DROP COLUMN seen;
        CREATE INDEX turns_by_chat ON turns (chat_id, seq); PRAGMA user_version = 3;""")


_RESTLESS = """
import asyncio, sys
from pathlib import Path
from tests.store.samples import Shop, a_chat, a_turn
async def main():
    async with Shop(Path(sys.argv[1])).open() as store:
        chats = store.chats
        await chats.save_chat(a_chat())
        await chats.save_turn(a_turn("t0", text="word " * 500))
        number = 0
        while True:
            number += 1
            one, two = f"t{number}-1", f"t{number}-2"
            parent = f"t{number - 1}-1" if number > 1 else "t0"
            await chats.save_turn(a_turn(one, parent, text="word " * 500))
            await chats.save_turn(a_turn(two, parent, text="word " * 500))
            await chats.save_head("c1", one)
            if number % 3 == 0:
                await chats.delete_turn("c1", f"t{number - 1}-1", one)
            if number % 3 == 1 and number > 1:
                await chats.restore_turn("c1", f"t{number - 2}-1", one)
            if number % 9 == 0:
                await chats.erase_turns("c1")
            print(number, flush=True)
asyncio.run(main())
"""


def _start_child(path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _RESTLESS, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.slow
@pytest.mark.parametrize("rounds", [3, 4, 9, 17, 28, 40])
async def test_kill_nine_at_any_moment_leaves_a_chat_that_opens(shop: Shop, rounds: int) -> None:
    child = _start_child(shop.path)
    assert child.stdout is not None
    for _ in range(rounds):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    done = [int(line) for line in child.stdout.read().split()]
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    async with shop.open() as store:
        assert store.database.set_aside is None
        tree = Tree(await store.chats.tree("c1"))
        assert tree.deleted == ()
        turns = await store.chats.turns("c1")
        ids = tuple(turn.id for turn in turns)
        assert ids == tree.path(ids[-1])
        assert len(ids) > 1
        number = int(ids[-1][1:].split("-")[0])
        assert number >= max([rounds, *done])
        # Everything but what was deleted is on one tree: nothing has lost its beginning.
        assert {tree.path(turn_id)[0] for turn_id in tree.ids} == {"t0"}


@pytest.mark.slow
async def test_ten_thousand_turns_are_a_tree_at_once_and_a_path_in_linear_time(
    tmp_path: Path,
) -> None:
    database = await Database.open(tmp_path / "callboard.db")
    store = Store(database, Shop(tmp_path).clock)
    await store.chats.save_chat(a_chat())
    await store.chats.save_turn(a_turn("t0", text="word " * 2_000))
    await database.run(_copy_ten_thousand)
    spent = []
    for _ in range(3):
        begun = time.process_time()
        tree = Tree(await store.chats.tree("c1"))
        spent.append(time.process_time() - begun)
        assert len(tree.path("t9999")) == 10_000
    assert min(spent) < 1  # 0.03 on an idle machine
    await database.close()


def _copy_ten_thousand(shelves: Shelves) -> None:
    shelves.file.executescript("""
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
        INSERT INTO turns (id, chat_id, parent_id, saved_at, version, body)
        SELECT 't' || n, 'c1', 't' || (n - 1), 1.0, version, body
        FROM numbers, (SELECT version, body FROM turns WHERE id = 't0');
        UPDATE chats SET head_id = 't9999';""")
