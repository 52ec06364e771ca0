"""The loop: streams, decides by complete calls, answers each once, and knows when to stop."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.errors import Category, Failure, IncompleteRoundError, RoundError
from studio.core.limits import Limits
from studio.core.messages import (
    Citation,
    Limit,
    Outcome,
    Reasoning,
    Sources,
    Stop,
    Text,
    ToolState,
)
from studio.core.tools import Arguments, ToolDefinition, ToolOutput
from tests.fakes import FakeTool, Step, asks, call, completed, says
from tests.harness.stage import Stage


def write() -> FakeTool:
    return FakeTool("write", is_read_only=False)


async def test_an_answer_without_calls_ends_the_turn() -> None:
    stage = Stage(says("It is noon."))
    await stage.run()
    assert stage.turn.rounds[0].text == "It is noon."
    assert len(stage.adapter.asked) == 1
    assert stage.adapter.ended_early == 0


async def test_every_word_arrives_exactly_once_and_in_order() -> None:
    deltas: list[Step] = [ev.TextDelta("It "), ev.TextDelta("is "), ev.TextDelta("noon.")]
    stage = Stage([*deltas, completed()])
    await stage.run()
    assert stage.heard(ev.TextDelta) == deltas


async def test_a_call_is_run_and_its_result_goes_back_before_the_next_round() -> None:
    tool = FakeTool("look")
    stage = Stage(asks(call("a"), text="Let me look."), says("Seen."), tools=[tool])
    await stage.run()
    first, second = stage.turn.rounds
    assert first.parts[0] == Text("Let me look.")
    assert first.tool_uses[0].state is ToolState.ENDED
    assert second.text == "Seen."
    assert tool.seen == [{}]
    assert [getattr(one, "content", one) for one in stage.adapter.recorded] == [
        "round",
        "done",
        "round",
    ]


@pytest.mark.parametrize("stop", [Stop.END, Stop.OTHER, Stop.TOOL_CALLS])
async def test_complete_calls_decide_and_not_the_finish_reason(stop: Stop) -> None:
    stage = Stage(asks(call("a"), stop=stop), says("Seen."), tools=[FakeTool("look")])
    await stage.run()
    assert [result.outcome for result in stage.results] == [Outcome.DONE]


@pytest.mark.parametrize(
    ("stop", "category"),
    [
        (Stop.LENGTH, Category.CUT_OFF),
        (Stop.CONTENT_FILTER, Category.CONTENT_FILTER),
        (Stop.REFUSAL, Category.CONTENT_FILTER),
        (Stop.MALFORMED_CALL, Category.UNREADABLE_REPLY),
        (Stop.ERROR, Category.SERVER),
    ],
)
async def test_a_round_that_did_not_end_well_never_runs_a_call(
    stop: Stop, category: Category
) -> None:
    tool = FakeTool("look")
    stage = Stage(asks(call("a"), call("b"), text="So", stop=stop), tools=[tool])
    with pytest.raises(RoundError) as raised:
        await stage.run()
    assert raised.value.failure.category is category
    assert tool.seen == []
    assert [result.outcome for result in stage.results] == [Outcome.BLOCKED, Outcome.BLOCKED]
    assert stage.turn.rounds[0].text == "So"


async def test_a_call_cut_off_by_the_output_limit_is_told_so() -> None:
    half = call("a", "write", '{"path": "n.txt", "text": "Dear')
    stage = Stage(asks(half, stop=Stop.LENGTH), tools=[write()])
    with pytest.raises(RoundError):
        await stage.run()
    assert "cut off by the output limit" in stage.results[0].content


@pytest.mark.parametrize("stop", [Stop.TOOL_CALLS, Stop.END, Stop.OTHER])
async def test_a_reply_with_neither_text_nor_calls_ends_the_turn_after_one_request(
    stop: Stop,
) -> None:
    stage = Stage([completed(stop=stop)])
    with pytest.raises(RoundError) as raised:
        await stage.run()
    assert raised.value.failure.category is Category.NO_ANSWER
    assert len(stage.adapter.asked) == 1


async def test_text_without_the_promised_calls_is_the_answer() -> None:
    stage = Stage(says("Here you are.", Stop.TOOL_CALLS))
    await stage.run()
    assert stage.turn.rounds[0].text == "Here you are."


async def test_a_pause_of_the_provider_is_answered_by_asking_again() -> None:
    stage = Stage([completed(stop=Stop.PAUSE)], says("Done."))
    await stage.run()
    assert [round_.text for round_ in stage.turn.rounds] == ["", "Done."]


async def test_a_provider_that_always_pauses_meets_the_limit_of_rounds() -> None:
    paused: list[Step] = [ev.TextDelta("Hm"), completed(stop=Stop.PAUSE)]
    stage = Stage(paused, paused, paused, limits=Limits(rounds=2))
    await stage.run()
    assert [asked.offer_tools for asked in stage.adapter.asked] == [True, True, False]


async def test_a_stream_that_just_ends_is_cut_off_and_keeps_its_text() -> None:
    stage = Stage([ev.TextDelta("The three steps are: 1) ")])
    with pytest.raises(IncompleteRoundError) as raised:
        await stage.run()
    assert raised.value.failure.category is Category.CUT_OFF
    assert stage.turn.rounds[0].text == "The three steps are: 1) "
    assert stage.adapter.recorded == []


async def test_a_failure_in_mid_stream_keeps_the_text_and_records_nothing() -> None:
    error = RoundError(Failure(Category.SERVER, "Upstream is full"))
    stage = Stage([ev.TextDelta("So far"), error], tools=[FakeTool("look")])
    with pytest.raises(RoundError):
        await stage.run()
    assert stage.turn.rounds[0].text == "So far"
    assert stage.adapter.recorded == []


async def test_a_call_begun_but_not_completed_gets_an_error_and_is_not_run() -> None:
    tool = FakeTool("look")
    stage = Stage([ev.ToolCallDelta("x", "look", '{"a'), *says("Never mind.")], tools=[tool])
    await stage.run()
    use = stage.turn.tool_uses[0]
    assert use.result is not None
    assert use.result.outcome is Outcome.INVALID
    assert tool.seen == []
    assert stage.results == []


async def test_reasoning_is_timed_until_something_else_follows() -> None:
    stage = Stage(
        [ev.ReasoningDelta("Hm"), ev.ReasoningDelta("m."), ev.TextDelta("Noon."), completed()]
    )
    emit = stage._emit

    def slowly(event: ev.Event) -> None:
        emit(event)
        if isinstance(event, ev.ReasoningDelta):
            stage.time.advance(2.0)

    stage._emit = slowly  # type: ignore[method-assign]  # time passes while the model thinks
    await stage.run()
    assert stage.turn.rounds[0].parts == (Reasoning("Hmm.", 4.0), Text("Noon."))


async def test_reasoning_broken_off_is_timed_too() -> None:
    stage = Stage([ev.ReasoningDelta("Hm"), RoundError(Failure(Category.NETWORK))])
    with pytest.raises(RoundError):
        await stage.run()
    assert stage.turn.rounds[0].parts == (Reasoning("Hm", 0.0),)


async def test_the_turn_is_saved_with_the_call_as_running_before_it_runs() -> None:
    saved: list[ToolState] = []

    async def run(_: Arguments) -> ToolOutput:
        saved.append(stage.committed[-1].tool_uses[0].state)
        return ToolOutput("done")

    stage = Stage(asks(call("a")), says("Seen."), tools=[FakeTool("look", run)])
    await stage.run()
    assert saved == [ToolState.RUNNING]


async def test_read_only_calls_run_side_by_side() -> None:
    both = asyncio.Barrier(2)

    async def meet(_: Arguments) -> ToolOutput:
        async with both:
            return ToolOutput("met")

    stage = Stage(asks(call("a"), call("b")), says("Seen."), tools=[FakeTool("look", meet)])
    async with asyncio.timeout(5):
        await stage.run()
    assert [result.content for result in stage.results] == ["met", "met"]


async def test_a_writing_call_runs_alone_and_in_its_place() -> None:
    running: set[str] = set()
    together: list[set[str]] = []

    def noting(name: str) -> FakeTool:
        async def run(arguments: Arguments) -> ToolOutput:
            running.add(arguments["n"])
            together.append(set(running))
            await asyncio.sleep(0)
            running.discard(arguments["n"])
            return ToolOutput(arguments["n"])

        return FakeTool(name, run, is_read_only=name == "look")

    order = ("look", "look", "write", "look", "write", "write")
    calls = [call(f"u{n}", name, f'{{"n": "{n}"}}') for n, name in enumerate(order)]
    stage = Stage(asks(*calls), says("Seen."), tools=[noting("look"), noting("write")])
    await stage.run()
    assert together == [{"0"}, {"0", "1"}, {"2"}, {"3"}, {"4"}, {"5"}]


async def test_results_are_recorded_in_call_order_whatever_finished_first() -> None:
    second_is_done = asyncio.Event()

    async def first(_: Arguments) -> ToolOutput:
        await second_is_done.wait()
        return ToolOutput("first")

    async def second(_: Arguments) -> ToolOutput:
        second_is_done.set()
        return ToolOutput("second")

    stage = Stage(
        asks(call("a", "slow"), call("b", "fast")),
        says("Seen."),
        tools=[FakeTool("slow", first), FakeTool("fast", second)],
    )
    await stage.run()
    finished = [event.result.tool_use_id for event in stage.heard(ev.ToolFinished)]  # type: ignore[union-attr]
    assert finished == ["b", "a"]
    assert [result.content for result in stage.results] == ["first", "second"]


async def test_a_denied_call_is_answered_with_the_users_reason() -> None:
    tool = write()
    stage = Stage(
        asks(call("a", "write")),
        says("Then not."),
        tools=[tool],
        answers={"write": Decision(Verdict.DENY, "wrong folder")},
    )
    await stage.run()
    assert tool.seen == []
    assert stage.results[0].outcome is Outcome.DENIED
    assert "wrong folder" in stage.results[0].content


async def test_a_cancelled_call_is_answered_and_the_turn_goes_on() -> None:
    started = asyncio.Event()

    async def forever(_: Arguments) -> ToolOutput:
        started.set()
        await asyncio.get_running_loop().create_future()
        return ToolOutput("never")

    tools = [FakeTool("slow", forever), FakeTool("look")]
    stage = Stage(asks(call("a", "slow"), call("b")), says("Seen."), tools=tools)
    task = asyncio.create_task(stage.run())
    await started.wait()
    stage.toolbox.cancel("a")
    await task
    assert [result.outcome for result in stage.results] == [Outcome.CANCELLED, Outcome.DONE]


async def test_a_call_cancelled_before_its_turn_never_runs() -> None:
    tool = write()
    stage = Stage(asks(call("a", "write")), says("Seen."), tools=[tool])
    stage.toolbox.cancel("a")
    await stage.run()
    assert tool.seen == []
    assert stage.results[0].outcome is Outcome.CANCELLED


async def test_the_limit_of_rounds_answers_the_calls_and_asks_for_the_best_answer() -> None:
    tool = FakeTool("look")
    stage = Stage(
        *(asks(call(f"u{n}")) for n in range(3)),
        says("As far as I know."),
        tools=[tool],
        limits=Limits(rounds=3),
    )
    await stage.run()
    assert len(tool.seen) == 2
    assert [result.outcome for result in stage.results] == [
        Outcome.DONE,
        Outcome.DONE,
        Outcome.BLOCKED,
    ]
    assert stage.heard(ev.LimitReached) == [ev.LimitReached(Limit.ROUNDS)]
    last = stage.adapter.asked[-1]
    assert not last.offer_tools
    assert last.instruction is not None
    assert last.instruction in stage.results[-1].content


async def test_the_limit_of_calls_answers_the_rest_of_the_round() -> None:
    tool = FakeTool("look")
    stage = Stage(
        asks(*(call(f"u{n}") for n in range(5))),
        says("That is all."),
        tools=[tool],
        limits=Limits(calls=2),
    )
    await stage.run()
    assert len(tool.seen) == 2
    blocked = [result.outcome is Outcome.BLOCKED for result in stage.results]
    assert blocked == [False, False, True, True, True]
    assert stage.turn.limit is Limit.CALLS


async def test_a_call_beyond_the_limit_is_told_of_the_limit_even_where_it_is_invalid() -> None:
    stage = Stage(
        asks(call("a"), call("b", "nothing like it"), call("c", arguments="{")),
        says("Best I can."),
        tools=[FakeTool()],
        limits=Limits(calls=1),
    )
    await stage.run()
    assert [result.outcome for result in stage.results] == [
        Outcome.DONE,
        Outcome.BLOCKED,
        Outcome.BLOCKED,
    ]


async def test_the_limit_of_result_characters_stops_the_writing_calls_after_it() -> None:
    async def much(_: Arguments) -> ToolOutput:
        return ToolOutput("x" * 3_000)

    tool = FakeTool("write", much, is_read_only=False)
    stage = Stage(
        asks(call("a", "write"), call("b", "write")),
        says("That is all."),
        tools=[tool],
        limits=Limits(result_characters=2_000),
    )
    await stage.run()
    assert [result.outcome for result in stage.results] == [Outcome.DONE, Outcome.BLOCKED]
    assert stage.turn.limit is Limit.RESULT_CHARACTERS


async def test_calls_side_by_side_do_not_pass_the_limit_together() -> None:
    async def much(_: Arguments) -> ToolOutput:
        return ToolOutput("x" * 50_000)

    stage = Stage(
        asks(*(call(f"u{n}") for n in range(10))),
        says("That is all."),
        tools=[FakeTool("look", much)],
        limits=Limits(result_characters=100_000),
    )
    await stage.run()
    assert sum(len(result.content) for result in stage.results) <= 110_000
    assert stage.kept["u9"] == "x" * 50_000


async def test_a_model_that_goes_on_calling_after_the_limit_is_answered_and_ended() -> None:
    tool = FakeTool("look")
    stage = Stage(
        asks(call("a")),
        asks(call("b"), text="I would look again."),
        tools=[tool],
        limits=Limits(calls=1),
    )
    await stage.run()
    assert len(tool.seen) == 1
    assert [result.outcome for result in stage.results] == [Outcome.DONE, Outcome.BLOCKED]


@pytest.mark.parametrize("last", [asks(call("b")), [completed()]])
async def test_a_model_silent_in_the_last_round_has_no_answer(last: list[Step]) -> None:
    stage = Stage(asks(call("a")), last, tools=[FakeTool("look")], limits=Limits(calls=1))
    with pytest.raises(RoundError) as raised:
        await stage.run()
    assert raised.value.failure.category is Category.NO_ANSWER


async def test_a_long_result_is_shortened_once_and_kept_whole() -> None:
    whole = "head" + "x" * 5_000_000 + "tail"

    async def much(_: Arguments) -> ToolOutput:
        return ToolOutput(whole)

    stage = Stage(asks(call("a")), says("Long."), tools=[FakeTool("look", much)])
    await stage.run()
    result = stage.results[0]
    assert len(result.content) <= 100_000
    assert result.content.startswith("head")
    assert result.content.endswith("tail")
    assert "5,000,008 characters" in result.content
    assert result.full_size == len(whole)
    assert stage.kept == {"a": whole}
    assert stage.turn.tool_uses[0].result == result


async def test_a_fork_runs_its_pending_call_before_the_model_is_asked() -> None:
    tool = FakeTool("look")
    stage = Stage(says("Seen."), tools=[tool])
    stage._emit(ev.RoundStarted("r0", stage.adapter.origin, 1.0))
    stage._emit(completed(call("a")))
    await stage.run((call("a"),))
    assert tool.seen == [{}]
    assert [getattr(one, "content", one) for one in stage.adapter.recorded] == ["done", "round"]


NAMES = ("look", "write", "raises", "unknown", "asks", "times_out")


async def _raises(_: Arguments) -> ToolOutput:
    raise ValueError("boom")


async def _never(_: Arguments) -> ToolOutput:
    await asyncio.get_running_loop().create_future()
    return ToolOutput("never")


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["{}", "", "{", "[1]"]))),
        max_size=5,
    ),
    st.integers(1, 4),
    st.integers(1, 6),
)
async def test_whatever_is_called_each_call_gets_one_result_in_call_order(
    rounds: list[list[tuple[str, str]]], most_rounds: int, most_calls: int
) -> None:
    calls = [
        [call(f"u{r}-{n}", name, arguments) for n, (name, arguments) in enumerate(one)]
        for r, one in enumerate(rounds)
        if one
    ]
    tools = [
        FakeTool("look"),
        FakeTool("write", is_read_only=False),
        FakeTool("raises", _raises),
        FakeTool("asks", is_read_only=False, asks_first=True),
        FakeTool("times_out", _never, timeout=0.001),
    ]
    stage = Stage(
        *(asks(*one, text="Hm.") for one in calls),
        says("Done."),
        says("Done."),
        tools=tools,
        limits=Limits(rounds=most_rounds, calls=most_calls),
        answers={"asks": Decision(Verdict.DENY)},
    )
    await stage.run()
    asked = [use.call.id for use in stage.turn.tool_uses]
    assert [result.tool_use_id for result in stage.results] == asked
    assert all(use.state is ToolState.ENDED for use in stage.turn.tool_uses)
    assert len(set(asked)) == len(asked)


async def test_a_user_who_allows_more_lets_the_turn_go_on() -> None:
    tool = FakeTool("look")
    stage = Stage(
        asks(call("a")), asks(call("b")), says("Done."), tools=[tool], limits=Limits(rounds=1)
    )
    stage.gate.choices = [BudgetChoice.MORE, BudgetChoice.MORE]
    await stage.run()
    assert stage.gate.reached == [Limit.ROUNDS, Limit.ROUNDS]
    assert [result.outcome for result in stage.results] == [Outcome.DONE, Outcome.DONE]
    assert stage.turn.limit is None


async def test_the_same_failing_call_three_times_in_a_row_pauses() -> None:
    async def fail(_: Arguments) -> ToolOutput:
        return ToolOutput("no", is_error=True)

    rounds = [asks(call(each)) for each in "abc"]
    stage = Stage(*rounds, says("I give up."), tools=[FakeTool("look", fail)])
    await stage.run()
    assert stage.gate.reached == [Limit.REPEATS]
    assert stage.turn.limit is Limit.REPEATS
    assert "failed again and again" in (stage.adapter.asked[-1].instruction or "")


async def test_edited_arguments_are_what_runs_and_the_model_is_told() -> None:
    tool = FakeTool("look")
    edited = Decision(Verdict.ALLOW_ONCE, arguments='{"city": "Oslo"}')
    stage = Stage(asks(call("a")), says("Fine."), tools=[tool], answers={"look": edited})
    await stage.run()
    assert tool.seen == [{"city": "Oslo"}]
    assert "The user changed the arguments" in stage.results[0].told
    assert '{"city": "Oslo"}' in stage.results[0].told
    assert stage.results[0].content == "done"


async def test_edited_arguments_that_do_not_fit_run_nothing() -> None:
    tool = FakeTool("look", schema={"type": "object", "required": ["city"]})
    edited = Decision(Verdict.ALLOW_ONCE, arguments="{}")
    asked = call("a", arguments='{"city": "Bonn"}')
    stage = Stage(asks(asked), says("Fine."), tools=[tool], answers={"look": edited})
    await stage.run()
    assert tool.seen == []
    assert stage.results[0].outcome is Outcome.INVALID


async def test_sources_of_results_gather_under_the_answer_each_once() -> None:
    page = Citation("https://example.org", "A page")

    async def find(_: Arguments) -> ToolOutput:
        return ToolOutput("found", sources=(page, page))

    stage = Stage(asks(call("a"), call("b")), says("See there."), tools=[FakeTool("look", find)])
    await stage.run()
    assert stage.turn.rounds[-1].parts[-1] == Sources((page,))


async def test_what_strangers_wrote_is_marked_for_the_model_alone() -> None:
    class Outside(FakeTool):
        @property
        @override
        def definition(self) -> ToolDefinition:
            return replace(super().definition, is_outside=True)

    stage = Stage(asks(call("a")), says("Fine."), tools=[Outside("look")])
    await stage.run()
    result = stage.results[0]
    assert result.content == "done"
    assert result.told.startswith("[Begin of content from look, written by others")
    assert "\ndone\n[End of content" in result.told
