"""The selected pieces of rows as a list of whole things: what was cut for speed is one again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from studio.ui.chat.cutting import (
    Piece,
    Spans,
    cell_columns,
    cells_of,
    code_of,
    spans_of,
    takes_head,
)
from studio.ui.chat.leaves import Item, Kind, Quote
from studio.ui.chat.rows import BlockRow


@dataclass(slots=True)
class Leaf:
    """One block of what is copied. `source`, `sources` are its Markdown where all is selected."""

    kind: Kind
    containers: tuple[Quote | Item, ...] = ()
    spans: Spans = ()
    source: str | None = None
    code: str = ""
    language: str = ""
    level: int = 0
    cells: list[list[Spans]] = field(default_factory=list)
    sources: list[list[str]] | None = None
    aligns: tuple[str, ...] = ()
    has_head: bool = False


def leaves_of(pieces: Sequence[Piece]) -> list[Leaf]:
    """Blocks of neighbouring rows, joined where they continue each other."""
    return list(each_leaf(pieces))


def each_leaf(pieces: Sequence[Piece]) -> Iterator[Leaf]:
    """The same, one by one."""
    above: Leaf | None = None
    for number, piece in enumerate(pieces):
        row = piece.row
        if not isinstance(row, BlockRow):
            continue
        leaf = _leaf(piece, row)
        goes_on = number > 0 and row.block.continues
        if above is not None and goes_on and _may_join(above, leaf):
            _join(above, leaf)
            continue
        if above is not None:
            yield above
        above = leaf
    if above is not None:
        yield above


def _leaf(piece: Piece, row: BlockRow) -> Leaf:
    block = row.block
    leaf = Leaf(block.kind, block.containers, level=block.level)
    if block.kind in {Kind.PARAGRAPH, Kind.HEADING, Kind.IMAGE}:
        leaf.spans = spans_of(piece)
        refers = bool(row.references) and "[" in block.text
        leaf.source = block.text if piece.is_whole and not refers else None
    elif block.kind is Kind.TABLE:
        columns = cell_columns(piece)
        leaf.cells = cells_of(piece)
        if piece.is_whole and not row.references:
            leaf.sources = [_padded(line, len(columns)) for line in block.rows]
        leaf.aligns = tuple(block.aligns[at] for at in columns if at < len(block.aligns))
        leaf.has_head = takes_head(piece)
    else:
        leaf.code, leaf.language = code_of(piece), block.language
    return leaf


def _may_join(above: Leaf, leaf: Leaf) -> bool:
    texts = (Kind.PARAGRAPH, Kind.HEADING)
    return above.kind is leaf.kind or (above.kind is Kind.PARAGRAPH and leaf.kind in texts)


def _join(above: Leaf, leaf: Leaf) -> None:
    above.kind, above.level = leaf.kind, leaf.level
    if above.kind is Kind.CODE:
        above.code = f"{above.code}\n{leaf.code}"
    is_known = above.source is not None and leaf.source is not None
    above.source = f"{above.source}{leaf.source}" if is_known else None
    above.spans += leaf.spans
    above.cells += leaf.cells
    if above.sources is not None:
        above.sources = None if leaf.sources is None else above.sources + leaf.sources


def _padded(cells: Sequence[str], columns: int) -> list[str]:
    return [*cells[:columns], *[""] * (columns - len(cells))]
