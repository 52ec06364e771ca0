"""Events become a turn and a turn becomes events: a saved chat looks as it looked live."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Citation,
    Dialect,
    Limit,
    Origin,
    Outcome,
    Reasoning,
    ServerToolUse,
    Sources,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
    VendorState,
)
from studio.core.transcript import TurnFold, _Call, _Prose, fold, replay

ORIGIN = Origin("p", "Provider", Dialect.ANTHROPIC_MESSAGES, "m")
PROMPT = (Text("What time is it?"),)
SKELETON = Turn("t1", "c1", None, 0.0, ())
FAILURE = Failure(Category.RATE_LIMIT, "slow down", 429, retry_after=3.0)

times = st.floats(1.0, 1e9)
words = st.text("ab \n", max_size=5)


def folded(*events: ev.Event, onto: Turn = SKELETON) -> Turn:
    folding = TurnFold(onto)
    for event in events:
        folding.apply(event)
    return folding.turn()


@st.composite
def round_events(draw: st.DrawFn, number: int) -> list[ev.Event]:
    """One round as a loop would tell it, ended or broken off anywhere."""
    events: list[ev.Event] = [ev.RoundStarted(f"r{number}", ORIGIN, draw(times))]
    for attempt in range(draw(st.integers(0, 2))):
        events.append(ev.RetryScheduled(draw(times), attempt + 1, 5, FAILURE))
    streamed = draw(st.lists(st.sampled_from("TRC"), max_size=6))
    calls: list[ToolCall] = []
    for place, kind in enumerate(streamed):
        match kind:
            case "T":
                events.append(ev.TextDelta(draw(words)))
            case "R":
                events.append(ev.ReasoningDelta(draw(words)))
                if draw(st.booleans()):
                    events.append(ev.ReasoningFinished(draw(times)))
            case _:
                call = ToolCall(f"u{number}-{place}", "look", draw(words), f"p{place}")
                calls.append(call)
                events += [
                    ev.ToolCallDelta(call.id, call.name, call.arguments[:2]),
                    ev.ToolCallDelta(call.id, "", call.arguments[2:]),
                ]
    if draw(st.booleans()):
        return events
    stop = draw(st.sampled_from(Stop))
    events.append(ev.RoundCompleted(tuple(calls), Usage(input_tokens=7), stop, "why"))
    if draw(st.booleans()):
        state = VendorState(ORIGIN.dialect, "p", "m", "{}")
        events.append(ev.RoundEnded(draw(times), draw(st.none() | times), state))
    for call in calls:
        events += draw(use_events(call))
    return events


@st.composite
def use_events(draw: st.DrawFn, call: ToolCall) -> list[ev.Event]:
    """A call's way to its end, broken off anywhere."""
    result = ToolResult(call.id, draw(words), draw(st.sampled_from(Outcome)), 5)
    way: list[ev.Event] = []
    if draw(st.booleans()):
        way = [ev.ApprovalRequested(call.id, "all of it", "there")]
        way.append(ev.ApprovalSettled(call.id, is_allowed=True))
    if draw(st.booleans()):
        way.append(ev.ToolStarted(call.id, draw(times)))
    way.append(ev.ToolFinished(result, draw(times)))
    return way[: draw(st.integers(0, len(way)))]


@st.composite
def told_turns(draw: st.DrawFn) -> list[ev.Event]:
    events: list[ev.Event] = [ev.TurnStarted(PROMPT, draw(times))]
    for number in range(draw(st.integers(0, 3))):
        events += draw(round_events(number))
    if draw(st.booleans()):
        events.append(ev.LimitReached(draw(st.sampled_from(Limit))))
    at = draw(times)
    ends: list[ev.Event] = [
        ev.TurnCompleted(at),
        ev.TurnCancelled(at),
        ev.TurnInterrupted(at),
        ev.TurnFailed(FAILURE, at),
    ]
    return [*events, *draw(st.sampled_from([[], *([end] for end in ends)]))]


@given(told_turns())
def test_a_replayed_turn_is_the_same_turn(events: list[ev.Event]) -> None:
    turn = folded(*events)
    assert folded(*replay(turn)) == turn


@given(told_turns(), st.data())
def test_it_makes_no_difference_when_the_turn_is_looked_at(
    events: list[ev.Event], data: st.DataObject
) -> None:
    folding = TurnFold(SKELETON)
    for event in events:
        folding.apply(event)
        if data.draw(st.booleans()):
            folding.turn()
    one_by_one = SKELETON
    for event in events:
        one_by_one = fold(one_by_one, event)
    assert folding.turn() == folded(*events) == one_by_one


@given(told_turns())
def test_a_replay_brings_one_delta_a_part(events: list[ev.Event]) -> None:
    turn = folded(*events)
    kinds = ev.TextDelta | ev.ReasoningDelta | ev.ToolCallDelta
    deltas = [event for event in replay(turn) if isinstance(event, kinds)]
    assert len(deltas) == sum(len(round_.parts) for round_ in turn.rounds)


def test_deltas_become_one_part_until_another_kind_comes() -> None:
    turn = folded(
        ev.TurnStarted(PROMPT, 1.0),
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.ReasoningDelta("Hm"),
        ev.ReasoningDelta("m."),
        ev.ReasoningFinished(1.5),
        ev.TextDelta("It is "),
        ev.TextDelta("noon."),
    )
    assert turn.rounds[0].parts == (Reasoning("Hmm.", 1.5), Text("It is noon."))


def test_texts_of_two_rounds_stay_apart() -> None:
    turn = folded(
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.TextDelta("First."),
        ev.RoundStarted("r2", ORIGIN, 3.0),
        ev.TextDelta("Second."),
    )
    assert [round_.text for round_ in turn.rounds] == ["First.", "Second."]


