"""Tries single requests out at a provider: a connection test and a probe are made of them.

Nothing of it is recorded with a chat, and nothing is tried twice.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from typing_extensions import override

from studio.adapters.channel import Channel
from studio.adapters.factory import Workshop, origin_of
from studio.adapters.http import HttpAdapter, Notebook
from studio.adapters.recorder import AttemptRecord, Recorder, forget
from studio.adapters.retry import NO_RETRIES
from studio.core.chats import Assignment
from studio.core.errors import Category, Failure, RoundError
from studio.core.events import ReasoningDelta, RoundCompleted, RoundEvent, TextDelta
from studio.core.messages import Outcome, Stop, ToolCall, ToolResult, Usage
from studio.core.profiles import ProviderProfile
from studio.core.recording import Recording
from studio.wire.exchange import Target

TIMEOUT = 60.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What one round came to. `pieces` counts the deltas of its text."""

    text: str
    pieces: int
    reasoning: str
    calls: tuple[ToolCall, ...]
    usage: Usage
    stop: Stop


@dataclass(frozen=True, slots=True)
class Trial:
    """One request and what came of it: a reply or a failure. `path` is that of the URL."""

    milliseconds: float
    reply: Reply | None
    failure: Failure | None
    method: str = ""
    path: str = ""
    status: int | None = None
    content_type: str = ""


class Conversation:
    """An assignment being tried, round after round."""

    def __init__(
        self, adapter: HttpAdapter, watcher: "Watcher", seconds: Callable[[], float]
    ) -> None:
        self._adapter = adapter
        self._watcher = watcher
        self._seconds = seconds

    async def ask(self) -> Trial:
        """One round, with the tools on offer. Raises nothing that a provider can do."""
        start = self._seconds()
        reply: Reply | None = None
        failure: Failure | None = None
        try:
            async with asyncio.timeout(TIMEOUT):
                reply = await self._heard()
        except RoundError as error:
            failure = error.failure
        except TimeoutError:
            failure = Failure(Category.TIMEOUT, f"{TIMEOUT:g}", code="trial_timeout")
        trial = Trial((self._seconds() - start) * 1000, reply, failure)
        return _with_request(trial, self._watcher.last)

    def answer(self, calls: tuple[ToolCall, ...], text: str) -> None:
        """Takes the last round into the history, and gives its calls a result."""
        self._adapter.record_round()
        for call in calls:
            self._adapter.record_result(ToolResult(call.id, text, Outcome.DONE, len(text)))

    async def _heard(self) -> Reply:
        events: list[RoundEvent] = []
        round_ = self._adapter.stream_round("", offer_tools=True, final_instruction=None)
        async with aclosing(round_) as stream:
            async for event in stream:
                events.append(event)
        completed = events[-1]
        if not isinstance(completed, RoundCompleted):
            raise RoundError(Failure(Category.CUT_OFF))
        texts = [event.text for event in events if isinstance(event, TextDelta)]
        thoughts = [event.text for event in events if isinstance(event, ReasoningDelta)]
        return Reply(
            text="".join(texts),
            pieces=len(texts),
            reasoning="".join(thoughts),
            calls=completed.calls,
            usage=completed.usage,
            stop=completed.stop,
        )


class Watcher(Recorder):
    """Keeps the last attempt for a look at its request and its reply's head."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(forget, clock, time.monotonic_ns)
        self.last: Recording | None = None

    @override
    def keep(self, record: AttemptRecord) -> None:
        self.last = record.finished().head


class Bench:
    """Where requests of one profile are tried. `key` may be one that is not stored yet."""

    def __init__(
        self,
        workshop: Workshop,
        profile: ProviderProfile,
        channel: Channel,
        seconds: Callable[[], float],
    ) -> None:
        self.profile = profile
        self.channel = channel
        self._seconds = seconds
        patience = workshop.patience
        self._workshop = replace(workshop, patience=replace(patience, policy=NO_RETRIES))

    def converse(self, target: Target, assignment: Assignment) -> Conversation:
        workshop = self._workshop
        watcher = Watcher(workshop.patience.clock)
        adapter = HttpAdapter(
            origin_of(target.profile, target.model),
            workshop.make_exchange(target, assignment, workshop.new_id),
            self.channel,
            Notebook(watcher, "", ""),
            workshop.patience,
        )
        return Conversation(adapter, watcher, self._seconds)

    def carries(self, target: Target, assignment: Assignment, text: str) -> bool:
        """Whether the request would hold this text at all: not every dialect takes every file."""
        exchange = self._workshop.make_exchange(target, assignment, self._workshop.new_id)
        asked = exchange.request(offer_tools=True, final_instruction=None)
        return text in str(asked.body)


def path_of(url: str) -> str:
    """The part of a URL that is shown with a method before it."""
    return urlsplit(url).path


def _with_request(trial: Trial, recording: Recording | None) -> Trial:
    if recording is None:
        return trial
    headers = {name.lower(): value for name, value in recording.response_headers}
    return replace(
        trial,
        method=recording.method,
        path=path_of(recording.url),
        status=recording.status,
        content_type=headers.get("content-type", ""),
    )
