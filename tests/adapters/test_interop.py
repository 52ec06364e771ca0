"""Meets an independent server that judges its clients: PyPI `llmock`, where it is installed."""

import asyncio
import json
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from studio.adapters.retry import RetryPolicy
from studio.core.events import RoundCompleted
from studio.core.messages import Dialect, Outcome, ToolResult
from studio.core.tools import ToolDefinition
from studio.harness.ports import Adapter
from tests.adapters.rig import assignment, heard_from, profile, rig
from tests.conftest import Until

LLMOCK = shutil.which("llmock") or shutil.which("llmock", path=str(Path(sys.executable).parent))
FAULTS = ("--error-rate", "429=0.25", "--error-rate", "503=0.2", "--error-rate", "529=0.1")
TOOL = ToolDefinition("current_time", "Tells the time.", {"type": "object", "properties": {}})
ADDRESSES = {
    Dialect.OPENAI_CHAT: "/v1",
    Dialect.OPENAI_RESPONSES: "/v1",
    Dialect.ANTHROPIC_MESSAGES: "/anthropic/v1",
}


@asynccontextmanager
async def llmock(until: Until) -> AsyncIterator[str]:
    if LLMOCK is None:
        pytest.skip("llmock is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = [LLMOCK, "serve", "-h", "127.0.0.1", "-p", port, "--log-level", "error", *FAULTS]
    server = await asyncio.create_subprocess_exec(*command)

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", int(port))) == 0

    try:
        await until(answers)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        await server.wait()


async def conversed(adapter: Adapter) -> RoundCompleted:
    """Rounds until one asks for no tool."""
    while True:
        last = (await heard_from(adapter))[-1]
        assert isinstance(last, RoundCompleted)
        adapter.record_round()
        if not last.calls:
            return last
        for call in last.calls:
            adapter.record_result(ToolResult(call.id, "12:00", Outcome.DONE, 5))


@pytest.mark.slow
async def test_a_judge_of_clients_finds_nothing_wrong(until: Until) -> None:
    async with llmock(until) as url:
        mine = [
            profile(f"{url}{path}", id=dialect.value, dialect=dialect, model="gpt-4o")
            for dialect, path in ADDRESSES.items()
        ]
        patient = RetryPolicy(retries=20, first_wait=0.05)
        async with rig(*mine, policy=patient, pause=asyncio.sleep) as r:
            for one in mine:
                for number in range(2):
                    # The judge tells requests apart by what they say.
                    asked = assignment(f"Question {number} for {one.id}", one.id, (TOOL,))
                    await conversed(await r.factory.create(asked))
        async with httpx.AsyncClient(trust_env=False) as client:
            report = await client.get(f"{url}/_llmock/verdict")
    verdict = json.loads(report.text)
    assert verdict["passed"], verdict
