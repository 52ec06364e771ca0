"""Finds how much of an open block is finished: of a list all but the last block of its last item.

Of a Markdown text that ends with a complete line only the rightmost path can still change. What is
read again later needs the containers around it, so their first lines are put before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from studio.ui.chat.fences import FENCE_DEPTHS, with_depth
from studio.ui.chat.flattening import Group, OpenPath, item_marker, note_of
from studio.ui.chat.leaves import CHUNK_LINES, CHUNK_ROWS, PIECE_CHARS, Item, Quote
from studio.ui.chat.table_rule import TABLE_ROWS
from studio.ui.chat.tex_rules import OPEN_FORMULA, may_open

_TEXTS = {"paragraph_open", "heading_open"}
_LISTS = {"bullet_list_open", "ordered_list_open"}


@dataclass(frozen=True, slots=True)
class Cut:
    """Reading may go on at `line`, with `prefix` before it and `path` to be taken off again."""

    line: int
    prefix: str
    path: OpenPath
    is_inside: bool = False  # of one block of code or one table


def last_cut(group: Group, known: OpenPath, lines: Sequence[str]) -> Cut | None:
    """The last place where an open block can be cut; `known` was cut off before."""
    return _Descent(group, known, lines).cut()


class _Descent:
    """One way down the rightmost path."""

    def __init__(self, group: Group, known: OpenPath, lines: Sequence[str]) -> None:
        self._tokens = group.tokens
        self._known = known
        self._lines = lines
        self._path = OpenPath()
        self._heads: list[int] = []
        self._lacks_head = False
        self._cut: Cut | None = None

    def cut(self) -> Cut | None:
        begin, end = 0, len(self._tokens)
        while True:
            inner = self._enter(begin, end)
            if inner is None:
                return self._cut
            begin, end = inner

    def _enter(self, begin: int, end: int) -> tuple[int, int] | None:
        """Goes into a container; returns its last child, or None at the path's end."""
        kind = self._tokens[begin].type
        if kind in _LISTS:
            items = self._children(begin, end)
            if len(items) > 1 and self._lacks_head:
                return None
            self._enter_item(begin, items)
            begin, end = items[-1]
        elif kind == "blockquote_open":
            if any(isinstance(each, Item) for each in self._path.containers):
                return None
            self._add(Quote())
        elif kind == "footnote_reference_open":
            known = self._known.containers[len(self._path.containers) :]
            self._add(known[0] if known else note_of(self._tokens[begin], opens=False))
        else:
            self._cut_inside(begin, end)
            return None
        children = self._children(begin, end)
        if not children or not self._take_head(begin, children):
            return None
        if len(children) > 1:
            self._mark(children[-1][0])
        return children[-1]

    def _enter_item(self, begin: int, items: Sequence[tuple[int, int]]) -> None:
        depth = len(self._path.numbers)
        known = self._known.numbers
        start = self._tokens[begin].attrGet("start")
        first = known[depth] if depth < len(known) else int(start) if start is not None else 1
        number = first + len(items) - 1
        self._path = replace(self._path, numbers=(*self._path.numbers, number))
        if len(items) > 1:
            self._mark(items[-1][0])
        is_first = len(items) == 1
        position = len(self._path.containers)
        if is_first and position < len(self._known.containers):
            self._add(self._known.containers[position])
        else:
            self._add(Item(self._marker(begin, items[-1], number), opens=False))

    def _marker(self, begin: int, item: tuple[int, int], number: int) -> str:
        inline = self._tokens[item[0] + 2] if item[1] - item[0] > 2 else None
        text = inline.content if inline is not None and inline.type == "inline" else ""
        is_ordered = self._tokens[begin].type == "ordered_list_open"
        return item_marker(number if is_ordered else None, text)

    def _add(self, container: Quote | Item) -> None:
        self._path = replace(self._path, containers=(*self._path.containers, container))

    def _take_head(self, begin: int, children: Sequence[tuple[int, int]]) -> bool:
        """Keeps the container's first line; false when it would not read the same by itself.

        It must open this container and no other that is over, and hold a line of text.
        """
        line, first = self._line_of(begin), children[0][0]
        if self._line_of(first) != line or len(self._lines[line]) > PIECE_CHARS:
            return False
        if self._tokens[first].type in _TEXTS:
            if may_open(self._tokens[first + 1].content):
                return False
            self._lacks_head = False
            self._heads.append(line)
            return True
        # Another container on the same line: its line is this one's too, while both are open.
        self._lacks_head = True
        return len(children) == 1

    def _mark(self, child: int) -> None:
        path = replace(self._path, lead=len(self._heads))
        self._cut = Cut(self._line_of(child), self._prefix(), path)

    def _cut_inside(self, begin: int, end: int) -> None:
        """Cuts long code and long tables where their chunks end."""
        opening = self._tokens[begin]
        if opening.type == "fence" and not opening.meta.get(OPEN_FORMULA):
            head, size, count = 1, CHUNK_LINES, opening.content.count("\n")
        elif opening.type == "table_open":
            head, size, count = 2, CHUNK_ROWS, len(opening.meta[TABLE_ROWS]) - 1
        else:
            return
        # At least one line stays behind: nothing may come after it.
        chunks = (count - 1) // size
        if chunks < 1 or self._lacks_head:
            return
        first = self._line_of(begin)
        opened = [*self._lines[first : first + head]]
        if depths := opening.meta.get(FENCE_DEPTHS):
            opened[0] = with_depth(opened[0], depths[chunks * size])
        prefix = self._prefix() + "".join(f"{line}\n" for line in opened)
        path = replace(self._path, lead=len(self._heads))
        self._cut = Cut(first + head + chunks * size, prefix, path, is_inside=True)

    def _prefix(self) -> str:
        quotes = sum(isinstance(each, Quote) for each in self._path.containers)
        # An empty line ends the head's paragraph; within quotes it must not end the quote.
        blank = ">" * quotes + "\n"
        return "".join(f"{self._lines[head]}\n{blank}" for head in self._heads)

    def _line_of(self, index: int) -> int:
        return (self._tokens[index].map or [0])[0]

    def _children(self, begin: int, end: int) -> list[tuple[int, int]]:
        """The blocks right inside a container."""
        level = self._tokens[begin].level + 1
        children: list[tuple[int, int]] = []
        start = begin + 1
        for index in range(begin + 1, end - 1):
            token = self._tokens[index]
            if token.level == level and token.nesting != 1 and token.type != "inline":
                children.append((start, index + 1))
                start = index + 1
        return children
