"""Two sequences beside each other: what both have, and what stands between. Bounded in time."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_MOST_PAIRS = 10_000  # of what is compared each with each, which takes up to their product's square
_MOST_LEVELS = 12  # of what is unique within what is between


@dataclass(frozen=True, slots=True)
class Run:
    """`first[a:a_end]` stands where `second[b:b_end]` does; equal piece by piece if `is_same`."""

    is_same: bool
    a: int
    a_end: int
    b: int
    b_end: int


def runs(first: Sequence[str], second: Sequence[str]) -> tuple[Run, ...]:
    """In order and without gaps. Ends that are equal come first; then what is in both just once
    holds the rest together, as a patient reader would do it; only what is short and still
    between is compared each with each. The rest differs as a whole."""
    found: list[Run] = []
    for run in _runs(first, second, Run(False, 0, len(first), 0, len(second)), 0):
        last = found[-1] if found else None
        if last is not None and last.is_same == run.is_same:
            found[-1] = Run(run.is_same, last.a, run.a_end, last.b, run.b_end)
        else:
            found.append(run)
    return tuple(found)


def _runs(first: Sequence[str], second: Sequence[str], gap: Run, level: int) -> Iterator[Run]:
    a, a_end, b, b_end = gap.a, gap.a_end, gap.b, gap.b_end
    while a < a_end and b < b_end and first[a] == second[b]:
        a, b = a + 1, b + 1
    while a < a_end and b < b_end and first[a_end - 1] == second[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
    if a > gap.a:
        yield Run(True, gap.a, a, gap.b, b)
    yield from _between(first, second, Run(False, a, a_end, b, b_end), level)
    if a_end < gap.a_end:
        yield Run(True, a_end, gap.a_end, b_end, gap.b_end)


def _between(first: Sequence[str], second: Sequence[str], gap: Run, level: int) -> Iterator[Run]:
    """What has no equal ends."""
    if gap.a == gap.a_end or gap.b == gap.b_end:
        if gap.a < gap.a_end or gap.b < gap.b_end:
            yield gap
        return
    anchors = _anchors(first, second, gap) if level < _MOST_LEVELS else []
    if anchors:
        a, b = gap.a, gap.b
        for at_a, at_b in anchors:
            yield from _runs(first, second, Run(False, a, at_a, b, at_b), level + 1)
            yield Run(True, at_a, at_a + 1, at_b, at_b + 1)
            a, b = at_a + 1, at_b + 1
        yield from _runs(first, second, Run(False, a, gap.a_end, b, gap.b_end), level + 1)
    elif (gap.a_end - gap.a) * (gap.b_end - gap.b) > _MOST_PAIRS:
        yield gap
    else:
        yield from _each_with_each(first, second, gap)


def _each_with_each(first: Sequence[str], second: Sequence[str], gap: Run) -> Iterator[Run]:
    a, b = first[gap.a : gap.a_end], second[gap.b : gap.b_end]
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    for kind, begin_a, end_a, begin_b, end_b in matcher.get_opcodes():
        yield Run(kind == "equal", gap.a + begin_a, gap.a + end_a, gap.b + begin_b, gap.b + end_b)


def _anchors(first: Sequence[str], second: Sequence[str], gap: Run) -> list[tuple[int, int]]:
    """The longest rising row of what is there once on either side."""
    often_a = Counter(first[gap.a : gap.a_end])
    often_b = Counter(second[gap.b : gap.b_end])
    places = {
        second[at]: at
        for at in range(gap.b, gap.b_end)
        if often_b[second[at]] == 1 and often_a[second[at]] == 1
    }
    pairs = [(at, places[first[at]]) for at in range(gap.a, gap.a_end) if first[at] in places]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    ends: list[int] = []  # the least second number with which a row of that length ends
    holders: list[int] = []  # and which pair that is
    before: list[int] = []
    for number, (_, at) in enumerate(pairs):
        length = bisect_left(ends, at)
        before.append(holders[length - 1] if length else -1)
        if length == len(ends):
            ends.append(at)
            holders.append(number)
        else:
            ends[length] = at
            holders[length] = number
    row: list[tuple[int, int]] = []
    number = holders[-1] if holders else -1
    while number >= 0:
        row.append(pairs[number])
        number = before[number]
    return row[::-1]
