"""Checks what a model can do: says first what that may cost, then each thing as it is tried."""

from contextlib import aclosing

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.harness.ports import Check, CheckResult, ProbeCost
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.failure_texts import failure_text
from studio.ui.moments import money, token_count
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.model_texts import abilities_line
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.test_lines import speed_text

translate = QCoreApplication.translate


class Probe(QWidget):
    """Lives as long as the form of its profile. Hidden until it is opened.

    Signals: `closed()`; `grew()`, with each line, so that whoever scrolls can follow.
    """

    closed = Signal()
    grew = Signal()

    def __init__(self, needs: Needs, errands: Errands, profile_id: str) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._id = profile_id
        self._model = ""
        self._errand: Errand | None = None
        self.results: list[CheckResult] = []
        self.title = group_label(needs.theme, "")
        self.cost = labelled("", "secondary")
        self.summary = labelled("", "bold")
        self.summary.setWordWrap(True)
        self.start_button = button(self.tr("Start"), "primary", self.tr("Start the check"))
        self.stop_button = button(self.tr("Stop"), name=self.tr("Stop the check"))
        self.close_button = button(self.tr("Close"), "flat", self.tr("Close the check"))
        self._place()
        self.start_button.clicked.connect(self.start)
        self.stop_button.clicked.connect(self.stop)
        self.close_button.clicked.connect(self._close)
        self.hide()

    @property
    def is_running(self) -> bool:
        return self._errand is not None

    @property
    def text(self) -> str:
        rows = self._frame.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return "\n".join(row.accessibleName() for row in rows if not row.isHidden())

    def open_for(self, model: str) -> None:
        """Says what it may cost. Nothing is sent yet."""
        self.stop()
        self._model = model
        self._empty()
        self._frame.hide()
        self.title.setText(self.tr("Check what {0} can do").format(model))
        self.cost.setText(cost_text(self._needs.models.probe_cost(self._id, model)))
        self._show_state(is_running=False)
        self.show()
        self.start_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def start(self) -> None:
        self._empty()
        self._frame.show()
        self._show_state(is_running=True)
        self.stop_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._lines.addWidget(_Line(self._needs, None))
        self._errand = self._errands.start(self._run(self._model), "settings: probe a model")

    def stop(self) -> None:
        """What was found so far stays, and is kept."""
        if self._errand is not None:
            self._errand.cancel()
            self._end(self.tr("Stopped. What was found so far is kept."))

    def _place(self) -> None:
        self._frame = QFrame()
        self._frame.setProperty("kind", "code")
        self._lines = QVBoxLayout(self._frame)
        self._lines.setContentsMargins(14, 10, 14, 10)
        self._lines.setSpacing(6)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for one in (self.start_button, self.stop_button, self.close_button):
            buttons.addWidget(one)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.title, self.cost, self._frame, self.summary):
            column.addWidget(widget)
        column.addLayout(buttons)

    async def _run(self, model: str) -> None:
        said = ""
        try:
            async with aclosing(self._needs.models.probe(self._id, model)) as checks:
                async for result in checks:
                    if isValid(self):
                        self._take(result)
        except StudioError as error:
            text = failure_text(error.failure)
            said = " ".join(filter(None, (text.title, error.failure.message, text.advice)))
        if isValid(self):
            found = self._needs.models.entry(self._id, model).abilities
            known = self.tr("Kept for this model: {0}").format(abilities_line(found))
            self._end(said or known)

    def _take(self, result: CheckResult) -> None:
        self.results.append(result)
        self._drop_waiting()
        self._lines.addWidget(_Line(self._needs, result))
        self._lines.addWidget(_Line(self._needs, None))
        self.grew.emit()

    def _end(self, said: str) -> None:
        self._errand = None
        self._drop_waiting()
        had_focus = self.window().focusWidget() is self.stop_button
        self._show_state(is_running=False)
        if had_focus:
            self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.summary.setText(said)
        self.summary.show()
        self.grew.emit()

    def _show_state(self, *, is_running: bool) -> None:
        self.start_button.setVisible(not is_running)
        self.start_button.setText(self.tr("Check again") if self.results else self.tr("Start"))
        self.stop_button.setVisible(is_running)
        self.close_button.setVisible(not is_running)
        self.summary.hide()

    def _drop_waiting(self) -> None:
        item = self._lines.itemAt(self._lines.count() - 1)
        row = None if item is None else item.widget()
        if isinstance(row, _Line) and row.is_waiting:
            self._lines.removeWidget(row)
            row.hide()
            row.deleteLater()

    def _empty(self) -> None:
        self.results = []
        while (item := self._lines.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()

    def _close(self) -> None:
        self.hide()
        self.closed.emit()


class _Line(QWidget):
    """One check: passed, failed, or nothing to be said. None for the one that runs."""

    def __init__(self, needs: Needs, result: CheckResult | None) -> None:
        super().__init__()
        self.is_waiting = result is None
        icon = StateIcon(needs.theme)
        speed = ""
        if result is None:
            icon.show_tone(Tone.RUNNING, asks=False)
            words = [translate("settings", "Trying the next…")]
        else:
            tone = {True: Tone.SUCCESS, False: Tone.DANGER, None: Tone.NEUTRAL}[result.passed]
            icon.show_tone(tone, asks=False)
            words = check_words(result)
            speed = speed_text(result.milliseconds) if result.milliseconds else ""
        self.setAccessibleName("\n".join(words))
        lines = QVBoxLayout()
        lines.setSpacing(1)
        for number, line in enumerate(words):
            lines.addWidget(labelled(line, "secondary" if number else "small"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        time = labelled(speed, "muted")
        time.setWordWrap(False)
        row.addWidget(time, 0, Qt.AlignmentFlag.AlignTop)


def cost_text(cost: ProbeCost) -> str:
    """Before anything is sent."""
    asks = translate(
        "settings", "Sends up to {0} small requests, together at most {1} tokens in and {2} out."
    ).format(cost.requests, token_count(cost.input_tokens), token_count(cost.output_tokens))
    if cost.usd is None:
        price = translate("settings", "What that costs is unknown.")
    elif not cost.usd:
        price = translate("settings", "It costs nothing.")
    else:
        price = translate("settings", "It costs {0} at most.").format(money(cost.usd))
    return f"{asks} {price}"


def check_words(result: CheckResult) -> list[str]:
    """What was tried, how it came out, and why not."""
    name = check_text(result.check)
    if result.passed is None:
        unclear = translate("settings", "nothing can be said")
        words = [f"{name}: {unclear}"]
    elif result.passed:
        words = [f"{name}: " + translate("settings", "yes")]
    else:
        words = [f"{name}: " + translate("settings", "no")]
    if result.failure is not None:
        said = result.failure.message or failure_text(result.failure).title
        words.append(said)
    return words


def check_text(check: Check) -> str:
    return {
        Check.ANSWER: translate("settings", "Answers in one piece"),
        Check.STREAM: translate("settings", "Streams its answer"),
        Check.USAGE: translate("settings", "Reports its usage"),
        Check.STOP: translate("settings", "Obeys a limit of length"),
        Check.CALL: translate("settings", "Calls a tool"),
        Check.BARE_CALL: translate("settings", "Calls a tool without arguments"),
        Check.LONG_ARGUMENT: translate("settings", "Writes a long argument whole"),
        Check.PARALLEL_CALLS: translate("settings", "Calls two tools at once"),
        Check.TOOL_RESULT: translate("settings", "Goes on from a tool's result"),
        Check.REASONING: translate("settings", "Thinks, and takes its thoughts back"),
        Check.IMAGE: translate("settings", "Reads an image"),
        Check.FILE: translate("settings", "Reads a PDF"),
    }[check]
