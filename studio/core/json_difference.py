"""What one JSON document adds to another, and where their bytes part. Pure, and linear enough for
request bodies of megabytes."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

JsonPath = tuple[str | int, ...]

_DEEPEST = 100  # deeper than any request; what lies below is compared whole
_MOST_PAIRS = 40_000  # that are weighed for one gap between equal elements
_LABELS = ("role", "type", "name", "id", "call_id", "tool_call_id", "tool_use_id")
_BLOCK = 64 * 1024


class ChangeKind(StrEnum):
    """What became of a value."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `before` is where the value stood, `after` where it stands: None where it is
    not there. They differ where something was put in before it."""

    kind: ChangeKind
    before: JsonPath | None
    after: JsonPath | None


def difference(before: Any, after: Any) -> tuple[Change, ...]:
    """Of two parsed documents, in the order of the later one; what was removed stands where it
    stood. A value that is new or gone as a whole is one change."""
    return tuple(_Comparing(before, after).changes())


def common_prefix(before: bytes, after: bytes) -> int:
    """The place of the first byte that differs: so far a provider's cache may hold."""
    length = min(len(before), len(after))
    at = 0
    while at < length and before[at : at + _BLOCK] == after[at : at + _BLOCK]:
        at += _BLOCK
    low, high = min(at, length), min(at + _BLOCK, length)
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class _Comparing:
    """One comparison. Every value has a digest, made once, so equal ones are found at once."""

    def __init__(self, before: Any, after: Any) -> None:
        self._before = before
        self._after = after
        self._digests: dict[int, int] = {}  # of lists and objects, which all live as long as this

    def changes(self) -> Iterator[Change]:
        self._digest(self._before, 0)
        self._digest(self._after, 0)
        yield from self._between(self._before, self._after, (), ())

    def _between(self, a: Any, b: Any, at_a: JsonPath, at_b: JsonPath) -> Iterator[Change]:
        if self._digest(a, len(at_a)) == self._digest(b, len(at_b)):
            return
        if len(at_b) < _DEEPEST and isinstance(a, dict) and isinstance(b, dict):
            yield from self._members(a, b, at_a, at_b)
        elif len(at_b) < _DEEPEST and isinstance(a, list) and isinstance(b, list):
            yield from self._elements(a, b, at_a, at_b)
        else:
            yield Change(ChangeKind.CHANGED, at_a, at_b)

    def _members(
        self, a: dict[str, Any], b: dict[str, Any], at_a: JsonPath, at_b: JsonPath
    ) -> Iterator[Change]:
        for key in a:
            if key not in b:
                yield Change(ChangeKind.REMOVED, (*at_a, key), None)
        for key, value in b.items():
            if key in a:
                yield from self._between(a[key], value, (*at_a, key), (*at_b, key))
            else:
                yield Change(ChangeKind.ADDED, None, (*at_b, key))

    def _elements(
        self, a: list[Any], b: list[Any], at_a: JsonPath, at_b: JsonPath
    ) -> Iterator[Change]:
        depth = len(at_b) + 1
        pairs = _aligned(
            [self._digest(value, depth) for value in a],
            [self._digest(value, depth) for value in b],
            a,
            b,
        )
        for left, right in pairs:
            if left is None:
                yield Change(ChangeKind.ADDED, None, (*at_b, right or 0))
            elif right is None:
                yield Change(ChangeKind.REMOVED, (*at_a, left), None)
            else:
                yield from self._between(a[left], b[right], (*at_a, left), (*at_b, right))

    def _digest(self, value: Any, depth: int) -> int:
        if not isinstance(value, dict | list):
            return hash((type(value).__name__, value))
        known = self._digests.get(id(value))
        if known is None:
            known = self._digests[id(value)] = self._made(value, depth)
        return known

    def _made(self, value: dict[str, Any] | list[Any], depth: int) -> int:
        if depth > _DEEPEST:
            return hash(_written(value))
        inner: list[Any] = []
        if isinstance(value, list):
            for item in value:
                inner.append(self._digest(item, depth + 1))  # half the stack
            return hash(("list", *inner))
        for key in sorted(value):
            inner.append((key, self._digest(value[key], depth + 1)))
        return hash(("dict", *inner))


def _written(value: Any) -> tuple[Any, ...]:
    """All of it in one row, without descending."""
    row: list[Any] = []
    left = [value]
    while left:
        item = left.pop()
        row += (type(item).__name__, len(item) if isinstance(item, dict | list) else item)
        if isinstance(item, list):
            left += item
        elif isinstance(item, dict):
            row += sorted(item)
            left += (item[key] for key in sorted(item))
    return tuple(row)


Pair = tuple[int | None, int | None]


def _aligned(
    digests_a: Sequence[int], digests_b: Sequence[int], a: list[Any], b: list[Any]
) -> Iterator[Pair]:
    """Pairs of places, in order; None where one side has nothing. Equal elements that are there
    once on either side are fixed points; what lies between them is paired by what it seems to be.
    """
    begin = _same_beginning(digests_a, digests_b)
    yield from ((place, place) for place in range(begin))
    rest = min(len(a), len(b)) - begin
    end = min(_same_beginning(digests_a[::-1], digests_b[::-1]), rest)
    stop_a, stop_b = len(a) - end, len(b) - end
    at_a = at_b = begin
    for left, right in (*_anchors(digests_a, digests_b, begin, stop_a, stop_b), (stop_a, stop_b)):
        gap_a, gap_b = range(at_a, left), range(at_b, right)
        yield from _of_gap(gap_a, gap_b, digests_a, digests_b, a, b)
        if left < stop_a and right < stop_b:
            yield left, right
        at_a, at_b = left + 1, right + 1
    yield from zip(range(stop_a, len(a)), range(stop_b, len(b)), strict=True)


