"""A trace is played through the real loop, and comes to what it was."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from studio.adapters.replay import Replayer
from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Point, Resume, ResumeKind
from studio.core.decisions import Decision, Verdict
from studio.core.messages import Dialect, Limit, Outcome, Text, TurnState
from studio.core.omissions import Omission
from studio.core.recording import Chunk, Recording
from studio.core.settings import Settings
from studio.core.trace import Trace
from studio.harness.opening_traces import renamed
from studio.harness.replay_cues import Pace, Unplayable
from studio.store.traces import load_trace
from tests.fakes import ids
from tests.harness.real_chat import ALLOW, RealChat, real_chat
from tests.traces.taken import differences, played, trace_of, written

SAMPLE = Path(__file__).with_name("version-1.jsonl")
SCENES = (
    "Hello",
    "time in Tokyo",
    "parallel",
    "rate limit",
    "overloaded",
    "connection lost",
    "cut off",
    "error 401",
    "error 404",
    "quota",
    "list the folder",
    "divide by zero",
)


async def rich_chat(chat: RealChat) -> Trace:
    for prompt in SCENES:
        await chat.send(prompt)
    chat.answers = [
        ALLOW,
        Decision(Verdict.DENY, "not now"),
        Decision(Verdict.ALLOW_ONCE, arguments='{"path": "other.txt", "text": "x"}'),
        None,
    ]
    for _ in range(4):
        await chat.send("write a file")
    await chat.send("Hello", stop_at=5)
    await chat.send("time in Tokyo", stop_at=9)
    timed = next(turn for turn in chat.session.turns if turn.tool_uses)
    await chat.again(timed.tool_uses[0].call.id)
    await chat.regenerate(chat.last.id)
    await chat.send("divide by zero")
    failed = chat.last.tool_uses[0].call.id
    await chat.session.run_again(failed, '{"expression": "1 / 2"}')
    await chat.session.replace_result(chat.last.tool_uses[0].call.id, "It is zero.")
    last = chat.last
    await chat.session.resend(last.id, last.rounds[-1].id, chat.session.chat.settings)
    return await trace_of(chat)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", list(Dialect))
async def test_a_chat_played_again_comes_to_the_same(dialect: Dialect, tmp_path: Path) -> None:
    async with real_chat(tmp_path, dialect) as chat:
        trace = await rich_chat(chat)
    turns = [traced.turn for traced in trace.turns]
    outcomes = {use.result.outcome for turn in turns for use in turn.tool_uses if use.result}
    assert {Outcome.DONE, Outcome.DENIED, Outcome.CANCELLED, Outcome.FAILED} <= outcomes
    assert {turn.state for turn in turns} >= {TurnState.FAILED, TurnState.CANCELLED}
    assert any(round_.retries for turn in turns for round_ in turn.rounds)
    assert any(turn.forked_from for turn in turns)
    assert written(trace) == trace
    wire: list[Recording] = []
    replayed = await played(trace, wire)
    assert differences(replayed) == []
    then = [each for traced in trace.turns for each in traced.recordings]
    assert [_bytes(each) for each in wire] == [_bytes(each) for each in then]


def _bytes(recording: Recording) -> tuple[object, ...]:
    """What must be the same, byte for byte and chunk by chunk."""
    chunks = [chunk.data for chunk in recording.chunks]
    return recording.round_id, recording.attempt, recording.request_body, recording.status, chunks


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_what_the_user_edited_asked_again_and_left_out_is_played_so(
    dialect: Dialect, tmp_path: Path
) -> None:
    def answer(_: str, event: ev.Event) -> None:
        if not isinstance(event, ev.BreakpointHit):
            return
        hit = event.hit
        resume = Resume(body=hit.body.replace("Tokyo", "Berlin"))
        if hit.point is Point.ON_ERROR and len(chat.last.rounds) < 2:
            resume = Resume(ResumeKind.RETRY)
        elif hit.point is Point.BEFORE_RESULT:
            resume = Resume(body="edited by hand")
        elif not hit.body:
            resume = Resume()
        asyncio.get_running_loop().call_soon(chat.session.resume, hit.id, resume)

    async with real_chat(tmp_path, dialect) as chat:
        chat.session.subscribe(answer)
        first = await chat.send("Hello")
        await chat.session.set_breakpoints(tuple(Breakpoint(point) for point in Point))
        await chat.send("time in Tokyo")
        await chat.send("cut off")
        await chat.session.set_breakpoints(())
        await chat.session.omit(Omission(f"turn/{first.id}"))
        await chat.send("time in Paris")
        await chat.session.restore(f"turn/{first.id}")
        await chat.send("Hello")
        trace = await trace_of(chat)
    turns = [traced.turn for traced in trace.turns]
    assert turns[1].rounds[0].is_edited
    assert turns[1].tool_uses[0].result is not None
    assert turns[1].tool_uses[0].result.is_replaced
    assert [round_.stop for round_ in turns[2].rounds] == [None, None]
    assert turns[3].omissions
    # In the window all that is played has IDs of its own.
    assert [differences(await played(each)) for each in (trace, renamed(trace, ids("own")))] == [
        [],
        [],
    ]


@pytest.mark.parametrize("limit", [Limit.ROUNDS, Limit.CALLS])
async def test_a_turn_that_reached_a_limit_reaches_it_again(limit: Limit, tmp_path: Path) -> None:
    settings = Settings(rounds=3) if limit is Limit.ROUNDS else Settings(calls=3)
    async with real_chat(tmp_path, settings=settings) as chat:
        turn = await chat.send("never stop")
        trace = await trace_of(chat)
    limits = replace(trace.chat.limits, rounds=settings.rounds, calls=settings.calls)
    trace = replace(trace, chat=replace(trace.chat, limits=limits))
    assert turn.limit is limit
    assert differences(await played(trace)) == []


async def test_one_turn_brings_those_before_it_along_without_their_bytes(tmp_path: Path) -> None:
    async with real_chat(tmp_path) as chat:
        first = await chat.send("Hello")
        second = await chat.send("time in Tokyo")
        await chat.send("Hello")
        trace = written(await trace_of(chat, second.id))
    assert [traced.turn.id for traced in trace.turns] == [first.id, second.id]
    assert trace.chat.path == (first.id, second.id)
    replayed = await played(trace)
    assert [each.reason for each in replayed] == [Unplayable.NOT_RECORDED, None]
    assert replayed[1].difference is None


async def _small(folder: Path) -> Trace:
    async with real_chat(folder) as chat:
        await chat.send("time in Tokyo")
        return await trace_of(chat)


def _changed(trace: Trace, **changes: object) -> Trace:
    turns = tuple(replace(traced, **changes) for traced in trace.turns)  # type: ignore[arg-type]
    return replace(trace, turns=turns)


async def test_other_bytes_are_told_by_round_and_place(tmp_path: Path) -> None:
    trace = await _small(tmp_path)
    recordings = trace.turns[0].recordings
    chunks = tuple(
        Chunk(chunk.offset_ns, chunk.data.replace(b"Tokyo", b"Kyoto"))
        for chunk in recordings[1].chunks
    )
    changed = _changed(trace, recordings=(recordings[0], replace(recordings[1], chunks=chunks)))
    (replayed,) = await played(changed)
    assert replayed.difference is not None
    assert (replayed.difference.round_number, replayed.difference.where) == (2, "part 1, text")
    assert "Tokyo" in replayed.difference.expected
    assert "Kyoto" in replayed.difference.got


async def test_another_request_is_told_by_its_path_in_the_body(tmp_path: Path) -> None:
    trace = await _small(tmp_path)
    first, second = trace.turns[0].recordings
    body = first.request_body.replace(b"time in Tokyo", b"time in Paris")
    changed = _changed(trace, recordings=(replace(first, request_body=body), second))
    (replayed,) = await played(changed)
    assert replayed.difference is not None
    assert replayed.difference.round_number == 1
    assert replayed.difference.where == "request messages[0].content"
    assert (replayed.difference.expected, replayed.difference.got) == (
        "time in Paris",
        "time in Tokyo",
    )


async def test_a_round_too_many_is_told_and_ends_the_turn(tmp_path: Path) -> None:
    trace = await _small(tmp_path)
    turn = trace.turns[0].turn
    shorter = replace(turn, rounds=turn.rounds[:1])
    changed = _changed(trace, turn=shorter, recordings=trace.turns[0].recordings[:1])
    (replayed,) = await played(changed)
    assert replayed.difference is not None
    assert replayed.difference.got == "a request"


async def test_what_is_not_recorded_whole_is_not_played(tmp_path: Path) -> None:
    trace = await _small(tmp_path)
    first, second = trace.turns[0].recordings
    gap = _changed(trace, recordings=(first,))
    short = _changed(trace, recordings=(first, replace(second, is_truncated=True)))
    none = _changed(trace, recordings=())
    reasons = [(await played(each))[0].reason for each in (gap, short, none)]
    assert reasons == [Unplayable.GAP, Unplayable.TRUNCATED, Unplayable.NOT_RECORDED]


async def test_settings_changed_since_do_not_change_what_is_asked(tmp_path: Path) -> None:
    async with real_chat(tmp_path) as chat:
        settings = replace(chat.session.chat.settings, system_prompt="Be brief.", temperature=0.5)
        await chat.session.update(replace(chat.session.chat, settings=settings))
        await chat.send("Hello")
        later = replace(settings, system_prompt="Be long.", temperature=None)
        await chat.session.update(replace(chat.session.chat, settings=later))
        trace = await trace_of(chat)
    assert differences(await played(trace)) == []
    assert trace.turns[0].turn.prompt == (Text("Hello"),)


async def test_chunks_and_calls_take_as_long_as_they_took_at_the_speed_asked_for() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds, 3))

    replayer = Replayer(load_trace(SAMPLE), Pace(2.0, sleep))
    try:
        outcomes = [each async for each in replayer.play()]
    finally:
        await replayer.aclose()
    assert [each.is_same for each in outcomes] == [True]
    # Three chunks, the question of the call, the call, and two chunks.
    assert waited == [0.25, 0.05, 0.05, 0.5, 0.05, 0.1, 0.05]
