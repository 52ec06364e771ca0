"""Events become a turn, and a turn becomes events again: a saved chat looks live because it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.growing_text import GrowingText
from studio.core.messages import (
    Attachment,
    Citation,
    Part,
    Reasoning,
    Retry,
    Round,
    ServerToolUse,
    Sources,
    Text,
    ToolCall,
    ToolState,
    ToolUse,
    TurnState,
)
from studio.core.tool_uses import CallEvent, called, used

_PartEvent = (
    ev.TextDelta
    | ev.ReasoningDelta
    | ev.ReasoningFinished
    | ev.ToolCallDelta
    | ev.SourcesFound
    | ev.ServerToolReported
)
_RoundEvent = ev.RoundStarted | ev.RetryScheduled | ev.RoundCompleted | ev.RoundEnded
_WholeTurnEvent = (
    ev.TurnStarted
    | ev.LimitReached
    | ev.BudgetReached
    | ev.BudgetSettled
    | ev.SendHeld
    | ev.BreakpointHit
    | ev.BreakpointSettled
    | ev.SendSettled
    | ev.TurnEnd
)


def fold(turn: Turn, event: ev.Event) -> Turn:
    """One step. For a stream of deltas use `TurnFold`, which joins text only when asked."""
    folding = TurnFold(turn)
    folding.apply(event)
    return folding.turn()


@dataclass(slots=True)
class _Prose:
    """Text or reasoning still growing: pieces are joined when a turn is wanted, not per delta."""

    is_reasoning: bool
    text: GrowingText
    seconds: float | None = None

    def part(self) -> Part:
        text = self.text.whole()
        return Reasoning(text, self.seconds) if self.is_reasoning else Text(text)


@dataclass(slots=True)
class _Call:
    """A tool use, its argument text in pieces while it arrives."""

    use: ToolUse
    arguments: GrowingText

    def part(self) -> Part:
        text = self.arguments.whole()
        if text != self.use.call.arguments:
            self.use = replace(self.use, call=replace(self.use.call, arguments=text))
        return self.use

    def take(self, event: CallEvent) -> None:
        self.use = used(self.use, event)


_Whole = Attachment | ServerToolUse  # parts that do not grow piece by piece


@dataclass(slots=True)
class _Round:
    """The open round: its head, and its parts in pieces."""

    head: Round
    open_parts: list[_Prose | _Call | _Whole] = field(default_factory=list)
    citations: tuple[Citation, ...] = ()

    def round(self) -> Round:
        parts: list[Part] = [
            part.part() if isinstance(part, _Prose | _Call) else part for part in self.open_parts
        ]
        if self.citations:
            # At the end: citations come in the middle of sentences, which they must not part.
            parts.append(Sources(self.citations))
        return replace(self.head, parts=tuple(parts))


class TurnFold:
    """Folds the events of one turn. Owned by whoever runs the turn; not shared."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._rounds = [_reopened(round_) for round_ in turn.rounds]
        self._calls = {
            part.use.call.id: part
            for round_ in self._rounds
            for part in round_.open_parts
            if isinstance(part, _Call)
        }

    def turn(self) -> Turn:
        """The turn so far. Costs a join of what arrived since it was last asked for."""
        return replace(self._turn, rounds=tuple(round_.round() for round_ in self._rounds))

    def apply(self, event: ev.Event) -> None:
        match event:
            case (
                ev.TextDelta()
                | ev.ReasoningDelta()
                | ev.ReasoningFinished()
                | ev.ToolCallDelta()
                | ev.SourcesFound()
                | ev.ServerToolReported()
            ):
                self._apply_to_parts(event)
            case ev.RoundStarted() | ev.RetryScheduled() | ev.RoundCompleted() | ev.RoundEnded():
                self._apply_to_rounds(event)
            case (
                ev.ApprovalRequested()
                | ev.ApprovalSettled()
                | ev.CallRuled()
                | ev.ToolProgressed()
                | ev.DeadlineNear()
                | ev.InputRequested()
                | ev.InputSettled()
                | ev.ToolStarted()
                | ev.ToolFinished()
            ):
                self._calls[called(event)].take(event)
            case (
                ev.TurnStarted()
                | ev.LimitReached()
                | ev.BudgetReached()
                | ev.BudgetSettled()
                | ev.SendHeld()
                | ev.BreakpointHit()
                | ev.BreakpointSettled()
                | ev.SendSettled()
                | ev.TurnCompleted()
                | ev.TurnCancelled()
                | ev.TurnInterrupted()
                | ev.TurnFailed()
            ):
                self._apply_to_turn(event)
            case _:
                assert_never(event)

    def _apply_to_parts(self, event: _PartEvent) -> None:
        match event:
            case ev.TextDelta(text):
                self._grow(text, is_reasoning=False)
            case ev.ReasoningDelta(text):
                self._grow(text, is_reasoning=True)
            case ev.ReasoningFinished(seconds):
                self._finish_reasoning(seconds)
            case ev.ToolCallDelta():
                self._grow_call(event)
            case ev.SourcesFound(citations):
                self._add_sources(citations)
            case ev.ServerToolReported(use):
                self._put_server_tool(use)
            case _:
                assert_never(event)

    def _apply_to_rounds(self, event: _RoundEvent) -> None:
        match event:
            case ev.RoundStarted(round_id, origin, at, is_edited):
                self._rounds.append(_Round(Round(round_id, origin, at, is_edited=is_edited)))
            case ev.RetryScheduled(delay, attempt, _, failure):
                head = self._round.head
                retry = Retry(delay, attempt, failure.category)
                self._round.head = replace(head, retries=(*head.retries, retry))
            case ev.RoundCompleted():
                self._complete_round(event)
            case ev.RoundEnded(at, first_delta_at, vendor_state):
                self._round.head = replace(
                    self._round.head,
                    ended_at=at,
                    first_delta_at=first_delta_at,
                    vendor_state=vendor_state,
                )
            case _:
                assert_never(event)

    def _apply_to_turn(self, event: _WholeTurnEvent) -> None:
        match event:
            case ev.TurnStarted(prompt, at):
                self._turn = replace(self._turn, prompt=prompt, created_at=at)
            case ev.LimitReached(limit):
                self._turn = replace(self._turn, limit=limit)
            case (
                ev.BudgetReached()
                | ev.BudgetSettled()
                | ev.SendHeld()
                | ev.SendSettled()
                | ev.BreakpointHit()
                | ev.BreakpointSettled()
            ):
                return  # the live turn's alone
            case ev.TurnCompleted(at):
                self._end(TurnState.COMPLETED, at)
            case ev.TurnCancelled(at):
                self._end(TurnState.CANCELLED, at)
            case ev.TurnInterrupted(at):
                self._end(TurnState.INTERRUPTED, at)
            case ev.TurnFailed(failure, at):
                self._end(TurnState.FAILED, at)
                self._turn = replace(self._turn, failure=failure)
            case _:
                assert_never(event)

    @property
    def _round(self) -> _Round:
        return self._rounds[-1]

    def _grow(self, text: str, *, is_reasoning: bool) -> None:
        parts = self._round.open_parts
        last = parts[-1] if parts else None
        grows = isinstance(last, _Prose) and last.is_reasoning is is_reasoning
        if grows and isinstance(last, _Prose) and last.seconds is None:
            last.text.add(text)
        else:
            parts.append(_Prose(is_reasoning, GrowingText(text)))

    def _finish_reasoning(self, seconds: float) -> None:
        for part in reversed(self._round.open_parts):
            if isinstance(part, _Prose) and part.is_reasoning:
                part.seconds = seconds
                return

    def _grow_call(self, delta: ev.ToolCallDelta) -> None:
        call = self._calls.get(delta.tool_use_id)
        if call is None:
            use = ToolUse(ToolCall(delta.tool_use_id, delta.name, ""))
            call = self._calls[delta.tool_use_id] = _Call(use, GrowingText())
            self._round.open_parts.append(call)
        call.arguments.add(delta.arguments)

    def _add_sources(self, citations: tuple[Citation, ...]) -> None:
        known = self._round.citations
        new = (each for each in dict.fromkeys(citations) if each not in known)
        self._round.citations = (*known, *new)

    def _put_server_tool(self, use: ServerToolUse) -> None:
        parts = self._round.open_parts
        for number, part in enumerate(parts):
            if isinstance(part, ServerToolUse) and part.id == use.id:
                parts[number] = use
                return
        parts.append(use)

    def _complete_round(self, event: ev.RoundCompleted) -> None:
        self._round.head = replace(
            self._round.head,
            usage=event.usage,
            stop=event.stop,
            stop_reason=event.stop_reason,
        )
        for call in event.calls:
            known = self._calls.get(call.id)
            if known is None:
                known = self._calls[call.id] = _Call(ToolUse(call), GrowingText())
                self._round.open_parts.append(known)
            known.use = replace(known.use, call=call, state=ToolState.READY)
            known.arguments = GrowingText(call.arguments)

    def _end(self, state: TurnState, at: float) -> None:
        self._turn = replace(self._turn, state=state, ended_at=at)
        if self._rounds and self._round.head.ended_at is None:
            self._round.head = replace(self._round.head, ended_at=at)


