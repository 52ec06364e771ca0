"""Reading a text of any length: selecting with mouse and keys, copying, and what was found."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from studio.ui.chat.big_area import BigArea, x_of
from studio.ui.chat.big_find import TextFinder
from studio.ui.theme import Theme

_DRAG_MS = 40

_KEYS = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class BigText(BigArea):
    """Replaces a text field where the text may have megabytes. It is read, never changed."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, text, parent)
        self.finder = TextFinder(text, self)
        self.finder.changed.connect(self._show_found)
        self._anchor = 0
        self._caret = 0
        self._point = QPoint()
        self._dragging = QTimer(self)
        self._dragging.setInterval(_DRAG_MS)
        self._dragging.timeout.connect(self._drag_on)

    @property
    def caret(self) -> int:
        """Where keys select from."""
        return self._caret

    def selected_text(self) -> str:
        return self.lines.text[self.selection[0] : self.selection[1]]

    def select(self, anchor: int, caret: int) -> None:
        """Selects from one place to another; the second is where one goes on."""
        self._anchor, self._caret = anchor, caret
        self.selection = (min(anchor, caret), max(anchor, caret))
        self.viewport().update()

    def select_all(self) -> None:
        self.select(0, len(self.lines.text))

    def copy(self) -> None:
        """Copies what is selected."""
        if self.selection[0] < self.selection[1]:
            QGuiApplication.clipboard().setText(self.selected_text())

    @override
    def marks_between(self, begin: int, end: int) -> list[tuple[int, int]]:
        return self.finder.hits_between(begin, end)

    def _show_found(self) -> None:
        before, self.current = self.current, self.finder.current
        if self.current is not None and self.current != before:
            self.bring_into_sight(self.current[0])
        self.viewport().update()

    def _word_around(self, position: int) -> tuple[int, int]:
        row = self.lines.row_of(position)
        text, start = self.lines.row_text(row), self.lines.start(row)
        begin = end = position - start
        while begin > 0 and _is_word(text[begin - 1]):
            begin -= 1
        while end < len(text) and _is_word(text[end]):
            end += 1
        return start + begin, start + end

    def _moved_by(self, key: Qt.Key, *, far: bool) -> int:
        """Where the caret goes with a key."""
        last = len(self.lines.text)
        row = self.lines.row_of(self._caret)
        if key == Qt.Key.Key_Home:
            return 0 if far else self.lines.start(row)
        if key == Qt.Key.Key_End:
            return last if far else self.lines.end(row)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return self._beside(key == Qt.Key.Key_Right, by_words=far)
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        page = max(1, self._rows_in_sight() - 1)
        step = steps.get(key, -page if key == Qt.Key.Key_PageUp else page)
        return self._lines_away(step)

    def _beside(self, forward: bool, *, by_words: bool) -> int:
        row = self.lines.row_of(self._caret)
        at = self._offset(row, self._caret)
        layout = self._layout_of(row)
        length = len(layout.text())
        if forward and self._caret >= self.lines.end(row):
            return min(len(self.lines.text), self._caret + 1)
        if not forward and at == 0:
            return max(0, self._caret - 1)
        mode = layout.CursorMode.SkipWords if by_words else layout.CursorMode.SkipCharacters
        move = layout.nextCursorPosition if forward else layout.previousCursorPosition
        return self._position(row, min(max(0, move(at, mode)), length))

    def _lines_away(self, step: int) -> int:
        row = self.lines.row_of(self._caret)
        at = self._offset(row, self._caret)
        line = max(0, self._layout_of(row).lineForTextPosition(at).lineNumber())
        x = x_of(self._layout_of(row).lineAt(line).cursorToX(at))
        line += step
        while line < 0 and row > 0:
            row -= 1
            line += self._layout_of(row).lineCount()
        while row < len(self.lines) - 1 and line >= (has := self._layout_of(row).lineCount()):
            row, line = row + 1, line - has
        layout = self._layout_of(row)
        if line < 0:
            return 0
        if line >= layout.lineCount():
            return self.lines.end(row)
        return self._position(row, layout.lineAt(line).xToCursor(x))

    def _drag_on(self) -> None:
        """The mouse is beyond an edge: the page follows it."""
        if self._point.y() < 0:
            self.scroll_lines(-1 + self._point.y() // 20)
        elif self._point.y() > self.viewport().height():
            self.scroll_lines(1 + (self._point.y() - self.viewport().height()) // 20)
        self.select(self._anchor, self.position_at(self._point))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key in _KEYS:
            far = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            caret = self._moved_by(key, far=far)
            self.select(self._anchor if extends else caret, caret)
            self.bring_into_sight(caret)
        else:
            event.ignore()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self._point = event.position().toPoint()
        position = self.position_at(self._point)
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.select(self._anchor if extends else position, position)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        self._point = event.position().toPoint()
        self.select(self._anchor, self.position_at(self._point))
        if self.viewport().rect().contains(self._point):
            self._dragging.stop()
        elif not self._dragging.isActive():
            self._dragging.start()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging.stop()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.select(*self._word_around(self.position_at(event.position().toPoint())))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"))
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setEnabled(self.selection[0] < self.selection[1])
        copy.triggered.connect(self.copy)
        menu.addAction(self.tr("Select all")).triggered.connect(self.select_all)
        menu.popup(event.globalPos())


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
