"""A list beside a page, in the user's order, with a filter: of providers, of servers."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit, offer_clearing
from studio.ui.settings.parts import button, relook
from studio.ui.theme import Theme

_ID = Qt.ItemDataRole.UserRole
_NAME = Qt.ItemDataRole.UserRole + 1
_ROW_HEIGHT = 60
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class RowText:
    """One row of the list: a name, a line below it, and the icon of a state."""

    name: str
    line: str
    tone: Tone = Tone.NEUTRAL
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """What a screen reader is told, in words for what is listed."""

    all: str
    filter: str
    add: str
    keys: str


class ArrangedList(QWidget):
    """Lives as long as its page. A row is moved by dragging it, or by Alt with an arrow key.

    Signals: `chosen(id)`; `add_requested()`; `arranged(ids)`.
    """

    chosen = Signal(str)
    add_requested = Signal()
    arranged = Signal(object)

    def __init__(self, theme: Theme, names: Names) -> None:
        super().__init__()
        self._theme = theme
        self._rows: dict[str, RowText] = {}
        self.filter = LineEdit()
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(names.filter)
        offer_clearing(self.filter)
        self.filter.textChanged.connect(self._apply_filter)
        self.add = button(self.tr("+ Add"), name=names.add)
        self.add.clicked.connect(self.add_requested)
        self.list = QListWidget()
        self.list.setAccessibleName(names.all)
        self.list.setAccessibleDescription(names.keys)
        self._set_up_list()
        self.top = QHBoxLayout()
        self.top.setSpacing(8)
        self.top.addWidget(self.filter, 1)
        self.top.addWidget(self.add)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 14, 14, 14)
        self.column.setSpacing(12)
        self.column.addLayout(self.top)
        self.column.addWidget(self.list, 1)

    def show_rows(self, rows: tuple[tuple[str, RowText], ...]) -> None:
        """Pairs of ID and row, in order. Only what has changed is drawn anew: the state of one may
        change while somebody drags another."""
        if [one for one, _ in rows] == list(self.order()) and self._rows:
            for place, (row_id, row) in enumerate(rows):
                if self._rows.get(row_id) != row:
                    self._update(self.list.item(place), row)
            self._rows = dict(rows)
            self._apply_filter(self.filter.text())
            return
        current = self.current()
        self._rows = dict(rows)
        self.list.blockSignals(True)
        self.list.clear()
        for row_id, row in rows:
            item = QListWidgetItem()
            item.setData(_ID, row_id)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self.list.addItem(item)
            self.list.setItemWidget(item, _Row(self._theme))
            self._update(item, row)
        self.list.blockSignals(False)
        self._apply_filter(self.filter.text())
        self.choose(current)

    def order(self) -> tuple[str, ...]:
        items = (self.list.item(number) for number in range(self.list.count()))
        return tuple(str(item.data(_ID)) for item in items)

    def current(self) -> str:
        item = self.list.currentItem()
        return "" if item is None else str(item.data(_ID))

    def choose(self, row_id: str) -> None:
        """Another one where that is gone."""
        items = [self.list.item(number) for number in range(self.list.count())]
        shown = [item for item in items if not item.isHidden()]
        wanted = [item for item in items if item.data(_ID) == row_id]
        if wanted or shown:
            (wanted or shown)[0].setHidden(False)
            self.list.setCurrentItem((wanted or shown)[0])

    def move_chosen(self, step: int) -> None:
        """The chosen row one place up or down."""
        order = list(self.order())
        row = self.list.currentRow()
        if 0 <= row < len(order) and 0 <= row + step < len(order) and not self.filter.text():
            order.insert(row + step, order.pop(row))
            self.arranged.emit(tuple(order))

    def row(self, row_id: str) -> RowText | None:
        return self._rows.get(row_id)

    def _update(self, item: QListWidgetItem, row: RowText) -> None:
        item.setData(_NAME, row.name)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.name}. {row.line}")
        widget = self.list.itemWidget(item)
        if isinstance(widget, _Row):
            widget.show_row(row)

    def _set_up_list(self) -> None:
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.currentItemChanged.connect(self._tell)
        self.list.installEventFilter(self)
        self.list.model().rowsMoved.connect(self._tell_order)
        # Qt moves a row by adding it and taking the old one away: told when both are done.
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(0)
        self._settling.timeout.connect(lambda: self.arranged.emit(self.order()))

    def _tell_order(self, _parent: QModelIndex) -> None:
        self._rows = {}  # the widgets of moved rows are gone: all are made anew
        self._settling.start()

    def _apply_filter(self, text: str) -> None:
        self.list.setDragEnabled(not text)
        wanted = text.strip().casefold()
        for number in range(self.list.count()):
            item = self.list.item(number)
            item.setHidden(wanted not in str(item.data(_NAME)).casefold())

    def _tell(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(str(item.data(_ID)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _MOVES.get(Qt.Key(event.key()))
            if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.move_chosen(step)
                return True
        return super().eventFilter(watched, event)


class _Row(QWidget):
    """The icon of a state and two lines. It takes no mouse: the list does."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._icon = StateIcon(theme)
        self._name = ElidedLabel()
        self._line = ElidedLabel()
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(self._name)
        lines.addWidget(self._line)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(12, 8, 10, 8)
        inside.setSpacing(10)
        inside.addWidget(self._icon)
        inside.addLayout(lines, 1)

    def show_row(self, row: RowText) -> None:
        self._icon.show_tone(row.tone, asks=row.asks)
        self._name.setText(row.name)
        self._line.setText(row.line)
        relook(self._line, "danger-small" if row.tone is Tone.DANGER else "muted")
