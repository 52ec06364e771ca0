"""Opens a stored chat in a window that has just started: `opening_probe.py MESSAGES`."""

import sys
import time
from typing import Any

import stage
from filled import fill
from gaps import Paints


async def _measure(on: stage.Stage) -> dict[str, Any]:
    warm = await on.chat_with("text-4000-2000")
    await warm.send("warm up")
    await fill(on, "many", int(sys.argv[1]))
    begun = time.perf_counter()
    on.desk.shell.open_chat("many")
    await stage.until(lambda: on.page.chat_id == "many", 0)
    paints = Paints(on.page.view.viewport())
    await stage.until(lambda: paints.at is not None, 0)
    return {"ms": ((paints.at or 0.0) - begun) * 1000}


stage.run(_measure)
