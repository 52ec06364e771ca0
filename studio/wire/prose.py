"""Text and reasoning on their way out: empty pieces vanish, cut surrogate pairs are joined."""

from studio.core.events import ReasoningDelta, RoundEvent, TextDelta
from studio.wire.lenient import SurrogateSeam


class Prose:
    """One round's text and reasoning. Keeps the whole for the record of the round."""

    def __init__(self) -> None:
        self._text_seam = SurrogateSeam()
        self._reasoning_seam = SurrogateSeam()
        self._text: list[str] = []
        self._reasoning: list[str] = []

    @property
    def is_empty(self) -> bool:
        return not (self._text or self._reasoning)

    @property
    def whole_text(self) -> str:
        return "".join(self._text)

    @property
    def whole_reasoning(self) -> str:
        return "".join(self._reasoning)

    def text(self, piece: str) -> list[RoundEvent]:
        piece = self._text_seam.push(piece)
        if not piece:
            return []
        self._text.append(piece)
        return [TextDelta(piece)]

    def reasoning(self, piece: str) -> list[RoundEvent]:
        piece = self._reasoning_seam.push(piece)
        if not piece:
            return []
        self._reasoning.append(piece)
        return [ReasoningDelta(piece)]
