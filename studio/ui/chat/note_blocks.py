"""The small rows of an answer: the fold of its reasoning, quiet notes, failures, and the footer."""

from dataclasses import replace
from time import monotonic

from PySide6.QtCore import QCoreApplication, QLocale, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.errors import Category, Failure
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.mirroring import fold_sign, leading, mirrored, reads_from_right
from studio.ui.chat.parting_row import PartingRow
from studio.ui.chat.rows import FailureRow, FooterRow, Note, NoteRow, ReasoningRow
from studio.ui.failure_texts import failure_text
from studio.ui.texts import countdown, duration, limit_text

translate = QCoreApplication.translate

_BAR_HEIGHT = 26
_ACTIONS = 166
_FEW_ACTIONS = 82
_NARROW = 430  # below that the bar has fewer buttons
_CONTINUABLE = {Note.INTERRUPTED, Note.CANCELLED, Note.LENGTH}
_WARNED = {Note.LIMIT, Note.LENGTH, Note.FILTERED, Note.REFUSED, Note.RETRYING}


class ReasoningFold(RowWidget):
    """A line that unfolds what the model thought. Signals: `toggled(int)`."""

    toggled = Signal(int)

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._button = QPushButton(self)
        self._button.setProperty("kind", "flat")
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.clicked.connect(self._toggle)

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, ReasoningRow):
            return
        label = reasoning_label(row)
        self._button.setText(f"{fold_sign(self, is_unfolded=row.is_unfolded)}  {label}")
        state = (
            translate("Transcript", "unfolded")
            if row.is_unfolded
            else translate("Transcript", "folded")
        )
        self._button.setAccessibleName(f"{label}, {state}")

    @override
    def _fit(self, width: int) -> int:
        wanted = self._button.sizeHint()
        # The text of a flat button stands in line with the column's edge.
        place = QRect(-8, 0, min(width, wanted.width()), wanted.height())
        self._button.setGeometry(mirrored(self, place, width))
        return wanted.height()

    def _toggle(self) -> None:
        if isinstance(self.row, ReasoningRow):
            self.toggled.emit(self.row.number)


class ActionRow(RowWidget):
    """A row that offers to go on, while its turn is the last one.

    Signals: `retry_requested()`, `continue_requested()`, `details_requested()`.
    """

    retry_requested = Signal()
    continue_requested = Signal()
    details_requested = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self.offers_actions = False

    def offer_actions(self, offers: bool) -> None:
        """Says whether the row belongs to the last turn."""
        if offers != self.offers_actions:
            self.offers_actions = offers
            self.row = None


class NoteBlock(ActionRow):
    """A quiet line, with Continue where the answer broke off; the wait for a retry is counted down.

    The clock ticks only while there is something to count.
    """

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._label = _plain_label(self, "secondary")
        self._layout.addWidget(self._label, 1)
        self._continue = _button(self, translate("Transcript", "Continue"))
        self._retry = _button(self, translate("Transcript", "Retry"))
        for button in (self._continue, self._retry):
            self._layout.addWidget(button)
        self._continue.clicked.connect(self.continue_requested)
        self._retry.clicked.connect(self.retry_requested)
        self._until = 0.0
        self._clock = QTimer(self)
        self._clock.setInterval(1_000)
        self._clock.timeout.connect(self._count_down)

    @override
    def forget(self) -> None:
        self._clock.stop()
        super().forget()

    def _count_down(self) -> None:
        left = max(0.0, self._until - monotonic())
        if isinstance(self.row, NoteRow):
            self._label.setText(note_text(replace(self.row, delay=left)))
        if not left:
            self._clock.stop()

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, NoteRow):
            return
        self._label.setText(note_text(row))
        self._until = monotonic() + row.delay
        if row.note is Note.RETRYING:
            self._clock.start()
        else:
            self._clock.stop()
        self._label.setProperty("kind", "warning" if row.note in _WARNED else "secondary")
        _repolish(self._label)
        offers = self.offers_actions and row.note in _CONTINUABLE
        self._continue.setVisible(offers)
        self._retry.setVisible(offers and row.note is not Note.LENGTH)

    @override
    def _fit(self, width: int) -> int:
        return self._layout.totalHeightForWidth(width)


