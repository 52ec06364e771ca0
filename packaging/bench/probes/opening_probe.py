"""Opens a stored chat in a window that has just started: `opening_probe.py MESSAGES`."""

import sys
import time
from typing import Any

import stage
from PySide6.QtCore import QEvent, QObject
from served import text_of
from typing_extensions import override

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.messages import Dialect, Origin, Round, Stop, Text, TurnState
from studio.store.chats import SqliteChats


class _Paints(QObject):
    """Notes when the transcript is painted."""

    at: float | None = None

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self.at is None:
            self.at = time.perf_counter()
        return False


async def _fill(on: stage.Stage, chat_id: str, turns: int) -> None:
    """Stored by another store: the window has not seen these turns."""
    store = SqliteChats(on.desk.works.database, time.time)
    chat = Chat(chat_id, "Many", 1.0, 1.0, ChatSettings(profile_id="bench"))
    await store.save_chat(chat)
    origin = Origin("bench", "Bench", Dialect.OPENAI_CHAT, "m")
    parent = None
    for number in range(turns):
        answer = text_of(300 + 37 * (number % 40))
        round_ = Round(f"r{number}", origin, 1.0, (Text(answer),), Stop.END, "stop", ended_at=2.0)
        turn = Turn(
            f"t{number}",
            chat_id,
            parent,
            1.0,
            (Text(f"Question {number}?"),),
            (round_,),
            TurnState.COMPLETED,
            ended_at=2.0,
        )
        await store.save_turn(turn)
        parent = turn.id


async def _measure(on: stage.Stage) -> dict[str, Any]:
    warm = await on.chat_with("text-4000-2000")
    await warm.send("warm up")
    await _fill(on, "many", int(sys.argv[1]) // 2)
    await on.desk.works.library.load()
    begun = time.perf_counter()
    on.desk.shell.open_chat("many")
    await stage.until(lambda: on.page.chat_id == "many", 0)
    paints = _Paints()
    on.page.view.viewport().installEventFilter(paints)
    await stage.until(lambda: paints.at is not None, 0)
    return {"ms": ((paints.at or 0.0) - begun) * 1000, "turns": len(on.page._session.turns)}  # noqa: SLF001


stage.run(_measure)
