"""What the window does with traces, as values and protocols: light, since every chat has a menu."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Protocol

from studio.core.chats import Chat, Turn
from studio.core.trace import Trace

Told = Callable[[int, int], None]  # how many turns of how many are written


class Matter(StrEnum):
    """Kinds of what can be taken out. The first that claims a value names it."""

    WORD = "word"  # chosen by the user
    KEY = "key"  # what has the looks of one, such as one typed into a prompt
    HOME = "home"  # folders of users, with the names in them
    EMAIL = "email"
    ADDRESS = "address"  # numbers of computers
    HOST = "host"  # names of computers in URLs
    PATH = "path"  # any absolute path


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be taken out. `homes` are this user's own folders, as they are written."""

    matters: frozenset[Matter] = frozenset({Matter.KEY, Matter.HOME})
    words: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    keeps_files: bool = True


@dataclass(frozen=True, slots=True)
class Sighting:
    """What would be taken out of one kind: how often it was met, how many different values, and
    some of them."""

    matter: Matter
    times: int
    values: int
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TracePreview:
    """What a trace would hold. `size` is that of what was recorded, in bytes, before packing;
    `file_bytes` that of the attachments."""

    turns: int
    recordings: int
    calls: int
    size: int
    files: int
    file_bytes: int
    sightings: tuple[Sighting, ...] = ()


class TracedChat(Protocol):
    """What a trace needs of an open chat."""

    @property
    def chat(self) -> Chat: ...

    @property
    def turns(self) -> tuple[Turn, ...]: ...

    async def all_turns(self) -> tuple[Turn, ...]: ...

    async def full_output(self, tool_use_id: str) -> str: ...


class Traces(Protocol):
    """What the window does with traces. Raises `StudioError`."""

    async def preview(self, source: TracedChat, turn_id: str, choice: Choice) -> TracePreview: ...

    async def write(
        self, source: TracedChat, turn_id: str, path: PurePath, choice: Choice, told: Told
    ) -> None: ...

    async def read(self, path: PurePath) -> Trace: ...

    async def open(self, trace: Trace) -> None:
        """As a chat, brought to the front."""
        ...

    async def play(self, trace: Trace, speed: float) -> None:
        """As a chat in which it happens again, brought to the front. Until it has happened."""
        ...

    @property
    def homes(self) -> tuple[str, ...]:
        """The user's own folders, as they may be written."""
        ...
