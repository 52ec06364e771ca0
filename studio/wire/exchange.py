"""What every dialect fulfils: the pure half of an adapter, one send, one wire format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from studio.core.abilities import Abilities
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.messages import ToolResult, Usage, VendorState
from studio.core.notices import Notice
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks

_NO_QUIRKS = Quirks()
_NOTHING_KNOWN = Abilities()


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a send asks: the profile, one of its models, and what is known of host and model."""

    profile: ProviderProfile
    model: str
    quirks: Quirks = _NO_QUIRKS
    abilities: Abilities = _NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class Request:
    """What goes out, without address and key. `path` is relative to the API's base URL.

    `body` is JSON-ready; `headers` are the dialect's own, never secret.
    """

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class RoundReader(Protocol):
    """Reads one reply. Never raises while fed: what went wrong is raised by `close`."""

    @property
    def is_finished(self) -> bool:
        """The end marker or an error was read: nothing more needs to be fed."""
        ...

    @property
    def usage(self) -> Usage:
        """The tokens that were reported so far, for a round that never comes to its end."""
        ...

    def feed(self, data: bytes) -> list[RoundEvent]:
        """Any piece of the body, cut anywhere. Gives the events that are now certain."""
        ...

    def end(self) -> list[RoundEvent]:
        """The body has ended: the events of a last line without its end, or of a JSON body."""
        ...

    def close(self) -> RoundCompleted:
        """What the round came to, after `end`. Raises `IncompleteRoundError` or `RoundError`."""
        ...


class Exchange(Protocol):
    """One send's wire history in one dialect. Built of an assignment; dies with its adapter."""

    def request(self, *, offer_tools: bool, final_instruction: str | None) -> Request: ...

    def notices(self) -> tuple[Notice, ...]:
        """What of the assignment does not travel as it is. Pure: asked before anything is sent."""
        ...

    def begin_round(self, content_type: str) -> RoundReader:
        """A reader for the reply to come. A JSON body under a stream request is read as well."""
        ...

    def record_round(self) -> VendorState | None: ...

    def record_result(self, result: ToolResult) -> None: ...


IdFactory = Callable[[], str]
