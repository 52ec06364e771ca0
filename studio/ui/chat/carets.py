"""Places in the text of a transcript, and how they are found again after its rows changed."""

from dataclasses import dataclass

from studio.ui.chat.column import Column, Place
from studio.ui.chat.cutting import row_length
from studio.ui.chat.leaves import Kind
from studio.ui.chat.rows import BlockRow, Row
from studio.ui.chat.sections import Section

_SEAMS = {Kind.CODE: 1, Kind.TABLE: -1}


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place in a row: before the letter `offset` as Qt counts letters; 0 or 1 beside a card."""

    place: Place
    offset: int


@dataclass(frozen=True, slots=True)
class Held:
    """A spot with what it stands in: rows above it may come and go."""

    spot: Spot
    turn_id: str
    row: Row
    section: Section | None
    at: int


def hold(column: Column, spot: Spot) -> Held:
    """Remembers what a spot stands in."""
    turn = column.rows_of(spot.place.turn)
    section, at = None, spot.place.row
    for start, each in turn.stretches():
        if start <= spot.place.row:
            section, at = each, spot.place.row - start
    row = turn.rows[spot.place.row]
    return Held(spot, column.turn_id(spot.place.turn), row, section, at)


def find(column: Column, held: Held) -> Spot | None:
    """Where a spot is now; None if its message is gone."""
    turn = column.index_of(held.turn_id)
    if turn is None:
        return None
    rows = column.rows_of(turn).rows
    if not rows:
        return None
    at = min(held.spot.place.row, len(rows) - 1)
    if rows[at] is not held.row:
        at = _row_now(column, turn, held)
    return _carried_over(rows, turn, at, held.spot.offset)


def _row_now(column: Column, turn: int, held: Held) -> int:
    """The same row, an equal one in the same stretch, or what grew in its place."""
    turn_rows = column.rows_of(turn)
    rows = turn_rows.rows
    for at, row in enumerate(rows):
        if row is held.row:
            return at
    for start, section in turn_rows.stretches():
        if section is held.section:
            return max(0, min(start + held.at, start + len(section.rows) - 1, len(rows) - 1))
    return min(held.spot.place.row, len(rows) - 1)


def _carried_over(rows: list[Row], turn: int, at: int, offset: int) -> Spot:
    """A long paragraph is cut into pieces while it grows: what is behind the cut goes along."""
    while offset > (length := row_length(rows[at])):
        below = rows[at + 1] if at + 1 < len(rows) else None
        if not isinstance(below, BlockRow) or not below.block.continues:
            return Spot(Place(turn, at), length)
        # Between lines of code stood a break, before each table stands one sign.
        offset -= length + _SEAMS.get(below.block.kind, 0)
        at += 1
    return Spot(Place(turn, at), offset)
