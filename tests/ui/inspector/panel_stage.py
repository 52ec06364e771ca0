"""A chat page in the real window, with the inspector beside it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.messages import (
    Origin,
    Outcome,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    Usage,
)
from studio.core.tools import ToolDefinition
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.choices import Choices, ModelChoice
from studio.ui.chat.metering import Measures
from studio.ui.chat.page_windows import TrustFacts
from studio.ui.inspector.panel import Panel
from studio.ui.inspector.panel_tabs import Tab
from studio.ui.main_window import MainWindow
from studio.ui.theme import Theme
from tests.ui.fake_chats import FakeSession
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import ORIGIN, FakeInspection, a_round, a_turn, looking, no_price

NO_KEY = Qt.KeyboardModifier.NoModifier
BEGIN = 1_764_600_000.0
CHOICES = Choices((ModelChoice("anthropic", "Anthropic", "claude"),), (), "anthropic")
TOOLS = (
    ToolDefinition("query_database", "Asks a database."),
    ToolDefinition("search", "Searches.", server_id="web", server_name="Web"),
)


def a_use(identity: str, begin: float = 1.0, end: float = 2.0, **changed: Any) -> ToolUse:
    """A call that ended well."""
    facts: dict[str, Any] = {
        "call": ToolCall(identity, "query_database", '{"sql": "select 1"}'),
        "state": ToolState.ENDED,
        "result": ToolResult(identity, f"rows of {identity}", Outcome.DONE, 10),
        "started_at": BEGIN + begin,
        "ended_at": BEGIN + end,
    }
    return ToolUse(**{**facts, **changed})


def a_turn_of(turn_id: str = "t1", calls: int = 2) -> Turn:
    """One that called at once, and answered in its second round."""
    uses = tuple(a_use(f"{turn_id}-u{number}") for number in range(calls))
    first = a_round(
        f"{turn_id}-r1", parts=(Text("I look."), *uses), stop=Stop.TOOL_CALLS, ended_at=BEGIN + 1
    )
    last = Round(
        f"{turn_id}-r2",
        ORIGIN,
        BEGIN + 2,
        (Text("TX-310 drifted."),),
        Stop.END,
        "stop",
        Usage(14_000, 300),
        ended_at=BEGIN + 4,
    )
    return a_turn(first, last, turn_id=turn_id)


def a_session(*turns: Turn, **settings: Any) -> FakeSession:
    chat = Chat("c1", "Readings", 1.0, 1.0, ChatSettings(**settings))
    return FakeSession(chat, turns or (a_turn_of(),))


@dataclass
class Glass:
    """The window and what a test wants to reach of it."""

    window: MainWindow
    page: ChatPage
    session: FakeSession
    inspection: FakeInspection
    bridge: Bridge
    theme: Theme

    @property
    def panel(self) -> Panel:
        panel = self.page.glass.inspecting.panel
        assert isinstance(panel, Panel)
        return panel

    @property
    def is_open(self) -> bool:
        return self.page.glass.inspecting.is_open

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NO_KEY) -> None:
        focused = self.window.focusWidget()
        assert focused is not None, "nothing has the focus"
        QTest.keyClick(focused, key, modifier)

    def toggle(self) -> None:
        """By its key."""
        self.press(Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)

    async def opened(self, tab: Tab = Tab.ROUNDS) -> Any:
        """The tab's widget, with all there that was asked for."""
        if not self.is_open:
            self.page.glass.inspecting.open()
        self.panel.show_tab(tab)
        await self.settled()
        return self.panel.view(tab)

    async def settled(self) -> None:
        while self.bridge.running:
            await self.bridge.settle(10.0)
            await asyncio.sleep(0)


@asynccontextmanager
async def glass_box(
    qapp: QApplication,
    session: FakeSession | None = None,
    inspection: FakeInspection | None = None,
    *,
    price: Callable[[Origin, Usage], Decimal | None] = no_price,
    measures: Measures = NOTHING_MEASURED,
    size: tuple[int, int] = (1300, 800),
) -> AsyncIterator[Glass]:
    session, inspection = session or a_session(), inspection or FakeInspection()
    bridge, theme = Bridge(asyncio.get_running_loop()), Theme(qapp, "light")
    needs = PageNeeds(
        theme,
        bridge.spawn,
        looking(inspection, price=price),
        lambda _: (),
        new_files(),
        measures,
        trust=TrustFacts(tools=lambda: TOOLS),
    )
    window = MainWindow(theme)
    window.resize(*size)
    window.show()
    window.activateWindow()
    # No event loop inside the loop once there is work: before there is a page.
    QTest.qWaitForWindowActive(window)
    page = ChatPage(session, needs, CHOICES)
    window.show_page(page)
    page.begin()
    try:
        yield Glass(window, page, session, inspection, bridge, theme)
    finally:
        page.leave()
        await bridge.close()
        window.finish_close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
