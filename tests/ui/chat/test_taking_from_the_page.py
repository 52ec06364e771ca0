"""Copy and save stand where the reader is: at a message, at a card, in the inspector's head."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from studio.core.chats import Chat
from studio.harness.taking import Take
from studio.harness.trace_ports import Traces
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices
from studio.ui.chat.message_bars import MessageBars
from studio.ui.chat.messages import Message
from studio.ui.chat.rows import CardRow
from studio.ui.chat.tool_card import ToolCard
from studio.ui.inspector.taking_menu import TakingMenu
from studio.ui.inspector.trace_export import TraceExportDialog
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import looking, recording
from tests.ui.inspector.taking_stage import TURN, CallsToo
from tests.ui.inspector.test_traces import FakeTraces


@asynccontextmanager
async def page_of(qapp: QApplication, traces: Traces | None = None) -> AsyncIterator[ChatPage]:
    bridge = Bridge(asyncio.get_running_loop())
    needs = PageNeeds(
        Theme(qapp, "light"),
        bridge.spawn,
        looking(CallsToo(recording("r1"), recording("r2"))),
        lambda _: (),
        new_files(),
        NOTHING_MEASURED,
        traces=lambda: traces or FakeTraces(),
    )
    session = FakeSession(Chat("c1", "Herons", 1.0, 1.0), (TURN,))
    page = ChatPage(session, needs, Choices())
    page.resize(1100, 700)
    page.show()
    yield page
    page.leave()
    await bridge.close()
    page.close()
    page.deleteLater()


def taking_in(menu: QMenu) -> TakingMenu:
    (found,) = [each for each in menu.findChildren(QMenu) if isinstance(each, TakingMenu)]
    return found


async def looked(menu: TakingMenu, until: Until) -> set[Take]:
    menu.aboutToShow.emit()
    await until(lambda: menu.entries[Take.CURL].isEnabled())
    return {take for take, action in menu.entries.items() if action.isEnabled()}


async def test_the_menu_of_a_message_takes_its_turn_along(qapp: QApplication, until: Until) -> None:
    async with page_of(qapp) as page:
        bars = MessageBars(page.view, page.view)
        menu = QMenu(page)
        bars.add_to(menu, Message("t1", is_prompt=True))
        taking = taking_in(menu)
        assert await looked(taking, until) == set(Take) - {Take.PYTEST}
        taking.entries[Take.CURL].trigger()
        await until(lambda: qapp.clipboard().text().startswith("curl"))


async def test_the_menu_at_a_card_takes_its_call_along(qapp: QApplication, until: Until) -> None:
    async with page_of(qapp) as page:
        view = page.view
        await until(view.bound)
        card = next(row for row in view.bound().values() if isinstance(row.row, CardRow))
        taking = taking_in(view.make_menu(card.geometry().center()))
        assert Take.PYTEST in await looked(taking, until)


async def test_the_menu_key_on_a_card_opens_the_menu_of_its_call(
    qapp: QApplication, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    # Shown it would take the keyboard, which Qt's offscreen platform cannot.
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: opened.append(menu))
    async with page_of(qapp) as page:
        page.activateWindow()
        await until(page.view.bound)
        page.view.show_card("u1")
        await until(lambda: isinstance(qapp.focusWidget(), ToolCard))
        card = qapp.focusWidget()
        assert card is not None
        key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
        qapp.sendEvent(card, key)
        assert Take.PYTEST in await looked(taking_in(opened[0]), until)


async def test_the_inspectors_head_takes_along_what_it_is_at(
    qapp: QApplication, until: Until
) -> None:
    async with page_of(qapp) as page:
        inspecting = page.glass.inspecting
        inspecting.show_call("u1")
        (button,) = [
            each
            for each in inspecting.panel.findChildren(QToolButton)
            if isinstance(each.menu(), TakingMenu)
        ]
        assert button.accessibleName() == "Copy / Save"
        assert not button.icon().isNull()
        assert Take.PYTEST in await looked(button.menu(), until)
        inspecting.panel.show_turn("t1", "r2")
        assert Take.PYTEST not in await looked(button.menu(), until)


async def test_a_trace_of_the_turn_is_asked_about_in_its_own_window(
    qapp: QApplication, until: Until
) -> None:
    async with page_of(qapp) as page:
        menu = QMenu(page)
        page.view.extend_menu(menu, Message("t1", is_prompt=False), "")
        taking = taking_in(menu)
        await looked(taking, until)
        taking.entries[Take.TRACE_OF_TURN].trigger()
        await until(lambda: page.findChild(TraceExportDialog))
        dialog = page.findChild(TraceExportDialog)
        assert dialog is not None
        dialog.reject()
        await until(lambda: page.findChild(TraceExportDialog) is None)
