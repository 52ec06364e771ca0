"""Stop, where it is awkward: before anything has begun, while something ends, twice, abandoned."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from studio.core import events as ev
from studio.core.chats import Assignment, Turn
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, RoundError
from studio.core.messages import Outcome, Stop, ToolResult, TurnState
from studio.core.tools import Arguments, Preview, ToolOutput
from studio.core.transcript import TurnFold, replay
from tests.conftest import Until
from tests.fakes import (
    HANG,
    FakeAdapter,
    FakeFactory,
    FakeTool,
    MemoryStore,
    Script,
    asks,
    call,
    completed,
    says,
)
from tests.harness.open_chat import OpenChat

ALLOW = Decision(Verdict.ALLOW_ONCE)


class GatedStore(MemoryStore):
    """Holds each save of a turn until it is let through."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.begun = 0

    @override
    async def save_turn(self, turn: Turn) -> None:
        self.begun += 1
        await self.gate.wait()
        await super().save_turn(turn)


class HangingFactory(FakeFactory):
    """Asks a keyring that does not answer."""

    @override
    async def create(self, assignment: Assignment) -> FakeAdapter:
        self.assignments.append(assignment)
        if len(self.assignments) == 1:
            await asyncio.get_running_loop().create_future()
        return await super().create(assignment)


async def test_two_stops_at_once_are_one() -> None:
    chat = OpenChat([ev.TextDelta("Half"), HANG], says("Yes."))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.until(ev.TextDelta)
    await asyncio.gather(chat.session.stop(), chat.session.stop())
    await sending
    assert sum(isinstance(event, ev.TurnEnd) for event in chat.events) == 1
    await chat.session.send("Again")
    assert [turn.state for turn in chat.session.turns] == [
        TurnState.CANCELLED,
        TurnState.COMPLETED,
    ]


@pytest.mark.parametrize("steps", range(6))
async def test_a_stop_right_after_return_was_pressed_ends_the_turn(steps: int) -> None:
    chat = OpenChat([HANG], says("Yes."))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await asyncio.sleep(0)
    for _ in range(steps):
        await asyncio.sleep(0)
    await chat.session.stop()
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.CANCELLED
    assert await chat.store.turns("c1") == (turn,)


async def test_a_stop_while_the_end_is_being_saved_takes_nothing_away(until: Until) -> None:
    store = GatedStore()
    chat = OpenChat(says("Whole."), store=store)

    def hold(_: str, event: ev.Event) -> None:
        if isinstance(event, ev.TurnCompleted):
            store.gate.clear()
            store.begun = 0

    chat.session.subscribe(hold)
    sending = asyncio.create_task(chat.session.send("Hello"))
    await until(lambda: not store.gate.is_set() and store.begun)
    assert not chat.session.is_running
    stopping = [asyncio.create_task(chat.session.stop()) for _ in range(2)]
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.wait([sending, *stopping])
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert await store.turns("c1") == (turn,)


async def test_a_prompt_that_waits_for_the_last_save_is_not_sent_in_a_chat_that_closes(
    until: Until,
) -> None:
    store = GatedStore()
    chat = OpenChat(says("Whole."), store=store)
    chat.session.subscribe(
        lambda _, event: store.gate.clear() if isinstance(event, ev.TurnCompleted) else None
    )
    sending = asyncio.create_task(chat.session.send("Hello"))
    await until(lambda: chat.session.turns and not store.gate.is_set())
    late = asyncio.create_task(chat.session.send("Again"))
    await asyncio.sleep(0)
    closing = asyncio.create_task(chat.session.close())
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.wait([sending, late, closing])
    assert [turn.prompt_text for turn in chat.session.turns] == ["Hello"]
    assert chat.session.queue == ()


async def test_a_stop_whose_caller_has_gone_does_not_spoil_the_next(until: Until) -> None:
    store = GatedStore()
    chat = OpenChat([HANG], [HANG], store=store)
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.until(ev.RoundStarted)
    store.gate.clear()
    stopping = asyncio.create_task(chat.session.stop())
    await until(lambda: not chat.session.is_running)
    stopping.cancel()
    await asyncio.wait([stopping])
    store.gate.set()
    await sending
    sending = asyncio.create_task(chat.session.send("Again"))
    await chat.until(ev.RoundStarted)
    await chat.session.stop()
    await sending
    assert [turn.state for turn in chat.session.turns] == [TurnState.CANCELLED] * 2


async def test_a_stop_while_the_keyring_is_asked_ends_the_turn(until: Until) -> None:
    chat = OpenChat(says("Yes."))
    factory = HangingFactory(says("Yes."))
    chat.session._means = replace(chat.session._means, factory=factory)
    sending = asyncio.create_task(chat.session.send("Hello"))
    await until(lambda: factory.assignments)
    await chat.session.stop()
    await sending
    assert chat.session.turns[0].state is TurnState.CANCELLED
    await chat.session.send("Again")
    assert chat.session.turns[1].state is TurnState.COMPLETED


async def test_a_tool_that_blocks_a_thread_does_not_hold_the_stop() -> None:
    release = threading.Event()

    async def block(_: Arguments) -> ToolOutput:
        await asyncio.to_thread(release.wait, 10)
        return ToolOutput("too late")

    chat = OpenChat(asks(call("a")), says("Yes."), tools=(FakeTool("look", block),))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.until(ev.ToolStarted)
    loop = asyncio.get_running_loop()
    before = loop.time()
    await chat.session.stop()
    assert loop.time() - before < 2
    await sending
    release.set()
    (use,) = chat.session.turns[0].tool_uses
    assert use.result is not None
    assert use.result.outcome is Outcome.CANCELLED
    await chat.session.send("Again")
    assert chat.session.turns[1].state is TurnState.COMPLETED


