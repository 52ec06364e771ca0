"""The block rule of tables, as markdown-it-py's own reads them, without a token for each cell.

A table of 100 kB has some 20,000 cells; three tokens for each take longer than everything else that
is done before it is seen. The opening token's `meta` holds the rows instead (`TABLE_ROWS`: the
head's first) and the alignment of the columns (`TABLE_ALIGNS`).
"""

import re
from collections.abc import Callable, Sequence

from markdown_it.rules_block import StateBlock

TABLE_ROWS = "rows"
TABLE_ALIGNS = "aligns"
# A row of too few cells is filled up: this many at most in one table.
_MOST_FILLED = 0x10000
# Those of CommonMark: not all that Python strips.
_BLANKS = (
    " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_DELIMITERS = re.compile(r"[-:|][-:| \t]*")
_DASHES = re.compile(r":?-+:?")
_PIPE = re.compile(r"(?<!\\)\|")

_Rule = Callable[[StateBlock, int, int, bool], bool]


def table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads a table that begins at a line, if one does."""
    if start + 2 > end:
        return False
    aligns = _aligns(state, start + 1)
    head = _line(state, start)
    if aligns is None or "|" not in head or state.is_code_block(start):
        return False
    names = _cells(head)
    if not names or len(names) != len(aligns):
        return False
    if not silent:
        _push(state, start, end, names, aligns)
    return True


def _push(
    state: StateBlock, start: int, end: int, names: list[str], aligns: tuple[str, ...]
) -> None:
    outer, state.parentType = state.parentType, "table"
    opening = state.push("table_open", "table", 1)
    rows = [tuple(name.strip(_BLANKS) for name in names)]
    stop = _read_rows(state, start + 2, end, rows)
    opening.map = [start, stop]
    opening.meta = {TABLE_ROWS: rows, TABLE_ALIGNS: aligns}
    state.push("table_close", "table", -1)
    state.parentType = outer
    state.line = stop


def _read_rows(state: StateBlock, line: int, end: int, rows: list[tuple[str, ...]]) -> int:
    """Adds the rows from a line on; returns the line after the last one."""
    count, filled = len(rows[0]), 0
    rules: Sequence[_Rule] = state.md.block.ruler.getRules("blockquote")
    while line < end and state.sCount[line] >= state.blkIndent:
        text = _line(state, line)
        # What begins with a bar begins nothing else.
        if not text.startswith("|") and any(rule(state, line, end, True) for rule in rules):
            break
        if not text or state.is_code_block(line):
            break
        cells = _cells(text)
        filled += count - len(cells)
        if filled > _MOST_FILLED:
            break
        cells += [""] * (count - len(cells))
        rows.append(tuple(cell.strip(_BLANKS) for cell in cells[:count]))
        line += 1
    return line


def _aligns(state: StateBlock, line: int) -> tuple[str, ...] | None:
    if state.sCount[line] < state.blkIndent or state.is_code_block(line):
        return None
    text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
    # A dash and a blank begin an item of a list.
    if len(text) < 2 or _DELIMITERS.fullmatch(text) is None or text[:2] in {"- ", "-\t"}:
        return None
    parts = [part.strip(_BLANKS) for part in text.split("|")]
    if len(parts) > 1:
        parts = parts[0 if parts[0] else 1 : len(parts) if parts[-1] else -1]
    if not all(_DASHES.fullmatch(part) for part in parts):
        return None
    return tuple(_align(part) for part in parts)


def _align(dashes: str) -> str:
    if dashes.endswith(":"):
        return "center" if dashes.startswith(":") else "right"
    return "left" if dashes.startswith(":") else ""


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip(_BLANKS)


def _cells(text: str) -> list[str]:
    """What stands between the bars; one after a backslash is text."""
    if "\\" in text:
        cells = [cell.replace("\\|", "|") for cell in _PIPE.split(text)]
    else:
        cells = text.split("|")
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return cells
