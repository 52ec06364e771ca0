"""Fifty servers, ten of them broken in different ways."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest

from studio.core.servers import ServerEntry, StartMode
from studio.harness.server_ports import ServerState
from studio.tools.mcp.estate import Patience
from tests.tools.mcp.stage import Heard, Stage, odd, staged

pytestmark = pytest.mark.slow
_BROKEN = (
    *("exit", "gone", "web-page", "wrong-version", "refuse-greeting", "bad-greeting"),
    *("hang", "hang-list", "quiet-forever"),
)
_HEALTHY = 40


async def test_healthy_servers_are_used_while_broken_ones_are_not_waited_for() -> None:
    broken = [odd(mode, id=f"broken-{mode}", name=mode) for mode in _BROKEN]
    missing = odd(id="broken-missing", name="missing").model_copy(update={"command": "no-such"})
    healthy = [odd(id=f"healthy-{each}", name=f"Healthy {each}") for each in range(_HEALTHY)]
    entries = [*broken, missing, *healthy]
    async with staged(*entries, patience=Patience(start=8.0)) as stage:
        began = time.perf_counter()
        stage.host.need()
        assert time.perf_counter() - began < 0.05
        for entry in healthy:
            await stage.ready(entry.id)
        took = time.perf_counter() - began
        assert len(stage.host.tools()) >= _HEALTHY
        outputs = await asyncio.gather(
            *(stage.tool("ping", entry.id).run({}, Heard()) for entry in healthy)
        )
        assert {output.text for output in outputs} == {"pong"}
        for entry in [*broken, missing]:
            await stage.failed(entry.id)
        assert not [e for e in (*broken, missing) if _is_ready(stage, e)]
        closing = time.perf_counter()
        await stage.host.close(3.0)
        ended = time.perf_counter() - closing
        assert ended < 3.5
    sys.stdout.write(f"\n{_HEALTHY} of 50 servers ready after {took:.1f} s, ended in {ended:.1f}\n")


async def test_fifty_servers_that_nobody_needs_cost_nothing() -> None:
    entries = [odd(id=f"s{each}", name=f"Server {each}") for each in range(50)]
    async with staged() as stage:
        began = time.perf_counter()
        stage.host.configure(tuple(entries))
        assert time.perf_counter() - began < 0.1
        assert {stage.host.status(entry.id).state for entry in entries} == {ServerState.STOPPED}


async def test_a_host_that_is_held_back_starts_nothing_by_itself_before_the_window_stands() -> None:
    with_callboard = odd(id="a", start=StartMode.WITH_CALLBOARD)
    needed = odd(id="b", name="Needed")
    async with staged() as stage:
        stage.host.hold_back()
        stage.host.configure((with_callboard, needed))
        assert stage.host.status("a").state is ServerState.STOPPED
        stage.host.start("b")  # the user's word does not wait
        await stage.ready("b")
        assert stage.host.status("a").state is ServerState.STOPPED
        stage.host.begin()
        await stage.ready("a")


def _is_ready(stage: Stage, entry: ServerEntry) -> bool:
    return stage.host.status(entry.id).state is ServerState.READY
