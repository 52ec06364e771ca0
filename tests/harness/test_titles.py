"""A chat's title says in one line what it began with."""

from __future__ import annotations

import pytest

from studio.harness.titles import title_of


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("What time is it?", "What time is it?"),
        ("\n\n  # Trains to Oslo  \nand back", "Trains to Oslo"),
        ("a\tb   c", "a b c"),
        ("", ""),
        (" \n\t", ""),
        ("word " * 40, "word word word word word word word word word word word word…"),
        ("你" * 100, "你" * 60 + "…"),
    ],
)
def test_a_title_is_the_first_line_cut_at_a_word(prompt: str, title: str) -> None:
    assert title_of(prompt) == title


def test_a_ten_megabyte_prompt_has_a_short_title() -> None:
    assert len(title_of("x" * 10_000_000)) <= 61
