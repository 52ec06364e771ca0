"""Opens a stored chat in a window that has just started: `opening_probe.py MESSAGES`.

`drawn` is the part after its turns are read, which another thread does.
"""

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
    await on.desk.works.library.open("many")
    read = time.perf_counter()
    on.desk.shell.open_chat("many")
    await stage.until(lambda: on.page.chat_id == "many", 0)
    paints = Paints(on.page.view.viewport())
    await stage.until(lambda: paints.at is not None, 0)
    painted = paints.at or 0.0
    return {"ms": (painted - begun) * 1000, "drawn": (painted - read) * 1000}


stage.run(_measure)
