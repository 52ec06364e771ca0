"""What the harness needs from outside, as protocols. Tests fake these and nothing else."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from studio.core.chats import Assignment, Chat, Turn
from studio.core.errors import Failure
from studio.core.events import RoundEvent
from studio.core.messages import Origin, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.profiles import ProviderProfile
from studio.core.recording import Recording
from studio.core.settings import Settings

Clock = Callable[[], float]  # seconds since the epoch
IdFactory = Callable[[], str]
Sleep = Callable[[float], Awaitable[None]]


class Adapter(Protocol):
    """A live connection in one dialect, born for one send. Never shared between sends."""

    @property
    def origin(self) -> Origin: ...

    def stream_round(
        self, round_id: str, *, offer_tools: bool, final_instruction: str | None
    ) -> AsyncGenerator[RoundEvent]:
        """Ends with `RoundCompleted`, or raises `RoundError`. Close it with `aclosing`."""
        ...

    def record_round(self) -> VendorState | None:
        """Takes the completed round into the wire history, before any of its results."""
        ...

    def record_result(self, result: ToolResult) -> None: ...


class AdapterFactory(Protocol):
    """Profile and key become a fresh adapter for this turn."""

    async def create(self, assignment: Assignment) -> Adapter:
        """Raises `StudioError` (key missing, keyring, address, engine, no model)."""
        ...

    def foresee(self, assignment: Assignment) -> tuple[Notice, ...]:
        """What will not travel as it is, told before the send. From memory, at once."""
        ...


class ChatStore(Protocol):
    """Where chats survive. What a method was given is committed when it returns.

    Raises `StorageError`. A chat that is not kept is held in memory by the same methods.
    """

    async def chats(self) -> tuple[Chat, ...]:
        """All chats that are not deleted, the most recently updated first."""
        ...

    async def turns(self, chat_id: str) -> tuple[Turn, ...]:
        """The path to the chat's head, oldest first. Turns cut off by a crash are mended."""
        ...

    async def save_chat(self, chat: Chat) -> None: ...

    async def save_turn(self, turn: Turn) -> None: ...

    async def save_output(self, chat_id: str, tool_use_id: str, text: str) -> None:
        """Keeps a whole tool result of which the turn holds a shortened one."""
        ...

    async def output(self, tool_use_id: str) -> str | None: ...

    async def delete_chat(self, chat_id: str) -> None:
        """Hides it at once; `restore_chat` brings it back until it is erased."""
        ...

    async def restore_chat(self, chat_id: str) -> None: ...

    async def erase_chat(self, chat_id: str) -> None:
        """Rows, recordings and pages are gone for good."""
        ...


class RecordingStore(Protocol):
    """Where each round's bytes are kept, bounded in age and size."""

    async def save_recording(self, recording: Recording) -> None: ...

    async def recordings(self, turn_id: str) -> tuple[Recording, ...]: ...

    async def recorded_bytes(self) -> int: ...

    async def delete_recordings(self) -> None: ...


class WireReader(Protocol):
    """Reads recorded bytes back into the events they once were."""

    def read(self, recording: Recording) -> tuple[tuple[int, RoundEvent], ...]:
        """Pairs of offset in nanoseconds and event. Raises `RoundError` where the round did."""
        ...


class ProfileStore(Protocol):
    """The user's provider profiles, in the user's order."""

    async def profiles(self) -> tuple[ProviderProfile, ...]: ...

    async def save_profile(self, profile: ProviderProfile) -> None: ...

    async def remove_profile(self, profile_id: str) -> None: ...


class SettingsStore(Protocol):
    """The settings file. `load` answers with defaults where a file had to be set aside."""

    async def load(self) -> Settings: ...

    async def save(self, settings: Settings) -> None: ...


class KeyVault(Protocol):
    """Keys in the OS keyring, each read once per session. Entries are named `profile_id/key_id`.

    Raises `KeyringError`, naming the backend; a failed read changes nothing.
    """

    async def key(self, profile_id: str, key_id: str) -> str | None: ...

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None: ...

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        """Keeps the key in memory only: the user's choice when there is no keyring."""
        ...

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None: ...

    async def backend(self) -> str:
        """The name of the keyring in use, as people know it."""
        ...


class Step(StrEnum):
    """One thing that a connection test tries."""

    MODELS = "models"
    ANSWER = "answer"
    STREAM = "stream"
    TOOLS = "tools"


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of one step. `detail` is a fact such as a model count; no sentence."""

    step: Step
    milliseconds: float
    failure: Failure | None = None
    detail: str = ""


class Directory(Protocol):
    """Asks a provider what it offers, and whether it works."""

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[str, ...]:
        """Model IDs, sorted. Raises `RoundError`."""
        ...

    def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]: ...


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A GGUF file on this computer. `size` in bytes; `is_bundled` for the small model."""

    name: str
    path: str
    size: int
    is_bundled: bool = False


class EngineState(StrEnum):
    """Where the local engine stands."""

    STOPPED = "stopped"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class LocalModels(Protocol):
    """Model files on this computer, and the engine that runs them as a child process."""

    async def files(self, folders: tuple[str, ...]) -> tuple[ModelFile, ...]: ...

    def observe(self, observer: Callable[[str, EngineState, float], None]) -> None:
        """Calls `observer(profile_id, state, progress from 0 to 1)` on the event loop."""
        ...
