"""One tool call as a card: one line, unfolding to arguments, result, and what the user may do."""

from time import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.decisions import Decision, Verdict
from studio.core.events import ApprovalRequested
from studio.core.messages import Outcome, ToolState, ToolUse
from studio.ui.chat.card_body import CardBody
from studio.ui.chat.card_draft import CardDraft
from studio.ui.chat.card_parts import StateIcon, Tone, restyle
from studio.ui.chat.card_texts import LIVE_ARGUMENTS, arguments_of, gist_of
from studio.ui.chat.marking import MarkedLabel
from studio.ui.chat.mirroring import fold_sign
from studio.ui.elided import ElidedLabel
from studio.ui.texts import duration, held_text, outcome_text, size, state_text
from studio.ui.theme import Theme
from studio.ui.visible import visible

_TONES = {
    Outcome.DONE: Tone.SUCCESS,
    Outcome.FAILED: Tone.DANGER,
    Outcome.TIMED_OUT: Tone.DANGER,
    Outcome.INVALID: Tone.DANGER,
    Outcome.BLOCKED: Tone.WARNING,
    Outcome.DENIED: Tone.WARNING,
    Outcome.CANCELLED: Tone.NEUTRAL,
    Outcome.INTERRUPTED: Tone.WARNING,
}
_FRAMES = {Tone.WARNING: "card-warning", Tone.DANGER: "card-danger"}
_META = {Tone.WARNING: "warning", Tone.DANGER: "danger"}
_LEAST_NAME = 60  # a longer name is cut off where there is no room
_LETTERS = {Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_D, Qt.Key.Key_E}


