"""A selection as Markdown: what is read back gives the same blocks."""

import json
from collections.abc import Iterator, Sequence

from studio.core.chats import Turn
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
from studio.ui.chat.block_markdown import block_markdown, fenced
from studio.ui.chat.card_pieces import name_of, pieces_of
from studio.ui.chat.card_texts import laid_out
from studio.ui.chat.cutting import Piece, cells_of, code_of, spans_of
from studio.ui.chat.excerpt import Excerpt, Passage, Uses, groups_of
from studio.ui.chat.inline_markdown import code_span, escaped, inline_markdown, link_markdown
from studio.ui.chat.leaf_texts import leaves_of
from studio.ui.chat.leaves import Kind
from studio.ui.chat.note_blocks import reasoning_label
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, ReasoningRow, SourcesRow


def markdown_of(taken: Excerpt) -> str:
    """The Markdown of a selection."""
    passages = taken.passages
    if len(passages) == 1 and len(passages[0].pieces) == 1 and not passages[0].pieces[0].is_whole:
        return _stretch(passages[0].pieces[0])
    texts = (_passage(passage, taken.uses) for passage in passages)
    return "\n\n".join(text for text in texts if text)


def card_markdown(use: ToolUse | ServerToolUse | None) -> str:
    """What a card is about: the tool's name, its arguments and its result."""
    if use is None:
        return ""
    parts = [f"**{escaped(name_of(use))}**"]
    for caption, text in pieces_of(use):
        if caption:
            parts.append(f"*{escaped(caption)}*")
        parts.append(fenced(laid_out(text), _language(text)))
    return "\n\n".join(parts)


def sources_markdown(citations: Sequence[Citation]) -> str:
    """The sources as a numbered list of links."""
    lines = []
    for number, each in enumerate(dict.fromkeys(citations), start=1):
        title = escaped(" ".join(each.title.split()))
        link = link_markdown(title or escaped(each.url), each.url) if each.url else title
        lines.append(f"{number}. {link}")
    return "\n".join(lines)


def quoted_lines(markdown: str) -> str:
    """Markdown as a quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in markdown.split("\n"))


def _stretch(piece: Piece) -> str:
    """A stretch within one block: no marks of what stands around it."""
    row = piece.row
    if isinstance(row, PromptRow):
        return _as_typed(piece)
    if not isinstance(row, BlockRow):
        return ""
    if row.block.kind is Kind.CODE:
        code = code_of(piece)
        return fenced(code, row.block.language) if "\n" in code else code_span(code)
    if row.block.kind is Kind.TABLE:
        cells = cells_of(piece)
        is_one = len(cells) == 1 and len(cells[0]) == 1
        return inline_markdown(cells[0][0]) if is_one else block_markdown(leaves_of([piece]))
    return inline_markdown(spans_of(piece))


def _passage(passage: Passage, uses: Uses) -> str:
    texts = _turn_texts(passage.turn) if passage.turn is not None else _texts(passage, uses)
    return "\n\n".join(text for text in texts if text)


def _texts(passage: Passage, uses: Uses) -> Iterator[str]:
    for group in groups_of(passage.pieces):
        match group[0].row:
            case BlockRow(is_reasoning=is_reasoning):
                text = block_markdown(leaves_of(group))
                yield quoted_lines(text) if is_reasoning else text
            case PromptRow():
                yield "\n".join(_as_typed(piece) for piece in group)
                files = [each for piece in group for each in _files(piece)]
                yield "\n".join(_file(each) for each in files)
            case CardRow(tool_use_id):
                yield card_markdown(uses(tool_use_id))
            case SourcesRow(citations=citations):
                yield sources_markdown(citations)
            case ReasoningRow() as row:
                yield f"*{reasoning_label(row)}*"
            case _:
                continue


def _turn_texts(turn: Turn) -> Iterator[str]:
    """A whole turn from its source, without reading it: ten thousand of them take no time."""
    for part in (*turn.prompt, *(part for each in turn.rounds for part in each.parts)):
        yield _part(part)


def _part(part: Part) -> str:
    match part:
        case Text(text):
            return text.strip()
        case ToolUse() | ServerToolUse():
            return card_markdown(part)
        case Sources(citations):
            return sources_markdown(citations)
        case Attachment():
            return _file(part)
        case Reasoning(_, seconds):
            row = ReasoningRow(0, seconds, is_unfolded=False, is_running=False)
            return f"*{reasoning_label(row)}*"


def _as_typed(piece: Piece) -> str:
    row = piece.row
    if piece.is_whole and isinstance(row, PromptRow):
        return row.text
    return "".join(
        code_span(span.text) if span.is_code else span.text.replace("\u2028", "\n")
        for span in spans_of(piece)
    )


def _files(piece: Piece) -> tuple[Attachment, ...]:
    return piece.row.attachments if piece.is_whole and isinstance(piece.row, PromptRow) else ()


def _file(attachment: Attachment) -> str:
    return f"- {escaped(attachment.name)}"


def _language(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return "json"
