"""The loop, the same for every provider: ask, run what was asked for, ask again.

It tells what happens through a callback and not as a generator: several calls run at once, and
the user's Stop must reach all of them through one cancellation.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeVar

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision
from studio.core.errors import Category, Failure, RoundError
from studio.core.limits import Limits, reached
from studio.core.messages import Citation, Limit, Origin, Outcome, Stop, ToolCall, ToolResult, Usage
from studio.harness import texts
from studio.harness.gate import Gate
from studio.harness.outcomes import Screen, as_result, screen_nothing
from studio.harness.ports import Adapter, Clock, IdFactory
from studio.harness.round_run import Asked, Emit, RoundRun
from studio.harness.spending import AT_THE_DOOR, Meter, Price
from studio.harness.tool_pictures import KeepPictures, keep_none
from studio.harness.toolbox import Ended, Ready, Rejected, Toolbox

T = TypeVar("T")
Commit = Callable[[], Awaitable[None]]
KeepOutput = Callable[[str, str], Awaitable[None]]
NoteResult = Callable[[Ready, Ended, ToolResult], None]  # hears of each call that was run
NoteRefused = Callable[[Ready | Rejected], None]  # hears of each that was not

Edits = Mapping[str, str]  # tool use ID: JSON text of arguments
NO_EDITS: Edits = MappingProxyType({})

_LEAST_RESULT = 1_000  # characters that a result keeps, however little is left for the turn
_ENDINGS = {
    Stop.LENGTH: Failure(Category.CUT_OFF, code="length"),
    Stop.CONTENT_FILTER: Failure(Category.CONTENT_FILTER),
    Stop.REFUSAL: Failure(Category.CONTENT_FILTER, code="refusal"),
    Stop.MALFORMED_CALL: Failure(Category.UNREADABLE_REPLY, code="malformed_call"),
    Stop.ERROR: Failure(Category.SERVER),
}


def _without_price(_origin: Origin, _usage: Usage) -> Decimal | None:
    return None


def _note_nothing(_ready: Ready, _ended: Ended, _result: ToolResult) -> None:
    return


def _note_no_refusal(_one: Ready | Rejected) -> None:
    return


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a turn needs around it. `commit` saves the turn before anything has side effects;
    `keep_output` keeps a whole result by tool use ID where the turn gets a shortened one, and
    `keep_pictures` the pictures beside it. `screen` looks through what strangers wrote."""

    gate: Gate
    emit: Emit
    commit: Commit
    keep_output: KeepOutput
    clock: Clock
    new_id: IdFactory
    keep_pictures: KeepPictures = keep_none
    screen: Screen = screen_nothing
    note_result: NoteResult = _note_nothing
    note_refused: NoteRefused = _note_no_refusal
    price: Price = _without_price


