"""Recorded traffic of many providers, read in place, asked for over loopback and recorded."""

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.adapters.clients import Clients
from studio.adapters.factory import Endpoints, HttpAdapterFactory, Workshop
from studio.adapters.http import Patience
from studio.adapters.recorder import Recorder
from studio.adapters.retry import RetryPolicy
from studio.core.chats import ChatSettings
from studio.core.messages import Dialect, Origin
from studio.core.profiles import ProviderProfile
from studio.core.settings import Settings
from studio.core.trace import Trace, TraceTarget
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from studio.harness.trace_making import TraceMaker, TraceSources
from studio.store.chats import SqliteChats
from studio.store.database import Database
from studio.store.recordings import SqliteRecordings
from tests.adapters.rig import StillEngine, Vault
from tests.fakes import FakeTool, FakeTools, ids
from tests.loopback import Script, Wire, loopback
from tests.traces.taken import NoFiles, Recorded, definitions

ROOT = Path(os.environ.get("CALLBOARD_SHARED", Path(__file__).parents[3] / "shared")) / "wire"
OWN = Path(__file__).parents[1] / "wire" / "recordings"
WIRES = {
    "chat_completions": Dialect.OPENAI_CHAT,
    "responses": Dialect.OPENAI_RESPONSES,
    "anthropic_messages": Dialect.ANTHROPIC_MESSAGES,
    "gemini": Dialect.GOOGLE_GEMINI,
    "ollama": Dialect.OLLAMA_CHAT,
}
_STATUSES = {"rate_limit": 429}


@dataclass(frozen=True)
class Case:
    """One reply as it was recorded, and the tools that it calls."""

    name: str
    dialect: Dialect
    status: int
    headers: dict[str, str]
    body: bytes
    tools: tuple[str, ...] = ()
    text: str = ""


def cases(wire: str) -> Iterator[Case]:
    """All exchanges of one wire in the shared corpus."""
    for path in sorted((ROOT / wire).glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        for number, item in enumerate(record["exchanges"]):
            reply, expected = item["response"], item["expected"]
            yield Case(
                f"{record['id']}/{number}",
                WIRES[wire],
                reply["status"],
                {name: str(value) for name, value in reply["headers"].items()},
                reply["body"].encode(),
                tuple(dict.fromkeys(call["name"] for call in expected["tool_calls"])),
                expected["text"],
            )


def own_cases(dialect: Dialect) -> Iterator[Case]:
    """Our own recordings of a dialect."""
    for path in sorted((OWN / dialect).iterdir()):
        status = _STATUSES.get(path.stem, 200)
        kinds = {".sse": "text/event-stream", ".ndjson": "application/x-ndjson"}
        kind = kinds[path.suffix] if status == 200 else "application/json"
        tools = ("get_time", "list_files")
        yield Case(
            path.stem, dialect, status, {"content-type": kind}, path.read_bytes(), tools, "e"
        )


def said(case: Case) -> Script:
    """The reply, cut anywhere, the same way each time."""
    chance = random.Random(case.name)  # noqa: S311 - cuts a test's bytes, guards nothing
    size = len(case.body)
    at = sorted({chance.randrange(size) for _ in range(8)}) if size else []
    pieces = [case.body[start:end] for start, end in zip([0, *at], [*at, None], strict=True)]

    async def play(wire: Wire) -> None:
        headers: dict[str, Any] = {**case.headers, "transfer-encoding": "chunked"}
        await wire.head(case.status, **headers)
        for piece in pieces:
            if piece:
                await wire.chunk(piece)
        await wire.send(b"0\r\n\r\n")

    return play


def _ending(dialect: Dialect) -> Case:
    return next(each for each in own_cases(dialect) if each.name == "text")


@dataclass
class Stand:
    """Everything between a prompt and a trace, with a real database."""

    database: Database
    recordings: SqliteRecordings
    recorder: Recorder
    clients: Clients
    keys: dict[str, str] = field(default_factory=dict)

    async def taken(self, case: Case, query: str = "", **changes: object) -> Trace:
        """The reply is asked for in a turn of its own, its calls are run, and all is recorded."""
        tools = [FakeTool(name) for name in case.tools]
        # What comes after a first reply with calls, or one that is tried again.
        async with loopback(said(case), said(_ending(case.dialect))) as server:
            url = f"{server.url}{query}"
            plain = ProviderProfile(id="p", name="P", dialect=case.dialect, base_url=url, model="m")
            profile = ProviderProfile.model_validate(plain.model_dump() | changes)
            session = await self._session(profile, tools)
            await session.send("Tell me.")
            await self.recorder.settled()
        await session.close()

        def target(origin: Origin) -> TraceTarget:
            return TraceTarget(profile, origin.model)

        found = TraceSources(
            Recorded(self.recordings), NoFiles(), target, lambda: definitions(*tools)
        )
        return await TraceMaker(session, found).whole()

    async def _session(self, profile: ProviderProfile, tools: list[FakeTool]) -> SessionController:
        new_id = ids(os.urandom(4).hex())
        clock = asyncio.get_running_loop().time
        patience = Patience(RetryPolicy(), clock, lambda _: asyncio.sleep(0))
        workshop = Workshop(
            Endpoints(Vault(self.keys), StillEngine()),
            self.clients,
            self.recorder,
            patience,
            new_id,
        )
        factory = HttpAdapterFactory(lambda _: profile, workshop)
        store = SqliteChats(self.database, clock)
        means = Means(store, factory, clock, new_id, asyncio.sleep)
        library = Library(
            store,
            lambda chat: SessionController(chat, means, FakeTools(*tools), Settings),
            clock,
            new_id,
        )
        return await library.create(ChatSettings(profile_id="p"))


@asynccontextmanager
async def stand(folder: Path) -> AsyncIterator[Stand]:
    database = await Database.open(folder / "chats.db")
    recordings = SqliteRecordings(database)
    clock = asyncio.get_running_loop().time
    recorder = Recorder(recordings.save_recording, clock, lambda: int(clock() * 1e9))
    clients = Clients()
    try:
        yield Stand(database, recordings, recorder, clients)
    finally:
        await recorder.aclose()
        await clients.aclose()
        await database.close()
