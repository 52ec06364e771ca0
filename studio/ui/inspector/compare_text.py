"""One of two texts beside each other, of any length, with what differs from the other marked."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.big_text import BigText
from studio.ui.theme import Theme

_Span = tuple[int, int]
_Underline = QTextCharFormat.UnderlineStyle


class ComparedText(BigText):
    """Made anew for another text. What only the first has is underlined with dashes, what only the
    second has with a line: colours alone say nothing.

    Signals: `moved()` when other lines are in sight.
    """

    moved = Signal()

    def __init__(
        self, theme: Theme, text: str, *, is_first: bool, parent: QWidget | None = None
    ) -> None:
        self._spans: Sequence[_Span] = ()
        self._begins: list[int] = []
        self._at = -1
        self._is_first = is_first
        super().__init__(theme, text, parent)

    def mark(self, spans: Sequence[_Span]) -> None:
        """These differ, in their order."""
        self._spans, self._at = spans, -1
        self._begins = [begin for begin, _ in spans]
        self._layouts.clear()
        self.viewport().update()

    def show_span(self, number: int) -> None:
        """Brings one into sight, drawn stronger."""
        self._at = number
        self._layouts.clear()
        self.bring_into_sight(self._spans[number][0])
        self.viewport().update()

    @property
    def top(self) -> int:
        """The place in the text of the first row in sight."""
        return self.lines.start(self.top_row)

    def show_at_top(self, position: int) -> None:
        """Scrolls to a place, as far as the text has been read."""
        row = self.lines.row_of(min(position, len(self.lines.text)))
        self._set_top(row, 0)

    @override
    def _moved(self) -> None:
        super()._moved()
        self.moved.emit()

    @override
    def lasting_formats(self, row: int) -> list[QTextLayout.FormatRange]:
        start, end = self.lines.start(row), self.lines.end(row)
        ranges = []
        first = max(0, bisect_right(self._begins, start) - 1)
        for number in range(first, len(self._spans)):
            begin, stop = self._spans[number]
            if begin >= end:
                break
            begin, stop = max(begin, start), min(stop, end)
            if begin < stop:
                ranges.append(self._marked(row, (begin, stop), is_current=number == self._at))
        return ranges

    def _marked(self, row: int, span: _Span, *, is_current: bool) -> QTextLayout.FormatRange:
        palette = self._theme.palette
        ink, soft, strong = (
            (palette.danger, palette.danger_soft, palette.danger_border)
            if self._is_first
            else (palette.success, palette.success_soft, palette.success_border)
        )
        made = self._range(row, span, strong if is_current else soft, "")
        look = QTextCharFormat(made.format)
        dashed = _Underline.DashUnderline if self._is_first else _Underline.SingleUnderline
        look.setUnderlineStyle(dashed)
        look.setUnderlineColor(QColor(palette.text if is_current else ink))
        made.format = look
        return made
