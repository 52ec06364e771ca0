"""The list of a provider's models below their field, with a search and what each can do."""

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.models import ModelEntry
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit
from studio.ui.settings.model_texts import abilities_line, entry_words
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind, Theme

_ID = Qt.ItemDataRole.UserRole
_WORDS = Qt.ItemDataRole.UserRole + 1
_ROW_HEIGHT = 50
_ROWS = 7
_LEAST_WIDTH = 320
_MOST_WIDGETS = 60  # more rows than that have one line: a widget each would take its time


class ModelPicker(QFrame):
    """A popup. Lives as long as its field.

    Signals: `picked(model)`; `refresh_requested()`; `facts_requested(model)`.
    """

    picked = Signal(str)
    refresh_requested = Signal()
    facts_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self._entries: tuple[ModelEntry, ...] = ()
        self.setProperty("kind", "popup")
        self.search = LineEdit()
        self.search.setPlaceholderText(self.tr("Search models"))
        self.search.setAccessibleName(self.tr("Search models"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Models"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.state: QLabel = labelled("", "muted")
        self.refresh = button(self.tr("Refresh"), "flat", self.tr("Ask for the models again"))
        self.facts = button(self.tr("What it can do…"), "flat")
        self._place()
        self.search.textChanged.connect(self._fill)
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        self.refresh.clicked.connect(self.refresh_requested)
        self.facts.clicked.connect(self._ask_facts)
        for widget in (self.search, self.list):
            widget.installEventFilter(self)

    def show_entries(self, entries: tuple[ModelEntry, ...], state: str) -> None:
        self._entries = entries
        self.state.setText(state)
        self._fill()

    def open_below(self, field: QWidget, current: str) -> None:
        self.search.clear()
        self._fill()
        self._choose(current)
        width = max(field.width(), _LEAST_WIDTH)
        self.resize(width, self.sizeHint().height())
        place = field.mapToGlobal(QPoint(0, field.height() + 2))
        screen = field.screen().availableGeometry()
        if place.y() + self.height() > screen.bottom():
            above = field.mapToGlobal(QPoint(0, -self.height() - 2))
            place = above if above.y() >= screen.top() else QPoint(place.x(), screen.top())
        place.setX(min(place.x(), screen.right() - width))
        self.move(place)
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(4)
        foot.addWidget(self.state, 1)
        foot.addWidget(self.facts)
        foot.addWidget(self.refresh)
        self.list.setFixedHeight(_ROWS * _ROW_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 6)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self.list)
        column.addLayout(foot)

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        fitting = [
            entry for entry in self._entries if all(word in entry_words(entry) for word in words)
        ]
        self.list.clear()
        for number, entry in enumerate(fitting):
            item = QListWidgetItem()
            item.setData(_ID, entry.id)
            line = abilities_line(entry.abilities)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.id}. {line}")
            item.setToolTip(entry.id)
            self.list.addItem(item)
            if number < _MOST_WIDGETS:
                item.setSizeHint(QSize(0, _ROW_HEIGHT))
                self.list.setItemWidget(item, _Row(self._theme, entry.id, line))
            else:
                item.setText(entry.id)
        if self.list.count():
            self.list.setCurrentRow(0)
        self.facts.setEnabled(self.list.count() > 0)

    def _choose(self, model: str) -> None:
        for number in range(self.list.count()):
            if self.list.item(number).data(_ID) == model:
                self.list.setCurrentRow(number)

    def _take(self, item: QListWidgetItem) -> None:
        self.hide()
        self.picked.emit(str(item.data(_ID)))

    def _ask_facts(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.hide()
            self.facts_requested.emit(str(item.data(_ID)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while the search has the focus; Return takes."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.search and not self.search.is_composing:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                row = min(max(self.list.currentRow() + step, 0), self.list.count() - 1)
                self.list.setCurrentRow(row)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                item = self.list.currentItem()
                if item is not None:
                    self._take(item)
                return True
        return super().eventFilter(watched, event)


class _Row(QWidget):
    """The model's name and what it can do. It takes no mouse: the list does."""

    def __init__(self, theme: Theme, model: str, line: str) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = ElidedLabel(model)
        name.setFont(theme.font(FontKind.CODE))
        facts = ElidedLabel(line)
        facts.setProperty("kind", "muted")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(10, 4, 10, 4)
        lines.setSpacing(1)
        lines.addWidget(name)
        lines.addWidget(facts)
