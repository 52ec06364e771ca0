"""Selecting by keys: where the caret goes from where it is. Loaded with the first such key."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QKeySequence, QTextCursor

from studio.ui.chat.carets import Spot
from studio.ui.chat.column import Place
from studio.ui.chat.cutting import is_selectable, row_length
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.selecting import Selecting, text_of
from studio.ui.chat.text_view import TextView

_KEYS = QKeySequence.StandardKey
_MOVES = QTextCursor.MoveOperation
_STEPS = {
    _KEYS.SelectNextChar: _MOVES.Right,
    _KEYS.SelectPreviousChar: _MOVES.Left,
    _KEYS.SelectNextWord: _MOVES.WordRight,
    _KEYS.SelectPreviousWord: _MOVES.WordLeft,
    _KEYS.SelectNextLine: _MOVES.Down,
    _KEYS.SelectPreviousLine: _MOVES.Up,
    _KEYS.SelectStartOfLine: _MOVES.StartOfLine,
    _KEYS.SelectEndOfLine: _MOVES.EndOfLine,
    _KEYS.SelectStartOfBlock: _MOVES.StartOfBlock,
    _KEYS.SelectEndOfBlock: _MOVES.EndOfBlock,
}
_LEFT = {_MOVES.Left, _MOVES.WordLeft}
_RIGHT = {_MOVES.Right, _MOVES.WordRight}
_UPRIGHT = {_MOVES.Up: -1, _MOVES.Down: 1}
_MARGIN = 8
_INDENT = 2


class CaretMoves:
    """Owned by the transcript. Everything that moves the caret selects what it passes over."""

    def __init__(self, area: RowsArea, selecting: Selecting) -> None:
        self._area = area
        self._selecting = selecting
        self._goal: int | None = None  # where on the line up and down are bound for

    def actions(self) -> Iterator[tuple[QKeySequence, Callable[[], None]]]:
        """The keys of this system and what they do."""
        for key, move in _STEPS.items():
            yield from _bound(key, partial(self.step, move))
        yield from _bound(_KEYS.SelectNextPage, lambda: self.page(1))
        yield from _bound(_KEYS.SelectPreviousPage, lambda: self.page(-1))
        yield from _bound(_KEYS.SelectStartOfDocument, lambda: self.go_to_edge(is_end=False))
        yield from _bound(_KEYS.SelectEndOfDocument, lambda: self.go_to_edge(is_end=True))

    def step(self, move: QTextCursor.MoveOperation) -> None:
        """One letter, word or line on; past the edge of a row into the next one."""
        caret = self._begin()
        if caret is None:
            return
        if move not in _UPRIGHT:
            self._goal = None
        self._see(caret.place)
        spot = self._moved(caret, move)
        if spot is not None:
            self._go(spot)

    def page(self, step: int) -> None:
        """A page on; the caret stays where it is on the screen."""
        caret = self._begin()
        if caret is None:
            return
        self._see(caret.place)
        rect = self._selecting.caret_rect() or QRect()
        bar = self._area.verticalScrollBar()
        before = bar.value()
        self._area.scroll_by(step * self._area.page_step())
        if bar.value() == before:
            self.go_to_edge(is_end=step > 0)
            return
        spot = self._selecting.spot_at(rect.center())
        if spot is not None:
            self._go(spot)

    def go_to_edge(self, *, is_end: bool) -> None:
        """To the beginning or the end of the chat."""
        if self._begin() is None:
            return
        if is_end:
            self._area.scroll_to_end()
        else:
            self._area.scroll_to_start()
        column = self._area.column
        place = column.last() if is_end else column.at(0)
        while place is not None and not self._may_enter(place):
            place = self._beside(place, -1 if is_end else 1)
        if place is not None:
            self._go(Spot(place, row_length(column.row(place)) if is_end else 0))

    def begin(self) -> Spot | None:
        """The caret; where there is none, it begins at the first text in sight."""
        return self._begin()

    def _begin(self) -> Spot | None:
        selecting = self._selecting
        if selecting.caret is None:
            bound = sorted(self._area.bound().items())
            in_sight = [
                place
                for place, widget in bound
                if widget.y() >= 0 and widget.row is not None and is_selectable(widget.row)
            ]
            if not in_sight:
                return None
            selecting.set(Spot(in_sight[0], 0), Spot(in_sight[0], 0))
        return selecting.caret

    def _go(self, spot: Spot) -> None:
        anchor = self._selecting.anchor
        self._see(spot.place)
        self._selecting.set(anchor if anchor is not None else spot, spot)
        rect = self._selecting.caret_rect()
        if rect is None:
            return
        height = self._area.viewport().height()
        if rect.height() < height and rect.top() < _MARGIN:
            self._area.scroll_by(rect.top() - _MARGIN)
        elif rect.height() < height and rect.bottom() > height - _MARGIN:
            self._area.scroll_by(rect.bottom() - height + _MARGIN)

    def _see(self, place: Place) -> None:
        if place not in self._area.bound():
            self._area.show_place(place)

    def _view(self, place: Place) -> TextView | None:
        widget = self._area.bound().get(place)
        return text_of(widget) if widget is not None else None

    def _moved(self, caret: Spot, move: QTextCursor.MoveOperation) -> Spot | None:
        view = self._view(caret.place)
        is_on = move in _RIGHT or move is _MOVES.Down
        if view is None:
            return self._over_card(caret, move, is_on=is_on)
        cursor = QTextCursor(view.document())
        cursor.setPosition(min(caret.offset, view.document().characterCount() - 1))
        begin = cursor.position()
        if move in _UPRIGHT:
            cursor.setVerticalMovementX(self._goal_in(view, cursor))
        if cursor.movePosition(move) and cursor.position() != begin:
            return Spot(caret.place, cursor.position())
        if move not in _LEFT | _RIGHT and move not in _UPRIGHT:
            return None
        if move in _LEFT | _RIGHT and _is_right_to_left(cursor):
            is_on = not is_on
        return self._beyond(caret.place, 1 if is_on else -1, move)

    def _over_card(
        self, caret: Spot, move: QTextCursor.MoveOperation, *, is_on: bool
    ) -> Spot | None:
        if move not in _LEFT | _RIGHT and move not in _UPRIGHT:
            return Spot(caret.place, 1 if move in {_MOVES.EndOfLine, _MOVES.EndOfBlock} else 0)
        wanted = 1 if is_on else 0
        if caret.offset != wanted:
            return Spot(caret.place, wanted)
        return self._beyond(caret.place, 1 if is_on else -1, move)

    def _beyond(self, place: Place, step: int, move: QTextCursor.MoveOperation) -> Spot | None:
        """The spot in the next row, or the one before, that can be selected."""
        found = self._beside(place, step)
        while found is not None and not self._may_enter(found):
            found = self._beside(found, step)
        if found is None:
            return None
        self._see(found)
        view = self._view(found)
        length = row_length(self._area.column.row(found))
        if view is None or move not in _UPRIGHT:
            # Left and right step over the border alone; a card they take with it.
            offset = 0 if step > 0 else length
            return Spot(found, offset if view is not None else 1 - offset)
        goal = self._goal if self._goal is not None else 0
        rect = view.viewport().rect()
        y = rect.top() + _INDENT if step > 0 else rect.bottom() - _INDENT
        left = view.mapTo(self._area.viewport(), QPoint(0, 0)).x()
        return Spot(found, view.position_at(QPoint(goal - left, y)))

    def _may_enter(self, place: Place) -> bool:
        return is_selectable(self._area.column.row(place)) and not self._area.is_hidden(place)

    def _goal_in(self, view: TextView, cursor: QTextCursor) -> int:
        """Where the goal is in this text; the caret's own place where there is none yet."""
        left = view.mapTo(self._area.viewport(), QPoint(0, 0)).x()
        if self._goal is None:
            self._goal = view.cursorRect(cursor).x() + left
        return self._goal - left + view.horizontalScrollBar().value()

    def _beside(self, place: Place, step: int) -> Place | None:
        column = self._area.column
        if step > 0:
            return column.next(place)
        if place.row > 0:
            return Place(place.turn, place.row - 1)
        for turn in range(place.turn - 1, -1, -1):
            rows = column.rows_of(turn).rows
            if rows:
                return Place(turn, len(rows) - 1)
        return None


def _bound(
    key: QKeySequence.StandardKey, action: Callable[[], None]
) -> Iterator[tuple[QKeySequence, Callable[[], None]]]:
    for sequence in QKeySequence.keyBindings(key):
        yield sequence, action


def _is_right_to_left(cursor: QTextCursor) -> bool:
    return cursor.block().textDirection().value == 1
