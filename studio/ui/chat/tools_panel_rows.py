"""What stands in the tools panel, line by line, and the model its list shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from studio.ui.chat.choices import ToolChoice
from studio.ui.chat.tools_panel_texts import (
    all_text,
    description_text,
    group_text,
    spoken_text,
)
from studio.ui.visible import visible

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
_Index = QModelIndex | QPersistentModelIndex


class RowKind(Enum):
    """What a switch is for."""

    ALL = auto()
    GROUP = auto()
    TOOL = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One line with its switch. `names` are the tools it switches, `on` how many of them are on.

    `tokens` are those of the tools that are on; of a tool its own, on or off.
    """

    kind: RowKind
    title: str
    names: tuple[str, ...]
    on: int
    tokens: int
    tool: ToolChoice | None = None

    @property
    def state(self) -> Qt.CheckState:
        if self.on == 0:
            return Qt.CheckState.Unchecked
        is_whole = self.on == len(self.names)
        return Qt.CheckState.Checked if is_whole else Qt.CheckState.PartiallyChecked

    @property
    def key(self) -> tuple[RowKind, str]:
        return self.kind, self.names[0] if self.kind is RowKind.TOOL else self.title


def rows_of(tools: Sequence[ToolChoice], off: frozenset[str], search: str) -> tuple[Row, ...]:
    """The tools that fit the search, by server; a switch above them switches only what is shown."""
    words = search.casefold().split()
    groups: dict[str, list[ToolChoice]] = {}
    for tool in tools:
        if _fits(tool, words):
            groups.setdefault(tool.group, []).append(tool)
    rows: list[Row] = []
    for group, members in groups.items():
        rows.append(_sum(RowKind.GROUP, group_text(visible(group)), members, off))
        rows += (_single(tool, off) for tool in members)
    if len(groups) > 1:
        shown = [tool for members in groups.values() for tool in members]
        rows.insert(0, _sum(RowKind.ALL, all_text(is_search=bool(words)), shown, off))
    return tuple(rows)


def switched(off: frozenset[str], row: Row) -> frozenset[str]:
    """The names that are off after a press: what is all on goes off, all else goes on."""
    names = frozenset(row.names)
    return off | names if row.state is Qt.CheckState.Checked else off - names


def _fits(tool: ToolChoice, words: Sequence[str]) -> bool:
    if not words:
        return True
    text = f"{tool.name}\n{group_text(tool.group)}\n{tool.description}".casefold()
    return all(word in text for word in words)


def _sum(kind: RowKind, title: str, tools: Iterable[ToolChoice], off: frozenset[str]) -> Row:
    names = tuple(tool.name for tool in tools)
    on = [tool.tokens for tool in tools if tool.name not in off]
    return Row(kind, title, names, len(on), sum(on))


def _single(tool: ToolChoice, off: frozenset[str]) -> Row:
    is_on = tool.name not in off
    return Row(RowKind.TOOL, visible(tool.name), (tool.name,), int(is_on), tool.tokens, tool)


class ToolsModel(QAbstractListModel):
    """The rows. Owned by the list."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: tuple[Row, ...]) -> None:
        """Where the same lines stand in the same order, the list keeps its place."""
        before = self.rows
        if [row.key for row in before] != [row.key for row in rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        self.rows = rows
        for number, (was, now) in enumerate(zip(before, rows, strict=True)):
            if was != now:
                self.dataChanged.emit(self.index(number), self.index(number))

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.CheckStateRole:
            return row.state
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_text(row.title, len(row.names), row.on, row.tokens, row.tool)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole and row.tool is not None:
            return description_text(row.tool)
        return None