def _same_beginning(a: Sequence[int], b: Sequence[int]) -> int:
    return next(
        (place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y),
        min(len(a), len(b)),
    )


def _anchors(
    a: Sequence[int], b: Sequence[int], begin: int, stop_a: int, stop_b: int
) -> list[tuple[int, int]]:
    """Places of elements that are there once on either side, as many as keep their order."""
    once_a, once_b = _once(a, begin, stop_a), _once(b, begin, stop_b)
    pairs = [(place, once_b[digest]) for digest, place in once_a.items() if digest in once_b]
    return _rising(pairs)


def _once(digests: Sequence[int], begin: int, stop: int) -> dict[int, int]:
    places: dict[int, int] = {}
    twice: set[int] = set()
    for place in range(begin, stop):
        digest = digests[place]
        if digest in places:
            twice.add(digest)
        places[digest] = place
    return {digest: place for digest, place in places.items() if digest not in twice}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs whose second places rise as well; by patience sorting."""
    tails: list[int] = []  # the pair that ends the best run of each length
    before: list[int] = []
    for number, (_, right) in enumerate(pairs):
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if pairs[tails[middle]][1] < right:
                low = middle + 1
            else:
                high = middle
        before.append(tails[low - 1] if low else -1)
        tails[low : low + 1] = [number]
    run: list[tuple[int, int]] = []
    at = tails[-1] if tails else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


def _of_gap(  # both sides of one gap
    gap_a: range,
    gap_b: range,
    digests_a: Sequence[int],
    digests_b: Sequence[int],
    a: list[Any],
    b: list[Any],
) -> Iterator[Pair]:
    def likeness(left: int, right: int) -> int:
        if digests_a[left] == digests_b[right]:
            return 3
        return int(_label(a[left]) == _label(b[right]))

    if len(gap_a) * len(gap_b) > _MOST_PAIRS:
        pairs = list(zip(gap_a, gap_b, strict=False))
    else:
        pairs = _best(gap_a, gap_b, likeness)
    at_a, at_b = gap_a.start, gap_b.start
    for left, right in (*pairs, (gap_a.stop, gap_b.stop)):
        yield from ((place, None) for place in range(at_a, left))
        yield from ((None, place) for place in range(at_b, right))
        if left < gap_a.stop and right < gap_b.stop:
            yield left, right
        at_a, at_b = left + 1, right + 1


def _best(gap_a: range, gap_b: range, likeness: Any) -> list[tuple[int, int]]:
    """The pairs in order whose likenesses come to most."""
    rows, columns = len(gap_a), len(gap_b)
    most = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            alike = likeness(gap_a[row], gap_b[column])
            paired = most[row + 1][column + 1] + alike if alike else 0
            most[row][column] = max(paired, most[row + 1][column], most[row][column + 1])
    pairs: list[tuple[int, int]] = []
    row = column = 0
    while row < rows and column < columns:
        alike = likeness(gap_a[row], gap_b[column])
        if alike and most[row][column] == most[row + 1][column + 1] + alike:
            pairs.append((gap_a[row], gap_b[column]))
            row, column = row + 1, column + 1
        elif most[row][column] == most[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def _label(value: Any) -> tuple[Any, ...]:
    """What an element seems to be, whatever it says."""
    if not isinstance(value, dict):
        return (type(value).__name__,)
    return tuple(str(value.get(name)) for name in _LABELS)


_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def path_at(body: bytes, offset: int) -> JsonPath:
    """Where in the tree a byte lies: the innermost value that holds it; what stands between
    members or elements belongs to the value around them."""
    where = _Where()
    for found in _TOKEN.finditer(body):
        if found.start() > offset:
            break
        is_it = offset < found.end()
        path = where.taken(found[0])
        if is_it:
            return path
    return where.path


class _Where:
    """The way down to the token that was read last."""

    def __init__(self) -> None:
        self._way: list[str | int | None] = []  # None: an object whose next key is not read yet
        self.path: JsonPath = ()

    def taken(self, token: bytes) -> JsonPath:
        """Reads on; the path to which the token belongs."""
        path = self._here()
        if token in (b"{", b"["):
            self._way.append(None if token == b"{" else 0)
        elif token in (b"}", b"]"):
            if self._way:
                self._way.pop()
            path = self._here()
        elif token == b",":
            path = self._around()
            self._go_on()
        elif token.startswith(b'"') and self._way and self._way[-1] is None:
            self._way[-1] = _key(token)
            path = self._here()
        self.path = self._here()
        return path

    def _go_on(self) -> None:
        if self._way:
            last = self._way[-1]
            self._way[-1] = last + 1 if isinstance(last, int) else None

    def _here(self) -> JsonPath:
        return tuple(step for step in self._way if step is not None)

    def _around(self) -> JsonPath:
        return tuple(step for step in self._way[:-1] if step is not None)


def _key(token: bytes) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token.strip(b'"').decode("utf-8", "replace")
