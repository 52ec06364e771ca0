"""One turn while it is being answered: from the adapter's making to the turn's end."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Protocol

from studio.core import events as ev
from studio.core.breakpoints import Breakpoint
from studio.core.chats import Assignment, Turn
from studio.core.decisions import SendChoice
from studio.core.errors import Category, Failure, StudioError
from studio.core.limits import Limits
from studio.core.messages import Origin, Outcome, Round, ToolCall, ToolResult, ToolState, Usage
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import ProviderProfile
from studio.core.tools import ToolDefinition
from studio.core.transcript import TurnFold
from studio.harness import texts
from studio.harness.approvals import Approvals, Judge
from studio.harness.breaking import Breaking
from studio.harness.call_records import EndedCall, RecordCall, record_nothing
from studio.harness.chat_ports import AttachmentStore, ChatStore
from studio.harness.files import NO_ATTACHMENTS, with_files
from studio.harness.forking import with_results
from studio.harness.loop import Edits, Surroundings, TurnRun
from studio.harness.outcomes import Screen, screen_nothing
from studio.harness.ports import (
    Adapter,
    AdapterFactory,
    Clock,
    IdFactory,
    Sleep,
)
from studio.harness.rule_book import RuleBook, forgetful_book
from studio.harness.saving import TurnSaver
from studio.harness.spending import Meter, Price
from studio.harness.tool_pictures import keeper
from studio.harness.toolbox import Ended, Ready, Rejected, Toolbox

_log = logging.getLogger(__name__)

_STOP_SECONDS = 0.15  # longer than a tool gets to clean up, and short for who pressed Stop
_CANCELLED = (texts.CANCELLED, Outcome.CANCELLED)
# What becomes of calls that a failed turn leaves behind, by how far they had come.
_UNFINISHED = {
    ToolState.ARRIVING: (texts.INCOMPLETE, Outcome.INVALID),
    ToolState.READY: (texts.NOT_RUN, Outcome.BLOCKED),
    ToolState.WAITING: (texts.NOT_RUN, Outcome.BLOCKED),
    ToolState.RUNNING: (texts.INTERRUPTED, Outcome.INTERRUPTED),
}

NoteTurn = Callable[[Turn], None]  # hears of each turn that has ended, however it did
NoteRound = Callable[[Turn, Round], None]  # hears of each round that was read to its end


# Hears what came of a send for the key that was used: a failure, or None where all went well.
NoteKey = Callable[[Origin, Failure | None], Awaitable[None]]


async def _note_no_key(_origin: Origin, _failure: Failure | None) -> None:
    return


def _note_nothing(_turn: Turn, _round: Round) -> None:
    return


# Tells the user of what failed beside the turns: what was being done, and the error.
Report = Callable[[str, StudioError], None]


def _no_profile(_profile_id: str) -> ProviderProfile | None:
    return None


def _nothing() -> None:
    return


def tell_nobody(_turn: Turn) -> None:
    """Of a turn that has ended."""


def _log_report(what: str, error: StudioError) -> None:
    _log.warning("Failed to %s: %s", what, error.failure.code)


def _without_price(_origin: Origin, _usage: Usage) -> Decimal | None:
    return None


@dataclass(frozen=True, slots=True)
class Means:
    """What every turn of a chat is answered with."""

    store: ChatStore
    factory: AdapterFactory
    clock: Clock
    new_id: IdFactory
    sleep: Sleep
    policy: Policy = NO_POLICY
    attachments: AttachmentStore = NO_ATTACHMENTS
    note_round: NoteRound = _note_nothing
    note_key: NoteKey = _note_no_key
    screen: Screen = screen_nothing
    price: Price = _without_price
    profile: Callable[[str], ProviderProfile | None] = _no_profile
    report: Report = _log_report
    book: RuleBook = field(default_factory=forgetful_book)
    before_turn: Callable[[], None] = _nothing
    record_call: RecordCall = record_nothing
    note_turn: NoteTurn = tell_nobody


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done in one turn. `save_chat` saves what must be there before the turn is: the
    chat's own row, and earlier turns. `pending` are the calls of a fork that run before the model
    is asked, `edits` the arguments that they get; `taken_over` are pairs of tool use IDs, whose
    whole outputs the fork shares."""

    save_chat: Callable[[], Awaitable[None]]
    assignment: Assignment
    limits: Limits
    pending: tuple[ToolCall, ...] = ()
    taken_over: tuple[tuple[str, str], ...] = ()
    edits: Edits = field(default_factory=dict)


