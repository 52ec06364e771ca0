"""A server that repeats the key inside its answer: what is shown and saved does not repeat it.

A model's words arrive in pieces, so the beginning of a secret waits until it is clear what it is.
"""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from importlib import import_module
from typing import Any, assert_never

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
from studio.core.messages import VendorState

_PIECES = "studio.adapters.piece_masking"

_Delta = TextDelta | ReasoningDelta | ToolCallDelta


class EventMasker:
    """Belongs to one attempt of one round. `flush` it before whatever ends the attempt."""

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._waiting: dict[object, _Delta] = {}
        self.has_masked = False

    def take(self, event: RoundEvent) -> list[RoundEvent]:
        """The events that are certain now, in order."""
        if not self._masker.hides_words:
            return [event]
        match event:
            case TextDelta() | ReasoningDelta() | ToolCallDelta():
                return [*self._interrupted(event), *self._grow(event)]
            case RoundCompleted() | SourcesFound() | ServerToolReported() | RetryScheduled():
                return [*self.flush(), self._masked(event)]
            case _:
                assert_never(event)

    def flush(self) -> list[RoundEvent]:
        """What waits, since nothing more comes that it could be the beginning of."""
        waiting, self._waiting = self._waiting, {}
        return [_with(each, self._last(_words(each))) for each in waiting.values()]

    def _interrupted(self, delta: _Delta) -> list[RoundEvent]:
        """Calls may be told side by side; whatever else comes is no part of what came before."""
        is_same = all(type(each) is type(delta) for each in self._waiting.values())
        return [] if is_same else self.flush()

    def _grow(self, delta: _Delta) -> list[RoundEvent]:
        channel = delta.tool_use_id if isinstance(delta, ToolCallDelta) else type(delta)
        waiting = self._waiting.pop(channel, None)
        before = _words(waiting) if waiting is not None else ""
        if isinstance(delta, ToolCallDelta) and delta.name:
            delta = replace(delta, name=self._told(delta.name))
        words = self._told(before + _words(delta))
        held = self._masker.beginning_at_end(words)
        sure, rest = words[: len(words) - held], words[len(words) - held :]
        if held:
            self._waiting[channel] = _with(_nameless(delta), rest)
        # The first delta of a call announces it, whether its words are certain or not.
        is_first = isinstance(delta, ToolCallDelta) and bool(delta.name)
        return [_with(delta, sure)] if sure or is_first or not held else []

    def _told(self, text: str) -> str:
        masked = self._masker.words(text)
        self.has_masked = self.has_masked or masked != text
        return masked

    def _last(self, text: str) -> str:
        masked = self._masker.last_words(text)
        self.has_masked = self.has_masked or masked != text
        return masked

    def _masked(self, value: Any) -> Any:
        """Whatever its fields are called: a host may put a key into any of them."""
        match value:
            case str() if not isinstance(value, Enum):
                return self._told(value)
            case tuple():
                items = tuple(self._masked(item) for item in value)
                return value if items == value else items
            case _ if is_dataclass(value) and not isinstance(value, type):
                return self._masked_fields(value)
            case _:
                return value

    def _masked_fields(self, value: Any) -> Any:
        before = {each.name: getattr(value, each.name) for each in fields(value)}
        after = {name: self._masked(each) for name, each in before.items()}
        changes = {name: each for name, each in after.items() if each != before[name]}
        return replace(value, **changes) if changes else value


def masked_state(
    masker: Masker, state: VendorState | None, *, has_pieces: bool = False
) -> VendorState | None:
    """What a provider wants back verbatim is kept without the key as well."""
    if state is None:
        return None
    blob = masker.words(state.blob)
    if has_pieces:
        pieces = import_module(_PIECES)
        blob = pieces.masked_pieces(blob.encode("utf-8", "surrogatepass"), masker).decode(
            "utf-8", "surrogatepass"
        )
    return state if blob == state.blob else replace(state, blob=blob)


def _words(delta: _Delta) -> str:
    return delta.arguments if isinstance(delta, ToolCallDelta) else delta.text


def _nameless(delta: _Delta) -> _Delta:
    return replace(delta, name="") if isinstance(delta, ToolCallDelta) else delta


def _with(delta: _Delta, words: str) -> _Delta:
    if isinstance(delta, ToolCallDelta):
        return replace(delta, arguments=words)
    return replace(delta, text=words)
