"""A text as the screening reads it, and the way back to where each sign stood.

Lookalikes of other scripts, accents and case are put straight, one sign for one; what has no width
is taken out, and its places remembered.
"""

import re
import unicodedata
from bisect import bisect_right

# Letters that look like Latin ones. Small letters only: case is gone by then.
_LOOKALIKES = dict(zip("аеорсухіјѕԁһԛԝκονρτυχιαεіӏ", "aeopcyxijsdhqwkovptuxiaeil", strict=True))
# No width: between letters they break a word for a machine and not for a reader. Combining marks
# too, which can be heaped on letters.
_NO_WIDTH = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_MARKS = "\u0300-\u036f\u0489\u20d0-\u20ff"
# And the backslashes of Markdown, the spaces after a space.
_DROPPED = re.compile(rf"[{_NO_WIDTH}{_MARKS}]+|(?<=\s)\s+|\\(?=[<>\[\]|_*`#(){{}}!.-])")
_OPEN = {ord(each): " " for each in "\t\n\r\v\f\xa0\u2028\u2029\u3000"}


def _table() -> dict[int, str]:
    table = {ord(each): plain for each, plain in _LOOKALIKES.items()}
    table[0x130] = "i"  # the only capital letter whose small form is longer
    table[0x2019] = table[0x2BC] = "'"
    ranges = (
        (0xC0, 0x250),
        (0x1E00, 0x1F00),
        (0xFF01, 0xFF5F),
        (0x1D400, 0x1D800),
        (0x24B6, 0x24EA),
    )
    for first, end in ranges:
        for code in range(first, end):
            plain = unicodedata.normalize("NFKD", chr(code))[:1].lower()
            if plain.isascii() and plain.isprintable() and plain:
                table[code] = plain
    return table


_TABLE = _table()


def folded(text: str) -> str:
    """In small letters, of the same length."""
    if text.isascii():
        return text.lower()
    straight = text.translate(_TABLE).lower()
    return straight.translate(_TABLE)  # capital lookalikes are small only now


class View:
    """One text. `text` is what is read; `original` gives the place of one of its signs."""

    def __init__(self, text: str) -> None:
        self._places: list[int] = []  # of our text, before which something was dropped
        self._dropped: list[int] = []  # how much by then, all in all
        self.text = folded(self._kept(text)).translate(_OPEN)

    def original(self, place: int) -> int:
        at = bisect_right(self._places, place)
        return place + (self._dropped[at - 1] if at else 0)

    def _kept(self, text: str) -> str:
        pieces: list[str] = []
        done = dropped = 0
        for found in _DROPPED.finditer(text):
            start, end = found.span()
            pieces.append(text[done:start])
            self._places.append(start - dropped)
            dropped += end - start
            self._dropped.append(dropped)
            done = end
        return "".join([*pieces, text[done:]])
