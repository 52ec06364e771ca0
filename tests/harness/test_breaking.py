"""A turn stops where the user wants to look, and goes on as they say."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Hit, Point, Resume, ResumeKind, stops_at
from studio.core.chats import Turn
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, RoundError
from studio.core.events import TextDelta
from studio.core.messages import Outcome, ToolState, TurnState
from studio.core.results import Finding
from studio.core.tools import Arguments, Tool, ToolOutput
from studio.core.trust import Cause
from studio.harness.breakpoint_bodies import BodyFault, body_fault
from tests.fakes import HANG, FakeTool, Script, asks, call, says
from tests.harness.open_chat import CHAT, OpenChat

SCHEMA = {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}
GO_ON = Resume()


def chat_with(
    *rounds: Script, points: tuple[Breakpoint, ...], tools: tuple[Tool, ...] = ()
) -> OpenChat:
    asked_of = replace(CHAT.settings, breakpoints=points)
    return OpenChat(*rounds, tools=tools, chat=replace(CHAT, settings=asked_of))


async def hit_of(chat: OpenChat) -> Hit:
    if not chat.session.hits:
        await chat.until(ev.BreakpointHit)
    return chat.session.hits[0]


def before(point: Point, tool: str = "") -> tuple[Breakpoint, ...]:
    return (Breakpoint(point, tool),)


async def test_a_request_stops_with_its_body_and_goes_out_as_it_was_edited() -> None:
    chat = chat_with(says("Fine."), points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert json.loads(hit.body)["offers_tools"] is True
    assert chat.session.is_waiting
    assert not chat.factory.adapters[0].asked
    assert chat.session.resume(hit.id, Resume(body='{"edited": 1}'))
    await sending
    assert chat.factory.adapters[0].bodies == ['{"edited": 1}']
    assert not chat.session.hits


async def test_a_request_that_is_not_edited_is_the_adapters_own() -> None:
    chat = chat_with(says("Fine."), points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, GO_ON)
    await sending
    assert chat.factory.adapters[0].bodies == [None]


@pytest.mark.parametrize("body", ["", "{", "[1]", "7", '{"a": 1} x', "[" * 5_000])
async def test_what_is_no_request_stays_stopped(body: str) -> None:
    chat = chat_with(says("Fine."), points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert not chat.session.resume(hit.id, Resume(body=body))
    assert chat.session.hits == (hit,)
    chat.session.resume(hit.id, GO_ON)
    await sending
    assert chat.session.turns[0].state is TurnState.COMPLETED


async def test_a_call_stops_after_its_approval_with_what_will_run() -> None:
    tool = FakeTool(schema=SCHEMA, is_read_only=False, asks_first=True)
    chat = chat_with(
        asks(call("a", arguments='{"at": "x"}')),
        says("Fine."),
        points=before(Point.BEFORE_CALL),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.asked()
    assert not chat.session.hits
    chat.session.decide("a", Decision(Verdict.ALLOW_ONCE))
    hit = await hit_of(chat)
    assert (hit.point, hit.tool_use_id, hit.tool, hit.body) == (
        Point.BEFORE_CALL,
        "a",
        "look",
        '{"at": "x"}',
    )
    assert not tool.seen
    chat.session.resume(hit.id, GO_ON)
    await sending
    assert tool.seen == [{"at": "x"}]


async def test_edited_arguments_run_and_the_model_is_told() -> None:
    tool = FakeTool(schema=SCHEMA)
    chat = chat_with(
        asks(call("a", arguments='{"at": "x"}')),
        says("Fine."),
        points=before(Point.BEFORE_CALL, "look"),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, Resume(body='{"at": "y"}'))
    await sending
    assert tool.seen == [{"at": "y"}]
    (use,) = chat.session.turns[0].tool_uses
    assert use.ran == '{"at": "y"}'
    assert use.result is not None
    assert "y" in use.result.note
    assert len([each for each in chat.events if isinstance(each, ev.BreakpointHit)]) == 1


async def test_edited_arguments_that_do_not_fit_are_an_error_for_the_model() -> None:
    tool = FakeTool(schema=SCHEMA)
    chat = chat_with(
        asks(call("a", arguments='{"at": "x"}')),
        says("Fine."),
        points=before(Point.BEFORE_CALL),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, Resume(body='{"at": 7}'))
    await sending
    assert not tool.seen
    assert chat.session.turns[0].tool_uses[0].result is not None
    assert chat.session.turns[0].tool_uses[0].result.outcome is Outcome.INVALID


async def test_edited_arguments_of_a_tool_that_asks_are_asked_about_again() -> None:
    tool = FakeTool(schema=SCHEMA, is_read_only=False, asks_first=True)
    chat = chat_with(
        asks(call("a", arguments='{"at": "x"}')),
        says("Fine."),
        points=before(Point.BEFORE_CALL),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.asked()
    chat.session.decide("a", Decision(Verdict.ALLOW_ONCE))
    chat.session.resume((await hit_of(chat)).id, Resume(body='{"at": "y"}'))
    (question,) = await chat.asked()
    assert "'y'" in question.preview
    chat.session.decide("a", Decision(Verdict.ALLOW_ONCE))
    await sending
    assert tool.seen == [{"at": "y"}]


async def test_a_result_is_replaced_before_it_goes_back() -> None:
    chat = chat_with(
        asks(call("a")),
        says("Fine."),
        points=before(Point.BEFORE_RESULT),
        tools=(FakeTool(),),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert hit.body == "done"
    chat.session.resume(hit.id, Resume(body="something else"))
    await sending
    (result,) = chat.factory.adapters[0].results
    assert (result.content, result.is_replaced, result.full_size) == ("something else", True, 14)
    assert chat.session.turns[0].tool_uses[0].result == result


async def test_a_result_that_is_left_as_it_is_is_not_replaced() -> None:
    chat = chat_with(
        asks(call("a")), says("Fine."), points=before(Point.BEFORE_RESULT), tools=(FakeTool(),)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, Resume(body="done"))
    await sending
    assert not chat.factory.adapters[0].results[0].is_replaced


async def _fails(_: Arguments) -> ToolOutput:
    return ToolOutput("broken", is_error=True)


async def test_on_error_stops_at_a_failed_call_and_at_no_other() -> None:
    chat = chat_with(
        asks(call("a", "fine"), call("b", "bad")),
        says("Fine."),
        points=before(Point.ON_ERROR),
        tools=(FakeTool("fine"), FakeTool("bad", _fails)),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert (hit.point, hit.tool_use_id, hit.body) == (Point.BEFORE_RESULT, "b", "broken")
    chat.session.resume(hit.id, GO_ON)
    await sending
    assert len([each for each in chat.events if isinstance(each, ev.BreakpointHit)]) == 1


def failing() -> Script:
    return [TextDelta("Ha"), RoundError(Failure(Category.SERVER, "overloaded"))]


async def test_a_failed_round_is_asked_again_in_the_same_turn() -> None:
    chat = chat_with(failing(), says("Fine."), points=before(Point.ON_ERROR))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert (hit.point, hit.detail, hit.round_number) == (Point.ON_ERROR, "server", 1)
    assert chat.session.resume(hit.id, Resume(ResumeKind.RETRY))
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert [round_.text for round_ in turn.rounds] == ["Ha", "Fine."]
    assert turn.rounds[0].ended_at is not None
    assert turn.rounds[0].stop is None


async def test_a_failed_round_that_goes_on_fails_the_turn() -> None:
    chat = chat_with(failing(), points=before(Point.ON_ERROR))
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, GO_ON)
    await sending
    assert chat.session.turns[0].failure == Failure(Category.SERVER, "overloaded")


async def test_a_call_cannot_be_retried() -> None:
    chat = chat_with(
        asks(call("a")), says("Fine."), points=before(Point.BEFORE_CALL), tools=(FakeTool(),)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert not chat.session.resume(hit.id, Resume(ResumeKind.RETRY))
    chat.session.resume(hit.id, GO_ON)
    await sending


async def test_steps_go_from_place_to_place_until_the_turn_goes_on() -> None:
    chat = chat_with(
        asks(call("a")), says("Fine."), points=before(Point.BEFORE_CALL), tools=(FakeTool(),)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    seen = []
    for kind in (ResumeKind.STEP, ResumeKind.STEP, ResumeKind.CONTINUE):
        hit = await hit_of(chat)
        seen.append((hit.point, hit.is_step))
        chat.session.resume(hit.id, Resume(kind))
        await chat.until(ev.BreakpointSettled)
    await sending
    assert seen == [
        (Point.BEFORE_CALL, False),
        (Point.BEFORE_RESULT, True),
        (Point.BEFORE_REQUEST, True),
    ]
    assert chat.session.turns[0].state is TurnState.COMPLETED


async def test_calls_side_by_side_stop_each_for_itself() -> None:
    chat = chat_with(
        asks(call("a"), call("b")),
        says("Fine."),
        points=before(Point.BEFORE_CALL),
        tools=(FakeTool(),),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    while len(chat.session.hits) < 2:
        await chat.until(ev.BreakpointHit)
    first, second = chat.session.hits
    assert {first.tool_use_id, second.tool_use_id} == {"a", "b"}
    chat.session.resume(second.id, GO_ON)
    await chat.until(ev.BreakpointSettled)
    assert chat.session.hits == (first,)
    chat.session.resume(first.id, GO_ON)
    await sending


@pytest.mark.parametrize("point", [Point.BEFORE_REQUEST, Point.BEFORE_CALL, Point.BEFORE_RESULT])
async def test_stop_ends_a_stopped_turn_at_once_and_nothing_is_lost(point: Point) -> None:
    chat = chat_with(asks(call("a")), says("Fine."), points=before(point), tools=(FakeTool(),))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    chat.session.resume(hit.id, Resume(ResumeKind.STOP))
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.CANCELLED
    assert all(use.state is ToolState.ENDED for use in turn.tool_uses)
    assert not chat.session.hits
    assert chat.store.by_id["c1"].head_id == turn.id


async def test_a_breakpoint_set_while_the_turn_runs_counts_at_once() -> None:
    chat = OpenChat(asks(call("a")), says("Fine."), tools=(FakeTool(asks_first=True),))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.asked()
    await chat.session.set_breakpoints(before(Point.BEFORE_RESULT))
    chat.session.decide("a", Decision(Verdict.ALLOW_ONCE))
    hit = await hit_of(chat)
    assert hit.point is Point.BEFORE_RESULT
    chat.session.resume(hit.id, GO_ON)
    await sending


async def test_a_late_answer_does_nothing() -> None:
    chat = chat_with(says("Fine."), points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert chat.session.resume(hit.id, GO_ON)
    await sending
    assert not chat.session.resume(hit.id, Resume(ResumeKind.STOP))
    assert not chat.session.resume("gone", GO_ON)
    assert chat.session.turns[0].state is TurnState.COMPLETED


async def test_the_time_of_a_stop_does_not_count() -> None:
    chat = chat_with(says("Fine."), [HANG], points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    assert chat.session._live is not None
    watch = chat.session._live.toolbox.watch
    before_it = watch.seconds
    await asyncio.sleep(0)
    assert watch.seconds == before_it
    chat.session.resume(hit.id, GO_ON)
    await sending


@pytest.mark.parametrize(
    ("point", "tool", "is_error", "stops"),
    [
        (Point.BEFORE_CALL, "look", False, True),
        (Point.BEFORE_CALL, "find", False, False),
        (Point.BEFORE_RESULT, "look", False, False),
        (Point.BEFORE_RESULT, "find", True, True),
        (Point.BEFORE_REQUEST, "", False, False),
    ],
)
def test_where_it_stops(point: Point, tool: str, is_error: bool, stops: bool) -> None:
    points = (Breakpoint(Point.BEFORE_CALL, "look"), Breakpoint(Point.ON_ERROR))
    assert stops_at(points, point, tool, is_error=is_error) is stops


@pytest.mark.parametrize(
    ("point", "body", "fault"),
    [
        (Point.BEFORE_REQUEST, "{}", None),
        (Point.BEFORE_CALL, '{\n "a": }', BodyFault(2, 7)),
        (Point.BEFORE_CALL, "[]", BodyFault()),
        (Point.BEFORE_REQUEST, '{"a": NaN}', BodyFault(1, 1)),
        (Point.BEFORE_REQUEST, '{"a": 1e999}', BodyFault(1, 1)),
        (Point.BEFORE_CALL, '{"a": "\\ud800"}', BodyFault(1, 1)),
        (Point.BEFORE_RESULT, "anything", None),
    ],
)
def test_a_fault_is_named_by_its_place(point: Point, body: str, fault: BodyFault | None) -> None:
    assert body_fault(point, body) == fault


async def test_a_result_that_is_looked_at_survives_stop_and_crash() -> None:
    chat = chat_with(
        asks(call("a")), says("Fine."), points=before(Point.BEFORE_RESULT), tools=(FakeTool(),)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await hit_of(chat)
    (held,) = chat.session.turns[0].tool_uses
    assert held.state is ToolState.RUNNING
    live = chat.session._live
    assert live is not None
    (use,) = live._kept().tool_uses
    assert use.result is not None
    assert (use.state, use.result.content) == (ToolState.ENDED, "done")
    await chat.session.stop()
    await sending
    result = chat.session.turns[0].tool_uses[0].result
    assert result is not None
    assert (result.content, result.outcome) == ("done", Outcome.DONE)


async def test_closing_ends_a_stopped_turn_and_keeps_it() -> None:
    chat = chat_with(says("Fine."), points=before(Point.BEFORE_REQUEST))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await hit_of(chat)
    await chat.session.close()
    await sending
    assert chat.session.turns[0].state is TurnState.CANCELLED
    assert chat.store.saved[-1].id == chat.session.turns[0].id


async def test_a_call_that_is_cancelled_stops_no_longer() -> None:
    tool = FakeTool()
    chat = chat_with(
        asks(call("a")),
        says("Fine."),
        points=(Breakpoint(Point.BEFORE_CALL), Breakpoint(Point.ON_ERROR)),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await hit_of(chat)
    chat.session.cancel_call("a")
    await sending
    (use,) = chat.session.turns[0].tool_uses
    assert use.result is not None
    assert use.result.outcome is Outcome.CANCELLED
    assert not tool.seen
    assert len([each for each in chat.events if isinstance(each, ev.BreakpointHit)]) == 1


async def test_what_an_outsider_wrote_stays_theirs_when_it_is_edited() -> None:
    def screen(text: str) -> tuple[tuple[Finding, ...], str]:
        return (Finding("orders", 0, 3, text[:3]),), text

    page = FakeTool(is_outside=True)
    chat = OpenChat(
        asks(call("a")),
        says("Fine."),
        tools=(page,),
        screen=screen,
        chat=replace(
            CHAT, settings=replace(CHAT.settings, breakpoints=before(Point.BEFORE_RESULT))
        ),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    chat.session.resume((await hit_of(chat)).id, Resume(body="done, nearly"))
    await sending
    (result,) = chat.factory.adapters[0].results
    assert result.outside
    assert not result.findings
    assert "nearly" in result.told
    assert result.told != result.content
    # It was brought, whatever became of it.
    assert Cause.INSTRUCTION in [seen.cause for seen in chat.session.chat.trust.seen]


async def test_the_time_of_a_look_at_a_result_is_not_the_calls() -> None:
    chat = chat_with(
        asks(call("a")), says("Fine."), points=before(Point.BEFORE_RESULT), tools=(FakeTool(),)
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    hit = await hit_of(chat)
    chat.time.now += 1_000.0
    chat.session.resume(hit.id, GO_ON)
    await sending
    (use,) = chat.session.turns[0].tool_uses
    assert use.started_at is not None
    assert use.ended_at is not None
    assert use.ended_at - use.started_at < 1_000.0


async def test_what_the_user_refuses_is_no_error_to_look_at() -> None:
    chat = chat_with(
        asks(call("a")),
        says("Fine."),
        points=before(Point.ON_ERROR),
        tools=(FakeTool(asks_first=True, is_read_only=False),),
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.asked()
    chat.session.decide("a", Decision(Verdict.DENY))
    await sending
    assert chat.session.turns[0].state is TurnState.COMPLETED
    assert not any(isinstance(each, ev.BreakpointHit) for each in chat.events)


_WHERE = st.sets(st.sampled_from(list(Point)))
_GOING_ON = st.lists(st.sampled_from([ResumeKind.CONTINUE, ResumeKind.STEP]), max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(_WHERE, _GOING_ON)
async def test_a_turn_that_nobody_edits_is_the_same_wherever_it_is_stopped(
    where: set[Point], kinds: list[ResumeKind]
) -> None:
    async def answered(points: tuple[Breakpoint, ...]) -> Turn:
        chat = chat_with(
            asks(call("a", "fine"), call("b", "bad")),
            asks(call("c", "gone")),
            says("Fine."),
            points=points,
            tools=(FakeTool("fine"), FakeTool("bad", _fails)),
        )
        left = list(kinds)

        def resume(_: str, event: ev.Event) -> None:
            if isinstance(event, ev.BreakpointHit):
                kind = left.pop() if left else ResumeKind.CONTINUE
                asyncio.get_running_loop().call_soon(
                    chat.session.resume, event.hit.id, Resume(kind)
                )

        chat.session.subscribe(resume)
        await chat.session.send("Hello")
        assert not chat.session.hits
        return chat.session.turns[0]

    stopped = await answered(tuple(Breakpoint(point) for point in sorted(where)))
    plain = await answered(())
    assert facts(stopped) == facts(plain)


def facts(turn: Turn) -> list[object]:
    results = [use.result and (use.result.content, use.result.outcome) for use in turn.tool_uses]
    return [turn.state, [round_.text for round_ in turn.rounds], results]
