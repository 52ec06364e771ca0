"""Where a turn waits for the user. The answer comes down as a command and settles a future."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from typing_extensions import override

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision, SendChoice, Verdict
from studio.core.errors import Category, Failure, StudioError
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, ToolResult
from studio.core.rules import Permission, Ruling, Why
from studio.core.tools import Preview
from studio.harness import texts
from studio.harness.gate import Draft, Gate
from studio.harness.permits import Permit
from studio.harness.stopwatch import Stopwatch
from studio.harness.toolbox import Ready

_log = logging.getLogger(__name__)

T = TypeVar("T")

_PREVIEW_SECONDS = 10.0
_ALLOWED = Decision(Verdict.ALLOW_ONCE)
_WITHDRAWN = Decision(Verdict.DENY)
_SAID = {
    Verdict.ALLOW_ONCE: Why.ONCE,
    Verdict.ALLOW_IN_CHAT: Why.IN_CHAT,
    Verdict.ALLOW_ALWAYS: Why.RULE,
}


class Judge(Protocol):
    """Decides by the rules; what it cannot decide is the user's. Pure: asked as often as needed."""

    def judge(self, ready: Ready, preview: Preview | None) -> Permit:
        """`preview` is None before one was made."""
        ...

    def held_by(self, origin: Origin) -> ev.SendHeld | None:
        """Why nothing may be sent to that provider without the user's word."""
        ...


@dataclass(slots=True)
class _Waiting:
    """One call that waits."""

    ready: Ready
    preview: Preview
    question: ev.ApprovalRequested
    answer: asyncio.Future[Decision]


class Approvals(Gate):
    """The gate of one turn. `emit` tells everybody, `watch` stands while the user thinks.

    `overridden(origin, choice)` hears that the user sends against the rules.
    """

    def __init__(
        self,
        emit: Callable[[ev.Event], None],
        judge: Judge,
        watch: Stopwatch,
        overridden: Callable[[Origin, SendChoice], None],
    ) -> None:
        self._emit = emit
        self._judge = judge
        self._watch = watch
        self._overridden = overridden
        self._waiting: dict[str, _Waiting] = {}
        self._withdrawn: set[str] = set()
        self._approved: dict[str, tuple[Preview, Permit]] = {}
        self._rulings: dict[str, Ruling] = {}
        self._edited: set[str] = set()
        self._budget: asyncio.Future[BudgetChoice] | None = None
        self._sending: asyncio.Future[SendChoice] | None = None
        self.budget: ev.BudgetReached | None = None
        self.held: ev.SendHeld | None = None

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting) or self.budget is not None or self.held is not None

    @property
    def questions(self) -> tuple[ev.ApprovalRequested, ...]:
        """What is being asked about calls, in the order of asking."""
        return tuple(each.question for each in self._waiting.values())

    def decide(self, tool_use_id: str, decision: Decision) -> None:
        """The user's answer. One that comes late or twice is ignored."""
        waiting = self._waiting.get(tool_use_id)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(decision)

    def withdraw(self, tool_use_id: str) -> None:
        """The call is cancelled: nobody needs to be asked, or asked any longer."""
        self._withdrawn.add(tool_use_id)
        self.decide(tool_use_id, _WITHDRAWN)

    def reconsider(self) -> None:
        """What the user has just allowed or forbidden may be so for other calls that wait."""
        for tool_use_id, waiting in tuple(self._waiting.items()):
            permit = self._judge.judge(waiting.ready, waiting.preview)
            if permit.ruling.permission is not Permission.ASK:
                self._rulings[tool_use_id] = permit.ruling
                is_allowed = permit.ruling.permission is Permission.ALLOW
                self.decide(tool_use_id, _ALLOWED if is_allowed else _refused(permit.ruling))

    def question(self, tool_use_id: str) -> ev.ApprovalRequested | None:
        """What a waiting call asks."""
        waiting = self._waiting.get(tool_use_id)
        return waiting.question if waiting is not None else None

    def settle_budget(self, choice: BudgetChoice) -> None:
        """The user's answer to a budget that is used up."""
        if self._budget is not None and not self._budget.done():
            self._budget.set_result(choice)

    def settle_send(self, choice: SendChoice) -> None:
        """The user's answer to a request that is held."""
        if self._sending is not None and not self._sending.done():
            self._sending.set_result(choice)

    @override
    async def before_request(self, round_number: int, origin: Origin, draft: Draft) -> None:
        held = self._judge.held_by(origin)
        if held is None:
            return
        if held.is_final:
            raise StudioError(_no_send(held))
        self._sending = asyncio.get_running_loop().create_future()
        self.held = held
        self._emit(held)
        choice = SendChoice.STOP
        try:
            with self._watch.paused():
                choice = await self._sending
        finally:
            self._sending = self.held = None
            self._emit(ev.SendSettled(choice))
        if choice is SendChoice.STOP:
            raise StudioError(_no_send(held))
        self._overridden(origin, choice)

    @override
    async def before_call(self, ready: Ready) -> Decision:
        permit, preview = await self._judged(ready)
        return await self._answered(ready, permit, preview)

    @override
    async def before_run(self, ready: Ready) -> Decision:
        """Asks again when what was approved is not what would be done now: while the user thought,
        or an earlier call ran, a file may have appeared in the place of a new one, or the chat may
        have seen something that makes the call a danger."""
        call_id = ready.call.id
        while True:
            permit, preview = await self._judged(ready)
            approved = self._approved.pop(call_id, None)
            is_same = approved is not None and self._is_same(call_id, approved, permit, preview)
            is_asked = permit.ruling.permission is Permission.ASK
            if is_asked and is_same and call_id not in self._withdrawn:
                return self._let_run(ready)
            self._edited.discard(call_id)
            decision = await self._answered(ready, permit, preview)
            if not decision.is_allowed or decision.arguments is not None:
                return decision
            if not is_asked:
                return self._let_run(ready)

    @override
    async def before_result(self, result: ToolResult, tool: str) -> ToolResult:
        return result

    @override
    async def after_error(self, round_number: int, failure: Failure) -> bool:
        return False

    @override
    async def at_limit(self, limit: Limit, spent: Spending, limits: Limits) -> BudgetChoice:
        if self._budget is not None:
            return await asyncio.shield(self._budget)
        self._budget = asyncio.get_running_loop().create_future()
        self.budget = ev.BudgetReached(limit, spent, limits)
        self._emit(self.budget)
        choice = BudgetChoice.STOP
        try:
            with self._watch.paused():
                choice = await self._budget
        finally:
            self._budget = self.budget = None
            self._emit(ev.BudgetSettled(choice))
        return choice

    def _is_same(
        self,
        call_id: str,
        approved: tuple[Preview, Permit],
        permit: Permit,
        preview: Preview | None,
    ) -> bool:
        """Nothing has changed that the user would want to know; who edited the arguments has seen
        what they do."""
        before, reason = approved
        is_same_reason = reason.ruling.why is permit.ruling.why
        is_same_block = reason.is_blocked == permit.is_blocked
        return is_same_reason and is_same_block and (before == preview or call_id in self._edited)

    def _let_run(self, ready: Ready) -> Decision:
        ruling = self._rulings.get(ready.call.id)
        if ruling is not None:
            ran = ready.call.arguments if ready.edited else None
            self._emit(ev.CallRuled(ready.call.id, ruling, ran))
        return _ALLOWED

    async def _judged(self, ready: Ready) -> tuple[Permit, Preview | None]:
        """A preview is made only where it is shown, or where the tool may insist on being asked."""
        permit = self._judge.judge(ready, None)
        is_asked = permit.ruling.permission is Permission.ASK
        if not is_asked and not (
            ready.definition.asks_first and permit.ruling.permission is Permission.ALLOW
        ):
            return permit, None
        preview = await _preview(ready)
        return self._judge.judge(ready, preview), preview

    async def _answered(self, ready: Ready, permit: Permit, preview: Preview | None) -> Decision:
        call_id = ready.call.id
        # May have happened while the preview was made.
        if call_id in self._withdrawn:
            return _WITHDRAWN
        ruling = permit.ruling
        if ruling.permission is Permission.ALLOW:
            self._rulings[call_id] = ruling
            return _ALLOWED
        if ruling.permission is Permission.NEVER:
            self._emit(ev.CallRuled(call_id, ruling))
            return _refused(ruling)
        return await self._ask(ready, permit, preview or await _preview(ready))

    async def _ask(self, ready: Ready, permit: Permit, preview: Preview) -> Decision:
        call_id = ready.call.id
        question = _question(ready, permit, preview)
        future: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting[call_id] = _Waiting(ready, preview, question, future)
        self._rulings.pop(call_id, None)
        self._emit(question)
        with self._forgetting(call_id), self._watch.paused():
            decision = await future
        self._emit(ev.ApprovalSettled(call_id, decision.is_allowed))
        if decision.is_allowed:
            self._approved[call_id] = (preview, permit)
            self._rulings.setdefault(call_id, _said(decision))
            if decision.arguments is not None:
                self._edited.add(call_id)
        elif call_id not in self._withdrawn:
            ruling = self._rulings.get(call_id, Ruling(Permission.NEVER, Why.DENIED))
            self._emit(ev.CallRuled(call_id, ruling))
        return decision

    @contextlib.contextmanager
    def _forgetting(self, call_id: str) -> Iterator[None]:
        try:
            yield
        finally:
            del self._waiting[call_id]


