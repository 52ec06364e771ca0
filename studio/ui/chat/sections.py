"""The stretches of a turn that change on their own: a prompt, a text, a thought; and its sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.core import events as ev
from studio.core.growing_text import GrowingText
from studio.core.messages import Attachment, Citation, Dialect, Part, Text
from studio.core.spending import comparable
from studio.ui.chat.late_markdown import Stream, new_stream
from studio.ui.chat.leaves import Block
from studio.ui.chat.prompt_rows import prompt_start, whole_prompt
from studio.ui.chat.rows import BlockRow, FooterRow, PromptRow, ReasoningRow, Row, SourcesRow


class FinishedError(RuntimeError):
    """A text was to grow after its end."""


@dataclass(slots=True)
class Section:
    """A stretch of rows that changes on its own."""

    rows: list[Row] = field(default_factory=list)


class Prose(Section):
    """Markdown that grows: an answer's text, or its reasoning under a fold."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__()
        self.number = number
        self.is_open = True
        self.source = GrowingText()
        self.seconds: float | None = None
        self.is_unfolded = False
        self._stream: Stream | None = new_stream()
        self._references: Mapping[str, object] = {}
        self._blocks: list[Row] = []
        # A long answer has ten thousand of them: where no fold stands above, one list is enough.
        self.rows = self._blocks if number is None else [self._fold()]

    @property
    def is_reasoning(self) -> bool:
        return self.number is not None

    @property
    def blocks(self) -> Sequence[Row]:
        """What is said, folded or not."""
        return self._blocks

    def feed(self, text: str) -> int:
        """Returns the first changed row of this section."""
        self.source.add(text)
        stream = self._open_stream
        return self._take(stream, stream.feed(text))

    def take_seconds(self, seconds: float) -> None:
        """How long the reasoning took, which may be known only after it ended."""
        self.seconds = seconds
        self.rows[0] = self._fold()

    def finish(self) -> int:
        """Returns the first changed row of this section."""
        if not self.is_open:
            return len(self.rows)
        self.is_open = False
        stream = self._open_stream
        first = self._take(stream, stream.finish())
        # It holds the blocks once more, to read on.
        self._stream = None
        references = self._references
        if references:
            self._blocks[:] = [
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

    @property
    def _open_stream(self) -> Stream:
        if self._stream is None:
            raise FinishedError
        return self._stream

    def _take(self, stream: Stream, first: int) -> int:
        self._references = references = stream.environment.get("references", {})
        del self._blocks[first:]
        self._blocks.extend(
            BlockRow(block, is_reasoning=self.is_reasoning, references=references)
            for block in stream.blocks[first:]
        )
        return self._publish(first)

    def _publish(self, first: int) -> int:
        if not self.is_reasoning:
            return first
        if not self.is_unfolded:
            return len(self.rows)
        del self.rows[first + 1 :]
        self.rows.extend(self._blocks[first:])
        return first + 1

    def _fold(self) -> ReasoningRow:
        return ReasoningRow(self.number or 0, self.seconds, self.is_unfolded, self.is_open)


def _may_refer(block: Block) -> bool:
    return "[" in block.text or any("[" in cell for row in block.rows for cell in row)


class Prompt(Section):
    """The prompt: its beginning, and the rest on demand."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__()
        self.text = "\n\n".join(part.text for part in parts if isinstance(part, Text))
        self._files = tuple(part for part in parts if isinstance(part, Attachment))
        if self.text or self._files:
            self.rows = prompt_start(self.text, self._files)

    @property
    def files(self) -> tuple[Attachment, ...]:
        return self._files

    def shows(self, part: int) -> bool:
        """Whether this one of all its rows is shown."""
        last = self.rows[-1] if self.rows else None
        is_foot = isinstance(last, PromptRow) and bool(last.hidden) and not last.text
        return part < len(self.rows) - is_foot

    def whole(self) -> list[Row]:
        """All its rows, folded or not."""
        return whole_prompt(self.text, self._files)

    def unfold(self) -> None:
        self.rows = self.whole()


class SourceList(Section):
    """The sources of one round, each once; folded until the reader asks."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self._citations: tuple[Citation, ...] = ()
        self.is_unfolded = False

    @property
    def citations(self) -> tuple[Citation, ...]:
        return self._citations

    def add(self, citations: Sequence[Citation]) -> None:
        new = (each for each in dict.fromkeys(citations) if each not in self._citations)
        self._citations = (*self._citations, *new)
        self._publish()

    def toggle(self) -> None:
        """Folds or unfolds the list."""
        self.is_unfolded = not self.is_unfolded
        self._publish()

    def _publish(self) -> None:
        self.rows = [SourcesRow(self.number, self._citations, self.is_unfolded)]


@dataclass(slots=True)
class Tally:
    """What the rounds of the turn reported, for the footer. `dialect` is of the round that runs."""

    model: str = ""
    dialect: Dialect = Dialect.OPENAI_CHAT
    started_at: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    round_tokens: int | None = None
    streamed_tokens: int = 0
    streamed_seconds: float = 0.0

    def count(self, event: ev.RoundCompleted) -> None:
        usage, counts = event.usage, comparable(event.usage, self.dialect)
        if usage.input_tokens is not None:
            self.input_tokens = (self.input_tokens or 0) + counts.all_input
        self.round_tokens = None if usage.output_tokens is None else counts.all_output
        if self.round_tokens is not None:
            self.output_tokens = (self.output_tokens or 0) + self.round_tokens

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
