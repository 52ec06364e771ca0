"""A chat in which a trace is played: the real loop asks, and what was recorded answers.

Nobody is asked: approvals are settled as they were then. Nothing is sent, and no tool runs.
"""

import asyncio
from dataclasses import replace
from itertools import takewhile

from typing_extensions import override

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint, Hit, Point, Resume, ResumeKind
from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.errors import Category, Failure, StudioError
from studio.core.messages import Attachment, Origin, Outcome, Round, ToolUse
from studio.core.results import Finding
from studio.core.rules import Permission, Ruling, Why
from studio.core.settings import Settings
from studio.core.tools import Preview
from studio.core.trace import Trace, TraceTurn
from studio.harness import texts
from studio.harness.asked_settings import settings_then
from studio.harness.live_turn import Means
from studio.harness.permits import Permit
from studio.harness.recorded_tools import (
    NO_TOOLS,
    RecordedResults,
    RecordedToolbox,
    RecordedTools,
)
from studio.harness.replay_cues import Cues, Pace, parted, reopened, run_first, unplayable
from studio.harness.session import SessionController
from studio.harness.toolbox import Ready, Toolbox

_SAID_YES = {
    Why.ONCE: Decision(Verdict.ALLOW_ONCE),
    Why.IN_CHAT: Decision(Verdict.ALLOW_IN_CHAT),
    Why.OVERRIDE: Decision(Verdict.ALLOW_ONCE, overrides_trust=True),
}
_ASKED = Ruling(Permission.ASK, Why.TOOL_ASKS)
_ALLOWED = Ruling(Permission.ALLOW, Why.HARMLESS)
_REASON = texts.denied("-").removeprefix(texts.DENIED).removesuffix("-")
_THINKING_SECONDS = 1.0  # what a question stays in sight, at real speed


