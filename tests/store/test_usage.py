from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from studio.core.errors import StorageError
from studio.core.messages import Dialect, Usage
from studio.core.spending import UsageRow
from studio.store import schema
from studio.store.usage import SqliteUsage
from tests.store.samples import Shop, a_chat

ROW = UsageRow(
    round_id="r1",
    at=1_000.5,
    chat_id="c1",
    turn_id="t1",
    profile_id="p1",
    profile_name="Grüße = 1",
    key_id="work",
    model="m-1",
    dialect=Dialect.ANTHROPIC_MESSAGES,
    usage=Usage(1, None, 3, 0, 5),
    usd=Decimal("0.000000123"),
)


async def test_a_round_comes_back_as_it_was_reported(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        assert await SqliteUsage(store.database).add(ROW)
    async with shop.open() as store:
        ledger = SqliteUsage(store.database)
        assert await ledger.rows(0, 2_000) == (ROW,)
        assert await ledger.of_chat("c1") == (ROW,)
        assert await ledger.last_used() == (("p1", "work", 1_000.5),)


async def test_a_round_is_there_once_however_often_it_is_added(shop: Shop) -> None:
    async with shop.open() as store:
        ledger = SqliteUsage(store.database)
        added = await asyncio.gather(*(ledger.add(ROW) for _ in range(10)))
        assert sorted(added) == [False] * 9 + [True]
        assert not await ledger.add(replace(ROW, usd=Decimal(9), usage=Usage(7)))
        (row,) = await ledger.rows(0, float("inf"))
        assert (row.usd, row.usage) == (ROW.usd, ROW.usage)


async def test_what_was_asked_for_in_a_time_is_from_then_on_and_before_its_end(shop: Shop) -> None:
    rows = [replace(ROW, round_id=str(at), at=float(at), chat_id="") for at in range(10)]
    async with shop.open() as store:
        ledger = SqliteUsage(store.database)
        for row in random.Random(1).sample(rows, k=len(rows)):  # noqa: S311  # no secret
            await ledger.add(row)
        found = await ledger.rows(3, 6)
    assert [row.at for row in found] == [3, 4, 5]


async def test_numbers_stay_when_their_chat_is_erased(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        ledger = SqliteUsage(store.database)
        await ledger.add(ROW)
        await store.chats.delete_chat("c1")
        assert len(await ledger.of_chat("c1")) == 1
        await store.chats.erase_chat("c1")
        assert await ledger.of_chat("c1") == ()
        (row,) = await ledger.rows(0, float("inf"))
        assert row == replace(ROW, chat_id="", turn_id="")


async def test_a_chat_that_is_not_kept_is_not_named(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat("secret-chat", is_kept=False))
        ledger = SqliteUsage(store.database)
        await ledger.add(replace(ROW, chat_id="secret-chat", turn_id="secret-turn"))
        (row,) = await ledger.rows(0, float("inf"))
        assert (row.chat_id, row.turn_id, row.usd) == ("", "", ROW.usd)
    assert b"secret-chat" not in shop.raw()
    assert b"secret-turn" not in shop.raw()


async def test_a_chat_that_is_no_longer_kept_is_named_no_more(shop: Shop) -> None:
    async with shop.open() as store:
        await store.chats.save_chat(a_chat())
        ledger = SqliteUsage(store.database)
        await ledger.add(ROW)
        await store.chats.save_chat(a_chat(is_kept=False))
        (row,) = await ledger.rows(0, float("inf"))
        assert (row.chat_id, row.turn_id) == ("", "")


async def test_a_count_that_nobody_can_mean_is_kept_as_far_as_it_can_be(shop: Shop) -> None:
    async with shop.open() as store:
        ledger = SqliteUsage(store.database)
        await ledger.add(replace(ROW, usage=Usage(10**30, 1)))
        (row,) = await ledger.rows(0, float("inf"))
        assert row.usage == Usage(2**63 - 1, 1)


async def test_a_damaged_row_is_reported(shop: Shop) -> None:
    async with shop.open() as store:
        ledger = SqliteUsage(store.database)
        await ledger.add(ROW)
        damage = "UPDATE usage SET usd = 'a lot'"
        await store.database.run(lambda shelves: shelves.file.execute(damage))
        with pytest.raises(StorageError) as caught:
            await ledger.rows(0, float("inf"))
        assert caught.value.failure.code == "damaged"


async def test_a_file_of_the_first_version_gets_its_ledger_and_keeps_its_chats(
    shop: Shop, tmp_path: Path
) -> None:
    shop.path.parent.mkdir()
    with closing(sqlite3.connect(shop.path, isolation_level=None)) as connection:
        schema.migrate(connection, schema.MIGRATIONS[:1])
        connection.execute("INSERT INTO chats VALUES ('c1', 'Old', 1.0, 2.0, '{}', NULL, '', NULL)")
        assert schema.version_of(connection) == 1
    async with shop.open() as store:
        assert store.database.set_aside is None
        assert [chat.title for chat in await store.chats.chats()] == ["Old"]
        ledger = SqliteUsage(store.database)
        await ledger.add(ROW)
        await store.chats.erase_chat("c1")
        (row,) = await ledger.rows(0, float("inf"))
        assert row.chat_id == ""
