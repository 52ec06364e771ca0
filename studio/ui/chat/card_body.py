"""What a tool card unfolds to: arguments, what waits or runs, the result, and buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.core.events import ApprovalRequested
from studio.core.messages import Outcome, ToolState, ToolUse
from studio.ui.chat.approval_part import ApprovalPart
from studio.ui.chat.card_draft import CardDraft
from studio.ui.chat.card_parts import CodeBox, wrapping_label
from studio.ui.chat.card_texts import MOST_ARGUMENTS, SHOWN_CHARACTERS, argument_rows, ran_with
from studio.ui.chat.marking import MarkedLabel
from studio.ui.chat.result_part import ResultPart
from studio.ui.chat.running_part import RunningPart
from studio.ui.flow_row import flow_widget
from studio.ui.ruling_texts import because_text
from studio.ui.theme import Theme
from studio.ui.visible import visible

_VALUE_LINES = 8
_REPEATABLE = {Outcome.FAILED, Outcome.TIMED_OUT, Outcome.CANCELLED, Outcome.INTERRUPTED}


class CardBody(QFrame):
    """The unfolded part of one card. `approval`, `running` and `result` speak for themselves.

    Signals: `cancel_requested()`, `run_again_requested()`, `edit_run_requested()`,
    `replace_requested()`, `details_requested()`, `height_changed()`.
    """

    cancel_requested = Signal()
    run_again_requested = Signal()
    edit_run_requested = Signal()
    replace_requested = Signal()
    details_requested = Signal()
    height_changed = Signal()

    def __init__(
        self, theme: Theme, draft: CardDraft, *, offers_always: bool, offers_override: bool
    ) -> None:
        super().__init__()
        self._theme = theme
        self._words: list[QWidget] = []
        self._shown_rows: object = None
        self.approval = ApprovalPart(
            theme, draft, offers_always=offers_always, offers_override=offers_override
        )
        self.running = RunningPart(theme, draft)
        self.result = ResultPart(theme)
        self._arguments = QGridLayout()
        self._arguments.setColumnStretch(1, 1)
        self._arguments.setHorizontalSpacing(18)
        self._arguments.setVerticalSpacing(4)
        self._because = wrapping_label("muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addLayout(self._arguments)
        for widget in (self.approval, self.running, self.result, self._because):
            layout.addWidget(widget)
        self._buttons = self._build_buttons()
        layout.addWidget(self._buttons)
        for part in (self.approval, self.running, self.result):
            part.height_changed.connect(self._tell_height)

    def show_use(self, use: ToolUse, asked: ApprovalRequested | None, arguments: object) -> None:
        """`arguments` is the parsed JSON, or the raw text where it cannot be parsed."""
        is_waiting = use.state is ToolState.WAITING
        previewed = asked.preview if is_waiting and asked is not None else ""
        self._show_arguments(use, arguments, previewed)
        self.approval.setVisible(is_waiting)
        if is_waiting:
            self.approval.show_asked(asked, arguments)
        self.running.show_use(use)
        self.running.setVisible(use.state is ToolState.RUNNING and self.running.is_needed)
        self.result.setVisible(use.result is not None)
        if use.result is not None:
            self.result.show_result(use.result, use.call.name)
        because = because_text(use.ruling) if use.ruling is not None else ""
        self._because.setText(because)
        self._because.setVisible(bool(because))
        self._show_buttons(use)
        self._polish()

    def texts(self) -> list[QWidget]:
        """What can be found, from the top: names and values of the arguments, then the result."""
        result = self.result.texts() if not self.result.isHidden() else []
        return [*self._words, *result]

    def show_whole(self) -> None:
        """Shows all of a long result here: something was found far down in it."""
        self.result.show_whole()

    def _build_buttons(self) -> QWidget:
        widget, row = flow_widget()
        self._details = self._button(self.tr("Details"), self.details_requested.emit)
        self._again = self._button(self.tr("Run again"), self.run_again_requested.emit)
        self._cancel = self._button(self.tr("Cancel this call"), self.cancel_requested.emit)
        self._change = self._button(self.tr("Change…"), lambda: None)
        self._change.setToolTip(self.tr("Run it with other arguments, or replace its result"))
        self._change.setMenu(self._build_changes())
        for button in (self._details, self._change, self._again, self._cancel):
            row.addWidget(button)
        return widget

    def _build_changes(self) -> QMenu:
        menu = QMenu(self)
        other = menu.addAction(self.tr("Run again with other arguments…"))
        other.triggered.connect(self.edit_run_requested)
        replacement = menu.addAction(self.tr("Replace result…"))
        replacement.triggered.connect(self.replace_requested)
        return menu

    def _show_buttons(self, use: ToolUse) -> None:
        result = use.result
        is_ended = use.state is ToolState.ENDED
        can_repeat = result is not None and result.outcome in _REPEATABLE
        can_cancel = use.state in {ToolState.RUNNING, ToolState.READY}
        self._details.setVisible(is_ended)
        self._change.setVisible(is_ended and result is not None)
        self._again.setVisible(can_repeat)
        self._cancel.setVisible(can_cancel)
        self._buttons.setVisible(is_ended or can_repeat or can_cancel)

    def _show_arguments(self, use: ToolUse, arguments: object, previewed: str) -> None:
        """What the preview says in full anyway is left out."""
        rows = argument_rows(arguments)
        asked = [row for row in rows if not previewed or row[1] not in previewed]
        ran = argument_rows(ran_with(use)) if use.ran is not None else []
        if self._shown_rows == (asked, ran):
            return
        self._shown_rows = (asked, ran)
        self._words.clear()
        while (item := self._arguments.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if ran:
            self._add_caption(self.tr("What the model asked for"))
        self._add_rows(asked)
        if ran:
            self._add_caption(self.tr("Ran with"))
            self._add_rows(ran)

    def _add_caption(self, text: str) -> None:
        caption = wrapping_label("label")
        caption.setText(text.upper())
        self._arguments.addWidget(caption, self._arguments.rowCount(), 0, 1, 2)

    def _add_rows(self, rows: list[tuple[str, str]]) -> None:
        for name, value in rows[:MOST_ARGUMENTS]:
            row = self._arguments.rowCount()
            label = MarkedLabel()
            label.setProperty("kind", "secondary")
            label.setText(visible(name))
            self._arguments.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            shown = self._value(name, value)
            self._arguments.addWidget(shown, row, 1)
            self._words += [label, shown]

    def _value(self, name: str, value: str) -> QWidget:
        if _is_long(value):
            box = CodeBox(self._theme, _VALUE_LINES)
            box.height_changed.connect(self._tell_height)
            box.setAccessibleName(name)
            box.show_text(value[:SHOWN_CHARACTERS])
            return box
        label = MarkedLabel()
        label.setProperty("kind", "code")
        label.setText(visible(value))
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def _button(self, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _tell_height(self) -> None:
        """First to the layout around, which would answer with the old height until Qt tells it."""
        self.updateGeometry()
        self.height_changed.emit()

    def _polish(self) -> None:
        """A widget counts in a layout once it is shown, and has its sizes once it is styled.

        Qt does both a moment later: too late for a transcript that asks for the height now.
        """
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        for index in range(self._arguments.count()):
            item = self._arguments.itemAt(index)
            shown = item.widget() if item is not None else None
            if shown is not None:
                shown.show()


def _is_long(value: str) -> bool:
    return len(value) > 120 or "\n" in value
