"""A result to be written anew. Short ones are edited; one that is too long for that is read, and
replaced as a whole or from its beginning."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.ui.chat.attaching import Spawn
from studio.ui.chat.big_text import BigText
from studio.ui.chat.past_dialog import said_label
from studio.ui.dialogs import picked_file
from studio.ui.flow_row import flow_widget
from studio.ui.long_text import MOST_EDITED, LongTextField
from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme

LONGEST_LINE = 20_000  # a field lays out a line as a whole
_MOST_READ = 20_000_000  # bytes of a file


class ResultField(QWidget):
    """Belongs to a dialog. What stands in it is kept letter for letter until it is edited.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, spawn: Spawn) -> None:
        super().__init__()
        self._theme = theme
        self._spawn = spawn
        self._whole = ""
        self._shown = ""  # of it, as the field first had it
        self._told = ""  # what the model received, where that is less
        self._reader: BigText | None = None
        self.editor = LongTextField()
        self.editor.take_long = self._replace
        self.editor.setProperty("kind", "field")
        self.editor.setFont(theme.font(FontKind.CODE))
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(self.tr("Result"))
        self.editor.textChanged.connect(self._tell_change)
        self.note = said_label("muted")
        self.count = QLabel()
        self.count.setProperty("kind", "muted")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.note)
        self._layout.addWidget(self._build_ways())
        self._layout.addWidget(self.editor, 1)
        self._layout.addWidget(self.count)

    @property
    def is_read_only(self) -> bool:
        return self._reader is not None

    def offer_told(self, told: str) -> None:
        """What the model received of a result that was shortened."""
        self._told = told
        self._as_told.setVisible(bool(told))

    def text(self) -> str:
        # Qt's plain text has other spaces than what is shown, and its raw text other breaks.
        raw = self.editor.document().toRawText()
        if self._reader is not None or raw == self._shown:
            return self._whole
        text = raw.replace("\u2029", "\n")
        return text.replace("\n", "\r\n") if _breaks_by_two(self._whole) else text

    def show_text(self, text: str) -> None:
        """Shows a text to be edited, or to be read where it is too long."""
        self._whole = text
        self._drop_reader()
        is_long = is_too_long(text)
        self.editor.setVisible(not is_long)
        self.editor.blockSignals(True)
        self.editor.setPlainText("" if is_long else text)
        self._shown = self.editor.document().toRawText()
        self.editor.blockSignals(False)
        if is_long:
            self._reader = BigText(self._theme, text, self)
            self._reader.setAccessibleName(self.tr("Result, too long to be edited here"))
            self._layout.insertWidget(self._layout.indexOf(self.editor), self._reader, 1)
        self.note.setText(
            self.tr("This result is too long to be edited here ({0}).").format(size(len(text)))
        )
        self.note.setVisible(is_long)
        self._beginning.setVisible(is_long)
        self._empty.setVisible(is_long)
        self._tell_change()

    def enter(self) -> None:
        (self._reader or self.editor).setFocus()

    def take_beginning(self) -> None:
        """As much of a long text as can be edited; the user wants no more of it."""
        self._replace(_beginning(self._whole))

    def _replace(self, text: str) -> None:
        self.show_text(text)
        self.enter()

    def _drop_reader(self) -> None:
        if self._reader is not None:
            self._layout.removeWidget(self._reader)
            self._reader.hide()
            self._reader.deleteLater()
            self._reader = None

    def _tell_change(self) -> None:
        length = len(self._whole) if self._reader is not None else self._length()
        self.count.setText(self.tr("The model receives {0}.").format(size(length)))
        self.changed.emit()

    def _length(self) -> int:
        return max(0, self.editor.document().characterCount() - 1)

    def _build_ways(self) -> QWidget:
        widget, row = flow_widget(at_end=False)
        self._as_told = self._button(
            self.tr("As the model received it"), lambda: self._replace(self._told)
        )
        self._as_told.hide()
        self._beginning = self._button(self.tr("Only the beginning"), self.take_beginning)
        self._empty = self._button(self.tr("Write a new one"), lambda: self._replace(""))
        self._file = self._button(self.tr("From a file…"), self._ask_for_file)
        for button in (self._as_told, self._beginning, self._empty, self._file):
            row.addWidget(button)
        return widget

    def _ask_for_file(self) -> None:
        self._spawn(self._take_file(), "read a result from a file")

    async def _take_file(self) -> None:
        path = await picked_file(self.window(), self.tr("Take the result from a file"))
        if path is not None and isValid(self):
            await self.take_path(path)

    async def take_path(self, path: Path) -> None:
        """Shows what stands in a file; the result stays where it cannot be read."""
        text, fault = await asyncio.to_thread(_read, path)
        if not isValid(self):
            return
        if fault:
            self.note.setText(self.tr("Not read: {0}").format(fault))
            self.note.show()
        else:
            self._replace(text)

    def _button(self, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "flat")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: pressed())
        return button


def is_too_long(text: str) -> bool:
    """Whether a text field would stand still over it."""
    if len(text) > MOST_EDITED:
        return True
    return any(len(line) > LONGEST_LINE for line in text.split("\n"))


def _beginning(text: str) -> str:
    lines = text[:MOST_EDITED].split("\n")
    for number, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            return "\n".join([*lines[:number], line[:LONGEST_LINE]])
    return "\n".join(lines)


def _breaks_by_two(text: str) -> bool:
    return "\r\n" in text and text.count("\n") == text.count("\r\n")


def _read(path: Path) -> tuple[str, str]:
    """The text of a file, or why there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_READ + 1)
    except OSError as error:
        return "", error.strerror or type(error).__name__
    if len(data) > _MOST_READ:
        return "", size(_MOST_READ)
    return data.decode("utf-8", "replace"), ""
