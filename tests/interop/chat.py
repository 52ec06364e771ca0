"""One chat with its real controller, adapters and wire, against somebody else's server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from studio.adapters.retry import RetryPolicy
from studio.core.chats import ChatSettings, Turn
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import ProviderProfile
from studio.core.settings import Settings
from studio.core.tools import Arguments, ToolOutput
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.session import SessionController
from tests.adapters.rig import rig
from tests.fakes import FakeTool, FakeTools, MemoryStore, ids

PROMPT = "What time is it in Tokyo and Paris?"


def host(
    base_url: str, dialect: Dialect, model: str = "gpt-4o", **changes: object
) -> ProviderProfile:
    values = {"id": "p", "name": "P", "dialect": dialect, "base_url": base_url, "model": model}
    keys = ({"id": "default", "name": "default"},)
    return ProviderProfile.model_validate({**values, "keys": keys, **changes})


async def _time(arguments: Arguments) -> ToolOutput:
    await asyncio.sleep(0)
    return ToolOutput(f"10:00 in {arguments.get('timezone', 'UTC')}")


def clock_tool() -> FakeTool:
    schema = {
        "type": "object",
        "properties": {"timezone": {"type": "string", "description": "IANA time zone"}},
        "required": ["timezone"],
    }
    return FakeTool("current_time", _time, schema=schema)


@asynccontextmanager
async def chat_with(
    profile: ProviderProfile, key: str = "sk-none", policy: RetryPolicy | None = None
) -> AsyncIterator[SessionController]:
    loop = asyncio.get_running_loop()
    async with rig(
        profile,
        keys={"p/default": key},
        policy=policy or RetryPolicy(),
        clock=loop.time,
        pause=asyncio.sleep,
    ) as parts:
        new_id = ids("own")
        store = MemoryStore()
        means = Means(store, parts.factory, loop.time, new_id, asyncio.sleep)
        tools = FakeTools(clock_tool())
        library = Library(
            store,
            lambda chat: SessionController(chat, means, tools, Settings),
            loop.time,
            new_id,
        )
        session = await library.create(ChatSettings(profile_id="p"))
        try:
            yield session
        finally:
            await library.shutdown(2.0)


def assert_called_and_answered(turn: Turn, calls: int = 2) -> None:
    assert (turn.state, turn.failure) == (TurnState.COMPLETED, None)
    assert [use.call.name for use in turn.tool_uses] == ["current_time"] * calls
    for use in turn.tool_uses:
        assert use.result is not None
        assert use.result.outcome is Outcome.DONE, use.result.content
    assert turn.rounds[-1].text.strip()
