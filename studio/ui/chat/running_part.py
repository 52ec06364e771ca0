"""What a card shows while its call runs: how far it is, its time limit, and what it asks."""

from importlib import import_module
from time import time
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.core.messages import Progress, ToolUse
from studio.core.questions import Answer, AnswerKind, Question
from studio.ui.chat.card_draft import CardDraft
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.flow_row import flow_widget
from studio.ui.links import open_link
from studio.ui.texts import countdown
from studio.ui.theme import Theme
from studio.ui.visible import visible

_FORM = "studio.ui.schema_form"
_STEPS = 1_000
_MOST_MESSAGE = 400


class RunningPart(QWidget):
    """Part of a card's body. Its owner calls `count_down` while time passes.

    Signals: `keep_waiting()`, `answered(Answer)`, `height_changed()`.
    """

    keep_waiting = Signal()
    answered = Signal(object)
    height_changed = Signal()

    def __init__(self, theme: Theme, draft: CardDraft) -> None:
        super().__init__()
        self._theme = theme
        self._draft = draft
        self._deadline: float | None = None
        self._question: QuestionForm | None = None
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._said = wrapping_label("secondary")
        self._limit = self._build_limit()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        for widget in (self._bar, self._said, self._limit):
            widget.hide()
            self._layout.addWidget(widget)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to show."""
        parts = (self._bar, self._said, self._limit)
        return self._question is not None or any(not each.isHidden() for each in parts)

    def show_use(self, use: ToolUse) -> None:
        self._show_progress(use.progress)
        self._deadline = use.deadline
        self._limit.setVisible(use.deadline is not None and use.question is None)
        self.count_down()
        self._show_question(use.question)

    def count_down(self) -> None:
        """Says how long the call still has."""
        if self._deadline is not None:
            left = countdown(max(0.0, self._deadline - time()))
            said = self.tr("It is stopped in {0}, unless it shows progress.").format(left)
            self._left.setText(said)

    def _build_limit(self) -> QWidget:
        limit = QWidget()
        row = QHBoxLayout(limit)
        row.setContentsMargins(0, 0, 0, 0)
        self._left = wrapping_label("warning")
        keep = QPushButton(self.tr("Keep waiting"))
        keep.setAutoDefault(False)
        keep.setAccessibleDescription(self.tr("The call is given as much time again"))
        keep.clicked.connect(self.keep_waiting)
        row.addWidget(self._left, 1)
        row.addWidget(keep)
        return limit

    def _show_progress(self, progress: Progress | None) -> None:
        is_measured = progress is not None and bool(progress.total) and (progress.total or 0) > 0
        self._bar.setVisible(is_measured)
        message = ""
        if progress is not None:
            if is_measured and progress.total is not None:
                share = min(max(progress.done / progress.total, 0.0), 1.0)
                self._bar.setRange(0, _STEPS)
                self._bar.setValue(round(share * _STEPS))
            message = " ".join(visible(progress.message).split())[:_MOST_MESSAGE]
            if not message:
                message = _figures(progress)
        self._said.setText(message)
        self._said.setVisible(bool(message))
        self._bar.setAccessibleDescription(message)

    def _show_question(self, question: Question | None) -> None:
        if self._question is not None and self._question.question == question:
            return
        if self._question is not None:
            self._layout.removeWidget(self._question)
            self._question.hide()
            self._question.deleteLater()
            self._question = None
            self._draft.answer = None
        if question is not None:
            asked = self._question = QuestionForm(self._theme, question, self._draft)
            asked.answered.connect(self.answered)
            asked.height_changed.connect(self._tell_height)
            self._layout.addWidget(asked)
            asked.show()

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()


class QuestionForm(QWidget):
    """One question of a running call. Thrown away when it is answered.

    Signals: `answered(Answer)`, `height_changed()`.
    """

    answered = Signal(object)
    height_changed = Signal()

    def __init__(self, theme: Theme, question: Question, draft: CardDraft) -> None:
        super().__init__()
        self.question = question
        self._draft = draft
        self._form: Any = None
        asker = visible(question.asker) or self.tr("The tool")
        head = wrapping_label("bold")
        head.setText(self.tr("{0} asks").format(asker))
        message = wrapping_label("")
        message.setText(visible(question.message))
        message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(head)
        layout.addWidget(message)
        if question.url:
            layout.addWidget(self._address())
        elif question.schema:
            layout.addWidget(self._build_form(theme))
        note = wrapping_label("muted")
        note.setText(self.tr("What you enter goes to {0}.").format(asker))
        note.setVisible(self._form is not None)
        layout.addWidget(note)
        layout.addWidget(self._build_buttons())
        self.setAccessibleName(head.text())
        self.setAccessibleDescription(question.message)

    def _build_form(self, theme: Theme) -> QWidget:
        form = self._form = import_module(_FORM).SchemaForm(theme, self.question.schema, self)
        if self._draft.answer is not None:
            form.set_value(self._draft.answer)
        form.setAccessibleName(self.tr("Your answer"))
        form.changed.connect(self._keep_draft)
        form.height_changed.connect(self._tell_height)
        made: QWidget = form
        return made

    def _address(self) -> QLabel:
        label = wrapping_label("code")
        encoded = QUrl(self.question.url).toString(QUrl.ComponentFormattingOption.FullyEncoded)
        label.setText(visible(encoded or self.question.url))
        label.setAccessibleName(self.tr("The address"))
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _build_buttons(self) -> QWidget:
        widget, row = flow_widget()
        actions = [(self.tr("Decline"), self._decline)]
        if self.question.url:
            actions.append((self.tr("Copy address"), self._copy))
            actions.append((self.tr("Open in the browser"), self._open))
        actions.append((self.tr("Done") if self.question.url else self.tr("Accept"), self._accept))
        for text, act in actions:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(act)
            if act == self._accept:
                button.setProperty("kind", "primary")
            row.addWidget(button)
        return widget

    def _accept(self) -> None:
        if self._form is not None and self._form.problems():
            self._form.focus_first()
            return
        content = self._form.value() if self._form is not None else {}
        self.answered.emit(Answer(AnswerKind.ACCEPT, content))

    def _decline(self) -> None:
        self.answered.emit(Answer(AnswerKind.DECLINE))

    def _open(self) -> None:
        open_link(QUrl(self.question.url))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.question.url)

    def _keep_draft(self) -> None:
        self._draft.answer = self._form.value()

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()


def _figures(progress: Progress) -> str:
    done = f"{progress.done:g}"
    return f"{done} / {progress.total:g}" if progress.total else done
