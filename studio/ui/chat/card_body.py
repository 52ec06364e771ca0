"""What a tool card unfolds to: arguments, preview, result, and buttons."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.core.decisions import Decision, Verdict
from studio.core.messages import Attachment, Outcome, ToolState, ToolUse
from studio.core.tools import Preview
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.card_texts import (
    MOST_ARGUMENTS,
    SHOWN_CHARACTERS,
    argument_rows,
    laid_out,
)
from studio.ui.chat.marking import MarkedLabel
from studio.ui.texts import preview_note, size
from studio.ui.theme import Theme
from studio.ui.visible import visible

# Few results bring pictures.
_STRIP = "studio.ui.chat.picture_strip"
_RESULT_LINES = 12
_PREVIEW_LINES = 24
_VALUE_LINES = 8
_REPEATABLE = {Outcome.FAILED, Outcome.TIMED_OUT, Outcome.CANCELLED, Outcome.INTERRUPTED}


class CardBody(QFrame):
    """The unfolded part of one card.

    Signals: `decided(Decision)`, `cancel_requested()`, `run_again_requested()`,
    `whole_result_requested()`, `details_requested()`, `height_changed()`, and of
    pictures beside the result `picture_wanted(Attachment, take)` and `picture_opened(Attachment)`.
    """

    decided = Signal(object)
    cancel_requested = Signal()
    run_again_requested = Signal()
    whole_result_requested = Signal()
    details_requested = Signal()
    height_changed = Signal()
    picture_wanted = Signal(object, object)
    picture_opened = Signal(object)

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, offers_always: bool = True
    ) -> None:
        super().__init__(parent)
        self._offers_always = offers_always
        self._theme = theme
        self._use: ToolUse | None = None
        self._strip: Any = None
        self._words: list[QWidget] = []
        self._shows_all = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        self._arguments = QGridLayout()
        self._arguments.setColumnStretch(1, 1)
        self._arguments.setHorizontalSpacing(18)
        self._arguments.setVerticalSpacing(4)
        layout.addLayout(self._arguments)
        self._preview = self._code_box(_PREVIEW_LINES)
        self._preview.setAccessibleName(self.tr("What would be done"))
        layout.addWidget(self._preview)
        self._caption = self._label("label")
        layout.addWidget(self._caption)
        self._result = self._code_box(_RESULT_LINES)
        self._result.setAccessibleName(self.tr("Result"))
        layout.addWidget(self._result)
        self._reason = self._build_reason()
        layout.addWidget(self._reason)
        # A line of its own: a long path beside the buttons would leave them no room.
        self._note = self._label("secondary")
        self._note.setWordWrap(True)
        layout.addWidget(self._note)
        layout.addLayout(self._build_buttons())
        self._reason.hide()

    def show_use(self, use: ToolUse, preview: Preview | None, arguments: object) -> None:
        """`arguments` is the parsed JSON, or the raw text where it cannot be parsed."""
        is_waiting = use.state is ToolState.WAITING
        if self._use is None or self._use.state is not use.state:
            self._reason.hide()
        self._use = use
        self._show_arguments(arguments, preview.text if is_waiting and preview else "")
        self._preview.setVisible(is_waiting and preview is not None)
        if is_waiting and preview is not None:
            self._preview.show_text(preview.text)
        self._note.setText(preview_note(preview) if is_waiting and preview is not None else "")
        self._note.setVisible(bool(self._note.text()))
        self._show_result(use)
        self._show_buttons(use)
        self._polish()

    def texts(self) -> list[QWidget]:
        """What can be found, from the top: names and values of the arguments, then the result."""
        result = [self._result] if not self._result.isHidden() else []
        return [*self._words, *result]

    def show_whole(self) -> None:
        """Shows all of a long result here: something was found far down in it."""
        self._shows_all = True
        if self._use is not None:
            self._show_result(self._use)

    def ask_reason(self) -> None:
        """Opens the line for the reason of a denial; Return denies."""
        self._reason.show()
        self._reason.setFocus()
        self._show_buttons(self._use)
        self._tell_height()

    def _build_reason(self) -> QLineEdit:
        reason = QLineEdit()
        reason.setPlaceholderText(self.tr("Reason, if you like: the model will read it"))
        reason.setAccessibleName(self.tr("Reason for denying"))
        reason.returnPressed.connect(self._deny)
        return reason

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self._copy = self._button(self.tr("Copy"), self._copy_result)
        self._whole = self._button(self.tr("Show all"), self.whole_result_requested.emit)
        self._details = self._button(self.tr("Details"), self.details_requested.emit)
        self._again = self._button(self.tr("Run again"), self.run_again_requested.emit)
        self._cancel = self._button(self.tr("Cancel this call"), self.cancel_requested.emit)
        self._back = self._button(self.tr("Back"), self._close_reason)
        self._deny_button = self._button(self.tr("Deny…"), self._ask_or_deny)
        self._in_chat = self._button(
            self.tr("Allow in this chat"), lambda: self._decide(Verdict.ALLOW_IN_CHAT)
        )
        self._once = self._button(self.tr("Allow once"), lambda: self._decide(Verdict.ALLOW_ONCE))
        self._once.setProperty("kind", "primary")
        self._deny_button.setToolTip(self.tr("D while the card has the focus"))
        self._in_chat.setToolTip(self.tr("C while the card has the focus"))
        self._once.setToolTip(self.tr("A while the card has the focus"))
        for button in (self._copy, self._whole, self._details, self._again, self._cancel):
            row.addWidget(button)
        for button in (self._back, self._deny_button, self._in_chat, self._once):
            row.addWidget(button)
        return row

    def _show_arguments(self, arguments: object, previewed: str) -> None:
        """What the preview says in full anyway is left out."""
        rows = [row for row in argument_rows(arguments) if not previewed or row[1] not in previewed]
        self._words.clear()
        while (item := self._arguments.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for row, (name, value) in enumerate(rows[:MOST_ARGUMENTS]):
            label = self._label("secondary")
            label.setText(visible(name))
            self._arguments.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            shown = self._value(name, value)
            self._arguments.addWidget(shown, row, 1)
            self._words += [label, shown]

    def _value(self, name: str, value: str) -> QWidget:
        if _is_long(value):
            box = self._code_box(_VALUE_LINES)
            box.setAccessibleName(name)
            box.show_text(value[:SHOWN_CHARACTERS])
            return box
        label = self._label("code")
        label.setText(visible(value))
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def _show_result(self, use: ToolUse) -> None:
        result = use.result
        self._caption.setVisible(result is not None)
        self._result.setVisible(result is not None and bool(result.content))
        if result is None:
            return
        caption = (
            self.tr("Error, as the model received it") if result.is_error else self.tr("Result")
        )
        if not result.content:
            caption = self.tr("The result is empty")
        elif result.is_shortened:
            caption = self.tr("Result, shortened for the model from {0}").format(
                size(result.full_size)
            )
        self._caption.setText(caption.upper())
        said = laid_out(result.content)
        self._show_pictures(result.files)
        self._result.show_text(said if self._shows_all else said[:SHOWN_CHARACTERS])

    def _show_pictures(self, files: tuple[Attachment, ...]) -> None:
        if self._strip is None and files:
            strip = self._strip = import_module(_STRIP).PictureStrip(self._theme, self)
            strip.wanted.connect(self.picture_wanted)
            strip.opened.connect(self.picture_opened)
            strip.height_changed.connect(self._tell_height)
            layout: Any = self.layout()
            layout.insertWidget(layout.indexOf(self._result) + 1, strip)
        if self._strip is not None:
            self._strip.show_files(files)

    def _show_buttons(self, use: ToolUse | None) -> None:
        if use is None:
            return
        result = use.result
        is_waiting = use.state is ToolState.WAITING
        asks_reason = is_waiting and not self._reason.isHidden()
        has_more = result is not None and (
            result.is_shortened
            or len(result.content) > SHOWN_CHARACTERS
            or result.content.count("\n") >= _RESULT_LINES
        )
        self._copy.setVisible(result is not None)
        self._whole.setVisible(has_more)
        self._details.setVisible(use.state is ToolState.ENDED)
        self._again.setVisible(result is not None and result.outcome in _REPEATABLE)
        self._cancel.setVisible(use.state in {ToolState.RUNNING, ToolState.READY})
        self._back.setVisible(asks_reason)
        self._deny_button.setVisible(is_waiting)
        self._deny_button.setText(self.tr("Deny") if asks_reason else self.tr("Deny…"))
        self._in_chat.setVisible(is_waiting and not asks_reason and self._offers_always)
        self._once.setVisible(is_waiting and not asks_reason)

    def _ask_or_deny(self) -> None:
        if self._reason.isHidden():
            self.ask_reason()
        else:
            self._deny()

    def _close_reason(self) -> None:
        self._reason.hide()
        self._show_buttons(self._use)
        self._tell_height()

    def _deny(self) -> None:
        self.decided.emit(Decision(Verdict.DENY, self._reason.text().strip()))

    def _decide(self, verdict: Verdict) -> None:
        self.decided.emit(Decision(verdict))

    def _copy_result(self) -> None:
        if self._use is not None and self._use.result is not None:
            QGuiApplication.clipboard().setText(self._use.result.content)

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

    def _code_box(self, lines: int) -> CodeBox:
        box = CodeBox(self._theme, lines)
        box.height_changed.connect(self._tell_height)
        return box

    def _label(self, kind: str) -> MarkedLabel:
        label = MarkedLabel()
        label.setProperty("kind", kind)
        return label


def _is_long(value: str) -> bool:
    return len(value) > 120 or "\n" in value
