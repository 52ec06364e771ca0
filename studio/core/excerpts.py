"""The beginning of a Markdown text as a reader would say it, for one line. Pure.

It goes by signs alone and reads no document: what is no mark for sure stays.
"""

import re

_LINES = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:```|~~~)[^\n]*$|[-:| ]*-{3,}[-:| ]*$)", re.M
)
_LINKS = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
_BOLD = re.compile(r"(?<!\w)(?:\*{2,3}|~~)(?=\S)|(?<=\S)(?:\*{2,3}|~~)(?!\w)")
_PAIRS = re.compile(r"(?<!\w)([*_]|`+)(?=\S)([^\n]+?)(?<=\S)\1(?!\w)")


_ROWS = re.compile(r"^[ \t]*\|(.+)$", re.M)


def without_marks(text: str) -> str:
    """Without signs of emphasis, code, links, headings and tables. A text that is cut off may have
    marks that nothing ends."""
    plain = _BOLD.sub("", _LINKS.sub(r"\1", _LINES.sub("", text)))
    return _ROWS.sub(_cells, _PAIRS.sub(r"\2", plain))


def _cells(row: re.Match[str]) -> str:
    return " · ".join(cell.strip() for cell in row[1].split("|") if cell.strip())
