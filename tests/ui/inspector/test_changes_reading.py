"""Where a provider's cache ends is found by what the model reads, and to the byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from studio.core.json_difference import ChangeKind
from studio.ui.inspector.changes_reading import CacheEnd, changes_between
from tests.ui.inspector.fakes import CALL, PROMPT, RESULT, TOOLS, body


def written(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def test_what_goes_on_at_the_end_leaves_the_cache_whole() -> None:
    found = changes_between(body(PROMPT), body(PROMPT, CALL, RESULT))
    assert found.cache is CacheEnd.GROWN
    assert [each.after for each in found.changes] == [("messages", 1), ("messages", 2)]
    assert body(PROMPT)[: found.shared] == body(PROMPT, CALL, RESULT)[: found.shared]


def test_the_same_request_again_differs_in_nothing() -> None:
    found = changes_between(body(PROMPT), body(PROMPT))
    assert (found.cache, found.shared, found.changes) == (CacheEnd.WHOLE, len(body(PROMPT)), ())


@pytest.mark.parametrize(
    ("before", "after", "kind", "path"),
    [
        (
            body(PROMPT),
            body(PROMPT, CALL, system="You are bold."),
            ChangeKind.CHANGED,
            ("system",),
        ),
        (body(PROMPT, CALL), body(CALL, RESULT), ChangeKind.REMOVED, ("messages", 0)),
        (body(PROMPT), body(RESULT, PROMPT), ChangeKind.ADDED, ("messages", 0)),
        (
            written(tools=TOOLS, messages=[]),
            written(tools=[*TOOLS, {"name": "b"}], messages=[]),
            ChangeKind.ADDED,
            ("tools", 1),
        ),
        (
            written(input=[{"a": [1]}, 2]),
            written(input=[{"a": [1, 3]}, 2]),
            ChangeKind.ADDED,
            ("input", 0, "a", 1),
        ),
    ],
)
def test_the_first_value_that_breaks_the_cache_is_named(
    before: bytes, after: bytes, kind: ChangeKind, path: tuple[str | int, ...]
) -> None:
    found = changes_between(before, after)
    assert found.cache is CacheEnd.BROKEN
    assert found.broken is not None
    assert (found.broken.kind, found.broken.path) == (kind, path)


def test_the_byte_is_the_first_that_differs() -> None:
    before, after = body(PROMPT), body(PROMPT, system="You are carefree.")
    found = changes_between(before, after)
    assert found.broken is not None
    assert after[: found.broken.offset].endswith(b"You are caref")
    assert before[found.broken.offset] != after[found.broken.offset]


def test_parameters_and_marks_of_the_cache_are_nothing_the_model_reads() -> None:
    found = changes_between(
        written(temperature=1, messages=[{"a": 1, "cache_control": {}}]),
        written(temperature=2, messages=[{"a": 1}, {"b": 2, "cache_control": {}}]),
    )
    assert found.cache is CacheEnd.GROWN
    assert found.count(ChangeKind.CHANGED) == 1


def test_long_texts_that_are_alike_are_alike() -> None:
    long = "A line.\n" * 5_000
    found = changes_between(
        written(messages=[long, long + "x", 1]), written(messages=[long, long + "y", 1])
    )
    assert [(each.kind, each.after) for each in found.changes] == [
        (ChangeKind.CHANGED, ("messages", 1))
    ]


@pytest.mark.parametrize("other", [b"oops", b'{"a": [1', b""])
def test_what_is_no_json_is_compared_by_its_bytes_alone(other: bytes) -> None:
    found = changes_between(b'{"a": [1]}', other)
    assert found.cache is CacheEnd.UNKNOWN
    assert found.length == len(other)
