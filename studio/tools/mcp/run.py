"""One run of a server: opened, served and closed by one task, from its start to its end.

The SDK's contexts belong to the task that enters them: left by another they raise, and cancel what
they should not. So nobody but the owner's task enters any, and to end a run is to cancel that task.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from studio.core.servers import ServerEntry
from studio.harness.server_ports import LogSource, ServerFailure, Trouble
from studio.tools.mcp.estate import Estate
from studio.tools.mcp.failures import failure_of, last_words, leaf_of
from studio.tools.mcp.journal import Journal
from studio.tools.mcp.links import GoneError, Link, LinkNeeds, Listed, Live, RefusedError
from studio.tools.mcp.offer import Offer
from studio.tools.mcp.ways import LoginNeededError, Way

_DETAIL = 500  # characters
_ALL = frozenset({Listed.TOOLS, Listed.RESOURCES, Listed.PROMPTS})


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended by itself. `lived` are the seconds it was ready, None if it never was."""

    failure: ServerFailure
    lived: float | None = None
    needs_login: bool = False


class Hears(Protocol):
    """Who is told how a run goes: the owner."""

    def welcome(self, link: Link) -> None: ...

    def listed(self) -> None: ...


class Run:
    """`over` is set when its end is certain, and why; to None where somebody wanted it."""

    def __init__(
        self,
        entry: ServerEntry,
        estate: Estate,
        journal: Journal,
        offer: Offer,
        hears: Hears,
    ) -> None:
        self._entry = entry
        self._estate = estate
        self._journal = journal
        self._offer = offer
        self._hears = hears
        self._began = estate.clock()
        self._ready_at: float | None = None
        self._stale: set[Listed] = set()
        self._stirred = asyncio.Event()
        self._login = asyncio.Event()
        self.over: asyncio.Future[ServerFailure | None] = asyncio.get_running_loop().create_future()

    def want_login(self) -> None:
        """In mid-session: only the user can go on."""
        self._login.set()

    async def whole(self, live: Live, way: Way) -> Ended:
        """From the start to an end that nobody asked for. Cancelled for one that somebody did."""
        self._began = self._estate.clock()
        try:
            ended = await self._bounded(live, way)
        except BaseException:
            self._settle(None)
            raise
        self._settle(ended.failure)
        return ended

    def _settle(self, failure: ServerFailure | None) -> None:
        if not self.over.done():
            self.over.set_result(failure)

    async def _bounded(self, live: Live, way: Way) -> Ended:
        seconds = self._estate.patience.start
        try:
            async with self._estate.slots.one() as give_back:
                async with asyncio.timeout(seconds) as deadline:

                    def is_ready() -> None:
                        deadline.reschedule(None)
                        give_back()

                    return await self._opened(live, way, is_ready)
        except TimeoutError:
            return self._ended(ServerFailure(Trouble.NO_REPLY, f"{seconds:g}"))
        except Exception as error:
            leaf = leaf_of(error)
            if isinstance(leaf, LoginNeededError) or self._login.is_set():
                return Ended(ServerFailure(Trouble.STATUS, "401"), needs_login=True)
            return self._ended(failure_of(leaf))

    async def _opened(self, live: Live, way: Way, is_ready: Callable[[], None]) -> Ended:
        async with way.open() as streams:
            try:
                needs = LinkNeeds(self._entry, self._journal, self._stale_is, way.prefers_discovery)
                async with live.linked(streams, needs) as link:
                    await self._list(_ALL, link)
                    is_ready()
                    self._ready_at = self._estate.clock()
                    self._hears.welcome(link)
                    await self._attend(link)
            except Exception as error:
                leaf = leaf_of(error)
                if not isinstance(leaf, GoneError):
                    raise
            if self._login.is_set():
                return Ended(ServerFailure(Trouble.STATUS, "401"), self._lived(), needs_login=True)
            failure = await way.failure()
            ended = self._ended(failure or ServerFailure(Trouble.BROKEN, "the connection ended"))
            # Whoever waits for an answer is told now; what is left of the server ends meanwhile.
            self._settle(ended.failure)
            return ended

    async def _attend(self, link: Link) -> None:
        """Returns when the connection is over, or the user must log in."""
        name = self._entry.id
        ends = [
            asyncio.create_task(link.wait_until_over(), name=f"end of {name}"),
            asyncio.create_task(_set(self._login), name=f"login of {name}"),
        ]
        beside = [
            asyncio.create_task(link.follow(), name=f"updates of {name}"),
            asyncio.create_task(self._keep_listed(link), name=f"lists of {name}"),
        ]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _cancelled([*ends, *beside])

    def _stale_is(self, kind: Listed) -> None:
        self._stale.add(kind)
        self._stirred.set()

    async def _keep_listed(self, link: Link) -> None:
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            kinds = frozenset(self._stale)
            self._stale.clear()
            try:
                async with asyncio.timeout(self._estate.patience.start):
                    await self._list(kinds, link)
            except (RefusedError, TimeoutError) as error:
                self._journal.line(LogSource.CALLBOARD, f"its lists were not read anew: {error}")
            except GoneError:
                return
            else:
                self._hears.listed()

    async def _list(self, kinds: frozenset[Listed], link: Link) -> None:
        await self._offer.list(kinds, link)

    def _ended(self, failure: ServerFailure) -> Ended:
        if not failure.stderr:
            words = last_words(self._journal.lines, self._began)
            failure = replace(failure, stderr=words)
        masked = self._journal.masked(failure.detail)[:_DETAIL]
        return Ended(replace(failure, detail=masked), self._lived())

    def _lived(self) -> float | None:
        return None if self._ready_at is None else self._estate.clock() - self._ready_at


async def _set(event: asyncio.Event) -> None:
    await event.wait()


async def _cancelled(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
