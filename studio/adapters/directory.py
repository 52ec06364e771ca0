"""Tries a provider out: does it list models, answer, stream, and take tools?"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TypeVar

from studio.adapters.channel import Channel
from studio.adapters.factory import Workshop, origin_of
from studio.adapters.http import HttpAdapter, Notebook
from studio.adapters.models import list_models
from studio.adapters.recorder import Recorder, forget
from studio.adapters.retry import NO_RETRIES
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category, Failure, RoundError, StudioError
from studio.core.events import RoundCompleted, TextDelta
from studio.core.messages import Text
from studio.core.profiles import Kind, ProviderProfile
from studio.core.tools import ToolDefinition
from studio.harness.ports import Step, StepResult
from studio.wire.exchange import Target

_T = TypeVar("_T")
_TIMEOUT = 60.0
_GREETING = "Answer with one word: ready."
_TOOL_PROMPT = "What time is it? Call the tool current_time."
_TOOL = ToolDefinition(
    "current_time",
    "Tells the current date and time.",
    {"type": "object", "properties": {}},
    is_read_only=True,
)
# After one of these every further step would fail for the same reason. An address without a list
# of models may answer all the same.
_HOPELESS = frozenset({Category.AUTHENTICATION, Category.NETWORK, Category.TIMEOUT, Category.TLS})


@dataclass(frozen=True, slots=True)
class _Reply:
    text: str
    pieces: int
    calls: int


class HttpDirectory:
    """The harness's `Directory`. Stateless; nothing that it does is recorded or tried twice."""

    def __init__(
        self, workshop: Workshop, seconds: Callable[[], float] = time.perf_counter
    ) -> None:
        self._workshop = replace(
            workshop,
            recorder=Recorder(forget, workshop.patience.clock, time.monotonic_ns),
            patience=replace(workshop.patience, policy=NO_RETRIES),
        )
        self._seconds = seconds

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[str, ...]:
        return await list_models(await self._channel(profile, key))

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        """Four results, or fewer where the rest is hopeless."""
        try:
            channel = await self._channel(profile, key)
        except StudioError as error:
            yield StepResult(Step.MODELS, 0.0, error.failure)
            return
        listed, names = await self._timed(Step.MODELS, lambda: list_models(channel))
        yield replace(listed, detail=str(len(names)) if names is not None else "")
        model = profile.model or (names[0] if names else "")
        if not model and profile.kind is not Kind.HTTP:
            model = profile.name
        if _is_hopeless(listed):
            return
        if not model:
            yield StepResult(Step.ANSWER, 0.0, Failure(Category.NO_MODEL))
            return
        async with aclosing(self._answers(profile, model, channel)) as results:
            async for result in results:
                yield result

    async def _answers(
        self, profile: ProviderProfile, model: str, channel: Channel
    ) -> AsyncGenerator[StepResult]:
        result, reply = await self._timed(
            Step.ANSWER, lambda: self._ask(profile, model, channel, _assignment(_GREETING, ()))
        )
        yield replace(result, detail=reply.text.strip()[:80] if reply is not None else "")
        if reply is None:
            return
        yield StepResult(Step.STREAM, result.milliseconds, detail=str(reply.pieces))
        with_tools = profile.model_copy(update={"offers_tools": True})
        result, reply = await self._timed(
            Step.TOOLS,
            lambda: self._ask(with_tools, model, channel, _assignment(_TOOL_PROMPT, (_TOOL,))),
        )
        called = reply is not None and reply.calls > 0
        yield replace(result, detail="called" if called else "" if result.failure else "accepted")

    async def _channel(self, profile: ProviderProfile, key: str | None) -> Channel:
        endpoint = await self._workshop.endpoints.with_key(profile, key)
        return await self._workshop.channel(profile, endpoint)

    async def _ask(
        self, profile: ProviderProfile, model: str, channel: Channel, assignment: Assignment
    ) -> _Reply:
        workshop = self._workshop
        adapter = HttpAdapter(
            origin_of(profile, model),
            workshop.make_exchange(Target(profile, model), assignment, workshop.new_id),
            channel,
            Notebook(workshop.recorder, "", ""),
            workshop.patience,
        )
        texts: list[str] = []
        calls = 0
        round_ = adapter.stream_round("", offer_tools=True, final_instruction=None)
        async with aclosing(round_) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    texts.append(event.text)
                elif isinstance(event, RoundCompleted):
                    calls = len(event.calls)
        return _Reply("".join(texts), len(texts), calls)

    async def _timed(
        self, step: Step, work: Callable[[], Awaitable[_T]]
    ) -> tuple[StepResult, _T | None]:
        start = self._seconds()
        failure: Failure | None = None
        came: _T | None = None
        try:
            async with asyncio.timeout(_TIMEOUT):
                came = await work()
        except RoundError as error:
            failure = error.failure
        except TimeoutError:
            failure = Failure(Category.TIMEOUT, f"not finished within {_TIMEOUT:g} s")
        return StepResult(step, (self._seconds() - start) * 1000, failure), came


def _is_hopeless(result: StepResult) -> bool:
    return result.failure is not None and result.failure.category in _HOPELESS


def _assignment(prompt: str, tools: tuple[ToolDefinition, ...]) -> Assignment:
    turn = Turn("", "", None, 0.0, (Text(prompt),))
    return Assignment((), turn, tools, ChatSettings())
