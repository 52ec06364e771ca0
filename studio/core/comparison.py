"""Two turns beside each other: rounds, calls, arguments, time, tokens and text. Pure."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from studio.core.aligning import runs
from studio.core.chats import Turn
from studio.core.json_difference import Change, difference
from studio.core.messages import Round, ToolUse
from studio.core.spending import comparable

T = TypeVar("T")

_MOST_ARGUMENTS = 200_000  # characters that are read as JSON
_WORDS = re.compile(r"\w+\s*|[^\w\s]+\s*|\s+")  # each with the space after it


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of text that both have (`is_same`), or that is in the place of another: `before` and
    `after` are then what the first and the second say there."""

    before: str
    after: str

    @property
    def is_same(self) -> bool:
        return self.before == self.after


@dataclass(frozen=True, slots=True)
class CallPair:
    """Two calls that stand in each other's place; one of them is None where there is no other.

    `changes` are the differences of their arguments, None where these are no JSON or too long to
    be compared; `is_same_result` is None where one has none.
    """

    first: ToolUse | None
    second: ToolUse | None
    changes: tuple[Change, ...] | None = ()
    is_same_result: bool | None = None

    @property
    def has_same_arguments(self) -> bool:
        return self.changes == ()


@dataclass(frozen=True, slots=True)
class RoundPair:
    """Two rounds that stand in each other's place; one of them is None where there is no other."""

    first: Round | None
    second: Round | None
    calls: tuple[CallPair, ...]
    text: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Sums:
    """What a turn took, with all its rounds: those that a fork took over count as they did in the
    turn they come from, their time too. `seconds` is None while it runs, tokens where nobody said;
    what came from a cache and what was thought are counted too."""

    rounds: int
    calls: int
    seconds: float | None
    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two turns aligned, in the order in which things happened."""

    first: Sums
    second: Sums
    rounds: tuple[RoundPair, ...]

    @property
    def is_same(self) -> bool:
        """Both said and did the same, whatever it took."""
        return all(
            all(stretch.is_same for stretch in pair.text)
            and pair.first is not None
            and pair.second is not None
            and all(call.has_same_arguments and call.is_same_result for call in pair.calls)
            for pair in self.rounds
        )


def compared(first: Turn, second: Turn) -> Comparison:
    """Rounds are aligned by the tools they call, and calls by tool and arguments."""
    pairs = _aligned(first.rounds, second.rounds, _tools_of)
    return Comparison(_sums(first), _sums(second), tuple(_round_pair(a, b) for a, b in pairs))


def text_difference(before: str, after: str) -> tuple[Stretch, ...]:
    """By words. The space after a word is told apart, and keeps no words apart."""
    a, b = _pieces(before), _pieces(after)
    stretches: list[Stretch] = []
    for run in runs([_word(each) for each in a], [_word(each) for each in b]):
        here, there = a[run.a : run.a_end], b[run.b : run.b_end]
        whole = Stretch("".join(here), "".join(there))
        if run.is_same and not whole.is_same:
            stretches += _spaced(here, there)
        else:
            stretches.append(whole)
    return tuple(stretches)


def _pieces(text: str) -> list[str]:
    # One by one: all at once would hold the interpreter, and a window that waits, for 100 ms.
    return [found[0] for found in _WORDS.finditer(text)]


def _word(piece: str) -> str:
    return piece.rstrip() or piece


def _spaced(here: Sequence[str], there: Sequence[str]) -> Iterator[Stretch]:
    """The same words with other space between them."""
    same: list[str] = []
    for one, other in zip(here, there, strict=True):
        if one == other:
            same.append(one)
            continue
        word = _word(one)
        same.append(word)
        yield Stretch("".join(same), "".join(same))
        yield Stretch(one[len(word) :], other[len(word) :])
        same = []
    if same:
        yield Stretch("".join(same), "".join(same))


def _round_pair(first: Round | None, second: Round | None) -> RoundPair:
    uses_a = first.tool_uses if first is not None else ()
    uses_b = second.tool_uses if second is not None else ()
    text_a = first.text if first is not None else ""
    text_b = second.text if second is not None else ""
    calls = tuple(_call_pair(a, b) for a, b in _paired_calls(uses_a, uses_b))
    return RoundPair(first, second, calls, text_difference(text_a, text_b))


def _paired_calls(
    first: Sequence[ToolUse], second: Sequence[ToolUse]
) -> Iterator[tuple[ToolUse | None, ToolUse | None]]:
    """Equal ones first; between these, calls of the same tool in their order."""
    for a, b in _blocks(first, second, _call_key):
        if len(a) == len(b) == 1 and _call_key(a[0]) == _call_key(b[0]):
            yield a[0], b[0]
        else:
            yield from _aligned(a, b, lambda use: use.call.name)


def _call_pair(first: ToolUse | None, second: ToolUse | None) -> CallPair:
    if first is None or second is None:
        return CallPair(first, second, None)
    same: bool | None = None
    if first.result is not None and second.result is not None:
        same = (first.result.content, first.result.outcome) == (
            second.result.content,
            second.result.outcome,
        )
    return CallPair(first, second, _changes(_ran(first), _ran(second)), same)


def _changes(before: str, after: str) -> tuple[Change, ...] | None:
    if before == after:
        return ()
    if len(before) + len(after) > _MOST_ARGUMENTS:
        return None
    try:
        return difference(_parsed(before), _parsed(after))
    except (ValueError, RecursionError):
        return None


def _parsed(arguments: str) -> Any:
    return json.loads(arguments or "{}")


def _ran(use: ToolUse) -> str:
    """What really ran, where the user edited the arguments."""
    return use.ran if use.ran is not None else use.call.arguments


def _call_key(use: ToolUse) -> str:
    return f"{use.call.name}\n{_ran(use)}"


def _tools_of(round_: Round) -> str:
    return "\n".join(use.call.name for use in round_.tool_uses)


def _aligned(
    first: Sequence[T], second: Sequence[T], key: Callable[[T], str]
) -> Iterator[tuple[T | None, T | None]]:
    """Those of equal keys beside each other; what is between them in its order, as far as it
    goes."""
    for a, b in _blocks(first, second, key):
        for number in range(max(len(a), len(b))):
            yield (
                a[number] if number < len(a) else None,
                b[number] if number < len(b) else None,
            )


def _blocks(
    first: Sequence[T], second: Sequence[T], key: Callable[[T], str]
) -> Iterator[tuple[Sequence[T], Sequence[T]]]:
    """Pairs of one and one where the keys are equal, and what stands between them."""
    for run in runs([key(each) for each in first], [key(each) for each in second]):
        here, there = first[run.a : run.a_end], second[run.b : run.b_end]
        if run.is_same:
            for a, b in zip(here, there, strict=True):
                yield (a,), (b,)
        else:
            yield here, there


def _sums(turn: Turn) -> Sums:
    counted = [(each.usage, comparable(each.usage, each.origin.dialect)) for each in turn.rounds]
    return Sums(
        rounds=len(turn.rounds),
        calls=len(turn.tool_uses),
        seconds=_seconds(turn),
        input_tokens=_sum(
            counts.all_input for usage, counts in counted if usage.input_tokens is not None
        ),
        output_tokens=_sum(
            counts.all_output for usage, counts in counted if usage.output_tokens is not None
        ),
    )


def _seconds(turn: Turn) -> float | None:
    if turn.ended_at is None:
        return None
    return max(turn.ended_at - turn.created_at, 0.0) + sum(
        _took(each, turn.created_at) for each in _taken_over(turn)
    )


def _taken_over(turn: Turn) -> Iterator[Round]:
    """What the turn began with, which ran before it."""
    if turn.forked_from is not None:
        yield from (each for each in turn.rounds if each.started_at < turn.created_at)


def _took(round_: Round, before: float) -> float:
    """With its calls. One that ran again in the fork counts with the fork's own time."""
    ran = (use.ended_at for use in round_.tool_uses)
    ends = [each for each in (round_.ended_at, *ran) if each is not None and each <= before]
    return max(max(ends, default=round_.started_at) - round_.started_at, 0.0)


def _sum(numbers: Iterable[int]) -> int | None:
    said = list(numbers)
    return sum(said) if said else None
