"""Selecting with the mouse across the blocks of one message.

The selection is kept as rows and offsets: the widgets under it come and go while one scrolls.
"""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QTextCursor

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.column import Place
from studio.ui.chat.copying import END, is_selectable, selected_text
from studio.ui.chat.scroll import RowsArea

_DRAG_TICK_MS = 40
_CLICK_SLACK = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the text of a row."""

    place: Place
    offset: int


@dataclass(frozen=True, slots=True)
class _Pressed:
    """Where a drag began, and what was selected there: a word stays whole while it grows."""

    at: QPoint
    begin: Spot
    end: Spot


class Selecting(QObject):
    """Owned by the transcript, which hands it the mouse. Its timer runs during a drag only."""

    def __init__(self, area: RowsArea) -> None:
        super().__init__(area)
        self._area = area
        self._begin: Spot | None = None
        self._end: Spot | None = None
        self._pressed: _Pressed | None = None
        self._pointer = QPoint()
        self._timer = QTimer(self)
        self._timer.setInterval(_DRAG_TICK_MS)
        self._timer.timeout.connect(self._drag_on)

    @property
    def has_selection(self) -> bool:
        """Whether any text is selected."""
        return self._begin is not None and self._begin != self._end

    @property
    def turn(self) -> int | None:
        """The message that the selection is in."""
        return self._begin.place.turn if self._begin is not None else None

    def press(self, point: QPoint, *, extends: bool = False, clicks: int = 1) -> None:
        """Begins a selection, or takes an old one up with Shift."""
        self._pointer = point
        spot = self._spot(point)
        if spot is None:
            self.clear()
            return
        if extends and self._begin is not None and self._begin.place.turn == spot.place.turn:
            self._pressed = _Pressed(point, self._begin, self._begin)
            self._reach(spot)
            return
        begin, end = self._word(spot, clicks)
        self._pressed = _Pressed(point, begin, end)
        self._set(begin, end)

    def drag(self, point: QPoint) -> None:
        """Goes on with the selection to a point, which may lie outside the area."""
        if self._pressed is None:
            return
        self._pointer = point
        moved = (point - self._pressed.at).manhattanLength() > _CLICK_SLACK
        spot = self._spot(point) if moved else None
        if spot is not None:
            self._reach(spot)
        inside = 0 <= point.y() < self._area.viewport().height()
        if inside:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def release(self, point: QPoint) -> bool:
        """Ends the drag; true when it was a mere click."""
        pressed, self._pressed = self._pressed, None
        self._timer.stop()
        if pressed is None:
            return True
        is_click = (point - pressed.at).manhattanLength() <= _CLICK_SLACK
        return is_click and pressed.begin == pressed.end

    def select_turn(self, turn: int) -> None:
        """Selects all text of one message."""
        rows = self._area.column.rows_of(turn).rows
        places = [at for at, row in enumerate(rows) if is_selectable(row)]
        if places:
            self._set(Spot(Place(turn, places[0]), 0), Spot(Place(turn, places[-1]), END))

    def clear(self) -> None:
        """Selects nothing."""
        self._begin = self._end = None
        for widget in self._area.bound().values():
            if widget.text_view is not None:
                widget.text_view.clear_selection()

    def text(self) -> str:
        """The selected text."""
        if self._begin is None or self._end is None:
            return ""
        first, last = self._begin, self._end
        rows = self._area.column.rows_of(first.place.turn).rows
        return selected_text(
            rows,
            first.place.row,
            first.offset,
            min(last.place.row, len(rows) - 1),
            last.offset,
            self._area.writer,
        )

    def decorate(self, place: Place, widget: RowWidget) -> None:
        """Shows what is selected in a row whose widget is new."""
        view = widget.text_view
        if view is None:
            return
        begin, end = self._begin, self._end
        if begin is None or end is None or not begin.place <= place <= end.place:
            view.clear_selection()
            return
        start = begin.offset if place == begin.place else 0
        stop = end.offset if place == end.place else END
        view.select(start, stop)

    def _set(self, begin: Spot, end: Spot) -> None:
        self._begin, self._end = begin, end
        for place, widget in self._area.bound().items():
            self.decorate(place, widget)

    def _reach(self, spot: Spot) -> None:
        pressed = self._pressed
        if pressed is None:
            return
        spots = sorted(
            (pressed.begin, pressed.end, spot), key=lambda each: (each.place, each.offset)
        )
        self._set(spots[0], spots[-1])

    def _word(self, spot: Spot, clicks: int) -> tuple[Spot, Spot]:
        widget = self._area.bound().get(spot.place)
        view = widget.text_view if widget is not None else None
        if clicks < 2 or view is None:
            return spot, spot
        cursor = view.textCursor()
        cursor.setPosition(spot.offset)
        kinds = QTextCursor.SelectionType
        cursor.select(kinds.WordUnderCursor if clicks == 2 else kinds.BlockUnderCursor)
        begin, end = cursor.selectionStart(), cursor.selectionEnd()
        return Spot(spot.place, begin), Spot(spot.place, end)

    def _spot(self, point: QPoint) -> Spot | None:
        """The nearest place in text, in the message where the drag began."""
        turn = self._pressed.begin.place.turn if self._pressed is not None else None
        nearest: tuple[int, Place, RowWidget] | None = None
        for place, widget in self._area.bound().items():
            if widget.text_view is None or (turn is not None and place.turn != turn):
                continue
            top, bottom = widget.y(), widget.y() + widget.height()
            distance = max(top - point.y(), point.y() - bottom, 0)
            if nearest is None or distance < nearest[0]:
                nearest = (distance, place, widget)
        if nearest is None:
            return None
        return self._spot_in(nearest[1], nearest[2], point)

    def _spot_in(self, place: Place, widget: RowWidget, point: QPoint) -> Spot | None:
        view = widget.text_view
        if view is None:
            return None
        inner = view.mapFrom(self._area.viewport(), point)
        if inner.y() < 0 and self._pressed is not None:
            return Spot(place, 0)
        if inner.y() > view.height() and self._pressed is not None:
            return Spot(place, max(0, view.document().characterCount() - 1))
        return Spot(place, view.position_at(inner))

    def _drag_on(self) -> None:
        """Scrolls while the pointer is held outside."""
        height = self._area.viewport().height()
        beyond = self._pointer.y() if self._pointer.y() < 0 else self._pointer.y() - height
        self._area.scroll_by(max(-60, min(60, beyond)))
        self.drag(self._pointer)
