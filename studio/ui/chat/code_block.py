"""Code on the page: its head, its lines with or without numbers, and what is folded away."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from studio.ui.chat.blocks import block_indent, paint_containers
from studio.ui.chat.code_head import CodeHead
from studio.ui.chat.code_languages import is_diff, language_name
from studio.ui.chat.code_theme import CodeTheme, code_theme
from studio.ui.chat.documents import Writer
from studio.ui.chat.mirroring import reads_from_right
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.wide_block import WideBlock

HEAD_HEIGHT = 34
PADDING = 12
FOLD_ABOVE = 40  # lines
FOLD_SHOWN = 24
_RADIUS = 8
_FOLD_HEIGHT = 34
_LETTER = 0.62  # of the size of the font: about the width of a digit


@dataclass(frozen=True, slots=True)
class CodeShape:
    """How a chunk is shown. `hidden_lines` are those that its block has beyond the fold; 0 where
    nothing is folded."""

    first_line: int = 1
    hidden_lines: int = 0
    wraps: bool = False
    has_numbers: bool = False
    is_part: bool = False  # of a code of several chunks


class CodeBlock(WideBlock):
    """A chunk of code. Only the first chunk has the head, only the last one the scroll bar.

    `coloured` is what the highlighter was last asked to colour. Signals: `copy_requested()`,
    `save_requested()`, `wrap_requested(bool)`, `unfold_requested()`.
    """

    copy_requested = Signal()
    save_requested = Signal()
    wrap_requested = Signal(bool)
    unfold_requested = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer, wraps=False)
        self._shown = ""
        self.coloured = ""
        self.shape = CodeShape()
        # Further chunks have neither: they are made when a first chunk is shown.
        self.head: CodeHead | None = None
        self.unfold: QPushButton | None = None
        self._view.verticalScrollBar().valueChanged.connect(self._stay_at_top)

    @property
    def code(self) -> str:
        """The code as shown."""
        return self._shown

    def take_shape(self, shape: CodeShape) -> None:
        """Shows its code in another way; laid out when it is fitted next."""
        if shape == self.shape:
            return
        if shape.wraps is not self.shape.wraps:
            self._view.wrap(shape.wraps)
        self.shape = shape
        self._fitted = None
        self._name()
        self.update()

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        self._fill(row.block.text)
        self._name()

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        self._shown = ""
        if self.head is not None:
            self.head.take_look(writer.look)
        if self.unfold is not None:
            self._colour_unfold(self.unfold)

    def _name(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        name = language_name(row.block.language) or QCoreApplication.translate("Transcript", "Code")
        self._view.setAccessibleName(
            QCoreApplication.translate("Transcript", "Code: {0}").format(name)
        )
        if not row.block.continues and self.head is None:
            self.head = self._make_head()
        if self.head is not None:
            self.head.setVisible(not row.block.continues)
            self.head.show_name(name, wraps=self.shape.wraps)
        if self.shape.hidden_lines and self.unfold is None:
            self.unfold = self._make_unfold()
        if self.unfold is not None:
            self.unfold.setVisible(self.shape.hidden_lines > 0)
            lines = FOLD_SHOWN + self.shape.hidden_lines
            text = QCoreApplication.translate("Transcript", "Show all {0} lines")
            self.unfold.setText(text.format(f"{lines:n}"))

    def _make_head(self) -> CodeHead:
        head = CodeHead(self, self.writer.look)
        head.copy_requested.connect(self.copy_requested)
        head.save_requested.connect(self.save_requested)
        head.wrap_requested.connect(self.wrap_requested)
        return head

    def _make_unfold(self) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("kind", "link")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(self.unfold_requested)
        self._colour_unfold(button)
        return button

    def _colour_unfold(self, button: QPushButton) -> None:
        theme = code_theme(self.writer.look)
        button.setStyleSheet("" if theme.is_own else f"color: {theme.link.name()};")

    def _fill(self, text: str) -> None:
        if not text.startswith(self._shown):
            self._shown = ""
        if not self._shown:
            self.coloured = ""
        self.writer.code(self._view.document(), text, shown=self._shown)
        self._shown = text

    @property
    def _joins_next(self) -> bool:
        return self.joins_next and not self.shape.hidden_lines

    @override
    def _fit(self, width: int) -> int:
        look = self.writer.look
        left = block_indent(self.row, look)
        padding = look.px(PADDING)
        is_first = isinstance(self.row, BlockRow) and not self.row.block.continues
        head = look.px(HEAD_HEIGHT)
        top = self.lead + (head if is_first else 0)
        if is_first and self.head is not None:
            place = QRect(left + padding, self.lead, max(0, width - left - padding), head)
            if reads_from_right(self):
                place.moveLeft(left)
            self.head.setGeometry(place)
            self.head.lay_out(self.head.width(), head)
        inset = left + padding + self._gutter()
        room = max(40, width - inset - padding)
        height = self._text_height(room)
        self._view.setGeometry(inset, top, room, height)
        below = top + height
        if self.unfold is not None and self.shape.hidden_lines:
            wanted = self.unfold.sizeHint()
            self.unfold.setGeometry(inset - 4, below + 4, wanted.width(), look.px(_FOLD_HEIGHT) - 8)
            below += look.px(_FOLD_HEIGHT) - padding
        content = room if self.shape.wraps else round(self._view.document().idealWidth())
        bar = self._fit_bar(content, room, inset, below + 2)
        return below + (0 if self._joins_next else max(bar + 4, padding))

    def _text_height(self, room: int) -> int:
        document = self._view.document()
        line = self.writer.look.code_line_height
        shown = FOLD_SHOWN if self.shape.hidden_lines else document.blockCount()
        if not self.shape.wraps:
            return min(shown, document.blockCount()) * line
        height = self._view.height_at(room)
        beyond = document.findBlockByNumber(shown)
        if not beyond.isValid():
            return height
        return round(document.documentLayout().blockBoundingRect(beyond).top())

    def _gutter(self) -> int:
        """How much room the numbers take: the same for all chunks of a code."""
        if not self.shape.has_numbers:
            return 0
        is_long = self.shape.is_part or self._view.document().blockCount() >= 100
        letters = 4 if is_long else 2
        return round(letters * self.writer.look.code.pixelSize() * _LETTER) + self.writer.look.px(
            PADDING
        )

    def _stay_at_top(self, value: int) -> None:
        """A selection below the fold would scroll the text under its frame."""
        if value:
            self._view.verticalScrollBar().setValue(0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        look = self.writer.look
        theme = code_theme(look)
        paint_containers(self, look.px(HEAD_HEIGHT))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = block_indent(row, look)
        # Where chunks meet, the rounding lies outside the widget.
        above = _RADIUS if row.block.continues else 0
        below = _RADIUS if self._joins_next else 0
        frame = QRectF(
            left,
            self.lead - above,
            self.width() - left,
            self.height() - self.lead + above + below,
        )
        path = QPainterPath()
        path.addRoundedRect(frame, _RADIUS, _RADIUS)
        painter.fillPath(path, theme.background)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if is_diff(row.block.language):
            self._paint_changes(painter, event, theme, left)
        if self.shape.has_numbers:
            self._paint_numbers(painter, event, theme)

    def _lines(self, event: QPaintEvent) -> Iterator[tuple[QTextBlock, QRectF]]:
        """The lines of code to paint, and where they stand."""
        layout = self._view.document().documentLayout()
        block = self._view.document().firstBlock()
        bottom = min(event.rect().bottom(), self._view.geometry().bottom())
        while block.isValid():
            place = layout.blockBoundingRect(block).translated(0, self._view.y())
            if place.top() > bottom:
                return
            if place.bottom() >= event.rect().top():
                yield block, place
            block = block.next()

    def _paint_changes(
        self, painter: QPainter, event: QPaintEvent, theme: CodeTheme, left: int
    ) -> None:
        for block, place in self._lines(event):
            colour = None if _names_file(block) else theme.line(block.text()[:1])
            if colour is not None:
                width = self.width() - left
                line = QRectF(left, place.top(), width, place.height())
                painter.fillRect(line.toAlignedRect(), colour)

    def _paint_numbers(self, painter: QPainter, event: QPaintEvent, theme: CodeTheme) -> None:
        look = self.writer.look
        painter.setFont(look.code)
        painter.setPen(theme.muted)
        right = self._view.x() - look.px(PADDING)
        for block, place in self._lines(event):
            number = str(self.shape.first_line + block.blockNumber())
            where = QRectF(0, place.top(), right, look.code_line_height)
            painter.drawText(where, Qt.AlignmentFlag.AlignRight, number)


def _names_file(block: QTextBlock) -> bool:
    """`--- a` and `+++ b` above the changes are no changes."""
    if block.text().startswith("--- "):
        return block.next().text().startswith("+++ ")
    return block.text().startswith("+++ ") and block.previous().text().startswith("--- ")
