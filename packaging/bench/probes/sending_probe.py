"""From the Return key to the request on the wire, and from Stop to an idle chat."""

import time
from functools import partial
from typing import Any

import httpx
import stage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.harness.session import SessionController

_SENDS = 12


async def _measure(on: stage.Stage) -> dict[str, Any]:
    session = await on.chat_with("text-40-2000")
    pressed = []
    for number in range(_SENDS):
        on.page.composer.set_text(f"prompt {number}")
        await stage.until(lambda: not session.is_running)
        pressed.append(time.monotonic())
        QTest.keyClick(on.page.composer.field, Qt.Key.Key_Return)
        await stage.until(partial(_is_done, session, number + 1))
    async with httpx.AsyncClient() as client:
        arrived = (await client.get(on.address.removesuffix("/v1") + "/report")).json()
    waits = [(came - went) * 1000 for went, came in zip(pressed, arrived, strict=True)]
    return {"waits": waits, "stops": [await _stop(on) for _ in range(5)]}


def _is_done(session: SessionController, turns: int) -> bool:
    return len(session.turns) == turns and not session.is_running


async def _stop(on: stage.Stage) -> float:
    session = await on.chat_with("text-200000-500")
    on.page.send("a long one")
    await stage.until(lambda: session.is_running and session.turns[-1].rounds)
    await stage.until(lambda: session.turns[-1].rounds[-1].text)
    begun = time.perf_counter()
    QTest.keyClick(on.page.composer.field, Qt.Key.Key_Escape)
    await stage.until(lambda: not session.is_running, 0.0005)
    return (time.perf_counter() - begun) * 1000


stage.run(_measure)
