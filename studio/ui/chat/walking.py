"""Reading by keyboard: from message to message, from card to card, and Tab through what acts."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from typing_extensions import override

from studio.ui.accessible import announce
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.column import Column, Place
from studio.ui.chat.focus_frame import FocusFrame
from studio.ui.chat.pool import Pool
from studio.ui.chat.reading import ReadingArea
from studio.ui.chat.reading_places import ReadingPlace
from studio.ui.chat.rows import CardRow
from studio.ui.chat.scroll import Held
from studio.ui.chat.stops import (
    Link,
    Spoken,
    Stop,
    may_stop,
    message_at,
    neighbour,
    places_from,
    rect_in,
    start_of,
    stops_in,
    stops_on,
    takes_focus,
)
from studio.ui.chat.walk_keys import CARD_STEPS, MESSAGE_STEPS, add_shortcuts

_HEADS = "studio.ui.chat.message_heads"
_MARGIN = 12


@dataclass(frozen=True, slots=True)
class _At:
    """The link that the reader is at."""

    place: Place
    link: Link


class WalkingArea(ReadingArea):
    """Knows which message, and which link in it, the keyboard is at.

    Signals: `current_changed()` when that is another message than before; `pressed_at(Place)` when
    a row is clicked.
    """

    current_changed = Signal()
    pressed_at = Signal(object)

    def __init__(self, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(pool, parent)
        self._current: Spoken | None = None
        self._at: _At | None = None
        self._frame: FocusFrame | None = None
        self._heads: Any = None  # loaded for a screen reader only
        self._is_walking = False

    @property
    def current(self) -> Spoken | None:
        """The message that the reader is at."""
        return self._current

    @property
    def current_turn(self) -> int | None:
        """The turn of that message."""
        return self._current.turn if self._current is not None else None

    @property
    def current_link(self) -> Link | None:
        """The link that the reader is at; Return follows it."""
        return self._at.link if self._at is not None else None

    @property
    def heads(self) -> Any:
        """The headings for a screen reader, if one is there."""
        return self._heads

    def beside_rows(self) -> list[QWidget]:
        """What of the page is no row: buttons over it, and its scroll bar."""
        only = Qt.FindChildOption.FindDirectChildrenOnly
        return [*self.findChildren(QAbstractButton, options=only), self.verticalScrollBar()]

    def step_message(self, step: int) -> None:
        """Goes to the next message (1) or the previous one (-1)."""
        message = self._existing_message()
        if message is None or self._rect_of(message) is None:
            found = self._message_in_sight(at_top=not self.sticks_to_end)
        else:
            found = neighbour(self.column, message, step)
        if found is not None:
            if not self.hasFocus():
                self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._go_to_message(found)

    def step_card(self, step: int) -> None:
        """Goes to the next card (1) or the previous one (-1)."""
        here = self._focused_place() or self._start_of_current() or self.column.at(self._top)
        if here is None:
            return
        for place in places_from(self.column, here, step):
            if isinstance(self.column.row(place), CardRow):
                self.go_to_row(place)
                return

    def show_card(self, tool_use_id: str) -> None:
        """Goes to the card of a call in the last turn."""
        last = len(self.column) - 1
        rows = self.column.rows_of(last).rows if last >= 0 else ()
        for number, row in enumerate(rows):
            if isinstance(row, CardRow) and row.tool_use_id == tool_use_id:
                self.go_to_row(Place(last, number))
                return

    def go_to_row(self, place: Place) -> None:
        """Brings a row into sight, and the keyboard to what acts in it."""
        self._show_row(place)
        stops = stops_in(self.bound()[place])
        if stops:
            self._go_to(place, stops[0])

    def reading_place(self) -> ReadingPlace | None:
        """Where the reader is; None at the end."""
        held = self._anchor
        if self.sticks_to_end or not len(self.column):
            return None
        turn_id = self.column.turn_id(min(held.place.turn, len(self.column) - 1))
        return ReadingPlace(turn_id, held.place.row, held.offset)

    def go_back_to(self, reading: ReadingPlace) -> None:
        """Goes where a reader was, if that is still there."""
        turn = self.column.index_of(reading.turn_id)
        if turn is not None:
            self.sticks_to_end = False
            self._anchor = Held(Place(turn, reading.row), reading.offset)
            self.arrange()

    @override
    def show_column(self, column: Column) -> None:
        self._at = None
        self._set_current(None)
        super().show_column(column)

    @override
    def scrolled(self) -> None:
        super().scrolled()
        self._place_frame()
        if QAccessible.isActive():
            if self._heads is None:
                self._heads = import_module(_HEADS).MessageHeads(self.viewport())
            self._heads.place(self.column, self.bound(), self._current)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.press(event):
            super().keyPressEvent(event)

    def listen_in(self, page: QWidget) -> None:
        """Takes the keys that walk wherever in the page the focus is; a letter is none of them.

        Buttons and read-only fields would keep the arrows to themselves.
        """
        add_shortcuts(page, MESSAGE_STEPS, lambda step: self._go_if_shown(self.step_message, step))
        add_shortcuts(page, CARD_STEPS, lambda step: self._go_if_shown(self.step_card, step))

    def _go_if_shown(self, go: Callable[[int], None], step: int) -> None:
        if self.isVisible():
            go(step)

    def press(self, event: QKeyEvent) -> bool:
        """Takes a key that walks; true if it was one."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        keys = (modifiers, event.key())
        if keys in MESSAGE_STEPS:
            self.step_message(MESSAGE_STEPS[keys])
        elif keys in CARD_STEPS:
            self.step_card(CARD_STEPS[keys])
        elif self._at is not None and keys[1] in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.follow(QUrl(self._at.link.address), self._at.link.label, self._at.place.turn)
        else:
            return False
        return True

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes through what acts in the messages, in their order, before it leaves."""
        if self._walk(1 if next else -1):
            return True
        self._at = None
        return self._leave(is_forward=next)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        reasons = Qt.FocusReason
        self._is_walking = event.reason() in (
            reasons.TabFocusReason,
            reasons.BacktabFocusReason,
            reasons.ShortcutFocusReason,
        )
        message = self._existing_message()
        if self._is_walking and (message is None or self._rect_of(message) is None):
            comes_down = event.reason() is reasons.TabFocusReason
            self._set_current(self._message_in_sight(at_top=comes_down or not self.sticks_to_end))
        self._place_frame()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._place_frame()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_walking, self._at = False, None
        place = self.place_at(event.position().toPoint().y())
        self._set_current(message_at(self.column, place) if place is not None else None)
        self._place_frame()
        super().mousePressEvent(event)
        if place is not None:
            self.pressed_at.emit(place)

    def _leave(self, *, is_forward: bool) -> bool:
        """Past the whole transcript: Qt's own order has its rows wherever they were made."""
        reasons = Qt.FocusReason
        reason = reasons.TabFocusReason if is_forward else reasons.BacktabFocusReason
        widget = _beside(self, is_forward=is_forward)
        while widget is not None and widget is not self:
            if takes_focus(widget) and not self.isAncestorOf(widget):
                widget.setFocus(reason)
                return True
            widget = _beside(widget, is_forward=is_forward)
        return False

    def _walk(self, step: int) -> bool:
        stops = stops_on(self.viewport(), self.bound())
        at = self._index_in(stops, step)
        if 0 <= at < len(stops):
            self._go_to(*stops[at])
            return True
        edges = sorted(self.bound())
        if not edges:
            return False
        for place in places_from(self.column, edges[-1] if step > 0 else edges[0], step):
            if not may_stop(self.column.row(place)):
                continue
            self._show_row(place)
            found = stops_in(self.bound()[place])
            if found:
                self._go_to(place, found[0 if step > 0 else -1])
                return True
        return False

    def _index_in(self, stops: list[tuple[Place, Stop]], step: int) -> int:
        """Which stop follows the one the reader is at."""
        focused = QApplication.focusWidget()
        for number, (place, stop) in enumerate(stops):
            is_link = self._at is not None and (place, stop) == (self._at.place, self._at.link)
            if is_link or (self._at is None and stop is focused):
                return number + step
        here = self._focused_place() or self._start_of_current()
        if here is None:
            return 0 if step > 0 else len(stops) - 1
        below = [number for number, (place, _) in enumerate(stops) if place >= here]
        first = below[0] if below else len(stops)
        return first if step > 0 else first - 1

    def _go_to(self, place: Place, stop: Stop) -> None:
        self._is_walking = True
        self._set_current(message_at(self.column, place))
        widget = self.bound()[place]
        if isinstance(stop, Link):
            self._at = _At(place, stop)
            self.setFocus(Qt.FocusReason.TabFocusReason)
            self._bring(rect_in(widget, stop).translated(widget.pos()))
            announce(self, self.tr("Link: {0}").format(stop.label))
        else:
            self._at = None
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            corner = stop.mapTo(self.viewport(), QPoint(0, 0))
            self._bring(QRect(corner, stop.size()))
        self._place_frame()

    def _go_to_message(self, message: Spoken) -> None:
        place = start_of(self.column, message)
        if place is None:
            return
        self._is_walking, self._at = True, None
        self._set_current(message)
        rect = self._rect_of(message)
        is_whole = rect is not None and self.viewport().rect().contains(rect)
        if not is_whole or place not in self.bound():
            self.sticks_to_end = False
            self._anchor = Held(place, 0)
            self.arrange()
        self._place_frame()
        if self._heads is not None:
            self._heads.focus(message)

    def _show_row(self, place: Place) -> None:
        """Brings a row into sight, with a widget."""
        self.show_place(place)
        if place not in self.bound():
            self.sticks_to_end = False
            self._anchor = Held(place, 0)
            self.arrange()

    def _bring(self, rect: QRect) -> None:
        """Scrolls until a part of the page is in sight."""
        height = self.viewport().height()
        if rect.top() < 0:
            self.scroll_by(rect.top() - _MARGIN)
        elif rect.bottom() > height:
            self.scroll_by(min(rect.bottom() - height, rect.top()) + _MARGIN)

    def _set_current(self, message: Spoken | None) -> None:
        if message != self._current:
            self._current = message
            self.current_changed.emit()

    def _existing_message(self) -> Spoken | None:
        message = self._current
        if message is None or start_of(self.column, message) is None:
            return None
        return message

    def _start_of_current(self) -> Place | None:
        """Where the current message begins, if any of it is in sight."""
        message = self._existing_message()
        if message is None or self._rect_of(message) is None:
            return None
        return start_of(self.column, message)

    def _message_in_sight(self, *, at_top: bool) -> Spoken | None:
        """The first one on the page, or the last."""
        place = self.place_at(0 if at_top else self.viewport().height())
        return message_at(self.column, place) if place is not None else None

    def _focused_place(self) -> Place | None:
        focused = QApplication.focusWidget()
        if self._at is not None:
            return self._at.place if self._at.place in self.bound() else None
        for place, row in self.bound().items():
            if focused is not None and row.isAncestorOf(focused):
                return place
        return None

    def _rect_of(self, message: Spoken) -> QRect | None:
        """Where the part of a message that is in sight stands on the page."""
        rect = QRect()
        page = self.viewport().rect()
        for place, row in self.bound().items():
            if not row.geometry().intersects(page):
                continue
            if place.turn == message.turn and message_at(self.column, place) == message:
                rect = rect.united(row.geometry())
        return rect if rect.isValid() else None

    def _place_frame(self) -> None:
        rect = self._framed() if self._is_walking and self.hasFocus() else None
        if rect is None:
            if self._frame is not None:
                self._frame.hide()
            return
        if self._frame is None:
            self._frame = FocusFrame(self.viewport())
        self._frame.show_around(rect, self.writer.look, is_link=self._at is not None)

    def _framed(self) -> QRect | None:
        at = self._at
        if at is not None:
            row: RowWidget | None = self.bound().get(at.place)
            return rect_in(row, at.link).translated(row.pos()) if row is not None else None
        message = self._existing_message()
        return self._rect_of(message) if message is not None else None


def _beside(widget: QWidget, *, is_forward: bool) -> QWidget | None:
    return widget.nextInFocusChain() if is_forward else widget.previousInFocusChain()
