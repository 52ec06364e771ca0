"""What comes next while a recorded turn is played again."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.messages import (
    Round,
    ServerToolUse,
    ToolCall,
    ToolState,
    ToolUse,
    TurnState,
)
from studio.core.recording import Recording
from studio.core.replay_difference import ReplayDifference
from studio.core.trace import TraceTurn
from studio.harness.ports import Sleep


def _nothing() -> None:
    return


class Unplayable(StrEnum):
    """Why a turn of a trace cannot be played."""

    NOT_RECORDED = "not_recorded"
    GAP = "gap"  # some of its rounds are not recorded any more
    TRUNCATED = "truncated"  # more came than is recorded


def unplayable(traced: TraceTurn) -> Unplayable | None:
    """What is against playing this turn."""
    if not traced.recordings:
        return Unplayable.NOT_RECORDED
    recorded = {each.round_id for each in traced.recordings}
    _, rounds = parted(traced)
    if any(each.id not in recorded for each in rounds):
        return Unplayable.GAP
    return Unplayable.TRUNCATED if any(each.is_truncated for each in traced.recordings) else None


def parted(traced: TraceTurn) -> tuple[tuple[Round, ...], tuple[Round, ...]]:
    """The rounds that a fork took over, and its own."""
    rounds = traced.turn.rounds
    if traced.turn.forked_from is None:
        return (), rounds
    recorded = {each.round_id for each in traced.recordings}
    first = next((n for n, each in enumerate(rounds) if each.id in recorded), len(rounds))
    return rounds[:first], rounds[first:]


def run_first(turn: Turn, copied: tuple[Round, ...]) -> tuple[ToolCall, ...]:
    """The calls that a fork ran before it asked: they began after it did."""
    uses = copied[-1].tool_uses if copied else ()
    return tuple(
        use.call for use in uses if use.started_at is not None and use.started_at >= turn.created_at
    )


def reopened(round_: Round, pending: tuple[ToolCall, ...]) -> Round:
    """The round with these calls still to be run."""
    parts = tuple(
        ToolUse(part.call, ToolState.READY)
        if isinstance(part, ToolUse) and part.call in pending
        else part
        for part in round_.parts
    )
    return replace(round_, parts=parts)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast: 1 is as it was, 10 ten times as fast, 0 without any waiting."""

    speed: float = 0.0
    sleep: Sleep = asyncio.sleep

    async def wait(self, seconds: float) -> None:
        await self.sleep(max(seconds, 0.0) / self.speed if self.speed > 0 else 0)


@dataclass(slots=True)
class Cues:
    """What is to come next in the turn that is being played. One for a playback.

    `stop` ends the turn. `difference` is the first in what was asked, found while it plays.
    """

    traced: TraceTurn | None = None
    difference: ReplayDifference | None = None
    _rounds: Iterator[str] = field(default_factory=lambda: iter(()))
    _calls: Iterator[str] = field(default_factory=lambda: iter(()))
    _end_turn: Callable[[], None] = _nothing
    _fresh: int = 0

    def begin(
        self, traced: TraceTurn, rounds: tuple[Round, ...], end_turn: Callable[[], None]
    ) -> None:
        self.traced, self.difference, self._end_turn = traced, None, end_turn
        self._rounds = iter([round_.id for round_ in rounds])
        self._calls = iter(())

    def new_round(self) -> str:
        """The ID that the next round once had."""
        return next(self._rounds, None) or self._new()

    def new_call(self) -> str:
        """The ID that the next call of this round once had."""
        return next(self._calls, None) or self._new()

    def ask(self, round_id: str, attempt: int) -> Recording | None:
        """What answers this request; None where no such one was recorded."""
        if self.traced is None:
            return None
        rounds = (each for each in self.traced.turn.rounds if each.id == round_id)
        round_ = next(rounds, None)
        self._calls = iter(_ids(round_)) if round_ is not None else iter(())
        for recording in self.traced.recordings:
            if (recording.round_id, recording.attempt) == (round_id, attempt):
                return recording
        return None

    def number(self, round_id: str) -> int:
        """Of a round in its turn, from 1; 0 for one that was not."""
        rounds = self.traced.turn.rounds if self.traced is not None else ()
        return next((n for n, each in enumerate(rounds, 1) if each.id == round_id), 0)

    def note(self, round_id: str, where: str, expected: str, got: str) -> None:
        if self.difference is None and self.traced is not None:
            turn_id, number = self.traced.turn.id, self.number(round_id)
            self.difference = ReplayDifference(turn_id, number, where, expected, got)

    @property
    def is_cut_short(self) -> bool:
        """The turn did not come to an end by itself, so something in it was left waiting."""
        state = self.traced.turn.state if self.traced is not None else TurnState.CANCELLED
        return state not in (TurnState.COMPLETED, TurnState.FAILED)

    def stop(self) -> None:
        self._end_turn()

    def _new(self) -> str:
        self._fresh += 1
        return f"replay-{self._fresh}"


def _ids(round_: Round) -> list[str]:
    found = []
    for part in round_.parts:
        if isinstance(part, ToolUse):
            found.append(part.call.id)
        elif isinstance(part, ServerToolUse):
            found.append(part.id)
    return found
