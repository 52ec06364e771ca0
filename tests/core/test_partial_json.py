"""Arguments on a live card: every beginning of a JSON text shows what is certain."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.partial_json import MAX_DEPTH, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("  ", None),
        ("{", {}),
        ('{"pa', {}),
        ('{"path"', {}),
        ('{"path":', {}),
        ('{"path": "no', {"path": "no"}),
        ('{"path": "no\\', {"path": "no"}),
        ('{"path": "no\\u00', {"path": "no"}),
        ('{"path": "line\nbreak"}', {"path": "line\nbreak"}),
        ('{"a": 1, "b": tr', {"a": 1}),
        ('{"a": 1, "b": [1, {"c": "d', {"a": 1, "b": [1, {"c": "d"}]}),
        ('{"a": [1, 2,', {"a": [1, 2]}),
        ('{"a": nope, "b": 1}', {}),
        ('{"a": 1} and more', {"a": 1}),
        ("[[]", [[]]),
        ("nonsense", None),
    ],
)
def test_the_certain_part_of_an_unfinished_text_is_shown(text: str, value: Any) -> None:
    assert parse(text) == value


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
_objects = st.dictionaries(st.text(max_size=9), _values, max_size=3)


@settings(max_examples=50)
@given(_objects)
def test_a_finished_text_is_read_as_json_reads_it(value: dict[str, Any]) -> None:
    assert parse(json.dumps(value)) == value
    assert parse(json.dumps(value, ensure_ascii=False, indent=1)) == value


@settings(max_examples=50)
@given(_objects, st.integers(min_value=1))
def test_every_beginning_of_an_object_is_an_object(value: dict[str, Any], cut: int) -> None:
    text = json.dumps(value)
    assert isinstance(parse(text[: 1 + cut % len(text)]), dict)


@given(st.text())
def test_any_text_is_read_without_an_exception(text: str) -> None:
    parse(text)
    parse('{"a": ' + text)


def test_deep_nesting_ends_at_a_bound_and_without_an_exception() -> None:
    value = parse("[" * 100_000)
    depth = 0
    while value:
        value, depth = value[0], depth + 1
    assert depth < MAX_DEPTH


def test_a_long_string_is_read_in_linear_time() -> None:
    text = '{"text": "' + "a\\n" * 500_000
    assert len(parse(text)["text"]) == 1_000_000
