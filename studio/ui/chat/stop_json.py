"""JSON laid out to be edited, and packed again: only what stands between its signs changes.

Numbers and texts stay letter for letter, which reading and writing the values would not promise.
"""

import re

_SIGNS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_DEEPEST = 24  # levels that are indented: thousands of them would be megabytes of blanks

Spacing = tuple[str, str]  # what stands for a comma and a colon

_SPACINGS: tuple[Spacing, ...] = ((",", ":"), (", ", ": "))


def spacing_of(text: str) -> Spacing | None:
    """How JSON on one line is written; None where it is written in a way of its own."""
    return next((each for each in _SPACINGS if packed(text, each) == text), None)


def packed(text: str, spacing: Spacing) -> str:
    """Valid JSON on one line."""
    comma, colon = spacing
    written = {",": comma, ":": colon}
    return "".join(written.get(sign, sign) for sign in _SIGNS.findall(text))


def laid_out(text: str) -> str:
    """Valid JSON with a line for each value."""
    signs: list[str] = _SIGNS.findall(text)
    pieces: list[str] = []
    depth = 0
    before = ""
    for sign in signs:
        is_closing = sign in ("}", "]")
        depth -= is_closing
        # What is empty stays on its line.
        if before == "," or (before in ("{", "[")) is not is_closing:
            pieces.append(_new_line(depth))
        pieces.append(": " if sign == ":" else sign)
        depth += sign in ("{", "[")
        before = sign
    return "".join(pieces)


def _new_line(depth: int) -> str:
    return "\n" + "  " * min(depth, _DEEPEST)
