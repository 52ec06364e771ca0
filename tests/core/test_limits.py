"""What one turn may use: what counts while calls run, and the defaults."""

from __future__ import annotations

from studio.core.limits import Limits, Spending
from studio.core.messages import Limit
from studio.core.settings import Settings

LIMITS = Limits(rounds=3, calls=5, result_characters=100)


def test_while_the_calls_of_a_round_run_only_their_results_count() -> None:
    assert Spending(rounds=3, calls=5).reached_by_results(LIMITS) is None
    assert Spending(result_characters=100).reached_by_results(LIMITS) is Limit.RESULT_CHARACTERS


def test_the_defaults_are_the_same_for_a_turn_and_in_the_settings() -> None:
    assert Settings().limits == Limits(25, 50, 300_000, 100_000) == Limits()
