"""A tab about one round: asks for its recordings, and lets one choose between its attempts."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from studio.core.chats import Turn
from studio.core.messages import Retry, Round
from studio.core.recording import Recording
from studio.harness.inspection_ports import Inspection, JsonPath
from studio.ui.inspector.raw_facts import status_text
from studio.ui.inspector.raw_page import RawPage, Spawn, not_recorded
from studio.ui.theme import Theme

translate = QCoreApplication.translate
KeyName = Callable[[str, str], str]  # what the user calls the key of a profile


def key_id_itself(_profile_id: str, key_id: str) -> str:
    """Where nobody knows a key's name."""
    return key_id


class RoundTab(QWidget):
    """Shows one attempt of a round at a time; a subclass fills `content` with `show_attempt`.

    Signals: `path_selected(path)`; `attempt_chosen(attempt)` when the user picks another.
    """

    path_selected = Signal(object)
    attempt_chosen = Signal(int)

    def __init__(self, theme: Theme, inspection: Inspection, spawn: Spawn) -> None:
        super().__init__()
        self._theme = theme
        self._inspection = inspection
        self._spawn = spawn
        self._recordings: tuple[Recording, ...] = ()
        self._round: Round | None = None
        self._wanted: JsonPath | None = None  # a place to go to as soon as it is there
        self.attempts = QComboBox()
        self.attempts.setAccessibleName(translate("inspector", "Attempts of this round"))
        self.attempts.activated.connect(self._choose)
        self.content = QWidget()
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(16, 12, 16, 12)
        self.column.setSpacing(10)
        self.column.addWidget(self.attempts)
        self.page = RawPage(self.content, spawn)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)

    @property
    def recording(self) -> Recording | None:
        """The attempt that is shown."""
        number = self.attempts.currentIndex()
        return self._recordings[number] if 0 <= number < len(self._recordings) else None

    def show_round(self, turn: Turn, round_id: str) -> None:
        """The last attempt of a round of this turn."""
        round_ = next((each for each in turn.rounds if each.id == round_id), None)
        self._recordings, self._wanted = (), None
        self.page.ask(
            lambda: self._inspection.round_recordings(round_id),
            lambda found: self._show_all(tuple(found), round_),
            "inspect a round",
        )

    def show_recording(self, recording: Recording, round_: Round | None = None) -> None:
        """One attempt that is there already."""
        self.page.show_content()
        self._show_all((recording,), round_)

    def clear(self) -> None:
        self._recordings, self._round, self._wanted = (), None, None
        self.page.say(translate("inspector", "Choose a round to see its bytes."))

    def show_attempt(self, recording: Recording, round_: Round | None) -> None:
        """Fills the content. Each tab does it in its own way."""

    def _take_wanted(self) -> JsonPath | None:
        """The place to go to, once."""
        wanted, self._wanted = self._wanted, None
        return wanted

    def _show_all(self, recordings: tuple[Recording, ...], round_: Round | None) -> None:
        self._recordings, self._round = recordings, round_
        self.attempts.clear()
        if not recordings:
            self.page.say(not_recorded())
            return
        retries = () if round_ is None else round_.retries
        for recording in recordings:
            self.attempts.addItem(attempt_text(recording, len(recordings), retries))
        self.attempts.setVisible(len(recordings) > 1)
        self.attempts.setCurrentIndex(len(recordings) - 1)
        self.show_attempt(recordings[-1], round_)

    def _choose(self, number: int) -> None:
        recording = self._recordings[number]
        self.show_attempt(recording, self._round)
        self.attempt_chosen.emit(recording.attempt)


def attempt_text(recording: Recording, count: int, retries: Sequence[Retry]) -> str:
    """Such as `Attempt 1 of 2 · 529 · overloaded`."""
    said = translate("inspector", "Attempt {0} of {1} · {2}")
    text = said.format(recording.attempt, count, status_text(recording))
    why = next((each.category for each in retries if each.attempt == recording.attempt), "")
    return f"{text} · {why}" if why else text
