"""What a reader sees of a turn, row by row, folded and undrawn rows included.

Made from the rows and not from their source, so that a count is exact: the stars around a bold word
are not seen.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.finding import Pattern, letters
from studio.core.messages import (
    Attachment,
    Citation,
    Part,
    Reasoning,
    ServerToolUse,
    Sources,
    Text,
    ToolUse,
)
from studio.core.transcript import replay
from studio.ui.chat.inline import prompt_spans, read_inline
from studio.ui.chat.leaves import Kind
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, Row
from studio.ui.chat.sections import Prompt, Prose, Section, SourceList
from studio.ui.chat.sources_block import source_texts
from studio.ui.chat.turn_rows import TurnRows

CardTexts = Callable[[str], tuple[str, ...]]

_MARKUP = re.compile(r"[*_~`\[\]\\&<>$^]| \n|\n ")
_OBJECT = "\ufffc"  # what a formula is in the text that it stands in
_PIECE = 4_000  # characters of an answer that are read at a time


# A row of a turn that stays the same while rows above it fold: its section, and the row in that.
# A plain number: of tens of thousands of objects Python's search for waste would hold the window.
Spot = int
_PART = 32


def spot_at(section: int, part: int) -> Spot:
    return section << _PART | part


def section_of(spot: Spot) -> int:
    return spot >> _PART


def part_of(spot: Spot) -> int:
    return spot & ((1 << _PART) - 1)


@dataclass(slots=True)
class Passage:
    """The texts of one row. Those of Markdown are read when they may hold what is looked for.

    It holds texts and nothing that holds others.
    """

    spot: Spot
    texts: tuple[str, ...] | None = None
    sources: tuple[str, ...] = ()
    references: Mapping[str, Any] | None = None
    source_letters: bytes = field(default=b"", repr=False)

    def count(self, pattern: Pattern) -> int:
        if self.texts is None:
            source = "\n".join(self.sources)
            if not self.source_letters:
                self.source_letters = letters(source)
            if not pattern.may_be_in(source, self.source_letters):
                return 0
            self.texts = tuple(_seen(text, self.references) for text in self.sources)
            self.sources, self.references, self.source_letters = (), None, b""
        return sum(pattern.count(text) for text in self.texts)


# A row whose texts are known: of tuples and texts alone Python's search for waste knows at once
# that they hold nothing, of ten thousands of objects it would not, and hold the window meanwhile.
Known = tuple[Spot, tuple[str, ...]]


def count_at(passages: list[Passage | Known], index: int, pattern: Pattern) -> tuple[Spot, int]:
    """How often one of these rows holds it, and which that is."""
    passage = passages[index]
    if isinstance(passage, Passage):
        count = passage.count(pattern)
        if passage.texts is not None:
            passages[index] = (passage.spot, passage.texts)
        return passage.spot, count
    spot, texts = passage
    return spot, sum(pattern.count(text) for text in texts)


class Sieve:
    """Says cheaply that a turn can not hold something. Made when a turn is first looked at."""

    def __init__(self, turn: Turn) -> None:
        self._source = "\n".join(_raw(turn))
        self._letters = letters(self._source)

    def may_hold(self, pattern: Pattern) -> bool:
        return pattern.may_be_in(self._source, self._letters)


def read_turn(turn: Turn, rows: TurnRows) -> Iterator[None]:
    """Makes the rows of a turn that nobody looked at yet, in steps a frame can bear."""
    for event in replay(turn):
        for piece in _pieces(event):
            rows.apply(piece)
            yield


def passages(rows: TurnRows, card_texts: CardTexts) -> Iterator[Passage]:
    """All rows of a turn that have text, from the top."""
    for number, (_, section) in enumerate(rows.stretches()):
        yield from _of_section(number, section, card_texts)


def _of_section(number: int, section: Section, card_texts: CardTexts) -> Iterator[Passage]:
    match section:
        case Prompt():
            yield from _of_prompt(number, section)
        case Prose():
            yield from _of_blocks(number, section.blocks)
        case SourceList():
            yield Passage(spot_at(number, 0), source_texts(section.citations))
        case _:
            for part, row in enumerate(section.rows):
                if isinstance(row, CardRow):
                    yield Passage(spot_at(number, part), card_texts(row.tool_use_id))


def _of_prompt(number: int, prompt: Prompt) -> Iterator[Passage]:
    for part, row in enumerate(prompt.whole()):
        if isinstance(row, BlockRow):
            yield from _of_block(spot_at(number, part), row)
        elif isinstance(row, PromptRow):
            piece = row.text
            text = "".join(span.text for span in prompt_spans(piece)) if "`" in piece else piece
            yield Passage(spot_at(number, part), (text, *(each.name for each in row.attachments)))


def _of_blocks(number: int, blocks: Sequence[Row]) -> Iterator[Passage]:
    for part, row in enumerate(blocks):
        if isinstance(row, BlockRow):
            yield from _of_block(spot_at(number, part), row)


def _of_block(spot: Spot, row: BlockRow) -> Iterator[Passage]:
    match row.block.kind:
        case Kind.RULE | Kind.MATH | Kind.IMAGE:
            return
        case Kind.CODE:
            yield Passage(spot, (row.block.text,))
        case Kind.TABLE:
            cells = tuple(cell for cells in row.block.rows for cell in cells)
            yield Passage(spot, None, cells, row.references or None)
        case Kind.PARAGRAPH | Kind.HEADING:
            yield Passage(spot, None, (row.block.text,), row.references or None)


def _seen(text: str, references: Mapping[str, Any] | None) -> str:
    if not _MARKUP.search(text):
        return text.replace("\n", " ")
    spans = read_inline(text, references)
    return "".join(_OBJECT if span.is_math else span.text for span in spans)


def _pieces(event: ev.Event) -> Iterator[ev.Event]:
    if isinstance(event, ev.TextDelta | ev.ReasoningDelta) and len(event.text) > _PIECE:
        for at in range(0, len(event.text), _PIECE):
            yield type(event)(event.text[at : at + _PIECE])
    else:
        yield event


def _raw(turn: Turn) -> Iterator[str]:
    for part in turn.prompt:
        yield from _raw_part(part)
    for round_ in turn.rounds:
        for part in round_.parts:
            yield from _raw_part(part)


def _raw_part(part: Part) -> Iterator[str]:
    match part:
        case Text(text) | Reasoning(text):
            yield text
        case ToolUse(call, result=result):
            yield call.name
            yield call.arguments
            yield result.content if result is not None else ""
        case Sources(citations):
            for each in citations:
                yield from _raw_citation(each)
        case ServerToolUse(name=name, arguments=arguments, output=output):
            # Its title is in the user's language; what stands there is looked at.
            yield from (name, arguments, output, "&")
        case Attachment(name=name):
            yield name


def _raw_citation(citation: Citation) -> tuple[str, ...]:
    return (citation.url, citation.title, citation.quote)
