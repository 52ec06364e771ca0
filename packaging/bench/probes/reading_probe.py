"""A window with chats of ten thousand messages, at work: `reading_probe.py WORK`.

WORK is `scroll`, `switch`, `resize`, `splitter`, `two`, or `hour`.
"""

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import stage
from filled import fill
from gaps import Paints, watched
from PySide6.QtWidgets import QSplitter, QWidget

from studio.ui.chat.blocks import RowWidget

_MESSAGES = 10_000
_PAGES = 150
_STEPS = 40
_HOUR_CHARACTERS = 3_600 * 50 * 4
_SETTLE = 3.0  # seconds: what is done with a long answer after its end


@dataclass(frozen=True, slots=True)
class _Memory:
    """Megabytes of this process, 0 where the system does not tell. What grows is looked for in
    `own`: of programs and libraries each process is told its share, which changes by tens of
    megabytes when another one starts or ends."""

    whole: float = 0.0
    own: float = 0.0


def _memory() -> _Memory:
    try:
        with open("/proc/self/smaps_rollup", encoding="ascii") as lines:  # noqa: PTH123 - no folder
            told = (line.split() for line in lines if line.startswith("Pss"))
            sizes = {name: int(size) / 1024 for name, size, _ in told}
    except OSError:
        return _Memory()
    return _Memory(sizes["Pss:"], sizes["Pss_Anon:"])


def _before() -> _Memory:
    """With nothing that could still be given back, which would be taken for the text's room."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
    return _memory()


async def _open(on: stage.Stage, chat_id: str) -> float:
    """Milliseconds to its first paint."""
    begun = time.perf_counter()
    on.desk.shell.open_chat(chat_id)
    await stage.until(lambda: on.page.chat_id == chat_id, 0)
    paints = Paints(on.page.view.viewport())
    await stage.until(lambda: paints.at is not None, 0)
    return ((paints.at or 0.0) - begun) * 1000


async def _timed(on: stage.Stage, step: Callable[[], object], *, resizes: bool = False) -> float:
    """Milliseconds from a step to the paint that shows it, which comes after a resize."""
    view = on.page.view
    width = view.width()
    begun = time.perf_counter()
    step()
    if resizes:
        await stage.until(lambda: view.width() != width, 0)
    paints = Paints(view.viewport())
    view.viewport().update()
    await stage.until(lambda: paints.at is not None, 0)
    return ((paints.at or 0.0) - begun) * 1000


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "p50": ordered[len(ordered) // 2],
        "p95": ordered[int(len(ordered) * 0.95)],
        "longest": ordered[-1],
        "mean": sum(ordered) / len(ordered),
    }


async def scroll(on: stage.Stage) -> dict[str, Any]:
    characters = await fill(on, "many", _MESSAGES)
    before = _before()
    await _open(on, "many")
    view = on.page.view
    times = [await _timed(on, lambda: view.scroll_by(-view.page_step())) for _ in range(_PAGES)]
    bar = view.verticalScrollBar()
    for part in range(20):
        bar.setValue(bar.maximum() * part // 20)
        await asyncio.sleep(0)
    gc.collect()
    shown = view.viewport().findChildren(QWidget)
    widgets = sum(isinstance(each, RowWidget) for each in shown)
    added = _memory().own - before.own
    return {
        **_spread(times),
        "widgets": widgets,
        "added": added,
        "text": characters / 1_000_000,
    }


async def switch(on: stage.Stage) -> dict[str, Any]:
    for chat_id in ("one", "other"):
        await fill(on, chat_id, _MESSAGES)
        await _open(on, chat_id)
    times = []
    for number in range(_STEPS):
        times.append(await _open(on, ("one", "other")[number % 2]))
        await asyncio.sleep(0.02)
    return _spread(times)


async def resize(on: stage.Stage) -> dict[str, Any]:
    await fill(on, "many", _MESSAGES)
    await _open(on, "many")
    window = on.callboard.window
    times = []
    for number in range(_STEPS):
        width = 1171 - 9 * (number % 20)
        times.append(await _timed(on, partial(window.resize, width, 780), resizes=True))
    return _spread(times)


async def splitter(on: stage.Stage) -> dict[str, Any]:
    await fill(on, "many", _MESSAGES)
    await _open(on, "many")
    bar = on.callboard.window.findChild(QSplitter)
    if bar is None:
        raise RuntimeError
    handle = bar.moveSplitter
    times = []
    for number in range(_STEPS):
        place = 201 + 5 * (number % 20)
        times.append(await _timed(on, partial(handle, place, 1), resizes=True))
    return _spread(times)


async def two(on: stage.Stage) -> dict[str, Any]:
    first = await on.chat_with("text-60000-500")
    second = await on.chat_with("text-60000-500")
    with watched() as gaps:
        await asyncio.gather(first.send("go on"), second.send("go on"))
    return gaps.figures()


async def hour(on: stage.Stage) -> dict[str, Any]:
    """In a page that has shown an answer before: its widgets are no part of the text."""
    session = await on.chat_with("text-20000-8000")
    await session.send("warm up")
    settings = replace(session.chat.settings, model=f"text-{_HOUR_CHARACTERS}-8000")
    await session.update(replace(session.chat, settings=settings))
    before = _before()
    await session.send("go on")
    # What is written behind the answer comes to its end, and the next request is foreseen.
    await on.desk.works.recordings.recorded_bytes()
    await asyncio.sleep(_SETTLE)
    gc.collect()
    text = len(session.turns[-1].rounds[-1].text) / 1_048_576
    return {"before": before.whole, "text": text, "grown": _memory().own - before.own}


_WORKS = {each.__name__: each for each in (scroll, switch, resize, splitter, two, hour)}


async def _measure(on: stage.Stage) -> dict[str, Any]:
    warm = await on.chat_with("text-4000-2000")
    await warm.send("warm up")
    return await _WORKS[sys.argv[1]](on)


stage.run(_measure)
