"""A result that is Markdown, as a page: words of strangers, so nothing in it is loaded or followed.

Loaded when needed.
"""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import ProseBlock, RowWidget, RuleBlock
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.documents import Writer
from studio.ui.chat.late_markdown import new_stream
from studio.ui.chat.leaves import Block, Kind
from studio.ui.chat.look import read_look
from studio.ui.chat.rows import BlockRow
from studio.ui.theme import Theme
from studio.ui.visible import visible

_GAP = 8
_CODE_LINES = 12
_MOST_BLOCKS = 200


class RenderedMarkdown(QWidget):
    """As high as its text. Signals: `height_changed()`."""

    height_changed = Signal()

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        stream = new_stream()
        stream.feed(visible(text))
        stream.finish()
        self._blocks = stream.blocks[:_MOST_BLOCKS]
        self._references: Mapping[str, Any] = stream.environment
        self._writer = Writer(read_look(theme))
        self._rows: list[RowWidget | CodeBox] = [self._row(each) for each in self._blocks]
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Result as a page"))
        self.setAccessibleDescription(text[:_MOST_BLOCKS])
        theme.changed.connect(self._restyle)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int, /) -> int:
        return sum(self._height(row, width) + _GAP for row in self._rows)

    @override
    def sizeHint(self) -> QSize:
        width = max(self.width(), 300)
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _row(self, block: Block) -> RowWidget | CodeBox:
        if block.kind in {Kind.PARAGRAPH, Kind.HEADING, Kind.RULE}:
            kind = RuleBlock if block.kind is Kind.RULE else ProseBlock
            row = kind(self, self._writer)
            row.show_row(BlockRow(block, is_final=True, references=self._references))
            return row
        box = CodeBox(self._theme, _CODE_LINES, self)
        box.setAccessibleName(self.tr("Code"))
        rows = "\n".join(" | ".join(cells) for cells in block.rows)
        box.show_text(rows if block.kind is Kind.TABLE else block.text)
        box.height_changed.connect(self._take_height)
        return box

    def _height(self, row: RowWidget | CodeBox, width: int) -> int:
        return row.fit(width) if isinstance(row, RowWidget) else row.height()

    def _place(self) -> None:
        top = 0
        for row in self._rows:
            height = self._height(row, self.width())
            row.setGeometry(0, top, self.width(), height)
            top += height + _GAP

    def _take_height(self) -> None:
        self._place()
        self.updateGeometry()
        self.height_changed.emit()

    def _restyle(self) -> None:
        self._writer = Writer(read_look(self._theme))
        for block, row in zip(self._blocks, self._rows, strict=True):
            if isinstance(row, RowWidget):
                row.restyle(self._writer)
                row.show_row(BlockRow(block, is_final=True, references=self._references))
        self._take_height()
