"""Calls one tool by hand: its form, Run and Cancel, its progress and its result."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.messages import Attachment, Progress, ToolState, ToolUse
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.tools import Tool, ToolDefinition
from studio.ui.chat.tool_card import ToolCard
from studio.ui.schema_form import SchemaForm
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.parts import button, labelled
from studio.ui.settings.server_call import HandCall
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.visible import visible


class CallPanel(QFrame):
    """Lives while it is open, below its tool.

    Signals: `closed()`; `messages_requested()`, to see what went over the wire.
    """

    closed = Signal()
    messages_requested = Signal()

    def __init__(
        self, needs: ServerNeeds, errands: Errands, server_id: str, definition: ToolDefinition
    ) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._server_id = server_id
        self._definition = definition
        self._errand: Errand | None = None
        self.card: ToolCard | None = None
        self.question: QuestionPanel | None = None
        self.form = SchemaForm(needs.theme, definition.schema)
        self.call = HandCall(needs.clock, self)
        self.run = button(self.tr("Run"), "primary")
        self.cancel = button(self.tr("Cancel"), name=self.tr("Cancel the call"))
        self.close_button = button(self.tr("Close"), "flat", self.tr("Close the call by hand"))
        self.fault = labelled("", "danger")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.said = labelled("", "muted")
        self._place()
        self._connect()
        self._show_running(is_running=False)

    def stop(self) -> None:
        """Ends what runs; the server goes on."""
        if self._errand is not None:
            self._errand.cancel()

    def _place(self) -> None:
        note = self.tr("Runs at once, without a model and without asking again.")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.run)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 6)
        self._column.setSpacing(10)
        self._column.addWidget(labelled(note, "muted"))
        self._column.addWidget(self.form)
        self._column.addWidget(self.fault)
        self._column.addLayout(buttons)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.said)
        for widget in (self.fault, self.bar, self.said):
            widget.hide()

    def _connect(self) -> None:
        self.run.clicked.connect(self.start)
        self.form.submitted.connect(self.start)
        self.cancel.clicked.connect(self.stop)
        self.close_button.clicked.connect(self._close)
        self.call.changed.connect(self._show_use)
        self.call.asked.connect(self._ask)
        self.call.settled.connect(self._drop_question)

    def start(self) -> None:
        """Runs the tool with what is filled in, where nothing is wrong with it."""
        if self._errand is not None:
            return
        problems = self.form.problems()
        tool = self._needs.host.tool(self._server_id, self._definition.own_name)
        gone = self.tr("The server does not offer this tool now. Start the server, then run again.")
        self._show_fault("" if tool else gone)
        if problems or tool is None:
            return
        self._show_running(is_running=True)
        work = self._run(tool)
        self._errand = self._errands.start(work, "servers: call a tool by hand")

    async def _run(self, tool: Tool) -> None:
        try:
            await self.call.run(tool, self.form.value())
        finally:
            if isValid(self):
                self._errand = None
                self._show_running(is_running=False)

    def _show_running(self, *, is_running: bool) -> None:
        had_focus = self.run.hasFocus() or self.cancel.hasFocus()
        self.run.setVisible(not is_running)
        self.cancel.setVisible(is_running)
        if had_focus:
            (self.cancel if is_running else self.run).setFocus()
        if not is_running:
            self.bar.hide()
            self.said.hide()
            self._drop_question()

    def _show_use(self, use: ToolUse) -> None:
        if self.card is None:
            self.card = self._made_card(use)
        is_ended = use.state is ToolState.ENDED
        self.card.show_state(use, None, is_unfolded=is_ended)
        if use.progress is not None:
            self._show_progress(use.progress)

    def _made_card(self, use: ToolUse) -> ToolCard:
        card = ToolCard(self._needs.theme, use.call.id, self, offers_always=False)
        card.run_again_requested.connect(self.start)
        card.cancel_requested.connect(self.stop)
        card.details_requested.connect(self.messages_requested)
        card.whole_result_requested.connect(card.show_whole)
        card.picture_wanted.connect(self._give_picture)
        self._column.addWidget(card)
        return card

    def _give_picture(self, attachment: Attachment, take: object) -> None:
        if callable(take):
            take(self.call.picture(attachment))

    def _show_progress(self, progress: Progress) -> None:
        total = progress.total or 0
        self.bar.setRange(0, 1_000 if total > 0 else 0)
        if total > 0:
            self.bar.setValue(round(1_000 * min(max(progress.done / total, 0.0), 1.0)))
        self.bar.show()
        self.said.setText(visible(progress.message[:300]))
        self.said.setVisible(bool(progress.message))

    def _show_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _ask(self, question: Question) -> None:
        self._drop_question()
        self.question = QuestionPanel(self._needs, question)
        self.question.answered.connect(self.call.answer)
        self._column.addWidget(self.question)
        self.question.show()
        self.question.enter()

    def _drop_question(self) -> None:
        if self.question is not None:
            self.question.hide()
            self.question.deleteLater()
            self.question = None

    def _close(self) -> None:
        self.stop()
        self.closed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc cancels what runs, then closes; it does not leave the settings."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._errand is not None:
            self.stop()
        else:
            self._close()


class QuestionPanel(QFrame):
    """What the tool asks while it runs. Signals: `answered(Answer)`."""

    answered = Signal(object)

    def __init__(self, needs: ServerNeeds, question: Question) -> None:
        super().__init__()
        self.setProperty("kind", "card-warning")
        self._question = question
        said = self.tr("{0} asks: {1}").format(question.asker, question.message)
        self.form = SchemaForm(needs.theme, question.schema)
        self.form.setVisible(not question.url)
        self.accept = button(self.tr("Answer"), "primary")
        self.decline = button(self.tr("Decline"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.accept)
        row.addWidget(self.decline)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        words: QLabel = labelled(visible(said), "")
        column.addWidget(words)
        if question.url:
            address = labelled(visible(question.url), "mono")
            address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(address)
        column.addWidget(self.form)
        column.addLayout(row)
        self.accept.clicked.connect(self._accept)
        self.form.submitted.connect(self._accept)
        self.decline.clicked.connect(lambda: self.answered.emit(Answer(AnswerKind.DECLINE)))
        self.setAccessibleName(visible(said))

    def enter(self) -> None:
        target: QWidget = self.accept
        if self._question.url or not self._question.schema:
            target.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.form.focus_first()

    def _accept(self) -> None:
        if not self._question.url and self.form.problems():
            return
        content = {} if self._question.url else self.form.value()
        self.answered.emit(Answer(AnswerKind.ACCEPT, content))
