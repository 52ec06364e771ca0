"""One turn while it is being answered: from the adapter's making to the turn's end."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from studio.core import events as ev
from studio.core.chats import Assignment, Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.limits import Limits
from studio.core.messages import Outcome, ToolCall, ToolResult, ToolState
from studio.core.transcript import TurnFold
from studio.harness import texts
from studio.harness.approvals import Approvals
from studio.harness.loop import Emit, Surroundings, TurnRun
from studio.harness.ports import AdapterFactory, ChatStore, Clock, IdFactory, Sleep
from studio.harness.saving import TurnSaver
from studio.harness.toolbox import Toolbox

_log = logging.getLogger(__name__)

Allowed = Callable[[], frozenset[str]]  # the tools that run in this chat without asking


@dataclass(frozen=True, slots=True)
class Means:
    """What every turn of a chat is answered with."""

    store: ChatStore
    factory: AdapterFactory
    clock: Clock
    new_id: IdFactory
    sleep: Sleep


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done in one turn. `prepare` saves the chat itself; `pending` are the calls of a
    fork that are run before the model is asked."""

    prepare: Callable[[], Awaitable[None]]
    assignment: Assignment
    limits: Limits
    pending: tuple[ToolCall, ...] = ()


class LiveTurn:
    """Made for one turn by the session controller; done when `run` returns.

    `hear` gets every event after it was folded. `run` never raises: what happened is an event.
    """

    def __init__(
        self, means: Means, turn: Turn, toolbox: Toolbox, allowed: Allowed, hear: Emit
    ) -> None:
        self._means = means
        self._fold = TurnFold(turn)
        self._hear = hear
        self.id = turn.id
        self.started = asyncio.Event()
        self.toolbox = toolbox
        self.approvals = Approvals(self._emit, allowed)
        self._saver = TurnSaver(means.store, self.turn, means.sleep)

    def turn(self) -> Turn:
        """The turn as it stands."""
        return self._fold.turn()

    async def run(self, work: Work) -> None:
        """Answers the turn. Cancelling it is the user's Stop, which is folded as such."""
        self.started.set()
        try:
            end = await self._answer(work)
        except asyncio.CancelledError:
            self._close_calls(texts.CANCELLED, Outcome.CANCELLED)
            end = ev.TurnCancelled(self._means.clock())
        self._emit(end)
        await self._save_end()

    async def _answer(self, work: Work) -> ev.TurnEnd:
        try:
            await work.prepare()
            self._saver.touch()
            # From here on the prompt survives whatever happens.
            await self._saver.commit()
            adapter = await self._means.factory.create(work.assignment)
            run = TurnRun(adapter, self.toolbox, work.limits, self._surroundings())
            await run.run(work.pending)
        except StudioError as error:
            return self._failed(error.failure)
        except Exception as error:
            _log_unexpected(error)
            return self._failed(Failure(Category.INTERNAL, type(error).__name__))
        return ev.TurnCompleted(self._means.clock())

    def _surroundings(self) -> Surroundings:
        async def keep_output(tool_use_id: str, text: str) -> None:
            await self._means.store.save_output(self.turn().chat_id, tool_use_id, text)

        return Surroundings(
            gate=self.approvals,
            emit=self._emit,
            commit=self._saver.commit,
            keep_output=keep_output,
            clock=self._means.clock,
            new_id=self._means.new_id,
        )

    def _failed(self, failure: Failure) -> ev.TurnEnd:
        self._close_calls(texts.NOT_RUN, Outcome.INTERRUPTED)
        return ev.TurnFailed(failure, self._means.clock())

    def _close_calls(self, text: str, outcome: Outcome) -> None:
        """Every call has a result, also when the turn ends before it could be run."""
        for use in self.turn().tool_uses:
            if use.state is not ToolState.ENDED:
                result = ToolResult(use.call.id, text, outcome, len(text))
                self._emit(ev.ToolFinished(result, self._means.clock()))

    def _emit(self, event: ev.Event) -> None:
        self._fold.apply(event)
        self._saver.touch()
        self._hear(event)

    async def _save_end(self) -> None:
        try:
            await self._saver.close()
        except StudioError as error:
            # The turn is shown as it is; whoever looks at it must know that it is not kept.
            _log.warning("The end of a turn could not be saved: %s", error)
            failed = ev.TurnFailed(error.failure, self._means.clock())
            self._fold.apply(failed)
            self._hear(failed)


def _log_unexpected(error: Exception) -> None:
    """Type and stack, but not the message: it may quote what was sent."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    _log.error("A turn ended in %s:\n%s", type(error).__name__, stack)
