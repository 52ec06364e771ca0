"""What is selected of a row, in terms of its Markdown: spans, cells and lines, cut at letters.

Offsets are those of the drawn text as Qt counts it: UTF-16, a formula is one letter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from studio.ui.chat.inline import Span, prompt_spans, read_inline
from studio.ui.chat.leaves import Kind
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, ReasoningRow, Row, SourcesRow

OBJECT = "\ufffc"
_TEXTS = {Kind.PARAGRAPH, Kind.HEADING, Kind.CODE, Kind.TABLE}
Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is selected of one row; all of it where `end` is None."""

    row: Row
    begin: int = 0
    end: int | None = None

    @property
    def is_whole(self) -> bool:
        return self.end is None


def piece_of(row: Row, begin: int, end: int | None) -> Piece:
    """The stretch of a row; one that reaches from edge to edge is the whole row."""
    if begin <= 0 and (end is None or end >= row_length(row)):
        return Piece(row)
    return Piece(row, max(0, begin), row_length(row) if end is None else end)


def has_letters(row: Row) -> bool:
    """Whether a selection may begin and end within the row."""
    if isinstance(row, PromptRow):
        return bool(row.text)
    return isinstance(row, BlockRow) and row.block.kind in _TEXTS


def is_selectable(row: Row) -> bool:
    """Whether a row can be selected at all: notes, failures and footers cannot."""
    if isinstance(row, PromptRow):
        return bool(row.text or row.attachments or row.hidden)  # else it is the edge of a bubble
    return isinstance(row, BlockRow | CardRow | ReasoningRow | SourcesRow)


def row_length(row: Row) -> int:
    """How many letters a row has; a card and all else that is selected as a whole counts one."""
    if not has_letters(row):
        return 1
    if isinstance(row, BlockRow) and row.block.kind is Kind.CODE:
        return _wide(row.block.text)
    if isinstance(row, BlockRow) and row.block.kind is Kind.TABLE:
        return 1 + sum(_drawn_length(cell) + 1 for line in cells_of(Piece(row)) for cell in line)
    return _drawn_length(spans_of(Piece(row)))


def spans_of(piece: Piece) -> Spans:
    """The spans of a paragraph, a heading or a prompt, as far as they are selected."""
    row = piece.row
    if isinstance(row, PromptRow):
        return _cut_spans(prompt_spans(row.text), piece.begin, piece.end)
    if isinstance(row, BlockRow):
        return _cut_spans(read_inline(row.block.text, row.references), piece.begin, piece.end)
    return ()


def code_of(piece: Piece) -> str:
    """The selected code."""
    text = piece.row.block.text if isinstance(piece.row, BlockRow) else ""
    return text if piece.is_whole else cut(text, piece.begin, piece.end)


def cells_of(piece: Piece) -> list[list[Spans]]:
    """The selected cells: a rectangle, as it is shown. Part of one cell is cut at its letters."""
    row = piece.row
    if not isinstance(row, BlockRow):
        return []
    columns = max(1, len(row.block.aligns))
    lines = [_line(cells, columns, row.references) for cells in row.block.rows]
    if piece.end is None:
        return lines
    first, last = _cell_at(lines, piece.begin), _cell_at(lines, piece.end)
    if first.number == last.number:
        only = lines[first.number // columns][first.number % columns]
        return [[_cut_spans(only, piece.begin - first.start, piece.end - first.start)]]
    rows = slice(first.number // columns, last.number // columns + 1)
    left, right = sorted((first.number % columns, last.number % columns))
    return [line[left : right + 1] for line in lines[rows]]


def cell_columns(piece: Piece) -> tuple[int, ...]:
    """Which columns of the table the selected cells stand in."""
    row = piece.row
    columns = max(1, len(row.block.aligns)) if isinstance(row, BlockRow) else 1
    if piece.end is None or not isinstance(row, BlockRow):
        return tuple(range(columns))
    lines = [_line(cells, columns, row.references) for cells in row.block.rows]
    both = (_cell_at(lines, piece.begin), _cell_at(lines, piece.end))
    left, right = sorted(each.number % columns for each in both)
    return tuple(range(left, right + 1))


def takes_head(piece: Piece) -> bool:
    """Whether the head of the table is among the selected cells."""
    row = piece.row
    if not isinstance(row, BlockRow) or row.block.continues or piece.end is None:
        return isinstance(row, BlockRow) and not row.block.continues
    columns = max(1, len(row.block.aligns))
    lines = [_line(cells, columns, row.references) for cells in row.block.rows]
    return _cell_at(lines, piece.begin).number < columns


def drawn(span: Span) -> str:
    """What stands in the document for a span."""
    if is_math(span):
        return OBJECT
    if span.is_image:
        label = QCoreApplication.translate("Transcript", "[image: {0}]")
        return label.format(span.text or QCoreApplication.translate("Transcript", "unnamed"))
    return span.text


def is_math(span: Span) -> bool:
    """Whether a span is a formula."""
    return span.is_math


def cut(text: str, begin: int, end: int | None) -> str:
    """A stretch of a text, counted as Qt counts: an emoji is two."""
    if text.isascii():
        return text[begin:end]
    stop = None if end is None else 2 * end
    wide = text.encode("utf-16-le", "surrogatepass")[2 * begin : stop]
    return wide.decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class _Cell:
    number: int
    start: int


def _cell_at(lines: Sequence[Sequence[Spans]], offset: int) -> _Cell:
    """Cells stand one after another, with one sign before each."""
    start, found = 1, _Cell(0, 1)
    for number, cell in enumerate(cell for line in lines for cell in line):
        if start > max(1, offset):
            break
        found = _Cell(number, start)
        start += _drawn_length(cell) + 1
    return found


def _line(cells: Sequence[str], columns: int, references: Mapping[str, Any]) -> list[Spans]:
    padded = [*cells[:columns], *[""] * (columns - len(cells))]
    return [read_inline(cell, references) for cell in padded]


def _cut_spans(spans: Sequence[Span], begin: int, end: int | None) -> Spans:
    if begin <= 0 and end is None:
        return tuple(spans)
    return tuple(_between(spans, begin, end))


def _between(spans: Sequence[Span], begin: int, end: int | None) -> Iterator[Span]:
    at = 0
    for span in spans:
        length = _wide(drawn(span))
        start, stop = max(0, begin - at), length if end is None else min(length, end - at)
        at += length
        if stop <= start:
            continue
        is_one = is_math(span) or span.is_image
        yield span if is_one else replace(span, text=cut(span.text, start, stop))


def _drawn_length(spans: Sequence[Span]) -> int:
    return sum(_wide(drawn(span)) for span in spans)


def _wide(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
