"""When what arrived in the turn that is looked at, and what the whole chat took: asked for anew
while the turn grows, but never twice at once."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.core.recording import Recording
from studio.core.spending import Spent
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.failure_texts import failure_text


class Outlines(QObject):
    """Belongs to its panel.

    Signals: `changed()` when something else is known; `trouble` is then why it could not be read.
    """

    changed = Signal()

    def __init__(self, needs: PanelNeeds, parent: QObject) -> None:
        super().__init__(parent)
        self._needs = needs
        self._wanted = ""  # the turn
        self._of = ""  # the turn whose recordings these are
        self._recordings: Sequence[Recording] = ()
        self._is_asking = False
        self._is_stale = False
        self.spent = Spent()
        self.trouble = ""

    def of(self, turn_id: str) -> Sequence[Recording]:
        return self._recordings if turn_id == self._of else ()

    def ask(self, turn_id: str) -> None:
        """What is asked while an answer is awaited is asked once, behind it."""
        self._wanted = turn_id
        self._is_stale = True
        if not self._is_asking:
            self._is_asking = True
            self._needs.spawn(self._take(), "look at when what arrived")

    async def _take(self) -> None:
        try:
            while self._is_stale and isValid(self):
                self._is_stale = False
                await self._take_once(self._wanted)
        finally:
            self._is_asking = False

    async def _take_once(self, turn_id: str) -> None:
        needs = self._needs
        try:
            spent = await needs.measures.spent(needs.session.chat.id)
            found = await needs.looking.inspection.outlines(turn_id)
        except StudioError as error:
            said = failure_text(error.failure)
            self.trouble = f"{said.title} {said.advice}".strip()
        else:
            self.trouble = ""
            self.spent = spent
            self._recordings, self._of = tuple(found), turn_id
        if turn_id == self._wanted and isValid(self):
            self.changed.emit()
