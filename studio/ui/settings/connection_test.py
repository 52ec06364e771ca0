"""Tries a provider step by step, and says in plain words what works."""

from contextlib import aclosing

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.core.profiles import ProviderProfile
from studio.harness.ports import LastTest, Step, StepResult
from studio.ui.moments import clock_text, day_text, money
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label
from studio.ui.settings.provider_rows import failure_of
from studio.ui.settings.test_lines import TestLines


class ConnectionTest(QWidget):
    """Lives as long as the form of its profile.

    Signals: `finished()`; `running_changed(is_running)`; `chat_requested()`;
    `suggested(code, text)`.
    """

    finished = Signal()
    running_changed = Signal(bool)
    chat_requested = Signal()
    suggested = Signal(str, str)

    def __init__(self, needs: Needs, errands: Errands, *, offers_chat: bool) -> None:
        super().__init__()
        self._offers_chat = offers_chat
        self._needs = needs
        self._errands = errands
        self._errand: Errand | None = None
        self._results: list[StepResult] = []
        self.title = group_label(needs.theme, self.tr("Connection test"))
        frame = QFrame()
        frame.setProperty("kind", "code")
        self.lines = TestLines(needs.theme)
        self.lines.suggested.connect(self.suggested)
        inside = QHBoxLayout(frame)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.lines)
        self.chat = button(self.tr("Use in a chat"), "primary")  # whoever has this one places it
        self.chat.clicked.connect(self.chat_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.title, frame):
            column.addWidget(widget)
        self.chat.hide()
        self.hide()

    @property
    def is_running(self) -> bool:
        return self._errand is not None

    @property
    def text(self) -> str:
        """All that is shown, for a screen reader and for tests."""
        return self.lines.words

    def set_narrow(self, is_narrow: bool) -> None:
        self.lines.set_narrow(is_narrow)

    def show_test(self, profile: ProviderProfile, test: LastTest) -> None:
        """What an earlier test found."""
        if not self.is_running:
            self.lines.show_results(test.steps, is_waiting=False)
            self._end(profile, test)

    def start(self, profile: ProviderProfile, typed_key: str, key_id: str = "") -> None:
        """Tries the profile as it is typed, with the key in the field if there is one."""
        self.stop()
        self._results = []
        self.title.setText(self.tr("Testing the connection…"))
        self.chat.hide()
        self.show()
        self.lines.show_results((), is_waiting=True)
        work = self._run(profile, typed_key, key_id)
        self._errand = self._errands.start(work, "settings: test")
        self.running_changed.emit(True)

    def stop(self) -> None:
        """What was found so far stays."""
        if self._errand is not None:
            self._errand.cancel()
            self.lines.show_results(self._results, is_waiting=False)
            self.title.setText(self.tr("Connection test stopped"))
            self._set_idle()

    async def _run(self, profile: ProviderProfile, typed_key: str, key_id: str) -> None:
        testing = self._needs.profiles.test(profile, typed_key or None, key_id)
        try:
            async with aclosing(testing) as steps:
                async for result in steps:
                    self._take(result)
        except StudioError as error:
            # What stops the test before its first step, such as a keyring that cannot be read.
            self._take(StepResult(Step.ANSWER, 0.0, error.failure))
        if isValid(self):
            self.lines.show_results(self._results, is_waiting=False)
            self._set_idle()
        entry = profile.key(key_id)
        used = "" if typed_key or entry is None else entry.id
        done = tuple(self._results)
        test = await self._needs.models.keep_test(profile, used, profile.model, done)
        if isValid(self):
            self.show_test(profile, test)
            self.finished.emit()

    def _take(self, result: StepResult) -> None:
        self._results.append(result)
        if isValid(self):
            self.lines.show_results(self._results, is_waiting=True)

    def _end(self, profile: ProviderProfile, test: LastTest) -> None:
        """Such as `Last test · today 11:42 · key “work” · $0.0004`."""
        day = day_text(test.at, self._needs.clock())
        facts = [self.tr("Last test · {0} {1}").format(day, clock_text(test.at))]
        entry = next((one for one in profile.keys if one.id == test.key_id), None)
        if entry is not None:
            facts.append(self.tr("key “{0}”").format(entry.name))
        if test.usd is not None:
            facts.append(money(test.usd))
        self.title.setText(" · ".join(facts))
        works = bool(test.steps) and failure_of(test) is None
        self.chat.setVisible(works and self._offers_chat)
        self.show()

    def _set_idle(self) -> None:
        self._errand = None
        self.running_changed.emit(False)
