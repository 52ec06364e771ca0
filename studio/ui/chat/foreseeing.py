"""Asks what the next send will not carry as it is, whenever something has changed that matters."""

from PySide6.QtCore import QObject, QTimer

from studio.core.chats import ChatSettings
from studio.core.errors import StudioError
from studio.core.messages import Attachment
from studio.core.notices import Notice
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.choices import Choices
from studio.ui.chat.foreseen import ForeseenLine
from studio.ui.sessions import Session

_PAUSE_MS = 120  # several things change together when a model is picked

_Matters = tuple[ChatSettings, Choices, tuple[Attachment, ...], int, bool]


class Foreseeing(QObject):
    """One for each page. Nothing is asked while nothing changes."""

    def __init__(self, session: Session, spawn: Spawn, line: ForeseenLine) -> None:
        super().__init__(line)
        self._session = session
        self._spawn = spawn
        self._line = line
        self._asked: _Matters | None = None
        self._wanted: _Matters | None = None
        self._notices: tuple[Notice, ...] = ()
        self._told: tuple[ChatSettings | None, frozenset[Notice]] = (None, frozenset())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._ask)

    def look(self, attachments: tuple[Attachment, ...], choices: Choices) -> None:
        """Everything that the answer depends on is compared; what is typed is none of it."""
        session = self._session
        settings, turns = session.chat.settings, len(session.turns)
        self._wanted = (settings, choices, attachments, turns, session.is_running)
        if self._wanted != self._asked:
            self._timer.start()

    def sent(self) -> None:
        """What was told of this send is no news at the next, as long as the same is asked."""
        self._told = (self._session.chat.settings, frozenset(self._notices))

    def stop(self) -> None:
        self._timer.stop()
        self._asked = self._wanted

    def _ask(self) -> None:
        self._asked = self._wanted
        if self._asked is not None:
            self._spawn(self._tell(self._asked), "foresee")

    async def _tell(self, asked: _Matters) -> None:
        settings, _, attachments, _, _ = asked
        try:
            notices = await self._session.foresee(attachments, settings)
        except StudioError:
            notices = ()  # the send itself will say what is wrong
        if asked != self._asked:
            return
        self._notices = notices
        told_for, told = self._told
        known = told if told_for == settings else frozenset()
        self._line.show_notices(tuple(each for each in notices if each not in known), attachments)
