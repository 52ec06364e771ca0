from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from studio.core.chats import Turn
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Retry,
    Round,
    Stop,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
)
from studio.core.recording import Chunk, Recording
from studio.core.rules import Permission, Ruling, Why
from studio.core.timeline import Span, SpanKind, timeline

ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m")
NANO = 1_000_000_000


def use(id_: str, begin: float | None, end: float | None = None, why: Why | None = None) -> ToolUse:
    state = ToolState.ENDED if end is not None else ToolState.RUNNING
    return ToolUse(
        ToolCall(id_, f"tool_{id_}", "{}"),
        state if begin is not None else ToolState.READY,
        ToolResult(id_, "x", Outcome.DONE, 1) if end is not None else None,
        begin,
        end,
        Ruling(Permission.ALLOW, why) if why is not None else None,
    )


def round_(
    *parts: Part, start: float = 100.0, token: float | None = 101.0, end: float | None = 103.0
) -> Round:
    return Round(
        "r1",
        ORIGIN,
        start,
        parts,
        Stop.END if end is not None else None,
        usage=Usage(10, 5),
        first_delta_at=token,
        ended_at=end,
    )


def turn(*rounds: Round, ended: float | None = 110.0) -> Turn:
    state = TurnState.COMPLETED if ended is not None else TurnState.RUNNING
    return Turn("t", "c", None, 100.0, (), rounds, state, ended_at=ended)


def recording(attempt: int, started: float, first: float | None, ended: float) -> Recording:
    chunks = () if first is None else (Chunk(int(first * NANO), b"data"),)
    return Recording(
        "r1", "t", "c", attempt, started, "POST", "http://h/v1", (), b"{}",
        200 if first is not None else 503, chunks=chunks, ended_ns=int(ended * NANO),
    )  # fmt: skip


def kinds(spans: tuple[Span, ...]) -> list[tuple[SpanKind, float, float]]:
    return [(span.kind, round(span.begin, 6), round(span.end, 6)) for span in spans]


def test_a_round_waits_opens_and_streams() -> None:
    drawn = timeline(turn(round_()), [recording(1, 100.0, 0.5, 3.0)], now=999.0)
    assert kinds(drawn.rounds[0].spans) == [
        (SpanKind.WAITING, 0.0, 0.5),
        (SpanKind.OPENING, 0.5, 1.0),
        (SpanKind.STREAMING, 1.0, 3.0),
    ]
    assert not drawn.rounds[0].is_open
    assert drawn.seconds == 3.0


def test_without_recordings_nothing_is_guessed() -> None:
    drawn = timeline(turn(round_()), [], now=999.0)
    assert kinds(drawn.rounds[0].spans) == [
        (SpanKind.WAITING, 0.0, 1.0),
        (SpanKind.STREAMING, 1.0, 3.0),
    ]


def test_a_failed_attempt_and_its_pause_stand_before_the_one_that_answered() -> None:
    retried = replace(round_(token=103.0, end=104.0), retries=(Retry(1.5, 1, "server"),))
    sent = [recording(2, 102.0, 0.5, 2.0), recording(1, 100.0, None, 0.5)]
    bar = timeline(turn(retried), sent, now=0.0).rounds[0]
    assert kinds(bar.spans) == [
        (SpanKind.ATTEMPT, 0.0, 0.5),
        (SpanKind.PAUSE, 0.5, 2.0),
        (SpanKind.WAITING, 2.0, 2.5),
        (SpanKind.OPENING, 2.5, 3.0),
        (SpanKind.STREAMING, 3.0, 4.0),
    ]
    assert bar.attempts == 2
    assert bar.spans[0].detail == "server"


def test_calls_side_by_side_have_lanes_and_those_after_them_use_the_first_again() -> None:
    uses = (use("a", 103.0, 105.0), use("b", 103.5, 104.0), use("c", 105.0, 106.0))
    bar = timeline(turn(round_(*uses)), [], now=0.0).rounds[0]
    assert [call.lane for call in bar.calls] == [0, 1, 0]
    assert bar.end == 6.0
    assert bar.calls[0].seconds == 2.0


