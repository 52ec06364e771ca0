"""A real turn that is stopped goes on as the user says in the window."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from studio.core.breakpoints import Breakpoint, Point
from studio.core.messages import TurnState
from studio.ui.chat.tool_card import ToolCard
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.fakes import FakeTool, Script, asks, call, says
from tests.harness.open_chat import CHAT, OpenChat
from tests.ui.chat.stopped_page import CALL, page_of, stopped_at, strip_of
from tests.ui.fake_chats import FakeChats
from tests.ui.stage import set_stage

SCHEMA = {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}


async def ended(sending: asyncio.Task[None]) -> None:
    async with asyncio.timeout(10):
        await sending


def chat_that_stops(point: Point, *rounds: Script, tool: FakeTool) -> OpenChat:
    settings = replace(CHAT.settings, breakpoints=(Breakpoint(point),))
    return OpenChat(*rounds, tools=(tool,), chat=replace(CHAT, settings=settings))


async def test_what_is_edited_in_the_window_is_what_runs(qapp: QApplication, until: Until) -> None:
    tool = FakeTool(schema=SCHEMA)
    one = call("a", arguments='{"at": "x"}')
    chat = chat_that_stops(Point.BEFORE_CALL, asks(one), says("Fine."), tool=tool)
    async with page_of(chat.session, qapp) as page:
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: chat.session.hits)
        strip = strip_of(page)
        strip.body.editor.setPlainText(strip.body.editor.text().replace("x", "y"))
        strip.go_on.click()
        await ended(sending)
        assert tool.seen == [{"at": "y"}]
        assert strip.isHidden()


async def test_calls_that_run_side_by_side_are_let_go_one_by_one(
    qapp: QApplication, until: Until
) -> None:
    tool = FakeTool(schema=SCHEMA)
    two = (call("a", arguments='{"at": "x"}'), call("b", arguments='{"at": "y"}'))
    chat = chat_that_stops(Point.BEFORE_CALL, asks(*two), says("Fine."), tool=tool)
    async with page_of(chat.session, qapp) as page:
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: len(chat.session.hits) == 2)
        strip = strip_of(page)
        assert strip.count.text() == "1 of 2"
        strip.next.click()
        strip.go_on.click()
        await until(lambda: tool.seen == [{"at": "y"}])
        assert strip.isVisible()
        strip.go_on.click()
        await ended(sending)
        assert tool.seen == [{"at": "y"}, {"at": "x"}]


async def test_stop_ends_the_turn_with_all_its_calls(qapp: QApplication, until: Until) -> None:
    tool = FakeTool(schema=SCHEMA)
    two = (call("a", arguments='{"at": "x"}'), call("b", arguments='{"at": "y"}'))
    chat = chat_that_stops(Point.BEFORE_CALL, asks(*two), tool=tool)
    async with page_of(chat.session, qapp) as page:
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: len(chat.session.hits) == 2)
        strip_of(page).stop.click()
        await ended(sending)
        assert chat.session.turns[-1].state is TurnState.CANCELLED
        assert not tool.seen
        assert strip_of(page).isHidden()


async def test_a_step_stops_at_the_next_place(qapp: QApplication, until: Until) -> None:
    tool = FakeTool(schema=SCHEMA)
    one = call("a", arguments='{"at": "x"}')
    chat = chat_that_stops(Point.BEFORE_CALL, asks(one), says("Fine."), tool=tool)
    async with page_of(chat.session, qapp) as page:
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: chat.session.hits)
        strip = strip_of(page)
        strip.step.click()
        assert strip.isHidden()
        await until(strip.isVisible)
        assert strip.title.text() == "Stopped before the result of look goes back"
        assert strip.note.text() == "A step led here."
        strip.body.editor.setPlainText("Another result.")
        strip.go_on.click()
        await ended(sending)
        (use,) = chat.session.turns[-1].tool_uses
        assert use.result is not None
        assert use.result.content == "Another result."


async def test_a_chat_that_is_opened_again_shows_what_is_still_held(
    qapp: QApplication, until: Until
) -> None:
    tool = FakeTool(schema=SCHEMA)
    chat = chat_that_stops(Point.BEFORE_REQUEST, says("Fine."), tool=tool)
    async with page_of(chat.session, qapp):
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: chat.session.hits)
    async with page_of(chat.session, qapp) as page:
        strip = strip_of(page)
        assert strip.title.text() == "Stopped before request 1"
        strip.go_on.click()
        await ended(sending)
        assert chat.session.turns[-1].state is TurnState.COMPLETED


async def test_a_call_that_is_held_says_so_on_its_card(qapp: QApplication, until: Until) -> None:
    tool = FakeTool(schema=SCHEMA)
    one = call("a", arguments='{"at": "x"}')
    chat = chat_that_stops(Point.BEFORE_CALL, asks(one), says("Fine."), tool=tool)
    async with page_of(chat.session, qapp) as page:
        sending = asyncio.create_task(chat.session.send("Hello"))
        await until(lambda: chat.session.hits and page.findChildren(ToolCard))
        card = page.findChild(ToolCard)
        assert card is not None
        assert card.accessibleName().endswith(", Stopped here")
        assert "Stopped here" in [each.text() for each in card.findChildren(QLabel)]
        strip_of(page).go_on.click()
        assert not card.accessibleName().endswith(", Stopped here")
        await ended(sending)
    async with page_of(chat.session, qapp) as page:
        await until(lambda: page.findChildren(ToolCard))
        card = page.findChild(ToolCard)
        assert card is not None
        assert card.accessibleName().endswith(", Done")


async def test_a_stop_is_one_of_the_parts_of_the_window(qapp: QApplication, until: Until) -> None:
    session = stopped_at(CALL)
    chats = FakeChats()
    chats.add(session)
    made = await set_stage(Theme(qapp, "light"), chats)
    made.window.show()
    made.window.activateWindow()
    await until(made.window.isActiveWindow)
    made.shell.open_chat("c")
    await until(lambda: made.shell.page is not None and made.shell.page.chat_id == "c")
    page = made.shell.page
    assert page is not None
    await until(page.composer.field.hasFocus)
    went = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_F6)
        went.append(QApplication.focusWidget())
    assert went == [made.shell.list, page.view, strip_of(page).go_on, page.composer.field]
    await made.close()
