"""What a chat page opens beside itself: where its data went, and whole results."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.tools import ToolDefinition
from studio.core.trust import ChatTrust
from studio.harness.trust import ChipFacts
from studio.ui.chat.cards import Cards
from studio.ui.sessions import Session
from studio.ui.theme import Theme

# Loaded when one is opened.
_WHOLE_TEXT = "studio.ui.chat.whole_text"
_TRUST = "studio.ui.chat.trust_window"
_RECEIPTS = "studio.harness.receipts"


def _no_facts(_trust: ChatTrust, _profile_id: str) -> ChipFacts | None:
    return None


def _no_tools() -> tuple[ToolDefinition, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class TrustFacts:
    """`chip` tells what of a chat may go to the provider with that ID, `tools` are those there are,
    `provider_name` is that of a profile by its ID."""

    chip: Callable[[ChatTrust, str], ChipFacts | None] = _no_facts
    tools: Callable[[], tuple[ToolDefinition, ...]] = _no_tools
    provider_name: Callable[[str], str] = str


NO_FACTS = TrustFacts()


class PageWindows(QObject):
    """Belongs to a chat page."""

    def __init__(
        self,
        page: QWidget,
        session: Session,
        theme: Theme,
        trust: TrustFacts,
        spawn: Callable[[Coroutine[Any, Any, object], str], None],
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._theme = theme
        self._trust = trust
        self._spawn = spawn

    def listen(self, cards: Cards) -> None:
        cards.whole_result_requested.connect(
            lambda use: self._spawn(self._show_whole_result(use, cards), "show a whole result")
        )

    def show_trust(self) -> None:
        """What the chat has seen, and where its data went."""
        self._spawn(self._show_trust(), "show where data went")

    async def _show_trust(self) -> None:
        session, trust = self._session, self._session.chat.trust
        turns = await session.all_turns()
        make = import_module(_RECEIPTS).receipt_book
        # In a thread: all turns of a long chat are gone through.
        ledger = await asyncio.to_thread(make, turns, self._trust.tools(), trust)
        window = import_module(_TRUST).TrustWindow(
            trust, ledger, self._trust.provider_name, self._page
        )
        window.marked.connect(lambda level: self._spawn(session.mark(level), "mark the chat"))
        window.show()

    async def _show_whole_result(self, tool_use_id: str, cards: Cards) -> None:
        text = await self._session.full_output(tool_use_id)
        use = cards.use(tool_use_id)
        name = use.call.name if use is not None else self.tr("Result")
        import_module(_WHOLE_TEXT).WholeText(self._theme, name, text, self._page).show()
