"""The list of providers beside their form, with a filter and a menu to add one."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from studio.core.catalogue import ReadyRow
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit
from studio.ui.settings.parts import button
from studio.ui.settings.provider_rows import RowText
from studio.ui.theme import Theme

_ID = Qt.ItemDataRole.UserRole
_NAME = Qt.ItemDataRole.UserRole + 1
_ROW_HEIGHT = 60


class ProviderList(QWidget):
    """Lives as long as its page.

    Signals: `chosen(profile_id)`; `add_requested(row)`, with None for a provider by hand.
    """

    chosen = Signal(str)
    add_requested = Signal(object)

    def __init__(self, theme: Theme, rows: tuple[ReadyRow, ...]) -> None:
        super().__init__()
        self._theme = theme
        self._rows = tuple(row for row in rows if row.is_supported)
        self.filter = LineEdit()
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter providers"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._apply_filter)
        self.add = button(self.tr("+ Add"), name=self.tr("Add a provider"))
        self.add.clicked.connect(self._open_menu)
        self.menu = self._made_menu()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Providers"))
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._tell)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.filter, 1)
        top.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(12)
        column.addLayout(top)
        column.addWidget(self.list, 1)

    def show_rows(self, rows: tuple[tuple[str, RowText], ...]) -> None:
        """Pairs of profile ID and row, in order. The choice stays where it is."""
        current = self.current()
        self.list.blockSignals(True)
        self.list.clear()
        for profile_id, row in rows:
            item = QListWidgetItem()
            item.setData(_ID, profile_id)
            item.setData(_NAME, row.name)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.name}. {row.line}")
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self.list.addItem(item)
            self.list.setItemWidget(item, _Row(self._theme, row))
        self.list.blockSignals(False)
        self._apply_filter(self.filter.text())
        self.choose(current)

    def current(self) -> str:
        item = self.list.currentItem()
        return "" if item is None else str(item.data(_ID))

    def choose(self, profile_id: str) -> None:
        """Another one where that is gone."""
        items = [self.list.item(number) for number in range(self.list.count())]
        shown = [item for item in items if not item.isHidden()]
        wanted = [item for item in items if item.data(_ID) == profile_id]
        if wanted or shown:
            (wanted or shown)[0].setHidden(False)
            self.list.setCurrentItem((wanted or shown)[0])

    def _apply_filter(self, text: str) -> None:
        for number in range(self.list.count()):
            item = self.list.item(number)
            item.setHidden(text.strip().casefold() not in str(item.data(_NAME)).casefold())

    def _tell(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(str(item.data(_ID)))

    def _made_menu(self) -> QMenu:
        menu = QMenu(self)
        was_remote = True
        for row in self._rows:
            if was_remote and not row.needs_key:
                menu.addSeparator()
            was_remote = row.needs_key
            menu.addAction(row.name).setData(row)
        menu.addSeparator()
        menu.addAction(self.tr("Other…")).setData(None)
        menu.triggered.connect(lambda action: self.add_requested.emit(action.data()))
        return menu

    def _open_menu(self) -> None:
        self.menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))


class _Row(QWidget):
    """The icon of a state and two lines. It takes no mouse: the list does."""

    def __init__(self, theme: Theme, row: RowText) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        icon = StateIcon(theme)
        icon.show_tone(row.tone, asks=row.asks)
        name = ElidedLabel(row.name)
        line = ElidedLabel(row.line)
        line.setProperty("kind", "danger" if row.tone is Tone.DANGER else "muted")
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(name)
        lines.addWidget(line)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(12, 8, 10, 8)
        inside.setSpacing(10)
        inside.addWidget(icon)
        inside.addLayout(lines, 1)