class Chairing(Judge, Protocol):
    """What a turn asks of the chat that it belongs to: the rules, and to take in what happens."""

    def hear(self, turn_id: str, event: ev.Event) -> None:
        """Every event, after it was folded."""
        ...

    def note_result(self, ready: Ready, ended: Ended, result: ToolResult) -> None:
        """What a tool brought may make the chat stricter."""
        ...

    def note_override(self, origin: Origin, choice: SendChoice) -> None: ...

    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """Where its turns stop, as it is now."""
        ...

    async def save_trust(self) -> None:
        """Saves the chat where it has become stricter. Raises `StorageError`."""
        ...


class LiveTurn:
    """Made for one turn by the session controller; over and saved when `run` returns.

    `run` raises nothing: what happened is an event.
    """

    def __init__(self, means: Means, turn: Turn, toolbox: Toolbox, chat: Chairing) -> None:
        self._means = means
        self._fold = TurnFold(turn)
        self._chat = chat
        self._stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.id = turn.id
        self._began: dict[str, float] = {}  # when a call that runs was started
        self.is_over = False
        self.is_saved = False  # to its end
        self.toolbox = toolbox
        self.approvals = Approvals(self._emit, chat, toolbox.watch, chat.note_override)
        self.breaking = Breaking(
            self.approvals, self._emit, toolbox.watch, chat.breakpoints, turn.id
        )
        self._run: TurnRun | None = None
        self._adapter: Adapter | None = None
        self._saver = TurnSaver(means.store, self._kept, means.sleep)

    def turn(self) -> Turn:
        """The turn as it stands."""
        return self._fold.turn()

    def _kept(self) -> Turn:
        """What is saved: a result that the user still looks at is not lost."""
        return with_results(self._fold.turn(), self.breaking.held_results)

    @property
    def meter(self) -> Meter | None:
        """What the turn has used; None before it asks for the first time."""
        return self._run.meter if self._run is not None else None

    def stop(self) -> None:
        """The user's Stop. `run` returns soon, whatever the turn is doing."""
        if not self._stopped.done():
            self._stopped.set_result(None)

    async def run(self, work: Work) -> None:
        """Answers the turn."""
        answering = asyncio.create_task(self._answer(work), name="answer")
        try:
            await asyncio.wait({answering, self._stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                answering.cancel()
                await asyncio.wait({answering}, timeout=_STOP_SECONDS)
        finally:
            # What clings to its work, or was left by a closing loop, is not heard any more.
            answering.cancel()
            answering.add_done_callback(_note_end)
        self._note_broken_round()
        self._finish(self._end_of(answering))
        await self._save_end(work)
        self._means.note_turn(self.turn())

    async def _answer(self, work: Work) -> None:
        await work.save_chat()
        self._saver.touch()
        # From here on the prompt survives whatever happens.
        await self._saver.commit()
        await self._take_over(work.taken_over)
        assignment = await with_files(work.assignment, self._means.attachments)
        adapter = self._adapter = await self._means.factory.create(assignment)
        run = self._run = TurnRun(adapter, self.toolbox, work.limits, self._surroundings())
        try:
            await run.run(work.pending, work.edits)
        except StudioError as error:
            await self._note_key(adapter.origin, error.failure)
            raise
        await self._note_key(adapter.origin, None)

    async def _note_key(self, origin: Origin, failure: Failure | None) -> None:
        try:
            await self._means.note_key(origin, failure)
        except StudioError as error:
            # What is said beside a key is worth less than the answer.
            _log.warning("What came of a key was not saved: %s", error.failure.code)

    async def _take_over(self, pairs: tuple[tuple[str, str], ...]) -> None:
        store = self._means.store
        for old, new in pairs:
            whole = await store.output(old)
            if whole is not None:
                await store.save_output(self.turn().chat_id, new, whole)

    def _surroundings(self) -> Surroundings:
        chat_id = self.turn().chat_id

        async def keep_output(tool_use_id: str, text: str) -> None:
            await self._means.store.save_output(chat_id, tool_use_id, text)

        async def commit() -> None:
            # First: a result that is kept has made the chat as strict as it must be.
            await self._chat.save_trust()
            await self._saver.commit()

        return Surroundings(
            gate=self.breaking,
            emit=self._emit,
            commit=commit,
            keep_output=keep_output,
            clock=self._means.clock,
            new_id=self._means.new_id,
            keep_pictures=keeper(self._means.attachments, chat_id),
            screen=self._means.screen,
            note_result=self._note_result,
            note_refused=self._note_refused,
            price=self._means.price,
        )

    def _note_result(self, ready: Ready, ended: Ended, result: ToolResult) -> None:
        self._chat.note_result(ready, ended, result)
        raw = ended.output.raw if ended.output is not None else ""
        self._record(ready.call, ready.definition, ready.arguments, raw)

    def _note_refused(self, one: Ready | Rejected) -> None:
        was_rejected = isinstance(one, Rejected)
        self._record(one.call, one.definition, one.call.arguments, was_rejected=was_rejected)

    def _record(
        self,
        call: ToolCall,
        definition: ToolDefinition | None,
        arguments: Mapping[str, Any] | str,
        raw: str = "",
        *,
        was_rejected: bool = False,
    ) -> None:
        turn = self._fold.turn()
        began = self._began.pop(call.id, None)
        began = self._means.clock() if began is None else began
        self._means.record_call(
            EndedCall(turn.chat_id, turn.id, call, definition, arguments, began, raw, was_rejected)
        )

    def _note_broken_round(self) -> None:
        """A round that was cut off or stopped has cost what was reported of it by then."""
        turn = self.turn()
        last = turn.rounds[-1] if turn.rounds else None
        if self._adapter is not None and last is not None and last.stop is None:
            usage = self._adapter.reported
            self._means.note_round(turn, replace(last, usage=usage))

    def _end_of(self, answering: asyncio.Task[None]) -> ev.TurnEnd:
        now = self._means.clock()
        if not answering.done():
            return ev.TurnCancelled(now)
        if answering.cancelled():
            # Only Stop cancels. Anything else that says so has got its own cancelling wrong.
            if self._stopped.done():
                return ev.TurnCancelled(now)
            return ev.TurnFailed(Failure(Category.INTERNAL, "CancelledError"), now)
        error = answering.exception()
        if error is None:
            return ev.TurnCompleted(now)
        if isinstance(error, StudioError):
            return ev.TurnFailed(error.failure, now)
        _log_unexpected(error)
        return ev.TurnFailed(Failure(Category.INTERNAL, type(error).__name__), now)

    def _finish(self, end: ev.TurnEnd) -> None:
        is_stopped = isinstance(end, ev.TurnCancelled)
        for use in self.turn().tool_uses:
            # Every call has a result, also when the turn ends before it could be run.
            if use.state is not ToolState.ENDED:
                if use.call.id in self._began:
                    known = {tool.name: tool for tool in self.toolbox.definitions}
                    told = use.call.arguments if use.ran is None else use.ran
                    self._record(use.call, known.get(use.call.name), told)
                text, outcome = _CANCELLED if is_stopped else _UNFINISHED[use.state]
                none = ToolResult(use.call.id, text, outcome, len(text))
                result = self.breaking.held_results.get(use.call.id, none)
                self._emit(ev.ToolFinished(result, self._means.clock()))
        self._emit(end)

    def _emit(self, event: ev.Event) -> None:
        if self.is_over:
            return
        self._fold.apply(event)
        if isinstance(event, ev.ToolStarted):
            self._began[event.tool_use_id] = event.at
        if isinstance(event, ev.RoundCompleted):
            turn = self.turn()
            self._means.note_round(turn, turn.rounds[-1])
        self.is_over = isinstance(event, ev.TurnEnd)
        self._saver.touch()
        self._chat.hear(self.id, event)

    async def _save_end(self, work: Work) -> None:
        try:
            await work.save_chat()
            await self._saver.close()
            self.is_saved = True
        except StudioError as error:
            _log.warning("The end of a turn could not be saved: %s", error.failure.code)
            self._tell_unsaved(error.failure)
        except Exception as error:
            _log_unexpected(error)
            self._tell_unsaved(Failure(Category.STORAGE, type(error).__name__, code="other"))
        finally:
            await self._saver.give_up()

    def _tell_unsaved(self, failure: Failure) -> None:
        """The turn is shown as it is; whoever looks at it must know that it is not kept."""
        known = self.turn().failure
        if known is not None and known.category is Category.STORAGE:
            return  # it failed because of that, and says so already
        failed = ev.TurnFailed(failure, self._means.clock())
        self._fold.apply(failed)
        self._chat.hear(self.id, failed)


def _note_end(task: asyncio.Task[None]) -> None:
    # Fetching the exception keeps asyncio from reporting it as never retrieved.
    if not task.cancelled() and task.exception() is not None:
        _log.debug("%s ended with an error", task.get_name())


def _log_unexpected(error: BaseException) -> None:
    """Type and stack, but not the message: it may quote what was sent."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    _log.error("A turn ended in %s:\n%s", type(error).__name__, stack)
