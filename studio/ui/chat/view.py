"""The transcript of one chat: events in, signals out."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QPushButton, QToolTip, QWidget
from typing_extensions import override

from studio.core import events as ev
from studio.core.chats import Turn
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.card_block import CardFactory
from studio.ui.chat.code_block import CodeBlock
from studio.ui.chat.column import Column, Place
from studio.ui.chat.documents import Writer
from studio.ui.chat.highlight import Highlighter
from studio.ui.chat.inline import is_deceptive
from studio.ui.chat.leaves import Kind
from studio.ui.chat.look import read_look
from studio.ui.chat.note_blocks import FailureBlock, FooterBlock, NoteBlock, ReasoningFold
from studio.ui.chat.pool import Pool
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.selecting import Selecting
from studio.ui.chat.table_block import TableBlock
from studio.ui.chat.wide_block import WideBlock
from studio.ui.theme import Theme

_HIGHLIGHT_PAUSE_MS = 150
_HIGHLIGHT_LINES = 15
_BUTTON_MARGIN = 16


class TranscriptView(RowsArea):
    """Shows one chat at a time; lives as long as its page. No timer ticks while nothing happens.

    Signals: `link_activated(QUrl)`: a link was clicked. `link_doubtful(QUrl, label)`: one was
    clicked whose label reads like another address; ask first. `link_hovered(address)`: for a status
    line; empty when left. `retry_requested(turn_id)`, `continue_requested(turn_id)`,
    `details_requested(turn_id)`: buttons of a failed or broken-off turn.
    """

    link_activated = Signal(QUrl)
    link_doubtful = Signal(QUrl, str)
    link_hovered = Signal(str)
    retry_requested = Signal(str)
    continue_requested = Signal(str)
    details_requested = Signal(str)

    def __init__(
        self, theme: Theme, card_factory: CardFactory, parent: QWidget | None = None
    ) -> None:
        self.writer = Writer(read_look(theme))
        pool = Pool(self.writer, card_factory, self._connect)
        super().__init__(pool, parent)
        pool.parent = self.viewport()
        self._theme = theme
        self._selecting = Selecting(self)
        self._highlighter = Highlighter(self.writer.look, self)
        self._coloured: dict[CodeBlock, str] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_HIGHLIGHT_PAUSE_MS)
        self._later.timeout.connect(self._colour_visible)
        self._sideways: dict[Place, int] = {}
        self._hovered = ""
        self._clicks = 0
        self._click_at = QPoint()
        self._button = self._make_button()
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("Conversation"))
        theme.changed.connect(self._take_theme)

    def open_chat(self, turns: Sequence[Turn]) -> None:
        """Shows these turns from their end. Only those in sight are looked at."""
        self._selecting.clear()
        self._sideways.clear()
        self._button.hide()
        self.show_column(Column(turns, self.column_width))

    def add_turn(self, turn: Turn) -> None:
        """Adds a turn that is about to run; its events follow. A known one is begun anew."""
        index = self.column.index_of(turn.id)
        if index is not None:
            self.column.remove_from(index)
        self.column.add(turn)

    def show_event(self, turn_id: str, event: ev.Event) -> None:
        """Shows one event of a turn. A turn nobody announced is added at the end."""
        index = self.column.index_of(turn_id)
        if index is None:
            index = self.column.add(Turn(turn_id, "", None, 0.0, ()))
        first = self.column.rows_of(index).apply(event)
        if first < len(self.column.rows_of(index).rows) or isinstance(event, ev.TurnEnd):
            self._offer_new_below(index)
            self.take_change(index, first)

    def copy(self) -> None:
        """Copies what is selected."""
        if self._selecting.has_selection:
            QGuiApplication.clipboard().setText(self._selecting.text())

    def selected_text(self) -> str:
        """What is selected, as plain text."""
        return self._selecting.text() if self._selecting.has_selection else ""

    def copy_message(self, turn: int) -> None:
        """Copies an answer as its model wrote it."""
        QGuiApplication.clipboard().setText(self.column.rows_of(turn).answer_source())

    # What the rows tell.

    def _connect(self, widget: RowWidget) -> None:
        widget.height_changed.connect(self._arrange_soon)
        match widget:
            case ReasoningFold():
                widget.toggled.connect(lambda number: self._toggle_reasoning(widget, number))
            case PromptBlock():
                widget.whole_requested.connect(lambda: self._show_whole_prompt(widget))
            case FooterBlock():
                widget.copy_requested.connect(lambda: self._copy_answer(widget))
            case NoteBlock() | FailureBlock():
                pairs = (
                    (widget.retry_requested, self.retry_requested),
                    (widget.continue_requested, self.continue_requested),
                    (widget.details_requested, self.details_requested),
                )
                for asked, passed_on in pairs:
                    asked.connect(self._passing_on(widget, passed_on.emit))
            case CodeBlock():
                widget.copy_requested.connect(lambda: self._copy_code(widget))
                widget.scrolled.connect(lambda value: self._scroll_together(widget, value))
            case TableBlock():
                widget.scrolled.connect(lambda value: self._scroll_together(widget, value))
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

    def _show_whole_prompt(self, widget: RowWidget) -> None:
        place = self.place_of(widget)
        if place is not None:
            self.sticks_to_end = False
            self.take_change(place.turn, self.column.rows_of(place.turn).show_whole_prompt())

    def _copy_answer(self, widget: RowWidget) -> None:
        place = self.place_of(widget)
        if place is not None:
            self.copy_message(place.turn)

    def _copy_code(self, widget: CodeBlock) -> None:
        place = self.place_of(widget)
        if place is None:
            return
        chunks = [widget.code]
        rows = self.column.rows_of(place.turn).rows
        for row in rows[place.row + 1 :]:
            if not _continues(row, Kind.CODE):
                break
            chunks.append(row.block.text if isinstance(row, BlockRow) else "")
        QGuiApplication.clipboard().setText("\n".join(chunks))

    def _scroll_together(self, widget: WideBlock, value: int) -> None:
        place = self.place_of(widget)
        if place is None:
            return
        head = self._head_of(place)
        self._sideways[head] = value
        for other, each in self.bound().items():
            if isinstance(each, WideBlock) and self._head_of(other) == head:
                each.scroll_to(value)

    def _head_of(self, place: Place) -> Place:
        """The first chunk of what a row is a chunk of."""
        rows = self.column.rows_of(place.turn).rows
        at = place.row
        while at > 0 and _continues(rows[at], Kind.CODE, Kind.TABLE):
            at -= 1
        return Place(place.turn, at)

    # What the area asks.

    @override
    def prepare(self, place: Place, widget: RowWidget) -> None:
        if isinstance(widget, TableBlock):
            head = self.column.row(self._head_of(place))
            widget.head = head if isinstance(head, BlockRow) else None
        if isinstance(widget, NoteBlock | FailureBlock):
            widget.offers_actions = place.turn == len(self.column) - 1

    @override
    def decorate(self, place: Place, widget: RowWidget) -> None:
        self._selecting.decorate(place, widget)
        if isinstance(widget, CodeBlock):
            self._colour(place, widget)
        if isinstance(widget, WideBlock):
            widget.fit(self.column_width())
            widget.scroll_to(self._sideways.get(self._head_of(place), 0))

    @override
    def scrolled(self) -> None:
        if self.sticks_to_end:
            self._button.hide()

    def _colour(self, place: Place, widget: CodeBlock) -> None:
        """Colours code when a good deal of it is new, and the rest when it comes to rest."""
        done = self._coloured.get(widget, "")
        if not widget.code.startswith(done) or not done:
            self._coloured[widget] = done = ""
        if widget.code.count("\n") - done.count("\n") >= _HIGHLIGHT_LINES or not done:
            self._colour_now(place, widget)
        elif widget.code != done:
            self._later.start()

    def _colour_now(self, place: Place, widget: CodeBlock) -> None:
        row = widget.row
        view = widget.text_view
        if not isinstance(row, BlockRow) or view is None:
            return
        self._coloured[widget] = widget.code
        before = ""
        if row.block.continues and place.row > 0:
            above = self.column.row(Place(place.turn, place.row - 1))
            before = f"{above.block.text}\n" if isinstance(above, BlockRow) else ""
        self._highlighter.colour(view.document(), row.block.language, before)

    def _colour_visible(self) -> None:
        for place, widget in self.bound().items():
            if isinstance(widget, CodeBlock) and self._coloured.get(widget) != widget.code:
                self._colour_now(place, widget)

    def _arrange_soon(self) -> None:
        if not self._pending.isActive():
            self._pending.start(0)

    def _take_theme(self) -> None:
        self.writer = Writer(read_look(self._theme))
        self._pool.writer = self.writer
        self._highlighter.restyle(self.writer.look)
        self._coloured.clear()
        self.restyle(lambda widget: widget.restyle(self.writer))

    # The button that says that something is new below.

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

    # The mouse, the keys, the menu.

    def _text_under(self, point: QPoint) -> tuple[RowWidget, QPoint] | None:
        for widget in self.bound().values():
            view = widget.text_view
            if view is not None and widget.geometry().contains(point):
                inner = view.mapFrom(self.viewport(), point)
                if view.rect().contains(inner):
                    return widget, inner
        return None

    def link_at(self, point: QPoint) -> str:
        """The address of the link at a point of the viewport, or nothing."""
        found = self._text_under(point)
        if found is None or found[0].text_view is None:
            return ""
        return found[0].text_view.link_at(found[1])

    def _follow(self, point: QPoint) -> None:
        found = self._text_under(point)
        address = self.link_at(point)
        if not address or found is None or found[0].text_view is None:
            return
        label = found[0].text_view.label_at(found[1])
        if is_deceptive(label, address):
            self.link_doubtful.emit(QUrl(address), label)
        else:
            self.link_activated.emit(QUrl(address))

    def _hover(self, point: QPoint) -> None:
        address = self.link_at(point)
        shape = Qt.CursorShape.ArrowCursor
        if address:
            shape = Qt.CursorShape.PointingHandCursor
        elif self._text_under(point) is not None:
            shape = Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        if address != self._hovered:
            self._hovered = address
            self.link_hovered.emit(address)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.link_at(event.pos()), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave and self._hovered:
            self._hovered = ""
            self.link_hovered.emit("")
        return super().viewportEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        near = (point - self._click_at).manhattanLength() < 6
        self._clicks = 3 if self._clicks == 2 and near else 1
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._selecting.press(point, extends=extends, clicks=self._clicks)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._clicks, self._click_at = 2, event.position().toPoint()
            self._selecting.press(self._click_at, clicks=2)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._selecting.drag(point)
        else:
            self._hover(point)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.button() is Qt.MouseButton.LeftButton and self._selecting.release(point):
            self._follow(point)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta()
        sideways = delta.x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not sideways:
            sideways = delta.y()
        if abs(sideways) > abs(delta.y()) or (sideways and sideways == delta.y()):
            self._scroll_sideways(event, -sideways)
        else:
            super().wheelEvent(event)

    def _scroll_sideways(self, event: QWheelEvent, pixels: int) -> None:
        point = event.position().toPoint()
        for widget in self.bound().values():
            if isinstance(widget, WideBlock) and widget.geometry().contains(point):
                widget.scroll_sideways(pixels)
        event.accept()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.make_menu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def make_menu(self, point: QPoint) -> QMenu:
        """The context menu at a point of the viewport; not shown yet."""
        menu = QMenu(self)
        copy = menu.addAction(self.tr("Copy"))
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setEnabled(self._selecting.has_selection)
        copy.triggered.connect(self.copy)
        place = self.column.at(self._top + point.y())
        if place is not None:
            whole = menu.addAction(self.tr("Copy message as Markdown"))
            whole.triggered.connect(lambda: self.copy_message(place.turn))
            every = menu.addAction(self.tr("Select all of this message"))
            every.triggered.connect(lambda: self._selecting.select_turn(place.turn))
        address = self.link_at(point)
        if address:
            menu.addSeparator()
            link = menu.addAction(self.tr("Copy link address"))
            link.triggered.connect(lambda: QGuiApplication.clipboard().setText(address))
            follow = menu.addAction(self.tr("Open link"))
            follow.triggered.connect(lambda: self._follow(point))
        return menu

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._select_all()
        elif not self._scroll_by_key(event.key()):
            event.ignore()

    def _scroll_by_key(self, key: int) -> bool:
        step = self.verticalScrollBar().singleStep()
        steps = {
            Qt.Key.Key_PageUp: -self.page_step(),
            Qt.Key.Key_PageDown: self.page_step(),
            Qt.Key.Key_Up: -step,
            Qt.Key.Key_Down: step,
        }
        if key == Qt.Key.Key_Home:
            self.scroll_to_start()
        elif key == Qt.Key.Key_End:
            self.scroll_to_end()
        elif key in steps:
            self.scroll_by(steps[Qt.Key(key)])
        else:
            return False
        return True

    def _select_all(self) -> None:
        """All of the message that has a selection, else of the last one in sight."""
        turn = self._selecting.turn
        if turn is None:
            turn = max((place.turn for place in self.bound()), default=None)
        if turn is not None:
            self._selecting.select_turn(turn)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()


def _continues(row: object, *kinds: Kind) -> bool:
    return isinstance(row, BlockRow) and row.block.continues and row.block.kind in kinds
