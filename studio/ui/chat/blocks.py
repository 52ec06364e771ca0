"""Row widgets: what a transcript shows for one visible row, and takes back for the next."""

from abc import abstractmethod
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.documents import FORMULAS_WAIT, Writer, is_right_to_left
from studio.ui.chat.inline import plain_text
from studio.ui.chat.leaves import Block, Item, Kind, Quote
from studio.ui.chat.look import Look
from studio.ui.chat.rows import BlockRow, Row
from studio.ui.chat.text_view import TextView

_FORMULA = "\ufffc"
# Loaded with the first formula.
_FORMULAS = "studio.ui.chat.formulas"


class RowWidget(QWidget):
    """Shows one row after another. Owned by the transcript's pool.

    Signals: `height_changed()` when the height is another without a new row or width.
    """

    height_changed = Signal()

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent)
        self.writer = writer
        self.row: Row | None = None
        self.joins_next = False
        self.lead = 0
        self._fitted: tuple[int, int] | None = None
        self._awaits = False

    @property
    def text_view(self) -> TextView | None:
        """The text that can be selected, if this row has one."""
        return None

    def show_row(self, row: Row, *, joins_next: bool = False, lead: int = 0) -> None:
        """Shows this row from now on; costs nothing when it does so already.

        `joins_next`: the row below is more of the same block. `lead`: so much of the gap above
        belongs to the row, since its quote goes on there.
        """
        if (joins_next, lead) != (self.joins_next, self.lead):
            self.joins_next, self.lead = joins_next, lead
            self._fitted = None
            self.update()
        if row != self.row:
            self.row = row
            self._fitted = None
            self._show()
            self.update()

    def fit(self, width: int) -> int:
        """Lays the row out for a width and says how high it is, lead included."""
        if self._fitted is None or self._fitted[0] != width:
            self._fitted = (width, self._fit(width))
        return self._fitted[1]

    def restyle(self, writer: Writer) -> None:
        """Takes the colours and fonts of another look."""
        self.writer = writer
        self.row = None

    def forget(self) -> None:
        """Says that the widget goes back into the pool."""
        view = self.text_view
        if view is not None:
            view.clear_selection()

    @abstractmethod
    def _show(self) -> None:
        """Fills the widget with its row."""

    @abstractmethod
    def _fit(self, width: int) -> int:
        """Lays the widget out for a width and says how high it is, lead included."""

    def _await_formulas(self) -> None:
        """The row is shown once more when formulas in its text are drawn."""
        view = self.text_view
        if view is None or not view.document().property(FORMULAS_WAIT) or self._awaits:
            return
        self._awaits = True
        drawn: SignalInstance = import_module(_FORMULAS).shared().drawn
        drawn.connect(self._take_formulas)

    def _take_formulas(self) -> None:
        view = self.text_view
        if view is not None and view.document().property(FORMULAS_WAIT):
            self._refill()
            self._refit()

    def _refill(self) -> None:
        self._show()

    def _refit(self) -> None:
        self._fitted = None
        self.height_changed.emit()


class ProseBlock(RowWidget):
    """A paragraph or heading with the bars of its quotes and the marker of its item."""

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._view = TextView(self)

    @property
    @override
    def text_view(self) -> TextView:
        return self._view

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, BlockRow):
            return
        in_quote = any(isinstance(each, Quote) for each in row.block.containers)
        self.writer.prose(
            self._view.document(),
            row.block,
            row.references,
            is_quiet=in_quote or row.is_reasoning,
        )
        self._view.setAccessibleName(_spoken_name(row.block))
        # A formula is one letter of the text, which nobody could read out.
        has_formula = self._view.document().find(_FORMULA).position() >= 0
        spoken = plain_text(row.block.text, row.references) if has_formula else ""
        self._view.setAccessibleDescription(spoken)
        self._await_formulas()

    @override
    def _fit(self, width: int) -> int:
        indent = block_indent(self.row, self.writer.look)
        room = max(40, width - indent)
        height = self._view.height_at(room)
        left = 0 if is_mirrored(self.row) else indent
        self._view.setGeometry(left, self.lead, room, height)
        return self.lead + height

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, self.writer.look.line_height, self._baseline())

    def _baseline(self) -> float | None:
        """Where the first line stands: a formula or a tall letter in it moves it."""
        layout = self._view.document().firstBlock().layout()
        if not layout.lineCount():
            return None
        line = layout.lineAt(0)
        return self._view.y() + layout.position().y() + line.y() + line.ascent()


