"""One request of a connection test as a line in the manner of a log, and why it failed."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.core.errors import Category, Diagnosis, Failure
from studio.core.messages import Dialect
from studio.harness.ports import Step, StepResult
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.dialect_texts import dialect_title
from studio.ui.failure_texts import failure_text
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind, Theme

translate = QCoreApplication.translate

_GAP = 18
_MOST_OFFERED = 3
_ADDRESSES = frozenset(
    {
        Diagnosis.DOUBLED_VERSION,
        Diagnosis.MISSING_VERSION,
        Diagnosis.FULL_ENDPOINT,
        Diagnosis.TRAILING_GARBAGE,
        Diagnosis.OTHER_ADDRESS,
        Diagnosis.WEB_PAGE,
        Diagnosis.NEEDS_HTTPS,
        Diagnosis.NEEDS_HTTP,
        Diagnosis.KEY_REGION,
    }
)


class TestLines(QWidget):
    """Lines whose columns stand below each other, whatever comes. `words` is all that is shown.

    Signals: `suggested(code, text)`, when the user takes what may be right instead.
    """

    suggested = Signal(str, str)
    __test__ = False  # no class of tests, whatever its name says to pytest

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._results: list[StepResult] = []
        self._waiting: QWidget | None = None
        self._is_narrow = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(14, 10, 14, 10)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(4, 1)

    @property
    def words(self) -> str:
        said = [line_words(result) for result in self._results]
        return "\n".join((*said, *([] if self._waiting is None else [_waiting_text()])))

    def show_results(self, results: Sequence[StepResult], *, is_waiting: bool) -> None:
        self._results = list(results)
        self._empty()
        told: set[tuple[Category, str]] = set()
        for result in results:
            self._add(result, told)
        if is_waiting:
            self._waiting = _waiting(self._theme)
            self._grid.addWidget(self._waiting, self._grid.rowCount(), 0, 1, 5)
        self.setAccessibleName(self.words)

    def set_narrow(self, is_narrow: bool) -> None:
        """What was found goes below the request where there is little room."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.show_results(tuple(self._results), is_waiting=self._waiting is not None)

    def _add(self, result: StepResult, told: set[tuple[Category, str]]) -> None:
        """`told` are the reasons given above: the same one again says nothing new."""
        row = self._grid.rowCount()
        is_wrong = result.failure is not None
        status = _status(result)
        cells = (
            (result.method or step_name(result.step), ""),
            (result.path, ""),
            (status, "danger" if is_wrong else ""),
            (speed_text(result.milliseconds), ""),
        )
        for column, (text, kind) in enumerate(cells):
            self._grid.addWidget(self._cell(text, kind), row, column, _TOP)
        found = self._cell(step_text(result), "danger" if is_wrong else "")
        found.setWordWrap(True)
        if self._is_narrow:
            self._grid.addWidget(found, row + 1, 0, 1, 5)
        else:
            self._grid.addWidget(found, row, 4)
        failure = result.failure
        if failure is not None and (failure.category, failure.message) not in told:
            told.add((failure.category, failure.message))
            self._grid.addWidget(self._why(failure), row + 2, 0, 1, 5)

    def _why(self, failure: Failure) -> QWidget:
        block = QWidget()
        lines = QVBoxLayout(block)
        lines.setContentsMargins(0, 2, 0, 8)
        lines.setSpacing(2)
        for number, line in enumerate(failure_lines(failure)):
            lines.addWidget(labelled(line, "secondary" if number else ""))
        row = QHBoxLayout()
        row.setSpacing(8)
        for text in offered(failure):
            take = button(translate("settings", "Use {0}").format(_shown(failure.code, text)))
            take.clicked.connect(lambda _=False, one=text: self.suggested.emit(failure.code, one))
            row.addWidget(take)
        row.addStretch(1)
        lines.addLayout(row)
        return block

    def _cell(self, text: str, kind: str) -> QLabel:
        cell = labelled(text, f"mono-{kind}" if kind else "mono")
        cell.setWordWrap(False)
        cell.setFont(self._theme.font(FontKind.CODE))
        return cell

    def _empty(self) -> None:
        self._waiting = None
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()


