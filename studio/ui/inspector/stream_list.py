"""The events of a reply as a list of any length: when each came, how long after the one before."""

import re
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from studio.harness.inspection_ports import StreamEvent
from studio.ui.inspector.json_texts import one_line
from studio.ui.inspector.raw_facts import milliseconds
from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_TIME, _GAP, _NAME, _SIZE = range(4)
_TYPE = re.compile(r'"type"\s*:\s*"([^"\\]{1,60})"')
_NAME_BEGINS = re.compile(r'[{,]\s*("(?:[^"\\]|\\.)*"\s*:)')
_LOOKED_AT = 300  # characters of an event that may tell what it is
_COMPARED = 4_000  # characters of an event that are compared with the one before
_SHOWN = 200
_TIP = 1_000
_ROOM = "QTableView::item { padding: 0 8px; }"
_LONG_GAP = 1_000_000_000  # nanoseconds that stand out


class StreamModel(QAbstractTableModel):
    """Belongs to its list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.events: Sequence[StreamEvent] = ()

    def show_events(self, events: Sequence[StreamEvent]) -> None:
        self.beginResetModel()
        self.events = events
        self.endResetModel()

    def gap(self, row: int) -> int:
        """Nanoseconds since the event before; for the first one, since the request."""
        before = self.events[row - 1].offset_ns if row else 0
        return max(0, self.events[row].offset_ns - before)

    def text(self, row: int, column: int) -> str:
        event = self.events[row]
        if column == _TIME:
            return milliseconds(event.offset_ns)
        if column == _GAP:
            return f"+{milliseconds(self.gap(row))}"
        if column == _SIZE:
            return size(len(event.data))
        return event_name(event, self.events[row - 1] if row else None)

    @override
    def rowCount(self, parent: _Index = _NOWHERE, /) -> int:
        return 0 if parent.isValid() else len(self.events)

    @override
    def columnCount(self, parent: _Index = _NOWHERE, /) -> int:
        return 0 if parent.isValid() else 4

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole, /
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == _NAME else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        names = (self.tr("Arrived"), self.tr("After"), self.tr("Event"), self.tr("Size"))
        return names[section]

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(self.text(row, each) for each in (_NAME, _TIME, _GAP, _SIZE))
        if role == Qt.ItemDataRole.ToolTipRole and column == _NAME:
            return plain_tip(_bounded(self.events[row].data))
        if role == Qt.ItemDataRole.TextAlignmentRole and column != _NAME:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(row, column)
        return None

    def _ink(self, row: int, column: int) -> QColor | None:
        palette = self._theme.palette
        if column == _NAME:
            return None
        is_long = column == _GAP and self.gap(row) >= _LONG_GAP
        return QColor(palette.warning if is_long else palette.text_muted)


class StreamList(QTableView):
    """Only rows in sight are painted.

    Signals: `event_chosen(event)`.
    """

    event_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.events_model = StreamModel(theme, self)
        self.setModel(self.events_model)
        self.setAccessibleName(self.tr("Events of the stream, in the order they arrived"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setShowGrid(False)
        self.setStyleSheet(_ROOM)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_events(self, events: Sequence[StreamEvent]) -> None:
        self.events_model.show_events(events)
        if events:
            self.selectRow(0)

    @property
    def chosen(self) -> StreamEvent | None:
        row = self.currentIndex().row()
        events = self.events_model.events
        return events[row] if 0 <= row < len(events) else None

    def _restyle(self) -> None:
        font = self._theme.font(FontKind.CODE)
        self.setFont(font)
        metrics = QFontMetrics(font)
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        self.verticalHeader().setMinimumSectionSize(metrics.height() + 6)
        header = self.horizontalHeader()
        for column, widest in ((_TIME, "10.000 ms"), (_GAP, "+1.000 ms"), (_SIZE, "999.9 kB")):
            header.resizeSection(column, metrics.horizontalAdvance(widest) + 20)

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        is_other = not previous.isValid() or current.row() != previous.row()
        if current.isValid() and is_other:
            self.event_chosen.emit(self.events_model.events[current.row()])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.chosen is not None:
            QGuiApplication.clipboard().setText(self.chosen.data)
        else:
            super().keyPressEvent(event)


def event_name(event: StreamEvent, before: StreamEvent | None = None) -> str:
    """Its name; without one the type it says it has, else what the one before had not."""
    if event.name:
        return one_line(event.name)
    found = _TYPE.search(event.data[:_LOOKED_AT])
    if found is not None:
        return one_line(found[1])
    begin = 0 if before is None else _news(before.data[:_COMPARED], event.data[:_COMPARED])
    mark = "…" if begin else ""
    return mark + one_line(event.data[begin : begin + _SHOWN])


def _news(before: str, now: str) -> int:
    """Where a text begins to differ from another, at the name of the value that does."""
    length = min(len(before), len(now))
    same = next((at for at in range(length) if before[at] != now[at]), length)
    if same == len(now):
        return 0
    borders = [found.start(1) for found in _NAME_BEGINS.finditer(now) if found.start(1) <= same]
    return borders[-1] if borders else 0


def _bounded(text: str) -> str:
    return text if len(text) <= _TIP else f"{text[:_TIP]}…"
