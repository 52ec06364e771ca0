"""The list in the tools panel: arrows walk, Space switches, letters are for the search."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView
from typing_extensions import override

from studio.ui.accessible import announce
from studio.ui.chat.tools_panel_delegate import ToolsDelegate
from studio.ui.chat.tools_panel_rows import Row, RowKind, ToolsModel
from studio.ui.chat.tools_panel_texts import spoken_text
from studio.ui.theme import Theme

_SWITCHES = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select})
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class ToolsList(QListView):
    """Lives as long as its panel.

    Signals: `switched(Row)`; `typed(QKeyEvent)` for a key that belongs to the search;
    `left_above()` when Up goes beyond the first line.
    """

    switched = Signal(object)
    typed = Signal(object)
    left_above = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = ToolsModel()
        self._model.setParent(self)
        self.setModel(self._model)
        self.setItemDelegate(ToolsDelegate(theme, self))
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Tools"))
        self.clicked.connect(lambda _: self.switch_current())
        theme.changed.connect(self.doItemsLayout)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._model.rows

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """The line in hand stays in hand; where it is gone, the first tool is."""
        current = self.currentIndex()
        key = self.rows[current.row()].key if current.isValid() else None
        self._model.show(rows)
        if not self.currentIndex().isValid() and rows:
            kept = next((n for n, row in enumerate(rows) if row.key == key), None)
            tools = (n for n, row in enumerate(rows) if row.kind is RowKind.TOOL)
            self.setCurrentIndex(self._model.index(next(tools) if kept is None else kept))

    def height_of_rows(self, most: int) -> int:
        """What all lines take, `most` at the most."""
        height = 2 * self.frameWidth()
        for number in range(len(self.rows)):
            height += self.sizeHintForRow(number)
            if height >= most:
                return most
        return height

    def switch_current(self) -> None:
        current = self.currentIndex()
        if current.isValid():
            self.switched.emit(self.rows[current.row()])

    def tell_current(self) -> None:
        """After a press, how it stands now."""
        current = self.currentIndex()
        if current.isValid():
            row = self.rows[current.row()]
            announce(self, spoken_text(row.title, len(row.names), row.on, row.tokens, row.tool))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two quick presses on a switch counts like the first."""
        self.mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in _SWITCHES:
            self.switch_current()
        elif key == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_above.emit()
        elif key == Qt.Key.Key_Backspace or self._is_letter(event):
            self.typed.emit(event)
        else:
            super().keyPressEvent(event)

    def _is_letter(self, event: QKeyEvent) -> bool:
        is_command = bool(event.modifiers() & _COMMANDS)
        return not is_command and bool(event.text()) and event.text().isprintable()
