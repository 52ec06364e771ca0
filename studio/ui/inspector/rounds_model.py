"""The lines of a timeline: each round, and its calls below it."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from studio.core.timeline import CallBar, RoundBar, Timeline
from studio.ui.inspector.rounds_texts import (
    call_more,
    call_words,
    round_more,
    round_tip,
    round_words,
)
from studio.ui.tips import plain_tip

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A round, or one of its calls. `is_last`: no other call of the round follows."""

    round: RoundBar
    call: CallBar | None = None
    is_last: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return self.round.round_id, "" if self.call is None else self.call.tool_use_id

    @property
    def words(self) -> str:
        if self.call is None:
            return round_words(self.round)
        return call_words(self.call, self.round.number)

    @property
    def more(self) -> str:
        """What it does not say where it is drawn."""
        return round_more(self.round) if self.call is None else call_more(self.call)


def lines(timeline: Timeline) -> list[Line]:
    found: list[Line] = []
    for bar in timeline.rounds:
        found.append(Line(bar))
        last = len(bar.calls) - 1
        found += [Line(bar, call, at == last) for at, call in enumerate(bar.calls)]
    return found


def _is_news(before: Line, now: Line) -> bool:
    return before != now and before.words != now.words


class RoundsModel(QAbstractListModel):
    """Belongs to its list. What is there already stays, so that the selection does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []
        self.seconds = 0.0

    def show_timeline(self, timeline: Timeline) -> None:
        wanted = lines(timeline)
        keys = [line.key for line in self.lines]
        same = [line.key for line in wanted[: len(keys)]] == keys
        self.seconds = timeline.seconds
        if not same:
            self.beginResetModel()
            self.lines = wanted
            self.endResetModel()
            return
        before = len(self.lines)
        # Whoever lists them lays out all of them anew when told of one: only words count as news.
        other = [at for at in range(before) if _is_news(self.lines[at], wanted[at])]
        self.lines[:] = wanted[:before]
        if len(wanted) > before:
            self.beginInsertRows(_NOWHERE, before, len(wanted) - 1)
            self.lines += wanted[before:]
            self.endInsertRows()
        if other:
            self.dataChanged.emit(self.index(other[0]), self.index(other[-1]))

    def row_of(self, round_id: str, tool_use_id: str) -> int:
        """-1 where there is no such line."""
        wanted = (round_id, tool_use_id)
        return next((at for at, line in enumerate(self.lines) if line.key == wanted), -1)

    @override
    def rowCount(self, parent: _Index = _NOWHERE, /) -> int:
        return 0 if parent.isValid() else len(self.lines)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> object:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(round_tip(line.round) if line.call is None else line.words)
        return None
