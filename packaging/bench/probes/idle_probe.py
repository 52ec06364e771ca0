"""What Callboard takes while nothing happens."""

import asyncio
import time
from pathlib import Path
from typing import Any

import stage
from PySide6.QtCore import QEvent, QObject
from typing_extensions import override

_SETTLE = 20.0
_WATCH = 10.0


class _Ticks(QObject):
    """Counts the timer events that reach the application's objects."""

    count = 0

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Timer:
            self.count += 1
        return False


async def _measure(on: stage.Stage) -> dict[str, Any]:
    await on.chat_with("text-4000-2000")
    await asyncio.sleep(_SETTLE)
    memory, most = _resident()
    ticks = _Ticks()
    on.callboard.qt.installEventFilter(ticks)
    used, begun = stage.cpu(), time.monotonic()
    await asyncio.sleep(_WATCH)
    used, watched = stage.cpu() - used, time.monotonic() - begun
    on.callboard.qt.removeEventFilter(ticks)
    # The probe's own sleep is one; the caret blinks about once a second.
    return {
        "memory": memory,
        "most": most,
        "cpu": used / watched,
        "ticks": (ticks.count - 1) / watched,
    }


def _resident() -> tuple[float, float]:
    """Bytes of this process: shared pages by share (PSS), and as if nobody shared them (RSS)."""
    rollup = Path("/proc/self/smaps_rollup")
    if not rollup.exists():
        return float("nan"), float("nan")
    sizes = {
        line.split(":")[0]: float(line.split()[1]) * 1024
        for line in rollup.read_text().splitlines()
        if line.startswith(("Pss:", "Rss:"))
    }
    return sizes["Pss"], sizes["Rss"]


stage.run(_measure)