class ToolCard(QFrame):
    """Shows one tool use. Made and thrown away by the transcript; holds nothing a turn holds.

    Signals: `height_changed()`, `decided(tool_use_id, Decision)`, `cancel_requested(tool_use_id)`,
    `run_again_requested(tool_use_id)`, `edit_run_requested(tool_use_id)`,
    `replace_requested(tool_use_id)`, `whole_result_requested(tool_use_id)`,
    `details_requested(tool_use_id)`, `fold_chosen(tool_use_id, is_unfolded)`,
    `keep_waiting(tool_use_id)`, `answered(tool_use_id, Answer)`,
    `picture_wanted(Attachment, take)` and `picture_opened(Attachment)`.
    """

    height_changed = Signal()
    decided = Signal(str, object)
    cancel_requested = Signal(str)
    run_again_requested = Signal(str)
    edit_run_requested = Signal(str)
    replace_requested = Signal(str)
    whole_result_requested = Signal(str)
    picture_wanted = Signal(object, object)
    picture_opened = Signal(object)
    details_requested = Signal(str)
    fold_chosen = Signal(str, bool)
    keep_waiting = Signal(str)
    answered = Signal(str, object)

    def __init__(
        self,
        theme: Theme,
        tool_use_id: str,
        parent: QWidget | None = None,
        *,
        draft: CardDraft | None = None,
        offers_always: bool = True,
        offers_override: bool = True,
    ) -> None:
        super().__init__(parent)
        self._draft = CardDraft() if draft is None else draft
        self._offers_always = offers_always
        self._offers_override = offers_override
        self._theme = theme
        self._id = tool_use_id
        self._use: ToolUse | None = None
        self._asked: ApprovalRequested | None = None
        self._body: CardBody | None = None
        self._is_held = False
        self._note = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # As high as it is given: what it needs at a width, its hint, made without one, cannot say.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._header = self._build_header()
        self._layout.addWidget(self._header)
        self._clock = QTimer(self)
        self._clock.setInterval(1_000)
        self._clock.timeout.connect(self._tick)
        theme.changed.connect(self._show_tone)

    @property
    def is_unfolded(self) -> bool:
        return self._body is not None and not self._body.isHidden()

    @property
    def ticks(self) -> bool:
        """Whether the elapsed time is being counted."""
        return self._clock.isActive()

    def show_state(
        self, use: ToolUse, asked: ApprovalRequested | None, *, is_unfolded: bool | None
    ) -> None:
        """`is_unfolded` is None until the user has chosen: then what needs eyes is unfolded."""
        self._use, self._asked = use, asked
        arguments = arguments_of(use)
        self._name.setText(visible(use.call.name) or self.tr("(no name)"))
        self._gist.setText(visible(gist_of(arguments)))
        self._show_tone()
        self._show_meta()
        self._keep_time(use)
        self._fold(is_unfolded=_needs_eyes(use) if is_unfolded is None else is_unfolded)
        self._name_itself(use)
        self.setAccessibleDescription(gist_of(arguments))

    def texts(self) -> list[QWidget]:
        """What of the card can be found, in the order of `card_texts`."""
        return [self._name, *(self._body.texts() if self._body is not None else ())]

    def show_whole(self) -> None:
        """Shows all of a long result."""
        if self._body is not None:
            self._body.show_whole()

    def show_mark(self, *, is_marked: bool) -> None:
        """Its edge says that it is looked at elsewhere."""
        if bool(self.property("marked")) is not is_marked:
            self.setProperty("marked", is_marked)
            self.style().unpolish(self)
            self.style().polish(self)

    def show_hold(self, *, is_held: bool) -> None:
        """It stands at a breakpoint, or goes on."""
        if self._is_held is not is_held:
            self._is_held = is_held
            self._show_tone()
            self._show_meta()
            if self._use is not None:
                self._name_itself(self._use)

    def show_note(self, note: str) -> None:
        """What is said of its result beside all else, such as that it is not sent."""
        if note != self._note:
            self._note = note
            self._show_meta()
            if self._use is not None:
                self._name_itself(self._use)

    def edit(self) -> None:
        """Opens the form of a waiting call's arguments."""
        self._answer_by(Qt.Key.Key_E)

    def toggle(self) -> None:
        """Folds or unfolds, and lets it be remembered as the user's choice."""
        self._fold(is_unfolded=not self.is_unfolded)
        self.fold_chosen.emit(self._id, self.is_unfolded)

    def _name_itself(self, use: ToolUse) -> None:
        said = self.tr("Tool call {0}, {1}").format(use.call.name, self._state_words(use))
        self.setAccessibleName(f"{said}, {self._note}" if self._note else said)

    def _build_header(self) -> QWidget:
        header = QWidget()
        header.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(header)
        row.setContentsMargins(12, 9, 12, 9)
        row.setSpacing(10)
        self._icon = StateIcon(self._theme)
        self._name = MarkedLabel()
        self._name.setProperty("kind", "bold")
        self._name.setMinimumWidth(_LEAST_NAME)
        self._gist = ElidedLabel()
        self._gist.setProperty("kind", "secondary")
        self._meta = QLabel()
        self._meta.setTextFormat(Qt.TextFormat.PlainText)
        self._chevron = QLabel("▸")
        self._chevron.setProperty("kind", "secondary")
        row.addWidget(self._icon)
        row.addWidget(self._name)
        row.addWidget(self._gist, 1)
        row.addWidget(self._meta)
        row.addWidget(self._chevron)
        return header

    def _fold(self, *, is_unfolded: bool) -> None:
        before = self.sizeHint().height()
        if is_unfolded and self._body is None:
            self._body = self._make_body()
        if self._body is not None:
            self._body.setVisible(is_unfolded)
            if is_unfolded and self._use is not None:
                self._body.show_use(self._use, self._asked, arguments_of(self._use))
        self._chevron.setText(fold_sign(self, is_unfolded=is_unfolded))
        if self.sizeHint().height() != before:
            self.updateGeometry()
            self.height_changed.emit()

    def _make_body(self) -> CardBody:
        body = CardBody(
            self._theme,
            self._draft,
            offers_always=self._offers_always,
            offers_override=self._offers_override,
        )
        # Before anything in it is shown: a widget without a parent would be a window.
        body.setParent(self)
        body.approval.decided.connect(self._decide)
        body.running.keep_waiting.connect(lambda: self.keep_waiting.emit(self._id))
        body.running.answered.connect(lambda answer: self.answered.emit(self._id, answer))
        body.result.whole_requested.connect(lambda: self.whole_result_requested.emit(self._id))
        body.result.picture_wanted.connect(self.picture_wanted)
        body.result.picture_opened.connect(self.picture_opened)
        body.cancel_requested.connect(lambda: self.cancel_requested.emit(self._id))
        body.run_again_requested.connect(lambda: self.run_again_requested.emit(self._id))
        body.edit_run_requested.connect(lambda: self.edit_run_requested.emit(self._id))
        body.replace_requested.connect(lambda: self.replace_requested.emit(self._id))
        body.details_requested.connect(lambda: self.details_requested.emit(self._id))
        body.height_changed.connect(self._tell_height)
        self._layout.addWidget(body)
        return body

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()

    def _decide(self, decision: Decision) -> None:
        self.decided.emit(self._id, decision)

    def _show_tone(self) -> None:
        if self._use is None:
            return
        tone = Tone.WARNING if self._is_held else _tone(self._use)
        asks = self._use.state is ToolState.WAITING or self._use.question is not None
        self._icon.show_tone(tone, asks=asks)
        restyle(self, _FRAMES.get(tone, "card"))
        restyle(self._meta, _META.get(tone, "secondary"))

    def _tick(self) -> None:
        self._show_meta()
        if self._body is not None and self._use is not None and self._use.deadline is not None:
            self._body.running.count_down()

    def _show_meta(self) -> None:
        if self._use is not None:
            said = (self._meta_words(self._use), self._note)
            self._meta.setText(" · ".join(each for each in said if each))

    def _keep_time(self, use: ToolUse) -> None:
        # The clock ticks only while there is an elapsed time to show.
        if use.state is ToolState.RUNNING:
            self._clock.start()
        else:
            self._clock.stop()

    def _state_words(self, use: ToolUse) -> str:
        if self._is_held:
            return held_text()
        if use.result is not None:
            said = outcome_text(use.result.outcome)
            if use.result.is_replaced:
                said = self.tr("{0}, replaced by you").format(said)
            found = self.tr("{0}, contains an instruction").format(said)
            return found if use.result.findings else said
        return self._waiting_words(use) or state_text(use.state)

    def _waiting_words(self, use: ToolUse) -> str:
        """What a call waits for; empty where it waits for nobody."""
        if use.state is ToolState.WAITING and self._asked is not None and self._asked.is_blocked:
            return self.tr("Blocked")
        return self.tr("Asks you something") if use.question is not None else ""

    def _meta_words(self, use: ToolUse) -> str:
        result = use.result
        if self._is_held:
            return held_text()
        if result is None:
            if waiting := self._waiting_words(use):
                return waiting
            if use.state is ToolState.RUNNING and use.started_at is not None:
                return f"{state_text(use.state)} · {duration(max(time() - use.started_at, 0))}"
            if use.state is ToolState.ARRIVING and len(use.call.arguments) > LIVE_ARGUMENTS:
                return f"{state_text(use.state)} {size(len(use.call.arguments))}"
            return state_text(use.state)
        words = [] if result.outcome is Outcome.DONE else [outcome_text(result.outcome)]
        if result.is_replaced:
            return " · ".join([*words, self.tr("Replaced by you"), size(result.full_size)])
        if use.started_at is not None and use.ended_at is not None:
            words.append(duration(max(use.ended_at - use.started_at, 0)))
        if result.outcome is Outcome.DONE:
            words.append(size(result.full_size))
        return " · ".join(words)

    def _answer_by(self, key: Qt.Key) -> bool:
        """Does what a letter stands for while the call waits."""
        if key not in _LETTERS:
            return False
        self._fold(is_unfolded=True)
        if self._body is None:
            return False
        approval = self._body.approval
        if key == Qt.Key.Key_D:
            approval.ask_reason()
        elif key == Qt.Key.Key_E:
            approval.edit()
        elif key == Qt.Key.Key_A:
            approval.allow(Verdict.ALLOW_ONCE)
        elif approval.offers_in_chat:
            approval.allow(Verdict.ALLOW_IN_CHAT)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        waiting = self._use is not None and self._use.state is ToolState.WAITING
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if waiting and plain and self._answer_by(Qt.Key(event.key())):
            event.accept()
        elif plain and event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle()
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        on_header = 0 <= event.position().y() <= self._header.height()
        if event.button() is Qt.MouseButton.LeftButton and on_header:
            self.toggle()
        super().mouseReleaseEvent(event)


def _needs_eyes(use: ToolUse) -> bool:
    if use.state is ToolState.WAITING or use.question is not None or use.deadline is not None:
        return True
    result = use.result
    return result is not None and (
        bool(result.files) or bool(result.findings) or _TONES[result.outcome] is Tone.DANGER
    )


def _tone(use: ToolUse) -> Tone:
    if use.result is not None and use.result.findings and not use.result.is_error:
        return Tone.WARNING
    if use.question is not None or use.deadline is not None:
        return Tone.WARNING
    if use.result is not None:
        return _TONES[use.result.outcome]
    return {
        ToolState.ARRIVING: Tone.RUNNING,
        ToolState.READY: Tone.NEUTRAL,
        ToolState.WAITING: Tone.WARNING,
        ToolState.RUNNING: Tone.RUNNING,
        ToolState.ENDED: Tone.NEUTRAL,
    }[use.state]
