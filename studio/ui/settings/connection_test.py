"""Tries a provider step by step, and says in plain words what works."""

from contextlib import aclosing

from PySide6.QtCore import QCoreApplication, Qt, QTime, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.errors import Failure, StudioError
from studio.core.profiles import ProviderProfile
from studio.harness.ports import Step, StepResult
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.failure_texts import failure_text
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.provider_rows import Verdict

translate = QCoreApplication.translate


class ConnectionTest(QWidget):
    """Lives as long as the form of its profile.

    Signals: `finished(verdict)`; `running_changed(is_running)`; `chat_requested()`.
    """

    finished = Signal(object)
    running_changed = Signal(bool)
    chat_requested = Signal()

    def __init__(self, needs: Needs, errands: Errands, *, offers_chat: bool) -> None:
        super().__init__()
        self._offers_chat = offers_chat
        self._needs = needs
        self._errands = errands
        self._errand: Errand | None = None
        self._results: list[StepResult] = []
        self.title = group_label(needs.theme, self.tr("Connection test"))
        self._frame = QFrame()
        self._frame.setProperty("kind", "code")
        self._lines = QVBoxLayout(self._frame)
        self._lines.setContentsMargins(14, 12, 14, 12)
        self._lines.setSpacing(8)
        self.chat = button(self.tr("Use in a chat"), "primary")
        self.chat.clicked.connect(self.chat_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self._frame)
        column.addWidget(self.chat)
        self.hide()

    @property
    def is_running(self) -> bool:
        return self._errand is not None

    @property
    def text(self) -> str:
        """All that is shown, for a screen reader and for tests."""
        rows = self._frame.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return "\n".join(row.accessibleName() for row in rows if not row.isHidden())

    def show_verdict(self, verdict: Verdict) -> None:
        """What an earlier test found."""
        self._clear()
        for result in verdict.steps:
            self._add(_StepRow(self._needs, result))
        self._end(verdict)

    def start(self, profile: ProviderProfile, typed_key: str) -> None:
        """Tries the profile as it is typed, with the key in the field if there is one."""
        self.stop()
        self._clear()
        self._results = []
        self.title.setText(self.tr("Testing the connection…"))
        self.chat.hide()
        self.show()
        self._add(_WaitingRow(self._needs))
        self._errand = self._errands.start(self._run(profile, typed_key), "settings: test")
        self.running_changed.emit(True)

    def stop(self) -> None:
        """What was found so far stays."""
        if self._errand is not None:
            self._errand.cancel()
            self._drop_waiting()
            self.title.setText(self.tr("Connection test stopped"))
            self._set_idle()

    async def _run(self, profile: ProviderProfile, typed_key: str) -> None:
        try:
            async with aclosing(self._needs.profiles.test(profile, typed_key or None)) as steps:
                async for result in steps:
                    self._take(result)
        except StudioError as error:
            # What stops the test before its first step, such as a keyring that cannot be read.
            self._take(StepResult(Step.ANSWER, 0.0, error.failure))
        self._drop_waiting()
        verdict = Verdict(QTime.currentTime().toString("HH:mm"), tuple(self._results))
        self._set_idle()
        self._end(verdict)
        self.finished.emit(verdict)

    def _take(self, result: StepResult) -> None:
        self._results.append(result)
        self._drop_waiting()
        self._add(_StepRow(self._needs, result))
        self._add(_WaitingRow(self._needs))

    def _end(self, verdict: Verdict) -> None:
        self.title.setText(self.tr("Last test · {0}").format(verdict.tested_at))
        works = bool(verdict.steps) and verdict.failure is None
        self.chat.setVisible(works and self._offers_chat)
        self.show()

    def _set_idle(self) -> None:
        self._errand = None
        self.running_changed.emit(False)

    def _add(self, row: QWidget) -> None:
        self._lines.addWidget(row)

    def _drop_waiting(self) -> None:
        item = self._lines.itemAt(self._lines.count() - 1)
        row = None if item is None else item.widget()
        if isinstance(row, _WaitingRow):
            self._lines.removeWidget(row)
            row.deleteLater()

    def _clear(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()


class _WaitingRow(QWidget):
    """The step that is being tried."""

    def __init__(self, needs: Needs) -> None:
        super().__init__()
        icon = StateIcon(needs.theme)
        icon.show_tone(Tone.RUNNING, asks=False)
        text = self.tr("Waiting for the provider…")
        self.setAccessibleName(text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(icon)
        row.addWidget(labelled(text, "secondary"), 1)


class _StepRow(QWidget):
    """What came of one step: the time, and in a failure what the provider itself said."""

    def __init__(self, needs: Needs, result: StepResult) -> None:
        super().__init__()
        sentence = step_text(result)
        words = [] if result.failure is None else failure_lines(result.failure)
        speed = translate("settings", "{0} ms").format(round(result.milliseconds))
        self.setAccessibleName("\n".join([f"{sentence} ({speed})", *words]))
        icon = StateIcon(needs.theme)
        icon.show_tone(Tone.SUCCESS if result.failure is None else Tone.DANGER, asks=False)
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(labelled(sentence, ""))
        for line in words:
            lines.addWidget(labelled(line, "secondary"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        time = labelled(speed, "muted")
        time.setWordWrap(False)
        row.addWidget(time, 0, Qt.AlignmentFlag.AlignTop)


def step_text(result: StepResult) -> str:
    """What a step found, in plain words."""
    works, fails = _step_texts(result.detail)[result.step]
    return works if result.failure is None else fails


def failure_lines(failure: Failure) -> list[str]:
    """The sentence of the category, the provider's own words, where it was, and what to do."""
    text = failure_text(failure)
    status = "" if failure.status is None else str(failure.status)
    where = " · ".join(filter(None, (status, failure.url, failure.request_id)))
    return [line for line in (text.title, failure.message, where, text.advice) if line]


def _step_texts(detail: str) -> dict[Step, tuple[str, str]]:
    """`detail` is a count, what the model said, or whether it called the tool."""
    called = translate("settings", "The model calls tools")
    accepted = translate("settings", "Tools are accepted, though the model called none")
    return {
        Step.MODELS: (
            translate("settings", "Models found: {0}").format(detail),
            translate("settings", "The list of models could not be read"),
        ),
        Step.ANSWER: (
            translate("settings", "The model answers: “{0}”").format(detail.strip()),
            translate("settings", "The model does not answer"),
        ),
        Step.STREAM: (
            translate("settings", "The answer streams, in {0} pieces").format(detail),
            translate("settings", "The answer does not stream"),
        ),
        Step.TOOLS: (
            accepted if detail == "accepted" else called,
            translate("settings", "The model cannot be offered tools"),
        ),
    }
