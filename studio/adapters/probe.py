"""Tries out what one model can do at one address: a dozen tiny exchanges, one after another."""

import json
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, fields, replace
from typing import Any

from studio.adapters import probe_tasks as tasks
from studio.adapters.probe_files import COLOUR, NUMBER
from studio.adapters.trial import Bench, Reply, Trial
from studio.core.abilities import Abilities, Prices
from studio.core.errors import Category, Failure
from studio.core.messages import Dialect, Stop, ToolCall, Usage
from studio.core.spending import is_reported, price
from studio.harness.ports import Check, CheckResult, ProbeCost
from studio.harness.probing import UNASKED
from studio.wire.exchange import Target

# The host would say the same to every further check.
_HOPELESS = frozenset(
    {
        Category.AUTHENTICATION,
        Category.NETWORK,
        Category.TLS,
        Category.QUOTA,
        Category.KEY_MISSING,
    }
)
_REFUSALS = frozenset({Category.BAD_REQUEST, Category.MODEL_NOT_FOUND, Category.PERMISSION})
# OpenRouter has no endpoint for what none of its hosts can; llama.cpp refuses with status 500.
_NOT_SUPPORTED = re.compile(r"(not|n't|un|no endpoints).{0,30}support", re.IGNORECASE)
_TAKES_ALL = Abilities(takes_images=True, takes_files=True)
_MANY = 100  # output tokens that no limit of 16 lets through
_MOST_OF_IT = 0.8


@dataclass(frozen=True, slots=True)
class _Finding:
    passed: bool | None
    detail: str = ""


class Probe:
    """One run. `results` is gone through once, and may be closed at any time."""

    def __init__(self, bench: Bench, target: Target) -> None:
        self._bench = bench
        profile = target.profile.model_copy(update={"offers_tools": True, "streams": True})
        self._target = replace(target, profile=profile)

    async def results(self) -> AsyncGenerator[CheckResult]:
        """Each check when it is done. Ends early where nothing more can come of it."""
        has_answer = False
        async with aclosing(self._talk()) as results:
            async for result in results:
                yield result
                if _is_hopeless(result):
                    return
                has_answer = has_answer or bool(result.passed)
        if not has_answer:
            return
        for group in (self._calls(), self._rest()):
            async with aclosing(group) as results:
                async for result in results:
                    yield result
                    if _is_hopeless(result):
                        return

    async def _talk(self) -> AsyncGenerator[CheckResult]:
        whole = self._target.profile.model_copy(update={"streams": False})
        trial = await self._ask(tasks.ANSWER, replace(self._target, profile=whole))
        yield _result(Check.ANSWER, trial, _speaks)
        trial = await self._ask(tasks.ANSWER)
        streamed = _result(Check.STREAM, trial, lambda reply: _streams(reply, trial))
        yield streamed
        if trial.reply is not None and streamed.passed:
            usage = trial.reply.usage
            # The same request as the one before: its tokens count once.
            yield CheckResult(Check.USAGE, 0.0, is_reported(usage), detail=_tokens(usage))
        trial = await self._ask(tasks.COUNT)
        yield _result(Check.STOP, trial, _stops)

    async def _calls(self) -> AsyncGenerator[CheckResult]:
        talk = self._bench.converse(self._target, tasks.CALL.assignment())
        trial = await talk.ask()
        called = _result(
            Check.CALL, trial, lambda reply: _called(reply.calls, "calculate", "expression")
        )
        yield called
        if called.passed is False:
            return
        if called.passed and trial.reply is not None:
            talk.answer(trial.reply.calls, tasks.RESULT)
            yield _result(Check.TOOL_RESULT, await talk.ask(), _speaks)
        trial = await self._ask(tasks.BARE_CALL)
        yield _result(Check.BARE_CALL, trial, lambda reply: _called(reply.calls, "current_time"))
        trial = await self._ask(tasks.LONG_CALL)
        yield _result(Check.LONG_ARGUMENT, trial, _wrote)
        trial = await self._ask(tasks.PARALLEL)
        yield _result(Check.PARALLEL_CALLS, trial, _called_both)

    async def _rest(self) -> AsyncGenerator[CheckResult]:
        yield await self._reasoning()
        yield await self._file(Check.IMAGE, tasks.IMAGE, COLOUR)
        yield await self._file(Check.FILE, tasks.FILE, NUMBER)

    async def _reasoning(self) -> CheckResult:
        """Whether it comes when it is asked for, and is taken back beside a call."""
        talk = self._bench.converse(self._target, tasks.REASONING.assignment())
        trial = await talk.ask()
        result = _result(Check.REASONING, trial, _reasons)
        if result.passed is False:
            # It may think all the same, and only not be told how hard.
            asked = replace(tasks.REASONING, effort=None, tools=())
            trial = await self._ask(asked)
            unasked = _result(Check.REASONING, trial, _reasons)
            return replace(unasked, detail=UNASKED) if unasked.passed else result
        if not result.passed or trial.reply is None or not trial.reply.calls:
            return result
        talk.answer(trial.reply.calls, tasks.SUM)
        again = await talk.ask()
        both = replace(result, milliseconds=result.milliseconds + again.milliseconds)
        if again.failure is not None:
            return replace(both, passed=_passed(again.failure), failure=again.failure)
        return replace(both, detail="replayed", usage=_sum(trial, again))

    async def _file(self, check: Check, task: tasks.Task, answer: str) -> CheckResult:
        # What nobody knows is sent as text, or not at all: here it is to be found out.
        bold = replace(self._target, abilities=_TAKES_ALL)
        if not self._bench.carries(bold, task.assignment(), task.proof):
            return CheckResult(check, 0.0, None, detail="not_sent")
        return _result(check, await self._ask(task, bold), lambda reply: _saw(reply, answer))

    async def _ask(self, task: tasks.Task, target: Target | None = None) -> Trial:
        return await self._bench.converse(target or self._target, task.assignment()).ask()