class Playback(SessionController):
    """The open chat of a trace that is being played. Made for one trace; `play` plays a turn."""

    def __init__(self, chat: Chat, means: Means, trace: Trace, cues: Cues, pace: Pace) -> None:
        self._trace = trace
        self._cues = cues
        self._pace = pace
        settings = trace_settings(trace)
        self._results: RecordedResults | None = None
        means = replace(means, screen=self._screen, new_id=cues.new_round)
        super().__init__(chat, means, NO_TOOLS, lambda: settings)
        # What came before the first turn that happens again is there from the start.
        before = takewhile(lambda each: unplayable(each) is not None, trace.turns)
        self._turns = tuple(each.turn for each in before)
        for turn in self._turns:
            self._tree.add(turn.id, turn.parent_id)

    async def play(self, traced: TraceTurn) -> Turn:
        """The turn as it comes to be now. Only for one that `unplayable` has nothing against."""
        copied, rounds = parted(traced)
        begun = Turn(
            id=traced.turn.id,
            chat_id=self.chat.id,
            parent_id=traced.turn.parent_id,
            created_at=traced.turn.created_at,
            prompt=traced.turn.prompt,
            forked_from=traced.turn.forked_from,
        )
        pending = run_first(traced.turn, copied)
        begun = replace(begun, rounds=tuple(reopened(each, pending) for each in copied))
        self._cues.begin(traced, rounds, self.end_turn)
        self._results = RecordedResults(traced, self._pace.wait, self.end_turn)
        files = (pair for each in self._trace.turns for pair in each.files)
        self._results.add_files(dict(files))
        self._tools = RecordedTools(traced.tools, traced.turn.tool_uses)
        self._turns = self._trace.path_before(traced.turn)
        await self._answer(begun, pending, settings=self._settings_of(traced, rounds))
        return self._turns[-1]

    @override
    async def send(self, prompt: str, attachments: tuple[Attachment, ...] = ()) -> None:
        """Nobody is there to be asked."""
        raise StudioError(Failure(Category.NO_MODEL, code="profile_missing"))

    def end_turn(self) -> None:
        """As if the user had pressed Stop."""
        if self._live is not None:
            self._live.stop()

    @override
    def hear(self, turn_id: str, event: ev.Event) -> None:
        super().hear(turn_id, event)
        match event:
            case ev.ApprovalRequested(tool_use_id=tool_use_id):
                self._start(self._settle(tool_use_id), "answer as then")
            case ev.BudgetReached():
                asyncio.get_running_loop().call_soon(self._settle_limit)
            case ev.BreakpointHit(hit):
                resume = self._resume_then(hit)
                asyncio.get_running_loop().call_soon(self.resume, hit.id, resume)
            case _:
                return

    @override
    def judge(self, ready: Ready, preview: Preview | None) -> Permit:
        use = self._use(ready.call.id)
        if use is None or use.ruling is None:
            is_open = use is not None and (use.result is None or use.started_at is None)
            return Permit(_ASKED if is_open else _ALLOWED)
        is_said = use.ruling.why in _SAID_YES or use.ruling.why is Why.DENIED
        return Permit(_ASKED if is_said or use.ran is not None else use.ruling)

    @override
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """Only where the user once edited a request, or had a failed one asked again."""
        rounds = self._cues.traced.turn.rounds if self._cues.traced is not None else ()
        points = set()
        if any(each.is_edited for each in rounds):
            points.add(Breakpoint(Point.BEFORE_REQUEST))
        if any(each.stop is None for each in rounds[:-1]):
            points.add(Breakpoint(Point.ON_ERROR))
        return tuple(points)

    @override
    def held_by(self, origin: Origin) -> ev.SendHeld | None:
        return None  # it was sent

    @override
    def _toolbox(self, settings: ChatSettings) -> Toolbox:
        results = self._results
        if results is None:
            return super()._toolbox(settings)
        return RecordedToolbox(self._tools.tools(), self._settings().tool_timeout, results)

    def _screen(self, text: str) -> tuple[tuple[Finding, ...], str]:
        return self._results.screen(text) if self._results is not None else ((), text)

    async def _settle(self, tool_use_id: str) -> None:
        """Decides as the user once did, or stops where the turn was stopped."""
        await self._pace.wait(_THINKING_SECONDS)
        use = self._use(tool_use_id)
        if self._live is None:
            return
        if use is None or use.result is None:
            self.end_turn()
        elif use.result.outcome is Outcome.DENIED:
            reason = use.result.content.removeprefix(texts.DENIED).removeprefix(_REASON)
            self._live.approvals.decide(tool_use_id, Decision(Verdict.DENY, reason))
        elif use.ruling is not None and use.ruling.permission is Permission.ALLOW:
            said = _SAID_YES.get(use.ruling.why, _SAID_YES[Why.ONCE])
            self._live.approvals.decide(tool_use_id, replace(said, arguments=use.ran))
        elif self._cues.is_cut_short:
            self.end_turn()
        else:
            self.cancel_call(tool_use_id)

    def _resume_then(self, hit: Hit) -> Resume:
        """What the user said there, or would have."""
        traced, number = self._cues.traced, len(self.turns[-1].rounds)
        if traced is None or hit.tool_use_id or number >= len(traced.turn.rounds):
            return Resume()
        if hit.point is Point.ON_ERROR:
            return Resume(ResumeKind.RETRY)
        coming = traced.turn.rounds[number]
        recorded = (each for each in traced.recordings if each.round_id == coming.id)
        sent = next(recorded, None)
        if not coming.is_edited or sent is None:
            return Resume()
        return Resume(body=sent.request_body.decode())

    def _settle_limit(self) -> None:
        """More, as long as there was more."""
        turn = self._cues.traced.turn if self._cues.traced is not None else None
        if turn is None or self.budget is None:
            return
        rounds_left = len(turn.rounds) - len(self.turns[-1].rounds)
        if self._cues.is_cut_short and rounds_left < 1:
            self.settle_budget(BudgetChoice.STOP)
        else:
            is_last = turn.limit is self.budget.limit and rounds_left <= 1
            self.settle_budget(BudgetChoice.FINISH if is_last else BudgetChoice.MORE)

    def _use(self, tool_use_id: str) -> ToolUse | None:
        return self._results.use(tool_use_id) if self._results is not None else None

    def _settings_of(self, traced: TraceTurn, rounds: tuple[Round, ...]) -> ChatSettings:
        settings = replace(self._trace.chat.settings, key_id="", tools_off=frozenset())
        settings = replace(settings, omissions=traced.turn.omissions)
        if rounds:
            origin = rounds[0].origin
            settings = replace(settings, profile_id=origin.profile_id, model=origin.model)
        return settings_then(settings, traced.recordings[0].request_body)


def trace_settings(trace: Trace) -> Settings:
    """The limits of then. Time is not the same when it is played, so it ends nothing."""
    limits = trace.chat.limits
    changed = {
        "rounds": limits.rounds,
        "calls": limits.calls,
        "result_characters": limits.result_characters,
        "turn_seconds": None,
        "turn_tokens": limits.tokens,
        "turn_usd": limits.usd,
    }
    return Settings().model_copy(update=changed)
