"""Shows the last of 200 recorded rounds in a tab of the inspector: `inspector_probe.py TAB KIND`.

TAB is request, response, changes or outlines; or panel, for the real one beside its chat, opened as
by its key and then led to the last request. KIND: `long`, as requests are, with results of 100
kB; or `dense`, with a million small values. Everything comes from the store of the real window.
"""

import asyncio
import json
import sys
import time
from typing import Any

import stage
from gaps import Paints, watched
from served import text_of

from studio.core.chats import Chat, Turn
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
)
from studio.core.recording import Chunk, ConnectionFacts, Recording
from studio.store.chats import SqliteChats
from studio.ui.bridge import Bridge
from studio.ui.inspector.changes_view import ChangesView
from studio.ui.inspector.panel_tabs import Tab
from studio.ui.inspector.request_view import RequestView
from studio.ui.inspector.response_view import ResponseView

_ROUNDS = 200
_CALLS = 5
_LARGE = 20_000_000
_RESULT = 100_000
_ORIGIN = Origin("bench", "Bench", Dialect.OPENAI_CHAT, "m")
_EVENTS = 5_000


def _body(size: int, kind: str) -> bytes:
    if kind == "dense":
        values = [{"id": number, "ok": True, "x": number / 7} for number in range(size // 45)]
        return json.dumps(
            {"model": "m", "messages": [{"role": "user", "content": values}]}
        ).encode()
    words = "\n".join(text_of(1_000) for _ in range(_RESULT // 1_000))
    messages = [
        {"role": "tool", "tool_call_id": f"call_{number}", "content": words}
        for number in range(max(1, size // _RESULT))
    ]
    return json.dumps({"model": "m", "stream": True, "messages": messages}).encode()


def _recording(number: int, request: bytes) -> Recording:
    delta = b'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n'
    chunks = tuple(Chunk(1_000_000 * (400 + place), delta) for place in range(_EVENTS))
    return Recording(
        f"r{number}",
        "t",
        "seen",
        1,
        float(number),
        "POST",
        "https://api.example.test/v1/chat/completions",
        (("content-type", "application/json"), ("authorization", "*" * 40)),
        request,
        200,
        (("content-type", "text/event-stream"),),
        chunks if number == _ROUNDS - 1 else chunks[:10],
        ConnectionFacts("HTTP/2", "127.0.0.1:443", "TLS 1.3", "", is_reused=True),
        9_000_000_000,
    )


def _call(number: int, at: int) -> ToolUse:
    own = f"u{number}-{at}"
    result = ToolResult(own, "found", Outcome.DONE, 5)
    begun = number + 0.1 * at
    return ToolUse(ToolCall(own, "look_up", "{}"), ToolState.ENDED, result, begun, begun + 0.1)


def _round(number: int) -> Round:
    parts: tuple[Part, ...] = (Text("Yes."), *(_call(number, at) for at in range(_CALLS)))
    return Round(f"r{number}", _ORIGIN, float(number), parts, Stop.END, "stop", Usage(9, 9))


async def _fill(on: stage.Stage, kind: str) -> Turn:
    rounds = tuple(_round(number) for number in range(_ROUNDS))
    turn = Turn("t", "seen", None, 1.0, (Text("Go on"),), rounds, TurnState.COMPLETED, ended_at=2.0)
    chats = SqliteChats(on.desk.works.database, time.time)
    await chats.save_chat(Chat("seen", "Seen", 1.0, 1.0))
    await chats.save_turn(turn)
    small, large = _body(_RESULT, "long"), _body(_LARGE, kind)
    before = large[: large.rindex(b', {"')] + b"]}"
    bodies = {_ROUNDS - 2: before, _ROUNDS - 1: large}
    for number in range(_ROUNDS):
        await on.desk.works.recordings.save_recording(_recording(number, bodies.get(number, small)))
    return turn


def _is_ready(view: RequestView | ResponseView | ChangesView) -> bool:
    if not view.page.is_content:
        return False
    if isinstance(view, RequestView):
        return view.body.is_ready
    if isinstance(view, ChangesView):
        return view.after.is_ready and view.before.is_ready
    return view.stream_page.is_content and view.event_body.is_ready


async def _measure(on: stage.Stage) -> dict[str, Any]:
    tab, kind = sys.argv[1:]
    turn = await _fill(on, kind)
    inspection, theme = on.desk.works.inspection, on.callboard.theme
    await inspection.outlines("none")
    if tab == "outlines":
        begun = time.perf_counter()
        await inspection.outlines(turn.id)
        return {"ready": (time.perf_counter() - begun) * 1000}
    if tab == "panel":
        return await _open_panel(on)
    made = {"request": RequestView, "response": ResponseView, "changes": ChangesView}[tab]
    bridge = Bridge(asyncio.get_running_loop())
    view = made(theme, inspection, bridge.spawn)
    view.resize(480, 760)
    view.show()
    await stage.until(view.isVisible)
    paints = Paints(view.page.content)
    with watched() as gaps:
        begun = time.perf_counter()
        view.show_round(turn, f"r{_ROUNDS - 1}")
        await stage.until(lambda: _is_ready(view))
        ready = time.perf_counter()
    view.grab()
    view.hide()
    painted = paints.at or ready
    return {
        "paint": (painted - begun) * 1000,
        "ready": (ready - begun) * 1000,
        "longest": gaps.figures()["longest"],
    }


async def _open_panel(on: stage.Stage) -> dict[str, Any]:
    """As Ctrl+I does in a chat that is open, then on to the bytes of its last request."""
    on.callboard.window.resize(1360, 820)
    await on.desk.works.library.load()
    await on.desk.works.library.open("seen")
    on.desk.shell.open_chat("seen")
    await stage.until(lambda: on.desk.shell.page and on.page.chat_id == "seen")
    inspecting = on.page.glass.inspecting
    await stage.until(lambda: on.page.view.isVisible() and on.page.view.is_settled)
    with watched() as gaps:
        begun = time.perf_counter()
        inspecting.open()
        panel = inspecting.panel
        paints = Paints(panel.view(Tab.ROUNDS).list.viewport())
        await stage.until(lambda: paints.at)
        panel.show_tab(Tab.REQUEST)
        view = panel.view(Tab.REQUEST)
        await stage.until(lambda: _is_ready(view))
        ready = time.perf_counter()
    painted = paints.at or ready
    return {
        "paint": (painted - begun) * 1000,
        "ready": (ready - begun) * 1000,
        "longest": gaps.figures()["longest"],
    }


stage.run(_measure)
