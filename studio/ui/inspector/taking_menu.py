"""The menu of what can be copied and saved of a turn, a round or a call."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from studio.harness.subject import Subject
from studio.harness.taking import Lack, Take, Taken, lack
from studio.ui.inspector.taking_texts import lack_text, take_text
from studio.ui.tips import plain_tip

translate = QCoreApplication.translate

_GROUPS = (
    (Take.CURL, Take.HTTPX, Take.PYTEST),
    (Take.REPORT, Take.SAVE_REPORT),
    (Take.HAR_OF_TURN, Take.HAR_OF_CHAT),
    (Take.TRACE_OF_TURN, Take.TRACE_OF_CHAT),
)


class Takes(Protocol):
    """What the menu needs of who does it."""

    @property
    def has_turns(self) -> bool: ...

    def start(self, take: Take, subject: Subject) -> None: ...

    def start_looking(self, subject: Subject, show: Callable[[Taken | Lack], None]) -> None: ...


class TakingMenu(QMenu):
    """Looks up what is there each time it opens. What is disabled says why.

    `taking` is asked for when it opens: what does it takes time to load.
    """

    def __init__(
        self,
        taking: Callable[[], Takes],
        subject: Callable[[], Subject],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(translate("Taking", "Copy / Save"), parent)
        self._taking = taking
        self._subject = subject
        self._meant = Subject()
        self.entries: dict[Take, QAction] = {}
        self.setToolTipsVisible(True)
        for number, group in enumerate(_GROUPS):
            if number:
                self.addSeparator()
            for take in group:
                action = self.entries[take] = self.addAction(take_text(take))
                action.triggered.connect(partial(self._start, take))
        self.aboutToShow.connect(self.look)

    def look(self) -> None:
        """Looks for what is chosen now."""
        self._meant = self._subject()
        self._show_lack(Lack.LOOKING if self._meant.turn_id else Lack.NOTHING)
        if self._meant.turn_id:
            self._taking().start_looking(self._meant, partial(self._show, self._meant))

    def _start(self, take: Take) -> None:
        self._taking().start(take, self._meant)

    def _show(self, subject: Subject, found: Taken | Lack) -> None:
        if not isValid(self) or subject != self._meant:
            return  # it was closed, or opened for something else
        if isinstance(found, Lack):
            self._show_lack(found)
            return
        for take, action in self.entries.items():
            _enable(action, lack(take, found))

    def _show_lack(self, why: Lack) -> None:
        for take, action in self.entries.items():
            is_of_chat = take in (Take.HAR_OF_CHAT, Take.TRACE_OF_CHAT)
            _enable(action, None if is_of_chat and self._taking().has_turns else why)


def _enable(action: QAction, why: Lack | None) -> None:
    action.setEnabled(why is None)
    action.setToolTip(plain_tip(lack_text(why)) if why is not None else action.text())