class FailureBlock(ActionRow):
    """Why a turn failed, in our words and the provider's, and what can be done."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._outer = outer
        frame = QFrame(self)
        frame.setProperty("kind", "card-danger")
        outer.addWidget(frame)
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(6)
        self._title = _plain_label(frame, "danger")
        self._advice = _plain_label(frame, "")
        self._message = _plain_label(frame, "code")
        for label in (self._title, self._advice, self._message):
            layout.addWidget(label)
        layout.addLayout(self._buttons(frame))

    def _buttons(self, frame: QWidget) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(0, 4, 0, 0)
        line.addStretch(1)
        self._details = _button(frame, translate("Transcript", "Details"))
        self._continue = _button(frame, translate("Transcript", "Continue"))
        self._retry = _button(frame, translate("Transcript", "Retry"))
        for button in (self._details, self._continue, self._retry):
            line.addWidget(button)
        self._details.clicked.connect(self.details_requested)
        self._continue.clicked.connect(self.continue_requested)
        self._retry.clicked.connect(self.retry_requested)
        return line

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, FailureRow):
            return
        text = failure_text(row.failure)
        self._title.setText(text.title)
        self._advice.setText(text.advice)
        self._advice.setVisible(bool(text.advice))
        message = provider_words(row.failure)
        self._message.setText(message)
        self._message.setVisible(bool(message))
        self.setAccessibleName(text.title)
        self._retry.setVisible(self.offers_actions)
        can_continue = row.failure.category is Category.CUT_OFF
        self._continue.setVisible(self.offers_actions and can_continue)

    @override
    def _fit(self, width: int) -> int:
        return self._outer.totalHeightForWidth(width)


class FooterBlock(PartingRow):
    """Who answered and what it took, under the answer, with room for what can be done with it."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._label = _plain_label(self, "caption")
        # A model's name may be one word, longer than the line: it is cut, and moves nothing.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self._label.setSizePolicy(policy)
        self._layout.addWidget(self._label, 1)

    @property
    def room(self) -> int:
        """As wide as the bar of actions may be: kept free, so that nothing moves when it comes."""
        look = self.writer.look
        return look.px(_ACTIONS if self.width() >= look.px(_NARROW) else _FEW_ACTIONS)

    @override
    def _show(self) -> None:
        if isinstance(self.row, FooterRow):
            said = (footer_text(self.row), self.note)
            self._label.setText(" · ".join(each for each in said if each))

    @override
    def _show_note(self) -> None:
        self._show()

    @override
    def _fit(self, width: int) -> int:
        look = self.writer.look
        if self.switch is not None and self._layout.indexOf(self.switch) < 0:
            self._layout.addWidget(self.switch)
        room = look.px(_ACTIONS if width >= look.px(_NARROW) else _FEW_ACTIONS)
        beside = room + look.px(6)
        is_left = reads_from_right(self)
        align = Qt.AlignmentFlag
        self._label.setAlignment(leading(self) | align.AlignAbsolute | align.AlignVCenter)
        self._layout.setContentsMargins(beside if is_left else 0, 0, 0 if is_left else beside, 0)
        return max(look.px(_BAR_HEIGHT), self._layout.totalHeightForWidth(width))


def note_text(row: NoteRow) -> str:
    """What a quiet line says."""
    if row.note is Note.LIMIT and row.limit is not None:
        return limit_text(row.limit)
    if row.note is Note.RETRYING:
        text = translate("Transcript", "Retrying in {0} ({1} of {2})")
        return text.format(countdown(row.delay), row.attempt, row.of)
    if row.note is Note.WAITING:
        return translate("Transcript", "Waiting for {0}…").format(row.name)
    return {
        Note.LENGTH: translate("Transcript", "The answer reached its maximum length."),
        Note.FILTERED: translate("Transcript", "The provider's content filter ended the answer."),
        Note.REFUSED: translate("Transcript", "The model declined to answer."),
        Note.CANCELLED: translate("Transcript", "Stopped."),
        Note.INTERRUPTED: translate(
            "Transcript", "Interrupted: Callboard ended before the answer did."
        ),
    }[row.note]


def footer_text(row: FooterRow) -> str:
    """Such as `claude-sonnet · 13,904 in · 311 out · 45 tokens/s · 2.8 s`."""
    number = QLocale().toString
    parts = [row.model]
    if row.input_tokens is not None:
        parts.append(translate("Transcript", "{0} tokens in").format(number(row.input_tokens)))
    if row.output_tokens is not None:
        parts.append(translate("Transcript", "{0} out").format(number(row.output_tokens)))
    if row.tokens_per_second is not None:
        rate = number(row.tokens_per_second, "f", 1 if row.tokens_per_second < 10 else 0)
        parts.append(translate("Transcript", "{0} tokens/s").format(rate))
    if row.seconds is not None:
        parts.append(duration(row.seconds))
    return " · ".join(part for part in parts if part)


def provider_words(failure: Failure) -> str:
    """What the provider said, with what its support would ask for."""
    facts = [
        f"HTTP {failure.status}" if failure.status is not None else "",
        failure.code,
        failure.request_id,
    ]
    return "\n".join(part for part in (failure.message, " · ".join(filter(None, facts))) if part)


def reasoning_label(row: ReasoningRow) -> str:
    """What the fold says of how long the model thought."""
    if row.is_running:
        return translate("Transcript", "Thinking…")
    if row.seconds is None:
        return translate("Transcript", "Thought")
    return translate("Transcript", "Thought for {0}").format(duration(row.seconds))


def _plain_label(parent: QWidget, kind: str) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if kind:
        label.setProperty("kind", kind)
    return label


def _button(parent: QWidget, text: str) -> QPushButton:
    button = QPushButton(text, parent)
    button.setAccessibleName(text)
    return button


def _repolish(widget: QWidget) -> None:
    widget.style().unpolish(widget)
    widget.style().polish(widget)