@dataclass(slots=True)
class TurnRun:
    """One turn being answered. Made for it and thrown away with it; `run` is called once.

    Raises `RoundError` where the turn fails, and lets the user's Stop (`CancelledError`) through.
    Either way the caller ends the turn: the loop emits everything but the turn's end.
    """

    adapter: Adapter
    toolbox: Toolbox
    limits: Limits
    around: Surroundings
    meter: Meter = field(init=False)
    _edits: Edits = field(default_factory=dict)
    _limit: Limit | None = None
    _has_text: bool = False  # in the last round
    _sources: list[Citation] = field(default_factory=list)  # what results were taken from

    def __post_init__(self) -> None:
        self.meter = Meter(self.limits, self.toolbox.watch, self.around.price)
        self.toolbox.listen(self.around.emit, self.around.clock)

    async def run(self, pending: tuple[ToolCall, ...] = (), edits: Edits = NO_EDITS) -> None:
        """`pending` are calls of a forked turn that run before the model is asked, `edits`
        the arguments they get instead of their own, by tool use ID."""
        self._edits = edits
        await self._run(pending)
        if self._sources:
            self.around.emit(ev.SourcesFound(tuple(dict.fromkeys(self._sources))))

    async def _run(self, pending: tuple[ToolCall, ...]) -> None:
        if pending:
            await self._answer(pending)
        while True:
            completed = await self._ask()
            if completed.stop in _ENDINGS:
                await self._refuse_all(completed.calls, texts.vetoed(completed.stop))
                raise RoundError(_ENDINGS[completed.stop])
            if self._limit is not None:
                # It was told that there are no tools left.
                await self._refuse_all(completed.calls, texts.not_run(self._limit))
                if not self._has_text:
                    raise RoundError(Failure(Category.NO_ANSWER))
                return
            if not completed.calls and completed.stop is not Stop.PAUSE:
                return
            if completed.calls:
                await self._answer(completed.calls)
            await self._reached()

    async def _ask(self) -> ev.RoundCompleted:
        """One round: streamed, recorded, committed."""
        while True:
            round_ = RoundRun(self.adapter, self.around.emit, self.around.clock, self.around.new_id)
            completed = await self._streamed(round_)
            if completed is not None:
                break
        self.meter.count_usage(self.adapter.origin, completed.usage)
        state = self.adapter.record_round()
        self.around.emit(ev.RoundEnded(self.around.clock(), round_.first_delta_at, state))
        # The model began them and thought better of it; the provider knows nothing of them.
        self._end_incomplete(round_.unfinished)
        await self.around.commit()
        self._has_text = round_.has_text
        is_silent = not self._has_text and not completed.calls
        if is_silent and completed.stop not in _ENDINGS and completed.stop is not Stop.PAUSE:
            raise RoundError(Failure(Category.NO_ANSWER))
        return completed

    async def _streamed(self, round_: RoundRun) -> ev.RoundCompleted | None:
        """None for a round that failed and is to be asked again."""
        gate, number = self.around.gate, self.meter.spent.rounds + 1
        asked = Asked(
            self._limit is None,
            None if self._limit is None else texts.last_instruction(self._limit),
        )
        draft = partial(
            self.adapter.draft,
            offer_tools=asked.offers_tools,
            final_instruction=asked.instruction,
        )
        body = await gate.before_request(number, self.adapter.origin, draft)
        self.meter.count_round()
        try:
            return await round_.run(replace(asked, body=body))
        except RoundError as error:
            if not await gate.after_error(number, error.failure):
                raise
        self._end_incomplete(round_.begun)
        self.around.emit(ev.RoundEnded(self.around.clock(), round_.first_delta_at, None))
        return None

    async def _answer(self, calls: tuple[ToolCall, ...]) -> None:
        """Every call gets one result; results are recorded in the order of the calls."""
        await self.toolbox.load()
        prepared = [self._prepared(call) for call in calls]
        refused = await self._over_limit(prepared)
        decisions = await self._decide([one for one in prepared if one.call.id not in refused])
        results: dict[str, ToolResult] = {}
        for group in _groups(prepared):
            limit = await self._reached(is_running=True)
            done = await _side_by_side(
                self._settle(one, decisions, refused.get(one.call.id, limit)) for one in group
            )
            results.update((result.tool_use_id, result) for result in done)
        for call in calls:
            self.adapter.record_result(results[call.id])
        await self.around.commit()

    def _prepared(self, call: ToolCall) -> Ready | Rejected:
        arguments = self._edits.get(call.id)
        if arguments is None:
            return self.toolbox.prepare(call)
        edited = self.toolbox.prepare(replace(call, arguments=arguments))
        return replace(edited, edited=True) if isinstance(edited, Ready) else edited

    async def _over_limit(self, prepared: list[Ready | Rejected]) -> dict[str, Limit]:
        """The calls that a limit forbids from the start, in call order."""
        refused = {}
        for one in prepared:
            limit = await self._reached()
            if limit is not None:
                refused[one.call.id] = limit
            self.meter.count_call()
        return refused

    async def _reached(self, *, is_running: bool = False) -> Limit | None:
        """The limit at which the turn is to end, after the user was asked whether it is."""
        while self._limit is None:
            limit = reached(self.meter.spent, self.meter.limits)
            if limit is None or (is_running and limit in AT_THE_DOOR):
                return None
            gate = self.around.gate
            choice = await gate.at_limit(limit, self.meter.spent, self.meter.limits)
            if choice is BudgetChoice.MORE:
                self.meter.allow_more(limit)
            else:
                self._limit = limit
                self.around.emit(ev.LimitReached(limit))
        return None if is_running and self._limit in AT_THE_DOOR else self._limit

    async def _decide(self, asked: list[Ready | Rejected]) -> dict[str, Decision]:
        """All approvals of the round are asked up front, so that the user sees them together."""
        ready = [one for one in asked if isinstance(one, Ready)]
        if any(one.definition.asks_first for one in ready):
            # The question must survive a crash as well.
            await self.around.commit()
        gate = self.around.gate
        answers = await _side_by_side(gate.before_call(one) for one in ready)
        return {one.call.id: answer for one, answer in zip(ready, answers, strict=True)}

    async def _settle(
        self, one: Ready | Rejected, decisions: dict[str, Decision], limit: Limit | None
    ) -> ToolResult:
        """The one result of one call."""
        if limit is not None:
            return await self._refused(one, Ended(texts.not_run(limit), Outcome.BLOCKED))
        if isinstance(one, Rejected):
            return await self._refused(one, Ended(one.text, Outcome.INVALID))
        ready, decision = await self._permitted(one, decisions[one.call.id])
        if isinstance(ready, Rejected):
            return await self._refused(ready, Ended(ready.text, Outcome.INVALID))
        refusal = self._refusal(ready, decision)
        if refusal is not None:
            return await self._refused(ready, refusal)
        self.around.emit(ev.ToolStarted(one.call.id, self.around.clock()))
        await self.around.commit()
        note = texts.changed_arguments(ready.call.arguments) if ready.edited else ""
        ended = await self.toolbox.run(ready)
        return await self._finish(one.call.id, ended, ready, note, one.call.name)

    async def _permitted(
        self, ready: Ready, decision: Decision
    ) -> tuple[Ready | Rejected, Decision]:
        """The call as the user lets it run, perhaps with other arguments, and the last word."""
        while decision.is_allowed:
            if decision.arguments is not None:
                call = replace(ready.call, arguments=decision.arguments)
                edited = self.toolbox.prepare(call)
                if isinstance(edited, Rejected):
                    return edited, decision
                ready = replace(edited, edited=True)
            decision = await self.around.gate.before_run(ready)
            if decision.arguments is None:
                break
        return ready, decision

    async def _refused(self, one: Ready | Rejected, ended: Ended) -> ToolResult:
        self.around.note_refused(one)
        return await self._finish(one.call.id, ended, name=one.call.name)

    def _refusal(self, one: Ready, decision: Decision) -> Ended | None:
        """What the user has said against this call, if anything."""
        if self.toolbox.is_cancelled(one.call.id):
            return Ended(texts.CANCELLED, Outcome.CANCELLED)
        if not decision.is_allowed:
            return Ended(texts.denied(decision.reason), Outcome.DENIED)
        return None

    async def _finish(
        self,
        tool_use_id: str,
        ended: Ended,
        ready: Ready | None = None,
        note: str = "",
        name: str = "",
    ) -> ToolResult:
        """`ready` is the call that was run, None for one that was not; `name` is the tool's."""
        content = texts.shortened(ended.text, self._room())
        if len(content) < len(ended.text):
            await self.around.keep_output(tool_use_id, ended.text)
        pictures = ended.output.pictures if ended.output is not None else ()
        files = await self.around.keep_pictures(pictures) if pictures else ()
        result = ToolResult(tool_use_id, content, ended.outcome, len(ended.text), files, note=note)
        if ready is not None and ended.output is not None:
            result = await as_result(result, ready.definition, ended.output, self.around.screen)
            self._sources.extend(ended.output.sources)
        if ready is not None:
            # Before anybody edits it: what a tool has brought has been seen.
            self.around.note_result(ready, ended, result)
        at = self.around.clock()
        result = await self.around.gate.before_result(result, name)
        self.meter.count_result(ready.call if ready is not None else None, result)
        self.around.emit(ev.ToolFinished(result, at))
        return result

    def _end_incomplete(self, tool_use_ids: Iterable[str]) -> None:
        """Of calls that nobody made: no result goes back."""
        text = texts.INCOMPLETE
        for tool_use_id in tool_use_ids:
            result = ToolResult(tool_use_id, text, Outcome.INVALID, len(text))
            self.around.emit(ev.ToolFinished(result, self.around.clock()))

    def _room(self) -> int:
        """Many calls side by side must not pass together what none of them may alone."""
        left = self.meter.limits.result_characters - self.meter.spent.result_characters
        return min(self.limits.one_result, max(left, _LEAST_RESULT))

    async def _refuse_all(self, calls: tuple[ToolCall, ...], text: str) -> None:
        for call in calls:
            result = await self._finish(call.id, Ended(text, Outcome.BLOCKED))
            self.adapter.record_result(result)
        if calls:
            await self.around.commit()


def _groups(prepared: list[Ready | Rejected]) -> Iterator[list[Ready | Rejected]]:
    """Neighbouring calls that may run side by side; one that may change things is alone."""
    for is_harmless, calls in groupby(prepared, key=_is_harmless):
        if is_harmless:
            yield list(calls)
        else:
            yield from ([call] for call in calls)


def _is_harmless(one: Ready | Rejected) -> bool:
    return isinstance(one, Rejected) or one.definition.is_read_only


async def _side_by_side(works: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """All results, in order. When one fails, the others are ended before that is raised."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        # gather would let them run on in a turn that has ended.
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        raise
