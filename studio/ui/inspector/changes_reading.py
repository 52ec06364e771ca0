"""What one request adds to the one before, and where the provider's cache ends. Pure, and slow for
megabytes: called in a thread."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from studio.core.json_difference import Change, ChangeKind, common_prefix, difference
from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.json_index import JsonIndex, Kind

# What a model reads, by its name at the top of any dialect's request. A provider caches this alone.
_PROMPT = frozenset(
    {"messages", "input", "contents", "system", "instructions", "systemInstruction", "tools"}
)
_LONG = 1_000  # bytes of a string that are compared by their digest
_STEPS = 2_000


class CacheEnd(StrEnum):
    """What a provider's cache can make of a request."""

    WHOLE = "whole"  # the request is the same
    GROWN = "grown"  # all that was sent before comes first, unchanged
    BROKEN = "broken"  # something before the end is another
    UNKNOWN = "unknown"  # one of them is no JSON


@dataclass(frozen=True, slots=True)
class Broken:
    """The value at which a provider's cache ends, and its first byte that differs."""

    kind: ChangeKind
    path: JsonPath
    offset: int


@dataclass(frozen=True, slots=True)
class Changes:
    """`shared` bytes of `length` are those of the request before, from the start."""

    changes: tuple[Change, ...]
    shared: int
    length: int
    cache: CacheEnd
    broken: Broken | None = None

    def count(self, kind: ChangeKind) -> int:
        return sum(1 for each in self.changes if each.kind is kind)


def changes_between(before: bytes, after: bytes) -> Changes:
    """Compares two request bodies."""
    shared = common_prefix(before, after)
    if before == after:
        return Changes((), shared, len(after), CacheEnd.WHOLE)
    older, newer = _read(before), _read(after)
    if older is None or newer is None:
        return Changes((), shared, len(after), CacheEnd.UNKNOWN)
    changes = difference(_reduced(older), _reduced(newer))
    broken = _broken(changes, older, newer, shared)
    cache = CacheEnd.GROWN if broken is None else CacheEnd.BROKEN
    return Changes(changes, shared, len(after), cache, broken)


def _read(body: bytes) -> JsonIndex | None:
    index = JsonIndex(body)
    while not index.is_complete:
        index.read(_STEPS)
    return None if index.fault is not None or index.is_cut else index


def _reduced(index: JsonIndex) -> object:
    """The document with each long string in a few letters, alike where the strings are: reading
    20 MB as a whole would hold up everything else."""
    reduced: object = json.loads(b"".join(_pieces(index)))
    return reduced


def _pieces(index: JsonIndex) -> Iterator[bytes]:
    at = 0
    for node in range(len(index)):
        begin, end = index.span(node)
        if end - begin > _LONG and index.kind(node) is Kind.STRING:
            yield index.data[at:begin]
            digest = hashlib.sha256(memoryview(index.data)[begin:end]).hexdigest()
            yield f'"{digest}"'.encode()
            at = end
    yield index.data[at:]


def _broken(
    changes: Sequence[Change], older: JsonIndex, newer: JsonIndex, shared: int
) -> Broken | None:
    """The first change of what the model reads that does more than go on at its end."""
    added = {each.after for each in changes if each.kind is ChangeKind.ADDED}
    for change in changes:
        path = change.after or change.before or ()
        # Marks of what may be cached move on with each request, and are not cached themselves.
        if (path and path[0] not in _PROMPT) or "cache_control" in path:
            continue
        if change.kind is ChangeKind.ADDED and _goes_on(path, added, newer):
            continue
        index = older if change.after is None else newer
        node = index.find(path)
        begin, end = (shared, shared) if node is None else index.span(node)
        return Broken(change.kind, path, min(max(shared, begin), max(begin, end - 1)))
    return None


def _goes_on(path: JsonPath, added: set[JsonPath | None], newer: JsonIndex) -> bool:
    """Whether what was added stands behind all that was there. Tools come before all messages."""
    if not isinstance(path[-1], int) or path[0] == "tools":
        return False
    for depth, place in enumerate(path):
        node = newer.find(path[:depth])
        if not isinstance(place, int) or node is None:
            continue
        following = range(place + 1, newer.count(node))
        if not all((*path[:depth], each) in added for each in following):
            return False
    return True
