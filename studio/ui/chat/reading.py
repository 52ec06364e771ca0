"""Reading a transcript: selecting, copying, following links, and the keys that move the page."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget
from typing_extensions import override

from studio.core.messages import ServerToolUse, ToolUse
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.column import Place
from studio.ui.chat.excerpt import Excerpt, excerpt
from studio.ui.chat.leaves import Note
from studio.ui.chat.link_labels import is_deceptive
from studio.ui.chat.pool import Pool
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.selecting import Selecting
from studio.ui.chat.wide_block import WideBlock

# Loaded when somebody copies, selects by keys, or opens the menu.
_CLIP = "studio.ui.chat.clip"
_KEYS = "studio.ui.chat.reading_keys"
_MOVES = "studio.ui.chat.caret_moves"
_NOTE = "fn:"
_MENU = "studio.ui.chat.reading_menu"


class ReadingArea(RowsArea):
    """Handles the mouse for all its rows, since a selection runs over several of them.

    `use_of` knows the tool use behind a card: what is copied of it.

    Signals: `link_activated(QUrl)`: a link was clicked. `link_doubtful(QUrl, label)`: one was
    clicked whose label reads like another address; ask first. `link_hovered(address)`: for a status
    line; empty when left. `quote_requested(markdown)`: the selection is to be quoted in a reply.
    """

    link_activated = Signal(QUrl)
    link_doubtful = Signal(QUrl, str)
    link_hovered = Signal(str)
    quote_requested = Signal(str)

    def __init__(self, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(pool, parent)
        self.selecting = Selecting(self)
        self.use_of: Callable[[str], ToolUse | ServerToolUse | None] = lambda _: None
        self._keys: Any = None
        self._moves: Any = None
        self._copying: Any = None  # what puts the last copy on the clipboard
        self._hovered = ""
        self._clicks = 0
        self._click_at = QPoint()
        self.viewport().setMouseTracking(True)

    def excerpt(self) -> Excerpt | None:
        """What is selected, as it is now."""
        stretch = self.selecting.stretch
        return excerpt(self.column, *stretch, self.use_of) if stretch is not None else None

    def copy(self) -> None:
        """Copies what is selected, as text, Markdown and HTML."""
        taken = self.excerpt()
        if taken is not None:
            if self._copying is not None:
                self._copying.cancel()
            self._copying = import_module(_CLIP).Copying(taken, self)

    def copy_markdown(self) -> None:
        """Copies the Markdown of what is selected, as text."""
        taken = self.excerpt()
        if taken is not None:
            import_module(_CLIP).put_markdown(taken)

    def copy_plain(self) -> None:
        """Copies what is selected as text alone."""
        taken = self.excerpt()
        if taken is not None:
            import_module(_CLIP).put_plain(taken)

    def selected_text(self) -> str:
        """What is selected, as plain text."""
        return self._rendered("text_of")

    def selected_markdown(self) -> str:
        """What is selected, as Markdown."""
        return self._rendered("selection_markdown")

    def selected_html(self) -> str:
        """What is selected, as HTML without looks."""
        return self._rendered("selection_html")

    def quote(self) -> None:
        """Asks for what is selected to be quoted in the reply."""
        markdown = self.selected_markdown()
        if markdown:
            self.quote_requested.emit(markdown)

    def copy_message(self, turn: int) -> None:
        """Copies an answer as its model wrote it."""
        QGuiApplication.clipboard().setText(self.column.rows_of(turn).answer_source())

    @override
    def take_change(self, turn: int, first: int) -> None:
        super().take_change(turn, first)
        self.selecting.follow(turn, first)

    @override
    def arrange(self) -> None:
        super().arrange()
        self.selecting.show()

    def _rendered(self, name: str) -> str:
        taken = self.excerpt()
        if taken is None:
            return ""
        text: str = getattr(import_module(_CLIP), name)(taken)
        return text

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
        place = self.place_of(found[0])
        label = found[0].text_view.label_at(found[1])
        self.follow(QUrl(address), label, place.turn if place is not None else None)

    def follow(self, url: QUrl, label: str, turn: int | None = None) -> None:
        """A link was clicked: one whose label reads like another address is asked about first.

        A footnote's leads to its text, in the turn that it stands in.
        """
        note = url.fragment().removeprefix(_NOTE)
        if turn is not None and url.toString().startswith(f"#{_NOTE}"):
            self._go_to_note(turn, note)
        elif is_deceptive(label, url.toString()):
            self.link_doubtful.emit(url, label)
        else:
            self.link_activated.emit(url)

    def _go_to_note(self, turn: int, label: str) -> None:
        for at, row in enumerate(self.column.rows_of(turn).rows):
            containers = row.block.containers if isinstance(row, BlockRow) else ()
            if any(isinstance(each, Note) and each.label == label for each in containers):
                self.show_place(Place(turn, at))
                self.selecting.select_row(Place(turn, at))
                return

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
        self.selecting.press(point, extends=extends, clicks=self._clicks)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._clicks, self._click_at = 2, event.position().toPoint()
            self.selecting.press(self._click_at, clicks=2)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton:
            if self.selecting.drag(point):
                self.drag_out()
        else:
            self._hover(point)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.button() is Qt.MouseButton.LeftButton and self.selecting.release(point):
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

    def drag_out(self) -> None:
        """Lets the selection be dropped in the composer or in another program."""
        taken = self.excerpt()
        if taken is not None:
            run_drag(self, import_module(_CLIP).Clip(taken))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.open_menu()
            return
        menu = self.make_menu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def open_menu(self) -> None:
        """Opens the menu at what has the focus or the caret, or in the middle of the page."""
        if QApplication.activePopupWidget() is not None:
            return
        rect = self._focused_rect() or self.selecting.caret_rect()
        point = rect.center() if rect is not None else self.viewport().rect().center()
        room = self.viewport().rect()
        point = QPoint(point.x(), max(room.top(), min(point.y(), room.bottom())))
        menu = self.make_menu(point)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(point))

    def _focused_rect(self) -> QRect | None:
        """Where the row with the focus is in sight."""
        focus = QApplication.focusWidget()
        for row in self.bound().values():
            if focus is not None and row.isAncestorOf(focus):
                return row.geometry().intersected(self.viewport().rect())
        return None

    def make_menu(self, point: QPoint) -> QMenu:
        """The context menu at a point of the viewport; not shown yet."""
        menu = QMenu(self)
        module: Any = import_module(_MENU)
        module.fill(menu, self, self.column.at(self._top + point.y()))
        address = self.link_at(point)
        if address:
            module.add_link(menu, address, lambda: self._follow(point))
        return menu

    def add_block_actions(self, menu: QMenu, place: Place) -> None:
        """Adds what can be done with the block at a place alone."""

    @property
    def keys(self) -> Any:
        """The table of keys, to which others may add: `bind(keys, action)`."""
        if self._keys is None:
            self._moves = import_module(_MOVES).CaretMoves(self, self.selecting)
            module: Any = import_module(_KEYS)
            keys = self._keys = module.ReadingKeys()
            for sequence, action in self._moves.actions():
                keys.bind(sequence, action)
            keys.bind(QKeySequence.StandardKey.Copy, self.copy)
            keys.bind(QKeySequence.StandardKey.SelectAll, self._select_all)
            keys.bind(module.QUOTE_KEYS, self.quote)
            keys.bind(module.MENU_KEYS, self.open_menu)
        return self._keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.keys.take(event):
            return
        if event.key() == Qt.Key.Key_Escape and self.selecting.has_selection:
            self.selecting.collapse()
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
        """All of the message with the caret, else of the last one in sight; then the whole chat."""
        turn = self.selecting.turn
        if turn is None:
            turn = max((place.turn for place in self.bound()), default=None)
        self.selecting.select_more(turn)


def run_drag(source: QWidget, data: QMimeData) -> None:
    """Drags until it is dropped."""
    drag = QDrag(source)
    drag.setMimeData(data)
    drag.exec(Qt.DropAction.CopyAction)
