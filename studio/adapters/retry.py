"""When to try a round again, and how long to wait before. The only owner of retries."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from studio.core.errors import Category, Failure

# Only what came before the first event gets here: a stream cut off then is a broken connection.
_PASSING = frozenset(
    {
        Category.CUT_OFF,
        Category.NETWORK,
        Category.OVERLOADED,
        Category.RATE_LIMIT,
        Category.SERVER,
    }
)
# Request timeout, conflict, gateway timeout. Their categories alone mean no other try.
_PASSING_STATUSES = frozenset({408, 409, 504})
_FINAL = frozenset(
    {
        Category.AUTHENTICATION,
        Category.CONTENT_FILTER,
        Category.CONTEXT_TOO_LONG,
        Category.MODEL_NOT_FOUND,
        Category.PERMISSION,
        Category.QUOTA,
    }
)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Five retries, doubling from a second. `longest_wait` in seconds: beyond it people decide.

    `random` gives numbers from 0 to 1, so that many clients do not come back at one instant.
    """

    retries: int = 5
    first_wait: float = 1.0
    longest_wait: float = 300.0
    random: Callable[[], float] = random.random

    def delay(self, failure: Failure, attempt: int) -> float | None:
        """Seconds until the next try after the failed `attempt` (from 1), or None for no more."""
        if attempt > self.retries or not _is_passing(failure):
            return None
        # A wait of nothing (a date in the past, say) is no reason to come back in a burst.
        if failure.retry_after:
            return failure.retry_after if failure.retry_after <= self.longest_wait else None
        backoff = self.first_wait * 2.0 ** (attempt - 1)
        return float(min(backoff, self.longest_wait) * (0.75 + 0.5 * self.random()))


NO_RETRIES = RetryPolicy(retries=0)


def _is_passing(failure: Failure) -> bool:
    if failure.category in _FINAL:
        return False
    return failure.category in _PASSING or failure.status in _PASSING_STATUSES
