"""What a chat page opens beside itself: what went over the wire, and whole results."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.recording import Recording
from studio.ui.chat.cards import Cards
from studio.ui.sessions import Session
from studio.ui.theme import Theme

# Loaded when one is opened.
_DETAILS = "studio.ui.chat.details"
_WHOLE_TEXT = "studio.ui.chat.whole_text"

Recordings = Callable[[str], Awaitable[Sequence[Recording]]]


class PageWindows(QObject):
    """Belongs to a chat page. `recordings` are those of a turn."""

    def __init__(
        self,
        page: QWidget,
        session: Session,
        theme: Theme,
        recordings: Recordings,
        spawn: Callable[[Coroutine[Any, Any, object], str], None],
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._theme = theme
        self._recordings = recordings
        self._spawn = spawn

    def listen(self, cards: Cards) -> None:
        cards.whole_result_requested.connect(
            lambda use: self._spawn(self._show_whole_result(use, cards), "show a whole result")
        )
        cards.details_requested.connect(self._details_of_call)

    def show_details(self, turn_id: str) -> None:
        """What went over the wire in a turn."""
        self._spawn(self._show_details(turn_id), "show details")

    async def _show_details(self, turn_id: str) -> None:
        recordings = await self._recordings(turn_id)
        import_module(_DETAILS).DetailsView(self._theme, recordings, self._page).show()

    async def _show_whole_result(self, tool_use_id: str, cards: Cards) -> None:
        text = await self._session.full_output(tool_use_id)
        use = cards.use(tool_use_id)
        name = use.call.name if use is not None else self.tr("Result")
        import_module(_WHOLE_TEXT).WholeText(self._theme, name, text, self._page).show()

    def _details_of_call(self, tool_use_id: str) -> None:
        for turn in self._session.turns:
            if any(use.call.id == tool_use_id for use in turn.tool_uses):
                self.show_details(turn.id)
                return
