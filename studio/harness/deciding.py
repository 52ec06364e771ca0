"""What is decided in a chat: by the rules, by its trust, and by the user while a turn waits."""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from typing_extensions import override

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Hit, Resume, ResumeKind
from studio.core.chats import Chat
from studio.core.decisions import BudgetChoice, Decision, SendChoice, Verdict
from studio.core.errors import StudioError
from studio.core.limits import Limits, Spending
from studio.core.messages import Origin, ToolResult
from studio.core.questions import Answer
from studio.core.rules import Permission, Why
from studio.core.settings import Settings
from studio.core.tools import Preview, ToolDefinition, ToolSource
from studio.core.trust import ChatTrust, Level, OverrideKind
from studio.harness.branching import Branching
from studio.harness.live_turn import Chairing, LiveTurn, Means
from studio.harness.permits import Permit, Permits
from studio.harness.toolbox import Ended, Ready
from studio.harness.trust import (
    Stance,
    marked_by_user,
    overridden,
    seen_of,
    send_verdict,
    strictness,
    tightened,
)

_log = logging.getLogger(__name__)

_OF_TRUST = frozenset({Why.TRUST_LEVEL, Why.TRUST_THREE, Why.TRUST_INSTRUCTION})
_REMEMBERED = {Verdict.ALLOW_ALWAYS: Permission.ALLOW, Verdict.NEVER: Permission.NEVER}
_FOR_CHAT = frozenset({Verdict.ALLOW_IN_CHAT, Verdict.ALLOW_ALWAYS})


