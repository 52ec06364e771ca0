"""What the harness needs from outside, as protocols. Tests fake these and nothing else."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from studio.core.abilities import Abilities
from studio.core.attachments import ReadFile
from studio.core.chats import Assignment
from studio.core.errors import Failure
from studio.core.events import RoundEvent
from studio.core.messages import Dialect, Origin, ToolResult, Usage, VendorState
from studio.core.models import ListedModel
from studio.core.notices import Notice
from studio.core.pictures import FetchedPicture
from studio.core.profiles import ProviderProfile
from studio.core.recording import Recording
from studio.core.settings import Settings

_NO_USAGE = Usage()

Clock = Callable[[], float]  # seconds since the epoch
IdFactory = Callable[[], str]
Sleep = Callable[[float], Awaitable[None]]


class Adapter(Protocol):
    """A live connection in one dialect, born for one send. Never shared between sends."""

    @property
    def origin(self) -> Origin: ...

    @property
    def reported(self) -> Usage:
        """The tokens of the last round as far as they were reported, also of one cut off."""
        ...

    def draft(self, *, offer_tools: bool, final_instruction: str | None) -> str:
        """The body that the next round would send, JSON text. Changes nothing."""
        ...

    def stream_round(
        self,
        round_id: str,
        *,
        offer_tools: bool,
        final_instruction: str | None,
        body: str | None = None,
    ) -> AsyncGenerator[RoundEvent]:
        """Ends with `RoundCompleted`, or raises `RoundError`. Close it with `aclosing`.

        `body`, a JSON object as text, is sent instead of the draft; what follows in the turn goes
        on from the draft, as the history is the turn's."""
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


class FileReader(Protocol):
    """Reads files to attach, away from the window. Cancelling ends the work. Raises `FileError`."""

    async def read_path(self, path: str) -> ReadFile: ...

    async def read_bytes(self, name: str, data: bytes) -> ReadFile: ...


class Pictures(Protocol):
    """Looks at pictures, and makes those sendable that no model takes as they are."""

    async def prepared(self, read: ReadFile) -> ReadFile:
        """Raises `FileError` for what is no picture, or too large a one."""
        ...


class RemotePictures(Protocol):
    """Fetches what an answer names as a picture, when the reader asks for it and never unasked."""

    async def fetch(self, url: str) -> FetchedPicture:
        """Raises `PictureError`; for addresses of this computer and its network too."""
        ...


class RecordingStore(Protocol):
    """Where each round's bytes are kept, bounded in age and size."""

    async def save_recording(self, recording: Recording) -> None: ...

    async def recordings(self, turn_id: str) -> tuple[Recording, ...]: ...

    async def round_recordings(self, round_id: str) -> tuple[Recording, ...]:
        """The attempts of one round, oldest first."""
        ...

    async def outlines(self, turn_id: str) -> tuple[Recording, ...]:
        """Those of a turn without their bodies: its requests may repeat megabytes 200 times."""
        ...

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
    """What came of one step. `detail` is a fact such as a model count; no sentence.

    `method` and `path` are of the request that was sent, `status` of the reply to it; empty and
    None where it did not come to that.
    """

    step: Step
    milliseconds: float
    failure: Failure | None = None
    detail: str = ""
    method: str = ""
    path: str = ""
    status: int | None = None
    usage: Usage = _NO_USAGE


class Check(StrEnum):
    """One thing that the probe of a model tries, in the order in which it does."""

    ANSWER = "answer"  # without a stream
    STREAM = "stream"
    USAGE = "usage"  # tokens are reported in a stream
    STOP = "stop"  # a limit of output tokens is obeyed and said
    CALL = "call"
    TOOL_RESULT = "tool_result"  # the answer goes on from a result
    BARE_CALL = "bare_call"  # of a tool without arguments
    LONG_ARGUMENT = "long_argument"
    PARALLEL_CALLS = "parallel_calls"
    REASONING = "reasoning"  # comes, and is taken back beside a call
    IMAGE = "image"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of one check. `passed` is None where nothing can be said: the model did not do
    what it was asked to, or nothing was asked. `detail` is a fact, no sentence."""

    check: Check
    milliseconds: float
    passed: bool | None
    failure: Failure | None = None
    detail: str = ""
    usage: Usage = _NO_USAGE


@dataclass(frozen=True, slots=True)
class LastTest:
    """What the last connection test of a profile said. `usd` is None where that is unknown."""

    at: float
    key_id: str
    model: str
    steps: tuple[StepResult, ...]
    usd: Decimal | None = None


@dataclass(frozen=True, slots=True)
class ProbeCost:
    """The most that a probe takes. `usd` is None where the model's price is unknown."""

    requests: int
    input_tokens: int
    output_tokens: int
    usd: Decimal | None


class Directory(Protocol):
    """Asks a provider what it offers, and whether it works. Nothing of it is recorded."""

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        """Sorted by ID. Raises `StudioError`."""
        ...

    def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]: ...

    def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        """Each check as it is done; fewer where the rest is hopeless. Closing it cancels."""
        ...

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost: ...


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


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server of models that answers on this computer. `row_id` is the catalogue's."""

    row_id: str
    name: str
    base_url: str
    dialect: Dialect
    models: tuple[str, ...]


class LocalServers(Protocol):
    """Looks for servers on this computer, when it is told to and never unasked."""

    def find(self) -> AsyncGenerator[FoundServer]:
        """Each as soon as it has answered; all within a second and a half. Never raises."""
        ...


@dataclass(frozen=True, slots=True)
class OllamaModel:
    """A model on an Ollama server. `size` in bytes; `modified_at` in seconds since the epoch."""

    name: str
    size: int = 0
    parameter_size: str = ""
    quantization: str = ""
    context_tokens: int | None = None
    modified_at: float | None = None
    is_loaded: bool = False


@dataclass(frozen=True, slots=True)
class PullProgress:
    """How far a pull is, in bytes of all layers known so far. `status` is the server's word."""

    status: str
    completed: int = 0
    total: int = 0


class OllamaModels(Protocol):
    """The models of an Ollama server. Raises `StudioError`."""

    async def list(self, profile: ProviderProfile) -> tuple[OllamaModel, ...]: ...

    def pull(self, profile: ProviderProfile, name: str) -> AsyncGenerator[PullProgress]:
        """Ends when the model is there. Closing it cancels; what was fetched stays there."""
        ...

    async def delete(self, profile: ProviderProfile, name: str) -> None: ...

    async def show(self, profile: ProviderProfile, name: str) -> Abilities:
        """What the server says that this model can do."""
        ...
