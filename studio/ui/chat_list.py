"""The list of chats in the sidebar: a model of rows, and the view that shows it."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget
from typing_extensions import override

from studio.ui.chat_delegate import ROW_ROLE, ChatDelegate
from studio.ui.chat_rows import ChatRow, Heading, Row
from studio.ui.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_EDITABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class ChatListModel(QAbstractListModel):
    """The rows of the sidebar. Owned by the list.

    Signals: `renamed(chat_id, title)`.
    """

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> bool:
        """Takes new rows. True when their order changed, and with it every index."""
        old, self._rows = self._rows, rows
        if [_key(row) for row in old] == [_key(row) for row in rows]:
            for number, (before, after) in enumerate(zip(old, rows, strict=True)):
                if before != after:
                    index = self.index(number)
                    self.dataChanged.emit(index, index)
            return False
        self._rows = old
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def row_of(self, chat_id: str) -> QModelIndex:
        for number, row in enumerate(self._rows):
            if isinstance(row, ChatRow) and row.chat_id == chat_id:
                return self.index(number)
        return QModelIndex()

    def chat_at(self, index: _Index) -> ChatRow | None:
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, ChatRow) else None

    def chat_ids(self) -> tuple[str, ...]:
        return tuple(row.chat_id for row in self._rows if isinstance(row, ChatRow))

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, Heading):
            return row.text if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.line}"
        return None

    @override
    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.chat_at(index)
        title = " ".join(str(value).split())
        if row is None or not title or title == row.title:
            return False
        self.renamed.emit(row.chat_id, title)
        return True

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return _EDITABLE


class ChatList(QListView):
    """Lives as long as the window.

    Signals: `chosen(chat_id)` when the user goes to a chat, `entered(chat_id)` on Return,
    `renamed(chat_id, title)`, `delete_requested(chat_id)`.
    """

    chosen = Signal(str)
    entered_chat = Signal(str)
    renamed = Signal(str, str)
    delete_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ChatListModel()
        self._model.renamed.connect(self.renamed)
        self._is_following = False
        self.setModel(self._model)
        self.setItemDelegate(ChatDelegate(theme, self))
        self.setAccessibleName(self.tr("Chats"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._choose)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Takes new rows; the chosen chat stays chosen, and what is being renamed stays open."""
        if self.state() is QAbstractItemView.State.EditingState:
            return
        chosen = self._model.chat_at(self.currentIndex())
        scrolled = self.verticalScrollBar().value()
        self._is_following = True
        if self._model.show(rows) and chosen is not None:
            self.setCurrentIndex(self._model.row_of(chosen.chat_id))
            self.verticalScrollBar().setValue(scrolled)
        self._is_following = False

    def follow(self, chat_id: str) -> None:
        """Marks the chat that is shown, without telling that it was chosen."""
        self._is_following = True
        index = self._model.row_of(chat_id)
        self.setCurrentIndex(index)
        if not index.isValid():
            self.clearSelection()
        self._is_following = False

    def neighbour(self, chat_id: str, step: int) -> str | None:
        """The chat `step` rows further down, round the end to the beginning."""
        ids = self._model.chat_ids()
        if not ids:
            return None
        if chat_id not in ids:
            return ids[0]
        return ids[(ids.index(chat_id) + step) % len(ids)]

    def rename(self, chat_id: str) -> None:
        """Opens the title for editing in place."""
        index = self._model.row_of(chat_id)
        if index.isValid():
            self.scrollTo(index)
            self.edit(index)

    def _choose(self, index: QModelIndex) -> None:
        row = self._model.chat_at(index)
        if row is not None and not self._is_following:
            self.chosen.emit(row.chat_id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() is QAbstractItemView.State.EditingState:
            # A field lets go of the Return that ends it, which is not meant for the list.
            super().keyPressEvent(event)
            return
        row = self._model.chat_at(self.currentIndex())
        if row is not None and event.matches(QKeySequence.StandardKey.Delete):
            self.delete_requested.emit(row.chat_id)
        elif row is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_chat.emit(row.chat_id)
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
        row = self._model.chat_at(index)
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = QAction(self.tr("Rename"), menu)
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        rename.triggered.connect(lambda: self.rename(row.chat_id))
        delete = QAction(self.tr("Delete"), menu)
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.triggered.connect(lambda: self.delete_requested.emit(row.chat_id))
        menu.addActions([rename, delete])
        menu.popup(event.globalPos())


def _key(row: Row) -> tuple[bool, str]:
    return (True, row.chat_id) if isinstance(row, ChatRow) else (False, row.text)
