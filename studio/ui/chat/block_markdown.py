"""Blocks become Markdown again: lists with their numbers, quotes, tables, fences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from studio.ui.chat.inline_markdown import guarded, inline_markdown
from studio.ui.chat.leaf_texts import Leaf
from studio.ui.chat.leaves import Item, Kind, Note, Quote

_BOXES = {"☐": "[ ]", "☑": "[x]"}
_RULES = {"": "---", "left": ":--", "right": "--:", "center": ":-:"}


def block_markdown(leaves: Sequence[Leaf]) -> str:
    """The Markdown source of some blocks."""
    writer = _Blocks()
    for leaf in leaves:
        writer.add(leaf)
    return "\n".join(writer.lines)


@dataclass(frozen=True, slots=True)
class _Open:
    """A container that is open: what its first line begins with, and all others."""

    container: Quote | Item
    first: str
    rest: str


class _Blocks:
    """Writes block after block, and knows which containers are open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open: list[_Open] = []

    def add(self, leaf: Leaf) -> None:
        shared = self._shared(leaf.containers)
        before, kept = self._open, self._open[:shared]
        opened = list(kept)
        for depth in range(shared, len(leaf.containers)):
            old = before[depth] if depth == shared and depth < len(before) else None
            opened.append(_opened(leaf.containers[depth], old))
        in_item = any(isinstance(each.container, Item) for each in opened[shared:])
        lines = _lines_of(leaf, in_item=in_item)
        if self.lines and not self._is_tight(before, opened, shared, leaf):
            self.lines.append("".join(each.rest for each in kept).rstrip(" "))
        self._write(lines, opened, shared)
        self._open = opened

    def _shared(self, containers: Sequence[Quote | Item]) -> int:
        """How many of the open containers go on."""
        shared = 0
        for each, new in zip(self._open, containers, strict=False):
            opens = isinstance(new, Item) and new.opens
            if type(each.container) is not type(new) or opens:
                break
            shared += 1
        return shared

    def _is_tight(self, before: list[_Open], opened: list[_Open], shared: int, leaf: Leaf) -> bool:
        """Items of one list stand line by line, and so does a list within an item."""
        if shared >= len(opened) or not isinstance(opened[shared].container, Item):
            return False
        marker = opened[shared].first
        if shared < len(before):
            return _is_next(before[shared], marker)
        is_deeper = bool(before) and isinstance(before[-1].container, Item)
        is_empty = leaf.kind is Kind.PARAGRAPH and not (leaf.source or leaf.spans)
        return is_deeper and not is_empty and marker[:2] in {"- ", "1."}

    def _write(self, lines: list[str], opened: list[_Open], shared: int) -> None:
        rest = "".join(each.rest for each in opened)
        lead = "".join(each.rest for each in opened[:shared])
        first = lead + "".join(each.first for each in opened[shared:])
        for number, line in enumerate(lines):
            begin = rest if number else first
            self.lines.append(begin + line if line else begin.rstrip(" "))


def _opened(container: Quote | Item, old: _Open | None) -> _Open:
    """A new container; a list that begins right after another one has other signs."""
    if isinstance(container, Quote):
        return _Open(container, "> ", "> ")
    if isinstance(container, Note):
        return _Open(container, f"[^{container.label}]: ", "    ")
    marker = container.marker
    if not re.fullmatch(r"\d+\.", marker):
        box = _BOXES.get(marker)
        return _Open(container, f"- {box} " if box else "- ", "  ")
    sign = "."
    if old is not None and (found := re.match(r"(\d+)([.)])", old.first)):
        is_next = int(marker[:-1]) == int(found[1]) + 1
        sign = found[2] if is_next else {".": ")", ")": "."}[found[2]]
    first = f"{marker[:-1]}{sign} "
    return _Open(container, first, " " * len(first))


def _is_next(old: _Open, marker: str) -> bool:
    if not isinstance(old.container, Item):
        return False
    if old.first[0] == "-" or marker[0] == "-":
        return old.first[0] == marker[0]
    return old.first.strip()[-1] == marker.strip()[-1]


def _lines_of(leaf: Leaf, *, in_item: bool) -> list[str]:
    match leaf.kind:
        case Kind.PARAGRAPH:
            return guarded(_text_of(leaf)).split("\n")
        case Kind.HEADING:
            return _heading(_text_of(leaf), leaf.level)
        case Kind.CODE:
            return fenced(leaf.code, leaf.language).split("\n")
        case Kind.TABLE:
            return _table(leaf)
        case Kind.RULE:
            return ["***" if in_item else "---"]
        case Kind.IMAGE:
            return [_text_of(leaf)]
        case Kind.MATH:
            return f"$$\n{leaf.code}\n$$".split("\n")
        case _:
            assert_never(leaf.kind)


def _text_of(leaf: Leaf) -> str:
    return leaf.source if leaf.source is not None else inline_markdown(leaf.spans)


def _heading(text: str, level: int) -> list[str]:
    needs_line = "\n" in text or text.endswith("#")
    if level <= 2 and needs_line:
        return [*guarded(text).split("\n"), "=" * 3 if level == 1 else "-" * 3]
    marks = "#" * max(1, level)
    return [f"{marks} {text}".rstrip(" ").replace("\n", " ")]


def fenced(code: str, language: str = "") -> str:
    """Code between fences that it does not hold itself."""
    sign = "~" if "`" in language else "`"
    runs = re.findall(f"{sign}{{3,}}", code)
    fence = sign * max(3, *(len(run) + 1 for run in runs), 3)
    lead = " " if language.startswith(sign) else ""
    return (
        f"{fence}{lead}{language}\n{code}\n{fence}" if code else f"{fence}{lead}{language}\n{fence}"
    )


def _table(leaf: Leaf) -> list[str]:
    width = max((len(line) for line in leaf.cells), default=1)
    cells = list(leaf.cells)
    if not leaf.has_head:
        cells.insert(0, [()] * width)
    aligns = [*leaf.aligns, *[""] * width][:width]
    rules = "| " + " | ".join(_RULES.get(align, "---") for align in aligns) + " |"
    if leaf.sources is not None and leaf.has_head:
        lines = [_table_row(line) for line in leaf.sources]
    else:
        lines = [_table_row([inline_markdown(spans) for spans in line]) for line in cells]
    return [lines[0], rules, *lines[1:]]


def _table_row(cells: Sequence[str]) -> str:
    texts = (cell.replace("\\\n", " ").replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(texts) + " |"