def cost_of(dialect: Dialect, prices: Prices) -> ProbeCost:
    """The most: each request with all the output that it allows."""
    input_tokens = sum(task.input_tokens * task.rounds for task in tasks.ALL)
    output_tokens = sum(task.limit * task.rounds for task in tasks.ALL)
    usd = price(Usage(input_tokens, output_tokens), dialect, _short(prices))
    return ProbeCost(sum(task.rounds for task in tasks.ALL), input_tokens, output_tokens, usd)


def _short(prices: Prices) -> Prices:
    """No request of a probe is long, though all of them together may be."""
    return prices.model_copy(update={"long_from": None})


def _result(check: Check, trial: Trial, judge: Callable[[Reply], _Finding]) -> CheckResult:
    if trial.reply is None:
        passed = _passed(trial.failure)
        return CheckResult(check, trial.milliseconds, passed, trial.failure)
    finding = judge(trial.reply)
    return CheckResult(
        check, trial.milliseconds, finding.passed, None, finding.detail, trial.reply.usage
    )


def _passed(failure: Failure | None) -> bool | None:
    """False where the host refused this very thing, None where something else went wrong."""
    if failure is None:
        return None
    is_refused = failure.category in _REFUSALS or _NOT_SUPPORTED.search(failure.message)
    is_garbled = failure.category in (Category.UNREADABLE_REPLY, Category.CUT_OFF)
    return False if is_refused or is_garbled else None


def _is_hopeless(result: CheckResult) -> bool:
    return result.failure is not None and result.failure.category in _HOPELESS


def _speaks(reply: Reply) -> _Finding:
    text = reply.text.strip()
    if text or reply.reasoning:
        return _Finding(True, text[:80])
    return _Finding(None if reply.stop is Stop.LENGTH else False, "empty")


def _streams(reply: Reply, trial: Trial) -> _Finding:
    if "application/json" in trial.content_type:
        return _Finding(False, "whole")
    spoken = _speaks(reply)
    return _Finding(spoken.passed, str(reply.pieces) if spoken.passed else spoken.detail)


def _stops(reply: Reply) -> _Finding:
    if reply.stop is Stop.LENGTH:
        return _Finding(True)
    is_long = (reply.usage.output_tokens or 0) > _MANY or len(reply.text) > _MANY * 4
    return _Finding(False if is_long else None, "" if is_long else "short")


def _called(calls: tuple[ToolCall, ...], name: str, argument: str = "") -> _Finding:
    if not calls:
        return _Finding(None, "no_call")
    arguments = _arguments(calls[0])
    if calls[0].name != name or arguments is None:
        return _Finding(False, "broken")
    if argument and not isinstance(arguments.get(argument), str):
        return _Finding(False, "broken")
    return _Finding(True)


def _wrote(reply: Reply) -> _Finding:
    called = _called(reply.calls, "write_note", "text")
    if not called.passed:
        return called
    written = str((_arguments(reply.calls[0]) or {})["text"])
    is_whole = len(written) >= len(tasks.NOTE) * _MOST_OF_IT
    return _Finding(True if is_whole else None, "" if is_whole else "short")


def _called_both(reply: Reply) -> _Finding:
    if not reply.calls:
        return _Finding(None, "no_call")
    if any(_arguments(call) is None for call in reply.calls):
        return _Finding(False, "broken")
    # One call at a time is the model's own way, and nothing that must be forbidden.
    return _Finding(len(reply.calls) > 1 or None, str(len(reply.calls)))


def _reasons(reply: Reply) -> _Finding:
    if reply.reasoning.strip():
        return _Finding(True, "shown")
    if reply.usage.reasoning_tokens:
        return _Finding(True, "hidden")
    return _Finding(None, "none")


def _saw(reply: Reply, answer: str) -> _Finding:
    """What was accepted and not seen was dropped on the way, or not understood: who knows."""
    if answer in reply.text.lower():
        return _Finding(True, "seen")
    return _Finding(None, "accepted")


def _arguments(call: ToolCall) -> dict[str, Any] | None:
    try:
        arguments = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


def _tokens(usage: Usage) -> str:
    said = (usage.input_tokens, usage.output_tokens)
    return " ".join("?" if count is None else str(count) for count in said)


def _sum(*trials: Trial) -> Usage:
    replies = [trial.reply for trial in trials if trial.reply is not None]

    def added(counts: list[int | None]) -> int | None:
        known = [count for count in counts if count is not None]
        return sum(known) if known else None

    names = [field.name for field in fields(Usage)]
    return Usage(*(added([getattr(reply.usage, name) for reply in replies]) for name in names))