@pytest.mark.parametrize("steps", range(5))
async def test_a_tool_that_fails_in_the_moment_of_the_stop_leaves_nothing_unheard(
    steps: int,
) -> None:
    release = asyncio.Event()

    async def fail(_: Arguments) -> ToolOutput:
        await release.wait()
        raise ValueError("boom")

    chat = OpenChat(asks(call("a")), tools=(FakeTool("look", fail),))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.until(ev.ToolStarted)
    for _ in range(10):
        await asyncio.sleep(0)
    release.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    await chat.session.stop()
    await sending
    assert chat.session.turns[0].tool_uses[0].result is not None


async def test_a_stop_while_a_preview_is_made_asks_nobody() -> None:
    begun, release = threading.Event(), threading.Event()

    class Slow(FakeTool):
        @override
        def preview(self, arguments: Arguments) -> Preview:
            begun.set()
            release.wait(10)
            return Preview("late")

    tool = Slow("write", is_read_only=False, asks_first=True)
    chat = OpenChat(asks(call("a", "write")), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await asyncio.to_thread(begun.wait, 10)
    await chat.session.stop()
    release.set()
    await sending
    assert chat.session.turns[0].state is TurnState.CANCELLED
    assert tool.seen == []
    assert not any(isinstance(event, ev.ApprovalRequested) for event in chat.events)


async def _fails(_: Arguments) -> ToolOutput:
    raise ValueError("boom")


async def _never(_: Arguments) -> ToolOutput:
    await asyncio.get_running_loop().create_future()
    return ToolOutput("never")


def _tools() -> tuple[FakeTool, ...]:
    return (
        FakeTool("look"),
        FakeTool("fail", _fails),
        FakeTool("write", is_read_only=False, asks_first=True),
        FakeTool("hang", _never),
    )


@st.composite
def scripts(draw: st.DrawFn) -> list[Script]:
    """Rounds as models and networks make them, good and bad."""
    rounds: list[Script] = []
    for number in range(draw(st.integers(1, 4))):
        calls = [
            call(f"u{number}-{place}", draw(st.sampled_from(["look", "fail", "write", "gone"])))
            for place in range(draw(st.integers(0, 3)))
        ]
        steps: list[ev.RoundEvent] = [
            ev.ReasoningDelta("Hm."),
            ev.TextDelta("Some text. "),
            *(ev.ToolCallDelta(one.id, one.name, one.arguments) for one in calls),
        ]
        ending = draw(st.sampled_from(["whole", "whole", "whole", "broken", "silent", "length"]))
        end: dict[str, Script] = {
            "whole": [completed(*calls)],
            "broken": [RoundError(Failure(Category.NETWORK))],
            "silent": [HANG],
            "length": [completed(*calls, stop=Stop.LENGTH)],
        }
        rounds.append([*steps[draw(st.integers(0, 2)) :], *end[ending]])
    return [*rounds, *(says("The end.") for _ in range(30))]


@pytest.mark.slow
@given(
    scripts(),
    st.lists(st.sampled_from([ALLOW, Decision(Verdict.DENY, "no"), None]), max_size=4),
    st.integers(1, 60),
)
async def test_however_a_turn_goes_each_call_has_one_result_and_the_next_send_works(
    script: list[Script], answers: list[Decision | None], stop_at: int
) -> None:
    chat = OpenChat(*script, tools=_tools())
    tasks: list[asyncio.Task[None]] = []

    def hear(_: str, event: ev.Event) -> None:
        if isinstance(event, ev.ApprovalRequested) and answers:
            answer, loop = answers.pop(), asyncio.get_running_loop()
            if answer is None:
                loop.call_soon(chat.session.cancel_call, event.tool_use_id)
            else:
                loop.call_soon(chat.session.decide, event.tool_use_id, answer)

    async def stop_later() -> None:
        # Every script ends, or hangs before this many turns of the loop are over.
        for _ in range(stop_at * 4):
            await asyncio.sleep(0)
        await chat.session.stop()

    chat.session.subscribe(hear)
    tasks.append(asyncio.create_task(chat.session.send("Hello")))
    tasks.append(asyncio.create_task(stop_later()))
    await asyncio.wait(tasks)
    (turn,) = chat.session.turns
    assert_whole(chat, turn)
    assert await chat.store.turns("c1") == (turn,)
    await _answered_in_the_end(chat)


def assert_whole(chat: OpenChat, turn: Turn) -> None:
    events = [event for turn_id, event in chat.heard if turn_id == turn.id]
    assert sum(isinstance(event, ev.TurnEnd) for event in events) == 1
    results: list[ToolResult] = [
        event.result for event in events if isinstance(event, ev.ToolFinished)
    ]
    ids = [use.call.id for use in turn.tool_uses]
    assert sorted(result.tool_use_id for result in results) == sorted(ids)
    for told in (events, replay(turn)):
        folding = TurnFold(Turn(turn.id, "c1", turn.parent_id, 0.0, ()))
        for event in told:
            folding.apply(event)
        assert folding.turn() == turn


async def _answered_in_the_end(chat: OpenChat) -> None:
    """What is left of the script may hang or fail; the end of it answers."""
    while chat.session.turns[-1].rounds[-1:] == () or (
        chat.session.turns[-1].rounds[-1].text != "The end."
    ):
        sending = asyncio.create_task(chat.session.send("Again"))
        for _ in range(100):
            await asyncio.sleep(0)
        await chat.session.stop()
        await sending
        assert_whole(chat, chat.session.turns[-1])
