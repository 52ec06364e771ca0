"""The real window for a probe: started, furnished, with a profile that speaks to `served.py`."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

# What only a developer's environment has is kept out: httpx would load these two if it found them.
sys.modules["click"] = sys.modules["rich"] = None  # type: ignore[assignment]  # the documented way

import qasync

from studio.app import Callboard, start
from studio.core.chats import ChatSettings
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.desk import Desk
from studio.harness.session import SessionController
from studio.ui.chat.chat_page import ChatPage
from studio.ui.loop_timers import end_cancelled_timers

_SECONDS = 120.0
_PROFILE = "bench"


class Stage:
    """What a probe works with."""

    def __init__(self, callboard: Callboard, desk: Desk, address: str) -> None:
        self.callboard = callboard
        self.desk = desk
        self.address = address

    @property
    def page(self) -> ChatPage:
        page = self.desk.shell.page
        if page is None:
            raise RuntimeError
        return page

    async def chat_with(self, model: str) -> SessionController:
        """Opens a new chat with a model of `served.py`, in the window."""
        library = self.desk.works.library
        session = await library.create(ChatSettings(profile_id=_PROFILE, model=model))
        self.desk.shell.open_chat(session.chat.id)
        await until(lambda: self.desk.shell.page and self.page.chat_id == session.chat.id)
        return session


async def until(condition: Callable[[], object], pause: float = 0.005) -> None:
    """Waits for what sets no event."""
    async with asyncio.timeout(_SECONDS):
        while not condition():  # noqa: ASYNC110 - see above
            await asyncio.sleep(pause)


def run(work: Callable[[Stage], Awaitable[dict[str, Any]]]) -> None:
    """Runs the probe's work in the window and prints its answer as JSON."""
    served = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("served.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    port = served.stdout.readline().strip() if served.stdout else ""
    callboard = start([])
    if callboard is None:
        raise SystemExit(1)
    loop = qasync.QEventLoop(callboard.qt)
    end_cancelled_timers(loop)
    asyncio.set_event_loop(loop)
    with loop:
        answer = loop.run_until_complete(_work(callboard, f"http://127.0.0.1:{port}/v1", work))
    served.kill()
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(0)


async def _work(
    callboard: Callboard, address: str, work: Callable[[Stage], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    standing: asyncio.Future[Desk] = asyncio.get_running_loop().create_future()
    running = asyncio.create_task(callboard.run(standing.set_result))
    desk = await standing
    await desk.works.profiles.save(
        ProviderProfile(id=_PROFILE, name="Bench", dialect=Dialect.OPENAI_CHAT, base_url=address)
    )
    await desk.works.preferences.change(has_seen_welcome=True, default_profile_id=_PROFILE)
    try:
        return await work(Stage(callboard, desk, address))
    finally:
        callboard.window.close()
        await running


def cpu() -> float:
    """Seconds of processor time of this process, all threads."""
    return time.process_time()
