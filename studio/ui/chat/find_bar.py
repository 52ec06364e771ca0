"""The bar above a transcript in which one types what to find. Loaded when it is first opened."""

from PySide6.QtCore import QLocale, QSize, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)
from shiboken6 import isValid

from studio.core.finding import Query
from studio.ui.accessible import announce
from studio.ui.chat.cards import Cards
from studio.ui.chat.find_field import FindField
from studio.ui.chat.finder import Finder
from studio.ui.chat.view import TranscriptView
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

_FIELD_WIDTH = 320
_TELL_MS = 60


class FindBar(QFrame):
    """Belongs to its page; it finds only while it is open."""

    def __init__(self, view: TranscriptView, cards: Cards, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._cards = cards
        self._theme = theme
        self._finder: Finder | None = None
        self._before: QWidget | None = None
        self.setProperty("kind", "header")
        self.setAccessibleName(self.tr("Find in this chat"))
        self.field = self._make_field()
        self.count = QLabel()
        self.count.setProperty("kind", "secondary")
        self.count.setMinimumWidth(96)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(_TELL_MS)
        self._telling.timeout.connect(self._tell)
        self.previous = self._button(self.tr("Previous hit"), "Shift+F3", self._go_back)
        self.next = self._button(self.tr("Next hit"), "F3", self._go_on)
        self.case = self._button(self.tr("Match case"), "", self._search, text="Aa")
        self.words = self._button(self.tr("Whole words"), "", self._search, text="|ab|")
        self.closing = self._button(self.tr("Close"), "Esc", self.close_bar)
        for each in (self.case, self.words):
            each.setCheckable(True)
        self._lay_out()
        self._paint_icons()
        theme.changed.connect(self._paint_icons)
        self._keys = [self._shortcut("F3", self._go_on), self._shortcut("Shift+F3", self._go_back)]
        self.hide()

    @property
    def finder(self) -> Finder | None:
        """What finds, while the bar is open."""
        return self._finder

    @property
    def said(self) -> str:
        """Which hit of how many, as it is written."""
        return self.count.text()

    def open(self, text: str = "", turn: int | None = None) -> None:
        """Opens the bar; a text is looked for at once, from a turn if one is named."""
        if self._finder is None:
            self._before = QApplication.focusWidget()
            self._finder = Finder(self._view, self._cards, self._theme, self)
            self._finder.changed.connect(self._tell_soon)
        self.show()
        self._enable_keys(True)
        self.field.setFocus()
        if text and text != self.field.text():
            self.field.blockSignals(True)
            self.field.setText(text)
            self.field.blockSignals(False)
        self.field.selectAll()
        self._search(turn=turn)

    def close_bar(self) -> None:
        """Takes the marks away; the keys go where they went before."""
        if self._finder is not None:
            self._finder.close()
            self._finder.deleteLater()
            self._finder = None
        self._telling.stop()
        self._enable_keys(False)
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        else:
            self._view.setFocus()

    def _search(self, *_: object, turn: int | None = None) -> None:
        if self._finder is None:
            return
        query = Query(self.field.text(), self.case.isChecked(), self.words.isChecked())
        self._finder.search(query, turn)
        self._tell()

    def _go_on(self) -> None:
        if self._finder is not None:
            self._finder.next()
            self._tell()
            announce(self.count, self.said)

    def _go_back(self) -> None:
        if self._finder is not None:
            self._finder.previous()
            self._tell()
            announce(self.count, self.said)

    def _tell_soon(self) -> None:
        """While the count grows, it is written a few times a second."""
        if self._finder is not None and self._finder.is_done:
            self._tell()
        elif not self._telling.isActive():
            self._telling.start()

    def _tell(self) -> None:
        finder = self._finder
        if finder is None:
            return
        number = QLocale().toString
        has_hits = finder.total > 0
        if not self.field.text():
            said = ""
        elif not has_hits:
            said = self.tr("No hits") if finder.is_done else self.tr("Looking…")
        else:
            total = number(finder.total) + ("" if finder.is_done else "…")
            said = self.tr("{0} of {1}").format(number(finder.number), total)
        self.count.setText(said)
        self.count.setAccessibleName(said)
        for each in (self.previous, self.next):
            each.setEnabled(has_hits)

    def _make_field(self) -> FindField:
        field = FindField(self.tr("Find in this chat"))
        field.setMaximumWidth(_FIELD_WIDTH)
        field.textChanged.connect(self._search)
        field.next_wanted.connect(self._go_on)
        field.previous_wanted.connect(self._go_back)
        field.left.connect(self.close_bar)
        return field

    def _button(self, name: str, keys: str, act: object, *, text: str = "") -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "flat")
        button.setAutoDefault(False)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(name)
        button.setToolTip(f"{name} ({keys})" if keys else name)
        button.clicked.connect(act)
        return button

    def _shortcut(self, keys: str, act: object) -> QShortcut:
        shortcut = QShortcut(QKeySequence(keys), self.parentWidget() or self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)
        return shortcut

    def _enable_keys(self, enabled: bool) -> None:
        for each in self._keys:
            each.setEnabled(enabled)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addSpacing(6)
        for each in (self.count, self.previous, self.next, self.case, self.words):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.closing)

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))
        self.closing.setIcon(icon(Icon.CLOSE, colour))
