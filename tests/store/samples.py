"""A real database file to open again and again, and values to put into it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from studio.core.chats import Chat, ChatSettings, Effort, Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Attachment,
    Dialect,
    Limit,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Retry,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
    VendorState,
)
from studio.store.chats import SqliteChats
from studio.store.database import Database
from studio.store.recordings import SqliteRecordings

ORIGIN = Origin("p1", "My provider", Dialect.ANTHROPIC_MESSAGES, "m-1", "default", stays_here=True)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Store:
    """One process's view of the database file."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.chats = SqliteChats(database, clock)
        self.recordings = SqliteRecordings(database)


class Shop:
    """Opens the same file again and again, as one start of the program after another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = Clock()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Store]:
        database = await Database.open(self.path, self.clock)
        try:
            yield Store(database, self.clock)
        finally:
            assert await database.close(within=10.0)

    def raw(self) -> bytes:
        """All bytes of the database on disk, journal included."""
        files = self.path.parent.glob(self.path.name + "*")
        return b"".join(file.read_bytes() for file in files)


def a_chat(
    id_: str = "c1",
    *,
    updated_at: float = 1.0,
    is_kept: bool = True,
    title: str = "A title",
    **more: Any,
) -> Chat:
    settings = ChatSettings(
        profile_id="p1",
        temperature=0.5,
        effort=Effort.LOW,
        tools_off=frozenset({"calculate"}),
        allowed_tools=frozenset({"a", "b"}),
    )
    return Chat(id_, title, 1.0, updated_at, settings, is_kept=is_kept, **more)


def a_turn(
    id_: str = "t1",
    parent: str | None = None,
    *,
    chat: str = "c1",
    text: str = "An answer",
    state: TurnState = TurnState.COMPLETED,
) -> Turn:
    rounds = (a_round(f"r-{id_}", Text(text)),)
    return Turn(id_, chat, parent, 1.0, (Text("A question"),), rounds, state, ended_at=3.0)


def a_round(id_: str, *parts: Part, ended_at: float | None = 2.0) -> Round:
    stop = None if ended_at is None else Stop.END
    return Round(id_, ORIGIN, 1.0, parts, stop, ended_at=ended_at)


def a_use(id_: str, state: ToolState, result: ToolResult | None = None) -> ToolUse:
    return ToolUse(ToolCall(id_, "calculate", '{"x":1}', "call_1"), state, result, 1.0, None)


def a_full_turn() -> Turn:
    """Every kind of part and every field, none at its default."""
    result = ToolResult("u1", "short…", Outcome.TIMED_OUT, 900)
    parts: tuple[Part, ...] = (
        Reasoning("Hm"),
        Reasoning("Hm.", 1.5),
        Text("Grüße 🎈\x00\ud83d"),
        a_use("u1", ToolState.ENDED, result),
        a_use("u2", ToolState.WAITING),
        Attachment("b.png", "image/png", 3, "00ff"),
    )
    round_ = Round(
        "r1",
        ORIGIN,
        1.0,
        parts,
        Stop.TOOL_CALLS,
        "tool_use",
        Usage(1, 2, 3, 4),
        1.25,
        1.75,
        VendorState(Dialect.ANTHROPIC_MESSAGES, "p1", "m-1", '{"blocks":[]}'),
        (Retry(4.0, 1, "overloaded"),),
    )
    return Turn(
        "t1",
        "c1",
        None,
        1.0,
        (Text("Look"), Attachment("a.txt", "text/plain", 2, "ff00")),
        (round_,),
        TurnState.FAILED,
        Failure(Category.RATE_LIMIT, "slow down", 429, "rl", "req_1", 2.5, "https://x.test/v1"),
        Limit.CALLS,
        9.0,
        ("t0", "r0"),
    )
