"""The tree of a JSON document: folding, copying, and going to a place in it by keys and mouse."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.json_delegate import ROOM, JsonDelegate
from studio.ui.inspector.json_finder import JsonFinder
from studio.ui.inspector.json_index import JsonIndex, Kind, shown
from studio.ui.inspector.json_model import JsonModel, Mark, is_long
from studio.ui.json_paths import as_code, pointer
from studio.ui.theme import FontKind, Theme

_MOST_UNFOLDED = 2_000  # rows that one command opens
_AT_FIRST = 24  # rows that are open when a document is shown
_INDENT = 14
_ROWS = 4  # that a page makes room for at least; what has more gives more
_COPY_PATH = QKeySequence("Ctrl+Shift+C")
_Index = QModelIndex | QPersistentModelIndex


class JsonTree(QTreeView):
    """Shows one document that has been read.

    Return folds, or shows a long value whole; Ctrl+C copies the value, Ctrl+Shift+C its path.
    Signals: `path_selected(path)` when another value is chosen, `path_hovered(path)`,
    `whole_wanted(title, text)`.
    """

    path_selected = Signal(object)
    path_hovered = Signal(object)
    whole_wanted = Signal(str, str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model: JsonModel | None = None
        self._is_silent = False
        self.finder = JsonFinder(self)
        self.finder.changed.connect(self._show_found)
        self._delegate = JsonDelegate(theme, self._hit, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        # JSON is written from the left, in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.entered.connect(self._hover)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_index(self, index: JsonIndex | None) -> None:
        """Shows another document, its first branches open."""
        before, self._model = self._model, None if index is None else JsonModel(index, self)
        self._is_silent = True
        self.setModel(self._model)
        self._is_silent = False
        if before is not None:
            before.deleteLater()
        self.finder.look_in(index)
        if self._model is not None:
            self._unfold_small()

    @property
    def json(self) -> JsonIndex | None:
        return None if self._model is None else self._model.json

    def set_marks(self, paths: Mapping[JsonPath, Mark]) -> None:
        """Replaces all marks."""
        if self._model is not None:
            self._model.set_marks(paths)
            self.viewport().update()

    def reveal(self, path: JsonPath, *, select: bool = True) -> bool:
        """Unfolds what hides a value and scrolls to it; says nothing of it to others."""
        node = None if self._model is None else self._model.json.find(path)
        return node is not None and self._reveal(node, select=select)

    def chosen(self) -> int | None:
        """The value that is chosen."""
        index = self.currentIndex()
        if self._model is None or not index.isValid():
            return None
        row = self._model.row_at(index)
        return None if row.is_group else row.node

    def copy_value(self) -> None:
        """A text as it reads, all else as it is written."""
        node, index = self.chosen(), self.json
        if node is not None and index is not None:
            is_text = index.kind(node) is Kind.STRING
            text = index.text(node) if is_text else shown(index.raw(node))
            QGuiApplication.clipboard().setText(text)

    def copy_pointer(self) -> None:
        """Such as `/messages/3/content`."""
        self._copy_path(pointer)

    def copy_code(self) -> None:
        """Such as `["messages"][3]["content"]`."""
        self._copy_path(as_code)

    def unfold_below(self, index: QModelIndex) -> None:
        """Opens a branch and what is in it, as far as somebody can take it in."""
        waiting, opened = [index], 0
        while waiting and opened < _MOST_UNFOLDED and self._model is not None:
            here = waiting.pop(0)
            if here.isValid():
                self.expand(here)
            rows = self._model.rowCount(here)
            opened += rows
            below = (self._model.index(row, 0, here) for row in range(rows))
            waiting.extend(each for each in below if self._model.hasChildren(each))

    def fold_below(self, index: QModelIndex) -> None:
        """Closes a branch and every branch in it that is open."""
        here = self.indexBelow(index)
        inside = []
        while here.isValid() and _is_within(here, index):
            if self.isExpanded(here):
                inside.append(here)
            here = self.indexBelow(here)
        for each in reversed(inside):
            self.collapse(each)
        self.collapse(index)

    def show_whole(self) -> None:
        """Asks for a window with the whole of the chosen value."""
        node, index = self.chosen(), self.json
        if node is not None and index is not None:
            self.whole_wanted.emit(pointer(index.path(node)), index.text(node))

    def _copy_path(self, write: object) -> None:
        node, index = self.chosen(), self.json
        if node is not None and index is not None and callable(write):
            QGuiApplication.clipboard().setText(write(index.path(node)))

    def _unfold_small(self) -> None:
        """Opens what lies at the top as long as all of it is in sight together."""
        if self._model is None:
            return
        left = _AT_FIRST - self._model.rowCount()
        for row in range(min(self._model.rowCount(), _AT_FIRST)):
            index = self._model.index(row, 0)
            count = self._model.rowCount(index)
            if 0 < count <= left:
                left -= count
                self.expand(index)

    def _reveal(self, node: int, *, select: bool = True) -> bool:
        if self._model is None:
            return False
        index = self._model.index_of(node)
        above = index.parent()
        chain = []
        while above.isValid():
            chain.append(above)
            above = above.parent()
        for each in reversed(chain):
            self.expand(each)
        if select:
            self._is_silent = True
            self.setCurrentIndex(index)
            self._is_silent = False
        hint = QAbstractItemView.ScrollHint
        self.scrollTo(index, hint.EnsureVisible if self._is_near(index) else hint.PositionAtCenter)
        return index.isValid()

    def _is_near(self, index: QModelIndex) -> bool:
        return self.viewport().rect().intersects(self.visualRect(index))

    def _hit(self, node: int) -> int:
        if not self.finder.is_hit(node):
            return 0
        return 2 if node == self.finder.current else 1

    def _show_found(self) -> None:
        current = self.finder.current
        if current is not None and current != self.chosen():
            self._reveal(current)
        self.viewport().update()

    def _restyle(self) -> None:
        self.setFont(self._theme.font(FontKind.CODE))

    def _hover(self, index: QModelIndex) -> None:
        path = None if self._model is None else self._model.path_at(index)
        if path is not None:
            self.path_hovered.emit(path)

    def _open(self, index: QModelIndex) -> None:
        """Folds a branch, or shows a long value whole."""
        if self._model is None or not index.isValid():
            return
        row = self._model.row_at(index)
        if self._model.hasChildren(index):
            self.setExpanded(index, not self.isExpanded(index))
        elif not row.is_group and is_long(self._model.json, row.node):
            self.show_whole()

    def _offer(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.menu_for(index).popup(self.viewport().mapToGlobal(point))

    def menu_for(self, index: QModelIndex) -> QMenu:
        """What can be done with a row."""
        self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.chosen() is not None:
            copy = menu.addAction(self.tr("Copy value"))
            copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
            copy.triggered.connect(self.copy_value)
            path = menu.addAction(self.tr("Copy path as JSON pointer"))
            path.setShortcut(_COPY_PATH)
            path.triggered.connect(self.copy_pointer)
            menu.addAction(self.tr("Copy path as code")).triggered.connect(self.copy_code)
            menu.addAction(self.tr("Show whole value")).triggered.connect(self.show_whole)
        if self._model is not None and self._model.hasChildren(index):
            menu.addSeparator()
            unfold = menu.addAction(self.tr("Unfold all below"))
            unfold.triggered.connect(lambda: self.unfold_below(index))
            menu.addAction(self.tr("Fold all below")).triggered.connect(
                lambda: self.fold_below(index)
            )
        return menu

    @override
    def sizeHint(self) -> QSize:
        """Little: a page scrolls only where it has not even that."""
        return QSize(super().sizeHint().width(), _ROWS * (self.fontMetrics().height() + ROOM))

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        path = None if self._model is None else self._model.path_at(current)
        if path is not None and not self._is_silent:
            self.path_selected.emit(path)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_value()
        elif QKeySequence(event.keyCombination()) == _COPY_PATH:
            self.copy_pointer()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(index)
        elif event.key() == Qt.Key.Key_Asterisk and index.isValid():
            # Qt's own would open a branch of any size.
            self.unfold_below(index)
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() is Qt.MouseButton.LeftButton and index == self.currentIndex():
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            option.rect = self.visualRect(index)
            if self._delegate.end_room(option, index).contains(point):
                self.show_whole()


def _is_within(index: QModelIndex, branch: QModelIndex) -> bool:
    above = index.parent()
    while above.isValid() and above != branch:
        above = above.parent()
    return above == branch
