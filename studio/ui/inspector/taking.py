"""Copies and saves what went over the wire, in forms that other programs understand.

Loaded with the first menu that offers it.
"""

import asyncio
import platform
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from studio.core.chats import Turn
from studio.core.errors import StudioError
from studio.core.recording import Recording
from studio.harness.bug_report import Incident, Machine, as_bug_report
from studio.harness.har_writing import write_har
from studio.harness.request_code import as_curl, as_httpx
from studio.harness.subject import Subject
from studio.harness.taking import Lack, Take, Taken, as_test, lack, round_of, use_of
from studio.harness.text_sink import TextSink
from studio.harness.version import callboard_version
from studio.ui.chat.exporting import Progress, file_name, with_ending
from studio.ui.chat.taking_hook import TakingNeeds
from studio.ui.dialogs import picked_new_file, told
from studio.ui.inspector.taking_note import TakingNote
from studio.ui.inspector.taking_texts import taken_text, trouble_text

translate = QCoreApplication.translate

_HAR, _MARKDOWN = ".har", ".md"


class Taking(QObject):
    """Lives as long as the page whose chat it takes from.

    Signals: `trace_requested(turn_id)`, empty for the whole chat; `done(Take)` when something is on
    the clipboard or in its file.
    """

    trace_requested = Signal(str)
    done = Signal(object)

    def __init__(self, page: QWidget, needs: TakingNeeds) -> None:
        super().__init__(page)
        self._page = page
        self._needs = needs
        self._session = needs.session
        self.note = TakingNote(page, needs.transcript)

    def start(self, take: Take, subject: Subject) -> None:
        """Does it, as work of the page. Errors are told."""
        self._needs.spawn(self._told(take, subject), f"take along: {take.name}")

    @property
    def has_turns(self) -> bool:
        return bool(self._session.turns)

    def start_looking(self, subject: Subject, show: Callable[[Taken | Lack], None]) -> None:
        """Tells what is there of it, or why nothing is, as soon as that is known."""
        self._needs.spawn(self._show(subject, show), "look for what can be taken along")

    async def look(self, subject: Subject) -> Taken | None:
        """What is there of it. None where its turn is gone. Raises `StorageError`."""
        turn = self._turn(subject)
        if turn is None:
            return None
        inspection = self._needs.inspection
        round_ = round_of(turn, subject)
        outlines = await inspection.outlines(turn.id)
        attempts = _attempts(outlines, round_.id if round_ is not None else "")
        use = use_of(turn, round_, subject)
        call = None
        if use is not None:
            calls = await inspection.calls(turn.id)
            call = next((each for each in calls if each.tool_use_id == use.call.id), None)
        server = self._needs.server(call.server_id) if call is not None else None
        return Taken(turn, round_, attempts, bool(outlines), use, call, server)

    async def text(self, take: Take, taken: Taken) -> str:
        """What is copied, or saved in a short file. Made in a thread: bodies may be megabytes."""
        match take:
            case Take.CURL | Take.HTTPX:
                attempts = await self._attempts(taken)
                make = as_curl if take is Take.CURL else as_httpx
                return await asyncio.to_thread(make, attempts[-1]) if attempts else ""
            case Take.PYTEST:
                return await asyncio.to_thread(as_test, taken) or ""
            case Take.REPORT | Take.SAVE_REPORT:
                return await self._report(taken)
            case Take.HAR_OF_TURN | Take.HAR_OF_CHAT | Take.TRACE_OF_TURN | Take.TRACE_OF_CHAT:
                return ""

    async def _show(self, subject: Subject, show: Callable[[Taken | Lack], None]) -> None:
        try:
            taken = await self.look(subject)
        except StudioError:
            show(Lack.UNREADABLE)  # the menu is where it is told
        else:
            show(taken or Lack.NOTHING)

    async def _told(self, take: Take, subject: Subject) -> None:
        try:
            text = await self._take(take, subject)
        except StudioError as error:
            title = translate("Taking", "It could not be taken along")
            await told(self._page, title, trouble_text(error.failure))
            return
        if text is not None:
            self.note.say(taken_text(take, text))
            self.done.emit(take)

    async def _take(self, take: Take, subject: Subject) -> str | None:
        """The text that was taken, empty for a large one; None where nothing was."""
        match take:
            case Take.TRACE_OF_TURN:
                self.trace_requested.emit(subject.turn_id)
                return None
            case Take.TRACE_OF_CHAT:
                self.trace_requested.emit("")
                return None
            case Take.HAR_OF_TURN:
                return await self._save_har((subject.turn_id,))
            case Take.HAR_OF_CHAT:
                turns = await self._session.all_turns()
                return await self._save_har(tuple(turn.id for turn in turns))
            case Take.CURL | Take.HTTPX | Take.PYTEST | Take.REPORT | Take.SAVE_REPORT:
                return await self._take_text(take, subject)

    async def _take_text(self, take: Take, subject: Subject) -> str | None:
        taken = await self.look(subject)
        if taken is None or lack(take, taken) is not None:
            return None
        text = await self.text(take, taken)
        if take is Take.SAVE_REPORT:
            return text if await self._save_report(text) else None
        if text:
            QGuiApplication.clipboard().setText(text)
        return text or None

    async def _report(self, taken: Taken) -> str:
        attempts = await self._attempts(taken)
        events = tuple(await self._needs.inspection.stream(attempts[-1])) if attempts else ()
        quirks = self._needs.quirks(taken.round.origin) if taken.round is not None else ()
        incident = Incident(
            taken.turn, taken.round, attempts, events, quirks, taken.use, taken.call
        )
        return await asyncio.to_thread(_reported, incident)

    async def _attempts(self, taken: Taken) -> tuple[Recording, ...]:
        if not taken.attempts:
            return ()
        recordings = await self._needs.inspection.round_recordings(taken.attempts[-1].round_id)
        return tuple(sorted(recordings, key=lambda each: each.attempt))

    async def _save_report(self, text: str) -> bool:
        sink = await self._sink(translate("Taking", "Save bug report"), _MARKDOWN)
        if sink is None:
            return False
        try:
            await sink.write(lambda: text)
            await sink.finish()
        except BaseException:
            await sink.abandon()
            raise
        return True

    async def _save_har(self, turn_ids: tuple[str, ...]) -> str | None:
        sink = await self._sink(translate("Taking", "Save as HAR"), _HAR)
        if sink is None:
            return None
        progress = Progress(self._page)
        work = asyncio.current_task()
        if work is not None:
            progress.dialog.canceled.connect(work.cancel)
        inspection = self._needs.inspection
        try:
            await write_har(turn_ids, inspection, callboard_version(), sink, progress.show)
        finally:
            progress.close()
        return ""

    async def _sink(self, title: str, suffix: str) -> TextSink | None:
        name = f"{file_name(self._session.chat.title)}{suffix}"
        path = await picked_new_file(self._page, title, name)
        return self._needs.open_sink(with_ending(path, suffix)) if path is not None else None

    def _turn(self, subject: Subject) -> Turn | None:
        return next((each for each in self._session.turns if each.id == subject.turn_id), None)


def _attempts(outlines: Sequence[Recording], round_id: str) -> tuple[Recording, ...]:
    of_round = [each for each in outlines if each.round_id == round_id]
    return tuple(sorted(of_round, key=lambda each: each.attempt))


def _reported(incident: Incident) -> str:
    home = Path.home()
    homes = tuple(dict.fromkeys((str(home), home.as_posix())))
    machine = Machine(
        callboard_version(),
        platform.python_version(),
        qVersion(),
        f"{platform.platform()} {platform.machine()}",
    )
    return as_bug_report(incident, machine, homes)
