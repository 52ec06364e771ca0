"""The transcript of one chat: events in, signals out."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from typing_extensions import override

from studio.core import events as ev
from studio.core.chats import Turn
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.card_block import CardFactory
from studio.ui.chat.column import Column, Place
from studio.ui.chat.documents import Writer
from studio.ui.chat.look import read_look
from studio.ui.chat.message_area import MessageArea
from studio.ui.chat.note_blocks import ActionRow, FooterBlock, ReasoningFold
from studio.ui.chat.parting_row import PartingRow
from studio.ui.chat.picture_row import PictureRow
from studio.ui.chat.pool import Pool
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import CardRow
from studio.ui.chat.sources_block import SourcesBlock
from studio.ui.chat.wide_block import WideBlock
from studio.ui.chat.wide_rows import WideRows
from studio.ui.theme import Theme

_BUTTON_MARGIN = 16


class TranscriptView(MessageArea):
    """Shows one chat at a time; lives as long as its page. No timer ticks while nothing happens.

    Signals: `retry_requested(turn_id)`, `continue_requested(turn_id)` and
    `details_requested(turn_id)` for a turn that has ended, `attachment_requested(Attachment)` and
    `thumbnail_wanted(Attachment, take)` of a prompt's files, `picture_wanted(address)` and
    `picture_opened(ShelvedPicture)` of what an answer names, and `ReadingArea`'s about links.
    `opened()` when other turns are shown, `turn_changed(index)` when one has grown.
    """

    retry_requested = Signal(str)
    continue_requested = Signal(str)
    details_requested = Signal(str)
    attachment_requested = Signal(object)
    thumbnail_wanted = Signal(object, object)
    picture_wanted = Signal(str)
    picture_opened = Signal(object)
    opened = Signal()
    turn_changed = Signal(int)

    def __init__(
        self, theme: Theme, card_factory: CardFactory, parent: QWidget | None = None
    ) -> None:
        writer = Writer(read_look(theme))
        pool = Pool(writer, card_factory, self._connect)
        super().__init__(pool, parent)
        self.writer = writer
        pool.parent = self.viewport()
        self._theme = theme
        self.wide = WideRows(self, self.writer.look)
        self.wide.changed.connect(self._arrange_soon)
        self.marker: Callable[[Place, RowWidget], object] | None = None
        # What others offer for a tool call: each adds to the menu, for the tool use of that ID.
        self.card_menus: list[Callable[[QMenu, str], object]] = []
        self._button = self._make_button()
        self.setAccessibleName(self.tr("Conversation"))
        theme.changed.connect(self._take_theme)

    @property
    def is_coloured(self) -> bool:
        """Whether the code in sight has its colours."""
        return self.wide.is_coloured

    def open_chat(self, turns: Sequence[Turn]) -> None:
        """Shows these turns from their end. Only those in sight are looked at."""
        self.selecting.clear()
        self.wide.clear()
        self._button.hide()
        self.show_column(Column(turns, self.column_width, self.writer.look))
        self.opened.emit()

    def show_path(self, turns: Sequence[Turn]) -> None:
        """Another path of the same chat: only what differs is shown anew, and what stands where
        the paths part stays in its place."""
        same = self.first_difference(turns)
        if self.selecting.turn is not None and self.selecting.turn >= same:
            self.selecting.clear()
        self._button.hide()
        self.take_path(same, turns[same:])
        self._offer_actions()
        self._arrange_soon()
        self.opened.emit()

    def first_difference(self, turns: Sequence[Turn]) -> int:
        """How many turns from the first on are shown already."""
        before = (self.column.turn_id(at) for at in range(len(self.column)))
        pairs = zip(before, turns, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].id, pairs))

    def show_event(self, turn_id: str, event: ev.Event) -> None:
        """Shows one event of a turn. One not shown yet is added at the end."""
        index = self.column.index_of(turn_id)
        if index is None:
            index = self._add(Turn(turn_id, "", None, 0.0, ()))
        turn = self.column.rows_of(index)
        before = len(turn.rows)
        first = turn.apply(event)
        if first < max(before, len(turn.rows)):
            self._offer_new_below(index)
            self.take_change(index, first)
        self.turn_changed.emit(index)

    def visit(self, act: Callable[[RowWidget], None]) -> None:
        """Does something with every widget, idle ones included."""
        self._pool.each(act)
        for widget in (*self._bound.values(), *self._loose):
            act(widget)

    def _add(self, turn: Turn) -> int:
        index = self.column.add(turn)
        self._offer_actions()
        self.take_change(index, 0)
        return index

    def _offer_actions(self) -> None:
        """Only the last turn's rows offer to go on."""
        for place, widget in self.bound().items():
            if isinstance(widget, ActionRow):
                widget.offer_actions(place.turn == len(self.column) - 1)

    def _connect(self, widget: RowWidget) -> None:
        widget.height_changed.connect(self._arrange_soon)
        match widget:
            case ReasoningFold():
                widget.toggled.connect(lambda number: self._toggle_reasoning(widget, number))
            case SourcesBlock():
                widget.toggled.connect(lambda number: self._toggle_sources(widget, number))
                widget.opened.connect(self.follow)
            case PromptBlock():
                widget.whole_requested.connect(lambda: self._show_whole_prompt(widget))
                widget.attachment_requested.connect(self.attachment_requested)
                widget.thumbnail_wanted.connect(self.thumbnail_wanted)
                widget.stepped.connect(lambda step: self.step(widget, step))
            case PictureRow():
                widget.picture_wanted.connect(self.picture_wanted)
                widget.picture_opened.connect(self.picture_opened)
                widget.link_opened.connect(self.follow)
            case FooterBlock():
                widget.stepped.connect(lambda step: self.step(widget, step))
            case ActionRow():
                pairs = (
                    (widget.retry_requested, self.retry_requested),
                    (widget.continue_requested, self.continue_requested),
                    (widget.details_requested, self.details_requested),
                )
                for asked, passed_on in pairs:
                    asked.connect(self._passing_on(widget, passed_on.emit))
            case WideBlock():
                self.wide.connect_row(widget)
            case _:
                pass

    def _passing_on(self, widget: RowWidget, emit: Callable[[str], None]) -> Callable[[], None]:
        def pass_on() -> None:
            place = self.place_of(widget)
            if place is not None:
                emit(self.column.turn_id(place.turn))

        return pass_on

    def _toggle_reasoning(self, widget: RowWidget, number: int) -> None:
        place = self.place_of(widget)
        if place is not None:
            self.sticks_to_end = False
            self.take_change(place.turn, self.column.rows_of(place.turn).toggle_reasoning(number))

    def _toggle_sources(self, widget: RowWidget, number: int) -> None:
        place = self.place_of(widget)
        if place is not None:
            self.sticks_to_end = False
            self.take_change(place.turn, self.column.rows_of(place.turn).toggle_sources(number))

    def _show_whole_prompt(self, widget: RowWidget) -> None:
        place = self.place_of(widget)
        if place is not None:
            self.sticks_to_end = False
            self.take_change(place.turn, self.column.rows_of(place.turn).show_whole_prompt())

    @override
    def prepare(self, place: Place, widget: RowWidget) -> None:
        self.wide.prepare(place, widget)
        if isinstance(widget, ActionRow):
            widget.offer_actions(place.turn == len(self.column) - 1)

    @override
    def decorate(self, place: Place, widget: RowWidget) -> None:
        self.selecting.decorate(place, widget)
        if isinstance(widget, PartingRow):
            self.show_versions(place, widget)
        if self.marker is not None:
            self.marker(place, widget)
        self.wide.decorate(place, widget)

    @override
    def is_hidden(self, place: Place) -> bool:
        return self.wide.is_hidden(place)

    @override
    def add_block_actions(self, menu: QMenu, place: Place) -> None:
        self.wide.add_to(menu, place)
        row = self.column.row(place)
        if isinstance(row, CardRow):
            for add in self.card_menus:
                add(menu, row.tool_use_id)

    @override
    def show_place(self, place: Place, offset: int = 0) -> None:
        self.wide.unfold(place)
        super().show_place(place, offset)

    @override
    def scrolled(self) -> None:
        if self.sticks_to_end:
            self._button.hide()
        self.follow_messages()
        super().scrolled()

    def _arrange_soon(self) -> None:
        if not self._pending.isActive():
            self._pending.start(0)

    def _take_theme(self) -> None:
        self.writer = Writer(read_look(self._theme))
        self._pool.writer = self.writer
        self.wide.take_look(self.writer.look)
        self.restyle(lambda widget: widget.restyle(self.writer))
        self.restyle_messages()

    def _make_button(self) -> QPushButton:
        button = QPushButton(self.tr("↓  New below"), self)
        button.setProperty("kind", "raised")
        button.setAccessibleName(self.tr("Go to what is new below"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(self.scroll_to_end)
        button.hide()
        return button

    def _offer_new_below(self, turn: int) -> None:
        if self.sticks_to_end or not self.isVisible():
            return
        last = max(self.bound(), default=None)
        if last is None or last.turn <= turn:
            self._place_button()
            self._button.show()
            self._button.raise_()

    def _place_button(self) -> None:
        size = self._button.sizeHint()
        left = (self.viewport().width() - size.width()) // 2
        top = self.viewport().height() - size.height() - _BUTTON_MARGIN
        self._button.setGeometry(left, top, size.width(), size.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()
