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
from studio.core.decisions import Decision, Verdict
from studio.core.tools import Arguments, Preview
from studio.harness.approvals import Approvals
from studio.harness.toolbox import Ready
from tests.conftest import Until
from tests.fakes import FakeTool, call

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
        self.approvals = Approvals(self.events.append, lambda: self.allowed)


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
    assert len(counter.events) == 2


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
    assert counter.approvals.questions == (
        ev.ApprovalRequested("a", "all of it", "replaces 700 characters"),
    )
    counter.approvals.decide("a", answer)
    assert (await again).is_allowed is answer.is_allowed


async def test_a_tool_allowed_in_the_chat_is_not_looked_at_again() -> None:
    counter = Counter()
    counter.allowed = frozenset({"write"})
    asked = ready(Blind("write", asks_first=True))
    assert (await counter.approvals.before_call(asked)).is_allowed
    assert (await counter.approvals.before_run(asked)).is_allowed
    assert counter.events == []
