"""Finds formulas: `$...$`, `$$...$$`, `\\(...\\)`, `\\[...\\]` and environments; prices are none.

All looks ahead are bounded: what is a formula is known soon, however long the text becomes.
"""

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from studio.ui.chat.leaves import DISPLAY

MATH_BLOCK = "math_block"
MATH_INLINE = "math_inline"
OPEN_FORMULA = "is_open_formula"

_MOST_LINES = 200
_MOST_CHARS = 6_000
_MOST_FIRST = 2_500  # less than a paragraph's first piece
_MOST_INLINE = 2_000
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|alignat|flalign|gather|multline|eqnarray)\*?)\}"
)
_TEX_SIGNS = frozenset("\\^_={}<>+|")
_PRICE = re.compile(r"\d[\d.,]*[A-Za-z%]?\s.*[A-Za-z]{2}", re.DOTALL)
_PROSE = re.compile(r"[\w\s,.;:'!?/-]*", re.ASCII)
_ORDINAL = re.compile(r"(?:th|st|nd|rd|s)\b")


@dataclass(frozen=True, slots=True)
class _Opening:
    """What a block formula begins with. `keeps` says that its marks are part of the formula."""

    mark: str
    closing: str
    keeps: bool = False


def math_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads a formula with lines of its own, closed or, at the end of the text, still open."""
    if state.is_code_block(start):
        return False
    line = _line(state, start)
    opening = _opening(line) if len(line) <= _MOST_FIRST else None
    if opening is None:
        return False
    # What ends a paragraph must not depend on lines to come: what is above is frozen by then.
    if silent:
        return True
    close = _closing_line(state, start, end, opening)
    if close is None:
        return False
    _push(state, start, close, opening, is_open=close >= end)
    return True


def may_open(text: str) -> bool:
    """Whether a text that is none could become a formula when other lines follow it."""
    return _opening(text.partition("\n")[0]) is not None


def _opening(line: str) -> _Opening | None:
    """The way a line opens a formula, judged by that line alone."""
    if line[:2] == "$$":
        found = _Opening("$$", "$$")
    elif line[:2] == "\\[":
        found = _Opening("\\[", "\\]")
    elif environment := _ENVIRONMENT.match(line):
        found = _Opening(environment[0], f"\\end{{{environment[1]}}}", keeps=True)
    else:
        return None
    rest = line[len(found.mark) :]
    if found.closing in rest:
        body = rest.removesuffix(found.closing)
        is_one = found.closing not in body and bool(body.strip("$ "))
        return found if is_one and (found.mark != "\\[" or _is_displayed(body)) else None
    return found if found.keeps or not rest or _TEX_SIGNS & set(rest) else None


def _closing_line(state: StateBlock, start: int, end: int, opening: _Opening) -> int | None:
    """The line that closes the formula; `end` if the text ends first, None if nothing closes it."""
    if opening.closing in _line(state, start)[len(opening.mark) :]:
        return start
    is_alone = opening.keeps or _line(state, start) == opening.mark
    chars = 0
    for number in range(start + 1, min(end, start + _MOST_LINES)):
        line = _line(state, number)
        chars += len(line)
        if line and state.sCount[number] < state.blkIndent:
            return None
        if chars > _MOST_CHARS or (not line and not is_alone):
            return None
        if line.endswith(opening.closing):
            return number if line != opening.closing or number > start + 1 else None
        if opening.closing in line:
            return None
    # A container that ends before the text does closes nothing that is in it.
    is_last = end >= len(state.bMarks) - 1 and end <= start + _MOST_LINES
    return end if is_last else None


def _push(state: StateBlock, start: int, close: int, opening: _Opening, *, is_open: bool) -> None:
    last = close if is_open else close + 1
    # Lines of a quote or an item begin after its marks.
    text = state.getLines(start, last, state.sCount[start], False).strip()
    if is_open:
        token = state.push("fence", "code", 0)
        token.info = "latex"
        token.content = text + "\n"
        token.meta = {OPEN_FORMULA: True}
    else:
        token = state.push(MATH_BLOCK, "math", 0)
        if not opening.keeps:
            text = text[len(opening.mark) :].removesuffix(opening.closing).strip()
        token.content = text
    token.map = [start, last]
    state.line = last


def _line(state: StateBlock, number: int) -> str:
    begin = state.bMarks[number] + state.tShift[number]
    return state.src[begin : state.eMarks[number]].rstrip(" \t")


def math_inline(state: StateInline, silent: bool) -> bool:
    """Reads a formula within a line."""
    src, pos = state.src, state.pos
    if src[pos] == "$":
        return _dollars(state, silent)
    mark = src[pos : pos + 2]
    if mark not in {"\\(", "\\["}:
        return False
    closing = "\\)" if mark == "\\(" else "\\]"
    stop = src.find(closing, pos + 2, min(state.posMax, pos + _MOST_INLINE))
    if stop < 0:
        return False
    text = src[pos + 2 : stop]
    is_formula = _is_displayed(text) if mark == "\\[" else not _is_prose(text)
    if not is_formula or not _has_sense(text):
        return False
    return _accept(state, silent, text, stop + 2, is_display=mark == "\\[")


def _dollars(state: StateInline, silent: bool) -> bool:
    src, pos, most = state.src, state.pos, state.posMax
    count = 1
    while pos + count < most and src[pos + count] == "$":
        count += 1
    mark = "$" * count
    stop = -1 if count > 2 else _end_of_dollars(src, pos + count, most, mark)
    if stop < 0:
        if not silent:
            state.append_pending(mark)
        state.pos += count
        return True
    text = src[pos + count : stop]
    if not _has_sense(text) or not _is_set_off(src, pos, stop, mark, text):
        if not silent:
            state.append_pending(mark)
        state.pos += count
        return True
    return _accept(state, silent, text, stop + count, is_display=count == 2)


def _end_of_dollars(src: str, begin: int, most: int, mark: str) -> int:
    """The next dollar sign that no backslash stands before, if it is of the same kind."""
    most = min(most, begin + _MOST_INLINE)
    stop = src.find("$", begin, most)
    while stop > 0 and _is_escaped(src, stop):
        stop = src.find("$", stop + 1, most)
    if stop < 0 or src[stop : stop + len(mark) + 1].rstrip(" \n") == mark:
        return stop
    run = src[stop : stop + len(mark)]
    return stop if run == mark and src[stop + len(mark) : stop + len(mark) + 1] != "$" else -1


def _is_escaped(src: str, at: int) -> bool:
    count = 0
    while at > count and src[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1


def _is_set_off(src: str, pos: int, stop: int, mark: str, text: str) -> bool:
    """Whether two dollar signs enclose a formula and not an amount or a variable's name."""
    if mark == DISPLAY:
        return not (text[0].isspace() and _is_prose(text))
    before, after = src[pos - 1 : pos], src[stop + 1 : stop + 2]
    if before.isascii() and before.isalnum():
        return False
    if text[0].isspace() or text[-1].isspace() or after.isdigit():
        return False
    if after.isascii() and (after.isalpha() or after == "{"):
        return _ORDINAL.match(src, stop + 1) is not None
    return not (_PRICE.match(text) and not _TEX_SIGNS & set(text))


def _is_displayed(text: str) -> bool:
    """Brackets after backslashes also stand in prose: `\\[1\\]`, `\\[sic\\]`."""
    is_spaced = text[:1].isspace() and text[-1:].isspace()
    return bool(_TEX_SIGNS & set(text)) or (is_spaced and not _is_prose(text))


def _is_prose(text: str) -> bool:
    return _PROSE.fullmatch(text) is not None and re.search(r"[A-Za-z]{3,}\s", text) is not None


def _has_sense(text: str) -> bool:
    return "`" not in text and any(char.isalnum() for char in text)


def _accept(state: StateInline, silent: bool, text: str, end: int, *, is_display: bool) -> bool:
    if not silent:
        token = state.push(MATH_INLINE, "math", 0)
        token.content = text.strip()
        token.markup = DISPLAY if is_display else "$"
    state.pos = end
    return True
