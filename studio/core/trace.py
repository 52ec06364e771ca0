"""A trace: turns of a chat with all that went over the wire, so that they can be played again.

How it is written is said in `trace_lines`.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from studio.core.abilities import Abilities
from studio.core.call_recording import CallRecording
from studio.core.chats import AttachedFile, ChatSettings, Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.limits import Limits
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks
from studio.core.recording import Recording
from studio.core.tools import ToolDefinition

FORMAT = "callboard-trace"
SUFFIX = ".callboard-trace"
VERSION = 1  # a file of a later one is not read
MINOR = 0  # a later one adds what may be passed over


class TraceTrouble(StrEnum):
    """Why a trace cannot be used: codes of a `TraceError`."""

    NO_TRACE = "trace_none"
    NEWER = "trace_newer"  # message: the version of its format
    CUT_OFF = "trace_cut_off"
    DAMAGED = "trace_damaged"  # message: where, and by what kind of fault
    TOO_BIG = "trace_too_big"
    NOTHING = "trace_nothing"  # nothing in it was recorded


class TraceError(StudioError):
    """A trace that cannot be read or made."""


def trace_error(trouble: TraceTrouble, message: str = "") -> TraceError:
    return TraceError(Failure(Category.FILE, message, code=trouble))


_SETTINGS = ChatSettings()
_LIMITS = Limits()
_QUIRKS = Quirks()
_ABILITIES = Abilities()


@dataclass(frozen=True, slots=True)
class TraceHead:
    """What a file says of itself. `redacted` are the kinds of what was taken out."""

    callboard: str
    made_at: float
    redacted: tuple[str, ...] = ()
    has_files: bool = True
    version: int = VERSION
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class TraceChat:
    """The chat, and the path of turns in it that is shown, oldest first."""

    id: str
    title: str
    created_at: float
    updated_at: float
    path: tuple[str, ...]
    settings: ChatSettings = _SETTINGS
    limits: Limits = _LIMITS


@dataclass(frozen=True, slots=True)
class TraceTarget:
    """Whom rounds were asked of, without keys and secret headers, and what was known of them."""

    profile: ProviderProfile
    model: str
    quirks: Quirks = _QUIRKS
    abilities: Abilities = _ABILITIES


@dataclass(frozen=True, slots=True)
class TraceTurn:
    """One turn and what was recorded of it.

    `tools` were on offer in it. `outputs` are the whole results, by tool use ID, of which the turn
    holds the beginning. `files` are the attachments that first come in it, by digest.
    """

    turn: Turn
    tools: tuple[ToolDefinition, ...] = ()
    recordings: tuple[Recording, ...] = ()
    calls: tuple[CallRecording, ...] = ()
    outputs: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, AttachedFile], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace as it was read. A turn without recordings is there for those that follow it."""

    head: TraceHead
    chat: TraceChat
    targets: tuple[TraceTarget, ...] = ()
    turns: tuple[TraceTurn, ...] = ()

    @property
    def title(self) -> str:
        return self.chat.title

    def path_before(self, turn: Turn) -> tuple[Turn, ...]:
        """The turns that came before that one, oldest first."""
        by_id = {each.turn.id: each.turn for each in self.turns}
        found: list[Turn] = []
        before = by_id.get(turn.parent_id or "")
        while before is not None and before not in found:
            found.append(before)
            before = by_id.get(before.parent_id or "")
        return tuple(reversed(found))

    def target(self, profile_id: str, model: str) -> TraceTarget | None:
        for each in self.targets:
            if (each.profile.id, each.model) == (profile_id, model):
                return each
        return None
