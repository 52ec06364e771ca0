"""Shows a stored answer of one long block: `replay_probe.py KIND-LENGTH`."""

import sys
import time
from typing import Any

import stage
from served import one_block

from studio.core.chats import Turn
from studio.core.messages import Dialect, Origin, Round, Stop, Text, TurnState


def _turn(identity: str, answer: str) -> Turn:
    origin = Origin("bench", "Bench", Dialect.OPENAI_CHAT, "m")
    round_ = Round(identity, origin, 1.0, (Text(answer),), Stop.END, "stop", ended_at=2.0)
    prompt = (Text("Question?"),)
    return Turn(identity, "chat", None, 1.0, prompt, (round_,), TurnState.COMPLETED, ended_at=2.0)


async def _measure(on: stage.Stage) -> dict[str, Any]:
    """From the turn to its painted end. A short one of the kind has been shown before."""
    kind, length = sys.argv[1].split("-")
    warm = await on.chat_with("text-4000-2000")
    await warm.send("warm up")
    times = []
    for number, size in enumerate((2_000, int(length))):
        turn = _turn(f"replayed-{number}", one_block(kind, size))
        begun = time.perf_counter()
        on.page.view.open_chat([turn])
        on.page.view.viewport().repaint()
        times.append((time.perf_counter() - begun) * 1000)
    return {"ms": times[-1]}


stage.run(_measure)
