"""What is selected of a chat, taken down at once: rows and turns as they were, drawn or not."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from studio.core.chats import Turn
from studio.core.messages import Part, Reasoning, ServerToolUse, Text, ToolUse
from studio.core.transcript import replay
from studio.ui.chat.carets import Spot
from studio.ui.chat.column import Column
from studio.ui.chat.cutting import Piece, is_selectable, piece_of
from studio.ui.chat.rows import BlockRow, PromptRow, Row
from studio.ui.chat.sections import Prompt
from studio.ui.chat.turn_rows import TurnRows

Uses = Callable[[str], ToolUse | ServerToolUse | None]


@dataclass(frozen=True, slots=True)
class Passage:
    """What is selected of one turn: pieces of its rows, or all of a turn nobody looked at yet."""

    pieces: tuple[Piece, ...] = ()
    turn: Turn | None = None

    def read(self) -> tuple[Piece, ...]:
        """The pieces; those of a turn that was never drawn are made now."""
        if self.turn is None:
            return self.pieces
        rows = TurnRows()
        for event in replay(self.turn):
            rows.apply(event)
        return tuple(_pieces(rows, 0, len(rows.rows) - 1, None, None))

    @property
    def size(self) -> int:
        """About how many letters it has."""
        if self.turn is None:
            return sum(_row_size(piece.row) for piece in self.pieces)
        parts = [*self.turn.prompt, *(part for each in self.turn.rounds for part in each.parts)]
        return sum(_part_size(part) for part in parts)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A selection, and who knows the tool uses behind its cards."""

    passages: tuple[Passage, ...]
    uses: Uses

    @property
    def size(self) -> int:
        """About how many letters it has, without what the tools said."""
        return sum(passage.size for passage in self.passages)


def excerpt(column: Column, begin: Spot, end: Spot, uses: Uses) -> Excerpt:
    """The selection from one spot to another. Turns that were never drawn stay so."""
    return Excerpt(tuple(_passages(column, begin, end)), uses)


def _passages(column: Column, begin: Spot, end: Spot) -> Iterator[Passage]:
    first, last = begin.place.turn, min(end.place.turn, len(column) - 1)
    for turn in range(first, last + 1):
        is_edge = turn in (first, last)
        known = column.known_rows(turn)
        if not is_edge and known is None:
            yield Passage(turn=column.turn(turn))
            continue
        rows = column.rows_of(turn)
        start = begin if turn == first else None
        stop = end if turn == last else None
        pieces = _pieces(
            rows,
            start.place.row if start else 0,
            min(stop.place.row if stop else len(rows.rows), len(rows.rows) - 1),
            start.offset if start else None,
            stop.offset if stop else None,
        )
        yield Passage(tuple(pieces))


def _pieces(
    turn: TurnRows, first: int, last: int, begin: int | None, end: int | None
) -> Iterator[Piece]:
    for at in range(first, last + 1):
        row = turn.rows[at]
        if not is_selectable(row):
            continue
        start = begin if at == first and begin is not None else 0
        stop = end if at == last else None
        if stop is not None and stop <= start:
            continue
        piece = piece_of(row, start, stop)
        if piece.begin and piece.end is not None and piece.begin >= piece.end:
            continue
        if piece.is_whole and isinstance(row, PromptRow) and row.hidden:
            yield from (Piece(each) for each in _rest(turn, at) if is_selectable(each))
        else:
            yield piece


def _rest(turn: TurnRows, at: int) -> list[Row]:
    """A prompt of which the rest waits for "show all" is copied with its rest."""
    for start, section in turn.stretches():
        if isinstance(section, Prompt) and start <= at < start + len(section.rows):
            return section.whole()[at - start :]
    return []


def _row_size(row: Row) -> int:
    match row:
        case PromptRow(text):
            return len(text)
        case BlockRow(block):
            return len(block.text) + sum(len(cell) for line in block.rows for cell in line)
        case _:
            return 0


def _part_size(part: Part) -> int:
    return len(part.text) if isinstance(part, Text | Reasoning) else 0


def groups_of(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Pieces of one text together: all blocks in a row, all parts of a prompt."""
    group: list[Piece] = []
    for piece in pieces:
        if group and not _belongs(group[-1].row, piece.row):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _belongs(above: Row, row: Row) -> bool:
    if isinstance(above, BlockRow) and isinstance(row, BlockRow):
        return (above.is_reasoning, above.is_prompt) == (row.is_reasoning, row.is_prompt)
    return isinstance(above, PromptRow) and isinstance(row, PromptRow)
