"""A table in a window of its own: sorted, searched, and copied by cells. Loaded when wanted."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QTableView, QVBoxLayout, QWidget
from typing_extensions import override

from studio.ui.chat.table_formats import PlainTable, number_of
from studio.ui.fields import LineEdit, offer_clearing

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_SORT = Qt.ItemDataRole.UserRole
_WIDEST = 420
_MEASURED = 200  # rows that the widths of the columns are measured by
_ALIGNS = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


class TableModel(QAbstractTableModel):
    """The cells, and what they are sorted by."""

    def __init__(self, table: PlainTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._table.rows)

    @override
    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._table.head)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        text = self._table.rows[index.row()][index.column()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return text
        if role == _SORT:
            return number_of(text)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._align(index.column())
        return None

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        is_name = orientation is Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.TextAlignmentRole and is_name:
            return self._align(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._table.head[section] if is_name else section + 1

    def _align(self, column: int) -> Qt.AlignmentFlag:
        align = self._table.aligns[column]
        return _ALIGNS.get(align, Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


class _Sorted(QSortFilterProxyModel):
    """Numbers by their value, before all else; words as people sort them."""

    @override
    def lessThan(self, left: _Index, right: _Index) -> bool:
        one, other = left.data(_SORT), right.data(_SORT)
        if one is None and other is None:
            return str(left.data()).casefold() < str(right.data()).casefold()
        if one is None or other is None:
            return one is not None
        return bool(one < other)


class _Cells(QTableView):
    """Copies the selected cells as a spreadsheet takes them."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Rows and columns as they stand, without what is not selected."""
        indexes = self.selectedIndexes()
        rows: dict[int, dict[int, str]] = {}
        for index in indexes:
            rows.setdefault(index.row(), {})[index.column()] = str(index.data())
        columns = sorted({index.column() for index in indexes})
        lines = [
            "\t".join(" ".join(rows[row].get(column, "").split()) for column in columns)
            for row in sorted(rows)
        ]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))


class TableWindow(QDialog):
    """Lives until it is closed; needs the chat no longer."""

    def __init__(self, table: PlainTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Table"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(900, 620)
        self._count = QLabel()
        self._count.setProperty("kind", "muted")
        self.field = LineEdit()
        self.field.setPlaceholderText(self.tr("Find rows"))
        self.field.setAccessibleName(self.tr("Find rows"))
        offer_clearing(self.field)
        self.sorted = _Sorted(self)
        self.sorted.setSourceModel(TableModel(table, self))
        self.sorted.setFilterKeyColumn(-1)
        self.sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.cells = self._make_cells()
        self.field.textChanged.connect(self._search)
        head = QHBoxLayout()
        head.addWidget(self.field, 1)
        head.addWidget(self._count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addWidget(self.cells, 1)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.field.setFocus)
        self._search("")
        self.cells.setFocus()

    def _make_cells(self) -> _Cells:
        cells = _Cells()
        cells.setAccessibleName(self.tr("Table"))
        cells.setModel(self.sorted)
        cells.setAlternatingRowColors(True)
        cells.setWordWrap(False)
        cells.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        cells.horizontalHeader().setResizeContentsPrecision(_MEASURED)
        cells.horizontalHeader().setStretchLastSection(True)
        cells.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        cells.setSortingEnabled(True)
        cells.resizeColumnsToContents()
        for column in range(self.sorted.columnCount()):
            cells.setColumnWidth(column, min(_WIDEST, cells.columnWidth(column) + 12))
        return cells

    def _search(self, text: str) -> None:
        self.sorted.setFilterFixedString(text)
        shown, all_rows = self.sorted.rowCount(), self.sorted.sourceModel().rowCount()
        told = self.tr("{0} rows") if shown == all_rows else self.tr("{0} of {1} rows")
        self._count.setText(told.format(f"{shown:n}", f"{all_rows:n}"))
