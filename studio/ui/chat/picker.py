"""A list that opens above a chip, with a filter when it is long."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.fields import LineEdit
from studio.ui.tips import plain_tip

FILTER_FROM = 9
_WIDTH = 340
_MOST_ROWS = 10
_KEY = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line to pick, or the heading of a group when it has no key."""

    text: str
    key: str = ""
    note: str = ""


class Picker(QFrame):
    """A popup that is gone with the pick, with Esc or a click beside it.

    Signals: `picked(key)`.
    """

    picked = Signal(str)

    def __init__(self, entries: Sequence[Entry], chosen: str, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("kind", "popup")
        self.setFixedWidth(_WIDTH)
        self._entries = entries
        self._chosen = chosen
        self._anchor: QWidget | None = None
        self.filter = LineEdit()
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.textChanged.connect(self._fill)
        self.filter.installEventFilter(self)
        self._list = QListWidget()
        self._list.setAccessibleName(name)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.itemClicked.connect(self._pick)
        self._list.installEventFilter(self)
        self._nothing = QLabel(self.tr("Nothing fits"))
        self._nothing.setProperty("kind", "secondary")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(6)
        for widget in (self.filter, self._list, self._nothing):
            layout.addWidget(widget)
        self.show_entries(entries)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Takes new entries, also while it is open: some lists have to be asked for."""
        self._entries = entries
        self.filter.setVisible(sum(bool(entry.key) for entry in entries) >= FILTER_FROM)
        current = self._list.currentItem()
        if current is not None:
            self._chosen = current.data(_KEY) or self._chosen
        self._fill(self.filter.text())

    def open_at(self, anchor: QWidget) -> None:
        """Above the chip, or below where there is no room above."""
        self.adjustSize()
        self._anchor = anchor
        self._place()
        self.show()
        (self._list if self.filter.isHidden() else self.filter).setFocus()

    def texts(self) -> list[str]:
        """The lines now shown, headings included."""
        return [self._list.item(number).text() for number in range(self._list.count())]

    def _place(self) -> None:
        if self._anchor is None:
            return
        screen = self._anchor.screen().availableGeometry()
        above = self._anchor.mapToGlobal(QPoint(0, -self.height() - 6))
        below = self._anchor.mapToGlobal(QPoint(0, self._anchor.height() + 6))
        spot = above if above.y() >= screen.top() else below
        self.move(max(screen.left(), min(spot.x(), screen.right() - self.width())), spot.y())

    def _fill(self, words: str) -> None:
        self._list.clear()
        wanted = words.casefold().split()
        heading, is_said = Entry(""), True
        for entry in self._entries:
            if not entry.key:
                heading, is_said = entry, False
                continue
            text = f"{heading.text} {entry.text}".casefold()
            if all(word in text for word in wanted):
                if not is_said:
                    self._add(heading)
                    is_said = True
                self._add(entry)
        rows = min(self._list.count(), _MOST_ROWS)
        heights = (self._list.sizeHintForRow(number) for number in range(rows))
        self._list.setFixedHeight(sum(heights) + 2)
        self._nothing.setVisible(not rows)
        self._list.setVisible(bool(rows))
        self.adjustSize()
        self._place()

    def _add(self, entry: Entry) -> None:
        item = QListWidgetItem(entry.text)
        item.setData(_KEY, entry.key)
        self._list.addItem(item)
        if not entry.key:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            font = item.font()
            font.setPixelSize(11)
            font.setWeight(QFont.Weight.DemiBold)
            item.setFont(font)
            item.setForeground(self.palette().placeholderText())
            return
        item.setToolTip(plain_tip(entry.note))
        if entry.key == self._chosen or self._list.currentRow() < 0:
            self._list.setCurrentItem(item)

    def _pick(self, item: QListWidgetItem | None) -> None:
        key = item.data(_KEY) if item is not None else ""
        if key:
            self.picked.emit(key)
            self.close()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if self.filter.is_composing:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self._list.currentItem())
            return True
        if watched is self.filter and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            # The list moves while the filter keeps the typing.
            self._list.event(event)
            return True
        return super().eventFilter(watched, event)
