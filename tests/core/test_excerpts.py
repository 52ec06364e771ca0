from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.excerpts import without_marks


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("**Yes: the vent is stuck.** It was", "Yes: the vent is stuck. It was"),
        ("**Yes: the vent is", "Yes: the vent is"),
        ("## In short\nIt *is* `so`.", "In short\nIt is so."),
        ("See [the log](https://host/log).", "See the log."),
        ("```python\nx = 2\n```", "\nx = 2\n"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a · b\n\n1 · 2"),
    ],
)
def test_marks_are_left_away(text: str, said: str) -> None:
    assert without_marks(text) == said


@pytest.mark.parametrize(
    "text", ["2**3 is 8", "a * b * c", "snake_case_name", "#1 is first", "5 > 3", "- one\n- two"]
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert without_marks(text) == text


@given(st.text(alphabet="*_`~#>[]()!|- ab\n", max_size=300))
def test_of_any_text_all_letters_stay_but_those_of_addresses(text: str) -> None:
    letters = "".join(each for each in text if each.isalpha())
    said = "".join(each for each in without_marks(text) if each.isalpha())
    assert said == letters or "](" in text or "```" in text or "~~~" in text
