"""One open chat: send, stop at any moment, decide, queue, and go on from anywhere."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace

import pytest

from studio.core import events as ev
from studio.core.chats import Assignment, Draft
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, RoundError, StorageError
from studio.core.messages import Outcome, Stop, ToolState, TurnState
from studio.core.settings import Settings
from studio.core.tools import Arguments, ToolOutput
from studio.core.transcript import TurnFold
from studio.harness import texts
from tests.conftest import Until
from tests.fakes import (
    HANG,
    FakeAdapter,
    FakeTool,
    MemoryStore,
    Script,
    asks,
    call,
    completed,
    says,
)
from tests.harness.open_chat import CHAT, OpenChat

ALLOW = Decision(Verdict.ALLOW_ONCE)
STORAGE = StorageError(Failure(Category.STORAGE, code="disk_full"))


async def never(_: Arguments) -> ToolOutput:
    await asyncio.get_running_loop().create_future()
    return ToolOutput("never")


class Clinging:
    """Ignores being cancelled until it is released, as badly written code does."""

    def __init__(self) -> None:
        self.released = asyncio.Event()

    async def run(self, _: Arguments) -> ToolOutput:
        while not self.released.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await self.released.wait()
        return ToolOutput("too late")


def writing(name: str = "write") -> FakeTool:
    return FakeTool(name, is_read_only=False, asks_first=True)


async def test_a_send_is_answered_and_saved() -> None:
    chat = OpenChat(says("It is noon."))
    await chat.session.send("What time is it?")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert turn.rounds[0].text == "It is noon."
    assert not chat.session.is_running
    assert await chat.store.turns("c1") == (turn,)
    assert chat.store.by_id["c1"] == chat.session.chat
    assert chat.session.chat.head_id == turn.id
    assert not chat.time.is_ticking


async def test_who_listens_hears_what_makes_the_turn() -> None:
    chat = OpenChat(asks(call("a")), says("Seen."), tools=(FakeTool(),))
    await chat.session.send("Look.")
    (turn,) = chat.session.turns
    folding = TurnFold(replace(turn, rounds=(), state=TurnState.RUNNING, ended_at=None))
    for event in chat.events:
        folding.apply(event)
    assert folding.turn() == turn


@pytest.mark.parametrize("prompt", ["", " \n\t"])
async def test_nothing_is_sent_for_a_blank_prompt(prompt: str) -> None:
    chat = OpenChat()
    await chat.session.send(prompt)
    assert chat.session.turns == ()


async def test_the_prompt_is_in_the_store_before_the_model_is_asked() -> None:
    chat = OpenChat([HANG])
    sending = asyncio.create_task(chat.session.send("Hello"))
    await chat.until(ev.RoundStarted)
    assert [turn.prompt_text for turn in await chat.store.turns("c1")] == ["Hello"]
    await chat.session.stop()
    await sending


async def test_every_send_gets_a_new_adapter_and_the_turns_before_it() -> None:
    chat = OpenChat(says("One."), says("Two."))
    await chat.session.send("First")
    await chat.session.send("Second")
    first, second = chat.session.turns
    assert second.parent_id == first.id
    assert [len(one.earlier) for one in chat.factory.assignments] == [0, 1]
    assert chat.factory.assignments[1].earlier == (first,)
    assert chat.factory.adapters[0] is not chat.factory.adapters[1]


async def test_the_title_comes_from_the_first_prompt_and_stays() -> None:
    chat = OpenChat(says("One."), says("Two."))
    await chat.session.send("# Trains to Oslo\nand back")
    await chat.session.send("And planes?")
    assert chat.session.chat.title == "Trains to Oslo"


@pytest.mark.parametrize("category", [Category.KEY_MISSING, Category.ENGINE, Category.NO_MODEL])
async def test_a_turn_that_gets_no_adapter_fails_with_the_reason(category: Category) -> None:
    chat = OpenChat()
    chat.factory.failing = RoundError(Failure(category))
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.FAILED
    assert turn.failure == Failure(category)
    assert turn.prompt_text == "Hello"


async def test_an_unexpected_error_is_a_failed_turn_and_its_message_stays_out_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chat = OpenChat([ev.TextDelta("So far"), RuntimeError("sk-secret-in-a-message")])
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    assert turn.failure == Failure(Category.INTERNAL, "RuntimeError")
    assert turn.rounds[0].text == "So far"
    assert "RuntimeError" in caplog.text
    assert "sk-secret" not in caplog.text


async def test_a_cancelling_that_is_not_the_users_is_a_failure() -> None:
    chat = OpenChat([asyncio.CancelledError()])
    await chat.session.send("Hello")
    assert chat.session.turns[0].state is TurnState.FAILED


async def test_an_observer_that_fails_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    chat = OpenChat(says("Fine."))

    def fail(turn_id: str, event: ev.Event) -> None:
        raise ZeroDivisionError

    chat.session.subscribe(fail)
    with caplog.at_level(logging.CRITICAL):
        await chat.session.send("Hello")
    assert chat.session.turns[0].state is TurnState.COMPLETED


async def test_one_that_has_gone_hears_nothing_more() -> None:
    chat = OpenChat(says("Fine."))
    heard: list[ev.Event] = []
    leave = chat.session.subscribe(lambda _, event: heard.append(event))
    leave()
    leave()
    await chat.session.send("Hello")
    assert heard == []


STORY: tuple[Script, ...] = (
    [
        ev.ReasoningDelta("Hm."),
        *asks(call("a"), call("b", "write"), call("c", "slow"), text="Let me look."),
    ],
    asks(call("d"), text="Once more."),
    says("Done."),
)


async def test_stop_works_at_every_event_and_answers_every_call() -> None:
    for number in range(1, 60):
        chat = OpenChat(*STORY, says("Fine."), tools=(FakeTool(), writing(), FakeTool("slow")))
        sending = asyncio.create_task(chat.session.send("Go"))
        stopping = asyncio.create_task(_stop_at(chat, number))
        deciding = asyncio.create_task(_allow_all(chat))
        await sending
        for task in (stopping, deciding):
            task.cancel()
        await asyncio.wait({stopping, deciding})
        (turn,) = chat.session.turns
        assert all(use.state is ToolState.ENDED and use.result for use in turn.tool_uses)
        assert await chat.store.turns("c1") == (turn,)
        assert not chat.session.is_running
        if turn.state is TurnState.COMPLETED:
            assert number > 20
            return
        assert turn.state is TurnState.CANCELLED
    pytest.fail("the story never ended")


async def _stop_at(chat: OpenChat, number: int) -> None:
    await chat.until(ev.Event, number)  # type: ignore[arg-type]  # any event counts
    await chat.session.stop()


async def _allow_all(chat: OpenChat) -> None:
    while True:
        asked = await chat.until(ev.ApprovalRequested)
        assert isinstance(asked, ev.ApprovalRequested)
        chat.session.decide(asked.tool_use_id, ALLOW)


async def test_stop_works_at_every_step_of_the_loop() -> None:
    for steps in range(200):
        chat = OpenChat(*STORY, says("Fine."), tools=(FakeTool(), FakeTool("slow")))
        sending = asyncio.create_task(chat.session.send("Go"))
        for _ in range(steps):
            await asyncio.sleep(0)
        is_done = sending.done()
        await chat.session.stop()
        await sending
        if steps > 0:
            (turn,) = chat.session.turns
            assert all(use.state is ToolState.ENDED for use in turn.tool_uses)
            assert await chat.store.turns("c1") == (turn,)
        if is_done:
            return
    pytest.fail("the story never ended")


async def test_stop_before_anything_runs_does_nothing() -> None:
    chat = OpenChat()
    await chat.session.stop()
    assert chat.session.turns == ()


@pytest.mark.parametrize("clings", [False, True])
async def test_stop_ends_a_running_tool_within_200_ms(clings: bool) -> None:
    clinging = Clinging()
    tool = FakeTool("slow", clinging.run if clings else never)
    chat = OpenChat(asks(call("a", "slow"), text="Wait."), says("Hi."), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Go"))
    await chat.until(ev.ToolStarted)
    loop = asyncio.get_running_loop()
    before = loop.time()
    await chat.session.stop()
    assert loop.time() - before < 2
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.CANCELLED
    assert turn.rounds[0].text == "Wait."
    assert [use.result.outcome for use in turn.tool_uses if use.result] == [Outcome.CANCELLED]
    await chat.session.send("hi")
    assert chat.session.turns[-1].state is TurnState.COMPLETED
    clinging.released.set()
    await _others_end()
    assert chat.session.turns[0] == turn


async def _others_end() -> None:
    """Waits until what was abandoned has ended by itself."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others)


