"""A row of names of which one is chosen, and the page that belongs to it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from studio.ui.flow_row import flow_widget

_TAB_GAP = 2
_TAB_SIDE = 8


class RawSwitch(QWidget):
    """Several pages in one place. The row wraps where it is narrow. `kind` is how its buttons look;
    tabs stand closer, and not at the edge.

    Signals: `chosen(number)` when another page is shown.
    """

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None, *, kind: str = "flat") -> None:
        super().__init__(parent)
        self._kind = kind
        row, self._row = flow_widget(at_end=False)
        if kind == "tab":
            self._row.gap = _TAB_GAP
            row.setContentsMargins(_TAB_SIDE, 0, _TAB_SIDE, 0)
        row.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.show_page)
        self.pages = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(row)
        layout.addWidget(self.pages, 1)

    def add(self, title: str, page: QWidget) -> QPushButton:
        """Adds a page behind those there are; the first is shown."""
        button = QPushButton(title)
        button.setProperty("kind", self._kind)
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._row.addWidget(button)
        self._group.addButton(button, self.pages.count())
        self.pages.addWidget(page)
        button.setChecked(self.pages.count() == 1)
        return button

    def show_page(self, number: int) -> None:
        self._group.button(number).setChecked(True)
        self.pages.setCurrentIndex(number)
        self.chosen.emit(number)
