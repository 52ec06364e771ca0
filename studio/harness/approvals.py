"""Where calls wait for the user. The answer comes down as a command and settles a future."""

import asyncio
import json
import logging
from collections.abc import Callable

from typing_extensions import override

from studio.core import events as ev
from studio.core.decisions import Decision, Verdict
from studio.core.messages import ToolResult
from studio.core.tools import Preview
from studio.harness.toolbox import Gate, Ready
from studio.harness.trust import must_ask

_log = logging.getLogger(__name__)

_PREVIEW_SECONDS = 10.0
_ALLOWED = Decision(Verdict.ALLOW_ONCE)
_WITHDRAWN = Decision(Verdict.DENY)


class Approvals(Gate):
    """The gate of one turn. `allowed` tells live which tools run here without asking."""

    def __init__(
        self, emit: Callable[[ev.Event], None], allowed: Callable[[], frozenset[str]]
    ) -> None:
        self._emit = emit
        self._allowed = allowed
        self._waiting: dict[str, asyncio.Future[Decision]] = {}
        self._questions: dict[str, ev.ApprovalRequested] = {}
        self._tools: dict[str, str] = {}
        self._withdrawn: set[str] = set()
        self._approved: dict[str, Preview] = {}

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting)

    @property
    def questions(self) -> tuple[ev.ApprovalRequested, ...]:
        """What is being asked, in the order of asking."""
        return tuple(self._questions.values())

    def decide(self, tool_use_id: str, decision: Decision) -> None:
        """The user's answer. One that comes late or twice is ignored."""
        waiting = self._waiting.get(tool_use_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(decision)

    def withdraw(self, tool_use_id: str) -> None:
        """The call is cancelled: nobody needs to be asked, or asked any longer."""
        self._withdrawn.add(tool_use_id)
        self.decide(tool_use_id, _WITHDRAWN)

    def allow_waiting(self, tool_name: str) -> None:
        """Other calls of a tool that the user has just allowed for the whole chat go on too."""
        for tool_use_id, name in tuple(self._tools.items()):
            if name == tool_name:
                self.decide(tool_use_id, _ALLOWED)

    def tool_of(self, tool_use_id: str) -> str | None:
        """The name of the tool that a waiting call is for."""
        return self._tools.get(tool_use_id)

    @override
    async def before_request(self, round_number: int) -> None:
        return

    @override
    async def before_call(self, ready: Ready) -> Decision:
        if not self._must_ask(ready):
            return _ALLOWED
        preview = await _preview(ready)
        # Both may have happened while the preview was made.
        if ready.call.id in self._withdrawn:
            return _WITHDRAWN
        return await self._ask(ready, preview) if self._must_ask(ready) else _ALLOWED

    @override
    async def before_run(self, ready: Ready) -> Decision:
        """Asks again when what was approved is not what would be done now: while the user thought,
        or an earlier call ran, a file may have appeared in the place of a new one."""
        while self._must_ask(ready):
            approved = self._approved.pop(ready.call.id, None)
            preview = await _preview(ready)
            if ready.call.id in self._withdrawn:
                return _WITHDRAWN
            if preview == approved:
                break
            decision = await self._ask(ready, preview)
            if not decision.is_allowed:
                return decision
        return _ALLOWED

    @override
    async def before_result(self, result: ToolResult) -> ToolResult:
        return result

    def _must_ask(self, ready: Ready) -> bool:
        return must_ask(ready.definition, self._allowed())

    async def _ask(self, ready: Ready, preview: Preview) -> Decision:
        call_id = ready.call.id
        future: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting[call_id] = future
        self._tools[call_id] = ready.call.name
        question = ev.ApprovalRequested(call_id, preview.text, preview.note, preview.effect)
        self._questions[call_id] = question
        self._emit(question)
        try:
            decision = await future
        finally:
            del self._waiting[call_id], self._tools[call_id], self._questions[call_id]
        self._emit(ev.ApprovalSettled(call_id, decision.is_allowed))
        if decision.is_allowed:
            self._approved[call_id] = preview
        return decision


async def _preview(ready: Ready) -> Preview:
    """What the tool says it would do; its arguments in full where it cannot say."""
    try:
        # It may look at files, and a slow disk must not hold the window.
        async with asyncio.timeout(_PREVIEW_SECONDS):
            return await asyncio.to_thread(ready.tool.preview, ready.arguments)
    except Exception as error:
        _log.warning("%s has no preview: %s", ready.call.name, type(error).__name__)
        return Preview(json.dumps(ready.arguments, ensure_ascii=False, indent=2))
