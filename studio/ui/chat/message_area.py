"""The transcript's messages: their bars and menus, the keys for them, and where paths part."""

from collections.abc import Callable, Set
from importlib import import_module
from typing import Any, Protocol

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.bubble import PADDING, bubble_room
from studio.ui.chat.column import Place
from studio.ui.chat.messages import Action, Message, Versions
from studio.ui.chat.mirroring import mirrored
from studio.ui.chat.parting_row import PartingRow
from studio.ui.chat.pool import Pool
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row
from studio.ui.chat.scroll import Held
from studio.ui.chat.walking import WalkingArea

# Loaded with the first message: an empty window does without.
_BARS = "studio.ui.chat.message_bars"
_BY_KEYS = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class _Bars(Protocol):
    """What the transcript needs of the bars at its messages, which are loaded late."""

    def follow(self) -> None: ...

    def restyle(self) -> None: ...

    def point_at(self, point: QPoint | None) -> None: ...

    def current(self) -> Message | None: ...

    def take_focus(self, *, is_by_keys: bool) -> None: ...

    def take_key(self, event: QKeyEvent) -> bool: ...

    def message_at(self, point: QPoint) -> Message | None: ...

    def add_to(
        self, menu: QMenu, message: Message, without: Set[Action], tool_use_id: str
    ) -> None: ...

    def open_menu(self, message: Message) -> None: ...

    def anchor(self, message: Message) -> QWidget: ...


