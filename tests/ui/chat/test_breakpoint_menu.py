"""The user says where the turns of a chat stop, and sees that they do."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Point
from studio.core.messages import Dialect, Origin, Stop, ToolCall, Usage
from studio.ui.chat.breakpoint_menu import BreakpointMenu, breakpoint_text, toggled
from studio.ui.chat.chat_page import ChatPage
from studio.ui.chat.tool_card import ToolCard
from tests.conftest import Until
from tests.ui.chat.stopped_page import page_of, stopped_at
from tests.ui.fake_chats import FakeSession

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)

REQUESTS = Breakpoint(Point.BEFORE_REQUEST)
OF_TOOL = Breakpoint(Point.BEFORE_CALL, "look & see")
ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m")


def entries(menu: QMenu) -> dict[str, QAction]:
    return {each.text(): each for each in menu.actions() if each.text()}


def menu_of(page: ChatPage) -> QMenu:
    """The one in the menu of the header."""
    whole = page.header.menu_button.menu()
    whole.aboutToShow.emit()
    menu = entries(whole)["Breakpoints"].menu()
    assert isinstance(menu, BreakpointMenu)
    menu.fill()
    return menu


def set_in(session: FakeSession) -> tuple[Breakpoint, ...]:
    return session.chat.settings.breakpoints


async def test_the_menu_sets_and_removes_each_kind(qapp: QApplication, until: Until) -> None:
    session = stopped_at()
    async with page_of(session, qapp) as page:
        names = (
            "Before each request",
            "Before each call",
            "Before each result goes back",
            "On errors",
        )
        for number, name in enumerate(names, start=1):
            assert not entries(menu_of(page))[name].isChecked()
            entries(menu_of(page))[name].trigger()
            await until(partial(_has, session, number))
            assert entries(menu_of(page))[name].isChecked()
        assert {each.point for each in set_in(session)} == set(Point)
        entries(menu_of(page))["Before each call"].trigger()
        await until(lambda: len(set_in(session)) == 3)
        assert Breakpoint(Point.BEFORE_CALL) not in set_in(session)


async def test_those_of_single_tools_are_listed_and_removed(
    qapp: QApplication, until: Until
) -> None:
    session = stopped_at(breakpoints=(REQUESTS, OF_TOOL))
    async with page_of(session, qapp) as page:
        listed = entries(menu_of(page))["Before look && see runs"]
        assert listed.isChecked()
        listed.trigger()
        await until(lambda: set_in(session) == (REQUESTS,))
        assert "Before look && see runs" not in entries(menu_of(page))


async def test_all_are_removed_at_once(qapp: QApplication, until: Until) -> None:
    session = stopped_at(breakpoints=(REQUESTS, OF_TOOL))
    async with page_of(session, qapp) as page:
        entries(menu_of(page))["Remove all"].trigger()
        await until(lambda: set_in(session) == ())
        assert not entries(menu_of(page))["Remove all"].isEnabled()


async def test_the_menu_stands_once_before_what_deletes_the_chat(qapp: QApplication) -> None:
    async with page_of(stopped_at(), qapp) as page:
        menu_of(page)
        menu_of(page)
        texts = [each.text() for each in page.header.menu_button.menu().actions()]
        assert texts.count("Breakpoints") == 1
        assert texts.index("Breakpoints") < texts.index("Delete")


async def test_the_header_says_how_many_are_set_and_opens_the_menu(
    qapp: QApplication, until: Until
) -> None:
    session = stopped_at()
    async with page_of(session, qapp) as page:
        pill = page.glass.breaking.pill
        assert not pill.isVisible()
        await session.set_breakpoints((REQUESTS, OF_TOOL))
        assert pill.isVisible()
        assert pill.text() == "2"
        assert pill.accessibleName() == "Breakpoints: 2"
        pill.click()
        await until(lambda: isinstance(QApplication.activePopupWidget(), BreakpointMenu))
        opened = QApplication.activePopupWidget()
        assert opened is not None
        opened.close()
        await session.set_breakpoints(())
        assert not pill.isVisible()


async def test_the_menu_of_a_card_stops_before_its_tool(qapp: QApplication, until: Until) -> None:
    session = stopped_at()
    async with page_of(session, qapp) as page:
        call = ToolCall("u1", "look", '{"at": 1}')
        session.tell("t", ev.RoundStarted("r", ORIGIN, 1.0))
        session.tell("t", ev.ToolCallDelta("u1", "look", '{"at": 1}'))
        session.tell("t", ev.RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, ""))
        await until(lambda: page.view.findChild(ToolCard))
        card = page.view.findChild(ToolCard)
        assert isinstance(card, ToolCard)
        await until(card.isVisible)
        for name, point in (
            ("Pause before this tool", Point.BEFORE_CALL),
            ("Pause before this tool's result", Point.BEFORE_RESULT),
        ):
            await choose_by_keyboard(card, name, until)
            await until(partial(_stops, session, Breakpoint(point, "look")))
            assert entries(by_mouse(page, card))[name].isChecked()
        entries(by_mouse(page, card))["Pause before this tool"].trigger()
        await until(lambda: set_in(session) == (Breakpoint(Point.BEFORE_RESULT, "look"),))


def _has(session: FakeSession, number: int) -> bool:
    return len(set_in(session)) == number


def _stops(session: FakeSession, each: Breakpoint) -> bool:
    return each in set_in(session)


async def choose_by_keyboard(card: ToolCard, name: str, until: Until) -> None:
    """Opens the menu by the key for it, while the card has the focus."""
    card.activateWindow()
    card.setFocus(Qt.FocusReason.TabFocusReason)
    await until(card.hasFocus)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    QApplication.sendEvent(card, asked)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries(menu)[name].trigger()
    menu.close()


def by_mouse(page: ChatPage, card: ToolCard) -> QMenu:
    return page.view.make_menu(card.mapTo(page.view.viewport(), QPoint(5, 5)))


def test_one_is_set_or_removed_and_the_others_stay() -> None:
    assert toggled((REQUESTS,), OF_TOOL) == (REQUESTS, OF_TOOL)
    assert toggled((REQUESTS, OF_TOOL), REQUESTS) == (OF_TOOL,)


def test_each_has_words_of_its_own() -> None:
    every = [Breakpoint(point, tool) for point in Point for tool in ("", "look")]
    texts = {breakpoint_text(each) for each in every}
    assert len(texts) == len(every) - 1  # a request has no tool
