import pytest

from studio.adapters.retry import NO_RETRIES, RetryPolicy
from studio.core.errors import Category, Failure

POLICY = RetryPolicy(random=lambda: 0.5)
PASSING = {
    Category.CUT_OFF,
    Category.RATE_LIMIT,
    Category.OVERLOADED,
    Category.SERVER,
    Category.NETWORK,
}


@pytest.mark.parametrize("category", Category)
def test_only_what_may_pass_is_tried_again(category: Category) -> None:
    assert (POLICY.delay(Failure(category), 1) is not None) == (category in PASSING)


@pytest.mark.parametrize("status", [408, 409, 504])
def test_some_statuses_ask_for_another_try(status: int) -> None:
    assert POLICY.delay(Failure(Category.TIMEOUT, status=status), 1) == 1.0
    assert POLICY.delay(Failure(Category.QUOTA, status=status), 1) is None


def test_waits_double_with_jitter_around_them() -> None:
    failure = Failure(Category.SERVER)
    assert [POLICY.delay(failure, attempt) for attempt in range(1, 7)] == [1, 2, 4, 8, 16, None]
    assert RetryPolicy(random=lambda: 0.0).delay(failure, 3) == 3.0
    assert RetryPolicy(random=lambda: 1.0).delay(failure, 3) == 5.0


def test_the_servers_own_wait_holds_up_to_a_bound() -> None:
    assert POLICY.delay(Failure(Category.RATE_LIMIT, retry_after=0.5), 3) == 0.5
    assert POLICY.delay(Failure(Category.RATE_LIMIT, retry_after=0.0), 3) == 4.0
    assert POLICY.delay(Failure(Category.RATE_LIMIT, retry_after=300.0), 1) == 300.0
    assert POLICY.delay(Failure(Category.RATE_LIMIT, retry_after=301.0), 1) is None


def test_no_retries_means_none() -> None:
    assert NO_RETRIES.delay(Failure(Category.NETWORK), 1) is None
