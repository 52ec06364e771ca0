"""A whole Callboard in a process of its own, which does what an order says.

    python -m tests.end2end.driven '{"profiles": [...], "sends": [...]}'

It is `python -m studio` in all but two things: after the first page it sends prompts from the
window, and there is one more tool, `hang`, which never ends. What happens is written to the file
that the variable E2E_JOURNAL names, a line each.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from studio.__main__ import main
from studio.core.chats import ChatSettings
from studio.core.events import Event
from studio.core.profiles import ProviderProfile
from studio.core.tools import (
    NO_TALK,
    Arguments,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
)
from studio.desk import Desk
from studio.harness.session import SessionController
from studio.tools.built_in import BuiltInTools
from studio.ui.chat.chat_page import ChatPage

JOURNAL = "E2E_JOURNAL"


class Hang:
    """A tool that never ends, and will not be cancelled either."""

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition("hang", "Never ends.", is_read_only=True)

    def preview(self, arguments: Arguments) -> Preview:
        return Preview("")

    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                note("clings")


def note(*words: object) -> None:
    with Path(os.environ[JOURNAL]).open("a", encoding="utf-8") as journal:
        journal.write(" ".join(map(str, words)) + "\n")


def noting(name: str) -> Callable[[str, Event], None]:
    return lambda _, event: note(name, type(event).__name__)


async def carry_out(desk: Desk, order: dict[str, Any]) -> None:
    works = desk.works
    for profile in order.get("profiles", ()):
        await works.profiles.save(ProviderProfile.model_validate(profile))
    await works.preferences.change(has_seen_welcome=True, **order.get("settings", {}))
    for send in order.get("sends", ()):
        session = await works.library.create(ChatSettings(profile_id=send["profile"]))
        session.subscribe(noting(send["prompt"]))
        desk.shell.open_chat(session.chat.id)
        page = await page_of(desk, session.chat.id)
        page.send(send["prompt"])
        if "then" in send:
            await branch(session, send["then"])
    note("driven", os.getpid())


async def branch(session: SessionController, prompts: list[str]) -> None:
    """Goes on with all prompts but the last, which takes the place of the first turn."""
    while not session.turns or session.is_running:  # noqa: ASYNC110 - it sets no event
        await asyncio.sleep(0.005)
    *others, last = prompts
    for prompt in others:
        await session.send(prompt)
    await session.edit(session.turns[0].id, last)


async def page_of(desk: Desk, chat_id: str) -> ChatPage:
    while (page := desk.shell.page) is None or page.chat_id != chat_id:  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.005)
    return page


def run() -> int:
    order = json.loads(sys.argv[1])
    begin, built_in = Desk.begin, BuiltInTools.tools

    async def begin_and_drive(desk: Desk) -> None:
        await begin(desk)
        desk._server.raise_requested.connect(lambda: note("raised"))
        desk._bridge.spawn(carry_out(desk, order), "drive")

    def with_hang(tools: BuiltInTools) -> tuple[Tool, ...]:
        return (*built_in(tools), Hang())

    setattr(Desk, "begin", begin_and_drive)  # noqa: B010 - mypy minds the plain way
    setattr(BuiltInTools, "tools", with_hang)  # noqa: B010
    return main([])


if __name__ == "__main__":
    sys.exit(run())
