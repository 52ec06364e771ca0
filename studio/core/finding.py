"""Where a text holds another: by letters, whatever their case, and however accents are written.

Places are counted in UTF-16 units, as Qt counts them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

Hits = list[tuple[int, int]]

# What Markdown may take away or write otherwise, so that a word of the source is seen in pieces.
_WRITTEN_OTHERWISE = re.compile(r"\]\(|\]\[|\]:|\[\^|&|\\|<|\$")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. A query is one line: a break ends it."""

    text: str
    keeps_case: bool = False
    whole_words: bool = False


def folded(text: str, *, keeps_case: bool = False) -> str:
    """The text as it is compared: letters apart from their marks, and in one case."""
    if text.isascii():
        return text if keeps_case else text.lower()
    apart = unicodedata.normalize("NFD", text)
    return apart if keeps_case else unicodedata.normalize("NFD", apart.casefold())


def letters(text: str) -> bytes:
    """The letters and figures of a text and nothing that stands between them."""
    return folded(text).encode("utf-8", "surrogatepass").translate(None, _NO_LETTERS)


def length(text: str) -> int:
    """How long a text is for Qt."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Pattern:
    """One query, made ready to be looked for in many texts."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self._needle = folded(query.text.split("\n", 1)[0], keeps_case=query.keeps_case)
        self._letters = letters(self._needle)
        self._signs = set() if self._letters else set(self._needle)
        self._bounds = (
            query.whole_words and _is_word(self._needle[:1]),
            query.whole_words and _is_word(self._needle[-1:]),
        )

    @property
    def is_empty(self) -> bool:
        return not self._needle

    def may_be_in(self, source: str, source_letters: bytes) -> bool:
        """False only where what is seen of a Markdown source cannot hold it. Costs next to
        nothing: `source_letters` are kept by whoever asks again and again."""
        return _WRITTEN_OTHERWISE.search(source) is not None or self.is_within(
            source, source_letters
        )

    def is_within(self, source: str, source_letters: bytes) -> bool:
        """The same for a source that is shown as it is, perhaps with marks in it."""
        return self._letters in source_letters and all(sign in source for sign in self._signs)

    def count(self, text: str) -> int:
        """How often the text holds it; what overlaps counts once."""
        hay = self._fold(text)
        if not self._needle or self._needle not in hay:
            return 0
        if text.isascii() and not (self._bounds[0] or self._bounds[1]):
            return hay.count(self._needle)
        if _is_letter_for_letter(text, hay):
            return sum(1 for _ in self._places(hay))
        return len(self.find(text))

    def find(self, text: str) -> Hits:
        """All places of the text that hold it, from the first."""
        hay = self._fold(text)
        if not self._needle or self._needle not in hay:
            return []
        if text.isascii():
            return list(self._places(hay))
        if _is_letter_for_letter(text, hay):
            return list(self._in_wide(text, hay))
        hits: Hits = []
        begin = 0
        for line in text.split("\n"):
            hits.extend((begin + at, begin + end) for at, end in self._in_line(line))
            begin += length(line) + 1
        return hits

    def _in_wide(self, text: str, hay: str) -> Iterator[tuple[int, int]]:
        """Letters of text and hay go side by side; only marks stand between those of the hay."""
        seen = letter = place = 0
        for at, end in self._places(hay):
            first = letter + _letters_in(hay[seen:at])
            last = first + _letters_in(hay[at:end])
            begin = place + length(text[letter:first])
            place = begin + length(text[first:last])
            seen, letter = end, last
            yield begin, place

    def _fold(self, text: str) -> str:
        return folded(text, keeps_case=self.query.keeps_case)

    def _in_line(self, line: str) -> Iterator[tuple[int, int]]:
        hay = self._fold(line)
        if self._needle not in hay:
            return
        if line.isascii():
            yield from self._places(hay)
            return
        places = self._origins(line)
        hay = "".join(self._fold(each) for each in _clusters(line))
        # Half a letter, such as the first s of what ß is compared as, is no place in the text.
        for at, end in self._places(hay, places):
            yield places[at], places[end]

    def _origins(self, line: str) -> dict[int, int]:
        """Where in the line each letter of the folded line comes from."""
        places = {0: 0}
        at = origin = 0
        for each in _clusters(line):
            at += len(self._fold(each))
            origin += length(each)
            places[at] = origin
        return places

    def _places(self, hay: str, places: dict[int, int] | None = None) -> Iterator[tuple[int, int]]:
        size = len(self._needle)
        at = hay.find(self._needle)
        while at >= 0:
            end = at + size
            is_whole = places is None or (at in places and end in places)
            if is_whole and self._stands_alone(hay, at, end):
                yield at, end
                at = hay.find(self._needle, end)
            else:
                at = hay.find(self._needle, at + 1)

    def _stands_alone(self, hay: str, at: int, end: int) -> bool:
        # A letter without its mark is another letter.
        if end < len(hay) and hay[end] > "\u02ff" and unicodedata.combining(hay[end]):
            return False
        before, after = self._bounds
        return not (before and _is_word(hay[at - 1 : at])) and not (
            after and _is_word(hay[end : end + 1])
        )


def _is_letter_for_letter(text: str, hay: str) -> bool:
    """Whether each letter of the text is one of the hay, which may have marks of its own beside."""
    return _letters_in(text) == len(text) == _letters_in(hay)


def _letters_in(text: str) -> int:
    """How many there are that are no marks on the one before."""
    if text.isascii():
        return len(text)
    return list(map(unicodedata.combining, text)).count(0)


def _is_word(letter: str) -> bool:
    return bool(letter) and (
        letter.isalnum() or letter == "_" or unicodedata.combining(letter) != 0
    )


def _clusters(text: str) -> Iterator[str]:
    """The letters of a text, each with the marks that belong to it."""
    begin = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield text[begin:at]
            begin = at
    if text:
        yield text[begin:]
