"""The scroll area under the transcript: widgets for the visible rows only, and a place that stays.

The scroll position is kept as "this row stands so far below the edge". Whatever grows or shrinks
above or below, what one reads does not move; at the end it stays at the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QRect, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget
from typing_extensions import override

from studio.core.chats import Turn
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.bubble import PADDING, bubble_room
from studio.ui.chat.column import Column, Place
from studio.ui.chat.documents import Writer
from studio.ui.chat.leaves import Quote
from studio.ui.chat.look import SIDE_MARGIN
from studio.ui.chat.mirroring import mirrored
from studio.ui.chat.pool import Pool
from studio.ui.chat.rows import BlockRow, Row

_LINE_STEP = 34
_PAGE_OVERLAP = 44
_MOST_PASSES = 40
_BOTTOM_GAP = 24
# A frame that took longer than this is followed by a pause three times as long.
_SLOW_MS = 8


@dataclass(frozen=True, slots=True)
class Held:
    """A row, and how far its top is below the upper edge."""

    place: Place
    offset: int


class RowsArea(QAbstractScrollArea):
    """Shows a column of rows with widgets of the pool; a subclass says what the rows are."""

    writer: Writer

    def __init__(self, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pool = pool
        self.column = Column((), self.column_width, pool.writer.look)
        self.sticks_to_end = True
        self._bound: dict[Place, RowWidget] = {}
        self._loose: list[RowWidget] = []
        self._anchor = Held(Place(0, 0), 0)
        self._top = 0
        self._is_placing = False
        self._pending = QTimer(self)
        self._pending.setSingleShot(True)
        self._pending.timeout.connect(self.arrange)
        self._last_cost = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(_LINE_STEP)

    @property
    def is_settled(self) -> bool:
        """Whether everything that was shown is laid out."""
        return not self._pending.isActive()

    def column_width(self) -> int:
        """How wide the rows are."""
        widest = self._pool.writer.look.column_width
        return max(120, min(widest, self.viewport().width() - 2 * SIDE_MARGIN))

    def show_column(self, column: Column) -> None:
        """Shows another column from its end."""
        for widget in (*self._bound.values(), *self._loose):
            self._pool.give(widget)
        self._bound, self._loose = {}, []
        self.column = column
        self.sticks_to_end = True
        self.arrange()

    def take_change(self, turn: int, first: int) -> None:
        """Says that the rows of a turn changed from `first` on; they are laid out soon."""
        self.column.refresh(turn, first)
        rows = self.column.rows_of(turn).rows
        kept: dict[Place, RowWidget] = {}
        for place in [each for each in self._bound if each.turn == turn and each.row >= first]:
            widget = self._bound.pop(place)
            if self._pool.is_in_use(widget) and widget.row in rows:
                # What the user is at work in goes where its row went, even out of sight.
                kept[Place(turn, rows.index(widget.row))] = widget
            else:
                self._loose.append(widget)
        self._bound.update(kept)
        if not self._pending.isActive():
            self._pending.start(3 * self._last_cost if self._last_cost > _SLOW_MS else 0)

    def take_path(self, index: int, turns: Sequence[Turn]) -> None:
        """Shows other turns from `index` on. What is held, else what stands in sight above, stays
        where it is."""
        for place in [each for each in self._bound if each.turn >= index]:
            self._loose.append(self._bound.pop(place))
        self.column.replace_from(index, turns)
        held = self.held_at(index)
        if held is not None:
            self.sticks_to_end = False
            self._anchor = held
        self.arrange()

    def held_at(self, index: int) -> Held | None:
        """What a path that differs from turn `index` on is to be held by."""
        return None

    def hold(self, place: Place) -> Held:
        """Where a row stands now, for `take_path`."""
        return Held(place, self.column.top_of(place) - self._top)

    def place_at(self, y: int) -> Place | None:
        """The row at a height of the viewport, or the nearest one."""
        return self.column.at(self._top + y)

    def scroll_to_end(self) -> None:
        """Goes to the end and stays there."""
        self.sticks_to_end = True
        self.arrange()

    def scroll_to_start(self) -> None:
        """Goes to the first row."""
        self.sticks_to_end = False
        self._anchor = Held(Place(0, 0), 0)
        self.arrange()
        self.scrolled()

    def show_place(self, place: Place, offset: int = 0) -> None:
        """Brings a row into sight, `offset` pixels below its top a third down the page.

        A row that can be seen there already stays where it is.
        """
        widget = self._bound.get(place)
        height = self.viewport().height()
        if widget is not None and 0 <= widget.y() + offset <= height - _PAGE_OVERLAP:
            return
        self.sticks_to_end = False
        self._anchor = Held(place, height // 3 - offset - self.column.gap(place))
        self.arrange()

    def scroll_by(self, pixels: int) -> None:
        """Moves the page as a reader does."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pixels)

    def page_step(self) -> int:
        """How far a page goes: a little of the old one stays in sight."""
        return max(_LINE_STEP, self.viewport().height() - _PAGE_OVERLAP)

    def room_of(self, row: Row) -> int:
        """How wide a row is: what stands in a prompt is as wide as the bubble's words."""
        return _room(row, self.column_width())

    def bound(self) -> dict[Place, RowWidget]:
        """The rows that have a widget now."""
        return self._bound

    def place_of(self, widget: QWidget) -> Place | None:
        """Which row a widget shows."""
        return next((place for place, each in self._bound.items() if each is widget), None)

    def arrange(self) -> None:
        """Lays out what is visible and puts it in its place."""
        self._pending.stop()
        if not self.isVisible() or self.viewport().height() <= 0:
            return
        clock = QElapsedTimer()
        clock.start()
        shown: dict[Place, RowWidget] = {}
        for _ in range(_MOST_PASSES):
            top = self._wanted_top()
            shown, is_news = self._bind_from(top)
            if not is_news and top == self._wanted_top():
                break
        self._put(shown, self._wanted_top())
        self.scrolled()
        self._last_cost = clock.elapsed()

    def scrolled(self) -> None:
        """Called after the page moved or grew."""

    def decorate(self, place: Place, widget: RowWidget) -> None:
        """Called for a widget that shows another row than before."""

    def restyle(self, restyle: Callable[[RowWidget], None]) -> None:
        """Gives every widget another look and lays all out again."""
        self.column.take_look(self._pool.writer.look)
        self._pool.each(restyle)
        for widget in (*self._bound.values(), *self._loose):
            restyle(widget)
        self.arrange()

    def _wanted_top(self) -> int:
        highest = max(0, self._total() - self.viewport().height())
        if self.sticks_to_end:
            return highest
        place = self._existing(self._anchor.place)
        if place is None:
            return 0
        return min(max(0, self.column.top_of(place) - self._anchor.offset), highest)

    def _total(self) -> int:
        return self.column.total + (_BOTTOM_GAP if len(self.column) else 0)

    def _existing(self, place: Place) -> Place | None:
        if place.turn >= len(self.column):
            return self.column.last()
        rows = self.column.rows_of(place.turn).rows
        if not rows:
            return self.column.at(self.column.top_of(Place(place.turn, 0)))
        return Place(place.turn, min(place.row, len(rows) - 1))

    def _bind_from(self, top: int) -> tuple[dict[Place, RowWidget], bool]:
        """Binds and measures the rows from a height down to the lower edge."""
        shown: dict[Place, RowWidget] = {}
        is_news = False
        width = self.column_width()
        place = self.column.at(top)
        y = self.column.top_of(place) if place is not None else 0
        while place is not None and y < top + self.viewport().height():
            if self.is_hidden(place):
                is_news |= self.column.set_height(place, 0)
                place = self.column.next(place)
                continue
            widget = shown[place] = self._bind(place)
            # Once measured, a row's height is right: the height in the column then includes it.
            room = _room(widget.row, width)
            height = widget.fit(room) - widget.lead + self.column.gap(place)
            is_news |= self.column.set_height(place, height)
            y += height
            place = self.column.next(place)
        return shown, is_news

    def _bind(self, place: Place) -> RowWidget:
        row = self.column.row(place)
        widget = self._bound.get(place)
        if widget is None or not self._pool.fits(widget, row):
            if widget is not None:
                self._pool.give(self._bound.pop(place))
            widget = self._take(row)
            self._bound[place] = widget
        is_new = widget.row is not row
        lead = self.column.gap(place) if self._quote_goes_on(place) else 0
        if is_new:
            self.prepare(place, widget)
        widget.show_row(row, joins_next=self._goes_on(place), lead=lead)
        if is_new:
            self.decorate(place, widget)
        return widget

    def is_hidden(self, place: Place) -> bool:
        """Whether a row is folded away: it has no widget and takes no room."""
        return False

    def prepare(self, place: Place, widget: RowWidget) -> None:
        """Called before a widget shows another row than before."""

    def _take(self, row: Row) -> RowWidget:
        """Best the widget that shows this very row, then one of its kind, then one of the pool."""
        for wanted in (lambda each: each.row == row, lambda each: self._pool.fits(each, row)):
            for widget in self._loose:
                if wanted(widget):
                    self._loose.remove(widget)
                    return widget
        return self._pool.take(row)

    def _goes_on(self, place: Place) -> bool:
        rows = self.column.rows_of(place.turn).rows
        if place.row + 1 >= len(rows):
            return False
        row, below = rows[place.row], rows[place.row + 1]
        if not isinstance(below, BlockRow) or not isinstance(row, BlockRow):
            return False
        return below.block.continues and below.block.kind is row.block.kind

    def _quote_goes_on(self, place: Place) -> bool:
        row = self.column.row(place)
        if not isinstance(row, BlockRow) or place.row == 0:
            return False
        above = self.column.row(Place(place.turn, place.row - 1))
        if not isinstance(above, BlockRow) or above.is_reasoning is not row.is_reasoning:
            return False
        return row.is_reasoning or (
            row.block.containers[:1] == (Quote(),) == above.block.containers[:1]
        )

    def _put(self, shown: dict[Place, RowWidget], top: int) -> None:
        for place in [each for each in self._bound if each not in shown]:
            widget = self._bound[place]
            if self._pool.is_in_use(widget):
                widget.move(widget.x(), -10_000)
            else:
                self._pool.give(self._bound.pop(place))
        for widget in self._loose:
            self._pool.give(widget)
        self._loose.clear()
        width = self.column_width()
        left = (self.viewport().width() - width) // 2
        for place, widget in shown.items():
            y = self.column.top_of(place) + self.column.gap(place) - widget.lead - top
            room = _room(widget.row, width)
            beside = width - room - PADDING if room < width else 0
            place_there = QRect(left + beside, y, room, widget.fit(room))
            widget.setGeometry(mirrored(self, place_there, self.viewport().width()))
            widget.show()
        if top >= self._total() - self.viewport().height():
            self.sticks_to_end = True
        first = self.column.at(top)
        if first is not None:
            self._anchor = Held(first, self.column.top_of(first) - top)
        self._top = top
        self._set_bar(top)

    def _set_bar(self, top: int) -> None:
        bar = self.verticalScrollBar()
        room = self.viewport().size()
        self._is_placing = True
        bar.setRange(0, max(0, self._total() - room.height()))
        # A bar that came or went made the page narrower or wider, and all was laid out again.
        if self.viewport().size() == room:
            bar.setPageStep(self.page_step())
            bar.setValue(top)
        self._is_placing = False

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._is_placing:
            return
        bar = self.verticalScrollBar()
        value = bar.value()
        delta = value - self._top
        self.sticks_to_end = value >= bar.maximum() - 2 and delta >= 0
        if abs(delta) < self.viewport().height():
            # What is in sight moves by exactly that, however wrong the guesses above it were.
            self._anchor = Held(self._anchor.place, self._anchor.offset - delta)
        else:
            place = self.column.at(value)
            if place is not None:
                self._anchor = Held(place, self.column.top_of(place) - value)
        self.arrange()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()


def _room(row: Row | None, width: int) -> int:
    return bubble_room(width) if isinstance(row, BlockRow) and row.is_prompt else width
