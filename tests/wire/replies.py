"""What the wire tests share: exchanges with plain settings, and ways to feed a reply."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from studio.core.abilities import Abilities
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import RoundError
from studio.core.events import (
    ReasoningDelta,
    RoundCompleted,
    RoundEvent,
    TextDelta,
    ToolCallDelta,
)
from studio.core.messages import Dialect, Text
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Exchange, RoundReader, Target

TOOLS = tuple(
    ToolDefinition(name, f"The tool {name}.", {"type": "object"})
    for name in ("get_time", "list_files")
)


_PLAIN = ChatSettings()
_KEEPS_TO_IT = Quirks()
_UNKNOWN = Abilities()


def counter() -> Callable[[], str]:
    numbers = itertools.count(1)
    return lambda: f"use{next(numbers)}"


def profile(dialect: Dialect, base_url: str = "https://host.example/v1") -> ProviderProfile:
    return ProviderProfile(id="here", name="Here", dialect=dialect, base_url=base_url)


def prompt_turn(text: str = "Hello", turn_id: str = "turn") -> Turn:
    return Turn(turn_id, "chat", None, 0.0, (Text(text),))


def exchange(
    dialect: Dialect,
    *,
    assignment: Assignment | None = None,
    settings: ChatSettings = _PLAIN,
    model: str = "model",
    quirks: Quirks = _KEEPS_TO_IT,
    abilities: Abilities = _UNKNOWN,
) -> Exchange:
    made = assignment or Assignment((), prompt_turn(), TOOLS, settings)
    target = Target(profile(dialect), model, quirks, abilities)
    return exchange_for(target, made, counter())


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of one reply: neighbouring deltas merged, and how it ended."""

    events: tuple[RoundEvent, ...]
    completed: RoundCompleted | None = None
    error: RoundError | None = None

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def reasoning(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, ReasoningDelta))

    @property
    def outcome(self) -> tuple[object, ...]:
        """Everything that must not depend on how the bytes were cut."""
        failure = (type(self.error), self.error.failure) if self.error else None
        return self.events, self.completed, failure


def read(reader: RoundReader, pieces: Iterable[bytes]) -> Reading:
    events: list[RoundEvent] = []
    for piece in pieces:
        events += reader.feed(piece)
    events += reader.end()
    try:
        return Reading(merged(events), reader.close())
    except RoundError as error:
        return Reading(merged(events), error=error)


def read_all(dialect: Dialect, body: str | bytes) -> Reading:
    data = body.encode() if isinstance(body, str) else body
    return read(exchange(dialect).begin_round("text/event-stream"), [data])


def read_bytewise(dialect: Dialect, body: bytes) -> Reading:
    pieces = (body[at : at + 1] for at in range(len(body)))
    return read(exchange(dialect).begin_round("text/event-stream"), pieces)


def merged(events: Iterable[RoundEvent]) -> tuple[RoundEvent, ...]:
    result: list[RoundEvent] = []
    for event in events:
        joined = _joined(result[-1], event) if result else None
        if joined is None:
            result.append(event)
        else:
            result[-1] = joined
    return tuple(result)


def _joined(last: RoundEvent, event: RoundEvent) -> RoundEvent | None:
    match last, event:
        case TextDelta(before), TextDelta(after):
            return TextDelta(before + after)
        case ReasoningDelta(before), ReasoningDelta(after):
            return ReasoningDelta(before + after)
        case ToolCallDelta(first, name, before), ToolCallDelta(second, _, after) if first == second:
            return ToolCallDelta(first, name, before + after)
        case _:
            return None
