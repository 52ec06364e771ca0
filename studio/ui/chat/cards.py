"""The tool cards of one chat: their states live here, so that a card can be made again any time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from PySide6.QtCore import QObject, Signal

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import ServerToolUse, ToolCall, ToolState, ToolUse
from studio.core.tool_uses import CallEvent, called, used
from studio.ui.chat.card_draft import CardDraft
from studio.ui.chat.card_texts import card_texts, report_texts
from studio.ui.chat.server_card import ServerToolCard, server_tool_title
from studio.ui.chat.tool_card import ToolCard
from studio.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class CardState:
    """What one card shows. `asked` is what its call waits or waited for; `is_unfolded` is None
    until the user has chosen."""

    use: ToolUse
    asked: ev.ApprovalRequested | None = None
    is_unfolded: bool | None = None


@dataclass(frozen=True, slots=True)
class ReportState:
    """What the card of a provider's own tool shows."""

    use: ServerToolUse
    is_unfolded: bool = False


class Cards(QObject):
    """Folds tool events into card states and keeps the visible cards up to date.

    Owned by the chat page; a card belongs to whoever asked `factory` for it.

    Signals: `decided(tool_use_id, Decision)`, `cancel_requested(tool_use_id)`,
    `run_again_requested(tool_use_id)`, `edit_run_requested(tool_use_id)`,
    `replace_requested(tool_use_id)`, `whole_result_requested(tool_use_id)`,
    `details_requested(tool_use_id)`, `unfolded(tool_use_id)`, `keep_waiting(tool_use_id)`,
    `answered(tool_use_id, Answer)`, `waiting_changed()` when other calls wait for the user,
    `picture_wanted(Attachment, take)`, `picture_opened(Attachment)`.
    """

    decided = Signal(str, object)
    cancel_requested = Signal(str)
    run_again_requested = Signal(str)
    edit_run_requested = Signal(str)
    replace_requested = Signal(str)
    whole_result_requested = Signal(str)
    picture_wanted = Signal(object, object)
    picture_opened = Signal(object)
    details_requested = Signal(str)
    unfolded = Signal(str)
    keep_waiting = Signal(str)
    answered = Signal(str, object)
    waiting_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QObject | None = None,
        *,
        offers_always: bool = True,
        offers_override: bool = True,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._offers_always = offers_always
        self._offers_override = offers_override
        self._drafts: dict[str, CardDraft] = {}
        self._states: dict[str, CardState] = {}
        self._reports: dict[str, ReportState] = {}
        self._visible: dict[str, ToolCard] = {}
        self._visible_reports: dict[str, ServerToolCard] = {}
        self._marked = ""
        self._held: frozenset[str] = frozenset()
        self._notes: Mapping[str, str] = {}

    def load(self, turns: Iterable[Turn]) -> None:
        """Takes over the tool uses of stored turns; forgets everything before."""
        self._states, self._reports, self._drafts = {}, {}, {}
        for turn in turns:
            self.add(turn)
        self.waiting_changed.emit()

    def add(self, turn: Turn) -> None:
        """Takes over the tool uses of one more turn, such as a fork that starts with some."""
        for round_ in turn.rounds:
            for part in round_.parts:
                if isinstance(part, ToolUse):
                    self._states[part.call.id] = CardState(part)
                elif isinstance(part, ServerToolUse):
                    self._reports[part.id] = ReportState(part)

    def factory(self, tool_use_id: str) -> ToolCard | ServerToolCard:
        """A card for this tool use, ours or the provider's, in its present state."""
        report = self._reports.get(tool_use_id)
        return self._tool_card(tool_use_id) if report is None else self._report_card(report)

    def mark(self, tool_use_id: str) -> None:
        """Marks the card that is looked at elsewhere, in sight or not; none for no ID."""
        before, self._marked = self._marked, tool_use_id
        for each in {before, tool_use_id}:
            card = self._visible.get(each)
            if card is not None:
                card.show_mark(is_marked=each == tool_use_id)

    def hold(self, tool_use_ids: frozenset[str]) -> None:
        """These stand at a breakpoint, their cards in sight or not; all others do not."""
        before, self._held = self._held, tool_use_ids
        for each in before ^ tool_use_ids:
            card = self._visible.get(each)
            if card is not None:
                card.show_hold(is_held=each in tool_use_ids)

    def leave_out(self, notes: Mapping[str, str]) -> None:
        """What the cards of these tool uses say of what is sent of them."""
        before, self._notes = self._notes, notes
        for each in {*before, *notes}:
            card = self._visible.get(each)
            if card is not None:
                card.show_note(notes.get(each, ""))

    def _report_card(self, report: ReportState) -> ServerToolCard:
        use_id = report.use.id
        card = ServerToolCard(self._theme, use_id)
        card.show_use(report.use, is_unfolded=report.is_unfolded)
        card.fold_chosen.connect(self._remember_fold)
        self._visible_reports[use_id] = card
        card.destroyed.connect(lambda: self._forget_report(use_id, card))
        return card

    def _tool_card(self, tool_use_id: str) -> ToolCard:
        card = ToolCard(
            self._theme,
            tool_use_id,
            draft=self._drafts.setdefault(tool_use_id, CardDraft()),
            offers_always=self._offers_always,
            offers_override=self._offers_override,
        )
        state = self._states.get(tool_use_id)
        if state is not None:
            card.show_state(state.use, state.asked, is_unfolded=state.is_unfolded)
        card.show_mark(is_marked=tool_use_id == self._marked)
        card.show_hold(is_held=tool_use_id in self._held)
        card.show_note(self._notes.get(tool_use_id, ""))
        card.decided.connect(self.decided)
        card.cancel_requested.connect(self.cancel_requested)
        card.run_again_requested.connect(self.run_again_requested)
        card.edit_run_requested.connect(self.edit_run_requested)
        card.replace_requested.connect(self.replace_requested)
        card.whole_result_requested.connect(self.whole_result_requested)
        card.details_requested.connect(self.details_requested)
        card.picture_wanted.connect(self.picture_wanted)
        card.picture_opened.connect(self.picture_opened)
        card.keep_waiting.connect(self.keep_waiting)
        card.answered.connect(self.answered)
        card.fold_chosen.connect(self._remember_fold)
        self._visible[tool_use_id] = card
        card.destroyed.connect(lambda: self._forget(tool_use_id, card))
        return card

    def apply(self, event: ev.Event) -> None:
        """Folds one live event. Events that are not about tools are none of a card's business."""
        match event:
            case ev.ToolCallDelta(tool_use_id, name, arguments):
                self._grow(tool_use_id, name, arguments)
            case ev.RoundCompleted(calls):
                for call in calls:
                    self._complete(call)
            case ev.ServerToolReported(report):
                self._report(report)
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
                self._take(event)
            case (
                ev.TextDelta()
                | ev.ReasoningDelta()
                | ev.ReasoningFinished()
                | ev.SourcesFound()
                | ev.RetryScheduled()
                | ev.TurnStarted()
                | ev.RoundStarted()
                | ev.RoundEnded()
                | ev.LimitReached()
                | ev.BudgetReached()
                | ev.BudgetSettled()
                | ev.SendHeld()
                | ev.BreakpointHit()
                | ev.BreakpointSettled()
                | ev.SendSettled()
                | ev.TurnCompleted()
                | ev.TurnFailed()
                | ev.TurnCancelled()
                | ev.TurnInterrupted()
            ):
                return
            case _:
                assert_never(event)

    def use(self, tool_use_id: str) -> ToolUse | None:
        """The tool use behind a card, as far as it has come."""
        state = self._states.get(tool_use_id)
        return state.use if state is not None else None

    @property
    def waiting(self) -> tuple[CardState, ...]:
        """The calls that wait for the user's word, in the order in which they were asked for."""
        return tuple(
            each
            for each in self._states.values()
            if each.use.state is ToolState.WAITING and each.asked is not None
        )

    def shown(self, tool_use_id: str) -> ToolUse | ServerToolUse | None:
        """What a card shows: a call of ours, or what the provider ran itself."""
        report = self._reports.get(tool_use_id)
        return report.use if report is not None else self.use(tool_use_id)

    def texts(self, tool_use_id: str) -> tuple[str, ...]:
        """All that an unfolded card says."""
        report = self._reports.get(tool_use_id)
        if report is not None:
            return report_texts(report.use, server_tool_title(report.use.name))
        state = self._states.get(tool_use_id)
        return card_texts(state.use) if state is not None else ()

    def unfold(self, tool_use_id: str) -> None:
        """Unfolds a card, in sight or not."""
        self._remember_fold(tool_use_id, True)
        self._refresh(tool_use_id)
        report = self._reports.get(tool_use_id)
        if report is not None:
            self._report(report.use)

    def _report(self, use: ServerToolUse) -> None:
        known = self._reports.get(use.id, ReportState(use))
        state = self._reports[use.id] = replace(known, use=use)
        card = self._visible_reports.get(use.id)
        if card is not None:
            card.show_use(use, is_unfolded=state.is_unfolded)

    def _grow(self, tool_use_id: str, name: str, arguments: str) -> None:
        state = self._states.get(tool_use_id)
        if state is None:
            state = CardState(ToolUse(ToolCall(tool_use_id, name, "")))
        call = state.use.call
        grown = replace(call, name=call.name or name, arguments=call.arguments + arguments)
        self._states[tool_use_id] = replace(state, use=replace(state.use, call=grown))
        self._refresh(tool_use_id)

    def _complete(self, call: ToolCall) -> None:
        state = self._states.get(call.id, CardState(ToolUse(call)))
        self._set(replace(state, use=replace(state.use, call=call, state=ToolState.READY)))

    def _take(self, event: CallEvent) -> None:
        card = self._states[called(event)]
        asked = event if isinstance(event, ev.ApprovalRequested) else card.asked
        # What asks is unfolded, even where the user had folded it while it ran.
        asks = isinstance(event, ev.ApprovalRequested | ev.InputRequested)
        is_unfolded = None if asks else card.is_unfolded
        self._set(replace(card, use=used(card.use, event), asked=asked, is_unfolded=is_unfolded))
        if isinstance(event, ev.ApprovalRequested | ev.ApprovalSettled | ev.ToolFinished):
            self.waiting_changed.emit()

    def _set(self, state: CardState) -> None:
        self._states[state.use.call.id] = state
        self._refresh(state.use.call.id)

    def _refresh(self, tool_use_id: str) -> None:
        card = self._visible.get(tool_use_id)
        if card is not None:
            state = self._states[tool_use_id]
            card.show_state(state.use, state.asked, is_unfolded=state.is_unfolded)

    def _remember_fold(self, tool_use_id: str, is_unfolded: bool) -> None:
        state = self._states.get(tool_use_id)
        if state is not None:
            self._states[tool_use_id] = replace(state, is_unfolded=is_unfolded)
        report = self._reports.get(tool_use_id)
        if report is not None:
            self._reports[tool_use_id] = replace(report, is_unfolded=is_unfolded)
        if is_unfolded:
            self.unfolded.emit(tool_use_id)

    def _forget(self, tool_use_id: str, card: ToolCard) -> None:
        if self._visible.get(tool_use_id) is card:
            del self._visible[tool_use_id]

    def _forget_report(self, use_id: str, card: ServerToolCard) -> None:
        if self._visible_reports.get(use_id) is card:
            del self._visible_reports[use_id]
