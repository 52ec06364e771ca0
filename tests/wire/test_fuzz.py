"""Wrong types in every field of every event, and bytes of any kind: never a traceback."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.errors import Category, RoundError
from studio.core.messages import Dialect, Outcome, ToolResult
from studio.wire.exchange import Exchange
from tests.wire.recorded import all_recordings, framed, payload_in, recording
from tests.wire.replies import exchange, read, read_all

_WRONG: tuple[Any, ...] = (None, 7, -1.5, True, "", "odd", [], [None, "x"], {}, {"a": {"b": 1}})
_FUZZED = [
    (dialect, scene)
    for dialect, scene in all_recordings()
    if scene in ("reasoning", "two_calls", "refusal", "rate_limit", "cut_off")
]


def _nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from _nodes(value[key], (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _nodes(item, (*path, index))


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy


def _mutants(dialect: Dialect, body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each body with one node replaced, and the events before the one that was changed."""
    lines = body.decode().replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines):
        text = payload_in(dialect, line)
        if text is None:
            continue
        payload = json.loads(text)
        for path in _nodes(payload):
            for wrong in _WRONG:
                changed = line.replace(text, json.dumps(_replaced(payload, path, wrong)))
                mutant = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
                yield mutant.encode(), "\n".join([*lines[:number], ""]).encode()


def _finish(made: Exchange, completed_calls: tuple[str, ...]) -> None:
    """What the harness does next must not fail either."""
    made.record_round()
    for call_id in completed_calls:
        made.record_result(ToolResult(call_id, "fine", Outcome.DONE, 4))
    json.dumps(made.request(offer_tools=True, final_instruction=None).body)


@pytest.mark.slow
@pytest.mark.parametrize(("dialect", "scene"), _FUZZED)
def test_a_wrong_type_in_any_field_of_any_event_is_no_traceback(
    dialect: Dialect, scene: str
) -> None:
    for mutant, before in _mutants(dialect, recording(dialect, scene)):
        made = exchange(dialect)
        reading = read(made.begin_round(""), [mutant])
        assert reading.text.startswith(read_all(dialect, before).text)
        if reading.completed is not None:
            _finish(made, tuple(call.id for call in reading.completed.calls))
        else:
            assert isinstance(reading.error, RoundError)


@given(st.sampled_from(list(Dialect)), st.lists(st.binary(max_size=200), max_size=5))
def test_binary_garbage_is_an_error_of_one_category(dialect: Dialect, pieces: list[bytes]) -> None:
    reading = read(exchange(dialect).begin_round("text/event-stream"), pieces)
    assert reading.error is not None
    assert reading.events == ()
    assert reading.error.failure.category in (
        Category.UNREADABLE_REPLY,
        Category.CUT_OFF,
    )


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=200)
@given(st.sampled_from(list(Dialect)), st.lists(_json, max_size=4))
def test_any_json_in_a_stream_or_alone_is_no_traceback(dialect: Dialect, values: list[Any]) -> None:
    stream = b"".join(framed(dialect, json.dumps(value).encode()) for value in values)
    read_all(dialect, stream)
    for value in values:
        read_all(dialect, json.dumps(value))
