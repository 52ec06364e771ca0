"""What can be done with the message under the pointer or under the keys: bars, menu, shortcuts."""

from collections.abc import Callable, Set
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.column import Place
from studio.ui.chat.message_bar import MessageBar, add_actions, is_blocked
from studio.ui.chat.messages import Action, Message, Versions
from studio.ui.chat.mirroring import reads_from_right
from studio.ui.chat.note_blocks import FooterBlock
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import BlockRow, FooterRow, PromptRow
from studio.ui.chat.walking import WalkingArea

_BESIDE = 6
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}

ExtendMenu = Callable[[QMenu, Message, str], None]


class Told(Protocol):
    """What the bars are told about the chat."""

    blocked: str
    versions_of: Callable[[str], Versions | None]
    extend_menu: ExtendMenu


class MessageBars(QObject):
    """Owned by the transcript. No timer, and no layout but of two small bars.

    Signals: `asked(Action, Message)`; `stepped(turn_id, step)`: another version is wanted.
    """

    asked = Signal(object, object)
    stepped = Signal(str, int)

    def __init__(self, area: WalkingArea, told: Told) -> None:
        super().__init__(area)
        self._area = area
        self._told = told
        self._pointer: QPoint | None = None
        self._follows_keys = False
        self._is_by_keys = False
        self.hovered = MessageBar(area.viewport(), area.writer.look)
        self.last = MessageBar(area.viewport(), area.writer.look)
        for bar in (self.last, self.hovered):
            bar.asked.connect(self.asked)
            bar.menu_asked.connect(self.open_menu)
        area.current_changed.connect(self._follow_keys)
        area.viewport().installEventFilter(self)

    def restyle(self) -> None:
        for bar in (self.hovered, self.last):
            bar.take_look(self._area.writer.look)
        self.follow()

    def point_at(self, point: QPoint | None) -> None:
        """The pointer is there, or gone."""
        if point is None and self._pointer is None:
            return
        self._pointer = point
        if point is not None:
            self._follows_keys = False
        self.follow()

    def current(self) -> Message | None:
        """The message that a key means."""
        return self._at_keys() or self._under_pointer() or self._read_now()

    def follow(self) -> None:
        """Puts the bars where their messages are now."""
        self._put(self.last, self._last_answer())
        wanted = self._at_keys() or self._under_pointer()
        if wanted is None and self._area.hasFocus() and self._is_by_keys:
            wanted = self._read_now()
        if wanted is None and self._has_focus(self.hovered):
            wanted = self.hovered.message
        self._put(self.hovered, None if wanted == self.last.message else wanted)

    def take_focus(self, *, is_by_keys: bool) -> None:
        """The transcript has the focus now, or no more."""
        self._is_by_keys = is_by_keys
        self.follow()

    def take_key(self, event: QKeyEvent) -> bool:
        """Does what a key of the transcript stands for; false when it stands for nothing."""
        message = self.current()
        if message is None:
            return False
        alt = Qt.KeyboardModifier.AltModifier
        if event.modifiers() == alt and event.key() in _STEPS:
            self.stepped.emit(message.turn_id, _STEPS[Qt.Key(event.key())])
            return True
        pressed = QKeySequence(event.keyCombination())
        for action in Action:
            if pressed == QKeySequence(action.value):
                if not is_blocked(action, self._told.blocked):
                    self.asked.emit(action, message)
                return True
        return False

    def message_at(self, point: QPoint) -> Message | None:
        """The message at a point of the viewport."""
        place = self._area.place_at(point.y())
        if place is None:
            return None
        return Message(self._area.column.turn_id(place.turn), self._is_prompt(place))

    def add_to(
        self,
        menu: QMenu,
        message: Message,
        without: Set[Action] = frozenset(),
        tool_use_id: str = "",
    ) -> None:
        """Adds what can be done with the message to a menu, but what it offers already; and with
        the call whose card is meant."""
        versions = self._told.versions_of(message.turn_id)
        if versions is None:
            without = without | {Action.COMPARE}
        if message.is_prompt:
            without = without | {Action.ASK_AGAIN}
        actions = add_actions(menu, message, self._told.blocked, without)
        for action, entry in actions.items():
            entry.triggered.connect(lambda _=False, wanted=action: self.asked.emit(wanted, message))
        menu.addSeparator()
        self._told.extend_menu(menu, message, tool_use_id)
        if versions is None:
            return
        menu.addSeparator()
        steps = (
            (-1, self.tr("Earlier version"), "Alt+Left", versions.number > 1),
            (1, self.tr("Later version"), "Alt+Right", versions.number < versions.of),
        )
        for step, name, keys, is_there in steps:
            entry = menu.addAction(name)
            entry.setShortcut(QKeySequence(keys))
            entry.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            entry.setEnabled(is_there and not self._told.blocked)
            entry.triggered.connect(lambda _=False, by=step: self.stepped.emit(message.turn_id, by))

    def open_menu(self, message: Message) -> None:
        """The menu of a message, at its bar."""
        menu = QMenu(self._area)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.add_to(menu, message)
        anchor = self.anchor(message)
        menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def anchor(self, message: Message) -> QWidget:
        """Where something about a message opens."""
        for bar in (self.hovered, self.last):
            if bar.isVisible() and bar.message == message:
                return bar.more
        return self._area.viewport()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self.point_at(None)
        return False

    def _is_prompt(self, place: Place) -> bool:
        row = self._area.column.row(place)
        return isinstance(row, PromptRow) or (isinstance(row, BlockRow) and row.is_prompt)

    def _follow_keys(self) -> None:
        """The reader walks by keyboard: that counts until the pointer moves."""
        self._follows_keys = self._area.current is not None
        self.follow()

    def _at_keys(self) -> Message | None:
        spoken = self._area.current if self._follows_keys else None
        if spoken is None or spoken.turn >= len(self._area.column):
            return None
        return Message(self._area.column.turn_id(spoken.turn), not spoken.is_answer)

    def _under_pointer(self) -> Message | None:
        return self.message_at(self._pointer) if self._pointer is not None else None

    def _read_now(self) -> Message | None:
        """The last answer at the end of the chat, else what stands in the upper third."""
        area = self._area
        if area.sticks_to_end:
            count = len(area.column)
            return Message(area.column.turn_id(count - 1), is_prompt=False) if count else None
        return self.message_at(QPoint(0, area.viewport().height() // 3))

    def _last_answer(self) -> Message | None:
        count = len(self._area.column)
        if not count:
            return None
        return Message(self._area.column.turn_id(count - 1), is_prompt=False)

    def _put(self, bar: MessageBar, message: Message | None) -> None:
        row = self._row_of(message) if message is not None else None
        if message is None or row is None:
            self._hide(bar)
            return
        match row:
            case FooterBlock():
                bar.show_message(message, self._told.blocked, row.room)
                left = row.x() + row.width() - bar.width()
                if reads_from_right(row):
                    left = row.x()
                top = row.y() + (row.height() - bar.height()) // 2
            case PromptBlock():
                left = self._beside_bubble(bar, message, row)
                top = row.y() + round(row.bubble.bottom()) - bar.height()
            case _:
                self._hide(bar)
                return
        bar.move(left, top)
        bar.show()
        bar.raise_()

    def _beside_bubble(self, bar: MessageBar, message: Message, row: PromptBlock) -> int:
        """Fits the bar between the bubble and the far edge of the column."""
        if reads_from_right(row):
            edge = row.x() + round(row.bubble.right()) + _BESIDE
            bar.show_message(message, self._told.blocked, row.x() + row.width() - edge)
            return edge
        edge = row.x() + round(row.bubble.left()) - _BESIDE
        bar.show_message(message, self._told.blocked, edge - row.x())
        return edge - bar.width()

    def _hide(self, bar: MessageBar) -> None:
        if self._has_focus(bar):
            # Else whatever comes next would have the keys.
            self._area.setFocus()
        bar.hide()
        bar.message = None

    def _has_focus(self, bar: MessageBar) -> bool:
        focus = self._area.window().focusWidget()
        return focus is not None and bar.isAncestorOf(focus)

    def _row_of(self, message: Message) -> RowWidget | None:
        """The row in sight that carries the actions of a message."""
        turn = self._area.column.index_of(message.turn_id)
        found: RowWidget | None = None
        for place, widget in self._area.bound().items():
            if place.turn != turn or widget.y() > self._area.viewport().height():
                continue
            wanted = PromptRow if message.is_prompt else FooterRow
            if isinstance(widget.row, wanted):
                found = widget
        return found
