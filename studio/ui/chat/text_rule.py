"""The block rule of paragraphs and of headings with an underline, read in one pass.

markdown-it reads each paragraph twice and asks every rule at every line whether it ends there. Most
lines begin with a letter, and with a letter nothing begins but a table's head.
"""

import re

from markdown_it.rules_block import StateBlock

_MARKS = frozenset("#>-+*_=`~|:$\\[<0123456789")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*")
_BLANKS = " \t\n\v\f\r"


def text_block(state: StateBlock, start: int, _: int, _silent: bool) -> bool:
    """Reads a paragraph, or a heading that ends with a line of dashes or equals signs."""
    outer, state.parentType = state.parentType, "paragraph"
    stop, underline = _end_of_text(state, start)
    state.parentType = outer
    name, tag = "paragraph", "p"
    if underline:
        name, tag = "heading", "h1" if underline == "=" else "h2"
    state.line = stop + 1 if underline else stop
    opening = state.push(f"{name}_open", tag, 1)
    opening.map, opening.markup = [start, state.line], underline
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, stop, state.blkIndent, False).strip(_BLANKS)
    inline.map, inline.children = [start, stop], []
    state.push(f"{name}_close", tag, -1).markup = underline
    return True


def _end_of_text(state: StateBlock, start: int) -> tuple[int, str]:
    """The line after the text, and the sign of the underline that stands there."""
    line = start + 1
    while line < state.lineMax and not state.isEmpty(line):
        # What stands in far goes on with the paragraph, and so does a lazy line of a quote.
        if state.sCount[line] - state.blkIndent <= 3:
            begin = state.bMarks[line] + state.tShift[line]
            if _is_underline(state, line, begin):
                return line, state.src[begin]
            if state.sCount[line] >= 0 and _is_ended(state, line, begin):
                break
        line += 1
    return line, ""


def _is_underline(state: StateBlock, line: int, begin: int) -> bool:
    if state.src[begin] not in "=-" or state.sCount[line] < state.blkIndent:
        return False
    return _UNDERLINE.fullmatch(state.src, begin, state.eMarks[line]) is not None


def _is_ended(state: StateBlock, line: int, begin: int) -> bool:
    if state.src[begin] not in _MARKS and state.src.find("|", begin, state.eMarks[line]) < 0:
        return False
    rules = state.md.block.ruler.getRules("paragraph")
    return any(rule(state, line, state.lineMax, True) for rule in rules)
