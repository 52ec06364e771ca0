"""The settings page with everything it needs, in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from studio.core.errors import AddressError, Category, Failure, KeyringError, RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.core.profiles import KEY_ID, EngineSettings, KeyEntry, Kind, ProviderProfile
from studio.core.recording import Recording
from studio.core.settings import Settings
from studio.core.tools import ToolDefinition
from studio.harness.ports import (
    Check,
    CheckResult,
    EngineState,
    ModelFile,
    ProbeCost,
    Step,
    StepResult,
)
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.ui.bridge import Bridge
from studio.ui.settings.needs import AsideFile, Needs, Places
from studio.ui.settings.page import SettingsPage
from studio.ui.texts import address_fault_text
from studio.ui.theme import Theme
from studio.wire.endpoints import models_url

KEY = "sk-ant-" + "api03-Abc123Def456Ghi789-9f2c"
PRACTICE = ProviderProfile(id="practice", name="Practice provider", kind=Kind.PRACTICE)
SMALL = ProviderProfile(
    id="small-model",
    name="Small model on this computer",
    kind=Kind.ENGINE,
    model="SmolLM2-135M",
    engine=EngineSettings(model_path="/models/SmolLM2-135M-Instruct.gguf"),
)
ANTHROPIC = ProviderProfile(
    id="a",
    name="Anthropic",
    dialect=Dialect.ANTHROPIC_MESSAGES,
    base_url="https://api.anthropic.com",
    model="claude-sonnet",
    keys=(KeyEntry(id=KEY_ID, name=KEY_ID, hint="71ab"),),
)
OLLAMA = ProviderProfile(id="o", name="Ollama", base_url="http://localhost:11434/v1")
SMALL_FILE = ModelFile(
    "SmolLM2-135M-Instruct.gguf", "/models/SmolLM2-135M-Instruct.gguf", 98_000_000, True
)
BIG_FILE = ModelFile("Qwen3-8B-Q4_K_M.gguf", "/lm-studio/Qwen3-8B-Q4_K_M.gguf", 5_030_000_000)
TOOLS = (
    ToolDefinition("current_time", "The time.", is_read_only=True),
    ToolDefinition("calculate", "Calculates.", is_read_only=True),
    ToolDefinition("list_directory", "Lists.", is_read_only=True),
    ToolDefinition("read_text_file", "Reads.", is_read_only=True),
    ToolDefinition("write_text_file", "Writes.", asks_first=True),
    ToolDefinition("lookup", "A tool from elsewhere."),
)


class MemoryProfiles:
    """A `ProfileStore`."""

    def __init__(self, *profiles: ProviderProfile) -> None:
        self.saved = {profile.id: profile for profile in profiles}

    async def profiles(self) -> tuple[ProviderProfile, ...]:
        return tuple(self.saved.values())

    async def save_profile(self, profile: ProviderProfile) -> None:
        await asyncio.sleep(0)  # as a file takes its time
        self.saved[profile.id] = profile

    async def remove_profile(self, profile_id: str) -> None:
        self.saved.pop(profile_id, None)


class MemoryVault:
    """A `KeyVault` that counts its reads and can be broken or blocked."""

    def __init__(self) -> None:
        self.keys: dict[tuple[str, str], str] = {}
        self.in_memory: dict[tuple[str, str], str] = {}
        self.reads = 0
        self.problem: KeyringError | None = None
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def key(self, profile_id: str, key_id: str) -> str | None:
        self.reads += 1
        self._fail()
        kept = self.in_memory.get((profile_id, key_id))
        return kept or self.keys.get((profile_id, key_id))

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        await self.is_open.wait()
        self._fail()
        self.keys[profile_id, key_id] = key

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        self.in_memory[profile_id, key_id] = key

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        for key_id in key_ids:
            self.keys.pop((profile_id, key_id), None)
            self.in_memory.pop((profile_id, key_id), None)

    async def backend(self) -> str:
        self._fail()
        return "Secret Service"

    def _fail(self) -> None:
        if self.problem is not None:
            raise self.problem


class FakeDirectory:
    """A `Directory` with a list of models, and steps that wait to be let through."""

    def __init__(self) -> None:
        self.found: tuple[str, ...] = ("claude-haiku", "claude-opus", "claude-sonnet")
        self.failure: Failure | None = None
        self.steps: tuple[StepResult, ...] = (
            StepResult(Step.MODELS, 214.2, detail="14"),
            StepResult(Step.ANSWER, 611.0, detail="ready"),
            StepResult(Step.STREAM, 640.0, detail="3"),
            StepResult(Step.TOOLS, 702.0, detail="called"),
        )
        self.checks: tuple[CheckResult, ...] = (
            CheckResult(Check.ANSWER, 410.0, True, detail="ready"),
            CheckResult(Check.STREAM, 390.0, True, detail="3"),
            CheckResult(Check.PARALLEL_CALLS, 700.0, False, detail="1"),
        )
        self.cost = ProbeCost(12, 15_000, 18_000, None)
        self.tested: list[tuple[ProviderProfile, str | None]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.was_closed = False

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        await self.may_answer.wait()
        if self.failure is not None:
            raise RoundError(self.failure)
        return tuple(ListedModel(name) for name in self.found)

    async def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        self.tested.append((profile, key))
        try:
            for check in self.checks:
                yield check
                await self.may_answer.wait()
        finally:
            self.was_closed = True

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost:
        return self.cost

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        self.tested.append((profile, key))
        try:
            for step in self.steps:
                yield step
                await self.may_answer.wait()
        finally:
            self.was_closed = True


class MemorySettings:
    """A `SettingsStore`."""

    def __init__(self, settings: Settings) -> None:
        self.saved = settings

    async def load(self) -> Settings:
        return self.saved

    async def save(self, settings: Settings) -> None:
        self.saved = settings


class FakeRecordings:
    """A `RecordingStore` that only has a size."""

    def __init__(self) -> None:
        self.size = 1_420_000_000

    async def save_recording(self, recording: Recording) -> None:
        self.size += len(recording.request_body)

    async def recordings(self, turn_id: str) -> tuple[Recording, ...]:
        return ()

    async def recorded_bytes(self) -> int:
        return self.size

    async def delete_recordings(self) -> None:
        self.size = 0


class FakeLocalModels:
    """A `LocalModels` with two files, whose engine is told what to say."""

    def __init__(self) -> None:
        self.found: tuple[ModelFile, ...] = (SMALL_FILE, BIG_FILE)
        self.asked: list[tuple[str, ...]] = []
        self.tell: Callable[[str, EngineState, float], None] = lambda *_: None

    async def files(self, folders: tuple[str, ...]) -> tuple[ModelFile, ...]:
        self.asked.append(folders)
        return self.found

    def observe(self, observer: Callable[[str, EngineState, float], None]) -> None:
        self.tell = observer


@dataclass
class World:
    """All fakes of one test, and the page above them."""

    store: MemoryProfiles
    vault: MemoryVault
    directory: FakeDirectory
    settings: MemorySettings
    recordings: FakeRecordings
    models: FakeLocalModels
    bridge: Bridge
    needs: Needs
    page: SettingsPage = field(init=False)
    opened: list[str] = field(default_factory=list)
    picked: list[Path | None] = field(default_factory=list)

    @property
    def profiles(self) -> Profiles:
        return self.needs.profiles

    def is_idle(self) -> bool:
        return not self.bridge.running

    def saved(self, profile_id: str) -> ProviderProfile:
        return self.store.saved[profile_id]


def keyring_problem(
    message: str = "No recommended backend was available.", code: str = "failed"
) -> KeyringError:
    return KeyringError(Failure(Category.KEYRING, message, code=code), "fail Keyring")


def address_fault(address: str) -> str | None:
    try:
        models_url(address, Dialect.OPENAI_CHAT)
    except AddressError as error:
        return address_fault_text(error.failure.code)
    return None


def all_words(widget: QWidget) -> str:
    """Everything that a widget and its children say to eyes, ears and logs."""
    words: list[str] = []
    for one in (widget, *widget.findChildren(QWidget)):
        words += [repr(one), one.accessibleName(), one.accessibleDescription(), one.toolTip()]
        words += [one.windowTitle(), one.statusTip(), one.whatsThis(), one.objectName()]
        for name in ("text", "toPlainText", "currentText", "placeholderText", "title"):
            said = getattr(one, name, None)
            if callable(said):
                words.append(str(said()))
    return "\n".join(words)


@asynccontextmanager
async def settings_world(
    qapp: QApplication,
    *profiles: ProviderProfile,
    settings: Settings | None = None,
    places: Places | None = None,
    size: tuple[int, int] = (1100, 720),
) -> AsyncIterator[World]:
    """Opens the page, and takes everything down again."""
    world = make_world(Theme(qapp, "light"), profiles, settings or Settings(), places)
    await world.profiles.load()
    await world.needs.preferences.load()
    world.page = SettingsPage(world.needs)
    world.page.resize(*size)
    world.page.show()
    try:
        yield world
    finally:
        world.page.hide()
        await world.page.finish()
        await world.bridge.close()
        world.page.deleteLater()


def make_world(
    theme: Theme,
    profiles: tuple[ProviderProfile, ...],
    settings: Settings,
    places: Places | None = None,
) -> World:
    store, vault, directory = MemoryProfiles(*profiles), MemoryVault(), FakeDirectory()
    kept, recordings, models = MemorySettings(settings), FakeRecordings(), FakeLocalModels()
    bridge = Bridge(asyncio.get_running_loop())
    opened: list[str] = []
    picked: list[Path | None] = []
    numbers = itertools.count(1)

    async def pick(parent: QWidget, title: str) -> Path | None:
        return picked.pop(0)

    needs = Needs(
        theme=theme,
        profiles=Profiles(store, vault, directory, (SMALL, PRACTICE)),
        preferences=Preferences(kept),
        recordings=recordings,
        local_models=models,
        tools=TOOLS,
        check_address=address_fault,
        spawn=bridge.spawn,
        new_id=lambda: f"new-{next(numbers)}",
        places=places or Places("/home/me/callboard", "/home/me/callboard/models", ASIDE),
        pick_folder=pick,
        open_folder=opened.append,
        platform="linux",
    )
    world = World(store, vault, directory, kept, recordings, models, bridge, needs)
    world.opened, world.picked = opened, picked
    return world


ASIDE = (
    AsideFile("/home/me/callboard/settings-set-aside-2026-12-02-181500.json", "damaged"),
    AsideFile("/home/me/callboard/callboard-set-aside-2026-12-01-091500.db", "newer"),
)
