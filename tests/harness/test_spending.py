"""What a turn has used: counted once, and never while the user thinks."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from studio.core.limits import Limits, reached
from studio.core.messages import Dialect, Limit, Origin, Outcome, ToolCall, ToolResult, Usage
from studio.harness.spending import Meter
from studio.harness.stopwatch import Stopwatch

ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m")
LIMITS = Limits(3, 5, 1_000, seconds=10.0, tokens=100, usd=Decimal("0.5"))


class Now:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def meter(limits: Limits = LIMITS, usd: Decimal | None = None) -> Meter:
    return Meter(limits, Stopwatch(Now()), lambda _origin, _usage: usd)


def failing(
    arguments: str = '{"a": 1}', outcome: Outcome = Outcome.FAILED
) -> tuple[ToolCall, ToolResult]:
    return ToolCall("u", "look", arguments), ToolResult("u", "Error", outcome, 5)


def test_time_stands_still_while_the_user_thinks_also_twice_at_once() -> None:
    now = Now()
    watch = Stopwatch(now)
    now.at += 2
    with watch.paused():
        now.at += 50
        with watch.paused():
            now.at += 50
        now.at += 50
        assert watch.seconds == 2.0
    now.at += 1
    assert watch.seconds == 3.0


def test_tokens_and_money_are_those_that_the_provider_told() -> None:
    counting = meter(usd=Decimal("0.25"))
    counting.count_usage(ORIGIN, Usage(input_tokens=40, output_tokens=2))
    assert (counting.spent.tokens, counting.spent.usd) == (42, Decimal("0.25"))
    assert reached(counting.spent, counting.limits) is None
    counting.count_usage(ORIGIN, Usage(input_tokens=40, output_tokens=2))
    assert reached(counting.spent, counting.limits) is Limit.MONEY


def test_without_a_price_nothing_is_known_of_money() -> None:
    counting = meter()
    counting.count_usage(ORIGIN, Usage(input_tokens=40, output_tokens=2))
    assert counting.spent.usd is None


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.TIMED_OUT, Outcome.INVALID])
def test_the_same_failing_call_three_times_in_a_row_is_a_limit(outcome: Outcome) -> None:
    counting = meter()
    for arguments in ('{"a": 1, "b": 2}', '{"b":2,"a":1}', '{"a": 1, "b": 2}'):
        assert reached(counting.spent, counting.limits) is None
        counting.count_result(*failing(arguments, outcome))
    assert reached(counting.spent, counting.limits) is Limit.REPEATS
    counting.allow_more(Limit.REPEATS)
    assert reached(counting.spent, counting.limits) is None


def test_another_call_between_failures_begins_the_count_anew() -> None:
    counting = meter()
    for arguments in ("{}", "{}", '{"a": 2}', "{}", "{}"):
        counting.count_result(*failing(arguments))
    done = ToolResult("u", "fine", Outcome.DONE, 4)
    assert counting.spent.repeats == 2
    counting.count_result(ToolCall("u", "look", "{}"), done)
    assert counting.spent.repeats == 0


@pytest.mark.parametrize("limit", [each for each in Limit if each is not Limit.REPEATS])
def test_more_is_as_much_again(limit: Limit) -> None:
    now = Now()
    counting = Meter(LIMITS, Stopwatch(now), lambda _origin, _usage: Decimal("0.5"))
    for _ in range(5):
        counting.count_round()
        counting.count_call()
    counting.count_usage(ORIGIN, Usage(input_tokens=100, output_tokens=0))
    counting.count_result(None, ToolResult("u", "x" * 1_000, Outcome.DONE, 1_000))
    now.at += 10
    for each in Limit:
        if each is not limit:
            counting.allow_more(each)
    assert reached(counting.spent, counting.limits) is limit
    counting.allow_more(limit)
    assert reached(counting.spent, counting.limits) is None


def test_what_the_model_is_told_counts_not_only_what_the_tool_said() -> None:
    counting = meter()
    result = ToolResult("u", "x", Outcome.DONE, 1)
    counting.count_result(None, replace(result, outside="a page"))
    assert counting.spent.result_characters == len(replace(result, outside="a page").told) > 100
