"""Reads Markdown as it arrives: finished blocks are frozen, only the open one is read again.

Block structure is read line by line, so with complete lines only the last top-level block can still
change. An unfinished line proves nothing: a lone `*` after a list reads as a second list.
"""

import re
from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markdown_it.token import Token

from studio.ui.chat.block_parser import block_parser
from studio.ui.chat.fences import DEPTH_SIGN
from studio.ui.chat.flattening import NO_PATH, Group, OpenPath, cut_position, flatten, top_groups
from studio.ui.chat.leaves import PIECE_CHARS, Block
from studio.ui.chat.open_path import last_cut
from studio.ui.chat.written_pictures import SIGN, WrittenPictures

# Half of a mark that will be something else in a moment: `-` under a paragraph is a heading until
# the item's text arrives, two backticks are text until the third.
_HALF_MARK = re.compile(r"[ >]*(?:[-+*#=_`~|:$]{1,6}|\\\[?|\d{1,9}[.)]?|[-*+] ?\[[ xX]?\]?)[ ]*\Z")

# A tail longer than this is read again only when it has grown by a share of what is beyond.
_LONG = 3 * PIECE_CHARS
_LONG_SHARE = 64

References = MutableMapping[str, Any]


def parse(text: str) -> tuple[Block, ...]:
    """The blocks of a whole text, read in one go."""
    pictures = WrittenPictures()
    text = pictures.folded(_normalised(text))
    pictures.close()
    groups = top_groups(_PARSER.parse(text, {}))
    return _unfolded((block for group in groups for block in flatten(group)), pictures)


@dataclass(frozen=True, slots=True)
class _Tail:
    """Where reading goes on, and what stands before it so that it reads as it would in place."""

    start: int = 0
    prefix: str = ""
    continues: bool = False
    path: OpenPath = NO_PATH


