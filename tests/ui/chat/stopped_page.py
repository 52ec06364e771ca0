"""A chat page over a session that is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from PySide6.QtWidgets import QApplication

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Hit, Point, Resume, ResumeKind
from studio.core.chats import Chat, ChatSettings
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices, ModelChoice
from studio.ui.chat.stop_strip import StopStrip
from studio.ui.sessions import Session
from studio.ui.theme import Theme
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import NOTHING_RECORDED

HERE = Choices((ModelChoice("practice", "Practice provider", stays_here=True),), (), "practice")
REQUEST = Hit("r", Point.BEFORE_REQUEST, 3, body='{"model": "x", "messages": [], "n": 1.0}')
CALL = Hit("c", Point.BEFORE_CALL, 1, "u1", "get_weather", '{"city":"Graz"}')
RESULT = Hit("e", Point.BEFORE_RESULT, 1, "u1", "get_weather", "Sunny.", "done")
FAILED = Hit("f", Point.ON_ERROR, 2, detail="rate_limit")


def stopped_at(*hits: Hit, breakpoints: tuple[Breakpoint, ...] = ()) -> FakeSession:
    """A session that stands there."""
    settings = replace(ChatSettings(profile_id="practice"), breakpoints=breakpoints)
    session = FakeSession(Chat("c", "A title", 1.0, 1.0, settings))
    session.begin("t", "Hello")
    session.change(hits=hits)
    return session


def move_to(session: FakeSession, *hits: Hit) -> None:
    """Stops elsewhere, as the harness tells it."""
    before = {each.id for each in session.hits}
    gone = before - {each.id for each in hits}
    session.hits = hits
    for id_ in gone:
        session.tell("t", ev.BreakpointSettled(id_, ResumeKind.CONTINUE))
    for each in hits:
        if each.id not in before:
            session.tell("t", ev.BreakpointHit(each))


def resumed(session: FakeSession) -> list[Resume]:
    """What was said at the stops, in order."""
    return [each[2] for each in session.asked if isinstance(each, tuple) and each[0] == "resume"]


def strip_of(page: ChatPage) -> StopStrip:
    strip = page.glass.breaking.strip
    assert isinstance(strip, StopStrip)
    return strip


@asynccontextmanager
async def page_of(session: Session, qapp: QApplication) -> AsyncIterator[ChatPage]:
    bridge = Bridge(asyncio.get_running_loop())
    needs = PageNeeds(
        Theme(qapp, "light"),
        bridge.spawn,
        NOTHING_RECORDED,
        lambda _: (),
        new_files(),
        NOTHING_MEASURED,
    )
    page = ChatPage(session, needs, HERE)
    page.resize(800, 600)
    page.show()
    page.activateWindow()
    page.begin()
    try:
        yield page
    finally:
        page.leave()
        await bridge.close()
        page.close()
        page.deleteLater()
