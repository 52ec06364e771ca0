"""Where calls wait for the user, and what the user is shown."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from typing_extensions import override

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision, SendChoice, Verdict
from studio.core.errors import StudioError
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin
from studio.core.rules import Permission, Ruling, Why
from studio.core.settings import Settings
from studio.core.tools import Arguments, Preview
from studio.core.trust import NO_TRUST, Cause, ChatTrust, Level, Seen
from studio.harness.approvals import Approvals
from studio.harness.permits import Permit, Permits
from studio.harness.rule_book import forgetful_book
from studio.harness.stopwatch import Stopwatch
from studio.harness.toolbox import Ready
from tests.conftest import Until
from tests.fakes import ORIGIN, FakeTool, call

ALLOW = Decision(Verdict.ALLOW_ONCE)


@dataclass(slots=True)
class Blind(FakeTool):
    """Cannot say what it would do."""

    @override
    def preview(self, arguments: Arguments) -> Preview:
        raise PermissionError


@dataclass(slots=True)
class Slow(FakeTool):
    """Says what it would do when it is let."""

    let: threading.Event | None = None

    @override
    def preview(self, arguments: Arguments) -> Preview:
        if self.let is not None:
            self.let.wait(10)
        return Preview("all of it")


class Counter:
    """Approvals with what they emit, and the tools allowed in the chat."""

    def __init__(self) -> None:
        self.events: list[ev.Event] = []
        self.allowed: frozenset[str] = frozenset()
        self.overridden: list[SendChoice] = []
        self.withheld: ev.SendHeld | None = None
        self.trust = NO_TRUST
        self.book = forgetful_book()
        self._permits = Permits(
            self.book, lambda: self.allowed, lambda: self.trust, lambda: Settings()
        )
        self.watch = Stopwatch()
        self.approvals = Approvals(self.events.append, self, self.watch, self._note)

    def judge(self, ready: Ready, preview: Preview | None) -> Permit:
        return self._permits.judge(ready, preview)

    def held_by(self, origin: Origin) -> ev.SendHeld | None:
        return self.withheld

    def _note(self, origin: Origin, choice: SendChoice) -> None:
        self.overridden.append(choice)


def ready(tool: FakeTool, arguments: Mapping[str, Any] | None = None) -> Ready:
    return Ready(call("a", tool.name), tool, arguments or {})


async def test_a_tool_that_does_not_ask_first_goes_through_unseen() -> None:
    counter = Counter()
    assert (await counter.approvals.before_call(ready(FakeTool()))).is_allowed
    assert counter.events == []


async def test_a_tool_that_cannot_say_what_it_would_do_shows_its_arguments(until: Until) -> None:
    counter = Counter()
    asked = ready(Blind("write", asks_first=True), {"path": "größe.txt"})
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await until(lambda: counter.events)
    assert counter.approvals.is_waiting
    question = counter.events[0]
    assert isinstance(question, ev.ApprovalRequested)
    assert '"path": "größe.txt"' in question.preview
    counter.approvals.decide("a", ALLOW)
    assert await waiting == ALLOW
    assert counter.events[1:] == [ev.ApprovalSettled("a", is_allowed=True)]
    assert counter.approvals.questions == ()


async def test_a_call_cancelled_while_its_preview_is_made_is_not_asked_about() -> None:
    counter = Counter()
    let = threading.Event()
    asked = ready(Slow("write", asks_first=True, let=let))
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await asyncio.sleep(0)
    counter.approvals.withdraw("a")
    let.set()
    assert not (await waiting).is_allowed
    assert counter.events == []


async def test_a_tool_allowed_while_the_preview_is_made_is_not_asked_about() -> None:
    counter = Counter()
    let = threading.Event()
    asked = ready(Slow("write", asks_first=True, let=let))
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await asyncio.sleep(0)
    counter.allowed = frozenset({"write"})
    let.set()
    assert (await waiting).is_allowed
    assert counter.events == []


async def test_a_stop_while_waiting_leaves_nothing_waiting(until: Until) -> None:
    counter = Counter()
    waiting = asyncio.create_task(
        counter.approvals.before_call(ready(FakeTool("write", asks_first=True)))
    )
    await until(lambda: counter.approvals.is_waiting)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert not counter.approvals.is_waiting
    counter.approvals.decide("a", ALLOW)


@dataclass(slots=True)
class Writer(FakeTool):
    """Would do something else when the file has appeared meanwhile."""

    note: str = "a new file"

    @override
    def preview(self, arguments: Arguments) -> Preview:
        return Preview("all of it", self.note)


async def test_what_was_approved_runs_without_a_second_question(until: Until) -> None:
    counter = Counter()
    asked = ready(Writer("write", asks_first=True))
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await until(lambda: counter.approvals.is_waiting)
    counter.approvals.decide("a", ALLOW)
    assert await waiting == ALLOW
    assert (await counter.approvals.before_run(asked)).is_allowed
    assert counter.events[1:] == [
        ev.ApprovalSettled("a", is_allowed=True),
        ev.CallRuled("a", Ruling(Permission.ALLOW, Why.ONCE)),
    ]


@pytest.mark.parametrize("answer", [ALLOW, Decision(Verdict.DENY, "not that one")])
async def test_the_user_is_asked_again_when_something_else_would_be_done(
    until: Until, answer: Decision
) -> None:
    counter = Counter()
    writer = Writer("write", asks_first=True)
    waiting = asyncio.create_task(counter.approvals.before_call(ready(writer)))
    await until(lambda: counter.approvals.is_waiting)
    counter.approvals.decide("a", ALLOW)
    await waiting
    writer.note = "replaces 700 characters"
    again = asyncio.create_task(counter.approvals.before_run(ready(writer)))
    await until(lambda: counter.approvals.is_waiting)
    (question,) = counter.approvals.questions
    assert (question.preview, question.note) == ("all of it", "replaces 700 characters")
    counter.approvals.decide("a", answer)
    assert (await again).is_allowed is answer.is_allowed


async def test_a_tool_allowed_in_the_chat_is_not_looked_at_again() -> None:
    counter = Counter()
    counter.allowed = frozenset({"write"})
    asked = ready(Blind("write", asks_first=True))
    assert (await counter.approvals.before_call(asked)).is_allowed
    assert (await counter.approvals.before_run(asked)).is_allowed
    assert counter.events == [ev.CallRuled("a", Ruling(Permission.ALLOW, Why.IN_CHAT))]


async def test_a_tool_that_a_rule_forbids_is_refused_without_a_question() -> None:
    counter = Counter()
    await counter.book.remember(Permission.NEVER, "write")
    decision = await counter.approvals.before_call(ready(FakeTool("write", asks_first=True)))
    assert not decision.is_allowed
    assert "rule" in decision.reason
    (ruled,) = counter.events
    assert isinstance(ruled, ev.CallRuled)
    assert (ruled.ruling.permission, ruled.ruling.why) == (Permission.NEVER, Why.RULE)


async def test_what_was_seen_after_a_yes_is_asked_about_before_it_runs(until: Until) -> None:
    counter = Counter()
    asked = ready(FakeTool("write", asks_first=True, is_read_only=False))
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await until(lambda: counter.approvals.is_waiting)
    counter.approvals.decide("a", ALLOW)
    await waiting
    order = Seen(Cause.INSTRUCTION, Level.PUBLIC, 1.0, "read_web_page", is_untrusted=True)
    counter.trust = ChatTrust((order,))
    again = asyncio.create_task(counter.approvals.before_run(asked))
    await until(lambda: counter.approvals.is_waiting)
    (question,) = counter.approvals.questions
    assert question.ruling is not None
    assert question.ruling.why is Why.TRUST_INSTRUCTION
    counter.approvals.decide("a", Decision(Verdict.DENY))
    assert not (await again).is_allowed


async def test_a_rule_made_meanwhile_settles_the_other_calls_that_wait(until: Until) -> None:
    counter = Counter()
    asked = ready(FakeTool("write", asks_first=True))
    waiting = asyncio.create_task(counter.approvals.before_call(asked))
    await until(lambda: counter.approvals.is_waiting)
    await counter.book.remember(Permission.ALLOW, "write")
    counter.approvals.reconsider()
    assert (await waiting).is_allowed
    await counter.approvals.before_run(asked)
    last = counter.events[-1]
    assert isinstance(last, ev.CallRuled)
    assert last.ruling.why is Why.RULE


HELD = ev.SendHeld("p", "P", Level.SECRET, Level.INTERNAL)


@pytest.mark.parametrize("choice", [SendChoice.ONCE, SendChoice.IN_CHAT])
async def test_a_request_that_is_held_goes_out_on_the_users_word(
    until: Until, choice: SendChoice
) -> None:
    counter = Counter()
    counter.withheld = HELD
    waiting = asyncio.create_task(counter.approvals.before_request(1, ORIGIN, str))
    await until(lambda: counter.approvals.is_waiting)
    assert counter.approvals.held == HELD
    counter.approvals.settle_send(choice)
    await waiting
    assert counter.overridden == [choice]
    assert counter.events == [HELD, ev.SendSettled(choice)]


@pytest.mark.parametrize("is_final", [True, False])
async def test_a_request_that_stays_held_fails_the_turn(until: Until, is_final: bool) -> None:
    counter = Counter()
    counter.withheld = ev.SendHeld("p", "P", Level.SECRET, Level.INTERNAL, True, is_final)
    waiting = asyncio.create_task(counter.approvals.before_request(1, ORIGIN, str))
    if not is_final:
        await until(lambda: counter.approvals.is_waiting)
        counter.approvals.settle_send(SendChoice.STOP)
    with pytest.raises(StudioError) as caught:
        await waiting
    assert caught.value.failure.code == "trust"
    assert counter.overridden == []


async def test_a_budget_waits_for_the_user_and_the_clock_stands_still(until: Until) -> None:
    counter = Counter()
    asking = counter.approvals.at_limit(Limit.CALLS, Spending(calls=5), Limits(calls=5))
    waiting = asyncio.create_task(asking)
    await until(lambda: counter.approvals.is_waiting)
    worked = counter.watch.seconds
    assert counter.watch.seconds == worked
    assert counter.approvals.budget == ev.BudgetReached(
        Limit.CALLS, Spending(calls=5), Limits(calls=5)
    )
    counter.approvals.settle_budget(BudgetChoice.MORE)
    assert await waiting is BudgetChoice.MORE
    assert counter.approvals.budget is None
