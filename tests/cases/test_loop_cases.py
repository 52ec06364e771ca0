"""Tool loops that went wrong for others: one test a case, by its letter and number.

Each ends with the same question: would every provider take the next request of this chat?
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from studio.core import events as ev
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, IncompleteRoundError
from studio.core.messages import Dialect, Limit, Outcome, Stop, Text, TurnState
from studio.core.settings import Settings
from studio.core.tools import Arguments, ToolOutput
from tests.fakes import HANG, FakeTool, asks, call, completed, says
from tests.harness.open_chat import OpenChat
from tests.wire.replies import exchange
from tests.wire.validators import check


def outcomes(turn: Turn) -> list[Outcome]:
    return [use.result.outcome for use in turn.tool_uses if use.result is not None]


def contents(turn: Turn) -> list[str]:
    return [use.result.content for use in turn.tool_uses if use.result is not None]


def is_replayable(chat: OpenChat) -> bool:
    """Raises where a provider would refuse what follows on the chat as it stands."""
    following = Turn("next", "c1", chat.session.turns[-1].id, 1.0, (Text("continue"),))
    for dialect in Dialect:
        assignment = Assignment(chat.session.turns, following, (), ChatSettings())
        asked = exchange(dialect, assignment=assignment)
        check(dialect, asked.request(offer_tools=True, final_instruction=None).body)
    return True


async def endless(_: Arguments) -> ToolOutput:
    await asyncio.get_running_loop().create_future()
    return ToolOutput("never")


async def test_l01_calls_promised_but_not_made_are_one_request_and_no_answer() -> None:
    chat = OpenChat([completed(stop=Stop.TOOL_CALLS)], tools=(FakeTool(),))
    await chat.session.send("Look.")
    (turn,) = chat.session.turns
    assert turn.failure == Failure(Category.NO_ANSWER)
    assert len(chat.factory.adapters[0].asked) == 1
    assert is_replayable(chat)


@pytest.mark.parametrize("name", ["Calc_eval", "functions.calc", "CALC", ""])
async def test_l02_an_unknown_tool_is_an_error_result_and_the_loop_goes_on(name: str) -> None:
    calc = FakeTool("calc")
    chat = OpenChat(asks(call("a", name)), says("I cannot."), tools=(calc,))
    await chat.session.send("Calculate.")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert outcomes(turn) == [Outcome.INVALID]
    assert "calc" in contents(turn)[0]
    assert calc.seen == []
    assert is_replayable(chat)


async def test_l02_a_tool_that_is_switched_off_is_unknown() -> None:
    calc = FakeTool("calc")
    chat = OpenChat(asks(call("a", "calc")), says("I cannot."), tools=(calc,))
    settings = ChatSettings(tools_off=frozenset({"calc"}))
    chat.session.chat = replace(chat.session.chat, settings=settings)
    await chat.session.send("Calculate.")
    assert outcomes(chat.session.turns[0]) == [Outcome.INVALID]
    assert calc.seen == []


@pytest.mark.parametrize("last", [says("So far: one."), [completed()]])
async def test_l03_calls_pending_at_the_limit_are_answered_and_the_user_is_told(
    last: list[ev.RoundEvent],
) -> None:
    chat = OpenChat(
        asks(call("a")),
        asks(call("b")),
        asks(call("c")),
        last,
        says("Here is more."),
        tools=(FakeTool(),),
        settings=Settings(rounds=3),
    )
    await chat.session.send("Look.")
    (turn,) = chat.session.turns
    assert turn.limit is Limit.ROUNDS
    assert outcomes(turn) == [Outcome.DONE, Outcome.DONE, Outcome.BLOCKED]
    assert not chat.factory.adapters[0].asked[-1].offer_tools
    assert is_replayable(chat)
    await chat.session.send("continue")
    assert chat.session.turns[-1].state is TurnState.COMPLETED


async def test_l05_one_tool_that_raises_costs_the_others_nothing() -> None:
    slow_may_go = asyncio.Event()

    async def bad(_: Arguments) -> ToolOutput:
        slow_may_go.set()
        raise ValueError("boom")

    async def slow(_: Arguments) -> ToolOutput:
        await slow_may_go.wait()
        return ToolOutput("late")

    tools = (FakeTool("ok"), FakeTool("bad", bad), FakeTool("slow", slow))
    chat = OpenChat(
        asks(call("a", "ok"), call("b", "bad"), call("c", "slow")),
        says("Two of three."),
        tools=tools,
    )
    await chat.session.send("All.")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert contents(turn) == ["done", "Error: ValueError: boom", "late"]
    assert outcomes(turn) == [Outcome.DONE, Outcome.FAILED, Outcome.DONE]
    assert is_replayable(chat)


async def test_l05_the_users_stop_still_ends_all_of_them() -> None:
    tools = (FakeTool("ok"), FakeTool("slow", endless))
    chat = OpenChat(asks(call("a", "ok"), call("b", "slow")), tools=tools)
    sending = asyncio.create_task(chat.session.send("All."))
    await chat.until(ev.ToolFinished)
    await chat.session.stop()
    await sending
    assert outcomes(chat.session.turns[0]) == [Outcome.DONE, Outcome.CANCELLED]
    assert is_replayable(chat)


@pytest.mark.parametrize(
    "whole",
    ["x" * 5_000_000, "a line\n" * 200_000, "\x00".join(["x" * 1_000] * 500) + "\ud800" * 9],
)
async def test_l08_megabytes_are_capped_once_and_kept_whole(whole: str) -> None:
    async def much(_: Arguments) -> ToolOutput:
        return ToolOutput(whole)

    chat = OpenChat(asks(call("a")), says("Long."), tools=(FakeTool("look", much),))
    await chat.session.send("Look.")
    use = chat.session.turns[0].tool_uses[0]
    assert use.result is not None
    assert len(use.result.content) <= 100_000
    assert "characters" in use.result.content
    assert use.result == chat.factory.adapters[0].results[0]
    assert await chat.store.turns("c1") == chat.session.turns
    assert len(await chat.session.full_output("a")) == use.result.full_size
    assert is_replayable(chat)


async def test_l09_stop_works_during_a_tool_and_the_next_message_is_answered() -> None:
    held = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def in_thread(_: Arguments) -> ToolOutput:
        waiting = asyncio.run_coroutine_threadsafe(held.wait(), loop)
        await asyncio.to_thread(waiting.result)
        return ToolOutput("too late")

    tools = (FakeTool("ok"), FakeTool("sleeps", endless), FakeTool("blocks", in_thread))
    calls = (call("a", "ok"), call("b", "sleeps"), call("c", "blocks"))
    chat = OpenChat(asks(*calls, text="Wait."), says("Hi."), tools=tools)
    sending = asyncio.create_task(chat.session.send("All."))
    await chat.until(ev.ToolFinished)
    before = loop.time()
    await chat.session.stop()
    assert loop.time() - before < 2
    await sending
    (turn,) = chat.session.turns
    assert outcomes(turn) == [Outcome.DONE, Outcome.CANCELLED, Outcome.CANCELLED]
    assert turn.rounds[0].text == "Wait."
    assert is_replayable(chat)
    held.set()
    await chat.session.send("hi")
    assert chat.session.turns[-1].state is TurnState.COMPLETED
    assert chat.session.turns[0] == turn


@pytest.mark.parametrize("arguments", ['{"path": "n.txt", "text": "Dear', '{"path": "n.txt"}'])
async def test_s09_a_call_cut_off_by_the_output_limit_is_not_run(arguments: str) -> None:
    write = FakeTool("write_file", is_read_only=False)
    cut = asks(call("w1", "write_file", arguments), text="I write.", stop=Stop.LENGTH)
    chat = OpenChat(cut, tools=(write,))
    await chat.session.send("Write a letter.")
    (turn,) = chat.session.turns
    assert write.seen == []
    assert turn.failure is not None
    assert turn.failure.category is Category.CUT_OFF
    assert "output limit" in contents(turn)[0]
    assert is_replayable(chat)


@pytest.mark.parametrize("stop", [Stop.END, Stop.OTHER])
async def test_s11_complete_calls_run_whatever_the_finish_reason_says(stop: Stop) -> None:
    tool = FakeTool("list_dir")
    chat = OpenChat(
        asks(call("c1", "list_dir"), text="Let me look.", stop=stop), says("Empty."), tools=(tool,)
    )
    await chat.session.send("What is there?")
    (turn,) = chat.session.turns
    assert tool.seen == [{}]
    assert turn.rounds[0].parts[0] == Text("Let me look.")
    assert turn.rounds[1].text == "Empty."


async def test_s17_a_half_call_of_a_broken_stream_is_not_run() -> None:
    tool = FakeTool("list_dir")
    chat = OpenChat(
        [
            ev.TextDelta("The three steps are: 1) "),
            ev.ToolCallDelta("c1", "list_dir", "{}"),
            IncompleteRoundError(Failure(Category.CUT_OFF)),
        ],
        tools=(tool,),
    )
    await chat.session.send("How?")
    (turn,) = chat.session.turns
    assert tool.seen == []
    assert turn.failure == Failure(Category.CUT_OFF)
    assert turn.rounds[0].text == "The three steps are: 1) "
    assert outcomes(turn) == [Outcome.INVALID]
    assert is_replayable(chat)


async def test_s20_stop_works_at_once_while_the_server_is_silent() -> None:
    chat = OpenChat([ev.ReasoningDelta("Hmm"), HANG], says("Hi."))
    sending = asyncio.create_task(chat.session.send("Think."))
    await chat.until(ev.ReasoningDelta)
    loop = asyncio.get_running_loop()
    before = loop.time()
    await chat.session.stop()
    assert loop.time() - before < 2
    await sending
    await chat.session.send("hi")
    assert chat.session.turns[-1].state is TurnState.COMPLETED
    assert is_replayable(chat)


async def test_h01_a_stop_between_the_results_of_a_round_leaves_a_chat_that_goes_on() -> None:
    tools = (FakeTool("find"), FakeTool("slow", endless))
    calls = (call("t1", "find"), call("t2", "slow"), call("t3", "slow"))
    chat = OpenChat(asks(*calls), tools=tools)
    sending = asyncio.create_task(chat.session.send("find it"))
    await chat.until(ev.ToolFinished)
    await chat.session.stop()
    await sending
    (turn,) = chat.session.turns
    assert outcomes(turn) == [Outcome.DONE, Outcome.CANCELLED, Outcome.CANCELLED]
    assert "cancelled by the user" in contents(turn)[1]
    assert is_replayable(chat)


async def test_h06_a_denial_is_a_result_and_the_loop_goes_on() -> None:
    write = FakeTool("write", is_read_only=False, asks_first=True)
    chat = OpenChat(asks(call("c1", "write")), says("As you like."), tools=(write,))
    sending = asyncio.create_task(chat.session.send("Write it."))
    await chat.until(ev.ApprovalRequested)
    chat.session.decide("c1", Decision(Verdict.DENY, "not there"))
    await sending
    (turn,) = chat.session.turns
    assert outcomes(turn) == [Outcome.DENIED]
    assert turn.rounds[-1].text == "As you like."
    assert is_replayable(chat)
