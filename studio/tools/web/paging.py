"""Cuts a text into pages that are the same with every call: nothing has to be kept."""

from dataclasses import dataclass

PAGE = 20_000  # characters
_LOOKED_BACK = 2_000


@dataclass(frozen=True, slots=True)
class Page:
    """One of them. Numbers count from 1."""

    text: str
    number: int
    count: int

    @property
    def has_more(self) -> bool:
        return self.number < self.count


def page_of(text: str, number: int, size: int = PAGE) -> Page | None:
    """None past the last. A page ends with a line where one ends near."""
    cuts = _cuts(text, size)
    count = len(cuts) - 1
    if not 1 <= number <= count:
        return None
    return Page(text[cuts[number - 1] : cuts[number]].strip("\n"), number, count)


def _cuts(text: str, size: int) -> list[int]:
    cuts = [0]
    while len(text) - cuts[-1] > size:
        end = cuts[-1] + size
        line = text.rfind("\n", end - min(_LOOKED_BACK, size // 2), end)
        cuts.append(end if line < 0 else line + 1)
    return [*cuts, len(text)]
