"""The block rule of fences: one that holds a Markdown file keeps that file's own fences inside.

Models put a README into three backticks although it has fences of three backticks itself.
"""

from collections.abc import Iterator

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import fence as plain_fence

# What an opening line carries behind this sign is how deep its text begins; no text has the sign.
DEPTH_SIGN = "\uffff"
FENCE_DEPTHS = "depths"

_NESTING = {"markdown", "md", "mdx", "mdown", "mkd", "rmd", "qmd"}
_LEAST = 3


def fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads fenced code; `meta` of a Markdown file's token holds the depth before each line."""
    begin = state.bMarks[start] + state.tShift[start]
    line = state.src[begin : state.eMarks[start]]
    marker, count, info = _marks(line)
    words = info.partition(DEPTH_SIGN)[0].split(maxsplit=1)
    if count < _LEAST or not words or words[0].lower() not in _NESTING:
        return plain_fence(state, start, end, silent)
    if state.is_code_block(start) or (marker == "`" and "`" in info):
        return False
    if not silent:
        _push(state, start, end, line)
    return True


def with_depth(line: str, depth: int) -> str:
    """An opening line whose text begins within so many fences."""
    line = line.partition(DEPTH_SIGN)[0]
    return f"{line}{DEPTH_SIGN}{depth}" if depth else line


def _push(state: StateBlock, start: int, end: int, line: str) -> None:
    marker, count, info = _marks(line)
    info, _, depth = info.partition(DEPTH_SIGN)
    depths = list(_depths(state, start, end, marker * count, int(depth or 0)))
    is_closed = depths.pop() < 0
    last = start + len(depths) + (0 if is_closed else 1)
    indent = state.sCount[start]
    state.line = last + (1 if is_closed else 0)
    token = state.push("fence", "code", 0)
    token.info = info
    token.content = state.getLines(start + 1, last, indent, True)
    token.markup = marker * count
    token.map = [start, state.line]
    token.meta = {FENCE_DEPTHS: depths}


def _depths(state: StateBlock, start: int, end: int, markup: str, depth: int) -> Iterator[int]:
    """The depth before each line of the text and after its last; -1 once the fence is closed."""
    yield depth
    for number in range(start + 1, end):
        begin = state.bMarks[number] + state.tShift[number]
        stop = state.eMarks[number]
        if begin < stop and state.sCount[number] < state.blkIndent:
            return
        is_mark = state.src.startswith(markup, begin) and not state.is_code_block(number)
        if is_mark:
            _, _, info = _marks(state.src[begin:stop])
            if info and not (markup[0] == "`" and "`" in info):
                depth += 1
            elif not info:
                depth -= 1
        yield depth
        if depth < 0:
            return


def _marks(line: str) -> tuple[str, int, str]:
    """The sign a line begins with, how often, and what follows."""
    marker = line[:1]
    if marker not in {"`", "~"}:
        return "", 0, ""
    rest = line.lstrip(marker)
    return marker, len(line) - len(rest), rest.strip()
