"""Two turns as rows that stand beside each other: a row for each round, and one for each call.
Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.comparison import CallPair, Comparison, RoundPair, Stretch
from studio.core.timeline import Price


class Likeness(StrEnum):
    """What two sides of a row have in common."""

    SAME = "same"
    DIFFERENT = "different"
    FIRST_ONLY = "first_only"
    SECOND_ONLY = "second_only"


@dataclass(frozen=True, slots=True)
class Row:
    """A pair of rounds or, with `call`, of calls within it. Numbers count from 1, 0 for none."""

    likeness: Likeness
    numbers: tuple[int, int]
    pair: RoundPair
    call: CallPair | None = None

    @property
    def is_same(self) -> bool:
        return self.likeness is Likeness.SAME

    @property
    def has_both(self) -> bool:
        """Neither side is empty."""
        return self.likeness in (Likeness.SAME, Likeness.DIFFERENT)

    @property
    def has_same_results(self) -> bool:
        """Of a call: both have the same, or none."""
        return self.call is not None and _same_results(self.call)


@dataclass(frozen=True, slots=True)
class Place:
    """Where two texts differ: from where to where in either."""

    first: tuple[int, int]
    second: tuple[int, int]


def rows_of(comparison: Comparison) -> tuple[Row, ...]:
    """From the first round to the last."""
    return tuple(_rows(comparison))


def opening_row(rows: Sequence[Row]) -> int:
    """What is shown first: the last row that both have and that differs, as the answers mostly do;
    else the last that both have; else the first there is."""
    both = [number for number, row in enumerate(rows) if row.has_both]
    different = [number for number in both if not rows[number].is_same]
    return (different or both or [0])[-1]


def places_in(stretches: tuple[Stretch, ...]) -> tuple[Place, ...]:
    """Where the two texts differ; what stands side by side is one place."""
    places: list[Place] = []
    at = other = 0
    for stretch in stretches:
        end, other_end = at + len(stretch.before), other + len(stretch.after)
        if not stretch.is_same:
            begin, other_begin = at, other
            if places and (places[-1].first[1], places[-1].second[1]) == (at, other):
                last = places.pop()
                begin, other_begin = last.first[0], last.second[0]
            places.append(Place((begin, end), (other_begin, other_end)))
        at, other = end, other_end
    return tuple(places)


def cost_of(turn: Turn, price: Price) -> Decimal | None:
    """What a turn cost; None where the price of a round is unknown."""
    costs = [price(round_.origin, round_.usage) for round_ in turn.rounds]
    if not costs or any(cost is None for cost in costs):
        return None
    return sum((cost for cost in costs if cost is not None), Decimal(0))


def _rows(comparison: Comparison) -> Iterator[Row]:
    first = second = 0
    for pair in comparison.rounds:
        first += pair.first is not None
        second += pair.second is not None
        numbers = (first if pair.first else 0, second if pair.second else 0)
        yield Row(_of_rounds(pair), numbers, pair)
        for call in pair.calls:
            yield Row(_of_calls(call), numbers, pair, call)


def _of_rounds(pair: RoundPair) -> Likeness:
    """By what was said; calls have rows of their own."""
    if pair.first is None or pair.second is None:
        return _alone(is_first=pair.second is None)
    is_same = all(stretch.is_same for stretch in pair.text)
    return Likeness.SAME if is_same else Likeness.DIFFERENT


def _of_calls(call: CallPair) -> Likeness:
    if call.first is None or call.second is None:
        return _alone(is_first=call.second is None)
    is_same = call.has_same_arguments and _same_results(call)
    return Likeness.SAME if is_same else Likeness.DIFFERENT


def _same_results(call: CallPair) -> bool:
    if call.is_same_result is not None:
        return call.is_same_result
    sides = (call.first, call.second)
    return not any(side is not None and side.result is not None for side in sides)


def _alone(*, is_first: bool) -> Likeness:
    return Likeness.FIRST_ONLY if is_first else Likeness.SECOND_ONLY