class MarkdownStream:
    """One text that grows. Lives as long as its message is open; pure, without Qt.

    `blocks[:frozen]` never change again. `environment` holds the link definitions seen so far.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.frozen = 0
        self.environment: References = {}
        self.parsed_chars = 0
        self._text = ""
        self._tail = _Tail()
        self._complete = 0
        self._is_finished = False
        self._held = ""
        self._read = 0
        self._pictures = WrittenPictures()

    def feed(self, delta: str) -> int:
        """Adds text; returns the index of the first block that may have changed."""
        delta = self._held + delta
        # A CR may be half of a CRLF that was cut in two.
        self._held = "\r" if delta.endswith("\r") else ""
        return self._grow(self._pictures.folded(_normalised(delta.removesuffix("\r"))))

    def finish(self) -> int:
        """Says that nothing more comes; returns the index of the first block that changed."""
        self._is_finished = True
        held, self._held = self._held, ""
        delta = self._pictures.folded(_normalised(held))
        self._pictures.close()
        return self._grow(delta)

    def _grow(self, delta: str) -> int:
        first = self.frozen
        self._text += delta
        if not self._is_due():
            return first
        self._read = len(self._text)
        newline = self._text.rfind("\n") + 1
        if newline > self._complete:
            self._complete = newline
            self._freeze_blocks()
        self._freeze_pieces()
        self._show_tail()
        self._drop_frozen_text()
        return first

    def _is_due(self) -> bool:
        """A long block of which nothing can be frozen is not read again for every word."""
        fresh = len(self._text) - self._read
        return self._is_finished or fresh > (len(self._text) - _LONG) // _LONG_SHARE

    def _freeze_blocks(self) -> None:
        """Freezes what complete lines prove to be finished."""
        while True:
            text = self._tail.prefix + self._text[self._tail.start : self._complete]
            groups = top_groups(self._parse(text, self.environment))
            if not groups:
                return
            lines = _line_starts(text)
            if len(groups) > 1:
                self._keep(groups[:-1])
                self._move(lines[groups[-1].start])
                continue
            if not self._freeze_inside(groups[0], text, lines):
                return

    def _freeze_inside(self, group: Group, text: str, lines: Sequence[int]) -> bool:
        """Freezes the finished part of the open block, if it has one."""
        cut = last_cut(group, self._tail.path, text.split("\n"))
        if cut is None or lines[cut.line] <= len(self._tail.prefix):
            return False
        if cut.is_inside:
            self._freeze(self._flat(group)[:-1])
        else:
            self._freeze(self._flat(_tokens_before(group, cut.line)))
        self._move(lines[cut.line], prefix=cut.prefix, continues=cut.is_inside, path=cut.path)
        return True

    def _freeze_pieces(self) -> None:
        """Freezes the beginning of an overlong paragraph, even within an unfinished line."""
        if len(self._text) - self._tail.start <= PIECE_CHARS:
            return
        text = self._tail.prefix + self._text[self._tail.start :]
        groups = top_groups(self._parse(text, self._copied_environment()))
        if len(groups) != 1 or groups[0].opening.type != "paragraph_open":
            return
        lead = len(self._tail.prefix)
        begin = _line_starts(text)[groups[0].start]
        begin += len(text[begin:]) - len(text[begin:].lstrip()) + lead
        content = groups[0].tokens[1].content[lead:]
        done, count = 0, 0
        while (cut := cut_position(content[done:])) and _is_sure(text, begin + done + cut):
            done += cut
            count += 1
        if count:
            self._freeze(self._flat(groups[0])[:count])
            self._move(begin + done, prefix="x", continues=True)

    def _show_tail(self) -> None:
        rest = self._text[self._tail.start :]
        if not self._is_finished:
            head, newline, line = rest.rpartition("\n")
            if _HALF_MARK.match(line):
                rest = head + newline
        groups = top_groups(self._parse(self._tail.prefix + rest, self._copied_environment()))
        del self.blocks[self.frozen :]
        for number, group in enumerate(groups):
            blocks = self._flat(group) if number == 0 else flatten(group)
            self.blocks.extend(_unfolded(blocks, self._pictures))
        if self._is_finished:
            self.frozen = len(self.blocks)

    def _keep(self, groups: Sequence[Group]) -> None:
        for number, group in enumerate(groups):
            self._freeze(self._flat(group) if number == 0 else flatten(group))

    def _flat(self, group: Group) -> tuple[Block, ...]:
        """Flattens the first group of the tail, minus what was put before it."""
        tail = self._tail
        if not tail.continues:
            return flatten(group, path=tail.path)
        return flatten(_without_lead(group), continues=True, path=tail.path)

    def _freeze(self, blocks: Sequence[Block]) -> None:
        del self.blocks[self.frozen :]
        self.blocks.extend(_unfolded(blocks, self._pictures))
        self.frozen = len(self.blocks)

    def _move(
        self,
        offset: int,
        *,
        prefix: str = "",
        continues: bool = False,
        path: OpenPath = NO_PATH,
    ) -> None:
        start = self._tail.start + offset - len(self._tail.prefix)
        self._tail = _Tail(start, prefix, continues, path)

    def _drop_frozen_text(self) -> None:
        """Forgets what is frozen: a long message costs no more a letter than a short one."""
        start = self._tail.start
        self._text = self._text[start:]
        self._read = len(self._text)
        self._complete = max(0, self._complete - start)
        self._tail = replace(self._tail, start=0)

    def _copied_environment(self) -> References:
        """An unfinished line may define half a link: that must not stay."""
        return {"references": dict(self.environment.get("references", {}))}

    def _parse(self, text: str, environment: References) -> list[Token]:
        self.parsed_chars += len(text)
        return _PARSER.parse(text, environment)


def _is_sure(text: str, cut: int) -> bool:
    """Whether the line with the cut is a paragraph's line whatever comes after it."""
    line_start = text.rfind("\n", 0, cut) + 1
    if cut - line_start > PIECE_CHARS:
        return True
    # Only the next line, once complete, tells a paragraph's line from a table's head.
    line_end = text.find("\n", cut)
    return line_end >= 0 and text.find("\n", line_end + 1) >= 0


def _tokens_before(group: Group, line: int) -> Group:
    """The blocks of a group that begin above a line; what they stand in is left open."""
    for index, token in enumerate(group.tokens):
        if token.map is not None and token.map[0] >= line:
            return Group(group.tokens[:index], group.start, line)
    return group


def _without_lead(group: Group) -> Group:
    """Takes off what was put before the tail: the head of a table, the `x` of a paragraph."""
    if group.opening.type not in {"paragraph_open", "heading_open"}:
        return group
    inline = group.tokens[1].copy(content=group.tokens[1].content[1:])
    return Group((group.tokens[0], inline, *group.tokens[2:]), group.start, group.end)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _unfolded(blocks: Iterable[Block], pictures: WrittenPictures) -> tuple[Block, ...]:
    """Puts back into blocks what was set aside of pictures."""
    unfolded = pictures.unfolded
    return tuple(
        block
        if SIGN not in block.text and not any(SIGN in cell for row in block.rows for cell in row)
        else replace(
            block,
            text=unfolded(block.text),
            rows=tuple(tuple(unfolded(cell) for cell in row) for row in block.rows),
        )
        for block in blocks
    )


def _normalised(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for each in ("\0", DEPTH_SIGN, SIGN):
        text = text.replace(each, "\ufffd")
    return text


# One for all: it holds nothing of what it reads, and is 50 kB.
_PARSER = block_parser()
