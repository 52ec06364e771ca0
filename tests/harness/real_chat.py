"""One chat with all its real parts, around the practice provider; clocks and tools are a test's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from typing_extensions import override

from studio.adapters.clients import Clients
from studio.adapters.factory import Endpoints, HttpAdapterFactory, Workshop
from studio.adapters.http import Patience
from studio.adapters.practice import PracticeTransport
from studio.adapters.practice_provider import practice_profile
from studio.adapters.recorder import Recorder
from studio.adapters.retry import RetryPolicy
from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.messages import Dialect
from studio.core.profiles import PRACTICE_ID, Kind, ProviderProfile
from studio.core.settings import Settings
from studio.core.tools import Arguments, ToolOutput
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.ports import Sleep
from studio.harness.session import SessionController
from studio.store.chats import SqliteChats
from studio.store.database import Database
from studio.store.recordings import SqliteRecordings
from tests.adapters.rig import StillEngine, Vault
from tests.fakes import FakeTool, FakeTools, ids

ALLOW = Decision(Verdict.ALLOW_ONCE)
OTHER = "other-"  # begins the IDs of profiles that always speak the dialect which follows
_ASKED_FOR = ("context length", "too long", "credit balance", "this error was asked for")


class Judge(PracticeTransport):
    """The practice provider, which notes each history that it refuses as invalid."""

    def __init__(self, pace: float) -> None:
        super().__init__(pace=pace, new_id=ids("wire"))
        self.refused: list[str] = []
        self.bodies: list[dict[str, Any]] = []

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        self.bodies.append(json.loads(request.content))
        if response.status_code in (400, 422):
            said = (await response.aread()).decode()
            if not any(words in said.lower() for words in _ASKED_FOR):
                self.refused.append(f"{said}\n{request.content.decode()}")
        return response


async def _time(arguments: Arguments) -> ToolOutput:
    await asyncio.sleep(0)
    return ToolOutput(f"2026-12-02T10:00 in {arguments.get('timezone', 'UTC')}")


async def _sum(arguments: Arguments) -> ToolOutput:
    await asyncio.sleep(0)
    if "/ 0" in arguments["expression"]:
        raise ZeroDivisionError
    return ToolOutput("42")


def text_schema(*names: str) -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in names}
    return {"type": "object", "properties": properties, "required": list(names)}


async def _whole_folder(_: Arguments) -> ToolOutput:
    return ToolOutput("a file\n" * 20_000)  # more than one result may have


def practice_tools() -> list[FakeTool]:
    """What the practice provider's scenes call, by the same names."""
    return [
        FakeTool("current_time", _time, schema=text_schema("timezone")),
        FakeTool("calculate", _sum, schema=text_schema("expression")),
        FakeTool("list_directory", _whole_folder, schema=text_schema("path")),
        FakeTool("read_text_file", schema=text_schema("path")),
        FakeTool(
            "write_text_file",
            schema=text_schema("path", "text"),
            is_read_only=False,
            asks_first=True,
        ),
    ]


