"""Selecting across the blocks, cards and messages of a transcript.

The selection is kept as places and offsets: the widgets under it come and go while one scrolls, and
rows come and go above and below it while an answer streams.
"""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.carets import Held, Spot, find, hold
from studio.ui.chat.column import Place
from studio.ui.chat.cutting import has_letters, is_selectable, row_length
from studio.ui.chat.leaves import Kind
from studio.ui.chat.overlays import Veil
from studio.ui.chat.rows import BlockRow, Row
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.text_view import TextView

_DRAG_TICK_MS = 40
_CLICK_SLACK = 4
_FASTEST = 160
_ALL = 1 << 30


@dataclass(frozen=True, slots=True)
class _Pressed:
    """Where a drag began, and what was selected there: a word stays whole while it grows.

    `is_inside`: on what was selected already, which may be dragged away.
    """

    at: QPoint
    begin: Spot
    end: Spot
    clicks: int = 1
    is_inside: bool = False


class Selecting(QObject):
    """Owned by the transcript, which hands it the mouse and the keys. Its timer runs during a drag
    only. Signals: `changed()` when something else is selected, or the caret is elsewhere."""

    changed = Signal()

    def __init__(self, area: RowsArea) -> None:
        super().__init__(area)
        self._area = area
        self._anchor: Held | None = None
        self._caret: Held | None = None
        self._pressed: _Pressed | None = None
        self._pointer = QPoint()
        self._veils: dict[RowWidget, Veil] = {}
        self._is_shown = False
        self._timer = QTimer(self)
        self._timer.setInterval(_DRAG_TICK_MS)
        self._timer.timeout.connect(self._drag_on)

    @property
    def has_selection(self) -> bool:
        """Whether anything is selected."""
        return self.anchor != self.caret

    @property
    def anchor(self) -> Spot | None:
        """Where the selection began."""
        return self._anchor.spot if self._anchor is not None else None

    @property
    def caret(self) -> Spot | None:
        """Where it goes to: what the keys move. Nothing need be selected."""
        return self._caret.spot if self._caret is not None else None

    @property
    def stretch(self) -> tuple[Spot, Spot] | None:
        """Both ends of what is selected, the upper one first."""
        if self._anchor is None or self._caret is None or not self.has_selection:
            return None
        begin, end = sorted((self._anchor.spot, self._caret.spot))
        return begin, end

    @property
    def turn(self) -> int | None:
        """The message that the selection ends in, or else the caret is in."""
        stretch = self.stretch
        if stretch is not None:
            return stretch[1].place.turn
        return self._caret.spot.place.turn if self._caret is not None else None

    def press(self, point: QPoint, *, extends: bool = False, clicks: int = 1) -> None:
        """Begins a selection, or takes an old one up with Shift."""
        self._pointer = point
        spot = self.spot_at(point)
        if spot is None:
            self.clear()
            return
        anchor = self.anchor
        if extends and anchor is not None:
            self._pressed = _Pressed(point, anchor, anchor)
            self._reach(spot)
            return
        is_inside = clicks == 1 and self._is_inside(spot, point)
        begin, end = self._grown(spot, clicks)
        self._pressed = _Pressed(point, begin, end, clicks, is_inside)
        if not is_inside:
            self.set(begin, end)

    def drag(self, point: QPoint) -> bool:
        """Goes on with the selection to a point, which may lie outside the area. True when it is
        what was selected before that is dragged: then it is to leave the area."""
        pressed = self._pressed
        if pressed is None:
            return False
        self._pointer = point
        distance = (point - pressed.at).manhattanLength()
        if pressed.is_inside:
            if distance < QApplication.startDragDistance():
                return False
            self._pressed = None
            return True
        spot = self.spot_at(point) if distance > _CLICK_SLACK else None
        if spot is not None:
            self._reach(spot)
        inside = 0 <= point.y() < self._area.viewport().height()
        if inside:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        return False

    def release(self, point: QPoint) -> bool:
        """Ends the drag; true when it was a mere click."""
        pressed, self._pressed = self._pressed, None
        self._timer.stop()
        if pressed is None:
            return False
        if pressed.is_inside:
            self.set(pressed.begin, pressed.end)
        is_click = (point - pressed.at).manhattanLength() <= _CLICK_SLACK
        return is_click and pressed.begin == pressed.end

    def select_turn(self, turn: int) -> None:
        """Selects all of one message: prompt, cards and answer."""
        edges = self._edges(turn)
        if edges is not None:
            self.set(*edges)

    def select_row(self, place: Place) -> None:
        """Selects all of one row."""
        self.set(Spot(place, 0), Spot(place, row_length(self._area.column.row(place))))

    def select_chat(self) -> None:
        """Selects everything, drawn or not."""
        turns = range(len(self._area.column))
        first = next((each for turn in turns if (each := self._edges(turn))), None)
        last = next((each for turn in reversed(turns) if (each := self._edges(turn))), None)
        if first is not None and last is not None:
            self.set(first[0], last[1])

    def select_more(self, turn: int | None) -> None:
        """This message; if it is selected already, or more than it, the whole chat."""
        stretch = self.stretch
        here = stretch[0].place.turn if stretch is not None else turn
        if here is None:
            return
        is_whole = stretch is not None and stretch == self._edges(here)
        reaches_on = stretch is not None and stretch[1].place.turn != here
        if is_whole or reaches_on:
            self.select_chat()
        else:
            self.select_turn(here)

    def set(self, anchor: Spot, caret: Spot) -> None:
        """Selects from one spot to another, which may stand before it."""
        column = self._area.column
        self._anchor, self._caret = hold(column, anchor), hold(column, caret)
        self.show()
        self.changed.emit()

    def clear(self) -> None:
        """Selects nothing."""
        had_any = self._caret is not None
        self._anchor = self._caret = self._pressed = None
        self._timer.stop()
        self.show()
        if had_any:
            self.changed.emit()

    def collapse(self) -> None:
        """Selects nothing; the caret stays."""
        if self._caret is not None:
            self.set(self._caret.spot, self._caret.spot)

    def follow(self, turn: int, first: int) -> None:
        """The rows of a turn changed from `first` on: the spots go where their text went."""
        anchor, caret = self._followed(self._anchor, turn, first), None
        if anchor is not None:
            caret = self._followed(self._caret, turn, first)
        if anchor is None or caret is None:
            self.clear()
            return
        self._anchor, self._caret = anchor, caret

    def show(self) -> None:
        """Shows what is selected in all rows in sight. Costs nothing while nothing is."""
        if self.stretch is None and not self._is_shown:
            return
        self._is_shown = self.stretch is not None
        bound = self._area.bound()
        for place, widget in bound.items():
            self.decorate(place, widget)
        shown = set(bound.values())
        for widget in [each for each in self._veils if each not in shown]:
            self._veils[widget].cover(is_selected=False)

    def decorate(self, place: Place, widget: RowWidget) -> None:
        """Shows what is selected in a row."""
        stretch = self._stretch_in(place)
        row = widget.row
        view = widget.text_view if row is not None and has_letters(row) else None
        if view is None:
            is_selected = stretch is not None and row is not None and is_selectable(row)
            self._cover(widget, is_selected=is_selected)
            return
        self._cover(widget, is_selected=False)
        if stretch is None:
            view.clear_selection()
        else:
            start, stop = stretch
            if isinstance(row, BlockRow) and row.block.kind is Kind.TABLE:
                # From the first cell to the last: around them stand signs that nobody sees.
                start, stop = max(1, start), min(stop, view.document().characterCount() - 2)
            view.select(start, stop)

    def spot_at(self, point: QPoint) -> Spot | None:
        """The nearest place in anything that can be selected."""
        nearest: tuple[int, Place, RowWidget] | None = None
        for place, widget in self._area.bound().items():
            if widget.row is None or not is_selectable(widget.row):
                continue
            top, bottom = widget.y(), widget.y() + widget.height()
            distance = max(top - point.y(), point.y() - bottom, 0)
            if nearest is None or distance < nearest[0]:
                nearest = (distance, place, widget)
        return self._spot_in(nearest[1], nearest[2], point) if nearest is not None else None

    def caret_rect(self) -> QRect | None:
        """Where the caret is in the viewport, if its row has a widget."""
        spot = self.caret
        widget = self._area.bound().get(spot.place) if spot is not None else None
        if spot is None or widget is None:
            return None
        view = text_of(widget)
        if view is None:
            return widget.geometry()
        cursor = view.textCursor()
        cursor.setPosition(min(spot.offset, view.document().characterCount() - 1))
        rect = view.cursorRect(cursor)
        return QRect(view.mapTo(self._area.viewport(), rect.topLeft()), rect.size())

    def _stretch_in(self, place: Place) -> tuple[int, int] | None:
        stretch = self.stretch
        if stretch is None or not stretch[0].place <= place <= stretch[1].place:
            return None
        start = stretch[0].offset if place == stretch[0].place else 0
        stop = stretch[1].offset if place == stretch[1].place else _ALL
        return (start, stop) if stop > start else None

    def _cover(self, widget: RowWidget, *, is_selected: bool) -> None:
        veil = self._veils.get(widget)
        if veil is None and is_selected:
            veil = self._veils[widget] = Veil(widget)
            widget.destroyed.connect(lambda: self._veils.pop(widget, None))
        if veil is not None:
            veil.cover(is_selected=is_selected)

    def _followed(self, held: Held | None, turn: int, first: int) -> Held | None:
        if held is None:
            return None
        place = held.spot.place
        if place.turn != turn or place.row < first:
            return held
        column = self._area.column
        spot = find(column, held)
        return hold(column, spot) if spot is not None else None

    def _edges(self, turn: int) -> tuple[Spot, Spot] | None:
        rows = self._area.column.rows_of(turn).rows
        places = [at for at, row in enumerate(rows) if is_selectable(row)]
        if not places:
            return None
        first, last = places[0], places[-1]
        return Spot(Place(turn, first), 0), Spot(Place(turn, last), row_length(rows[last]))

    def _reach(self, spot: Spot) -> None:
        """The selection goes from what was pressed to a spot; by words or paragraphs if it began
        with one."""
        pressed = self._pressed
        if pressed is None:
            return
        begin, end = self._grown(spot, pressed.clicks)
        if end > pressed.end or begin >= pressed.begin:
            self.set(pressed.begin, max(end, pressed.end))
        else:
            self.set(pressed.end, begin)

    def _grown(self, spot: Spot, clicks: int) -> tuple[Spot, Spot]:
        """The word or the paragraph around a spot; a card is always whole."""
        widget = self._area.bound().get(spot.place)
        view = text_of(widget) if widget is not None else None
        if clicks < 2 or widget is None:
            return spot, spot
        if view is None:
            return Spot(spot.place, 0), Spot(spot.place, 1)
        cursor = view.textCursor()
        cursor.setPosition(spot.offset)
        if clicks == 2:
            cursor.select(QTextCursor.SelectionType.WordUnderCursor)
            return (
                Spot(spot.place, cursor.selectionStart()),
                Spot(spot.place, cursor.selectionEnd()),
            )
        block = cursor.block()
        return (
            Spot(spot.place, block.position()),
            Spot(spot.place, block.position() + block.length() - 1),
        )

    def _is_inside(self, spot: Spot, point: QPoint) -> bool:
        """Whether a point is on what is selected, and not beside it."""
        stretch = self.stretch
        if stretch is None or not stretch[0] <= spot <= stretch[1]:
            return False
        widget = self._area.bound()[spot.place]
        return widget.geometry().contains(point)

    def _spot_in(self, place: Place, widget: RowWidget, point: QPoint) -> Spot:
        view = text_of(widget)
        if view is None:
            is_below = point.y() > widget.y() + widget.height() // 2
            return Spot(place, 1 if is_below else 0)
        inner = view.mapFrom(self._area.viewport(), point)
        if inner.y() < 0 and self._pressed is not None:
            return Spot(place, 0)
        if inner.y() > view.height() and self._pressed is not None:
            return Spot(place, _length(widget.row))
        return Spot(place, view.position_at(inner))

    def _drag_on(self) -> None:
        """Scrolls while the pointer is held outside."""
        height = self._area.viewport().height()
        beyond = self._pointer.y() if self._pointer.y() < 0 else self._pointer.y() - height
        self._area.scroll_by(max(-_FASTEST, min(_FASTEST, beyond)))
        self.drag(self._pointer)


def text_of(widget: RowWidget) -> TextView | None:
    """The text of a row in which a selection may begin and end."""
    return widget.text_view if widget.row is not None and has_letters(widget.row) else None


def _length(row: Row | None) -> int:
    return row_length(row) if row is not None else 0
