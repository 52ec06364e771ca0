"""The composer: the prompt, its chips, and Send or Stop."""

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.chats import ChatSettings
from studio.ui.chat.chips import Chip, EffortChip, ModelChip, ToolsChip, fit_chips, is_left_out
from studio.ui.chat.choices import Choices
from studio.ui.chat.file_bar import FileBar
from studio.ui.chat.foreseen import ForeseenLine
from studio.ui.chat.pasted_strip import PastedStrip
from studio.ui.chat.prompt_field import MAX_TYPED, PromptField
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

ATTACH_KEYS = "Ctrl+U"
_DRAFT_MS = 600
_LEFT, _RIGHT, _GAP = 12, 10, 8
MAX_CHARACTERS = 2_000_000  # more than any model reads at once


class Composer(QFrame):
    """One for each page. It keeps no state of the chat: it shows what it is given.

    Signals: `submitted(text)`, `stop_requested()`, `draft_changed(text)` a moment after typing,
    `attach_requested()`, `resource_requested()`, `files_brought(Brought)`, `text_attached(text)`,
    `recall_requested()` for the last prompt, `models_wanted()` when the list is opened,
    `model_picked(profile_id, model)`, `effort_picked(Effort or None)`, `tools_picked(names off)`,
    `tools_kept(names off)` for new chats.
    """

    submitted = Signal(str)
    stop_requested = Signal()
    attach_requested = Signal()
    resource_requested = Signal()
    recall_requested = Signal()
    files_brought = Signal(object)
    text_attached = Signal(str)
    draft_changed = Signal(str)
    models_wanted = Signal()
    model_picked = Signal(str, str)
    effort_picked = Signal(object)
    tools_picked = Signal(object)
    tools_kept = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "composer")
        self.field = PromptField(theme)
        self.pasted = PastedStrip(theme)
        self.files = FileBar(theme)
        self.foreseen = ForeseenLine()
        self.attach = Chip(theme, Icon.PAPERCLIP)
        self._has_files = self._is_reading = False
        self._has_resources: Callable[[], bool] = lambda: False
        self._notice = QLabel()
        self.model = ModelChip(theme)
        self.effort = EffortChip(theme)
        self.tools = ToolsChip(theme)
        self.send = QPushButton(" " + self.tr("Send"))
        self.stop = QPushButton(" " + self.tr("Stop"))
        self._prepare()
        self._lay_out()
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(_DRAFT_MS)
        self._draft_timer.timeout.connect(self.flush_draft)
        self.field.textChanged.connect(self._take_typing)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self.show_running(False)

    def show_settings(self, choices: Choices, settings: ChatSettings) -> None:
        """Who will answer, with which tools and how much thought."""
        self.model.show_choice(choices, settings)
        self.effort.show_choice(settings)
        self.tools.show_choice(choices, settings)
        chosen = choices.chosen(settings)
        self.field.setPlaceholderText(
            self.tr("Message {0}…").format(chosen.name) if chosen else self.tr("Message…")
        )
        self._fit_chips()

    def show_running(self, is_running: bool) -> None:
        """Stop takes the place of Send; Return then queues the message."""
        had_focus = self.send.hasFocus() or self.stop.hasFocus()
        self.stop.setVisible(is_running)
        self.send.setVisible(not is_running)
        if had_focus:
            self.field.setFocus()
        self._allow_sending()
        self._fit_chips()

    def limit_to(self, height_of_page: int) -> None:
        """Leaves most of the page to what is read."""
        self.field.limit_to(height_of_page)
        self.files.limit_to(height_of_page)

    def show_files(self, *, has_files: bool, is_reading: bool) -> None:
        """A message may be files alone. While one is being read nothing is sent without it."""
        self._has_files, self._is_reading = has_files, is_reading
        self._allow_sending()

    def set_text(self, text: str) -> None:
        """Puts a draft or a message taken back into the field, without telling of a draft."""
        self.pasted.clear()
        is_long = len(text) > MAX_TYPED
        typed = "" if is_long else text
        # A field that is emptied tells a screen reader so, also where nothing was in it.
        if self.field.toPlainText() != typed:
            self.field.setPlainText(typed)
        if is_long:
            self.pasted.add(text)
        self._draft_timer.stop()
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    def offer_resources(self, has_resources: Callable[[], bool]) -> None:
        """Asked when Attach is pressed: whether servers have something to attach just then."""
        self._has_resources = has_resources

    def put_above(self, strip: QWidget) -> None:
        """A strip that says what the message is."""
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, strip)

    def insert_quote(self, quotation: str) -> None:
        """A quotation goes where the cursor is, on lines of its own; the answer after it."""
        cursor = self.field.textCursor()
        before = self.field.toPlainText()[: cursor.selectionStart()].rstrip("\n")
        cursor.insertText(
            (("\n" if cursor.atBlockStart() else "\n\n") if before else "") + quotation
        )
        self.field.setTextCursor(cursor)
        self.field.ensureCursorVisible()

    def text(self) -> str:
        """All of the message: what is typed, then what was pasted."""
        typed = self.field.toPlainText()
        return "\n\n".join([*([typed] if typed else []), *self.pasted.pieces])

    def flush_draft(self) -> None:
        """Tells of the draft now; the page does so when it is left or closed."""
        self._draft_timer.stop()
        self.draft_changed.emit(self.text())

    @property
    def notice(self) -> str:
        """What is said about a paste that was refused, if one was."""
        return "" if self._notice.isHidden() else self._notice.text()

    @property
    def has_untold_draft(self) -> bool:
        return self._draft_timer.isActive()

    def _submit(self) -> None:
        text = self.text().strip()
        if self._is_reading or not (text or self._has_files):
            return
        self.field.clear()
        self.pasted.clear()
        self._draft_timer.stop()
        self._notice.hide()
        self.submitted.emit(text)

    def _choose_source(self) -> None:
        """Most have no servers: then Attach leads straight to the files."""
        if not self._has_resources():
            self.attach_requested.emit()
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        files = menu.addAction(self.tr("Files…"))
        files.triggered.connect(self.attach_requested)
        menu.addAction(self.tr("From a server…")).triggered.connect(self.resource_requested)
        menu.setActiveAction(files)
        menu.popup(self.attach.mapToGlobal(self.attach.rect().topLeft()))

    def _take_typing(self) -> None:
        self._notice.hide()
        self._allow_sending()
        self._draft_timer.start()

    def _allow_sending(self) -> None:
        has_text = self.field.document().characterCount() > 1
        has_content = has_text or bool(self.pasted.pieces) or self._has_files
        self.send.setEnabled(has_content and not self._is_reading)
        hint = self.tr("Waits for the files to be read") if self._is_reading else ""
        self.send.setToolTip(hint or self.tr("Send (Return)"))

    def _take_long_paste(self, text: str) -> None:
        if self.pasted.length + len(text) > MAX_CHARACTERS:
            self._refuse(len(text))
        else:
            self.pasted.add(text)

    def _recall(self) -> None:
        if not (self.pasted.pieces or self._has_files):
            self.recall_requested.emit()

    def _refuse(self, characters: int) -> None:
        number = QLocale().toString
        self._notice.setText(
            self.tr(
                "That is {0} characters; a message can have {1}. Nothing was pasted. "
                "Put long text into a file and let a tool read it, or send it in parts."
            ).format(number(characters), number(MAX_CHARACTERS))
        )
        self._notice.show()

    def _mark_focus(self, has_focus: bool) -> None:
        self.setProperty("focused", has_focus)
        self.style().unpolish(self)
        self.style().polish(self)

    def _prepare(self) -> None:
        self.field.submitted.connect(self._submit)
        self.field.pasted_long.connect(self._take_long_paste)
        self.field.recalled.connect(self._recall)
        self.files.refilled.connect(self._order_tabs)
        self.field.pasted_files.connect(self.files_brought)
        self.pasted.changed.connect(self._take_typing)
        self.pasted.attach_requested.connect(self.text_attached)
        keys = QKeySequence(ATTACH_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        attach = self.tr("Attach")
        self.attach.say(attach, self.tr("Attach files ({0})").format(keys), attach)
        self.attach.setAccessibleName(self.tr("Attach files"))
        self.attach.clicked.connect(self._choose_source)
        self.field.focus_changed.connect(self._mark_focus)
        self._notice.setProperty("kind", "warning")
        self._notice.setWordWrap(True)
        self._notice.hide()
        self.model.picked.connect(self.model_picked)
        self.model.opened.connect(self.models_wanted)
        self.effort.picked.connect(self.effort_picked)
        self.tools.picked.connect(self.tools_picked)
        self.tools.kept.connect(self.tools_kept)
        self.tools.left.connect(self.field.setFocus)
        self.send.setProperty("kind", "primary")
        self.send.clicked.connect(self._submit)
        self.stop.setToolTip(self.tr("Stop the answer (Esc)"))
        self.stop.clicked.connect(self.stop_requested)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_LEFT, 10, _RIGHT, 10)
        layout.setSpacing(8)
        layout.addWidget(self.files)
        layout.addWidget(self.pasted)
        layout.addWidget(self.foreseen)
        layout.addWidget(self.field)
        layout.addWidget(self._notice)
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        for chip in (self.attach, self.tools, self.model, self.effort):
            row.addWidget(chip)
        row.addStretch(1)
        row.addWidget(self.stop)
        row.addWidget(self.send)
        layout.addLayout(row)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """As the eye goes; what is made later would come last."""
        chips = [each for chip in self.files.chips for each in (chip, chip.remove)]
        row = (self.attach, self.tools, self.model, self.effort, self.stop, self.send)
        for before, after in pairwise([*chips, self.foreseen.more, self.field, *row]):
            QWidget.setTabOrder(before, after)

    def _fit_chips(self) -> None:
        ends = [each.sizeHint().width() for each in (self.send, self.stop) if not is_left_out(each)]
        taken = sum(end + _GAP for end in ends) + _LEFT + _RIGHT
        chips = (self.effort, self.model, self.tools, self.attach)
        fit_chips(chips, self.width() - taken, _GAP)

    def _paint_icons(self) -> None:
        palette = self._theme.palette
        self.send.setIcon(icon(Icon.SEND, palette.on_accent, palette.text_secondary))
        self.stop.setIcon(icon(Icon.STOP, palette.text))
        for button in (self.send, self.stop):
            button.setIconSize(QSize(14, 14))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chips()
