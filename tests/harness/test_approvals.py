"""Where calls wait for the user, and what the user is shown."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
