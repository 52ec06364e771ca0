"""JSON as a tree that folds: names, values, and where each stands. Loaded when needed.

A branch is made when it is looked into: a result of a million values opens at once.
"""

import json
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeView, QWidget
from typing_extensions import override

from studio.ui.theme import FontKind, Theme
from studio.ui.visible import visible

_VALUE = Qt.ItemDataRole.UserRole + 1
_PATH = Qt.ItemDataRole.UserRole + 2
_MADE = Qt.ItemDataRole.UserRole + 3
_MOST_CHILDREN = 2_000
_MOST_SHOWN = 300
_MOST_LOOKED_AT = 50_000  # values that one search looks through
_UNFOLDED = 30  # values that are unfolded at once
_ROWS = 14


class JsonTree(QTreeView):
    """Shows one value. Return folds; Ctrl+C copies what is chosen."""

    def __init__(self, theme: Theme, value: object, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._value = value
        model = self._model = QStandardItemModel(self)
        model.setHorizontalHeaderLabels([self.tr("Name"), self.tr("Value")])
        self.setModel(model)
        self.setAccessibleName(self.tr("Result as a tree"))
        self.setProperty("kind", "code")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.expanded.connect(self._fill_branch)
        self._fill(model.invisibleRootItem(), value, ())
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(True)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._unfold_small()
        self.resizeColumnToContents(0)

    def seek(self, text: str) -> bool:
        """Goes to the next name or value that holds this text."""
        wanted = text.casefold()
        if not wanted:
            return False
        here = self._path_of(self.currentIndex())
        first: tuple[str | int, ...] | None = None
        is_beyond = here is None
        for number, (path, said) in enumerate(_all(self._value)):
            if number > _MOST_LOOKED_AT:
                break
            if wanted in said.casefold():
                if is_beyond:
                    return self._go_to(path)
                first = path if first is None else first
            is_beyond = is_beyond or path == here
        return self._go_to(first) if first is not None else False

    def wanted_height(self) -> int:
        """As high as the rows in sight, within bounds."""
        rows, index = 0, self._model.index(0, 0)
        while index.isValid() and rows < _ROWS:
            rows, index = rows + 1, self.indexBelow(index)
        row = self.fontMetrics().height() + 14
        return max(1, rows) * row + 10

    def _restyle(self) -> None:
        self.setFont(self._theme.font(FontKind.CODE))

    def _unfold_small(self) -> None:
        count = 0
        index = self._model.index(0, 0)
        while index.isValid() and count < _UNFOLDED:
            item = self._model.itemFromIndex(index)
            children = item.data(_VALUE)
            if isinstance(children, dict | list) and len(children) + count <= _UNFOLDED:
                self._fill_branch(index)
                self.expand(index)
            count, index = count + 1, self.indexBelow(index)

    def _fill_branch(self, index: QModelIndex) -> None:
        item = self._model.itemFromIndex(index.siblingAtColumn(0))
        if item is not None and not item.data(_MADE):
            item.removeRows(0, item.rowCount())
            self._fill(item, item.data(_VALUE), item.data(_PATH))

    def _fill(self, parent: QStandardItem, value: object, path: tuple[str | int, ...]) -> None:
        parent.setData(True, _MADE)
        pairs = list(_children(value))
        if not pairs:
            pairs = [] if path else [("", value)]
        for name, each in pairs[:_MOST_CHILDREN]:
            parent.appendRow(self._row(name, each, (*path, name)))
        if len(pairs) > _MOST_CHILDREN:
            rest = self.tr("{0} more").format(len(pairs) - _MOST_CHILDREN)
            parent.appendRow([QStandardItem("…"), QStandardItem(rest)])

    def _row(self, name: str | int, value: object, path: tuple[str | int, ...]) -> list[Any]:
        key = QStandardItem(visible(str(name)))
        shown = QStandardItem(_short(value))
        key.setData(value, _VALUE)
        key.setData(path, _PATH)
        if isinstance(value, dict | list) and value:
            key.appendRow(QStandardItem("…"))
            shown.setText(self._counted(value))
        key.setAccessibleText(f"{key.text()}: {shown.text()}")
        return [key, shown]

    def _counted(self, value: dict[str, Any] | list[Any]) -> str:
        said = self.tr("{0} names") if isinstance(value, dict) else self.tr("{0} entries")
        return said.format(len(value))

    def _path_of(self, index: QModelIndex) -> tuple[str | int, ...] | None:
        item = self._model.itemFromIndex(index.siblingAtColumn(0)) if index.isValid() else None
        path: tuple[str | int, ...] | None = item.data(_PATH) if item is not None else None
        return path

    def _go_to(self, path: tuple[str | int, ...]) -> bool:
        parent = self._model.invisibleRootItem()
        for step in range(1, len(path) + 1):
            for row in range(parent.rowCount()):
                child = parent.child(row)
                if child.data(_PATH) == path[:step]:
                    break
            else:
                return False
            if step < len(path):
                self._fill_branch(child.index())
                self.expand(child.index())
            parent = child
        self.setCurrentIndex(parent.index())
        self.scrollTo(parent.index())
        return True

    def _offer(self, point: QPoint) -> None:
        if not self.indexAt(point).isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy the value")).triggered.connect(self.copy_value)
        menu.addAction(self.tr("Copy the path")).triggered.connect(self.copy_path)
        menu.popup(self.viewport().mapToGlobal(point))

    def copy_value(self) -> None:
        """Copies what is chosen: a text as it is, all else as JSON."""
        index = self.currentIndex()
        if self._path_of(index) is not None:
            value = self._model.itemFromIndex(index.siblingAtColumn(0)).data(_VALUE)
            text = value if isinstance(value, str) else _written(value, indent=2)
            QGuiApplication.clipboard().setText(text)

    def copy_path(self) -> None:
        """Copies where the chosen value stands, such as `$.items[2].name`."""
        path = self._path_of(self.currentIndex())
        if path is not None:
            QGuiApplication.clipboard().setText(path_text(path))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            is_path = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.copy_path() if is_path else self.copy_value()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.setExpanded(self.currentIndex(), not self.isExpanded(self.currentIndex()))
        else:
            super().keyPressEvent(event)


def path_text(path: tuple[str | int, ...]) -> str:
    """A place in JSON in the way of JSONPath."""
    steps = []
    for each in path:
        if isinstance(each, int):
            steps.append(f"[{each}]")
        elif each.isidentifier():
            steps.append(f".{each}")
        else:
            steps.append(f"[{_written(each)}]")
    return "$" + "".join(steps)


def _children(value: object) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _all(value: object) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every name and value from the top, as they are shown; without recursion."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, here = waiting.pop()
        if path:
            said = "" if isinstance(here, dict | list) else str(here)
            yield path, f"{path[-1]} {said}"
        below = [((*path, name), each) for name, each in _children(here)]
        waiting.extend(reversed(below))


def _short(value: object) -> str:
    text = value if isinstance(value, str) else _written(value)
    line = visible(" ".join(text[: 2 * _MOST_SHOWN].split()))
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"


def _written(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
