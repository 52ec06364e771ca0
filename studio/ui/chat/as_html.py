"""A selection as HTML for other programs: what things are, and nothing of how they look here."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from studio.core.messages import ServerToolUse, ToolUse
from studio.ui.chat.card_pieces import name_of, pieces_of
from studio.ui.chat.card_texts import laid_out
from studio.ui.chat.cutting import Piece, Spans, spans_of
from studio.ui.chat.excerpt import Excerpt, Uses, groups_of
from studio.ui.chat.inline import LINE_BREAK, Span
from studio.ui.chat.leaf_texts import Leaf, each_leaf
from studio.ui.chat.leaves import Item, Kind, Note, Quote
from studio.ui.chat.note_blocks import reasoning_label
from studio.ui.chat.rows import BlockRow, CardRow, PromptRow, ReasoningRow, SourcesRow

Containers = tuple[Quote | Item, ...]


def html_of(taken: Excerpt) -> str:
    """The HTML of a selection."""
    return "\n".join(html_pieces(taken))


def html_pieces(taken: Excerpt) -> Iterator[str]:
    """The lines of it, one by one."""
    for number, passage in enumerate(taken.passages):
        pieces = passage.read()
        if number == 0 and len(taken.passages) == len(pieces) == 1 and _is_stretch(pieces[0]):
            yield _inline(spans_of(pieces[0]))
            return
        yield from (line for line in _passage(pieces, taken.uses) if line)


def _is_stretch(piece: Piece) -> bool:
    """Whether it is some words of a paragraph."""
    row = piece.row
    if piece.is_whole:
        return False
    kinds = {Kind.PARAGRAPH, Kind.HEADING}
    return isinstance(row, PromptRow) or (isinstance(row, BlockRow) and row.block.kind in kinds)


def _passage(pieces: Sequence[Piece], uses: Uses) -> Iterator[str]:
    for group in groups_of(pieces):
        match group[0].row:
            case BlockRow(is_reasoning=is_reasoning):
                yield "<blockquote>" if is_reasoning else ""
                yield from _Blocks().write(each_leaf(group))
                yield "</blockquote>" if is_reasoning else ""
            case PromptRow():
                yield from (_prompt(piece) for piece in group)
            case CardRow(tool_use_id):
                yield from _card(uses(tool_use_id))
            case SourcesRow(citations=citations):
                links = (_link(escape(each.title or each.url), each.url) for each in citations)
                yield "<ol>" + "".join(f"<li>{link}</li>" for link in links) + "</ol>"
            case ReasoningRow() as row:
                yield f"<p><em>{escape(reasoning_label(row))}</em></p>"
            case _:
                continue


def _card(use: ToolUse | ServerToolUse | None) -> Iterator[str]:
    if use is None:
        return
    yield f"<p><strong>{escape(name_of(use))}</strong></p>"
    for caption, text in pieces_of(use):
        yield f"<p><em>{escape(caption)}</em></p>" if caption else ""
        yield _code(laid_out(text))


def _prompt(piece: Piece) -> str:
    row = piece.row
    files = row.attachments if piece.is_whole and isinstance(row, PromptRow) else ()
    names = "".join(f"<li>{escape(each.name)}</li>" for each in files)
    text = _inline(spans_of(piece))
    return (f"<p>{text}</p>" if text else "") + (f"<ul>{names}</ul>" if names else "")


class _Blocks:
    """Writes blocks with the lists and quotes around them."""

    def __init__(self) -> None:
        self._open: list[tuple[Quote | Item, str]] = []
        self._lines: list[str] = []

    def write(self, leaves: Iterable[Leaf]) -> Iterator[str]:
        for leaf in leaves:
            self._enter(leaf.containers)
            yield from self._lines
            self._lines = []
            yield _block(leaf)
        self._leave(0)
        yield from self._lines

    def _enter(self, containers: Containers) -> None:
        shared = 0
        for (open_one, _), new in zip(self._open, containers, strict=False):
            if type(open_one) is not type(new) or (isinstance(new, Item) and new.opens):
                break
            shared += 1
        self._leave(shared + 1)
        begin = shared
        if shared < len(self._open):
            begin += self._next_item(shared, containers)
        for container in containers[begin:]:
            self._lines.append(_opening(container))
            self._open.append((container, _tag(container)))

    def _next_item(self, depth: int, containers: Containers) -> int:
        """Goes on with a list that is open; else closes it."""
        old, tag = self._open[depth]
        new = containers[depth] if depth < len(containers) else None
        if isinstance(old, Item) and isinstance(new, Item) and _tag(new) == tag:
            is_next = tag == "ul" or int(new.marker[:-1]) == int(old.marker[:-1]) + 1
            if is_next:
                self._open[depth] = (new, tag)
                self._lines.append(f"</li>\n<li>{_sign(new)}")
                return 1
        self._leave(depth)
        return 0

    def _leave(self, depth: int) -> None:
        while len(self._open) > depth:
            container, tag = self._open.pop()
            self._lines.append(f"</li></{tag}>" if isinstance(container, Item) else f"</{tag}>")


def _tag(container: Quote | Item) -> str:
    if isinstance(container, Quote):
        return "blockquote"
    return "ol" if re.fullmatch(r"\d+\.", container.marker) else "ul"


def _opening(container: Quote | Item) -> str:
    tag = _tag(container)
    if isinstance(container, Quote):
        return f"<{tag}>"
    number = container.marker[:-1] if tag == "ol" else "1"
    start = f' start="{int(number)}"' if number != "1" else ""
    return f"<{tag}{start}><li>{_sign(container)}"


def _sign(item: Item) -> str:
    """The box of a task or the label of a footnote, which no list draws by itself."""
    is_shown = isinstance(item, Note) or item.marker in "☐☑"
    return f"{escape(item.marker)} " if is_shown else ""


def _block(leaf: Leaf) -> str:
    match leaf.kind:
        case Kind.HEADING:
            return f"<h{leaf.level}>{_inline(leaf.spans)}</h{leaf.level}>"
        case Kind.CODE:
            return _code(leaf.code)
        case Kind.TABLE:
            return _table(leaf)
        case Kind.RULE:
            return "<hr>"
        case Kind.MATH:
            return f"<p>$${escape(leaf.code)}$$</p>"
        case _:
            text = _inline(leaf.spans)
            return f"<p>{text}</p>" if text else ""


def _code(text: str) -> str:
    return f"<pre><code>{escape(text, quote=False)}\n</code></pre>"


def _table(leaf: Leaf) -> str:
    lines = list(leaf.cells)
    head = [lines.pop(0)] if leaf.has_head and lines else []
    rows = [_row(line, "th") for line in head] + [_row(line, "td") for line in lines]
    return "<table>\n" + "\n".join(rows) + "\n</table>"


def _row(cells: Sequence[Spans], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in cells) + "</tr>"


def _inline(spans: Spans) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    if span.is_math:
        return f"${escape(span.text)}$"
    text = escape(span.text, quote=False).replace(LINE_BREAK, "<br>\n")
    marks = (
        (span.is_code, "code"),
        (span.is_bold, "strong"),
        (span.is_italic, "em"),
        (span.is_struck, "del"),
    )
    for is_marked, tag in marks:
        text = f"<{tag}>{text}</{tag}>" if is_marked else text
    # A picture is a link: a program that takes the text must not fetch it unasked.
    address = span.image or span.link
    return _link(text or escape(address), address) if address else text


def _link(label: str, address: str) -> str:
    if not re.match(r"(?:https?:|mailto:)", address, re.IGNORECASE):
        return label
    return f'<a href="{escape(address)}">{label}</a>'
