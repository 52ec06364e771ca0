"""A chat remembers what was decided, and what it has seen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from typing_extensions import override

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision, SendChoice, Verdict
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.policy import Policy
from studio.core.profiles import ProviderProfile
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.rules import Condition, ConditionKind, Permission, Why
from studio.core.settings import Settings
from studio.core.tools import NO_TALK, Arguments, Talk, ToolDefinition, ToolOutput
from studio.core.trust import Level, OverrideKind, Reach
from tests.fakes import FakeTool, asks, call, says
from tests.harness.open_chat import OpenChat

CLOUD = ProviderProfile(
    id="fake", name="Cloud", dialect=Dialect.OPENAI_CHAT, base_url="https://api.example.com"
)


async def _secret(_: Arguments) -> ToolOutput:
    return ToolOutput("the password is hunter2", demands=Level.SECRET, detail="/home/x/private")


def reader() -> FakeTool:
    return FakeTool("read", _secret)


class Sender(FakeTool):
    """Carries its arguments out."""

    @property
    @override
    def definition(self) -> ToolDefinition:
        return replace(super().definition, reach=Reach.CHOSEN)


async def test_a_secret_result_holds_the_next_request_to_a_cloud_provider() -> None:
    chat = OpenChat(asks(call("a", "read")), says("I know."), tools=(reader(),), profile=CLOUD)
    sending = asyncio.create_task(chat.session.send("Read it."))
    held = await chat.until(ev.SendHeld)
    assert held == ev.SendHeld("fake", "Cloud", Level.SECRET, Level.INTERNAL)
    assert chat.session.is_waiting
    # Committed before anything else can happen: a crash here must not make the chat forget.
    assert chat.store.by_id["c1"].trust.level is Level.SECRET
    chat.session.settle_send(SendChoice.STOP)
    await sending
    (turn,) = chat.session.turns
    assert turn.state is TurnState.FAILED
    assert turn.failure is not None
    assert turn.failure.code == "trust"
    assert len(chat.factory.adapters[0].asked) == 1


async def test_the_users_word_for_the_chat_sends_from_then_on_and_is_recorded() -> None:
    chat = OpenChat(
        asks(call("a", "read")), says("One."), says("Two."), tools=(reader(),), profile=CLOUD
    )
    sending = asyncio.create_task(chat.session.send("Read it."))
    await chat.until(ev.SendHeld)
    chat.session.settle_send(SendChoice.IN_CHAT)
    await sending
    await chat.session.send("Go on.")
    assert [turn.state for turn in chat.session.turns] == [TurnState.COMPLETED] * 2
    (override,) = chat.store.by_id["c1"].trust.overrides
    assert (override.kind, override.subject, override.level, override.is_for_chat) == (
        OverrideKind.SEND,
        "fake",
        Level.SECRET,
        True,
    )


async def test_the_users_word_for_once_counts_once() -> None:
    chat = OpenChat(
        asks(call("a", "read")), says("One."), says("Two."), tools=(reader(),), profile=CLOUD
    )
    sending = asyncio.create_task(chat.session.send("Read it."))
    await chat.until(ev.SendHeld)
    chat.session.settle_send(SendChoice.ONCE)
    await sending
    again = asyncio.create_task(chat.session.send("Go on."))
    await chat.until(ev.SendHeld)
    chat.session.settle_send(SendChoice.STOP)
    await again


async def test_what_may_receive_secrets_is_sent_without_a_word() -> None:
    mine = CLOUD.model_copy(update={"may_receive": Level.SECRET})
    chat = OpenChat(asks(call("a", "read")), says("I know."), tools=(reader(),), profile=mine)
    await chat.session.send("Read it.")
    assert chat.session.turns[0].state is TurnState.COMPLETED
    assert chat.session.chat.trust.level is Level.SECRET


async def test_an_organisation_can_forbid_every_override() -> None:
    policy = Policy(blocks_trust=True, forbids_trust_override=True)
    chat = OpenChat(
        asks(call("a", "read")), says("No."), tools=(reader(),), profile=CLOUD, policy=policy
    )
    await chat.session.send("Read it.")
    (turn,) = chat.session.turns
    assert turn.state is TurnState.FAILED
    assert not [event for event in chat.events if isinstance(event, ev.SendHeld)]


async def test_private_data_and_a_way_out_are_asked_about_though_the_tool_may_run_freely() -> None:
    sender = Sender("post")
    mine = CLOUD.model_copy(update={"may_receive": Level.SECRET})
    chat = OpenChat(
        asks(call("a", "read")),
        asks(call("b", "post")),
        says("Sent."),
        tools=(reader(), sender),
        profile=mine,
    )
    sending = asyncio.create_task(chat.session.send("Read and post."))
    (asked,) = await chat.asked()
    assert asked.ruling is not None
    assert asked.ruling.why is Why.TRUST_LEVEL
    assert asked.ruling.detail == "/home/x/private"
    chat.session.decide("b", Decision(Verdict.DENY, "keep it here"))
    await sending
    assert sender.seen == []
    assert chat.session.turns[0].tool_uses[1].ruling is not None


async def test_a_blocked_call_runs_only_on_a_knowing_word() -> None:
    sender = Sender("post")
    mine = CLOUD.model_copy(update={"may_receive": Level.SECRET})
    chat = OpenChat(
        asks(call("a", "read")),
        asks(call("b", "post")),
        says("Sent."),
        tools=(reader(), sender),
        profile=mine,
        settings=Settings(blocks_trust=True),
    )
    sending = asyncio.create_task(chat.session.send("Read and post."))
    (asked,) = await chat.asked()
    assert asked.is_blocked
    chat.session.decide("b", Decision(Verdict.ALLOW_ONCE))
    await asyncio.sleep(0)
    assert chat.session.is_waiting
    chat.session.decide("b", Decision(Verdict.ALLOW_ONCE, overrides_trust=True))
    await sending
    assert len(sender.seen) == 1
    ruling = chat.session.turns[0].tool_uses[1].ruling
    assert ruling is not None
    assert ruling.why is Why.OVERRIDE
    assert [each.subject for each in chat.store.by_id["c1"].trust.overrides] == ["post"]


async def test_always_narrowed_is_a_rule_and_lets_only_such_calls_run() -> None:
    tool = FakeTool("write", asks_first=True)
    chat = OpenChat(
        asks(call("a", "write", '{"path": "/w/a"}'), call("b", "write", '{"path": "/w/b"}')),
        asks(call("c", "write", '{"path": "/etc/c"}')),
        says("Done."),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.asked(2)
    under = Condition(ConditionKind.PATH_UNDER, "path", "/w")
    chat.session.decide("a", Decision(Verdict.ALLOW_ALWAYS, condition=under))
    await chat.until(ev.ApprovalRequested)
    chat.session.decide("c", Decision(Verdict.DENY))
    await sending
    assert [seen["path"] for seen in tool.seen] == ["/w/a", "/w/b"]
    (rule,) = chat.book.rules.rules
    assert (rule.permission, rule.tool, rule.condition) == (Permission.ALLOW, "write", under)
    uses = chat.session.turns[0].tool_uses
    assert uses[1].ruling is not None
    assert uses[1].ruling.rule == rule


async def test_never_is_remembered_and_the_model_is_told_not_to_insist() -> None:
    tool = FakeTool("write", asks_first=True)
    chat = OpenChat(asks(call("a", "write")), asks(call("b", "write")), says("No."), tools=(tool,))
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.asked()
    chat.session.decide("a", Decision(Verdict.NEVER))
    await sending
    outcomes = [use.result.outcome for use in chat.session.turns[0].tool_uses if use.result]
    assert outcomes == [Outcome.DENIED, Outcome.DENIED]
    assert tool.seen == []


async def test_a_tool_that_changed_after_its_approval_is_asked_about_with_what_it_was() -> None:
    tool = FakeTool("write", asks_first=True)
    chat = OpenChat(
        asks(call("a", "write")),
        says("One."),
        asks(call("b", "write")),
        says("Two."),
        tools=(tool,),
    )
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.asked()
    chat.session.decide("a", Decision(Verdict.ALLOW_IN_CHAT))
    await sending
    tool.schema["properties"] = {"also": {"type": "string"}}
    again = asyncio.create_task(chat.session.send("Again."))
    (asked,) = await chat.asked()
    assert asked.ruling is not None
    assert asked.ruling.why is Why.CHANGED
    assert asked.before is not None
    assert "also" not in asked.before.schema_text
    chat.session.decide("b", Decision(Verdict.ALLOW_IN_CHAT))
    await again
    assert len(tool.seen) == 2


async def test_a_window_that_saves_an_older_chat_makes_it_no_looser() -> None:
    chat = OpenChat(asks(call("a", "read")), says("I know."), tools=(reader(),))
    older = chat.session.chat
    await chat.session.send("Read it.")
    await chat.session.update(replace(older, title="Mine"))
    assert chat.session.chat.trust.level is Level.SECRET
    assert chat.store.by_id["c1"].trust.level is Level.SECRET


async def test_the_user_makes_a_chat_stricter_and_never_looser() -> None:
    chat = OpenChat(says("Hello."))
    await chat.session.send("Hello")
    await chat.session.mark(Level.SECRET)
    await chat.session.mark(Level.INTERNAL)
    assert chat.store.by_id["c1"].trust.level is Level.SECRET


@pytest.mark.parametrize("choice", list(BudgetChoice))
async def test_a_used_up_budget_pauses_the_turn_until_the_user_says_how_to_go_on(
    choice: BudgetChoice,
) -> None:
    tool = FakeTool()
    rounds = [asks(call("a")), asks(call("b")), says("That is all.")]
    chat = OpenChat(*rounds, tools=(tool,), settings=Settings(calls=1))
    chat.at_limit = None
    sending = asyncio.create_task(chat.session.send("Go"))
    await chat.until(ev.BudgetReached)
    spent, limits = chat.session.spent or (None, None)
    assert spent is not None
    assert limits is not None
    assert (spent.calls, limits.calls) == (1, 1)
    chat.session.settle_budget(choice)
    chat.at_limit = BudgetChoice.FINISH
    await sending
    state = chat.session.turns[0].state
    assert (state is TurnState.CANCELLED) == (choice is BudgetChoice.STOP)
    if choice is BudgetChoice.MORE:
        assert len(tool.seen) == 2


class Asking(FakeTool):
    """Asks the user and says what it was told."""

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        answer = await talk.ask(Question("Which city?"))
        return ToolOutput(f"{answer.kind.value}: {answer.content.get('city')}")


async def test_a_running_call_asks_and_the_answer_comes_down_as_a_command() -> None:
    chat = OpenChat(asks(call("a", "ask")), says("Oslo."), tools=(Asking("ask"),))
    sending = asyncio.create_task(chat.session.send("Where?"))
    asked = await chat.until(ev.InputRequested)
    assert asked == ev.InputRequested("a", Question("Which city?"))
    assert chat.session.turns[0].tool_uses[0].question == Question("Which city?")
    chat.session.keep_waiting("a")
    chat.session.answer("a", Answer(AnswerKind.ACCEPT, {"city": "Oslo"}))
    await sending
    use = chat.session.turns[0].tool_uses[0]
    assert use.question is None
    assert use.result is not None
    assert use.result.content == "accept: Oslo"


async def test_the_turn_being_answered_is_among_all_turns_as_it_stands() -> None:
    chat = OpenChat(
        asks(call("a", "write")), says("Done."), tools=(FakeTool("write", asks_first=True),)
    )
    sending = asyncio.create_task(chat.session.send("Write."))
    await chat.asked()
    (turn,) = await chat.session.all_turns()
    assert [use.call.name for use in turn.tool_uses] == ["write"]
    chat.session.decide("a", Decision(Verdict.DENY))
    await sending


async def test_commands_that_nobody_waits_for_do_nothing() -> None:
    chat = OpenChat(says("Hello."))
    chat.session.settle_budget(BudgetChoice.MORE)
    chat.session.settle_send(SendChoice.ONCE)
    chat.session.answer("x", Answer(AnswerKind.CANCEL))
    chat.session.keep_waiting("x")
    await chat.session.send("Hello")
    session = chat.session
    assert (session.spent, session.budget, session.held_request) == (None, None, None)