def replay(turn: Turn) -> Iterator[ev.Event]:
    """The events that make this turn: one delta a part. A running turn has no end event."""
    yield ev.TurnStarted(turn.prompt, turn.created_at)
    for round_ in turn.rounds:
        yield from _replay_round(round_)
    if turn.limit is not None:
        yield ev.LimitReached(turn.limit)
    at = turn.ended_at if turn.ended_at is not None else turn.created_at
    match turn.state:
        case TurnState.RUNNING:
            return
        case TurnState.COMPLETED:
            yield ev.TurnCompleted(at)
        case TurnState.CANCELLED:
            yield ev.TurnCancelled(at)
        case TurnState.INTERRUPTED:
            yield ev.TurnInterrupted(at)
        case TurnState.FAILED:
            if turn.failure is None:
                yield ev.TurnInterrupted(at)
            else:
                yield ev.TurnFailed(turn.failure, at)


def _replay_round(round_: Round) -> Iterator[ev.Event]:
    yield ev.RoundStarted(round_.id, round_.origin, round_.started_at, round_.is_edited)
    for retry in round_.retries:
        # How many more would have been tried, and the provider's words, are not kept.
        failure = Failure(Category(retry.category))
        yield ev.RetryScheduled(retry.delay, retry.attempt, round_.retries[-1].attempt, failure)
    for part in round_.parts:
        yield from _replay_part(part)
    uses = round_.tool_uses
    if round_.stop is not None:
        calls = tuple(use.call for use in uses if use.state is not ToolState.ARRIVING)
        yield ev.RoundCompleted(calls, round_.usage, round_.stop, round_.stop_reason)
    if round_.ended_at is not None:
        yield ev.RoundEnded(round_.ended_at, round_.first_delta_at, round_.vendor_state)
    for use in uses:
        yield from _replay_use(use)