async def test_stop_does_not_wait_for_an_adapter_that_clings() -> None:
    chat = OpenChat(says("Never seen."))
    clinging = Clinging()
    create = chat.factory.create

    async def cling(assignment: Assignment) -> FakeAdapter:
        await clinging.run({})
        return await create(assignment)

    chat.factory.create = cling  # type: ignore[method-assign]
    sending = asyncio.create_task(chat.session.send("Go"))
    await chat.until(ev.TurnStarted)
    for _ in range(10):
        await asyncio.sleep(0)
    await chat.session.stop()
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.CANCELLED
    clinging.released.set()
    await _others_end()
    assert chat.session.turns == (turn,)


async def test_a_sender_that_is_cancelled_stops_the_turn() -> None:
    chat = OpenChat([ev.TextDelta("Half"), HANG])
    sending = asyncio.create_task(chat.session.send("Go"))
    await chat.until(ev.TextDelta)
    sending.cancel()
    await asyncio.wait({sending})
    assert sending.cancelled()
    assert chat.session.turns[0].state is TurnState.CANCELLED
    assert await chat.store.turns("c1") == chat.session.turns


async def test_a_call_that_asks_first_waits_and_shows_in_full_what_it_would_do() -> None:
    tool = writing()
    chat = OpenChat(asks(call("a", "write", '{"x": 1}')), says("Written."), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Write."))
    asked = await chat.until(ev.ApprovalRequested)
    assert isinstance(asked, ev.ApprovalRequested)
    assert (asked.preview, asked.note) == ("write would do {'x': 1}", "here")
    assert asked.tool == tool.definition
    assert chat.session.is_waiting
    assert chat.session.questions == (asked,)
    assert tool.seen == []
    chat.session.decide("a", ALLOW)
    await sending
    assert tool.seen == [{"x": 1}]
    assert not chat.session.is_waiting


async def test_all_approvals_of_a_round_are_asked_up_front() -> None:
    tool = writing()
    calls = [call(f"u{n}", "write") for n in range(3)]
    chat = OpenChat(asks(*calls), says("Done."), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.until(ev.ApprovalRequested, 3)
    assert tool.seen == []
    chat.session.decide("u0", ALLOW)
    chat.session.decide("u1", Decision(Verdict.DENY, "not this one"))
    chat.session.decide("u1", ALLOW)
    chat.session.decide("u2", ALLOW)
    await sending
    outcomes = [use.result.outcome for use in chat.session.turns[0].tool_uses if use.result]
    assert outcomes == [Outcome.DONE, Outcome.DENIED, Outcome.DONE]
    assert "not this one" in chat.factory.adapters[0].results[1].content


async def test_allow_in_chat_counts_for_all_that_wait_and_for_later_calls() -> None:
    chat = OpenChat(
        asks(call("a", "write"), call("b", "write")),
        asks(call("c", "write")),
        says("Done."),
        tools=(writing(),),
    )
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.until(ev.ApprovalRequested, 2)
    chat.session.decide("a", Decision(Verdict.ALLOW_IN_CHAT))
    await sending
    asked = [event for event in chat.events if isinstance(event, ev.ApprovalRequested)]
    assert [event.tool_use_id for event in asked] == ["a", "b"]
    assert chat.store.by_id["c1"].settings.allowed_tools == {"write"}


async def test_a_decision_on_a_call_that_does_not_wait_is_ignored() -> None:
    chat = OpenChat(says("Fine."))
    chat.session.decide("nobody", ALLOW)
    await chat.session.send("Hello")
    chat.session.decide("nobody", Decision(Verdict.ALLOW_IN_CHAT))
    assert chat.session.chat.settings.allowed_tools == frozenset()


async def test_a_waiting_call_can_be_cancelled_and_the_turn_goes_on() -> None:
    tool = writing()
    chat = OpenChat(asks(call("a", "write")), says("Then not."), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.until(ev.ApprovalRequested)
    chat.session.cancel_call("a")
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.COMPLETED
    assert turn.tool_uses[0].result is not None
    assert turn.tool_uses[0].result.outcome is Outcome.CANCELLED
    assert tool.seen == []


async def test_a_running_call_can_be_cancelled_and_the_turn_goes_on() -> None:
    chat = OpenChat(asks(call("a")), says("Then not."), tools=(FakeTool("look", never),))
    sending = asyncio.create_task(chat.session.send("Look."))
    await chat.until(ev.ToolStarted)
    chat.session.cancel_call("a")
    await sending
    assert chat.session.turns[0].state is TurnState.COMPLETED
    assert chat.factory.adapters[0].results[0].outcome is Outcome.CANCELLED


async def test_tools_switched_off_here_are_not_offered() -> None:
    settings = replace(CHAT.settings, tools_off=frozenset({"look"}))
    chat = OpenChat(
        says("Hi."), tools=(FakeTool(), writing()), chat=replace(CHAT, settings=settings)
    )
    await chat.session.send("Hello")
    assert [tool.name for tool in chat.factory.assignments[0].tools] == ["write"]


async def test_a_prompt_sent_meanwhile_follows_when_the_turn_has_completed() -> None:
    chat = OpenChat(asks(call("a", "write")), says("One."), says("Two."), tools=(writing(),))
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.ApprovalRequested)
    await chat.session.send("Second")
    assert list(chat.session.queue) == ["Second"]
    chat.session.decide("a", ALLOW)
    await sending
    assert [turn.prompt_text for turn in chat.session.turns] == ["First", "Second"]
    assert list(chat.session.queue) == []


async def test_a_queued_prompt_can_be_taken_back() -> None:
    chat = OpenChat([HANG])
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    await chat.session.send("Second")
    await chat.session.send("Third")
    assert chat.session.unqueue(0) == Draft("Second")
    assert chat.session.queue == ("Third",)
    await chat.session.stop()
    await sending


async def test_after_stop_the_queue_stays_until_it_is_sent() -> None:
    chat = OpenChat([HANG], says("Two."))
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    await chat.session.send("Second")
    await chat.session.stop()
    await sending
    assert chat.session.queue == ("Second",)
    await chat.session.send_queued()
    assert [turn.prompt_text for turn in chat.session.turns] == ["First", "Second"]


async def test_after_a_failure_the_queue_stays() -> None:
    failure = RoundError(Failure(Category.OVERLOADED))
    chat = OpenChat(asks(call("a", "write")), [failure], tools=(writing(),))
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.ApprovalRequested)
    await chat.session.send("Second")
    chat.session.decide("a", ALLOW)
    await sending
    assert chat.session.queue == ("Second",)


async def test_a_send_right_after_stop_is_not_queued() -> None:
    chat = OpenChat([HANG], says("Hi."))
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    stopping = asyncio.create_task(chat.session.stop())
    await chat.until(ev.TurnCancelled)
    await chat.session.send("hi")
    await asyncio.wait({stopping, sending})
    assert [turn.state for turn in chat.session.turns] == [
        TurnState.CANCELLED,
        TurnState.COMPLETED,
    ]


async def test_retry_is_a_sibling_with_the_same_prompt() -> None:
    chat = OpenChat(says("One."), [RoundError(Failure(Category.SERVER))], says("Better."))
    await chat.session.send("First")
    await chat.session.send("Second")
    failed = chat.session.turns[-1]
    await chat.session.retry()
    first, again = chat.session.turns
    assert again.id != failed.id
    assert (again.parent_id, again.prompt) == (first.id, failed.prompt)
    assert again.rounds[0].text == "Better."
    assert chat.factory.assignments[-1].earlier == (first,)
    assert chat.session.chat.head_id == again.id


async def test_continue_asks_for_the_rest_in_a_turn_that_follows() -> None:
    chat = OpenChat(says("The three steps are: 1) ", Stop.LENGTH), says("open it."))
    await chat.session.send("How?")
    cut = chat.session.turns[0]
    assert cut.failure is not None
    assert cut.failure.category is Category.CUT_OFF
    await chat.session.continue_answer()
    first, second = chat.session.turns
    assert (second.parent_id, second.prompt_text) == (first.id, texts.CONTINUE)
    assert second.rounds[0].text == "open it."


async def test_a_failed_call_is_run_again_in_a_fork_that_goes_on_from_there() -> None:
    is_up = False

    async def flaky(_: Arguments) -> ToolOutput:
        return ToolOutput("fine" if is_up else "down", is_error=not is_up)

    async def much(_: Arguments) -> ToolOutput:
        return ToolOutput("x" * 200_000)

    chat = OpenChat(
        asks(call("m", "much"), call("a", "flaky")),
        says("It is down."),
        says("It is fine."),
        tools=(FakeTool("much", much), FakeTool("flaky", flaky)),
    )
    await chat.session.send("How is it?")
    old = chat.session.turns[0]
    is_up = True
    chat.heard.clear()
    await chat.session.run_again("a")
    (fork,) = chat.session.turns
    assert fork.forked_from == (old.id, old.rounds[0].id)
    assert fork.parent_id == old.parent_id
    assert [round_.text for round_ in fork.rounds] == ["", "It is fine."]
    kept, again = fork.tool_uses
    assert kept.result is not None
    assert again.result is not None
    assert (again.result.content, again.result.outcome) == ("fine", Outcome.DONE)
    known = {one.call.id for one in old.tool_uses} | {round_.id for round_ in old.rounds}
    fresh = {one.call.id for one in fork.tool_uses} | {round_.id for round_ in fork.rounds}
    assert not known & fresh
    assert len(await chat.session.full_output(kept.call.id)) == 200_000
    assert chat.factory.adapters[-1].results == [again.result]


async def test_who_listens_hears_the_whole_fork() -> None:
    async def down(_: Arguments) -> ToolOutput:
        return ToolOutput("down", is_error=True)

    chat = OpenChat(asks(call("a")), says("Down."), says("Still."), tools=(FakeTool("look", down),))
    await chat.session.send("How is it?")
    chat.heard.clear()
    await chat.session.run_again("a")
    (fork,) = chat.session.turns
    folding = TurnFold(replace(fork, rounds=(), state=TurnState.RUNNING, ended_at=None))
    for turn_id, event in chat.heard:
        assert turn_id == fork.id
        folding.apply(event)
    assert folding.turn() == fork


async def test_nothing_is_run_again_that_was_never_called() -> None:
    chat = OpenChat(says("Hi."))
    await chat.session.send("Hello")
    await chat.session.run_again("nobody")
    assert len(chat.session.turns) == 1


async def test_a_streaming_turn_is_saved_at_most_every_500_ms(until: Until) -> None:
    chat = OpenChat([ev.TextDelta("Half"), HANG])
    sending = asyncio.create_task(chat.session.send("Go"))
    await chat.until(ev.TextDelta)
    before = len(chat.store.saved)
    chat.time.advance(0.4)
    await asyncio.sleep(0)
    assert len(chat.store.saved) == before
    chat.time.advance(0.1)
    await until(lambda: len(chat.store.saved) > before)
    assert chat.store.saved[-1].rounds[0].text == "Half"
    await until(lambda: not chat.time.is_ticking)
    chat.time.advance(5.0)
    await asyncio.sleep(0)
    assert len(chat.store.saved) == before + 1
    await chat.session.stop()
    await sending


async def test_no_tool_runs_when_the_turn_cannot_be_saved() -> None:
    tool = FakeTool()
    chat = OpenChat(asks(call("a"), call("b")), tools=(tool,))
    breaking = asyncio.create_task(chat.until(ev.RoundCompleted))
    sending = asyncio.create_task(chat.session.send("Look."))
    await breaking
    chat.store.failing = STORAGE
    await sending
    (turn,) = chat.session.turns
    assert tool.seen == []
    assert turn.failure == STORAGE.failure
    assert all(use.state is ToolState.ENDED for use in turn.tool_uses)


async def test_a_store_broken_from_the_start_is_told_and_nothing_is_asked() -> None:
    chat = OpenChat(says("Never."))
    chat.store.failing = STORAGE
    await chat.session.send("Hello")
    (turn,) = chat.session.turns
    assert turn.failure == STORAGE.failure
    assert chat.factory.assignments == []


async def test_an_end_that_could_not_be_saved_is_told() -> None:
    chat = OpenChat(says("Fine."))
    breaking = asyncio.create_task(chat.until(ev.RoundEnded))
    sending = asyncio.create_task(chat.session.send("Hello"))
    await breaking
    chat.store.failing = STORAGE
    await sending
    assert chat.session.turns[0].failure == STORAGE.failure
    assert chat.session.turns[0].rounds[0].text == "Fine."


async def test_a_new_chat_is_stored_with_its_first_draft_and_not_before() -> None:
    chat = OpenChat()
    settings = replace(chat.session.chat.settings, model="other")
    await chat.session.update(replace(chat.session.chat, settings=settings))
    assert chat.store.by_id == {}
    await chat.session.update(replace(chat.session.chat, draft="Dear"))
    assert chat.store.by_id["c1"].draft == "Dear"
    assert chat.store.by_id["c1"].settings.model == "other"


async def test_an_update_made_of_an_older_header_does_not_move_the_head() -> None:
    chat = OpenChat(says("Hi."))
    older = chat.session.chat
    await chat.session.send("Hello")
    await chat.session.update(replace(older, title="Mine"))
    assert chat.session.chat.title == "Mine"
    assert chat.session.chat.head_id == chat.session.turns[-1].id


async def test_a_closed_chat_keeps_what_waited_as_a_draft_and_takes_and_saves_no_more() -> None:
    chat = OpenChat([HANG])
    sending = asyncio.create_task(chat.session.send("First"))
    await chat.until(ev.RoundStarted)
    await chat.session.send("Second")
    await chat.session.close()
    await sending
    assert chat.session.turns[0].state is TurnState.CANCELLED
    saved = len(chat.store.saved)
    await chat.session.send("Third")
    await chat.session.update(replace(chat.session.chat, draft="late"))
    assert len(chat.store.saved) == saved
    assert chat.store.by_id["c1"].draft == "Second"
    assert chat.session.queue == ()


async def test_the_limits_come_from_the_settings() -> None:
    chat = OpenChat(
        asks(call("a")),
        asks(call("b")),
        says("That is all."),
        tools=(FakeTool(),),
        settings=Settings(rounds=2),
    )
    await chat.session.send("Go")
    (turn,) = chat.session.turns
    assert turn.limit is not None
    assert turn.state is TurnState.COMPLETED


async def test_a_stored_chat_shows_its_turns_and_goes_on() -> None:
    store = MemoryStore()
    first = OpenChat(says("One."), store=store)
    await first.session.send("First")
    again = OpenChat(says("Two."), store=store, chat=store.by_id["c1"])
    await again.session.load()
    assert again.session.turns == first.session.turns
    await again.session.send("Second")
    assert [len(one.earlier) for one in again.factory.assignments] == [1]


async def test_the_whole_of_a_short_result_is_the_result() -> None:
    chat = OpenChat(asks(call("a")), says("Seen."), tools=(FakeTool(),))
    await chat.session.send("Look.")
    assert await chat.session.full_output("a") == "done"
    assert await chat.session.full_output("nobody") == ""


async def test_watchers_hear_of_running_queue_and_header() -> None:
    chat = OpenChat([completed()], says("Hi."))
    await chat.session.send("Hello")
    seen = chat.changes
    assert seen >= 2
    await chat.session.update(replace(chat.session.chat, title="Mine"))
    assert chat.changes > seen
