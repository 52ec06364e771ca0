"""A selection as readable text: as it stands on the page, marks of lists included."""

from collections.abc import Iterator, Sequence

from studio.core.messages import Citation, ServerToolUse, ToolUse
from studio.ui.chat.card_pieces import name_of, pieces_of
from studio.ui.chat.card_texts import laid_out
from studio.ui.chat.cutting import Piece, Spans, cells_of, code_of, spans_of
from studio.ui.chat.excerpt import Excerpt, Uses
from studio.ui.chat.inline import LINE_BREAK
from studio.ui.chat.leaves import Item, Kind, Quote
from studio.ui.chat.note_blocks import reasoning_label
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, ReasoningRow, Row, SourcesRow


def plain_text_of(taken: Excerpt) -> str:
    """The text of a selection."""
    return "".join(plain_pieces(taken))


def plain_pieces(taken: Excerpt) -> Iterator[str]:
    """The text of a selection, bit by bit."""
    is_first = True
    for passage in taken.passages:
        gap = "" if is_first else "\n\n"
        for text in passage_pieces(passage.read(), taken.uses):
            yield gap + text
            gap, is_first = "", False


def passage_text(pieces: Sequence[Piece], uses: Uses) -> str:
    """The text of what is selected in one turn."""
    return "".join(passage_pieces(pieces, uses))


def passage_pieces(pieces: Sequence[Piece], uses: Uses) -> Iterator[str]:
    """The same, row by row."""
    above: Row | None = None
    for piece in pieces:
        text = piece_text(piece, uses)
        if not text and not isinstance(piece.row, BlockRow):
            continue
        yield text if above is None else _separator(above, piece.row) + text
        above = piece.row


def piece_text(piece: Piece, uses: Uses) -> str:
    """What is selected of one row; of a whole one the marks of its items too."""
    row = piece.row
    match row:
        case PromptRow(text, attachments=files):
            if not piece.is_whole:
                return spans_text(spans_of(piece))
            return "\n".join([*([text] if text else []), *(each.name for each in files)])
        case BlockRow():
            marker = _marker(row) if piece.is_whole and _has_marks(row) else ""
            return marker + _block_text(piece, row)
        case CardRow(tool_use_id):
            return "\n".join(card_lines(uses(tool_use_id)))
        case SourcesRow(citations=citations):
            return "\n".join(source_lines(citations))
        case ReasoningRow():
            return reasoning_label(row)
        case _:
            return ""


def spans_text(spans: Spans) -> str:
    """What a reader sees of some spans; of a formula its source."""
    texts = (f"${span.text}$" if span.is_math else span.text for span in spans)
    return "".join(texts).replace(LINE_BREAK, "\n")


def card_lines(use: ToolUse | ServerToolUse | None) -> Iterator[str]:
    """The tool's name, its arguments and its result."""
    if use is None:
        return
    yield name_of(use)
    for caption, text in pieces_of(use):
        if caption:
            yield caption
        yield laid_out(text)


def source_lines(citations: Sequence[Citation]) -> Iterator[str]:
    """Number, title and address of each source."""
    for number, each in enumerate(dict.fromkeys(citations), start=1):
        yield " ".join(f"{number}. {each.title} {each.url}".split())


def _block_text(piece: Piece, row: BlockRow) -> str:
    match row.block.kind:
        case Kind.CODE:
            return code_of(piece)
        case Kind.TABLE:
            return "\n".join(
                "\t".join(spans_text(cell) for cell in line) for line in cells_of(piece)
            )
        case Kind.RULE:
            return "---"
        case Kind.MATH:
            return f"$${row.block.text}$$"
        case Kind.IMAGE:
            return spans_text(spans_of(piece))
        case _:
            return spans_text(spans_of(piece))


def _has_marks(row: BlockRow) -> bool:
    return row.block.kind not in {Kind.CODE, Kind.TABLE, Kind.RULE} and not row.block.continues


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


def _separator(above: Row, row: Row) -> str:
    if isinstance(row, PromptRow) and isinstance(above, PromptRow):
        return "\n"
    if not isinstance(above, BlockRow) or not isinstance(row, BlockRow):
        return "\n\n"
    if row.block.continues:
        return "" if row.block.kind is Kind.PARAGRAPH else "\n"
    both_items = all(
        any(isinstance(each, Item) for each in some.block.containers) for some in (above, row)
    )
    return "\n" if both_items else "\n\n"
