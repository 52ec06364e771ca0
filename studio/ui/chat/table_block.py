"""A table on the page; a long one is drawn in chunks whose columns stand in line."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.documents import Writer, table_width
from studio.ui.chat.leaves import Block
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.wide_block import WideBlock


class TableBlock(WideBlock):
    """A chunk of a table. `head` is the chunk whose widths all chunks share."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer, wraps=True)
        self.head: BlockRow | None = None
        self._filled: tuple[Block, tuple[int, ...]] | None = None

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        self._filled = None

    @override
    def _show(self) -> None:
        self._view.setAccessibleName(QCoreApplication.translate("Transcript", "Table"))
        self._filled = None

    @override
    def _fit(self, width: int) -> int:
        row = self.row
        if not isinstance(row, BlockRow):
            return 0
        left = block_indent(row, self.writer.look)
        room = max(40, width - left)
        head = self.head or row
        widths = self.writer.column_widths(head.block, head.references, room)
        self._fill(row.block, row.references, widths)
        content = table_width(widths)
        height = self._view.height_at(content)
        self._view.setGeometry(left, self.lead, room, height)
        bottom = self.lead + height
        return bottom + self._fit_bar(content, room, left, bottom)

    def _fill(self, block: Block, references: Mapping[str, Any], widths: tuple[int, ...]) -> None:
        if self._filled != (block, widths):
            self._filled = (block, widths)
            self.writer.table(self._view.document(), block, references, widths)
            self._await_formulas()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, self.writer.look.line_height)
