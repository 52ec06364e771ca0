"""Text and reasoning on their way out: empty pieces vanish, cut surrogate pairs are joined."""

from studio.core.events import ReasoningDelta, RoundEvent, TextDelta
from studio.core.growing_text import GrowingText
from studio.wire.lenient import SurrogateSeam
from studio.wire.think_tags import Stretch, ThinkTags


class Prose:
    """One round's text and reasoning. Keeps the whole for the record of the round.

    `tags` takes the reasoning out of the text, where the host leaves it there.
    """

    def __init__(self, tags: ThinkTags | None = None) -> None:
        self._tags = tags
        self._raw = GrowingText()
        self._text_seam = SurrogateSeam()
        self._reasoning_seam = SurrogateSeam()
        self._text = GrowingText()
        self._reasoning = GrowingText()

    @property
    def is_empty(self) -> bool:
        return not (self._text or self._reasoning or self._raw)

    @property
    def whole_text(self) -> str:
        return self._text.whole()

    @property
    def whole_reasoning(self) -> str:
        return self._reasoning.whole()

    @property
    def tagged_text(self) -> str:
        """The text as it came, where there were tags in it."""
        return self._raw.whole() if self._tags is not None and self._tags.has_tags else ""

    def text(self, piece: str) -> list[RoundEvent]:
        if not piece.isascii() or self._text_seam.held:
            piece = self._text_seam.push(piece)
        if not piece:
            return []
        if self._tags is None:
            self._text.add(piece)
            return [TextDelta(piece)]
        self._raw.add(piece)
        return self._split(self._tags.push(piece))

    def end(self) -> list[RoundEvent]:
        """No more comes: what might have been the beginning of a tag."""
        return [] if self._tags is None else self._split(self._tags.end())

    def reasoning(self, piece: str) -> list[RoundEvent]:
        if not piece.isascii() or self._reasoning_seam.held:
            piece = self._reasoning_seam.push(piece)
        if not piece:
            return []
        if self._tags is not None:
            self._tags.reasoning_is_apart()
        self._reasoning.add(piece)
        return [ReasoningDelta(piece)]

    def _split(self, stretches: list[Stretch]) -> list[RoundEvent]:
        for is_reasoning, piece in stretches:
            (self._reasoning if is_reasoning else self._text).add(piece)
        return [
            ReasoningDelta(piece) if is_reasoning else TextDelta(piece)
            for is_reasoning, piece in stretches
        ]
