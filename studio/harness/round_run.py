"""One streamed round of a turn: what is asked for, and what was seen of the reply."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from studio.core import events as ev
from studio.core.errors import Category, Failure, IncompleteRoundError
from studio.harness.ports import Adapter, Clock, IdFactory

Emit = Callable[[ev.Event], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a round asks for. `body` replaces what the adapter would send, JSON text."""

    offers_tools: bool
    instruction: str | None = None
    body: str | None = None


class RoundRun:
    """One streamed round: passes its events on, stamps reasoning, and notes what it saw."""

    def __init__(self, adapter: Adapter, emit: Emit, clock: Clock, new_id: IdFactory) -> None:
        self._adapter = adapter
        self._emit = emit
        self._clock = clock
        self._new_id = new_id
        self._thinking_since: float | None = None
        self._begun: dict[str, None] = {}
        self.unfinished: tuple[str, ...] = ()  # calls begun that the completed round does not hold
        self.first_delta_at: float | None = None
        self.has_text = False

    @property
    def begun(self) -> tuple[str, ...]:
        """The calls of which anything has come."""
        return tuple(self._begun)

    async def run(self, asked: Asked) -> ev.RoundCompleted:
        round_id = self._new_id()
        origin = self._adapter.origin
        is_edited = asked.body is not None
        self._emit(ev.RoundStarted(round_id, origin, self._clock(), is_edited))
        stream = self._adapter.stream_round(
            round_id,
            offer_tools=asked.offers_tools,
            final_instruction=asked.instruction,
            body=asked.body,
        )
        completed: ev.RoundCompleted | None = None
        try:
            async with aclosing(stream):
                # To the very end: leaving earlier would throw the connection away.
                async for event in stream:
                    self._note(event)
                    self._emit(event)
                    if isinstance(event, ev.RoundCompleted):
                        completed = event
        finally:
            self._end_reasoning()
        if completed is None:
            raise IncompleteRoundError(Failure(Category.CUT_OFF))
        whole = {call.id for call in completed.calls}
        self.unfinished = tuple(one for one in self._begun if one not in whole)
        return completed

    def _note(self, event: ev.RoundEvent) -> None:
        if isinstance(event, ev.RetryScheduled):
            return
        if isinstance(event, ev.ReasoningDelta):
            if self._thinking_since is None:
                self._thinking_since = self._clock()
        else:
            self._end_reasoning()
        if isinstance(event, ev.ToolCallDelta):
            self._begun[event.tool_use_id] = None
        if isinstance(event, ev.TextDelta) and event.text.strip():
            self.has_text = True
        if self.first_delta_at is None and not isinstance(event, ev.RoundCompleted):
            self.first_delta_at = self._clock()

    def _end_reasoning(self) -> None:
        if self._thinking_since is not None:
            seconds = max(self._clock() - self._thinking_since, 0.0)
            self._thinking_since = None
            self._emit(ev.ReasoningFinished(seconds))
