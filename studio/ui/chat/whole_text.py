"""A whole text in a window of its own: a tool result, a long prompt, an answer as it was written.

Texts of megabytes open at once, since only the lines in sight are laid out. Loaded when needed.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.core.finding import Query
from studio.ui.chat.big_text import BigText
from studio.ui.chat.find_field import FindField
from studio.ui.icons import Icon, icon
from studio.ui.texts import size
from studio.ui.theme import Theme

_FIELD_WIDTH = 300


class WholeText(QDialog):
    """Shows text of any length; thrown away when it is closed."""

    def __init__(self, theme: Theme, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._theme = theme
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(920, 680)
        self.view = BigText(theme, text)
        self.view.setAccessibleName(title)
        self._length = QLabel()
        self._length.setProperty("kind", "muted")
        self._length.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        layout.addLayout(self._build_find())
        layout.addWidget(self.view, 1)
        layout.addLayout(self._build_buttons())
        self.view.finder.changed.connect(self._tell)
        self.view.grown.connect(self._measure)
        self._paint_icons()
        theme.changed.connect(self._paint_icons)
        self._measure()
        self._tell()
        self.view.setFocus()
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._begin_to_find)
        for keys, step in (("F3", 1), ("Shift+F3", -1)):
            QShortcut(QKeySequence(keys), self).activated.connect(
                lambda by=step: self.view.finder.go_by(by)
            )

    def _build_find(self) -> QHBoxLayout:
        self.field = FindField(self.tr("Find in this text"))
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.textChanged.connect(self._search)
        self.field.next_wanted.connect(lambda: self.view.finder.go_by(1))
        self.field.previous_wanted.connect(lambda: self.view.finder.go_by(-1))
        self.field.left.connect(self._leave_field)
        self.count = QLabel()
        self.count.setProperty("kind", "secondary")
        self.previous = self._flat(self.tr("Previous hit"), lambda: self.view.finder.go_by(-1))
        self.next = self._flat(self.tr("Next hit"), lambda: self.view.finder.go_by(1))
        self.case = self._flat(self.tr("Match case"), self._search, "Aa")
        self.words = self._flat(self.tr("Whole words"), self._search, "|ab|")
        self.wrap = self._flat(self.tr("Wrap lines"), self._wrap, self.tr("Wrap"))
        self.numbers = self._flat(self.tr("Line numbers"), self._number, self.tr("Numbers"))
        for each in (self.case, self.words, self.wrap, self.numbers):
            each.setCheckable(True)
        self.wrap.setChecked(self.view.wraps)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for each in (self.previous, self.next, self.case, self.words):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.wrap)
        row.addWidget(self.numbers)
        return row

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._length, 1)
        actions = (
            (self.tr("Copy all"), self._copy),
            (self.tr("Save as…"), self._ask_where),
            (self.tr("Close"), self.close),
        )
        for text, act in actions:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _flat(self, name: str, act: Callable[[], object], text: str = "") -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "flat")
        button.setAutoDefault(False)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(act)
        return button

    def _begin_to_find(self) -> None:
        selected = self.view.selected_text().split("\n", 1)[0]
        if selected and len(selected) < 200:
            self.field.setText(selected)
        self.field.setFocus()
        self.field.selectAll()

    def _leave_field(self) -> None:
        if self.field.text():
            self.field.clear()
            self.view.setFocus()
        else:
            self.close()

    def _search(self, *_: object) -> None:
        start = self.view.lines.start(self.view.top_row)
        current = self.view.finder.current
        if current is not None:
            start = current[0]
        query = Query(self.field.text(), self.case.isChecked(), self.words.isChecked())
        self.view.finder.search(query, start)

    def _tell(self) -> None:
        finder, number = self.view.finder, QLocale().toString
        said = ""
        if finder.total:
            total = number(finder.total) + ("" if finder.is_done else "…")
            said = self.tr("{0} of {1}").format(number(finder.number), total)
        elif self.field.text():
            said = self.tr("No hits") if finder.is_done else self.tr("Looking…")
        self.count.setText(said)
        for each in (self.previous, self.next):
            each.setEnabled(finder.total > 0)

    def _measure(self) -> None:
        lines = QLocale().toString(self.view.lines.lines)
        if not self.view.lines.is_complete:
            lines += "…"
        said = self.tr("{0} · {1} lines").format(size(len(self._text)), lines)
        self._length.setText(said)

    def _wrap(self) -> None:
        self.view.set_wraps(self.wrap.isChecked())

    def _number(self) -> None:
        self.view.set_shows_numbers(self.numbers.isChecked())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, self.tr("Save as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save)
        dialog.open()

    def _save(self, path: str) -> None:
        try:
            Path(path).write_text(self._text, encoding="utf-8", errors="replace", newline="")
        except OSError as error:
            self._length.setText(self.tr("Not saved: {0}").format(error.strerror))
        else:
            self._length.setText(self.tr("Saved as {0}").format(path))

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))
