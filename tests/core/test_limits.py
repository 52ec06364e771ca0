"""What one turn may use: what counts while calls run, and the defaults."""

from __future__ import annotations

from decimal import Decimal

import pytest

from studio.core.limits import Limits, Spending, reached
from studio.core.messages import Limit
from studio.core.settings import Settings

LIMITS = Limits(3, 5, 100, seconds=10.0, tokens=1_000, usd=Decimal(1))


@pytest.mark.parametrize(
    ("spent", "limit"),
    [
        (Spending(2, 4, 99, 9.0, 999, Decimal("0.99"), 2), None),
        (Spending(rounds=3), Limit.ROUNDS),
        (Spending(calls=5), Limit.CALLS),
        (Spending(result_characters=100), Limit.RESULT_CHARACTERS),
        (Spending(seconds=10.0), Limit.SECONDS),
        (Spending(tokens=1_000), Limit.TOKENS),
        (Spending(usd=Decimal(1)), Limit.MONEY),
        (Spending(repeats=3), Limit.REPEATS),
    ],
)
def test_a_limit_is_reached_when_nothing_is_left(spent: Spending, limit: Limit | None) -> None:
    assert reached(spent, LIMITS) is limit


def test_what_has_no_bound_and_no_price_stops_nobody() -> None:
    assert reached(Spending(seconds=1e9, tokens=10**9, usd=None), Limits()) is None


def test_the_defaults_are_the_same_for_a_turn_and_in_the_settings() -> None:
    assert Settings().limits == Limits(25, 50, 300_000, 100_000, usd=Decimal(1))