def _replay_part(part: Part) -> Iterator[ev.Event]:
    match part:
        case Text(text):
            yield ev.TextDelta(text)
        case Reasoning(text, seconds):
            yield ev.ReasoningDelta(text)
            if seconds is not None:
                yield ev.ReasoningFinished(seconds)
        case ToolUse(call):
            yield ev.ToolCallDelta(call.id, call.name, call.arguments)
        case Sources(citations):
            yield ev.SourcesFound(citations)
        case ServerToolUse():
            yield ev.ServerToolReported(part)
        case Attachment():
            return
        case _:
            assert_never(part)


def _replay_use(use: ToolUse) -> Iterator[ev.Event]:
    if use.state is ToolState.WAITING:
        # What would be done is known to the live turn alone.
        yield ev.ApprovalRequested(use.call.id, "", "")
    if use.ruling is not None:
        yield ev.CallRuled(use.call.id, use.ruling, use.ran)
    if use.started_at is not None:
        yield ev.ToolStarted(use.call.id, use.started_at)
    if use.result is not None:
        yield ev.ToolFinished(use.result, use.ended_at if use.ended_at is not None else 0.0)


def _reopened(round_: Round) -> _Round:
    opened: list[_Prose | _Call | _Whole] = []
    citations: tuple[Citation, ...] = ()
    for part in round_.parts:
        match part:
            case Text(text):
                opened.append(_Prose(is_reasoning=False, text=GrowingText(text)))
            case Reasoning(text, seconds):
                opened.append(_Prose(is_reasoning=True, text=GrowingText(text), seconds=seconds))
            case ToolUse(call):
                opened.append(_Call(part, GrowingText(call.arguments)))
            case Sources():
                citations += part.citations
            case Attachment() | ServerToolUse():
                opened.append(part)
            case _:
                assert_never(part)
    return _Round(round_, opened, citations)
