"""Flattens a markdown-it token list into the blocks that a transcript draws."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from sys import intern

from markdown_it.token import Token

from studio.ui.chat.leaves import (
    CHUNK_LINES,
    CHUNK_ROWS,
    PIECE_CHARS,
    Block,
    Item,
    Kind,
    Note,
    Quote,
)
from studio.ui.chat.table_rule import TABLE_ALIGNS, TABLE_ROWS

PIECE_WINDOW = 600
_SENTENCE_ENDS = (". ", "! ", "? ", "\u3002", "\uff01", "\uff1f")
_ONLY_IMAGE = re.compile(
    r"!\[[^\[\]]*\](?:\(\s*[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\))"
)
_TASKS = {"[ ] ": "☐", "[x] ": "☑", "[X] ": "☑"}


@dataclass(frozen=True, slots=True)
class OpenPath:
    """The containers that a text goes on in after a cut, outermost first.

    `numbers` are those of the first items of the lists on the way, `lead` is how many blocks stand
    before the text only to open the containers.
    """

    containers: tuple[Quote | Item, ...] = ()
    numbers: tuple[int, ...] = ()
    lead: int = 0


NO_PATH = OpenPath()


@dataclass(frozen=True, slots=True)
class Group:
    """One top-level block as markdown-it sees it, with its lines in the parsed source."""

    tokens: tuple[Token, ...]
    start: int
    end: int

    @property
    def opening(self) -> Token:
        """The token that names the block."""
        return self.tokens[0]


@lru_cache(maxsize=256)
def _shared(containers: tuple[Quote | Item, ...]) -> tuple[Quote | Item, ...]:
    """One value for all that are equal: a long list has thousands of blocks."""
    return containers


def top_groups(tokens: Sequence[Token]) -> list[Group]:
    """Cuts a token list into its top-level blocks."""
    groups: list[Group] = []
    begin = 0
    for index, token in enumerate(tokens):
        if token.level == 0 and token.nesting != 1:
            opening = tokens[begin]
            start, end = opening.map or (0, 0)
            groups.append(Group(tuple(tokens[begin : index + 1]), start, end))
            begin = index + 1
    return groups


def flatten(
    group: Group, *, continues: bool = False, path: OpenPath = NO_PATH
) -> tuple[Block, ...]:
    """The blocks of one top-level group; `continues` and `path` say what was cut off before it."""
    return tuple(_Walk(group.tokens, path, continues).blocks())


def item_marker(number: int | None, text: str) -> str:
    """What stands before an item: its number, a bullet, or the box of a task."""
    box = _TASKS.get(text[:4])
    if box is not None:
        return box
    return "•" if number is None else f"{number}."


def note_of(token: Token, *, opens: bool = True) -> Note:
    """The container that a footnote's opening token stands for."""
    label = str(token.meta["label"])
    return Note(f"[{label}]", opens, label)


def cut_position(text: str) -> int | None:
    """Where an overlong paragraph is cut; depends on nothing behind the cut window.

    That makes the cut the same whether the text arrived at once or letter by letter.
    """
    if len(text) <= PIECE_CHARS + PIECE_WINDOW:
        return None
    window = text[PIECE_CHARS : PIECE_CHARS + PIECE_WINDOW]
    ends = [at + len(mark) for mark in _SENTENCE_ENDS if (at := window.find(mark)) >= 0]
    if ends:
        return PIECE_CHARS + min(ends)
    space = window.find(" ")
    return PIECE_CHARS + (space + 1 if space >= 0 else PIECE_WINDOW)


def pieces(text: str) -> Iterator[str]:
    """Cuts an overlong paragraph, so that no single layout takes long."""
    while (cut := cut_position(text)) is not None:
        yield text[:cut]
        text = text[cut:]
    if text or cut is None:
        yield text


