from __future__ import annotations

import sqlite3
import zlib
from dataclasses import replace

import pytest

from studio.core.call_recording import CallRecording
from studio.core.errors import StorageError
from studio.core.server_traffic import LogLine, LogSource, ServerMessage
from studio.store.call_recordings import SqliteCalls
from tests.store.samples import Shop, Store, a_chat, a_turn
from tests.store.test_recordings import a_recording, noise

CALL = CallRecording(
    tool_use_id="u1",
    turn_id="t1",
    chat_id="c1",
    at=5.0,
    name="files__read",
    description="Reads.",
    schema='{"type":"object"}',
    server_id="s1",
    server_name="Files",
    own_name="read",
    arguments='{"path":"ü"}',
    raw='{"content":[]}',
    faults=(("/path", "too short"),),
    messages=(ServerMessage(5.5, True, '{"id":1}'), ServerMessage(5.6, False, '{"id":1}')),
    log=(LogLine(5.5, LogSource.STDERR, "reading", "info"),),
    is_truncated=True,
)


def calls(store: Store) -> SqliteCalls:
    return SqliteCalls(store.database)


async def fill(store: Store, *recordings: CallRecording) -> None:
    await store.chats.save_chat(a_chat())
    for turn in ("t1", "t2"):
        await store.chats.save_turn(a_turn(turn, None if turn == "t1" else "t1"))
    for recording in recordings:
        await calls(store).save_call(recording)


async def test_every_field_of_a_call_comes_back_after_a_restart_oldest_first(shop: Shop) -> None:
    before = replace(CALL, tool_use_id="u0", at=4.0, messages=(), log=(), faults=())
    async with shop.open() as store:
        await fill(store, CALL, before)
    async with shop.open() as store:
        assert await calls(store).calls("t1") == (before, CALL)
        assert await calls(store).calls("t2") == ()


async def test_a_call_that_is_saved_again_replaces_itself(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, CALL, replace(CALL, raw="other"))
        (only,) = await calls(store).calls("t1")
        assert only.raw == "other"


async def test_calls_go_with_their_turn_and_their_chat_and_leave_no_byte(shop: Shop) -> None:
    planted = noise(600).hex()
    packed = zlib.compress(planted.encode())[40:100]
    other = replace(CALL, tool_use_id="u2", turn_id="t2")
    async with shop.open() as store:
        await fill(store, replace(CALL, raw=planted), other)
        await store.chats.delete_turn("c1", "t2", "t1")
        await store.chats.erase_turns("c1")
        assert await calls(store).calls("t2") == ()
        assert len(await calls(store).calls("t1")) == 1
        await store.chats.erase_chat("c1")
        assert await calls(store).calls("t1") == ()
        await calls(store).save_call(CALL)
        assert await calls(store).calls("t1") == ()
        assert packed not in shop.raw()
        assert await store.recordings.recorded_bytes() == 0


async def test_calls_move_with_a_chat_that_is_no_longer_kept(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, CALL)
        await store.chats.save_chat(a_chat(is_kept=False))
        assert await calls(store).calls("t1") == (CALL,)
    async with shop.open() as store:
        assert await calls(store).calls("t1") == ()


async def test_deleting_all_recordings_deletes_those_of_calls(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, CALL)
        assert await store.recordings.recorded_bytes() > 0
        await store.recordings.delete_recordings()
        assert await calls(store).calls("t1") == ()
        assert await store.recordings.recorded_bytes() == 0


async def test_pruning_by_age_takes_both_kinds(shop: Shop) -> None:
    async with shop.open() as store:
        young = replace(CALL, tool_use_id="u2", at=86_400.0 * 3)
        await fill(store, CALL, young)
        await store.recordings.prune(2, 10**9, 86_400.0 * 4)
        assert await calls(store).calls("t1") == (young,)


async def test_pruning_by_size_takes_the_oldest_of_both_kinds_first(shop: Shop) -> None:
    async with shop.open() as store:
        big = noise(50_000)
        old = replace(CALL, tool_use_id="old", at=1.0, raw=big.hex())
        young = replace(CALL, tool_use_id="young", at=3.0)
        await fill(store, old, young)
        await store.recordings.save_recording(a_recording("r2", started_at=2.0, request=big))
        await store.recordings.prune(10_000, 60_000, 10.0)
        assert await calls(store).calls("t1") == (young,)
        assert len(await store.recordings.recordings("t1")) == 1
        await store.recordings.prune(10_000, 1_000, 10.0)
        assert await store.recordings.recordings("t1") == ()
        assert await calls(store).calls("t1") == (young,)


@pytest.mark.parametrize("row", [(99, b""), (1, b"no zlib"), (1, zlib.compress(b"[]"))])
async def test_what_cannot_be_read_is_a_storage_error(shop: Shop, row: tuple[int, bytes]) -> None:
    async with shop.open() as store:
        await fill(store, CALL)
        connection = sqlite3.connect(shop.path)
        connection.execute("UPDATE call_recordings SET version = ?, body = ?", row)
        connection.commit()
        connection.close()
        with pytest.raises(StorageError):
            await calls(store).calls("t1")
