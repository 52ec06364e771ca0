"""The ledger with everything real around it: chats, database, practice provider."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.chats import ChatSettings
from studio.core.messages import Dialect
from studio.core.profiles import PRACTICE_ID
from studio.store.paths import Paths
from studio.wiring import Works, open_works


@asynccontextmanager
async def works_in(folder: Path) -> AsyncIterator[Works]:
    paths = Paths(folder, folder, folder / "logs")
    paths.create()
    works = await open_works(paths, pace=0)
    try:
        yield works
    finally:
        await works.close()


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_each_round_of_a_chat_is_in_the_ledger_once(tmp_path: Path, dialect: Dialect) -> None:
    async with works_in(tmp_path) as works:
        await works.profiles.change(PRACTICE_ID, dialect=dialect)
        session = await works.library.create(ChatSettings(profile_id=PRACTICE_ID), is_kept=True)
        await session.send("time in Tokyo")
        await session.send("long answer")
        rounds = {round_.id: round_ for turn in session.turns for round_ in turn.rounds}
        spent = await works.ledger.of_chat(session.chat.id)
        assert spent.rounds == len(rounds) >= 3
    async with works_in(tmp_path) as works:
        await works.learn()
        rows = await works.ledger.rows(0, float("inf"))
        assert {row.round_id: row.usage for row in rows} == {
            name: round_.usage for name, round_ in rounds.items()
        }
        assert {row.turn_id for row in rows} == {turn.id for turn in session.turns}
        # The practice provider asks for nothing, which is not the same as an unknown price.
        assert {row.usd for row in rows} == {0}
        assert works.ledger.month_of_key(PRACTICE_ID, "") == spent
        await works.library.load()
        await works.library.delete(session.chat.id)
        await works.library.erase(session.chat.id)
        assert len(await works.ledger.rows(0, float("inf"))) == len(rounds)
        assert (await works.ledger.of_chat(session.chat.id)).rounds == 0


async def test_a_chat_that_is_not_kept_counts_and_is_not_named(tmp_path: Path) -> None:
    async with works_in(tmp_path) as works:
        session = await works.library.create(ChatSettings(profile_id=PRACTICE_ID), is_kept=False)
        await session.send("hello")
        (row,) = await works.ledger.rows(0, float("inf"))
        assert (row.chat_id, row.turn_id) == ("", "")
        assert row.usage == session.turns[0].rounds[0].usage


async def test_a_round_that_ran_into_its_limit_has_cost_all_the_same(tmp_path: Path) -> None:
    settings = replace(ChatSettings(profile_id=PRACTICE_ID), max_output_tokens=5)
    async with works_in(tmp_path) as works:
        session = await works.library.create(settings, is_kept=True)
        await session.send("long answer")
        assert session.turns[0].failure is not None
        assert (await works.ledger.of_chat(session.chat.id)).rounds == 1
