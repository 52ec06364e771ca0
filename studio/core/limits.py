"""How much one turn may use before it pauses."""

from dataclasses import dataclass
from decimal import Decimal

from studio.core.messages import Limit


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one turn. `result_characters` is the sum over the turn, `one_result` for each.

    None means no bound. `seconds` leave out what the user takes to decide; `tokens` are those sent
    and received; `usd` counts where prices are known. `repeats` is how often the same call may fail
    in a row.
    """

    rounds: int = 25
    calls: int = 50
    result_characters: int = 300_000
    one_result: int = 100_000
    seconds: float | None = None
    tokens: int | None = None
    usd: Decimal | None = None
    repeats: int = 3


@dataclass(frozen=True, slots=True)
class Spending:
    """What one turn has used so far. `usd` is None where no price is known."""

    rounds: int = 0
    calls: int = 0
    result_characters: int = 0
    seconds: float = 0.0
    tokens: int = 0
    usd: Decimal | None = None
    repeats: int = 0


def reached(spent: Spending, limits: Limits) -> Limit | None:
    """The first limit that forbids another call, if any."""
    if spent.repeats >= limits.repeats:
        return Limit.REPEATS
    if spent.rounds >= limits.rounds:
        return Limit.ROUNDS
    if spent.calls >= limits.calls:
        return Limit.CALLS
    if spent.result_characters >= limits.result_characters:
        return Limit.RESULT_CHARACTERS
    return _reached_by_use(spent, limits)


def _reached_by_use(spent: Spending, limits: Limits) -> Limit | None:
    if limits.seconds is not None and spent.seconds >= limits.seconds:
        return Limit.SECONDS
    if limits.tokens is not None and spent.tokens >= limits.tokens:
        return Limit.TOKENS
    if limits.usd is not None and spent.usd is not None and spent.usd >= limits.usd:
        return Limit.MONEY
    return None