class RuleBlock(RowWidget):
    """A horizontal rule."""

    @override
    def _show(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("Transcript", "Rule"))

    @override
    def _fit(self, width: int) -> int:
        return self.lead + 9

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_containers(self, 9)
        painter = QPainter(self)
        painter.setPen(QPen(self.writer.look.colour("border_strong"), 1))
        place = self.lead + 4
        painter.drawLine(block_indent(self.row, self.writer.look), place, self.width(), place)


def block_indent(row: Row | None, look: Look) -> int:
    """How far a block stands in from the edge of the column."""
    if not isinstance(row, BlockRow):
        return 0
    quiet = look.quote_indent if row.is_reasoning else 0
    return quiet + sum(
        look.quote_indent if isinstance(each, Quote) else item_indent(each, look)
        for each in row.block.containers
    )


def is_mirrored(row: Row | None) -> bool:
    """Whether a row reads from the right: its bars and markers stand there too."""
    if not isinstance(row, BlockRow) or row.block.kind not in {Kind.PARAGRAPH, Kind.HEADING}:
        return False
    return is_right_to_left(row.block.text)


def item_indent(item: Item, look: Look) -> int:
    """How far the text of a list item stands in: long numbers need more."""
    return max(look.item_indent, look.px(9 * len(item.marker) + 8))


def paint_containers(widget: RowWidget, line_height: int, baseline: float | None = None) -> None:
    """Paints bars of quotes down the row, and markers of items at its first line, which stands on
    the `baseline` where that is known."""
    row, writer = widget.row, widget.writer
    if not isinstance(row, BlockRow):
        return
    painter = QPainter(widget)
    edge = _Edge(widget.width(), is_mirrored(row))
    if row.is_reasoning:
        bar = edge.take(writer.look.quote_indent, 2, widget.height())
        painter.fillRect(bar, writer.look.colour("border"))
    for each in row.block.containers:
        if isinstance(each, Quote):
            bar = edge.take(writer.look.quote_indent, 3, widget.height())
            painter.fillRect(bar, writer.look.colour("border_strong"))
        else:
            indent = item_indent(each, writer.look)
            line = edge.take(indent, indent - 7, line_height)
            if each.opens:
                bottom = widget.lead + line_height - QFontMetricsF(writer.look.text).descent()
                place = (line, bottom if baseline is None else baseline)
                _paint_marker(painter, each, place, writer, row)
    painter.end()


class _Edge:
    """The side that a row begins at, from which each container takes its share."""

    def __init__(self, width: int, is_mirrored: bool) -> None:
        self._width = width
        self._is_mirrored = is_mirrored
        self._taken = 0

    def take(self, share: int, width: int, height: int) -> QRectF:
        """Where something of this size stands in the next share."""
        left = self._width - self._taken - width if self._is_mirrored else self._taken
        self._taken += share
        return QRectF(left, 0, width, height)


def _paint_marker(
    painter: QPainter, item: Item, place: tuple[QRectF, float], writer: Writer, row: Row
) -> None:
    """On the baseline of the text beside it, whatever font the sign comes from."""
    line, baseline = place
    painter.setFont(writer.look.text)
    painter.setPen(writer.look.colour("text_secondary"))
    width = QFontMetricsF(writer.look.text).horizontalAdvance(item.marker)
    if is_mirrored(row):
        # The sign that ends a number stands on its other side.
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        left = line.left()
    else:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        left = line.right() - width
    painter.drawText(QPointF(left, baseline), item.marker)


def _spoken_name(block: Block) -> str:
    """What a screen reader says before the text."""
    translate = QCoreApplication.translate
    if block.kind is Kind.HEADING:
        return translate("Transcript", "Heading {0}").format(block.level)
    markers = [each.marker for each in block.containers if isinstance(each, Item) and each.opens]
    if markers:
        return translate("Transcript", "List item {0}").format(" ".join(markers))
    if any(isinstance(each, Quote) for each in block.containers):
        return translate("Transcript", "Quotation")
    return translate("Transcript", "Paragraph")