def _question(ready: Ready, permit: Permit, preview: Preview) -> ev.ApprovalRequested:
    return ev.ApprovalRequested(
        ready.call.id,
        preview.text,
        preview.note,
        preview.effect,
        preview.form,
        permit.ruling,
        permit.narrowings,
        ready.definition,
        permit.before,
        permit.is_blocked,
    )


def _said(decision: Decision) -> Ruling:
    """What the user has decided, as it is told later."""
    if decision.overrides_trust:
        return Ruling(Permission.ALLOW, Why.OVERRIDE)
    return Ruling(Permission.ALLOW, _SAID[decision.verdict])


def _refused(ruling: Ruling) -> Decision:
    return Decision(Verdict.DENY, reason=texts.why_not(ruling.why))


def _no_send(held: ev.SendHeld) -> Failure:
    return Failure(Category.PERMISSION, held.profile_name, code="trust")


async def _preview(ready: Ready) -> Preview:
    """What the tool says it would do; its arguments in full where it cannot say."""
    try:
        # It may look at files, and a slow disk must not hold the window.
        async with asyncio.timeout(_PREVIEW_SECONDS):
            preview = await asyncio.to_thread(ready.tool.preview, ready.arguments)
    except Exception as error:
        # Whatever it was: the user decides with the arguments in sight.
        _log.warning("No preview of %s: %s", ready.call.name, type(error).__name__)
        preview = Preview("")
    if preview.text or preview.note or preview.effect is not None:
        return preview
    arguments = json.dumps(ready.arguments, indent=2, ensure_ascii=False)
    return replace(preview, text=arguments)
