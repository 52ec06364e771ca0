"""Events of one turn become the rows that show it. Pure: the same for a live and a saved turn."""

from collections.abc import Sequence
from typing import assert_never

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import Citation, Part, Stop, Text
from studio.ui.chat.rows import CardRow, FailureRow, Note, NoteRow, Row
from studio.ui.chat.sections import Prompt, Prose, Section, SourceList, Tally

_STOP_NOTES = {
    Stop.LENGTH: Note.LENGTH,
    Stop.CONTENT_FILTER: Note.FILTERED,
    Stop.REFUSAL: Note.REFUSED,
}


class TurnRows:
    """Holds the rows of one turn. `rows` is read by the view, changed only here."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.is_ended = False
        self._sections: list[Section] = []
        self._starts: list[int] = []
        self._cards: set[str] = set()
        self._tally = Tally()
        self._passing: Section | None = None
        # Citations come in the middle of sentences: the list waits for the end of its round.
        self._cited: list[Citation] = []

    @property
    def model(self) -> str:
        """Who answers; empty before that is known."""
        return self._tally.model

    def apply(self, event: ev.Event) -> int:
        """Takes one event; returns the index of the first row that changed."""
        first = len(self.rows)
        if self._passing is not None and not isinstance(event, ev.RoundStarted | ev.RetryScheduled):
            first = self._drop_passing()
        return min(first, self._apply(event))

    def toggle_reasoning(self, number: int) -> int:
        """Folds or unfolds a stretch of reasoning; returns the first changed row."""
        for index, section in enumerate(self._sections):
            if isinstance(section, Prose) and section.number == number:
                section.toggle()
                return self._refresh(index)
        return len(self.rows)

    def toggle_sources(self, number: int) -> int:
        """Folds or unfolds a list of sources; returns the first changed row."""
        for index, section in enumerate(self._sections):
            if isinstance(section, SourceList) and section.number == number:
                section.toggle()
                return self._refresh(index)
        return len(self.rows)

    def show_whole_prompt(self) -> int:
        """Shows all of a long prompt; returns the first changed row."""
        for index, section in enumerate(self._sections):
            if isinstance(section, Prompt):
                section.unfold()
                return self._refresh(index)
        return len(self.rows)

    def stretches(self) -> list[tuple[int, Section]]:
        """The sections in order, each with the index of its first row; folded ones included."""
        return list(zip(self._starts, self._sections, strict=True))

    def answer_source(self) -> str:
        """The answer as its model wrote it, without reasoning and tools."""
        texts = [
            section.source.whole().strip()
            for section in self._sections
            if isinstance(section, Prose) and not section.is_reasoning
        ]
        return "\n\n".join(text for text in texts if text)

    def share_texts(self, turn: Turn) -> None:
        """The turn that these rows show is held elsewhere: no second copy of its texts is kept."""
        texts = (part.text for each in turn.rounds for part in each.parts if isinstance(part, Text))
        told = (
            section
            for section in self._sections
            if isinstance(section, Prose) and not section.is_reasoning
        )
        for section, text in zip(told, texts, strict=False):
            section.source.share(text)

    def _apply(self, event: ev.Event) -> int:
        match event:
            case ev.TextDelta(text):
                return self._grow(text, is_reasoning=False)
            case ev.ReasoningDelta(text):
                return self._grow(text, is_reasoning=True)
            case ev.ReasoningFinished(seconds):
                return self._finish_reasoning(seconds)
            case ev.ToolCallDelta() | ev.SourcesFound() | ev.ServerToolReported():
                return self._beside(event)
            case ev.TurnStarted(prompt):
                return self._start(prompt)
            case ev.RetryScheduled() | ev.RoundStarted() | ev.RoundCompleted() | ev.RoundEnded():
                return self._round(event)
            case ev.LimitReached(limit):
                return self._note(NoteRow(Note.LIMIT, limit=limit))
            case ev.TurnCompleted() | ev.TurnFailed() | ev.TurnCancelled() | ev.TurnInterrupted():
                return self._end(event)
            case (
                ev.ApprovalRequested()
                | ev.ApprovalSettled()
                | ev.CallRuled()
                | ev.ToolProgressed()
                | ev.DeadlineNear()
                | ev.InputRequested()
                | ev.InputSettled()
                | ev.BudgetReached()
                | ev.BudgetSettled()
                | ev.SendHeld()
                | ev.BreakpointHit()
                | ev.BreakpointSettled()
                | ev.SendSettled()
                | ev.ToolStarted()
                | ev.ToolFinished()
            ):
                return len(self.rows)  # the card's own business
            case _:
                assert_never(event)

    def _beside(self, event: ev.ToolCallDelta | ev.SourcesFound | ev.ServerToolReported) -> int:
        match event:
            case ev.ToolCallDelta(tool_use_id):
                return self._card(tool_use_id)
            case ev.ServerToolReported(use):
                return self._card(use.id)
            case ev.SourcesFound(citations):
                self._cited.extend(citations)
                return len(self.rows)
            case _:
                assert_never(event)

    def _round(
        self, event: ev.RetryScheduled | ev.RoundStarted | ev.RoundCompleted | ev.RoundEnded
    ) -> int:
        match event:
            case ev.RoundStarted(_, origin, at):
                self._tally.model, self._tally.dialect = origin.model, origin.dialect
                if self._tally.started_at is None:
                    self._tally.started_at = at
                first = self._finish()
                return min(first, self._pass(NoteRow(Note.WAITING, name=origin.model)))
            case ev.RetryScheduled(delay, attempt, of):
                return self._pass(NoteRow(Note.RETRYING, delay=delay, attempt=attempt, of=of))
            case ev.RoundCompleted(calls):
                self._tally.count(event)
                first = min(self._finish(), self._list_sources())
                first = min([first, *(self._card(call.id) for call in calls)])
                note = _STOP_NOTES.get(event.stop)
                return first if note is None else min(first, self._note(NoteRow(note)))
            case ev.RoundEnded():
                self._tally.time(event)
                return len(self.rows)
            case _:
                assert_never(event)

    def _end(self, event: ev.TurnEnd) -> int:
        # A turn whose end could not be saved ends twice: completed, then failed.
        has_footer, self.is_ended = self.is_ended, True
        first = min(self._finish(), self._list_sources())
        match event:
            case ev.TurnCompleted():
                pass
            case ev.TurnFailed(failure):
                self._add(Section([FailureRow(failure)]))
            case ev.TurnCancelled():
                self._note(NoteRow(Note.CANCELLED))
            case ev.TurnInterrupted():
                self._note(NoteRow(Note.INTERRUPTED))
            case _:
                assert_never(event)
        if not has_footer:
            # Also where nobody answered: what can be done with the message stands there.
            self._add(Section([self._tally.footer(event.at)]))
        return first

    def _start(self, prompt: Sequence[Part]) -> int:
        """A turn that was added as it stood has its prompt already."""
        if any(isinstance(each, Prompt) and each.rows for each in self._sections):
            return len(self.rows)
        return self._add(Prompt(prompt))

    def _grow(self, text: str, *, is_reasoning: bool) -> int:
        first = len(self.rows)
        section = self._sections[-1] if self._sections else None
        grows = isinstance(section, Prose) and section.is_reasoning is is_reasoning
        if not grows or not isinstance(section, Prose) or not section.is_open:
            first = self._finish()
            section = Prose(len(self._sections) if is_reasoning else None)
            self._add(section)
        return min(first, self._refresh_last(section.feed(text)))

    def _finish(self) -> int:
        """Closes the prose that is open, which need not be the last section."""
        for index in range(len(self._sections) - 1, -1, -1):
            section = self._sections[index]
            if isinstance(section, Prose) and section.is_open:
                return self._refresh(index, section.finish())
        return len(self.rows)

    def _finish_reasoning(self, seconds: float) -> int:
        for index in range(len(self._sections) - 1, -1, -1):
            section = self._sections[index]
            if isinstance(section, Prose) and section.is_reasoning and section.seconds is None:
                section.finish()
                section.take_seconds(seconds)
                return self._refresh(index)
        return len(self.rows)

    def _card(self, tool_use_id: str) -> int:
        if tool_use_id in self._cards:
            return len(self.rows)
        self._cards.add(tool_use_id)
        first = self._finish()
        return min(first, self._add(Section([CardRow(tool_use_id)])))

    def _list_sources(self) -> int:
        if not self._cited:
            return len(self.rows)
        sources = SourceList(len(self._sections))
        sources.add(self._cited)
        self._cited = []
        return self._add(sources)

    def _note(self, row: NoteRow) -> int:
        return self._add(Section([row]))

    def _pass(self, row: NoteRow) -> int:
        first = self._drop_passing()
        self._passing = Section([row])
        self._add(self._passing)
        return first

    def _drop_passing(self) -> int:
        """A passing note is always the last section."""
        if self._passing is None:
            return len(self.rows)
        self._passing = None
        self._sections.pop()
        del self.rows[self._starts.pop() :]
        return len(self.rows)

    def _add(self, section: Section) -> int:
        first = len(self.rows)
        self._sections.append(section)
        self._starts.append(first)
        self.rows.extend(section.rows)
        return first

    def _refresh_last(self, changed: int) -> int:
        first = self._starts[-1] + changed
        del self.rows[first:]
        self.rows.extend(self._sections[-1].rows[changed:])
        return first

    def _refresh(self, index: int, changed: int = 0) -> int:
        if index == len(self._sections) - 1:
            return self._refresh_last(changed)
        first = self._starts[index]
        del self.rows[first:]
        del self._starts[index:]
        for section in self._sections[index:]:
            self._starts.append(len(self.rows))
            self.rows.extend(section.rows)
        return first + changed
