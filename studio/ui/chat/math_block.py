"""A displayed formula: in the middle of the column, scrolling sideways where it is wider."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QPaintEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.documents import FORMULAS_WAIT, Writer
from studio.ui.chat.math_objects import Ink, insert_formula
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.wide_block import WideBlock

_SIZE_SHARE = 1.1


class MathBlock(WideBlock):
    """The picture is one letter of a text, so that it is selected and copied like any other."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer, wraps=True)

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        name = QCoreApplication.translate("Transcript", "Formula: {0}").format(row.block.text)
        self.setAccessibleName(name)
        self._view.setAccessibleName(name)
        document = self._view.document()
        document.clear()
        document.setProperty(FORMULAS_WAIT, False)
        look = self.writer.look
        font = QFont(look.text)
        font.setPixelSize(round(font.pixelSize() * _SIZE_SHARE))
        document.setDefaultFont(font)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        middle = QTextBlockFormat()
        middle.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        middle.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        cursor.setBlockFormat(middle)
        ink = Ink(look, font, "text_secondary" if row.is_reasoning else "text")
        insert_formula(cursor, row.block.text, ink, is_display=True)
        cursor.endEditBlock()
        self._await_formulas()

    @override
    def _fit(self, width: int) -> int:
        left = block_indent(self.row, self.writer.look)
        room = max(40, width - left)
        view = self._view
        height = view.height_at(room)
        content = max(room, self._picture_width())
        if content > room:
            height = view.height_at(content)
        view.setGeometry(left, self.lead, room, height)
        bottom = self.lead + height
        return bottom + self._fit_bar(content, room, left, bottom)

    def _picture_width(self) -> int:
        """What cannot be wrapped is as wide as it is, whatever the room."""
        layout = self._view.document().firstBlock().layout()
        widths = [layout.lineAt(number).naturalTextWidth() for number in range(layout.lineCount())]
        return int(max(widths, default=0.0)) + 1

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, self.writer.look.line_height)
