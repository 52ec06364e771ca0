"""A JSON document as a model of Qt: only branches that were looked into have rows.

A branch of more than 500 values is parted into groups, as no tree lays out a million rows at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.json_index import GROUP, JsonIndex, Kind
from studio.ui.inspector.json_texts import counted, row_text

_Index = QModelIndex | QPersistentModelIndex
_GROUPS = 1 << 40  # beyond the numbers of values
_NOWHERE = QModelIndex()


class Mark(StrEnum):
    """Why a value is marked."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MATCHED = "matched"  # the same part as one that is looked at elsewhere
    LOST = "lost"  # a switch to another dialect would lose it
    BROKEN = "broken"  # here the provider's cache ends


@dataclass(frozen=True, slots=True)
class Row:
    """What a row shows: one value, or (`first` to `last`) a group of its children."""

    node: int
    first: int = -1
    last: int = -1

    @property
    def is_group(self) -> bool:
        return self.first >= 0


class JsonModel(QAbstractItemModel):
    """Belongs to a view. The index it shows has been read to its end."""

    def __init__(self, index: JsonIndex, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.json = index
        self._groups: list[Row] = []
        self._below: dict[int, list[int]] = {}  # the rows of a branch, as identities
        self._homes: dict[int, tuple[int, int]] = {}  # a row's branch, and its place there
        self._marks: dict[int, Mark] = {}
        self._above_marks: set[int] = set()

    def row_at(self, index: _Index) -> Row:
        return self._row(index.internalId() if index.isValid() else 0)

    def path_at(self, index: _Index) -> JsonPath | None:
        """Where a value stands; None for a group or nothing."""
        row = self.row_at(index)
        return self.json.path(row.node) if index.isValid() and not row.is_group else None

    def index_of(self, node: int) -> QModelIndex:
        """The row of a value, made on the way from the top if need be."""
        chain: list[int] = []
        here: int | None = node
        while here:
            chain.append(here)
            here = self.json.parent(here)
        if node == 0:
            return self.index(0, 0) if not self.json.is_branch(0) else _NOWHERE
        identity = 0
        for each in reversed(chain):
            identity = self._row_below(identity, each, self.json.place(each))
        return self.createIndex(self._homes[identity][1], 0, identity)

    def set_marks(self, paths: Mapping[JsonPath, Mark]) -> None:
        """Replaces all marks. Paths that lead nowhere are passed over."""
        self._marks, self._above_marks = {}, set()
        for path, mark in paths.items():
            node = self.json.find(path)
            if node is None:
                continue
            self._marks[node] = mark
            above = self.json.parent(node)
            while above is not None and above not in self._above_marks:
                self._above_marks.add(above)
                above = self.json.parent(above)

    def mark_at(self, index: _Index) -> Mark | None:
        """The mark of a row, or the one that all of a branch has."""
        row = self.row_at(index)
        here: int | None = row.node
        while here is not None:
            if here in self._marks:
                return self._marks[here]
            here = self.json.parent(here)
        return None

    def holds_marks(self, index: _Index) -> bool:
        """Whether something below a row is marked."""
        row = self.row_at(index)
        if not row.is_group:
            return row.node in self._above_marks
        within = range(self.json.child(row.node, row.first), self._end(row))
        return any(each in within for each in self._marks)

    def _end(self, row: Row) -> int:
        return self.json.after(self.json.child(row.node, row.last))

    def _row(self, identity: int) -> Row:
        if identity >= _GROUPS:
            return self._groups[identity - _GROUPS]
        return Row(identity)

    def _row_below(self, identity: int, node: int, place: int) -> int:
        """The identity of a child's row, down through its groups."""
        for each in self._rows(identity):
            row = self._row(each)
            if row.is_group and row.first <= place <= row.last:
                return self._row_below(each, node, place)
            if not row.is_group and row.node == node:
                return each
        raise LookupError(node)

    def _rows(self, identity: int) -> list[int]:
        rows = self._below.get(identity)
        if rows is None:
            rows = self._below[identity] = list(self._make_rows(self._row(identity)))
            for place, each in enumerate(rows):
                self._homes[each] = (identity, place)
        return rows

    def _make_rows(self, row: Row) -> Iterator[int]:
        first = row.first if row.is_group else 0
        last = row.last if row.is_group else self.json.count(row.node) - 1
        step = _step(last - first + 1)
        if step > 1:
            for begin in range(first, last + 1, step):
                self._groups.append(Row(row.node, begin, min(begin + step - 1, last)))
                yield _GROUPS + len(self._groups) - 1
        elif last >= first:
            child = self.json.child(row.node, first)
            for _ in range(first, last + 1):
                yield child
                child = self.json.after(child)

    def _is_branch(self, index: _Index) -> bool:
        row = self.row_at(index)
        if not index.isValid():
            return len(self.json) > 0
        return row.is_group or (self.json.is_branch(row.node) and self.json.count(row.node) > 0)

    @override
    def index(self, row: int, column: int, parent: _Index = _NOWHERE, /) -> QModelIndex:
        if column != 0 or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        if self._is_alone(parent):
            return self.createIndex(0, 0, 0)
        identity = parent.internalId() if parent.isValid() else 0
        return self.createIndex(row, 0, self._rows(identity)[row])

    @override
    def parent(self, index: _Index, /) -> QModelIndex:  # type: ignore[override]  # QObject's takes none
        identity = index.internalId() if index.isValid() else 0
        home = self._homes[identity][0] if identity else 0
        if home == 0:
            return QModelIndex()
        return self.createIndex(self._homes[home][1], 0, home)

    @override
    def rowCount(self, parent: _Index = _NOWHERE, /) -> int:
        if self._is_alone(parent):
            return 1
        if not self._is_branch(parent):
            return 0
        return len(self._rows(parent.internalId() if parent.isValid() else 0))

    @override
    def hasChildren(self, parent: _Index = _NOWHERE, /) -> bool:
        return self._is_alone(parent) or self._is_branch(parent)

    @override
    def columnCount(self, parent: _Index = _NOWHERE, /) -> int:
        return 1

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> object:
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        if not index.isValid() or role not in shown:
            return None
        row = self.row_at(index)
        if row.is_group:
            return counted(row.first, row.last)
        return row_text(self.json, row.node)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole, /
    ) -> object:
        """Nobody sees it; a screen reader would read a number."""
        return self.tr("Names and values") if role == Qt.ItemDataRole.DisplayRole else None

    def _is_alone(self, parent: _Index) -> bool:
        """A document that is one plain value, or an empty branch, is a row of its own."""
        if parent.isValid() or not len(self.json):
            return False
        return not self.json.is_branch(0) or self.json.count(0) == 0


def _step(count: int) -> int:
    """How many values each group of a branch holds; 1 where there is no need for groups."""
    step = 1
    while count > step * GROUP:
        step *= GROUP
    return step


def is_long(index: JsonIndex, node: int) -> bool:
    """Whether a string is more than a row should show."""
    begin, end = index.span(node)
    return index.kind(node) is Kind.STRING and end - begin > 120
