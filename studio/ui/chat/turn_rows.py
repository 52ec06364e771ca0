"""Events of one turn become the rows that show it. Pure: the same for a live and a saved turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from studio.core import events as ev
from studio.core.messages import Attachment, Part, Stop, Text
from studio.ui.chat.leaves import Block
from studio.ui.chat.markdown import MarkdownStream
from studio.ui.chat.rows import (
    BlockRow,
    CardRow,
    FailureRow,
    FooterRow,
    Note,
    NoteRow,
    PromptRow,
    ReasoningRow,
    Row,
)

_PIECE_LINES = 40
_PIECE_CHARS = 3_000
_STOP_NOTES = {
    Stop.LENGTH: Note.LENGTH,
    Stop.CONTENT_FILTER: Note.FILTERED,
    Stop.REFUSAL: Note.REFUSED,
}


def prompt_pieces(text: str) -> Iterator[str]:
    """Cuts a prompt at lines, so that ten megabytes are not laid out at once."""
    lines: list[str] = []
    size = 0
    for line in _short_lines(text):
        if lines and (len(lines) == _PIECE_LINES or size + len(line) > _PIECE_CHARS):
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    yield "\n".join(lines)


def _short_lines(text: str) -> Iterator[str]:
    begin = 0
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        for at in range(begin, max(begin + 1, end), _PIECE_CHARS):
            yield text[at : min(end, at + _PIECE_CHARS)]
        begin = end + 1


@dataclass(slots=True)
class _Section:
    """A stretch of rows that changes on its own."""

    rows: list[Row] = field(default_factory=list)


class _Prose(_Section):
    """Markdown that grows: an answer's text, or its reasoning under a fold."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number
        self.is_open = True
        self.pieces: list[str] = []
        self.seconds: float | None = None
        self.is_unfolded = False
        self._stream = MarkdownStream()
        self._blocks: list[Row] = []
        if number is not None:
            self.rows = [self._fold()]

    @property
    def is_reasoning(self) -> bool:
        return self.number is not None

    def feed(self, text: str) -> int:
        """Returns the first changed row of this section."""
        self.pieces.append(text)
        return self._take(self._stream.feed(text))

    def take_seconds(self, seconds: float) -> None:
        """How long the reasoning took, which may be known only after it ended."""
        self.seconds = seconds
        self.rows[0] = self._fold()

    def finish(self) -> int:
        """Returns the first changed row of this section."""
        if not self.is_open:
            return len(self.rows)
        self.is_open = False
        first = self._take(self._stream.finish())
        references = self._references()
        if references:
            self._blocks = [
                replace(row, is_final=True, references=references)
                if isinstance(row, BlockRow) and _may_refer(row.block)
                else row
                for row in self._blocks
            ]
            first = 0
        if self.is_reasoning:
            first = 0
            self.rows[0] = self._fold()
        return self._publish(first)

    def toggle(self) -> None:
        """Folds or unfolds the reasoning."""
        self.is_unfolded = not self.is_unfolded
        self.rows = [self._fold(), *(self._blocks if self.is_unfolded else [])]

    def _take(self, first: int) -> int:
        references = self._references()
        del self._blocks[first:]
        self._blocks.extend(
            BlockRow(block, is_reasoning=self.is_reasoning, references=references)
            for block in self._stream.blocks[first:]
        )
        return self._publish(first)

    def _publish(self, first: int) -> int:
        if not self.is_reasoning:
            del self.rows[first:]
            self.rows.extend(self._blocks[first:])
            return first
        if not self.is_unfolded:
            return len(self.rows)
        del self.rows[first + 1 :]
        self.rows.extend(self._blocks[first:])
        return first + 1

    def _references(self) -> dict[str, object]:
        references: dict[str, object] = self._stream.environment.get("references", {})
        return references

    def _fold(self) -> ReasoningRow:
        return ReasoningRow(self.number or 0, self.seconds, self.is_unfolded, self.is_open)


def _may_refer(block: Block) -> bool:
    return "[" in block.text or any("[" in cell for row in block.rows for cell in row)