@dataclass
class RealChat:
    """One open chat. `answers` settle approvals in turn; where none is left, allow once.

    A send is stopped `steps` turns of the loop after the event of number `stop_at`.
    """

    session: SessionController
    library: Library
    store: SqliteChats
    recordings: SqliteRecordings
    recorder: Recorder
    judge: Judge
    reopen: Callable[[], Library]
    dialect: Dialect = Dialect.OPENAI_CHAT
    answers: list[Decision | None] = field(default_factory=list)
    stop_at: int | None = None
    steps: int = 0
    events: list[ev.Event] = field(default_factory=list)
    _stops: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def last(self) -> Turn:
        return self.session.turns[-1]

    async def send(self, prompt: str, stop_at: int | None = None) -> Turn:
        await self._run(self.session.send(prompt), stop_at)
        return self.last

    async def again(self, tool_use_id: str, stop_at: int | None = None) -> Turn:
        await self._run(self.session.run_again(tool_use_id), stop_at)
        return self.last

    async def retry(self, stop_at: int | None = None) -> Turn:
        await self._run(self.session.retry(), stop_at)
        return self.last

    async def edit(self, turn_id: str, prompt: str, stop_at: int | None = None) -> Turn:
        await self._run(self.session.edit(turn_id, prompt), stop_at)
        return self.last

    async def regenerate(
        self, turn_id: str, dialect: Dialect | None = None, stop_at: int | None = None
    ) -> Turn:
        """Asked of a profile that speaks this dialect, whatever the chat's own speaks."""
        profile_id = f"{OTHER}{dialect}" if dialect else ""
        await self._run(self.session.regenerate(turn_id, profile_id), stop_at)
        return self.last

    async def go_on(self, stop_at: int | None = None) -> Turn:
        await self._run(self.session.continue_answer(), stop_at)
        return self.last

    async def _run(self, sending: Any, stop_at: int | None) -> None:
        self.events.clear()
        self.stop_at = stop_at
        await sending
        self.stop_at = None
        if self._stops:
            await asyncio.wait(self._stops)
            self._stops.clear()

    def hear(self, _: str, event: ev.Event) -> None:
        self.events.append(event)
        if self.stop_at is not None and len(self.events) == self.stop_at:
            self._stops.append(asyncio.create_task(self._stop()))
        if isinstance(event, ev.BudgetReached):
            self.session.settle_budget(BudgetChoice.FINISH)
        if isinstance(event, ev.ApprovalRequested):
            answer = self.answers.pop(0) if self.answers else ALLOW
            loop = asyncio.get_running_loop()
            if answer is None:
                loop.call_soon(self.session.cancel_call, event.tool_use_id)
            else:
                loop.call_soon(self.session.decide, event.tool_use_id, answer)

    async def _stop(self) -> None:
        for _ in range(self.steps):
            await asyncio.sleep(0)
        await self.session.stop()

    def profile(self, profile_id: str) -> ProviderProfile | None:
        if profile_id.startswith(OTHER):
            other = practice_profile(Dialect(profile_id.removeprefix(OTHER)))
            return other.model_copy(update={"id": profile_id})
        return practice_profile(self.dialect) if profile_id == PRACTICE_ID else None


@asynccontextmanager
async def real_chat(
    folder: Path,
    dialect: Dialect = Dialect.OPENAI_CHAT,
    settings: Settings | None = None,
    *,
    pace: float = 0,
    sleep: Sleep = lambda _: asyncio.sleep(0),
) -> AsyncIterator[RealChat]:
    judge = Judge(pace)
    database = await Database.open(folder / "chats.db")
    clients = Clients({Kind.PRACTICE: judge})
    times = iter(range(1_000, 10_000_000))

    def clock() -> float:
        return float(next(times))

    recordings = SqliteRecordings(database)
    recorder = Recorder(recordings.save_recording, clock, lambda: 0)
    patience = Patience(RetryPolicy(), clock, sleep)
    new_id = ids("own")
    workshop = Workshop(Endpoints(Vault(), StillEngine()), clients, recorder, patience, new_id)
    store = SqliteChats(database, clock)
    factory = HttpAdapterFactory(lambda profile_id: chat.profile(profile_id), workshop)
    means = Means(store, factory, clock, new_id, lambda _: asyncio.sleep(0.01))
    tools = FakeTools(*practice_tools())

    def make_session(one: Chat) -> SessionController:
        return SessionController(one, means, tools, lambda: settings or Settings())

    def make_library() -> Library:
        return Library(SqliteChats(database, clock), make_session, clock, new_id)

    library = Library(store, make_session, clock, new_id)
    session = await library.create(ChatSettings(profile_id=PRACTICE_ID))
    chat = RealChat(session, library, store, recordings, recorder, judge, make_library, dialect)
    session.subscribe(chat.hear)
    try:
        yield chat
    finally:
        await library.shutdown(2.0)
        await clients.aclose()
        await recorder.aclose()
        await database.close()
