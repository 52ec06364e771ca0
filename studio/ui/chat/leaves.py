"""The blocks that a transcript draws, one after another, as values.

A block knows the quotes and list items around it, so that a list of a thousand items is a thousand
small blocks and not one that is laid out anew with every word.
"""

from dataclasses import dataclass
from enum import Enum

CHUNK_LINES = 150
CHUNK_ROWS = 20
PIECE_CHARS = 3_000
# What the keys of footnotes among the definitions of links begin with; no link's label does.
NOTE_SIGN = "[^"
DISPLAY = "$$"  # around a formula that stands on its own


class Kind(Enum):
    """What a block is drawn as."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    RULE = "rule"
    MATH = "math"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quote around a block."""


@dataclass(frozen=True, slots=True)
class Item:
    """A list item around a block; `opens` is true for the first block of the item only."""

    marker: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Note(Item):
    """A footnote's text around a block: drawn like an item whose marker is its label."""

    label: str


@dataclass(frozen=True, slots=True)
class Block:
    """One drawable block. `text` is Markdown inline source, or the code itself.

    `continues` says that the block goes on where the one above was cut for speed: same code, same
    table, same paragraph.
    """

    kind: Kind
    text: str = ""
    containers: tuple[Quote | Item, ...] = ()
    level: int = 0
    language: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[str, ...] = ()
    continues: bool = False
