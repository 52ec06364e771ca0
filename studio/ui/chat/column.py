"""Where everything stands: the turns of a chat, their rows, and the best known height of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from studio.core.chats import Turn
from studio.core.messages import Text
from studio.core.transcript import replay
from studio.ui.chat.heights import Heights
from studio.ui.chat.leaves import Item, Kind
from studio.ui.chat.look import Look
from studio.ui.chat.rows import BlockRow, CardRow, FooterRow, PromptRow, ReasoningRow, Row
from studio.ui.chat.turn_rows import TurnRows

_FIRST_GAP = 18
_GAP = 12
_ITEM_GAP = 5
_SMALL_GAP = 4
_PROMPT_GAP = 8  # between the parts of a bubble
_FOLD_GAP = 7  # its button has room of its own
_HEADING_GAP = 22
_CARD_HEIGHT = 42
_LETTER = 7
_TURN_EXTRA = 130
_MOST_REPLAYED = 160
_NEAR = 40  # turns that are on the page, or soon will be


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One row of one turn."""

    turn: int
    row: int


@dataclass(slots=True)
class _Entry:
    turn: Turn
    rows: TurnRows | None = None
    heights: Heights = field(default_factory=Heights)
    is_changed: bool = False  # by what a replay of the turn would not bring back


@dataclass(frozen=True, slots=True)
class _Guess:
    """How high text will be, by its lengths alone. Made once for many texts."""

    letter: int
    room: int
    line: int

    def text_height(self, letters: int, breaks: int) -> int:
        return (letters * self.letter // self.room + breaks + 1) * self.line

    def turn_height(self, turn: Turn) -> int:
        """Cheap: only lengths are looked at, since a chat may have thousands of turns."""
        height = _TURN_EXTRA
        for part in turn.prompt:
            if isinstance(part, Text):
                height += self.text_height(min(len(part.text), 3_000), 0)
        for round_ in turn.rounds:
            for answer in round_.parts:
                if isinstance(answer, Text):
                    height += self.text_height(len(answer.text), len(answer.text) // 120)
                else:
                    height += _CARD_HEIGHT + _GAP
        return height


class Column:
    """Turns below one another. A turn is replayed into rows when it is first looked at."""

    def __init__(self, turns: Sequence[Turn], width: Callable[[], int], look: Look) -> None:
        self._width = width
        self._look = look
        self._entries = [_Entry(turn) for turn in turns]
        guess = self._guess()
        self._tops = Heights(guess.turn_height(turn) for turn in turns)
        self._replayed: list[int] = []
        self._index = {turn.id: number for number, turn in enumerate(turns)}

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def total(self) -> int:
        """The height of everything."""
        return self._tops.total

    def take_look(self, look: Look) -> None:
        """Everything is as high as in another look: what was measured is guessed again."""
        self._look = look
        guess = self._guess()
        self._tops = Heights(guess.turn_height(entry.turn) for entry in self._entries)
        for index, entry in enumerate(self._entries):
            if entry.rows is not None:
                entry.heights = Heights()
                self._take_rows(index, 0)
            else:
                entry.heights = Heights()

    def index_of(self, turn_id: str) -> int | None:
        """Where a turn stands."""
        return self._index.get(turn_id)

    def turn_id(self, index: int) -> str:
        """Which turn stands there."""
        return self._entries[index].turn.id

    def turn(self, index: int) -> Turn:
        """The turn as it was given; what has happened since is in its rows."""
        return self._entries[index].turn

    def known_rows(self, index: int) -> TurnRows | None:
        """The rows of a turn, if somebody has looked at it before."""
        return self._entries[index].rows

    def add(self, turn: Turn) -> int:
        """Adds a turn at the end; events may follow."""
        index = self._index[turn.id] = len(self._entries)
        self._entries.append(_Entry(turn))
        self._tops.append(0)
        self.rows_of(index)
        self._entries[index].is_changed = True
        return index

    def replace_from(self, index: int, turns: Sequence[Turn]) -> None:
        """Other turns stand from `index` on."""
        for entry in self._entries[index:]:
            del self._index[entry.turn.id]
        del self._entries[index:]
        self._replayed = [each for each in self._replayed if each < index]
        self._tops.truncate(index)
        guess = self._guess()
        for turn in turns:
            self._index[turn.id] = len(self._entries)
            self._entries.append(_Entry(turn))
            self._tops.append(guess.turn_height(turn))

    def rows_of(self, index: int) -> TurnRows:
        """The rows of a turn, replayed now if nobody looked at it before."""
        entry = self._entries[index]
        if entry.rows is None:
            entry.rows = TurnRows()
            for event in replay(entry.turn):
                entry.rows.apply(event)
            self._take_rows(index, 0)
            self._replayed.append(index)
            if len(self._replayed) > _MOST_REPLAYED:
                self._forget_far(index)
        return entry.rows

    def _forget_far(self, index: int) -> None:
        """Whoever scrolls through ten thousand messages holds the rows of some hundred of them."""
        kept: list[int] = []
        for each in self._replayed:
            entry = self._entries[each]
            if entry.is_changed or abs(each - index) <= _NEAR:
                kept.append(each)
            else:
                # The heights stay: what was measured is right when the rows are there again.
                entry.rows = None
        self._replayed = kept

    def row(self, place: Place) -> Row:
        """The row at a place."""
        return self.rows_of(place.turn).rows[place.row]

    def share_texts(self, turn: Turn) -> None:
        """The turn has come to its end, and is held elsewhere."""
        index = self._index.get(turn.id)
        rows = self._entries[index].rows if index is not None else None
        if rows is not None:
            rows.share_texts(turn)

    def refresh(self, index: int, first: int) -> None:
        """Takes over the rows of a turn that changed from `first` on."""
        self._entries[index].is_changed = True
        self._take_rows(index, first)

    def _take_rows(self, index: int, first: int) -> None:
        entry = self._entries[index]
        rows = entry.rows.rows if entry.rows is not None else []
        known = [entry.heights[at] for at in range(first, min(len(entry.heights), len(rows)))]
        entry.heights.truncate(min(first, len(entry.heights)))
        for at in range(first, len(rows)):
            # The old height of a row that grew is the better guess: it is measured.
            offset = at - first
            guess = known[offset] if offset < len(known) else self.gap(Place(index, at))
            if offset >= len(known):
                guess += self._estimate(rows[at])
            entry.heights.append(guess)
        self._tops.set(index, entry.heights.total)

    def top_of(self, place: Place) -> int:
        """Where a row begins."""
        return self._tops.before(place.turn) + self._entries[place.turn].heights.before(place.row)

    def height_of(self, place: Place) -> int:
        """How high a row is, gap included, as far as is known."""
        return self._entries[place.turn].heights[place.row]

    def set_height(self, place: Place, height: int) -> bool:
        """Says how high a row really is; true if that is news."""
        heights = self._entries[place.turn].heights
        if heights[place.row] == height:
            return False
        heights.set(place.row, height)
        self._tops.set(place.turn, heights.total)
        return True

    def at(self, y: int) -> Place | None:
        """The row at a height, or the nearest one."""
        if not self._entries:
            return None
        turn = self._tops.find(y)
        entry = self._entries[turn]
        if entry.rows is None:
            self.rows_of(turn)
        if not len(entry.heights):
            return self._nearest(turn)
        return Place(turn, entry.heights.find(y - self._tops.before(turn)))

    def next(self, place: Place) -> Place | None:
        """The row below."""
        if place.row + 1 < len(self.rows_of(place.turn).rows):
            return Place(place.turn, place.row + 1)
        for turn in range(place.turn + 1, len(self._entries)):
            if self.rows_of(turn).rows:
                return Place(turn, 0)
        return None

    def last(self) -> Place | None:
        """The last row of all."""
        for turn in range(len(self._entries) - 1, -1, -1):
            if rows := self.rows_of(turn).rows:
                return Place(turn, len(rows) - 1)
        return None

    def gap(self, place: Place) -> int:
        """How much room stands above a row."""
        rows, look = self.rows_of(place.turn).rows, self._look
        if place.row == 0:
            return look.turn_gap if place.turn else look.px(_FIRST_GAP)
        return look.gap(_gap_between(rows[place.row - 1], rows[place.row]))

    def _nearest(self, turn: int) -> Place | None:
        for index in range(turn - 1, -1, -1):
            if rows := self.rows_of(index).rows:
                return Place(index, len(rows) - 1)
        return None

    def _estimate(self, row: Row) -> int:
        match row:
            case BlockRow(block):
                if block.kind is Kind.CODE:
                    return (block.text.count("\n") + 1) * self._look.code_line_height + 46
                if block.kind is Kind.TABLE:
                    return len(block.rows) * self._look.px(35) + 1
                return self._text_height(len(block.text), block.text.count("\n"))
            case PromptRow(text):
                return self._text_height(len(text), text.count("\n")) + 18
            case CardRow():
                return _CARD_HEIGHT
            case _:
                return self._look.line_height + 8

    def _guess(self) -> _Guess:
        look = self._look
        return _Guess(look.px(_LETTER), max(80, self._width()), look.line_height)

    def _text_height(self, letters: int, breaks: int) -> int:
        return self._guess().text_height(letters, breaks)


def _gap_between(above: Row, row: Row) -> int:
    if isinstance(row, FooterRow):
        return _SMALL_GAP
    if not isinstance(row, BlockRow):
        if isinstance(row, PromptRow) and not row.opens:
            return _PROMPT_GAP if isinstance(above, BlockRow) and row.text else 0
        return _FOLD_GAP if ReasoningRow in {type(above), type(row)} else _GAP
    block = row.block
    if block.continues or (isinstance(above, PromptRow) and row.is_prompt and not above.text):
        return 0
    if row.is_prompt:
        return _PROMPT_GAP
    if isinstance(above, ReasoningRow):
        return _FOLD_GAP
    if not isinstance(above, BlockRow) or above.is_reasoning is not row.is_reasoning:
        return _GAP
    if block.kind is Kind.HEADING:
        return _HEADING_GAP
    return _ITEM_GAP if _are_items(above, row) else _GAP


def _are_items(above: BlockRow, row: BlockRow) -> bool:
    """Neighbours in a list stand closer than paragraphs."""
    inner = row.block.containers[-1] if row.block.containers else None
    in_list = any(isinstance(each, Item) for each in above.block.containers)
    return isinstance(inner, Item) and inner.opens and in_list
