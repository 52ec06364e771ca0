"""One open chat over fakes, and waits for what it tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.settings import Settings
from studio.core.tools import Tool
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from tests.fakes import FakeFactory, FakeTime, FakeTools, MemoryStore, Script, ids

CHAT = Chat("c1", "", 1_000.0, 1_000.0, ChatSettings("fake", "scripted-1"))


class OpenChat:
    """A session controller whose world is in reach. `heard` are its events, in order."""

    def __init__(
        self,
        *rounds: Script,
        tools: tuple[Tool, ...] = (),
        store: MemoryStore | None = None,
        settings: Settings | None = None,
        chat: Chat = CHAT,
    ) -> None:
        self.store = store or MemoryStore()
        self.factory = FakeFactory(*rounds)
        self.time = FakeTime()
        self.heard: list[tuple[str, ev.Event]] = []
        self.changes = 0
        used = settings or Settings()
        means = Means(self.store, self.factory, self.time.clock, ids(), self.time.sleep)
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

    def _hear(self, turn_id: str, event: ev.Event) -> None:
        self.heard.append((turn_id, event))
        for matches, future in tuple(self._waiting):
            if not future.done() and matches(event):
                future.set_result(event)

    def _count(self) -> None:
        self.changes += 1