_TOP = Qt.AlignmentFlag.AlignTop


def _waiting(theme: Theme) -> QWidget:
    """The step that is being tried."""
    widget = QWidget()
    icon = StateIcon(theme)
    icon.show_tone(Tone.RUNNING, asks=False)
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(10)
    row.addWidget(icon)
    row.addWidget(labelled(_waiting_text(), "secondary"), 1)
    return widget


def _waiting_text() -> str:
    return translate("settings", "Waiting for the provider…")


def offered(failure: Failure) -> tuple[str, ...]:
    """What may be right instead and can be taken by a button."""
    is_any = failure.code in _ADDRESSES | {Diagnosis.MODEL_NAME, Diagnosis.WRONG_DIALECT}
    return failure.suggestions[:_MOST_OFFERED] if is_any else ()


def _shown(code: str, text: str) -> str:
    if code == Diagnosis.WRONG_DIALECT and text in set(Dialect):
        return dialect_title(Dialect(text))
    return text


def line_words(result: StepResult) -> str:
    """All of one line, for a screen reader and for tests."""
    words = [] if result.failure is None else failure_lines(result.failure)
    where = " ".join(filter(None, (result.method, result.path, _status(result))))
    first = f"{step_text(result)} ({speed_text(result.milliseconds)})"
    return "\n".join(filter(None, (where, first, *words)))


def speed_text(milliseconds: float) -> str:
    return translate("settings", "{0} ms").format(round(milliseconds))


def _status(result: StepResult) -> str:
    status = result.status
    if status is None and result.failure is not None:
        status = result.failure.status
    if status is not None:
        return str(status)
    return "-" if result.failure is not None else ""


def failure_lines(failure: Failure) -> list[str]:
    """The sentence of the category, the provider's own words, where it was, and what to do."""
    text = failure_text(failure)
    status = "" if failure.status is None else str(failure.status)
    where = " · ".join(filter(None, (status, failure.url, failure.request_id)))
    return [line for line in (text.title, failure.message, where, text.advice) if line]


def step_text(result: StepResult) -> str:
    """What a step found, in plain words."""
    works, fails = _step_texts(result.detail)[result.step]
    return works if result.failure is None else fails


def step_name(step: Step) -> str:
    """For a step that is no request of its own."""
    return {
        Step.MODELS: translate("settings", "models"),
        Step.ANSWER: translate("settings", "answer"),
        Step.STREAM: translate("settings", "stream"),
        Step.TOOLS: translate("settings", "tools"),
    }[step]


def _step_texts(detail: str) -> dict[Step, tuple[str, str]]:
    """`detail` is a count, what the model said, or whether it called the tool."""
    called = translate("settings", "tools yes")
    accepted = translate("settings", "tools accepted, though the model called none")
    return {
        Step.MODELS: (
            models_text(detail),
            translate("settings", "the list of models could not be read"),
        ),
        Step.ANSWER: (
            translate("settings", "answers “{0}”").format(detail.strip()),
            translate("settings", "the model does not answer"),
        ),
        Step.STREAM: (
            _streams_text(detail),
            translate("settings", "streaming no"),
        ),
        Step.TOOLS: (
            accepted if detail == "accepted" else called,
            translate("settings", "tools no"),
        ),
    }


def _streams_text(pieces: str) -> str:
    if pieces == "1":
        return translate("settings", "streaming yes, in one piece")
    return translate("settings", "streaming yes, in {0} pieces").format(pieces)


def models_text(count: str | int) -> str:
    """Such as `14 models`."""
    if str(count) == "1":
        return translate("settings", "1 model")
    return translate("settings", "{0} models").format(count)
