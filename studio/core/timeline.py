"""When what happened in a turn: the bars that the inspector draws. Pure, and asked again live.

Times are seconds from the turn's start, so that a bar's place is its length. What was not recorded
is missing and never guessed: without recordings a round has no first byte.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from studio.core.chats import Turn
from studio.core.messages import Origin, Outcome, Round, ToolState, ToolUse, Usage
from studio.core.recording import Recording
from studio.core.rules import Why

Price = Callable[[Origin, Usage], Decimal | None]
_NANO = 1e-9
_QUICKEST = 0.05  # seconds; nobody answers a question sooner, so that nobody was asked
# What the user may have said on the card. The moment of the question is not kept.
_USERS = frozenset({Why.ONCE, Why.OVERRIDE, Why.IN_CHAT, Why.RULE})


class SpanKind(StrEnum):
    """What a stretch of a round was spent with, in the order in which these follow each other."""

    ATTEMPT = "attempt"  # a request that came to nothing and was sent again
    PAUSE = "pause"  # before the next attempt
    WAITING = "waiting"  # for the first byte
    OPENING = "opening"  # from the first byte to the first token
    STREAMING = "streaming"
    ASKING = "asking"  # the user, before a call could run


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time. `is_open`: it lasts still, and `end` is now. `detail` is a fact such as
    the category of what failed."""

    kind: SpanKind
    begin: float
    end: float
    is_open: bool = False
    detail: str = ""

    @property
    def seconds(self) -> float:
        return self.end - self.begin


@dataclass(frozen=True, slots=True)
class CallBar:
    """One call of a round. `lane` counts from 0: calls that ran side by side have different ones.
    `ran` is None where it never came to that; `is_held`: it stands at a breakpoint."""

    tool_use_id: str
    name: str
    state: ToolState
    outcome: Outcome | None
    lane: int
    ran: tuple[float, float] | None = None
    is_open: bool = False
    is_held: bool = False

    @property
    def seconds(self) -> float | None:
        return None if self.ran is None else self.ran[1] - self.ran[0]


@dataclass(frozen=True, slots=True)
class RoundBar:
    """One round: what its time was spent with, its calls, and what it took. `number` counts from 1;
    `attempts` were sent. `usd` is None where the price is unknown."""

    round_id: str
    number: int
    origin: Origin
    begin: float
    end: float
    spans: tuple[Span, ...]
    calls: tuple[CallBar, ...]
    usage: Usage
    usd: Decimal | None
    attempts: int = 1
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Timeline:
    """A turn's rounds, oldest first. `begin` in seconds since the epoch, `seconds` to its end."""

    begin: float
    seconds: float
    rounds: tuple[RoundBar, ...]
    is_open: bool = False


def _free(_origin: Origin, _usage: Usage) -> Decimal | None:
    return None


def timeline(
    turn: Turn,
    recordings: Sequence[Recording],
    now: float,
    price: Price = _free,
    held: frozenset[str] = frozenset(),
) -> Timeline:
    """`now` in seconds since the epoch ends what still lasts. `held` are the tool uses that stand
    at a breakpoint."""
    clock = _Clock(turn, now, held)
    of_round: dict[str, list[Recording]] = {}
    for recording in recordings:
        of_round.setdefault(recording.round_id, []).append(recording)
    rounds = tuple(
        _round_bar(clock, number, round_, of_round.get(round_.id, []), price)
        for number, round_ in enumerate(turn.rounds, start=1)
    )
    last = max((bar.end for bar in rounds), default=0.0)
    end = clock.at(turn.ended_at) if turn.ended_at is not None else clock.now
    is_open = turn.ended_at is None
    return Timeline(clock.begin, max(last, end if is_open or not rounds else last), rounds, is_open)


class _Clock:
    """Turns moments into seconds from the turn's start, and knows what is held. A fork holds rounds
    that are older than itself: then the oldest of them is the start."""

    def __init__(self, turn: Turn, now: float, held: frozenset[str]) -> None:
        self.held = held
        self.begin = min((turn.created_at, *(each.started_at for each in turn.rounds)))
        self.is_over = turn.ended_at is not None
        self.now = self.at(turn.ended_at if turn.ended_at is not None else now)

    def at(self, moment: float) -> float:
        return max(moment - self.begin, 0.0)