def test_text_before_a_call_stays_before_it() -> None:
    turn = folded(
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.TextDelta("Let me look."),
        ev.ToolCallDelta("u1", "look", '{"a"'),
        ev.ToolCallDelta("u1", "", ": 1}"),
    )
    text, use = turn.rounds[0].parts
    assert text == Text("Let me look.")
    assert use == ToolUse(ToolCall("u1", "look", '{"a": 1}'))


def test_a_call_without_deltas_appears_with_the_completed_round() -> None:
    call = ToolCall("u1", "look", "{}", "p1")
    turn = folded(
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.RoundCompleted((call,), Usage(), Stop.END, "stop"),
    )
    assert turn.tool_uses == (ToolUse(call, ToolState.READY),)


def test_a_use_goes_from_waiting_over_running_to_its_end() -> None:
    turn = folded(ev.RoundStarted("r1", ORIGIN, 2.0), ev.ToolCallDelta("u1", "look", "{}"))
    states = [turn.tool_uses[0].state]
    result = ToolResult("u1", "done", Outcome.DONE, 4)
    for event in (
        ev.ApprovalRequested("u1", "", ""),
        ev.ApprovalSettled("u1", is_allowed=True),
        ev.ToolStarted("u1", 5.0),
        ev.ToolFinished(result, 7.0),
    ):
        turn = fold(turn, event)
        states.append(turn.tool_uses[0].state)
    assert states == [
        ToolState.ARRIVING,
        ToolState.WAITING,
        ToolState.READY,
        ToolState.RUNNING,
        ToolState.ENDED,
    ]
    use = turn.tool_uses[0]
    assert (use.started_at, use.ended_at, use.result) == (5.0, 7.0, result)


def test_retries_are_told_again_when_a_chat_is_opened() -> None:
    scheduled = ev.RetryScheduled(4.0, 2, 5, FAILURE)
    turn = folded(ev.RoundStarted("r1", ORIGIN, 2.0), scheduled)
    told = [event for event in replay(turn) if isinstance(event, ev.RetryScheduled)]
    assert [(one.delay, one.attempt, one.failure.category) for one in told] == [
        (4.0, 2, Category.RATE_LIMIT)
    ]


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (ev.TurnCompleted(9.0), TurnState.COMPLETED),
        (ev.TurnCancelled(9.0), TurnState.CANCELLED),
        (ev.TurnInterrupted(9.0), TurnState.INTERRUPTED),
        (ev.TurnFailed(FAILURE, 9.0), TurnState.FAILED),
    ],
)
def test_the_end_of_a_turn_ends_its_open_round(end: ev.TurnEnd, state: TurnState) -> None:
    turn = folded(ev.RoundStarted("r1", ORIGIN, 2.0), ev.TextDelta("It is"), end)
    assert turn.state is state
    assert turn.ended_at == turn.rounds[0].ended_at == 9.0
    assert turn.rounds[0].text == "It is"
    assert turn.failure == (FAILURE if state is TurnState.FAILED else None)


def test_a_forked_turn_goes_on_from_the_rounds_it_took_over() -> None:
    first = folded(ev.RoundStarted("r1", ORIGIN, 2.0), ev.TextDelta("First."))
    fork = replace(first, id="t2", forked_from=("t1", "r1"))
    turn = folded(ev.RoundStarted("r2", ORIGIN, 3.0), ev.TextDelta("Second."), onto=fork)
    assert [round_.text for round_ in turn.rounds] == ["First.", "Second."]
    assert turn.forked_from == ("t1", "r1")


def test_a_stream_is_joined_when_the_turn_is_looked_at_and_never_per_word() -> None:
    folding = TurnFold(folded(ev.RoundStarted("r1", ORIGIN, 2.0)))
    for _ in range(50_000):
        folding.apply(ev.TextDelta("word "))
    for _ in range(50_000):
        folding.apply(ev.ToolCallDelta("u1", "look", "[1],"))
    prose, use = folding._rounds[0].open_parts
    assert isinstance(prose, _Prose)
    assert isinstance(use, _Call)
    assert all(90 < len(each._joined) < 110 for each in (prose.text, use.arguments))
    turn = folding.turn()
    assert turn.rounds[0].text == "word " * 50_000
    assert turn.tool_uses[0].call.arguments == "[1]," * 50_000
    # Looked at again, only what is new is joined to one piece.
    folding.apply(ev.ToolCallDelta("u1", "look", "[2]"))
    assert (len(use.arguments._joined), len(use.arguments._pieces)) == (1, 1)


def test_citations_part_no_sentence_and_are_kept_once_at_the_end_of_the_round() -> None:
    one, two = Citation("https://a.example", "A"), Citation("https://b.example", "B")
    turn = folded(
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.TextDelta("It is "),
        ev.SourcesFound((one,)),
        ev.TextDelta("so."),
        ev.SourcesFound((one, two)),
    )
    assert turn.rounds[0].parts == (Text("It is so."), Sources((one, two)))
    again = TurnFold(replace(turn, rounds=(), state=TurnState.RUNNING))
    for event in replay(turn):
        again.apply(event)
    assert again.turn().rounds == turn.rounds


def test_a_later_report_of_a_provider_s_tool_takes_the_place_of_the_first() -> None:
    asked = ServerToolUse("s1", "web_search", "{}")
    done = ServerToolUse("s1", "web_search", "{}", "found", is_done=True)
    turn = folded(
        ev.RoundStarted("r1", ORIGIN, 2.0),
        ev.ServerToolReported(asked),
        ev.TextDelta("Well."),
        ev.ServerToolReported(done),
    )
    assert turn.rounds[0].parts == (done, Text("Well."))
