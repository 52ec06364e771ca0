"""Shows a text of any length: only the lines in sight are laid out and painted."""

from PySide6.QtCore import QElapsedTimer, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget
from typing_extensions import override

from studio.core.finding import length
from studio.ui.chat.big_lines import TextLines
from studio.ui.chat.marking import mark_colours
from studio.ui.theme import FontKind, Theme

_SLICE_MS = 7
_ROWS_AT_A_TIME = 2_000
_PADDING = 10
_GUTTER = 14
_WHEEL_LINES = 3
_NOTCH = 120
_TAB_LETTERS = 4
_LAYOUTS_KEPT = 400

# What hides or turns is drawn as a sign, one for one, so that places stay what they are.
_SIGNS = {
    **{code: 0x2400 + code for code in range(32) if code not in (9, 10)},
    **dict.fromkeys((0x7F, *range(0x80, 0xA0), 0x180E, 0x200B), 0xFFFD),
    **dict.fromkeys((*range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF), 0xFFFD),
}


class BigArea(QAbstractScrollArea):
    """Paints rows of a text. The vertical bar counts rows, the horizontal one pixels.

    `selection` and `marks` are stretches of the text; `current` is the mark that is drawn stronger.
    Signals: `grown()` when more of the text has been read.
    """

    grown = Signal()

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = TextLines(text)
        self.selection = (0, 0)
        self.current: tuple[int, int] | None = None
        self.painted_rows = 0  # of the last painting
        self.wraps = True
        self.shows_numbers = False
        self._theme = theme
        self._layouts: dict[int, QTextLayout] = {}
        self._line_in_row = 0  # the first line in sight of a row that is wrapped
        self._rest = 0  # of a turn of the wheel that was no whole line
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "code")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._reading = QTimer(self)
        self._reading.setInterval(0)
        self._reading.setSingleShot(True)
        self._reading.timeout.connect(self._read_on)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)
        self.verticalScrollBar().valueChanged.connect(self._jump)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._read_on()

    def marks_between(self, begin: int, end: int) -> list[tuple[int, int]]:
        """What is marked in a stretch of the text; a subclass knows."""
        return []

    def lasting_formats(self, row: int) -> list[QTextLayout.FormatRange]:
        """How stretches of a row always look; a subclass knows. Hundreds in a row are painted in no
        time, unlike marks, which come and go."""
        return []

    def set_wraps(self, wraps: bool) -> None:
        """Breaks long lines at the edge, or lets them run on sideways."""
        self.wraps = wraps
        self._lay_out_anew()

    def set_shows_numbers(self, shows: bool) -> None:
        """Shows or hides the numbers of the lines."""
        self.shows_numbers = shows
        self._lay_out_anew()

    @property
    def top_row(self) -> int:
        return min(self.verticalScrollBar().value(), len(self.lines) - 1)

    def visible_text(self) -> str:
        """The rows in sight, for who cannot see them."""
        last = min(len(self.lines), self.top_row + self._rows_in_sight())
        return "\n".join(self.lines.row_text(row) for row in range(self.top_row, last))

    def scroll_lines(self, count: int) -> None:
        """Moves by lines as they are drawn, wrapped ones included."""
        row, line = self.top_row, self._line_in_row + count
        while line < 0 and row > 0:
            row -= 1
            line += self._layout_of(row).lineCount()
        while row < len(self.lines) - 1 and line >= (has := self._layout_of(row).lineCount()):
            row, line = row + 1, line - has
        self._set_top(row, max(0, line))

    def bring_into_sight(self, position: int) -> None:
        """Scrolls so that a place of the text can be seen."""
        while not self.lines.is_complete and position >= self.lines.start(len(self.lines) - 1):
            self.lines.read(_ROWS_AT_A_TIME)
        self._fit_bars()
        row = self.lines.row_of(position)
        layout = self._layout_of(row)
        at = self._offset(row, position)
        line = max(0, layout.lineForTextPosition(at).lineNumber())
        y = self._y_of(row, line)
        if y is None or not 0 <= y <= self._height() - self._line_height:
            above = int(self._height() // (3 * self._line_height))
            self._set_top(row, line)
            self.scroll_lines(-above)
        if not self.wraps:
            self._bring_sideways(int(x_of(layout.lineAt(0).cursorToX(at))))
        self.viewport().update()

    def position_at(self, point: QPoint) -> int:
        """The place in the text under a point of the viewport."""
        y = float(_PADDING) - self._line_in_row * self._line_height
        for row in range(self.top_row, len(self.lines)):
            layout = self._layout_of(row)
            height = layout.lineCount() * self._line_height
            if point.y() < y + height or row == len(self.lines) - 1:
                number = int((point.y() - y) // self._line_height)
                line = layout.lineAt(min(max(0, number), layout.lineCount() - 1))
                at = line.xToCursor(point.x() - self._left())
                return self._position(row, at)
            y += height
        return 0

    def _position(self, row: int, at: int) -> int:
        text = self.lines.row_text(row)
        if length(text) != len(text):
            wide = text.encode("utf-16-le", "surrogatepass")
            at = len(wide[: 2 * at].decode("utf-16-le", "replace"))
        return self.lines.start(row) + min(at, len(text))

    def _offset(self, row: int, position: int) -> int:
        """A place of the text as Qt counts it in its row."""
        start = self.lines.start(row)
        return length(self.lines.text[start : min(position, self.lines.end(row))])

    def _read_on(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while not self.lines.is_complete and clock.elapsed() < _SLICE_MS:
            self.lines.read(_ROWS_AT_A_TIME)
        if not self.lines.is_complete:
            self._reading.start()
        self._fit_bars()
        self.grown.emit()

    def _fit_bars(self) -> None:
        rows = self._rows_in_sight()
        bar = self.verticalScrollBar()
        # Wrapped rows may be higher than the page: the last one can stand at its top.
        last = len(self.lines) - (1 if self.wraps else rows)
        if self.wraps and len(self.lines) <= rows and self._fits():
            last = 0
        bar.setRange(0, max(0, last))
        bar.setPageStep(max(1, rows - 1))
        sideways = self.horizontalScrollBar()
        if self.wraps:
            sideways.setRange(0, 0)
            return
        width = self.lines.longest * self._letter + 2 * _PADDING + self._gutter()
        sideways.setRange(0, max(0, int(width) - self.viewport().width()))
        sideways.setPageStep(self.viewport().width())
        sideways.setSingleStep(int(4 * self._letter))

    def _fits(self) -> bool:
        lines = sum(self._layout_of(row).lineCount() for row in range(len(self.lines)))
        return lines * self._line_height <= self._height()

    def _rows_in_sight(self) -> int:
        return max(1, int(self._height() // self._line_height))

    def _height(self) -> float:
        return self.viewport().height() - 2 * _PADDING

    def _gutter(self) -> float:
        if not self.shows_numbers:
            return 0.0
        return len(str(self.lines.lines)) * self._letter + _GUTTER

    def _left(self) -> float:
        return _PADDING + self._gutter() - self.horizontalScrollBar().value()

    def _bring_sideways(self, x: int) -> None:
        bar = self.horizontalScrollBar()
        room = self.viewport().width() - 2 * _PADDING - int(self._gutter())
        if not bar.value() <= x <= bar.value() + room - 20:
            bar.setValue(x - room // 3)

    def _y_of(self, row: int, line: int) -> float | None:
        """Where a line of a row is drawn; None where it is out of sight."""
        if row < self.top_row:
            return None
        y = -self._line_in_row * self._line_height
        for above in range(self.top_row, row):
            y += self._layout_of(above).lineCount() * self._line_height
            if y > self._height():
                return None
        return y + line * self._line_height

    def _set_top(self, row: int, line: int) -> None:
        bar = self.verticalScrollBar()
        self._line_in_row = line if row <= bar.maximum() else 0
        bar.blockSignals(True)
        bar.setValue(row)
        bar.blockSignals(False)
        self._moved()

    def _jump(self, _: int) -> None:
        self._line_in_row = 0
        self._moved()

    def _moved(self) -> None:
        if QAccessible.isActive():
            self.setAccessibleDescription(self.visible_text())
        self.viewport().update()

    def _restyle(self) -> None:
        self._font = self._theme.font(FontKind.CODE)
        metrics = QFontMetricsF(self._font)
        self._line_height = float(round(metrics.lineSpacing() * 1.1))
        self._letter = metrics.horizontalAdvance("0")
        self._lay_out_anew()

    def _lay_out_anew(self) -> None:
        self._layouts.clear()
        self._line_in_row = 0
        self._fit_bars()
        self.viewport().update()

    def _layout_of(self, row: int) -> QTextLayout:
        layout = self._layouts.get(row)
        if layout is None:
            if len(self._layouts) >= _LAYOUTS_KEPT:
                self._layouts.clear()
            layout = self._layouts[row] = self._make_layout(row)
        return layout

    def _make_layout(self, row: int) -> QTextLayout:
        layout = QTextLayout(self.lines.row_text(row).translate(_SIGNS), self._font)
        layout.setFormats(self.lasting_formats(row))
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setTabStopDistance(_TAB_LETTERS * self._letter)
        wrap = QTextOption.WrapMode
        option.setWrapMode(wrap.WrapAtWordBoundaryOrAnywhere if self.wraps else wrap.NoWrap)
        layout.setTextOption(option)
        room = max(40.0, self.viewport().width() - 2 * _PADDING - self._gutter())
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room if self.wraps else 1e7)
            line.setPosition(QPointF(0, y))
            y += self._line_height
        layout.endLayout()
        return layout

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self._theme.palette.code))
        painter.setFont(self._font)
        painter.setPen(QColor(self._theme.palette.text))
        y = _PADDING - self._line_in_row * self._line_height
        row = self.top_row
        first = row
        while row < len(self.lines) and y < self.viewport().height():
            layout = self._layout_of(row)
            self._paint_row(painter, row, layout, y)
            y += layout.lineCount() * self._line_height
            row += 1
        self.painted_rows = row - first
        painter.end()

    def _paint_row(self, painter: QPainter, row: int, layout: QTextLayout, y: float) -> None:
        if self.shows_numbers and not self.lines.continues(row):
            painter.setPen(QColor(self._theme.palette.text_muted))
            room = QRectF(0, y, _PADDING + self._gutter() - _GUTTER, self._line_height)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignRight), str(self.lines.line_of(row)))
        painter.setPen(QColor(self._theme.palette.text))
        painter.save()
        if self.shows_numbers:
            edge = _PADDING + self._gutter() - 4
            painter.setClipRect(QRectF(edge, 0, self.viewport().width(), self.viewport().height()))
        layout.draw(painter, QPointF(self._left(), y), self._formats(row))
        painter.restore()

    def _formats(self, row: int) -> list[QTextLayout.FormatRange]:
        start, end = self.lines.start(row), self.lines.end(row)
        colours = mark_colours(self._theme.palette)
        ranges = []
        for mark in self.marks_between(start, end):
            is_current = mark == self.current
            ranges.append(
                self._range(
                    row,
                    mark,
                    colours.current if is_current else colours.hit,
                    colours.on_current if is_current else "",
                )
            )
        begin, stop = max(self.selection[0], start), min(self.selection[1], end)
        if begin < stop:
            ranges.append(self._range(row, (begin, stop), self._theme.palette.selection, ""))
        return ranges

    def _range(
        self, row: int, stretch: tuple[int, int], background: str, letters: str
    ) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        made.start = self._offset(row, stretch[0])
        made.length = self._offset(row, stretch[1]) - made.start
        look = QTextCharFormat()
        look.setBackground(QColor(background))
        if letters:
            look.setForeground(QColor(letters))
        made.format = look
        return made

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.wraps:
            self._layouts.clear()
        self._fit_bars()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if abs(delta.x()) > abs(delta.y()) or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - (delta.x() or delta.y()))
        else:
            self._rest -= delta.y() * _WHEEL_LINES
            count = int(self._rest / _NOTCH)
            self._rest -= count * _NOTCH
            if count:
                self.scroll_lines(count)
        event.accept()


def x_of(found: object) -> float:
    """Qt gives a place alone or with the letter it belongs to."""
    first = found[0] if isinstance(found, tuple) else found
    return float(first) if isinstance(first, int | float) else 0.0
