"""What one turn uses while it is answered, and where it stands against its limits."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, Outcome, ToolCall, ToolResult, Usage
from studio.core.spending import comparable
from studio.harness.stopwatch import Stopwatch

Price = Callable[[Origin, Usage], Decimal | None]  # US dollars of a round; None where unknown

_FAILURES = frozenset({Outcome.FAILED, Outcome.TIMED_OUT, Outcome.INVALID})
# These count before a call is let in, and not while those let in are run.
AT_THE_DOOR = frozenset({Limit.ROUNDS, Limit.CALLS})


class Meter:
    """Belongs to the loop of one turn. `limits` grow when the user allows more."""

    def __init__(self, limits: Limits, watch: Stopwatch, price: Price) -> None:
        self.limits = limits
        self._first = limits
        self._watch = watch
        self._price = price
        self._spent = Spending()
        self._failed: tuple[str, str] | None = None

    @property
    def spent(self) -> Spending:
        return replace(self._spent, seconds=self._watch.seconds)

    def count_round(self) -> None:
        self._spent = replace(self._spent, rounds=self._spent.rounds + 1)

    def count_call(self) -> None:
        self._spent = replace(self._spent, calls=self._spent.calls + 1)

    def count_usage(self, origin: Origin, usage: Usage) -> None:
        """What the provider said of a round."""
        counts = comparable(usage, origin.dialect)
        usd = self._price(origin, usage)
        self._spent = replace(
            self._spent,
            tokens=self._spent.tokens + counts.all_input + counts.all_output,
            usd=self._spent.usd if usd is None else (self._spent.usd or Decimal(0)) + usd,
        )

    def count_result(self, call: ToolCall | None, result: ToolResult) -> None:
        """`call` is None for one that was never to be run."""
        size = self._spent.result_characters + len(result.told)
        repeats = 0
        if call is not None and result.outcome in _FAILURES:
            failed = (call.name, _canonical(call.arguments))
            repeats = self._spent.repeats + 1 if failed == self._failed else 1
            self._failed = failed
        else:
            self._failed = None
        self._spent = replace(self._spent, result_characters=size, repeats=repeats)

    def allow_more(self, limit: Limit) -> None:
        """As much again of what has run out."""
        if limit is Limit.REPEATS:
            self._failed = None
            self._spent = replace(self._spent, repeats=0)
            return
        name = _FIELDS[limit]
        used, step = getattr(self.spent, name), getattr(self._first, name)
        self.limits = replace(self.limits, **{name: used + step})


_FIELDS = {
    Limit.ROUNDS: "rounds",
    Limit.CALLS: "calls",
    Limit.RESULT_CHARACTERS: "result_characters",
    Limit.SECONDS: "seconds",
    Limit.TOKENS: "tokens",
    Limit.MONEY: "usd",
}


def _canonical(arguments: str) -> str:
    """The same for arguments that mean the same."""
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments
