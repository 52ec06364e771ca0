"""What a selection is as text: made from the rows, since those out of sight have no widget."""

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor

from studio.ui.chat.documents import Writer, new_document
from studio.ui.chat.inline import LINE_BREAK, plain_text
from studio.ui.chat.leaves import Item, Kind, Quote
from studio.ui.chat.rows import BlockRow, PromptRow, Row

_SEPARATORS = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\ufdd0": "\t", "\ufdd1": "\t"})
END = 1 << 60


def selected_text(
    rows: Sequence[Row], first: int, begin: int, last: int, end: int, writer: Writer
) -> str:
    """The text from a place in row `first` to a place in row `last`."""
    pieces: list[str] = []
    above: Row | None = None
    for at in range(first, last + 1):
        row = rows[at]
        if not is_selectable(row):
            continue
        start = begin if at == first else 0
        stop = end if at == last else END
        text = row_text(row) if start <= 0 and stop >= END else _part(row, start, stop, writer)
        if above is not None:
            pieces.append(_separator(above, row))
        pieces.append(text)
        above = row
    return "".join(pieces)


def is_selectable(row: Row) -> bool:
    """Whether a row has text of the prompt or the answer."""
    return isinstance(row, BlockRow | PromptRow)


def row_text(row: Row) -> str:
    """A whole row as plain text, markers of items included."""
    match row:
        case PromptRow(text):
            return text
        case BlockRow(block, references=references):
            if block.kind is Kind.CODE:
                return block.text
            if block.kind is Kind.RULE:
                return "---"
            if block.kind is Kind.TABLE:
                return "\n".join(
                    "\t".join(plain_text(cell, references) for cell in cells)
                    for cells in block.rows
                )
            return _marker(row) + plain_text(block.text, references).replace(LINE_BREAK, "\n")
        case _:
            return ""


def _marker(row: BlockRow) -> str:
    lead = ""
    for each in row.block.containers:
        if isinstance(each, Quote):
            lead += "> "
        elif each.opens:
            lead += f"{each.marker} "
        else:
            lead += "  "
    return lead


def _part(row: Row, begin: int, end: int, writer: Writer) -> str:
    document = new_document()
    match row:
        case PromptRow(text):
            writer.prompt(document, text)
        case BlockRow(block, references=references):
            if block.kind is Kind.CODE:
                writer.code(document, block.text)
            elif block.kind is Kind.TABLE:
                widths = writer.column_widths(block, references, 0)
                writer.table(document, block, references, widths)
            else:
                writer.prose(document, block, references)
        case _:
            return ""
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(begin, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    is_whole = begin <= 0 and end >= last and isinstance(row, BlockRow)
    return row_text(row) if is_whole else cursor.selectedText().translate(_SEPARATORS)


def _separator(above: Row, row: Row) -> str:
    if isinstance(row, PromptRow):
        return "\n"
    if not isinstance(above, BlockRow) or not isinstance(row, BlockRow):
        return "\n\n"
    if row.block.continues:
        return "" if row.block.kind is Kind.PARAGRAPH else "\n"
    both_items = all(
        any(isinstance(each, Item) for each in some.block.containers) for some in (above, row)
    )
    return "\n" if both_items else "\n\n"