def test_what_lasts_still_ends_now() -> None:
    live = turn(round_(use("a", 103.0)), ended=None)
    drawn = timeline(live, [], now=108.0)
    call = drawn.rounds[0].calls[0]
    assert call.is_open
    assert call.ran == (3.0, 8.0)
    assert drawn.is_open
    assert drawn.seconds == 8.0


def test_a_round_without_its_first_token_is_waiting_until_now() -> None:
    drawn = timeline(turn(round_(token=None, end=None), ended=None), [], now=107.0)
    assert drawn.rounds[0].spans == (Span(SpanKind.WAITING, 0.0, 7.0, is_open=True),)


def test_a_round_cut_off_ends_with_its_turn() -> None:
    drawn = timeline(turn(round_(end=None), ended=105.0), [], now=999.0)
    assert drawn.rounds[0].end == 5.0
    assert not drawn.rounds[0].is_open


def test_the_time_of_the_question_is_seen() -> None:
    asked = turn(round_(use("a", 107.0, 108.0, Why.ONCE)))
    spans = timeline(asked, [], now=0.0).rounds[0].spans
    assert spans[-1] == Span(SpanKind.ASKING, 3.0, 7.0)
    unasked = turn(round_(use("a", 107.0, 108.0, Why.HARMLESS)))
    assert timeline(unasked, [], now=0.0).rounds[0].spans[-1].kind is SpanKind.STREAMING


def test_a_call_that_waits_for_the_user_is_an_open_question() -> None:
    waiting = replace(use("a", None), state=ToolState.WAITING)
    spans = timeline(turn(round_(waiting), ended=None), [], now=109.0).rounds[0].spans
    assert spans[-1] == Span(SpanKind.ASKING, 3.0, 9.0, is_open=True)


def test_an_empty_turn_is_drawn() -> None:
    assert timeline(turn(ended=104.0), [], now=0.0).rounds == ()
    assert timeline(turn(ended=104.0), [], now=0.0).seconds == 4.0


def test_a_forks_older_rounds_are_not_before_its_start() -> None:
    fork = replace(turn(round_(start=90.0, token=91.0, end=92.0)), created_at=100.0)
    drawn = timeline(fork, [], now=0.0)
    assert drawn.begin == 90.0
    assert drawn.rounds[0].begin == 0.0


def test_money_is_asked_for_with_the_rounds_origin() -> None:
    drawn = timeline(
        turn(round_()), [], 0.0, lambda origin, usage: Decimal(7) if origin is ORIGIN else None
    )
    assert drawn.rounds[0].usd == 7


@given(st.lists(st.tuples(st.floats(100, 200), st.floats(0, 50)), max_size=12))
def test_calls_in_one_lane_never_overlap(times: list[tuple[float, float]]) -> None:
    uses = tuple(
        use(str(number), begin, begin + length)
        for number, (begin, length) in enumerate(sorted(times))
    )
    calls = timeline(turn(round_(*uses), ended=300.0), [], now=0.0).rounds[0].calls
    for lane in {call.lane for call in calls}:
        spans = [call.ran for call in calls if call.lane == lane and call.ran is not None]
        assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_a_call_held_before_it_runs_waits_for_the_user_too() -> None:
    held = turn(round_(use("a", None)), ended=None)
    bar = timeline(held, [], now=109.0, held=frozenset({"a"})).rounds[0]
    assert bar.spans[-1] == Span(SpanKind.ASKING, 3.0, 9.0, is_open=True)
    assert bar.calls[0].is_held


def test_a_call_held_with_its_result_ran_as_long_as_it_ran() -> None:
    held = turn(round_(use("a", 104.0, 105.0)), ended=None)
    bar = timeline(held, [], now=109.0, held=frozenset({"a"})).rounds[0]
    assert bar.spans[-1].kind is SpanKind.STREAMING
    assert (bar.calls[0].is_held, bar.calls[0].ran) == (True, (4.0, 5.0))
