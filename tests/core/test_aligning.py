from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.aligning import Run, runs

_ROWS = st.lists(st.sampled_from("abcdefgh"), max_size=40)


@given(_ROWS, _ROWS)
def test_runs_hold_both_rows_whole_and_in_order(first: list[str], second: list[str]) -> None:
    a = b = 0
    for run in runs(first, second):
        assert (run.a, run.b) == (a, b)
        assert (run.a_end, run.b_end) > (a, b)
        same = first[run.a : run.a_end] == second[run.b : run.b_end]
        assert same is run.is_same
        a, b = run.a_end, run.b_end
    assert (a, b) == (len(first), len(second))


def test_what_is_put_in_between_leaves_the_rest_together() -> None:
    assert runs("abcd", "abXcd") == (
        Run(True, 0, 2, 0, 2),
        Run(False, 2, 2, 2, 3),
        Run(True, 2, 4, 3, 5),
    )


def test_what_is_moved_is_found_once() -> None:
    same = [run for run in runs("abcdef", "bcdefa") if run.is_same]
    assert same == [Run(True, 1, 6, 0, 5)]


def _words(kinds: int) -> list[str]:
    chance = random.Random(kinds)  # noqa: S311  # the same words each time
    return [f"w{chance.randrange(kinds)}" for _ in range(100_000)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["a", "b"] * 50_000, ["b", "c"] * 50_000),
        ([f"x{n // 2 if n % 2 else -1}" for n in range(100_000)], ["x-1", "y"] * 50_000),
        (_words(50), _words(51)),
        (_words(20_000), _words(20_000)[::-1]),
        ([str(n) for n in range(100_000)], [str(n) for n in range(100_000)][::-1]),
    ],
    ids=["few", "every other", "fifty", "reversed", "all once"],
)
def test_whatever_it_is_a_hundred_thousand_words_are_soon_done(
    first: list[str], second: list[str]
) -> None:
    began = time.process_time()
    runs(first, second)
    assert time.process_time() - began < 5
