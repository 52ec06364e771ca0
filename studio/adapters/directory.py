"""Tries a provider out: does it list models, answer, stream, and take tools?"""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from studio.adapters.channel import Channel
from studio.adapters.factory import Workshop
from studio.adapters.models import list_models
from studio.adapters.trial import Bench, Trial, path_of
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.messages import Text, Usage
from studio.core.models import ListedModel
from studio.core.profiles import Kind, ProviderProfile
from studio.core.tools import ToolDefinition
from studio.harness.ports import CheckResult, ProbeCost, Step, StepResult
from studio.wire.exchange import Target

_PROBE = "studio.adapters.probe"
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


class HttpDirectory:
    """The harness's `Directory`. Stateless; nothing that it does is recorded or tried twice."""

    def __init__(
        self, workshop: Workshop, seconds: Callable[[], float] = time.perf_counter
    ) -> None:
        self._workshop = workshop
        self._seconds = seconds

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        return await list_models(await self._channel(profile, key))

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        """Four results, or fewer where the rest is hopeless."""
        try:
            channel = await self._channel(profile, key)
        except StudioError as error:
            yield StepResult(Step.MODELS, 0.0, error.failure)
            return
        listed, names = await self._list(channel)
        yield listed
        model = profile.model or (names[0].id if names else "")
        if not model and profile.kind is not Kind.HTTP:
            model = profile.name
        if listed.failure is not None and listed.failure.category in _HOPELESS:
            return
        if not model:
            yield StepResult(Step.ANSWER, 0.0, Failure(Category.NO_MODEL))
            return
        async with aclosing(self._answers(profile, model, channel)) as results:
            async for result in results:
                yield result

    async def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        channel = await self._channel(profile, key)
        target = Target(profile, model, self._workshop.known.quirks(profile))
        probe = _probing().Probe(Bench(self._workshop, profile, channel, self._seconds), target)
        async with aclosing(probe.results()) as results:
            async for result in results:
                yield result

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost:
        prices = self._workshop.known.abilities(profile, model).prices
        cost: ProbeCost = _probing().cost_of(profile.dialect, prices)
        return cost

    async def _list(self, channel: Channel) -> tuple[StepResult, tuple[ListedModel, ...]]:
        start = self._seconds()
        failure: Failure | None = None
        names: tuple[ListedModel, ...] = ()
        try:
            names = await list_models(channel)
        except StudioError as error:
            failure = error.failure
        result = StepResult(
            Step.MODELS,
            (self._seconds() - start) * 1000,
            failure,
            detail=str(len(names)) if failure is None else "",
            method="GET",
            path=path_of(channel.endpoint.models_url()),
            # What is no success is a failure, which knows its status.
            status=200 if failure is None else failure.status,
        )
        return result, names

    async def _answers(
        self, profile: ProviderProfile, model: str, channel: Channel
    ) -> AsyncGenerator[StepResult]:
        known = self._workshop.known
        bench = Bench(self._workshop, profile, channel, self._seconds)
        target = Target(profile, model, known.quirks(profile), known.abilities(profile, model))
        trial = await bench.converse(target, _assignment(_GREETING, ())).ask()
        text = trial.reply.text.strip()[:80] if trial.reply is not None else ""
        yield _step(Step.ANSWER, trial, text)
        if trial.reply is None:
            return
        # The same request: its tokens count once.
        streamed = _step(Step.STREAM, trial, str(trial.reply.pieces))
        yield replace(streamed, usage=Usage())
        with_tools = replace(target, profile=profile.model_copy(update={"offers_tools": True}))
        trial = await bench.converse(with_tools, _assignment(_TOOL_PROMPT, (_TOOL,))).ask()
        called = trial.reply is not None and bool(trial.reply.calls)
        yield _step(Step.TOOLS, trial, "called" if called else "" if trial.failure else "accepted")

    async def _channel(self, profile: ProviderProfile, key: str | None) -> Channel:
        endpoint = await self._workshop.endpoints.with_key(profile, key)
        return await self._workshop.channel(profile, endpoint)


def _step(step: Step, trial: Trial, detail: str) -> StepResult:
    return StepResult(
        step,
        trial.milliseconds,
        trial.failure,
        detail,
        method=trial.method,
        path=trial.path,
        status=trial.status,
        usage=trial.reply.usage if trial.reply is not None else Usage(),
    )


def _assignment(prompt: str, tools: tuple[ToolDefinition, ...]) -> Assignment:
    turn = Turn("", "", None, 0.0, (Text(prompt),))
    return Assignment((), turn, tools, ChatSettings())


def _probing() -> ModuleType:
    """Loaded when a model is first probed, which many never are."""
    return import_module(_PROBE)
