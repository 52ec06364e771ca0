"""Callboard with the MCP servers that it finds: its start, and the first seconds after it.

    servers_probe READY

READY is how many of the servers have to be ready before it ends.
"""

import asyncio
import json
import os
import sys
import time
from typing import Any

from studio import app

_STARTED = float(os.environ["CALLBOARD_BENCH_STARTED"])
_WATCHED = 6.0  # seconds
_READY_SECONDS = 60.0

callboard = app.start([])
paint = (time.time() - _STARTED) * 1000
if callboard is None:
    raise SystemExit(1)

# What is imported now costs the start nothing.
import gaps  # noqa: E402 - see above
import qasync  # noqa: E402 - see above

from studio.harness.server_ports import ServerState  # noqa: E402 - see above


async def _measured(running: "app.Callboard", wanted: int) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    standing: asyncio.Future[Any] = loop.create_future()
    with gaps.watched() as watched:
        began = time.perf_counter()
        life = asyncio.create_task(running.run(standing.set_result))
        await asyncio.wait({standing, life}, return_when=asyncio.FIRST_COMPLETED)
        if life.done():
            raise SystemExit(1)  # nothing stands: its log says why
        desk = standing.result()
        furnished = (time.time() - _STARTED) * 1000
        await asyncio.sleep(_WATCHED - (time.perf_counter() - began))
        figures = watched.figures()
    ready = await _all_ready(desk.works.host, desk.works.servers_of_tools.entries, wanted)
    running.window.close()
    await life
    return {"paint": paint, "furnished": furnished, "ready": ready, **figures}


async def _all_ready(host: Any, entries: Any, wanted: int) -> float:
    """Milliseconds from the start until as many were ready."""

    def ready() -> list[float]:
        states = [host.status(entry.id) for entry in entries]
        return sorted(each.since for each in states if each.state is ServerState.READY)

    async with asyncio.timeout(_READY_SECONDS):
        while len(ready()) < wanted:  # noqa: ASYNC110 - a probe, after what it measures
            await asyncio.sleep(0.05)
    return (ready()[wanted - 1] - _STARTED) * 1000 if wanted else 0.0


loop = qasync.QEventLoop(callboard.qt)
asyncio.set_event_loop(loop)
with loop:
    answer = loop.run_until_complete(_measured(callboard, int(sys.argv[1])))
sys.stdout.write(json.dumps(answer) + "\n")
sys.stdout.flush()
os._exit(0)