class _Walk:
    """One pass over the tokens of a group."""

    def __init__(self, tokens: Sequence[Token], path: OpenPath, continues: bool) -> None:
        self._tokens = tokens
        self._lead = path.lead
        self._known_containers = list(path.containers)
        self._known_numbers = list(path.numbers)
        self._continues = continues
        self._containers: list[Quote | Item] = []
        self._numbers: list[int | None] = []
        self._blocks: list[Block] = []

    def blocks(self) -> list[Block]:
        index = 0
        while index < len(self._tokens):
            index = self._step(index)
        return self._blocks[self._lead :]

    @property
    def _is_continued(self) -> bool:
        """Whether the next block goes on where the text was cut."""
        return self._continues and len(self._blocks) == self._lead

    def _step(self, index: int) -> int:
        token = self._tokens[index]
        match token.type:
            case "paragraph_open" | "heading_open":
                return self._text(index)
            case "fence" | "code_block":
                self._code(token)
            case "table_open":
                return self._table(index)
            case "math_block":
                self._add(Block(Kind.MATH, token.content))
            case "hr":
                self._add(Block(Kind.RULE))
            case _:
                self._container(token)
        return index + 1

    def _container(self, token: Token) -> None:
        match token.type:
            case "blockquote_open":
                self._open(Quote())
            case "blockquote_close":
                self._containers.pop()
            case "bullet_list_open" | "ordered_list_open":
                self._open_list(token)
            case "bullet_list_close" | "ordered_list_close":
                self._numbers.pop()
            case "list_item_open":
                self._open_item()
            case "list_item_close" | "footnote_reference_close":
                self._close_item()
            case "footnote_reference_open":
                self._open(note_of(token))
            case _:
                pass

    def _text(self, index: int) -> int:
        opening = self._tokens[index]
        text = self._tokens[index + 1].content
        parts = list(pieces(text))
        level = int(opening.tag[1:]) if opening.type == "heading_open" else 0
        # A Setext underline may come after pieces that were already drawn as a paragraph.
        late = level and opening.markup != "#" * level
        for number, part in enumerate(parts):
            heading = level and (not late or number == len(parts) - 1)
            kind = Kind.HEADING if heading else Kind.PARAGRAPH
            if len(parts) == 1 and not heading and _ONLY_IMAGE.fullmatch(part):
                kind = Kind.IMAGE
            self._add(
                Block(kind, part, level=level if heading else 0, continues=number > 0), first=True
            )
        return index + 3

    def _code(self, token: Token) -> None:
        language = token.info.strip().split(maxsplit=1)[0] if token.info.strip() else ""
        lines = token.content.removesuffix("\n").split("\n")
        for at in range(0, len(lines), CHUNK_LINES):
            text = "\n".join(lines[at : at + CHUNK_LINES])
            self._add(Block(Kind.CODE, text, language=intern(language), continues=at > 0))

    def _table(self, index: int) -> int:
        meta = self._tokens[index].meta
        self._table_chunks(meta[TABLE_ROWS], meta[TABLE_ALIGNS])
        return index + 2

    def _table_chunks(self, rows: list[tuple[str, ...]], aligns: tuple[str, ...]) -> None:
        head, body = rows[0], rows[1:]
        for at in range(0, max(1, len(body)), CHUNK_ROWS):
            part = tuple(body[at : at + CHUNK_ROWS])
            headed = at == 0 and not self._is_continued
            chunk = (head, *part) if headed else part
            self._add(Block(Kind.TABLE, rows=chunk, aligns=aligns, continues=not headed))

    def _open_list(self, token: Token) -> None:
        start = token.attrGet("start")
        number = int(start) if start is not None else 1
        if self._known_numbers:
            number = self._known_numbers.pop(0)
        self._numbers.append(number if token.type == "ordered_list_open" else None)

    def _open_item(self) -> None:
        number = self._numbers[-1]
        if number is not None:
            self._numbers[-1] = number + 1
        self._open(Item(item_marker(number, ""), opens=True))

    def _open(self, container: Quote | Item) -> None:
        """The first containers to open are those that were open at the cut."""
        known = self._known_containers
        self._containers.append(known.pop(0) if known else container)

    def _close_item(self) -> None:
        item = self._containers[-1]
        if isinstance(item, Item) and item.opens:
            self._add(Block(Kind.PARAGRAPH))
        self._containers.pop()

    def _add(self, block: Block, *, first: bool = False) -> None:
        block = self._task(block) if first else block
        continues = block.continues or self._is_continued
        containers = _shared(tuple(self._containers))
        self._blocks.append(replace(block, containers=containers, continues=continues))
        self._containers = [
            replace(each, opens=False) if isinstance(each, Item) else each
            for each in self._containers
        ]

    def _task(self, block: Block) -> Block:
        """`[ ] ` at the start of an item is a box in place of its bullet."""
        item = self._containers[-1] if self._containers else None
        box = _TASKS.get(block.text[:4])
        if not isinstance(item, Item) or not item.opens or box is None:
            return block
        self._containers[-1] = replace(item, marker=box)
        return replace(block, text=block.text[4:])
