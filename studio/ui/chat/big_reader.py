"""A text of any length with what one needs to read it: search, wrapping, line numbers."""

from collections.abc import Callable

from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.finding import Query
from studio.ui.accessible import announce
from studio.ui.chat.big_text import BigText
from studio.ui.chat.find_field import FindField
from studio.ui.focus import focus_goes_to
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

_FIELD_WIDTH = 300


class BigReader(QWidget):
    """Belongs to a window, whose keys Ctrl+F and F3 it takes.

    Signals: `left()` on Escape in an empty field.
    """

    left = Signal()

    def __init__(self, theme: Theme, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.view = BigText(theme, text)
        self.view.setAccessibleName(name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(self._build_find())
        layout.addWidget(self.view, 1)
        self.view.finder.changed.connect(self._tell)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self._tell()
        focus_goes_to(self, self.view)
        self._shortcut(QKeySequence(QKeySequence.StandardKey.Find), self._begin_to_find)
        self._shortcut(QKeySequence("F3"), lambda: self._go_by(1))
        self._shortcut(QKeySequence("Shift+F3"), lambda: self._go_by(-1))

    def _build_find(self) -> QHBoxLayout:
        self.field = FindField(self.tr("Find in this text"))
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.textChanged.connect(self._search)
        self.field.next_wanted.connect(lambda: self._go_by(1))
        self.field.previous_wanted.connect(lambda: self._go_by(-1))
        self.field.left.connect(self._leave_field)
        self.count = QLabel()
        self.count.setProperty("kind", "secondary")
        self.previous = self._flat(self.tr("Previous hit"), lambda: self._go_by(-1))
        self.next = self._flat(self.tr("Next hit"), lambda: self._go_by(1))
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

    def _shortcut(self, keys: QKeySequence, act: Callable[[], object]) -> None:
        QShortcut(keys, self).activated.connect(act)

    def _go_by(self, step: int) -> None:
        self.view.finder.go_by(step)
        announce(self.count, self.count.text())

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
            self.left.emit()

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

    def _wrap(self) -> None:
        self.view.set_wraps(self.wrap.isChecked())

    def _number(self) -> None:
        self.view.set_shows_numbers(self.numbers.isChecked())

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))
