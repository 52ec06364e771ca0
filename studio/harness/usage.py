"""The ledger: what every round took, exactly once, and what that cost."""

import asyncio
import csv
import io
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import uuid4

from studio.core.abilities import Prices
from studio.core.chats import Turn
from studio.core.errors import StudioError
from studio.core.messages import Origin, Round, Usage
from studio.core.profiles import ProviderProfile
from studio.core.spending import (
    Spent,
    UsageRow,
    day_of,
    is_reported,
    month_start,
    price,
    total,
)
from studio.harness.knowledge_ports import UsageStore
from studio.harness.ports import Clock, IdFactory
from studio.harness.watching import Changed, Watchers

_log = logging.getLogger(__name__)

PriceOf = Callable[[Origin], Prices]

_COLUMNS = (
    "time",
    "provider",
    "key",
    "model",
    "chat",
    "input",
    "cache_read",
    "cache_written",
    "output",
    "reasoning",
    "usd",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Day:
    """What one day took, by this computer's clock."""

    day: date
    spent: Spent


class Ledger:
    """One lives as long as the application. Numbers only; they outlive the chat they are of.

    A row that the store does not take now is tried again with the next one, and at the end.
    """

    def __init__(
        self,
        store: UsageStore,
        clock: Clock,
        price_of: PriceOf,
        new_id: IdFactory = lambda: uuid4().hex,
    ) -> None:
        self._store = store
        self._clock = clock
        self._price_of = price_of
        self._new_id = new_id
        self._watchers = Watchers()
        self._seen: set[str] = set()
        self._month = month_start(clock())
        self._by_key: dict[tuple[str, str], Spent] = {}
        self._last_used: dict[tuple[str, str], float] = {}
        self._unsaved: dict[str, UsageRow] = {}
        self._saving: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """This month's sums and when each key was last used. Raises `StorageError`."""
        for profile_id, key_id, at in await self._store.last_used():
            self._note_use(profile_id, key_id, at)
        for row in await self._store.rows(self._month, float("inf")):
            if row.round_id not in self._seen:
                self._count(row)
        self._watchers.tell()

    def watch(self, changed: Changed) -> Changed:
        return self._watchers.add(changed)

    def note(self, turn: Turn, round_: Round) -> None:
        """A round of a turn was read to its end. Saved in the background.

        The store names chat and turn only as long as that chat is kept.
        """
        if not is_reported(round_.usage):
            return
        origin = round_.origin
        row = UsageRow(
            round_id=round_.id,
            at=self._clock(),
            chat_id=turn.chat_id,
            turn_id=turn.id,
            profile_id=origin.profile_id,
            profile_name=origin.profile_name,
            key_id=origin.key_id,
            model=origin.model,
            dialect=origin.dialect,
            usage=round_.usage,
            usd=price(round_.usage, origin.dialect, self._price_of(origin)),
        )
        task = asyncio.create_task(self._record_or_keep(row), name="record usage")
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    def note_aside(self, profile: ProviderProfile, key_id: str, model: str, usage: Usage) -> None:
        """A request beside all chats, of a test or a probe: it is paid for like any other."""
        entry = profile.key(key_id)
        origin = Origin(
            profile_id=profile.id,
            profile_name=profile.name,
            dialect=profile.dialect,
            model=model,
            key_id=entry.id if entry is not None else "",
        )
        nobody = Turn("", "", None, self._clock(), ())
        self.note(nobody, Round(self._new_id(), origin, self._clock(), usage=usage))

    async def record(self, row: UsageRow) -> None:
        """Once for each round, however often it is asked for. Raises `StorageError`: the row is
        counted all the same, and saved with a later one."""
        if row.round_id not in self._seen:
            self._count(row)
            self._unsaved[row.round_id] = row
            self._watchers.tell()
        await self._save_all()

    async def rows(self, since: float, until: float) -> tuple[UsageRow, ...]:
        """From `since` on and before `until`, the oldest first."""
        await self.settled()
        return await self._store.rows(since, until)

    async def by_day(self, since: float) -> tuple[Day, ...]:
        """The days that took anything, the oldest first."""
        days: dict[date, Spent] = {}
        for row in await self.rows(since, float("inf")):
            day = day_of(row.at)
            days[day] = days.get(day, Spent()).plus(row)
        return tuple(Day(day, spent) for day, spent in sorted(days.items()))

    async def of_chat(self, chat_id: str) -> Spent:
        await self.settled()
        return total(await self._store.of_chat(chat_id))

    async def of_key(self, profile_id: str, key_id: str, since: float) -> Spent:
        rows = await self.rows(since, float("inf"))
        wanted = (profile_id, key_id)
        return total(row for row in rows if (row.profile_id, row.key_id) == wanted)

    def month_of_key(self, profile_id: str, key_id: str) -> Spent:
        """Since the first of this month, from memory."""
        self._turn_month()
        return self._by_key.get((profile_id, key_id), Spent())

    def last_used(self, profile_id: str, key_id: str) -> float | None:
        return self._last_used.get((profile_id, key_id))

    async def csv(self, since: float, until: float) -> str:
        """A table with a line for each round. What is unknown is empty, never zero."""
        file = io.StringIO(newline="")
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(_COLUMNS)
        writer.writerows(_cells(row) for row in await self.rows(since, until))
        return file.getvalue()

    async def settled(self) -> None:
        """What was noted is in the store, as far as it takes it."""
        while self._saving:
            await asyncio.wait(tuple(self._saving))

    async def aclose(self, within: float = 0.5) -> None:
        """Saves what is left; waits no longer than `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self.settled()
                await self._save_all()
        except (StudioError, TimeoutError) as error:
            _log.warning("Usage was not saved at the end: %s", type(error).__name__)

    async def _record_or_keep(self, row: UsageRow) -> None:
        try:
            await self.record(row)
        except StudioError as error:
            _log.warning("Usage could not be saved yet: %s", error.failure.code)

    async def _save_all(self) -> None:
        for row in tuple(self._unsaved.values()):
            await self._store.add(row)
            self._unsaved.pop(row.round_id, None)

    def _count(self, row: UsageRow) -> None:
        self._turn_month()
        self._seen.add(row.round_id)
        self._note_use(row.profile_id, row.key_id, row.at)
        if row.at >= self._month:
            key = (row.profile_id, row.key_id)
            self._by_key[key] = self._by_key.get(key, Spent()).plus(row)

    def _note_use(self, profile_id: str, key_id: str, at: float) -> None:
        key = (profile_id, key_id)
        self._last_used[key] = max(at, self._last_used.get(key, at))

    def _turn_month(self) -> None:
        month = month_start(self._clock())
        if month != self._month:
            self._month = month
            self._by_key.clear()


def _cells(row: UsageRow) -> tuple[str, ...]:
    usage, counts = row.usage, row.counts
    return (
        datetime.fromtimestamp(row.at, UTC).astimezone().isoformat(timespec="seconds"),
        _harmless(row.profile_name),
        _harmless(row.key_id),
        _harmless(row.model),
        row.chat_id,
        _told(usage.input_tokens, counts.input),
        _told(usage.cached_tokens, counts.cached),
        _told(usage.written_tokens, counts.written),
        _told(usage.output_tokens, counts.output),
        _told(usage.reasoning_tokens, counts.reasoning),
        _money(row.usd),
    )


def _told(said: int | None, count: int) -> str:
    return "" if said is None else str(count)


def _money(usd: Decimal | None) -> str:
    return "" if usd is None else f"{usd:f}"


def _harmless(text: str) -> str:
    """A spreadsheet takes a cell that begins like a formula for one."""
    return f"'{text}" if text.startswith(_FORMULA) else text
