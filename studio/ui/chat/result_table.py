"""A result that is a table, on its card; a large one has a window. Loaded when needed."""

import csv
import io

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTableView, QWidget
from typing_extensions import override

from studio.ui.chat.table_formats import PlainTable, number_of
from studio.ui.chat.table_window import TableModel, TableWindow
from studio.ui.visible import visible

_MOST_ROWS = 5_000
_MOST_COLUMNS = 200
_ROWS = 10
_WIDEST = 320
_JUDGED = 50  # rows that say whether a column holds numbers


class ResultTable(QTableView):
    """Cells that are read and copied. Owned by the card's result."""

    def __init__(self, table: PlainTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._rows = QSortFilterProxyModel(self)
        self._rows.setSourceModel(TableModel(table, self))
        self._rows.setFilterKeyColumn(-1)
        self._rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setModel(self._rows)
        self.setAccessibleName(self.tr("Result as a table"))
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setResizeContentsPrecision(_JUDGED)
        self.resizeColumnsToContents()
        for column in range(self._rows.columnCount()):
            self.setColumnWidth(column, min(_WIDEST, self.columnWidth(column) + 12))

    def seek(self, text: str) -> bool:
        """Shows only the rows that hold this text."""
        self._rows.setFilterFixedString(text)
        return self._rows.rowCount() > 0

    def open_window(self) -> TableWindow:
        """Shows the table in a window of its own, where it can be sorted."""
        window = TableWindow(self._table, self)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.show()
        return window

    def wanted_height(self) -> int:
        """As high as its rows, within bounds."""
        rows = min(max(1, len(self._table.rows)), _ROWS)
        row = self.verticalHeader().defaultSectionSize()
        return self.horizontalHeader().sizeHint().height() + rows * row + 14

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        cells: dict[int, dict[int, str]] = {}
        for index in self.selectedIndexes():
            cells.setdefault(index.row(), {})[index.column()] = str(index.data())
        columns = sorted({column for row in cells.values() for column in row})
        lines = (
            "\t".join(" ".join(cells[row].get(column, "").split()) for column in columns)
            for row in sorted(cells)
        )
        QGuiApplication.clipboard().setText("\n".join(lines))


def read_table(text: str) -> PlainTable | None:
    """CSV with a head as a table; None where it is none."""
    try:
        read = list(csv.reader(io.StringIO(text)))
    except csv.Error:
        return None
    rows = [tuple(visible(cell) for cell in row[:_MOST_COLUMNS]) for row in read[: _MOST_ROWS + 1]]
    rows = [row for row in rows if row]
    if len(rows) < 1 or len(rows[0]) < 1:
        return None
    count = len(rows[0])
    level = [(*row, *[""] * count)[:count] for row in rows]
    judged = level[1 : _JUDGED + 1]
    aligns = tuple(
        "right"
        if judged and all(number_of(row[at]) is not None or not row[at] for row in judged)
        else ""
        for at in range(count)
    )
    return PlainTable(tuple(level), aligns, level[0], tuple(level[1:]))
