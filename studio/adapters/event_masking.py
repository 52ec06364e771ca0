"""A server that repeats the key inside its answer: what is shown and saved does not repeat it.

A model's words arrive in pieces, so the beginning of a secret waits until it is clear what it is.
"""

from dataclasses import replace

from studio.adapters.masking import Masker
from studio.core.events import (
    ReasoningDelta,
    RetryScheduled,
    RoundCompleted,
    RoundEvent,
    ServerToolReported,
    SourcesFound,
    TextDelta,
    ToolCallDelta,
)
from studio.core.messages import Citation, VendorState

_Delta = TextDelta | ReasoningDelta | ToolCallDelta


class EventMasker:
    """Belongs to one attempt of one round. `flush` it before whatever ends the attempt."""

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._waiting: _Delta | None = None

    def take(self, event: RoundEvent) -> list[RoundEvent]:
        """The events that are certain now, in order."""
        if not self._masker.hides_words:
            return [event]
        match event:
            case TextDelta() | ReasoningDelta() | ToolCallDelta():
                before = [] if self._continues(event) else self.flush()
                return [*before, *self._grow(event)]
            case RoundCompleted(calls):
                masked = tuple(
                    replace(call, arguments=self._masker.words(call.arguments)) for call in calls
                )
                return [*self.flush(), replace(event, calls=masked)]
            case SourcesFound(citations):
                hidden = tuple(_masked_citation(each, self._masker) for each in citations)
                return [*self.flush(), SourcesFound(hidden)]
            case ServerToolReported(use):
                words = self._masker.words
                use = replace(use, arguments=words(use.arguments), output=words(use.output))
                return [*self.flush(), ServerToolReported(use)]
            case RetryScheduled():
                return [*self.flush(), event]

    def flush(self) -> list[RoundEvent]:
        """What waits, since nothing more comes that it could be the beginning of."""
        waiting, self._waiting = self._waiting, None
        return [] if waiting is None else [waiting]

    def _continues(self, delta: _Delta) -> bool:
        waiting = self._waiting
        if isinstance(waiting, ToolCallDelta) and isinstance(delta, ToolCallDelta):
            return waiting.tool_use_id == delta.tool_use_id
        return type(waiting) is type(delta)

    def _grow(self, delta: _Delta) -> list[RoundEvent]:
        before = _words(self._waiting) if self._waiting is not None else ""
        words = self._masker.words(before + _words(delta))
        held = self._masker.beginning_at_end(words)
        sure, rest = words[: len(words) - held], words[len(words) - held :]
        self._waiting = _with(_nameless(delta), rest) if held else None
        # The first delta of a call announces it, whether its words are certain or not.
        is_first = isinstance(delta, ToolCallDelta) and bool(delta.name)
        return [_with(delta, sure)] if sure or is_first or not held else []


def masked_state(masker: Masker, state: VendorState | None) -> VendorState | None:
    """What a provider wants back verbatim is kept without the key as well."""
    if state is None:
        return None
    blob = masker.words(state.blob)
    return state if blob == state.blob else replace(state, blob=blob)


def _masked_citation(citation: Citation, masker: Masker) -> Citation:
    words = masker.words
    return Citation(words(citation.url), words(citation.title), words(citation.quote))


def _words(delta: _Delta) -> str:
    return delta.arguments if isinstance(delta, ToolCallDelta) else delta.text


def _nameless(delta: _Delta) -> _Delta:
    return replace(delta, name="") if isinstance(delta, ToolCallDelta) else delta


def _with(delta: _Delta, words: str) -> _Delta:
    if isinstance(delta, ToolCallDelta):
        return replace(delta, arguments=words)
    return replace(delta, text=words)
