"""Code on the page: its language, a copy button, and lines that are never wrapped."""

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.documents import Writer
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.wide_block import WideBlock

HEAD_HEIGHT = 34
PADDING = 12
_RADIUS = 8


class CodeBlock(WideBlock):
    """A chunk of code. Only the first chunk has the head, only the last one the scroll bar.

    `coloured` is what the highlighter was last asked to colour. Signals: `copy_requested()`.
    """

    copy_requested = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer, wraps=False)
        self._shown = ""
        self.coloured = ""
        self._language = QLabel(self)
        self._language.setProperty("kind", "caption")
        self._language.setTextFormat(Qt.TextFormat.PlainText)
        self._copy = QPushButton(QCoreApplication.translate("Transcript", "Copy"), self)
        self._copy.setProperty("kind", "flat")
        self._copy.setAccessibleName(QCoreApplication.translate("Transcript", "Copy code"))
        self._copy.clicked.connect(self.copy_requested)

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        self._fill(row.block.text)
        name = row.block.language or QCoreApplication.translate("Transcript", "Code")
        self._language.setText(name)
        self._view.setAccessibleName(
            QCoreApplication.translate("Transcript", "Code: {0}").format(name)
        )
        for part in (self._language, self._copy):
            part.setVisible(not row.block.continues)

    @property
    def code(self) -> str:
        """The code as shown."""
        return self._shown

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        self._shown = ""

    def _fill(self, text: str) -> None:
        if not text.startswith(self._shown):
            self._shown = ""
        if not self._shown:
            self.coloured = ""
        self.writer.code(self._view.document(), text, shown=self._shown)
        self._shown = text

    @override
    def _fit(self, width: int) -> int:
        left = block_indent(self.row, self.writer.look)
        is_first = isinstance(self.row, BlockRow) and not self.row.block.continues
        top = self.lead + (HEAD_HEIGHT if is_first else 0)
        room = max(40, width - left - 2 * PADDING)
        self._language.setGeometry(
            left + PADDING, self.lead + 4, max(0, room - 80), HEAD_HEIGHT - 6
        )
        wanted = self._copy.sizeHint()
        right = width - wanted.width() - 6
        self._copy.setGeometry(right, self.lead + 4, wanted.width(), HEAD_HEIGHT - 8)
        document = self._view.document()
        height = document.blockCount() * self.writer.look.code_line_height
        self._view.setGeometry(left + PADDING, top, room, height)
        bar = self._fit_bar(round(document.idealWidth()), room, left + PADDING, top + height + 2)
        return top + height + (0 if self.joins_next else max(bar + 4, PADDING))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        paint_containers(self, HEAD_HEIGHT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = block_indent(row, self.writer.look)
        # Where chunks meet, the rounding lies outside the widget.
        above = _RADIUS if row.block.continues else 0
        below = _RADIUS if self.joins_next else 0
        frame = QRectF(
            left,
            self.lead - above,
            self.width() - left,
            self.height() - self.lead + above + below,
        )
        path = QPainterPath()
        path.addRoundedRect(frame, _RADIUS, _RADIUS)
        painter.fillPath(path, self.writer.look.colour("code"))
