"""Two turns beside each other: what they took, their rounds and calls aligned, and what differs.

Loaded when it is opened. It is compared in a thread; of 200 rounds only the rows in sight are
painted, and only the chosen one is shown in full.
"""

import asyncio

from PySide6.QtCore import QLocale, QModelIndex, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from studio.core.chats import Turn
from studio.core.comparison import Comparison, compared
from studio.core.timeline import Price
from studio.ui.accessible import announce
from studio.ui.buttons import icon_button
from studio.ui.chat.attaching import Spawn
from studio.ui.icons import Icon, icon
from studio.ui.inspector.compare_detail import CompareDetail
from studio.ui.inspector.compare_model import CompareDelegate, CompareModel
from studio.ui.inspector.compare_rows import Row, cost_of, opening_row, rows_of
from studio.ui.inspector.compare_sums import CompareSums
from studio.ui.theme import Theme

_WIDTH, _HEIGHT = 1080, 760
_EDGE = 40
_LEAST_LIST = 90
_NEXT = ("F7", "Alt+Down")
_PREVIOUS = ("Shift+F7", "Alt+Up")


class CompareWindow(QDialog):
    """Stands beside the chat until it is closed, then it is thrown away."""

    def __init__(
        self, theme: Theme, spawn: Spawn, price: Price, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._spawn = spawn
        self._price = price
        self.is_ready = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Compare two answers"))
        self.sums = CompareSums()
        self.model = CompareModel(self)
        self.list = self._build_list()
        self.detail = CompareDetail(theme, spawn)
        self._lay_out()
        for keys, step in ((_NEXT, 1), (_PREVIOUS, -1)):
            for each in keys:
                self._bind(each, step)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self._fit()

    def show_turns(self, turns: tuple[Turn, Turn], names: tuple[str, str]) -> None:
        """The names are those of the two versions, in their order."""
        self.detail.name(names)
        self.counts.setText(self.tr("Comparing…"))
        self._spawn(self._compare(turns, names), "compare two turns")

    def step(self, step: int) -> None:
        """Goes to the next difference, or with a negative step to the one before."""
        if not self.is_ready or self.detail.step(step):
            return
        rows, here = self.model.rows, self.list.currentIndex().row()
        wanted = range(here + 1, len(rows)) if step > 0 else range(here - 1, -1, -1)
        found = next((number for number in wanted if not rows[number].is_same), None)
        if found is None:
            self._say_end(step)
            return
        self.list.setCurrentIndex(self.model.index(found))
        self.detail.enter(step)
        announce(self, str(self.list.currentIndex().data()))

    async def _compare(self, turns: tuple[Turn, Turn], names: tuple[str, str]) -> None:
        comparison, rows = await asyncio.to_thread(_compared, *turns)
        if not isValid(self):
            return
        both = zip(turns, names, (comparison.first, comparison.second), strict=True)
        for number, (turn, name, sums) in enumerate(both):
            self.sums.show_sums(number, name, sums, cost_of(turn, self._price))
        self.model.show_rows(rows)
        self.is_ready = True
        self._different = sum(not row.is_same for row in rows)
        self._tell(len(rows))
        self._open_row()

    def _tell(self, count: int) -> None:
        number = QLocale().toString
        said = self.tr("Both say and do the same.")
        if self._different:
            said = self.tr("{0} of {1} rows differ").format(number(self._different), number(count))
        self.counts.setText(said)
        announce(self, said)
        for button in (self.previous, self.next):
            button.setEnabled(bool(self._different))
        self.only.setEnabled(bool(self._different))

    def _say_end(self, step: int) -> None:
        said = (
            self.tr("This is the last difference.")
            if step > 0
            else self.tr("This is the first difference.")
        )
        self.counts.setText(said)
        announce(self, said)

    def _open_row(self) -> None:
        rows = self.model.rows
        self._limit_list()
        self.detail.setVisible(bool(rows))
        if rows:
            self.list.setCurrentIndex(self.model.index(opening_row(rows)))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _limit_list(self) -> None:
        """Not higher than its rows: the room is the detail's."""
        row = self.list.sizeHintForRow(0) if self.model.rows else 0
        whole = row * len(self.model.rows) + 2 * self.list.frameWidth()
        self.list.setMinimumHeight(min(whole, _LEAST_LIST))
        self.list.setMaximumHeight(whole)

    def _show_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        rows = self.model.rows
        if 0 <= current.row() < len(rows):
            self.detail.show_row(rows[current.row()])

    def _show_only(self, only: bool) -> None:
        self.model.show_only_different(only)
        self._open_row()

    def _build_list(self) -> QListView:
        view = QListView()
        view.setAccessibleName(self.tr("Rounds and calls of both"))
        view.setUniformItemSizes(True)
        view.setModel(self.model)
        view.setItemDelegate(CompareDelegate(self._theme, view))
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMouseTracking(True)
        view.selectionModel().currentChanged.connect(self._show_current)
        return view

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self.list)
        split.addWidget(self.detail)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        self.list.setMinimumHeight(_LEAST_LIST)
        self.detail.setMinimumHeight(140)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self.sums)
        layout.addLayout(self._build_bar())
        layout.addWidget(split, 1)

    def _build_bar(self) -> QHBoxLayout:
        self._different = 0
        self.counts = QLabel()
        self.counts.setProperty("kind", "secondary")
        self.only = QCheckBox(self.tr("Only what differs"))
        self.only.setEnabled(False)
        self.only.toggled.connect(self._show_only)
        self.previous = self._step_button(self.tr("Previous difference"), _PREVIOUS, -1)
        self.next = self._step_button(self.tr("Next difference"), _NEXT, 1)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.counts, 1)
        for widget in (self.only, self.previous, self.next):
            row.addWidget(widget)
        return row

    def _step_button(self, name: str, keys: tuple[str, ...], step: int) -> QToolButton:
        shown = QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
        button = icon_button(name, tip=f"{name} ({shown})")
        button.setFixedSize(28, 28)
        button.setEnabled(False)
        button.clicked.connect(lambda: self.step(step))
        return button

    def _bind(self, keys: str, step: int) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: self.step(step))

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))

    def _fit(self) -> None:
        """Within the window it belongs to."""
        width, height = _WIDTH, _HEIGHT
        parent = self.parentWidget()
        if parent is not None:
            room = parent.window().size()
            width = min(width, max(room.width() - _EDGE, 480))
            height = min(height, max(room.height() - _EDGE, 400))
        self.resize(width, height)


def _compared(first: Turn, second: Turn) -> tuple[Comparison, tuple[Row, ...]]:
    comparison = compared(first, second)
    return comparison, rows_of(comparison)