class Deciding(Branching, Chairing):
    """The part of a session controller that waits for the user, and remembers what they said.

    `settings` tells the settings as they count now. Commands that come late do nothing.
    """

    def __init__(
        self, chat: Chat, means: Means, tools: ToolSource, settings: Callable[[], Settings]
    ) -> None:
        super().__init__(chat, means)
        self._tools = tools
        self._settings = settings
        self._live: LiveTurn | None = None
        self._is_stricter = False  # than what is saved
        self._errands: set[asyncio.Task[None]] = set()
        self._end_watching = means.book.watch(self._reconsider)
        self._permits = Permits(
            means.book,
            lambda: self.chat.settings.allowed_tools,
            lambda: self.chat.trust,
            settings,
            means.policy,
            lambda: tuple(tool.definition for tool in tools.tools()),
        )

    @abstractmethod
    async def _save_chat(self) -> None:
        """The chat's own row. Raises `StorageError`."""

    @property
    def is_running(self) -> bool:
        """A turn is being answered. One that is over may still be on its way to the store."""
        return self._live is not None and not self._live.is_over

    @property
    def is_waiting(self) -> bool:
        """The turn waits for the user."""
        live = self._live
        if live is None or not self.is_running:
            return False
        return live.approvals.is_waiting or bool(live.breaking.hits)

    @property
    def questions(self) -> tuple[ev.ApprovalRequested, ...]:
        """What the waiting calls ask, for a view that opens while they wait."""
        return self._live.approvals.questions if self.is_waiting and self._live else ()

    @property
    def budget(self) -> ev.BudgetReached | None:
        """The budget at which the turn is paused."""
        return self._live.approvals.budget if self._live is not None else None

    @property
    def held_request(self) -> ev.SendHeld | None:
        """Why the next request of the turn is held."""
        return self._live.approvals.held if self._live is not None else None

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Where the turn is stopped at a breakpoint."""
        return self._live.breaking.hits if self._live is not None else ()

    @property
    def spent(self) -> tuple[Spending, Limits] | None:
        """What the running turn has used, and what it may; None where none runs."""
        meter = self._live.meter if self._live is not None else None
        return None if meter is None else (meter.spent, meter.limits)

    def decide(self, tool_use_id: str, decision: Decision) -> None:
        """The user's answer to a call that waits."""
        live = self._live
        asked = live.approvals.question(tool_use_id) if live is not None else None
        if live is None or asked is None or asked.tool is None:
            return
        if decision.is_allowed and asked.is_blocked and not decision.overrides_trust:
            return  # only who knows what they do lets it run
        self._remember(asked, asked.tool, decision)
        live.approvals.decide(tool_use_id, decision)
        live.approvals.reconsider()
        self._watchers.tell()

    def answer(self, tool_use_id: str, answer: Answer) -> None:
        """The user's answer to what a running call asks."""
        if self._live is not None:
            self._live.toolbox.answer(tool_use_id, answer)

    def keep_waiting(self, tool_use_id: str) -> None:
        """A running call whose time is nearly up gets as much again."""
        if self._live is not None:
            self._live.toolbox.keep_waiting(tool_use_id)

    def cancel_call(self, tool_use_id: str) -> None:
        """Cancels one call; the turn goes on."""
        if self._live is not None:
            self._live.toolbox.cancel(tool_use_id)
            self._live.approvals.withdraw(tool_use_id)
            self._live.breaking.withdraw(tool_use_id)

    def settle_budget(self, choice: BudgetChoice) -> None:
        """How a paused turn goes on."""
        if self._live is None or self.budget is None:
            return
        if choice is BudgetChoice.STOP:
            self._live.stop()
        else:
            self._live.approvals.settle_budget(choice)

    def settle_send(self, choice: SendChoice) -> None:
        """Whether a request that is held is sent all the same."""
        if self._live is not None:
            self._live.approvals.settle_send(choice)

    def resume(self, hit_id: str, resume: Resume) -> bool:
        """How a stopped turn goes on. False where that cannot be, such as for a body that is no
        JSON: it stays stopped."""
        if self._live is None:
            return False
        if resume.kind is ResumeKind.STOP:
            self._live.stop()
            return True
        return self._live.breaking.resume(hit_id, resume)

    async def mark(self, level: Level) -> None:
        """The user says how private this chat is; it never gets less. Raises `StorageError`."""
        self._take_trust(marked_by_user(self.chat.trust, level, self._means.clock()))
        await self.save_trust()

    @override
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        return self.chat.settings.breakpoints

    @override
    def judge(self, ready: Ready, preview: Preview | None) -> Permit:
        return self._permits.judge(ready, preview)

    @override
    def held_by(self, origin: Origin) -> ev.SendHeld | None:
        profile = self._means.profile(origin.profile_id)
        if profile is None:
            return None
        strict = strictness(self._settings(), self._means.policy)
        verdict = send_verdict(self.chat.trust, profile, strict)
        if verdict.stance is Stance.ALLOW:
            return None
        return ev.SendHeld(
            profile.id,
            profile.name,
            verdict.level,
            verdict.clearance,
            verdict.stance is Stance.BLOCK,
            verdict.is_final,
        )

    @override
    def note_result(self, ready: Ready, ended: Ended, result: ToolResult) -> None:
        if ended.output is None:
            return
        seen = seen_of(
            ready.definition,
            ended.output.demands,
            ended.output.detail,
            ready.call.id,
            self._means.clock(),
            result.findings,
        )
        self._take_trust(tightened(self.chat.trust, seen))

    @override
    def note_override(self, origin: Origin, choice: SendChoice) -> None:
        self._override(OverrideKind.SEND, origin.profile_id, for_chat=choice is SendChoice.IN_CHAT)

    @override
    async def save_trust(self) -> None:
        if self._is_stricter:
            await self._save_chat()
            self._is_stricter = False

    def _remember(
        self, asked: ev.ApprovalRequested, tool: ToolDefinition, decision: Decision
    ) -> None:
        """What of the decision counts beyond this call. The organisation may forbid all of that."""
        book, verdict = self._means.book, decision.verdict
        is_free = not self._means.policy.forbids_always_allow
        why = asked.ruling.why if asked.ruling is not None else None
        if decision.is_allowed and (decision.overrides_trust or why in _OF_TRUST):
            for_chat = is_free and verdict in _FOR_CHAT
            self._override(OverrideKind.CALL, tool.name, for_chat=for_chat)
        if decision.is_allowed:
            self._start(book.approve(tool), "remember what was approved")
        if verdict is Verdict.ALLOW_IN_CHAT and is_free:
            settings = self.chat.settings
            allowed = settings.allowed_tools | {tool.name}
            self.chat = replace(self.chat, settings=replace(settings, allowed_tools=allowed))
        permission = _REMEMBERED.get(verdict)
        if permission is Permission.NEVER or (permission is Permission.ALLOW and is_free):
            kept = book.remember(permission, tool.name, tool.server_id, decision.condition)
            self._start(kept, "remember a decision")

    def _override(self, kind: OverrideKind, subject: str, *, for_chat: bool) -> None:
        now = self._means.clock()
        self._take_trust(overridden(self.chat.trust, kind, subject, now, is_for_chat=for_chat))

    def _take_trust(self, trust: ChatTrust) -> None:
        if trust != self.chat.trust:
            self.chat = replace(self.chat, trust=trust)
            self._is_stricter = True
            self._watchers.tell()

    def _start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """What is remembered counts as soon as it begins; the saving follows."""

        async def errand() -> None:
            try:
                await work
            except StudioError as error:
                self._means.report(name, error)

        task = asyncio.create_task(errand(), name=name)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _reconsider(self) -> None:
        if self._live is not None:
            self._live.approvals.reconsider()

    async def _settle_errands(self) -> None:
        self._end_watching()
        if self._errands:
            await asyncio.wait(self._errands)
