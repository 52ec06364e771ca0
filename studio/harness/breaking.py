"""Stops a turn where the user wants to look, edit and step: a gate around the gate of approvals."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count

from typing_extensions import override

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Hit, Point, Resume, ResumeKind, stops_at
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.errors import Failure
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, Outcome, ToolResult
from studio.core.results import Form
from studio.harness.breakpoint_bodies import body_fault
from studio.harness.gate import Draft, Gate
from studio.harness.stopwatch import Stopwatch
from studio.harness.toolbox import Ready

# What a user decided, and what a limit or rule refused, is no error to look at.
_ERRORS = frozenset({Outcome.FAILED, Outcome.TIMED_OUT, Outcome.INVALID})


@dataclass(frozen=True, slots=True)
class _Held:
    hit: Hit
    answer: asyncio.Future[Resume]


class Breaking(Gate):
    """Made for one turn. `points` tells the chat's breakpoints as they are now; while nobody looks
    the time does not count.

    Approvals come first: a call stops with what will run. What is edited there is judged again.
    """

    def __init__(
        self,
        inner: Gate,
        emit: Callable[[ev.Event], None],
        watch: Stopwatch,
        points: Callable[[], tuple[Breakpoint, ...]],
        turn_id: str,
    ) -> None:
        self._inner = inner
        self._emit = emit
        self._watch = watch
        self._points = points
        # Not of the factory: who plays a turn again gives rounds the IDs of then, in order.
        self._ids = (f"{turn_id}/stop-{number}" for number in count(1))
        self._held: dict[str, _Held] = {}
        self._looked_at: set[str] = set()  # calls that were edited here: they stop once
        self._is_stepping = False
        self._round_number = 0
        self._results: dict[str, ToolResult] = {}

    @property
    def held_results(self) -> Mapping[str, ToolResult]:
        """Of calls that have run, and whose results are not in the turn while the user looks at
        them: they are not lost, however it ends. By tool use ID."""
        return self._results

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Where the turn is stopped: more than once where calls run side by side."""
        return tuple(each.hit for each in self._held.values())

    def resume(self, hit_id: str, resume: Resume) -> bool:
        """False, and nothing happens, for a body that cannot be what it replaces, for one that
        comes late, and for a retry of what was no round."""
        held = self._held.get(hit_id)
        if held is None or held.answer.done():
            return False
        if resume.body is not None and body_fault(held.hit.point, resume.body) is not None:
            return False
        is_round = held.hit.point is Point.ON_ERROR and not held.hit.tool_use_id
        if resume.kind is ResumeKind.RETRY and not is_round:
            return False
        held.answer.set_result(resume)
        return True

    def withdraw(self, tool_use_id: str) -> None:
        """The call is cancelled: nobody looks at it before it runs any more."""
        for held in self._held.values():
            is_meant = held.hit.tool_use_id == tool_use_id
            if is_meant and held.hit.point is Point.BEFORE_CALL and not held.answer.done():
                held.answer.set_result(Resume())

    @override
    async def before_request(self, round_number: int, origin: Origin, draft: Draft) -> str | None:
        body = await self._inner.before_request(round_number, origin, draft)
        self._round_number = round_number
        if not self._stops(Point.BEFORE_REQUEST):
            return body
        # Megabytes take a moment to write, and the window must not stand still for it.
        shown = body if body is not None else await asyncio.to_thread(draft)
        hit = self._hit(Point.BEFORE_REQUEST, body=shown)
        resume = await self._stopped(hit)
        return body if resume.body in (None, shown) else resume.body

    @override
    async def before_call(self, ready: Ready) -> Decision:
        return await self._inner.before_call(ready)

    @override
    async def before_run(self, ready: Ready) -> Decision:
        call = ready.call
        decision = await self._inner.before_run(ready)
        if not decision.is_allowed or decision.arguments is not None:
            return decision
        if call.id in self._looked_at or not self._stops(Point.BEFORE_CALL, call.name):
            return decision
        hit = self._hit(Point.BEFORE_CALL, call.id, call.name, call.arguments or "{}")
        resume = await self._stopped(hit)
        self._looked_at.add(call.id)
        if resume.body is None:
            return decision
        return Decision(Verdict.ALLOW_ONCE, arguments=resume.body)

    @override
    async def before_result(self, result: ToolResult, tool: str) -> ToolResult:
        result = await self._inner.before_result(result, tool)
        is_error = result.outcome in _ERRORS
        if not self._stops(Point.BEFORE_RESULT, tool, is_error=is_error):
            return result
        call_id = result.tool_use_id
        hit = self._hit(Point.BEFORE_RESULT, call_id, tool, result.content, is_error=is_error)
        self._results[call_id] = result
        resume = await self._stopped(replace(hit, detail=str(result.outcome)))
        del self._results[call_id]
        if resume.body is None or resume.body == result.content:
            return result
        return replaced_result(result, resume.body)

    @override
    async def after_error(self, round_number: int, failure: Failure) -> bool:
        if await self._inner.after_error(round_number, failure):
            return True
        if not self._stops(Point.ON_ERROR):
            return False
        hit = replace(self._hit(Point.ON_ERROR), detail=str(failure.category))
        return (await self._stopped(hit)).kind is ResumeKind.RETRY

    @override
    async def at_limit(self, limit: Limit, spent: Spending, limits: Limits) -> BudgetChoice:
        return await self._inner.at_limit(limit, spent, limits)

    def _stops(self, point: Point, tool: str = "", *, is_error: bool = False) -> bool:
        return self._is_stepping or stops_at(self._points(), point, tool, is_error=is_error)

    def _hit(
        self,
        point: Point,
        tool_use_id: str = "",
        tool: str = "",
        body: str = "",
        *,
        is_error: bool = False,
    ) -> Hit:
        is_meant = stops_at(self._points(), point, tool, is_error=is_error)
        is_step, self._is_stepping = self._is_stepping and not is_meant, False
        number = self._round_number
        return Hit(next(self._ids), point, number, tool_use_id, tool, body, is_step=is_step)

    async def _stopped(self, hit: Hit) -> Resume:
        held = _Held(hit, asyncio.get_running_loop().create_future())
        self._held[hit.id] = held
        self._emit(ev.BreakpointHit(hit))
        kind = ResumeKind.STOP
        try:
            with self._watch.paused():
                resume = await held.answer
            kind = resume.kind
        finally:
            del self._held[hit.id]
            self._emit(ev.BreakpointSettled(hit.id, kind))
        if resume.kind is ResumeKind.STEP:
            self._is_stepping = True
        return resume


def replaced_result(result: ToolResult, content: str) -> ToolResult:
    """A result that the user wrote. Most of it may still be what strangers wrote, so it stays
    marked as theirs; what was found in it stood at other places."""
    return replace(
        result,
        content=content,
        full_size=len(content),
        form=Form.TEXT,
        findings=(),
        is_replaced=True,
    )
