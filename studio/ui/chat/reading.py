"""Reading a transcript: selecting, copying, following links, and the keys that move the page."""

from PySide6.QtCore import QEvent, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.inline import is_deceptive
from studio.ui.chat.pool import Pool
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.selecting import Selecting
from studio.ui.chat.wide_block import WideBlock


class ReadingArea(RowsArea):
    """Handles the mouse for all its rows, since a selection runs over several of them.

    Signals: `link_activated(QUrl)`: a link was clicked. `link_doubtful(QUrl, label)`: one was
    clicked whose label reads like another address; ask first. `link_hovered(address)`: for a status
    line; empty when left.
    """

    link_activated = Signal(QUrl)
    link_doubtful = Signal(QUrl, str)
    link_hovered = Signal(str)

    def __init__(self, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(pool, parent)
        self.selecting = Selecting(self)
        self._hovered = ""
        self._clicks = 0
        self._click_at = QPoint()
        self.viewport().setMouseTracking(True)

    def copy(self) -> None:
        """Copies what is selected."""
        if self.selecting.has_selection:
            QGuiApplication.clipboard().setText(self.selecting.text())

    def selected_text(self) -> str:
        """What is selected, as plain text."""
        return self.selecting.text() if self.selecting.has_selection else ""

    def copy_message(self, turn: int) -> None:
        """Copies an answer as its model wrote it."""
        QGuiApplication.clipboard().setText(self.column.rows_of(turn).answer_source())

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
        self.follow(QUrl(address), found[0].text_view.label_at(found[1]))

    def follow(self, url: QUrl, label: str) -> None:
        """A link was clicked: one whose label reads like another address is asked about first."""
        if is_deceptive(label, url.toString()):
            self.link_doubtful.emit(url, label)
        else:
            self.link_activated.emit(url)

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
            self.selecting.drag(point)
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
        copy.setEnabled(self.selecting.has_selection)
        copy.triggered.connect(self.copy)
        place = self.column.at(self._top + point.y())
        if place is not None:
            whole = menu.addAction(self.tr("Copy message as Markdown"))
            whole.triggered.connect(lambda: self.copy_message(place.turn))
            every = menu.addAction(self.tr("Select all of this message"))
            every.triggered.connect(lambda: self.selecting.select_turn(place.turn))
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
        turn = self.selecting.turn
        if turn is None:
            turn = max((place.turn for place in self.bound()), default=None)
        if turn is not None:
            self.selecting.select_turn(turn)
