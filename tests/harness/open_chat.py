"""One open chat over fakes, and waits for what it tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.decisions import BudgetChoice
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import ProviderProfile
from studio.core.settings import Settings
from studio.core.tools import Tool
from studio.harness.call_records import RecordCall, record_nothing
from studio.harness.live_turn import Means
from studio.harness.outcomes import Screen, screen_nothing
from studio.harness.rule_book import forgetful_book
from studio.harness.session import SessionController
from tests.fakes import FakeFactory, FakeTime, FakeTools, MemoryStore, Script, ids

CHAT = Chat("c1", "", 1_000.0, 1_000.0, ChatSettings("fake", "scripted-1"))


class OpenChat:
    """A session controller whose world is in reach. `heard` are its events, in order.

    `at_limit` is said where a budget is used up, None to leave the turn paused.
    """

    def __init__(  # noqa: PLR0913  # each is a part of its world, most with a default
        self,
        *rounds: Script,
        tools: tuple[Tool, ...] = (),
        store: MemoryStore | None = None,
        settings: Settings | None = None,
        chat: Chat = CHAT,
        profile: ProviderProfile | None = None,
        policy: Policy = NO_POLICY,
        screen: Screen = screen_nothing,
        record_call: RecordCall = record_nothing,
    ) -> None:
        self.store = store or MemoryStore()
        self.factory = FakeFactory(*rounds)
        self.time = FakeTime()
        self.heard: list[tuple[str, ev.Event]] = []
        self.changes = 0
        self.at_limit: BudgetChoice | None = BudgetChoice.FINISH
        used = settings or Settings()
        self.book = forgetful_book()
        self.profile = profile
        means = Means(
            self.store,
            self.factory,
            self.time.clock,
            ids(),
            self.time.sleep,
            policy,
            profile=lambda _: self.profile,
            book=self.book,
            screen=screen,
            record_call=record_call,
        )
        self.session = SessionController(chat, means, FakeTools(*tools), lambda: used)
        self.session.subscribe(self._hear)
        self.session.watch(self._count)
        self._waiting: list[tuple[Callable[[ev.Event], bool], asyncio.Future[ev.Event]]] = []

    @property
    def events(self) -> list[ev.Event]:
        return [event for _, event in self.heard]

    async def until(self, kind: type[ev.Event], number: int = 1) -> ev.Event:
        """The next event of a kind, or the one after `number` of them."""
        future: asyncio.Future[ev.Event] = asyncio.get_running_loop().create_future()
        left = number

        def matches(event: ev.Event) -> bool:
            nonlocal left
            left -= isinstance(event, kind)
            return left == 0

        self._waiting.append((matches, future))
        async with asyncio.timeout(10):
            return await future

    async def asked(self, number: int = 1) -> tuple[ev.ApprovalRequested, ...]:
        """The calls that wait, once there are `number` of them."""
        while len(self.session.questions) < number:
            await self.until(ev.ApprovalRequested)
        return self.session.questions

    def _hear(self, turn_id: str, event: ev.Event) -> None:
        if isinstance(event, ev.BudgetReached) and self.at_limit is not None:
            self.session.settle_budget(self.at_limit)
        self.heard.append((turn_id, event))
        for matches, future in tuple(self._waiting):
            if not future.done() and matches(event):
                future.set_result(event)

    def _count(self) -> None:
        self.changes += 1
