from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.abilities import Prices
from studio.core.chats import Turn
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Dialect, Origin, Round, Usage
from studio.core.profiles import KeyEntry, ProviderProfile
from studio.core.spending import Spent, UsageRow, total
from studio.harness.usage import Ledger

DECEMBER = datetime(2026, 12, 15, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0
ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m", "work")
PRICES = Prices(input=Decimal(1), output=Decimal(2))
FULL = StorageError(Failure(Category.STORAGE, code="disk_full"))
USAGE = Usage(1_000_000, 500_000)


class MemoryUsage:
    """A `UsageStore` in a dictionary. `failing` is raised."""

    def __init__(self, *rows: UsageRow) -> None:
        self.by_id = {row.round_id: row for row in rows}
        self.failing: StorageError | None = None

    async def add(self, row: UsageRow) -> bool:
        await self._reach()
        is_new = row.round_id not in self.by_id
        self.by_id.setdefault(row.round_id, row)
        return is_new

    async def rows(self, since: float, until: float) -> tuple[UsageRow, ...]:
        await self._reach()
        found = [row for row in self.by_id.values() if since <= row.at < until]
        return tuple(sorted(found, key=lambda row: row.at))

    async def of_chat(self, chat_id: str) -> tuple[UsageRow, ...]:
        return tuple(row for row in self.by_id.values() if row.chat_id == chat_id)

    async def last_used(self) -> tuple[tuple[str, str, float], ...]:
        await self._reach()
        return tuple((row.profile_id, row.key_id, row.at) for row in self.by_id.values())

    async def _reach(self) -> None:
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing


class Clock:
    def __init__(self, now: float = DECEMBER) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def a_round(round_id: str = "r1", usage: Usage = USAGE, origin: Origin = ORIGIN) -> Round:
    return Round(round_id, origin, DECEMBER, usage=usage)


def a_turn() -> Turn:
    return Turn("t1", "c1", None, DECEMBER, ())


def a_row(round_id: str, at: float = DECEMBER, key_id: str = "work") -> UsageRow:
    return UsageRow(
        round_id=round_id,
        at=at,
        chat_id="c1",
        turn_id="t1",
        profile_id="p",
        profile_name="P",
        key_id=key_id,
        model="m",
        dialect=Dialect.OPENAI_CHAT,
        usage=USAGE,
        usd=Decimal(2),
    )


def a_ledger(store: MemoryUsage, clock: Clock | None = None) -> Ledger:
    return Ledger(
        store, clock or Clock(), lambda origin: PRICES if origin.model == "m" else Prices()
    )


async def test_a_round_is_noted_with_its_price() -> None:
    store = MemoryUsage()
    ledger = a_ledger(store)
    ledger.note(a_turn(), a_round())
    await ledger.settled()
    assert store.by_id == {"r1": a_row("r1")}
    assert ledger.last_used("p", "work") == DECEMBER
    assert ledger.last_used("p", "private") is None


async def test_a_round_of_which_nothing_was_reported_is_no_row() -> None:
    store = MemoryUsage()
    ledger = a_ledger(store)
    ledger.note(a_turn(), a_round(usage=Usage()))
    await ledger.settled()
    assert store.by_id == {}
    assert ledger.month_of_key("p", "work") == Spent()


async def test_a_model_without_a_price_is_counted_and_said_to_be_unpriced() -> None:
    ledger = a_ledger(MemoryUsage())
    ledger.note(a_turn(), a_round(origin=replace(ORIGIN, model="other")))
    await ledger.settled()
    spent = ledger.month_of_key("p", "work")
    assert (spent.input_tokens, spent.usd, spent.has_unpriced) == (1_000_000, None, True)


async def test_a_test_or_a_probe_is_paid_for_like_any_other_request() -> None:
    profile = ProviderProfile(id="p", name="P", keys=(KeyEntry(id="work", name="Work"),))
    store = MemoryUsage()
    ledger = a_ledger(store)
    for _ in range(2):
        ledger.note_aside(profile, "", "m", USAGE)
    ledger.note_aside(profile, "work", "m", Usage())
    await ledger.settled()
    assert ledger.month_of_key("p", "work").rounds == 2
    assert {(row.chat_id, row.turn_id, row.usd) for row in store.by_id.values()} == {
        ("", "", Decimal(2))
    }


async def test_a_round_counts_once_however_often_it_is_noted() -> None:
    store = MemoryUsage()
    ledger = a_ledger(store)
    for _ in range(5):
        ledger.note(a_turn(), a_round())
        await ledger.record(a_row("r1"))
    await ledger.settled()
    assert ledger.month_of_key("p", "work") == total([a_row("r1")])
    assert len(store.by_id) == 1


async def test_a_restart_begins_with_this_months_sums() -> None:
    november = DECEMBER - 20 * DAY
    store = MemoryUsage(
        a_row("old", november), a_row("new"), a_row("other", key_id="private", at=DECEMBER - 1)
    )
    ledger = a_ledger(store)
    changes: list[None] = []
    ledger.watch(lambda: changes.append(None))
    ledger.note(a_turn(), a_round("just now"))
    await asyncio.gather(ledger.load(), ledger.settled())
    assert ledger.month_of_key("p", "work").rounds == 2
    assert ledger.month_of_key("p", "private").rounds == 1
    assert ledger.last_used("p", "private") == DECEMBER - 1
    assert changes


async def test_a_new_month_begins_at_nothing() -> None:
    clock = Clock()
    ledger = a_ledger(MemoryUsage(), clock)
    await ledger.record(a_row("r1"))
    clock.now = DECEMBER + 20 * DAY
    assert ledger.month_of_key("p", "work") == Spent()
    await ledger.record(a_row("r2", at=clock.now))
    assert ledger.month_of_key("p", "work").rounds == 1
    assert ledger.last_used("p", "work") == clock.now


async def test_what_a_full_disk_refused_is_counted_at_once_and_saved_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryUsage()
    ledger = a_ledger(store)
    store.failing = FULL
    ledger.note(a_turn(), a_round("r1"))
    await ledger.settled()
    assert "disk_full" in caplog.text
    assert ledger.month_of_key("p", "work").rounds == 1
    with pytest.raises(StorageError):
        await ledger.record(a_row("r2"))
    store.failing = None
    await ledger.aclose()
    assert set(store.by_id) == {"r1", "r2"}
    assert ledger.month_of_key("p", "work").rounds == 2


async def test_a_disk_that_stays_full_does_not_hold_the_exit() -> None:
    store = MemoryUsage()
    ledger = a_ledger(store)
    store.failing = FULL
    ledger.note(a_turn(), a_round())
    await ledger.aclose(within=5.0)
    assert store.by_id == {}


async def test_sums_are_asked_for_by_day_chat_and_key() -> None:
    rows = (
        a_row("a", DECEMBER - 2 * DAY),
        a_row("b", DECEMBER - 2 * DAY + 60, key_id="private"),
        a_row("c", DECEMBER),
    )
    ledger = a_ledger(MemoryUsage(*rows))
    days = await ledger.by_day(DECEMBER - 30 * DAY)
    assert [day.spent.rounds for day in days] == [2, 1]
    assert (days[1].day - days[0].day).days == 2
    assert (await ledger.of_chat("c1")).usd == 6
    assert (await ledger.of_key("p", "work", 0)).rounds == 2
    assert (await ledger.of_key("p", "work", DECEMBER)).rounds == 1
    assert await ledger.rows(DECEMBER - 2 * DAY, DECEMBER) == rows[:2]


async def test_the_table_leaves_empty_what_is_unknown_and_runs_no_formula() -> None:
    known = replace(a_row("a"), profile_name='=HYPERLINK("x")', usd=Decimal("1E-7"))
    unknown = replace(a_row("b"), model="a,b\n", usage=Usage(7), usd=None, at=DECEMBER + 1)
    text = await a_ledger(MemoryUsage(known, unknown)).csv(0, float("inf"))
    first, second = csv.DictReader(io.StringIO(text, newline=""))
    assert first["provider"] == '\'=HYPERLINK("x")'
    assert first["usd"] == "0.0000001"
    assert (first["input"], first["output"], first["cache_read"]) == ("1000000", "500000", "")
    assert (second["model"], second["input"], second["output"], second["usd"]) == (
        "a,b\n",
        "7",
        "",
        "",
    )
    assert datetime.fromisoformat(first["time"]).timestamp() == DECEMBER


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans()), max_size=40))
def test_whatever_fails_and_repeats_each_round_is_counted_and_saved_once(
    steps: list[tuple[int, bool, bool]],
) -> None:
    async def play() -> None:
        store = MemoryUsage()
        ledger = a_ledger(store)
        for number, fails, waits in steps:
            store.failing = FULL if fails else None
            ledger.note(a_turn(), a_round(f"r{number}"))
            if waits:
                await ledger.settled()
        store.failing = None
        await ledger.aclose(within=5.0)
        expected = {f"r{number}" for number, _, _ in steps}
        assert set(store.by_id) == expected
        assert ledger.month_of_key("p", "work") == total(store.by_id.values())

    asyncio.run(play())
