"""A table on the page; a long one is drawn in chunks whose columns stand in line."""

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtGui import QEnterEvent, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.documents import TABLE_EDGES, Columns, Writer, table_width
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.table_bar import TableBar
from studio.ui.chat.wide_block import WideBlock


class TableBlock(WideBlock):
    """A chunk of a table. `head` is the chunk whose widths all chunks share.

    Signals: `menu_requested()` for what can be done with the table, `large_requested()`.
    """

    menu_requested = Signal()
    large_requested = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer, wraps=True)
        self.head: BlockRow | None = None
        self._filled: tuple[BlockRow, Columns] | None = None
        # Only a first chunk has it.
        self.bar: TableBar | None = None

    def menu_anchor(self) -> QWidget:
        """Where a menu about the table opens."""
        return self.bar.copy if self.bar is not None else self

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        self._filled = None
        if self.bar is not None:
            self.bar.take_look(writer.look)

    @override
    def _show(self) -> None:
        self._view.setAccessibleName(QCoreApplication.translate("Transcript", "Table"))
        is_first = isinstance(self.row, BlockRow) and not self.row.block.continues
        if is_first and self.bar is None:
            self.bar = TableBar(self, self.writer.look)
            self.bar.menu_requested.connect(self.menu_requested)
            self.bar.large_requested.connect(self.large_requested)
        if self.bar is not None:
            self.bar.setVisible(is_first)

    @override
    def _fit(self, width: int) -> int:
        row = self.row
        if not isinstance(row, BlockRow):
            return 0
        left = block_indent(row, self.writer.look)
        room = max(40, width - left)
        head = self.head or row
        columns = self.writer.columns(head.block, head.references, room)
        content = table_width(columns.widths)
        # Told before it is filled, it is laid out once.
        self._view.height_at(content)
        self._fill(row, columns)
        height = self._view.height_at(content)
        # The lower edge of a chunk is the upper one of the next; above that is an empty line.
        top = self.lead - (1 if row.block.continues else 0)
        self._view.setGeometry(left, top, room, height)
        bottom = top + height - (TABLE_EDGES - 1 if self.joins_next else 0)
        if self.bar is not None:
            self.bar.adjustSize()
            self.bar.move(left + min(room, content) - self.bar.width() - 3, self.lead + 4)
            self.bar.raise_()
        return bottom + self._fit_bar(content, room, left, bottom)

    def _fill(self, row: BlockRow, columns: Columns) -> None:
        if self._filled is not None and self._filled == (row, columns):
            return
        before = self._filled[0] if self._filled is not None else None
        # Other definitions of links may change cells whose text is the same.
        may_grow = before is not None and before.is_final is row.is_final
        shown = before.block if before is not None and may_grow else None
        self._filled = (row, columns)
        self.writer.table(self._view.document(), row.block, row.references, columns, shown)
        self._await_formulas()

    @override
    def _refill(self) -> None:
        self._filled = None

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.bar is not None:
            self.bar.reveal(True)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.bar is not None:
            self.bar.reveal(False)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, self.writer.look.line_height)