def _round_bar(
    clock: _Clock, number: int, round_: Round, recordings: list[Recording], price: Price
) -> RoundBar:
    recordings.sort(key=lambda each: each.attempt)
    is_open = round_.ended_at is None and not clock.is_over
    streamed = clock.at(round_.ended_at) if round_.ended_at is not None else _broken(clock, round_)
    spans = _spans(clock, round_, recordings, streamed, is_open)
    calls = _call_bars(clock, round_.tool_uses)
    asked = _asked(clock, streamed, round_.tool_uses)
    ends = [call.ran[1] for call in calls if call.ran is not None]
    return RoundBar(
        round_id=round_.id,
        number=number,
        origin=round_.origin,
        begin=clock.at(round_.started_at),
        end=max([streamed, *ends, *(span.end for span in asked)]),
        spans=(*spans, *asked),
        calls=calls,
        usage=round_.usage,
        usd=price(round_.origin, round_.usage),
        attempts=max(len(recordings), len(round_.retries) + 1),
        is_open=is_open,
    )


def _broken(clock: _Clock, round_: Round) -> float:
    """A round that never ended lasted until its turn did."""
    return max(clock.now, clock.at(round_.started_at))


def _spans(
    clock: _Clock, round_: Round, recordings: list[Recording], end: float, is_open: bool
) -> tuple[Span, ...]:
    begin = clock.at(round_.started_at)
    spans = list(_retried(clock, round_, recordings, begin))
    begin = spans[-1].end if spans else begin
    last = recordings[-1] if len(recordings) > len(round_.retries) else None
    token = None if round_.first_delta_at is None else clock.at(round_.first_delta_at)
    byte = _first_byte(clock, last)
    if byte is not None and (token is None or byte <= token):
        spans.append(Span(SpanKind.WAITING, begin, byte))
        begin = byte
        if token is not None:
            spans.append(Span(SpanKind.OPENING, begin, token))
    elif token is not None:
        spans.append(Span(SpanKind.WAITING, begin, token))
    if token is not None:
        spans.append(Span(SpanKind.STREAMING, token, max(end, token), is_open))
    else:
        kind = SpanKind.WAITING if byte is None else SpanKind.OPENING
        spans.append(Span(kind, begin, max(end, begin), is_open))
    return tuple(spans)


def _retried(
    clock: _Clock, round_: Round, recordings: list[Recording], begin: float
) -> Iterable[Span]:
    """The attempts that failed, and the pauses after them. Without recordings of them only the
    pauses are known, which then stand at the round's start."""
    for number, retry in enumerate(round_.retries):
        recording = recordings[number] if number < len(recordings) else None
        if recording is not None:
            sent = clock.at(recording.started_at)
            ended = sent + (recording.ended_ns or 0) * _NANO
            yield Span(SpanKind.ATTEMPT, sent, ended, detail=retry.category)
            begin = ended
        yield Span(SpanKind.PAUSE, begin, begin + retry.delay, detail=retry.category)
        begin += retry.delay


def _first_byte(clock: _Clock, recording: Recording | None) -> float | None:
    if recording is None or not recording.chunks:
        return None
    return clock.at(recording.started_at) + recording.chunks[0].offset_ns * _NANO


def _asked(clock: _Clock, streamed: float, uses: Sequence[ToolUse]) -> tuple[Span, ...]:
    """From the end of the stream until the first call could run, where the user was asked."""
    waiting = [use for use in uses if _waits_for_user(clock, use)]
    if waiting and not clock.is_over:
        return (Span(SpanKind.ASKING, streamed, max(clock.now, streamed), is_open=True),)
    starts = [clock.at(use.started_at) for use in uses if use.started_at is not None]
    may_be_users = any(use.ruling is not None and use.ruling.why in _USERS for use in uses)
    if not may_be_users or not starts or min(starts) - streamed < _QUICKEST:
        return ()
    return (Span(SpanKind.ASKING, streamed, min(starts)),)


def _waits_for_user(clock: _Clock, use: ToolUse) -> bool:
    """For their word, or held by them before it runs."""
    if use.state is ToolState.WAITING:
        return True
    return use.state is ToolState.READY and use.call.id in clock.held


def _call_bars(clock: _Clock, uses: Sequence[ToolUse]) -> tuple[CallBar, ...]:
    bars = []
    busy: list[float] = []  # when each lane is free again
    for use in uses:
        ran = _ran(clock, use)
        lane = 0
        if ran is not None:
            lane = next((n for n, free in enumerate(busy) if free <= ran[0]), len(busy))
            busy[lane : lane + 1] = [ran[1]]
        result = use.result
        is_open = ran is not None and use.ended_at is None and not clock.is_over
        outcome = result.outcome if result is not None else None
        bars.append(
            CallBar(
                use.call.id,
                use.call.name,
                use.state,
                outcome,
                lane,
                ran,
                is_open=is_open,
                is_held=use.call.id in clock.held,
            )
        )
    return tuple(bars)


def _ran(clock: _Clock, use: ToolUse) -> tuple[float, float] | None:
    if use.started_at is None:
        return None
    begin = clock.at(use.started_at)
    end = clock.at(use.ended_at) if use.ended_at is not None else clock.now
    return begin, max(begin, end)
