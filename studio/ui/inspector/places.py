"""Which round a row of the transcript belongs to, and where a round begins there. Pure."""

from collections.abc import Iterable, Iterator

from studio.core.chats import Turn
from studio.ui.chat.column import Column, Place
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row


def card_place(column: Column, turn_id: str, tool_use_id: str) -> Place | None:
    """Where the card of a call stands."""
    turn = column.index_of(turn_id)
    if turn is None:
        return None
    rows = column.rows_of(turn).rows
    found = (at for at, row in enumerate(rows) if _is_card(row, tool_use_id))
    at = next(found, None)
    return None if at is None else Place(turn, at)


def round_place(column: Column, turn: Turn, round_id: str) -> Place | None:
    """The first row that a round has brought."""
    index = column.index_of(turn.id)
    if index is None:
        return None
    rows = column.rows_of(index).rows
    wanted = next((at for at, each in enumerate(turn.rounds) if each.id == round_id), None)
    if wanted is None:
        return None
    found = (at for at, owner in enumerate(_owners(rows, turn)) if owner == wanted)
    at = next(found, None)
    return None if at is None else Place(index, at)


def round_at(column: Column, turn: Turn, place: Place) -> str:
    """The round that has brought a row; empty for a prompt's rows, or where there is none."""
    owners = _owners(column.rows_of(place.turn).rows, turn)
    owner = owners[place.row] if place.row < len(owners) else None
    return turn.rounds[owner].id if owner is not None and owner < len(turn.rounds) else ""


def _owners(rows: list[Row], turn: Turn) -> list[int | None]:
    """Rows know no rounds, but cards are of one: what stands between two of the same round is of
    it, and what follows the last card of a round is the next one's."""
    of_card = {use.call.id: at for at, each in enumerate(turn.rounds) for use in each.tool_uses}
    last = len(turn.rounds) - 1
    cards = [of_card.get(row.tool_use_id) if isinstance(row, CardRow) else None for row in rows]
    after = list(_carried(reversed(cards)))[::-1]
    owners: list[int | None] = []
    for at, before in enumerate(_carried(cards)):
        is_own = cards[at] is not None or _is_prompt(rows[at])
        owners.append(cards[at] if is_own else _between(before, after[at], last))
    return owners


def _carried(cards: Iterable[int | None]) -> Iterator[int | None]:
    """For each row the last round that was named up to it."""
    last: int | None = None
    for each in cards:
        last = last if each is None else each
        yield last


def _between(before: int | None, after: int | None, last: int) -> int | None:
    if last < 0:
        return None
    if before is not None and before == after:
        return before
    return min(0 if before is None else before + 1, last)


def _is_card(row: Row, tool_use_id: str) -> bool:
    return isinstance(row, CardRow) and row.tool_use_id == tool_use_id


def _is_prompt(row: Row) -> bool:
    return isinstance(row, PromptRow) or (isinstance(row, BlockRow) and row.is_prompt)