class MessageArea(WalkingArea):
    """Signals: `action_requested(Action, Message)`; `version_requested(turn_id, step)`: the version
    before or after this one.

    `versions_of` tells where paths part; `note_of` what is said at a turn's prompt (True) or
    answer; `blocked` why nothing can be changed now; `extend_menu` adds to the menu of a message
    what others offer there, and of the call whose card is meant.
    """

    action_requested = Signal(object, object)
    version_requested = Signal(str, int)

    def __init__(self, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(pool, parent)
        self.versions_of: Callable[[str], Versions | None] = lambda _: None
        self.note_of: Callable[[str, bool], str] = lambda _turn_id, _is_prompt: ""
        self.blocked = ""
        self.extend_menu: Callable[[QMenu, Message, str], None] = _add_nothing
        self._bars: _Bars | None = None
        self._held: Held | None = None

    def refresh_messages(self) -> None:
        """Versions, notes, or what can be done now, have changed."""
        for place, widget in self.bound().items():
            if isinstance(widget, PartingRow):
                self.show_versions(place, widget)
        self.follow_messages()

    def current_message(self) -> Message | None:
        """The message that the keys mean now."""
        return self._bars.current() if self._bars is not None else None

    def anchor_of(self, message: Message) -> QWidget:
        """Where something about a message opens."""
        return self._bars.anchor(message) if self._bars is not None else self.viewport()

    def follow_messages(self) -> None:
        """The page moved or grew."""
        if self._bars is None and len(self.column):
            self._bars = self._make_bars()
        if self._bars is not None:
            self._bars.follow()
        if any(is_inside_bubble(widget.row) for widget in self.bound().values()):
            self.viewport().update()  # the bubble behind them moves along

    def restyle_messages(self) -> None:
        """The look is another."""
        if self._bars is not None:
            self._bars.restyle()

    def step(self, widget: RowWidget, step: int) -> None:
        """The switcher in a row was used."""
        place = self.place_of(widget)
        if place is not None:
            self._ask_for_version(self.column.turn_id(place.turn), step)

    def show_versions(self, place: Place, widget: PartingRow) -> None:
        """Shows the switcher at the prompt, or at the answer where only the answers differ; and
        what there is to note of either."""
        turn_id = self.column.turn_id(place.turn)
        versions = self.versions_of(turn_id)
        row = widget.row
        is_prompt = isinstance(row, PromptRow)
        ends = not isinstance(row, PromptRow) or row.closes
        is_here = versions is not None and ends and versions.is_at_prompt is is_prompt
        widget.take_versions(versions if is_here else None, self.blocked)
        widget.take_note(self.note_of(turn_id, is_prompt) if ends else "")

    def _ask_for_version(self, turn_id: str, step: int) -> None:
        """What stands where the paths part is held: the prompt's top, or the answer's foot."""
        turn, versions = self.column.index_of(turn_id), self.versions_of(turn_id)
        if turn is None or versions is None or self.blocked:
            return
        last = len(self.column.rows_of(turn).rows) - 1
        self._held = self.hold(Place(turn, 0 if versions.is_at_prompt else max(0, last)))
        self.version_requested.emit(turn_id, step)

    def _make_bars(self) -> _Bars:
        bars: Any = import_module(_BARS).MessageBars(self, self)
        bars.asked.connect(self.action_requested)
        bars.stepped.connect(self._ask_for_version)
        made: _Bars = bars
        return made

    @override
    def held_at(self, index: int) -> Held | None:
        held, self._held = self._held, None
        if held is None or held.place.turn != index or index >= len(self.column):
            return None
        rows = len(self.column.rows_of(index).rows)
        return held if held.place.row == 0 else Held(Place(index, max(0, rows - 1)), held.offset)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The bubble goes on behind the blocks of a prompt, and between its rows."""
        painter: QPainter | None = None
        for place, widget in self.bound().items():
            row = widget.row
            if not is_inside_bubble(row):
                continue
            painter = painter or QPainter(self.viewport())
            width = self.column_width()
            room = bubble_room(width) + 2 * PADDING
            right = (self.viewport().width() - width) // 2 + width
            gap = self.column.gap(place)
            # A row of words draws its own stretch, and its round corners.
            height = 0 if isinstance(row, PromptRow) else widget.height()
            bubble = QRect(right - room, widget.y() - gap, room, height + gap)
            bubble = mirrored(self, bubble, self.viewport().width())
            painter.fillRect(bubble, self.writer.look.colour("bubble"))
        if painter is not None:
            painter.end()

    @override
    def make_menu(self, point: QPoint) -> QMenu:
        menu = super().make_menu(point)
        message = self._bars.message_at(point) if self._bars is not None else None
        if self._bars is not None and message is not None:
            menu.addSeparator()
            has_copy = set() if message.is_prompt else {Action.COPY}
            has_quote = {Action.QUOTE} if self.selecting.has_selection else set()
            place = self.place_at(point.y())
            row = self.column.row(place) if place is not None else None
            card = row.tool_use_id if isinstance(row, CardRow) else ""
            self._bars.add_to(menu, message, has_copy | has_quote, card)
        return menu

    @override
    def open_menu(self) -> None:
        message = self.current_message()
        # With a selection, and at a card, the larger menu opens: it has the message's entries too.
        is_larger = self.selecting.has_selection or self._has_focused_card()
        if self._bars is None or message is None or is_larger:
            super().open_menu()
        elif QApplication.activePopupWidget() is None:
            self._bars.open_menu(message)

    def _has_focused_card(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and any(
            isinstance(row.row, CardRow) and row.isAncestorOf(focus)
            for row in self.bound().values()
        )

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._bars is not None and not event.buttons():
            self._bars.point_at(event.position().toPoint())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._bars is None or not self._bars.take_key(event):
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._bars is not None:
            self._bars.take_focus(is_by_keys=event.reason() in _BY_KEYS)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._bars is not None:
            self._bars.take_focus(is_by_keys=False)


def _add_nothing(_menu: QMenu, _message: Message, _tool_use_id: str) -> None:
    return


def is_inside_bubble(row: Row | None) -> bool:
    """Whether the bubble reaches to this row from the one above."""
    if isinstance(row, PromptRow):
        return not row.opens
    return isinstance(row, BlockRow) and row.is_prompt
