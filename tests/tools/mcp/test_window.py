"""Servers beside a window: its event loop is Qt's, and is never held up."""

from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtWidgets import QApplication

from studio.core.servers import StartMode
from tests.tools.mcp.stage import odd, staged

pytestmark = pytest.mark.slow


async def test_servers_run_on_the_loop_of_the_window(qapp: QApplication) -> None:
    async with staged(odd("noisy", start=StartMode.WITH_CALLBOARD)) as stage:
        await stage.ready()
        assert (await stage.call("ping")).text == "pong"
        assert (await stage.call("die")).is_error
        assert (await stage.call("ping")).text == "pong"
        stage.host.stop("a")


async def test_a_result_of_megabytes_holds_the_window_only_for_moments(qapp: QApplication) -> None:
    async with staged(odd(start=StartMode.WITH_CALLBOARD)) as stage:
        await stage.ready()
        longest = 0.0
        call = asyncio.create_task(stage.call("big", size=5_000_000))
        while not call.done():
            began = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - began)
        assert len((await call).text) == 5_000_000
        assert longest < 0.25