class _Prompt(_Section):
    """The prompt: its first piece, and the rest on demand."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__()
        self.text = "\n\n".join(part.text for part in parts if isinstance(part, Text))
        self._names = tuple(part.name for part in parts if isinstance(part, Attachment))
        first = next(prompt_pieces(self.text))
        hidden = len(self.text) - len(first)
        if self.text or self._names:
            self.rows = [PromptRow(first, hidden=hidden, attachments=self._names)]

    def unfold(self) -> None:
        pieces = list(prompt_pieces(self.text))
        last = len(pieces) - 1
        self.rows = [
            PromptRow(
                piece,
                opens=number == 0,
                closes=number == last,
                attachments=self._names if number == last else (),
            )
            for number, piece in enumerate(pieces)
        ]


@dataclass(slots=True)
class _Tally:
    """What the rounds of the turn reported, for the footer."""

    model: str = ""
    started_at: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    round_tokens: int | None = None
    streamed_tokens: int = 0
    streamed_seconds: float = 0.0

    def count(self, event: ev.RoundCompleted) -> None:
        usage = event.usage
        if usage.input_tokens is not None:
            self.input_tokens = usage.input_tokens
        self.round_tokens = usage.output_tokens
        if usage.output_tokens is not None:
            self.output_tokens = (self.output_tokens or 0) + usage.output_tokens

    def time(self, event: ev.RoundEnded) -> None:
        if event.first_delta_at is not None and self.round_tokens is not None:
            self.streamed_tokens += self.round_tokens
            self.streamed_seconds += max(0.0, event.at - event.first_delta_at)

    def footer(self, ended_at: float) -> FooterRow:
        started = self.started_at
        # A reply that arrives at once has no rate worth printing.
        has_rate = self.streamed_seconds > 0.05
        return FooterRow(
            self.model,
            self.input_tokens,
            self.output_tokens,
            self.streamed_tokens / self.streamed_seconds if has_rate else None,
            ended_at - started if started is not None and ended_at >= started else None,
        )


class TurnRows:
    """Holds the rows of one turn. `rows` is read by the view, changed only here."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.is_ended = False
        self._sections: list[_Section] = []
        self._starts: list[int] = []
        self._cards: set[str] = set()
        self._tally = _Tally()
        self._passing: _Section | None = None

    def apply(self, event: ev.Event) -> int:
        """Takes one event; returns the index of the first row that changed."""
        first = len(self.rows)
        if self._passing is not None and not isinstance(event, ev.RoundStarted | ev.RetryScheduled):
            first = self._drop_passing()
        return min(first, self._apply(event))

    def toggle_reasoning(self, number: int) -> int:
        """Folds or unfolds a stretch of reasoning; returns the first changed row."""
        for index, section in enumerate(self._sections):
            if isinstance(section, _Prose) and section.number == number:
                section.toggle()
                return self._refresh(index)
        return len(self.rows)

    def show_whole_prompt(self) -> int:
        """Shows all of a long prompt; returns the first changed row."""
        for index, section in enumerate(self._sections):
            if isinstance(section, _Prompt):
                section.unfold()
                return self._refresh(index)
        return len(self.rows)

    def answer_source(self) -> str:
        """The answer as its model wrote it, without reasoning and tools."""
        texts = [
            "".join(section.pieces).strip()
            for section in self._sections
            if isinstance(section, _Prose) and not section.is_reasoning
        ]
        return "\n\n".join(text for text in texts if text)

    def prompt_source(self) -> str:
        """The prompt as typed."""
        return "".join(part.text for part in self._sections if isinstance(part, _Prompt))

    def _apply(self, event: ev.Event) -> int:
        match event:
            case ev.TextDelta(text):
                return self._grow(text, is_reasoning=False)
            case ev.ReasoningDelta(text):
                return self._grow(text, is_reasoning=True)
            case ev.ReasoningFinished(seconds):
                return self._finish_reasoning(seconds)
            case ev.ToolCallDelta(tool_use_id):
                return self._card(tool_use_id)
            case ev.TurnStarted(prompt):
                return self._start(prompt)
            case ev.RetryScheduled() | ev.RoundStarted() | ev.RoundCompleted() | ev.RoundEnded():
                return self._round(event)
            case ev.LimitReached(limit):
                return self._note(NoteRow(Note.LIMIT, limit=limit))
            case ev.TurnCompleted() | ev.TurnFailed() | ev.TurnCancelled() | ev.TurnInterrupted():
                return self._end(event)
            case (
                ev.ApprovalRequested() | ev.ApprovalSettled() | ev.ToolStarted() | ev.ToolFinished()
            ):
                return len(self.rows)  # the card's own business
            case _:
                assert_never(event)

    def _round(
        self, event: ev.RetryScheduled | ev.RoundStarted | ev.RoundCompleted | ev.RoundEnded
    ) -> int:
        match event:
            case ev.RoundStarted(_, origin, at):
                self._tally.model = origin.model
                if self._tally.started_at is None:
                    self._tally.started_at = at
                first = self._finish()
                return min(first, self._pass(NoteRow(Note.WAITING, name=origin.model)))
            case ev.RetryScheduled(delay, attempt, of):
                return self._pass(NoteRow(Note.RETRYING, delay=delay, attempt=attempt, of=of))
            case ev.RoundCompleted(calls):
                self._tally.count(event)
                first = min([self._finish(), *(self._card(call.id) for call in calls)])
                note = _STOP_NOTES.get(event.stop)
                return first if note is None else min(first, self._note(NoteRow(note)))
            case ev.RoundEnded():
                self._tally.time(event)
                return len(self.rows)
            case _:
                assert_never(event)

    def _end(self, event: ev.TurnEnd) -> int:
        self.is_ended = True
        first = self._finish()
        match event:
            case ev.TurnCompleted():
                pass
            case ev.TurnFailed(failure):
                self._add(_Section([FailureRow(failure)]))
            case ev.TurnCancelled():
                self._note(NoteRow(Note.CANCELLED))
            case ev.TurnInterrupted():
                self._note(NoteRow(Note.INTERRUPTED))
            case _:
                assert_never(event)
        if self._tally.model:
            self._add(_Section([self._tally.footer(event.at)]))
        return first

    def _start(self, prompt: Sequence[Part]) -> int:
        """A turn that was added as it stood has its prompt already."""
        if any(isinstance(each, _Prompt) and each.rows for each in self._sections):
            return len(self.rows)
        return self._add(_Prompt(prompt))

    def _grow(self, text: str, *, is_reasoning: bool) -> int:
        first = len(self.rows)
        section = self._sections[-1] if self._sections else None
        grows = isinstance(section, _Prose) and section.is_reasoning is is_reasoning
        if not grows or not isinstance(section, _Prose) or not section.is_open:
            first = self._finish()
            section = _Prose(len(self._sections) if is_reasoning else None)
            self._add(section)
        return min(first, self._refresh_last(section.feed(text)))

    def _finish(self) -> int:
        """Closes the prose that is open, which need not be the last section."""
        for index in range(len(self._sections) - 1, -1, -1):
            section = self._sections[index]
            if isinstance(section, _Prose) and section.is_open:
                return self._refresh(index, section.finish())
        return len(self.rows)

    def _finish_reasoning(self, seconds: float) -> int:
        for index in range(len(self._sections) - 1, -1, -1):
            section = self._sections[index]
            if isinstance(section, _Prose) and section.is_reasoning and section.seconds is None:
                section.finish()
                section.take_seconds(seconds)
                return self._refresh(index)
        return len(self.rows)

    def _card(self, tool_use_id: str) -> int:
        if tool_use_id in self._cards:
            return len(self.rows)
        self._cards.add(tool_use_id)
        first = self._finish()
        return min(first, self._add(_Section([CardRow(tool_use_id)])))

    def _note(self, row: NoteRow) -> int:
        return self._add(_Section([row]))

    def _pass(self, row: NoteRow) -> int:
        first = self._drop_passing()
        self._passing = _Section([row])
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

    def _add(self, section: _Section) -> int:
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
