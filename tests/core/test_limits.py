"""What one turn may use, and which limit is named when it is used up."""

from __future__ import annotations

import pytest

from studio.core.limits import Limits, Spending
from studio.core.messages import Limit
from studio.core.settings import Settings

LIMITS = Limits(rounds=3, calls=5, result_characters=100)


@pytest.mark.parametrize(
    ("spent", "limit"),
    [
        (Spending(), None),
        (Spending(rounds=2, calls=4, result_characters=99), None),
        (Spending(rounds=3), Limit.ROUNDS),
        (Spending(calls=5), Limit.CALLS),
        (Spending(result_characters=100), Limit.RESULT_CHARACTERS),
        (Spending(rounds=3, calls=5, result_characters=100), Limit.ROUNDS),
    ],
)
def test_a_limit_is_reached_when_it_is_used_up_and_not_before(
    spent: Spending, limit: Limit | None
) -> None:
    assert spent.reached(LIMITS) is limit


def test_while_the_calls_of_a_round_run_only_their_results_count() -> None:
    assert Spending(rounds=3, calls=5).reached_by_results(LIMITS) is None
    assert Spending(result_characters=101).reached_by_results(LIMITS) is Limit.RESULT_CHARACTERS


def test_the_defaults_are_the_same_for_a_turn_and_in_the_settings() -> None:
    assert Settings().limits == Limits()
    assert Limits() == Limits(25, 50, 300_000, 100_000)
