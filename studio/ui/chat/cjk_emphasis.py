"""An inline parser whose emphasis works beside Chinese, Japanese and Korean punctuation.

CommonMark asks for a space where these scripts have none, so `**「文」**です` stays unread. Here
their letters and signs never count as punctuation, and beside other punctuation they count as a
space.
"""

from bisect import bisect_right

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType
from typing_extensions import override

# Hangul, kana, bopomofo, ideographs, and the punctuation and full-width forms that go with them.
_RANGES = (
    (0x1100, 0x11FF), (0x20A9, 0x20A9), (0x2E80, 0x303E), (0x3040, 0xA4CF), (0xA960, 0xA97F),
    (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0xFE10, 0xFE1F), (0xFE30, 0xFE6F), (0xFF00, 0xFFEF),
    (0x16FE0, 0x18D8F), (0x1AFF0, 0x1B16F), (0x1F200, 0x1F2FF), (0x20000, 0x3FFFD),
)  # fmt: skip
_STARTS = [first for first, _ in _RANGES]
_LEAST = _RANGES[0][0]


class FriendlyInline(ParserInline):
    """Reads inline text with `FriendlyState`."""

    @override
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = FriendlyState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class FriendlyState(StateInline):
    """Judges marks of emphasis by their neighbours."""

    @override
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        stop = start
        while stop < self.posMax and self.src[stop] == self.src[start]:
            stop += 1
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[stop] if stop < self.posMax else " "
        opens, closes = _flanks(before, after), _flanks(after, before)
        can_open = opens and (canSplitWord or not closes or _is_punctuation(before))
        can_close = closes and (canSplitWord or not opens or _is_punctuation(after))
        return Scanned(can_open, can_close, stop - start)


def _flanks(outer: str, inner: str) -> bool:
    """Whether marks between the two belong to the inner side."""
    if isWhiteSpace(ord(inner)):
        return False
    if not _is_punctuation(inner) or is_cjk(inner):
        return True
    return isWhiteSpace(ord(outer)) or _is_punctuation(outer) or is_cjk(outer)


def _is_punctuation(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script without spaces between its words, or to Korean."""
    code = ord(char)
    return code >= _LEAST and code <= _RANGES[bisect_right(_STARTS, code) - 1][1]
