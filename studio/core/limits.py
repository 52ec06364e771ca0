"""How many rounds, calls and characters one turn may use."""

from dataclasses import dataclass

from studio.core.messages import Limit


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one turn. `result_characters` is the sum over the turn, `one_result` for each."""

    rounds: int = 25
    calls: int = 50
    result_characters: int = 300_000
    one_result: int = 100_000


@dataclass(slots=True)
class Spending:
    """What one turn has used so far; belongs to the loop of that turn."""

    rounds: int = 0
    calls: int = 0
    result_characters: int = 0

    def reached(self, limits: Limits) -> Limit | None:
        """The limit that forbids another call, if any."""
        if self.rounds >= limits.rounds:
            return Limit.ROUNDS
        if self.calls >= limits.calls:
            return Limit.CALLS
        return self.reached_by_results(limits)

    def reached_by_results(self, limits: Limits) -> Limit | None:
        """The same for what grows while the calls of one round run."""
        if self.result_characters >= limits.result_characters:
            return Limit.RESULT_CHARACTERS
        return None
