"""JSON that is laid out to be edited comes back letter for letter."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.ui.chat.stop_json import laid_out, packed, spacing_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
)
WAYS = st.sampled_from([(",", ":"), (", ", ": ")])


@given(VALUES, WAYS, st.booleans())
def test_what_is_laid_out_is_packed_as_it_was(
    value: object, spacing: tuple[str, str], is_ascii: bool
) -> None:
    text = json.dumps(value, separators=spacing, ensure_ascii=is_ascii)
    found = spacing_of(text)
    assert found is not None
    shown = laid_out(text)
    assert json.loads(shown) == value
    assert packed(shown, found) == text


@pytest.mark.parametrize("number", ["1.0", "1e400", "-0", "12345678901234567890.10"])
def test_numbers_stay_letter_for_letter(number: str) -> None:
    text = f'{{"n":{number},"n":2}}'
    assert laid_out(text) == f'{{\n  "n": {number},\n  "n": 2\n}}'
    assert packed(laid_out(text), (",", ":")) == text


def test_what_is_empty_stays_on_its_line() -> None:
    assert laid_out('{"a":{},"b":[[]]}') == '{\n  "a": {},\n  "b": [\n    []\n  ]\n}'


def test_what_is_laid_out_already_is_no_single_line() -> None:
    assert spacing_of('{\n "a": 1,\n "b": 2\n}') is None


def test_thousands_of_levels_take_no_megabytes() -> None:
    assert len(laid_out("[" * 3_000 + "]" * 3_000)) < 400_000
