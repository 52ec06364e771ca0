"""Processor time and stalls while an answer streams: `streaming_probe.py MODEL`."""

import sys
import time
from typing import Any

import stage
from PySide6.QtCore import Qt, QTimer

_TICK_MS = 5


async def _measure(on: stage.Stage) -> dict[str, Any]:
    warm = await on.chat_with("text-4000-2000")
    await warm.send("warm up")
    # A thousand calls are more than a turn may have unless the user says so.
    await on.desk.works.preferences.change(calls=10_000)
    session = await on.chat_with(sys.argv[1])
    gaps: list[float] = []
    last = [time.perf_counter()]

    def tick() -> None:
        now = time.perf_counter()
        gaps.append((now - last[0]) * 1000)
        last[0] = now

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(_TICK_MS)
    timer.timeout.connect(tick)
    timer.start()
    begun, used = time.perf_counter(), stage.cpu()
    await session.send("go on")
    seconds, used = time.perf_counter() - begun, stage.cpu() - used
    timer.stop()
    gaps.sort()
    return {
        "cpu": used,
        "seconds": seconds,
        "p99": gaps[int(len(gaps) * 0.99)],
        "longest": gaps[-1],
        "length": len(session.turns[-1].rounds[-1].text),
    }


stage.run(_measure)
