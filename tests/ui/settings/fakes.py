"""The settings page with everything it needs, in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from studio.adapters.late_spans import LateSpans
from studio.core.abilities import Abilities, Prices, Source
from studio.core.catalogue import Catalogue
from studio.core.errors import (
    AddressError,
    Category,
    Failure,
    KeyringError,
    RoundError,
    StudioError,
)
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.core.policy import Policy
from studio.core.profiles import KEY_ID, EngineSettings, KeyEntry, Kind, ProviderProfile
from studio.core.recording import Recording
from studio.core.settings import Settings
from studio.core.spending import UsageRow
from studio.core.tools import ToolDefinition
from studio.harness.doctor import KeyringDoctor
from studio.harness.key_finds import KeyFinds
from studio.harness.key_ports import Desktop, FoundKey, Owner
from studio.harness.key_texts import KeyMeans
from studio.harness.knowledge_ports import KeptCard, KeptList
from studio.harness.models import Asking, Models
from studio.harness.ports import (
    Check,
    CheckResult,
    EngineState,
    FoundServer,
    LastTest,
    ModelFile,
    OllamaModel,
    ProbeCost,
    PullProgress,
    Step,
    StepResult,
)
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.harness.rule_book import forgetful_book
from studio.harness.search_keys import SearchKeys
from studio.harness.usage import Ledger
from studio.store.catalogue import load_catalogue
from studio.ui.bridge import Bridge
from studio.ui.settings.needs import AsideFile, Needs, Places
from studio.ui.settings.page import SettingsPage
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.texts import address_fault_text
from studio.ui.theme import Theme
from studio.wire.endpoints import models_url
from tests.ui.settings.server_fakes import FakeBook, FakeClients, FakeHost

KEY = "sk-ant-" + "api03-Abc123Def456Ghi789-9f2c"
NOW = 1_796_210_520.0  # 2 December 2026, about noon in Europe
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
    catalogue_id="anthropic",
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
        self.names_itself = False  # though it has a problem
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
        if not self.names_itself:
            self._fail()
        return "Secret Service"

    async def try_round_trip(self) -> None:
        await self.is_open.wait()
        self._fail()

    def _fail(self) -> None:
        if self.problem is not None:
            raise self.problem


class FakeDirectory:
    """A `Directory` with a list of models, and steps that wait to be let through."""

    def __init__(self) -> None:
        self.found: tuple[ListedModel, ...] = tuple(
            ListedModel(name) for name in ("claude-haiku", "claude-opus", "claude-sonnet")
        )
        self.failure: Failure | None = None
        self.steps: tuple[StepResult, ...] = (
            StepResult(Step.MODELS, 214.2, None, "14", "GET", "/v1/models", 200),
            StepResult(Step.ANSWER, 611.0, None, "ready", "POST", "/v1/messages", 200),
            StepResult(Step.STREAM, 640.0, None, "3", "POST", "/v1/messages", 200),
            StepResult(Step.TOOLS, 702.0, None, "called", "POST", "/v1/messages", 200),
        )
        self.checks: tuple[CheckResult, ...] = (
            CheckResult(Check.ANSWER, 402.0, passed=True),
            CheckResult(Check.CALL, 511.0, passed=True),
            CheckResult(Check.IMAGE, 302.0, False, Failure(Category.BAD_REQUEST, "no images")),
            CheckResult(Check.REASONING, 480.0, passed=None),
        )
        self.cost = ProbeCost(12, 9_000, 2_600, Decimal("0.07"))
        self.tested: list[tuple[ProviderProfile, str | None]] = []
        self.probed: list[tuple[str, str | None]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.was_closed = False

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        await self.may_answer.wait()
        if self.failure is not None:
            raise RoundError(self.failure)
        return self.found

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        self.tested.append((profile, key))
        try:
            for step in self.steps:
                yield step
                await self.may_answer.wait()
        finally:
            self.was_closed = True

    async def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        self.probed.append((model, key))
        try:
            for check in self.checks:
                yield check
                await self.may_answer.wait()
        finally:
            self.was_closed = True

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost:
        return self.cost


class MemoryModels:
    """A `ModelStore`."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptList] = {}
        self.kept_cards: dict[tuple[str, str, Source], KeptCard] = {}
        self.kept_tests: dict[str, LastTest] = {}

    async def lists(self) -> tuple[KeptList, ...]:
        return tuple(self.kept.values())

    async def cards(self) -> tuple[KeptCard, ...]:
        return tuple(self.kept_cards.values())

    async def save_list(self, kept: KeptList) -> None:
        self.kept[kept.profile_id] = kept

    async def save_card(self, card: KeptCard) -> None:
        self.kept_cards[card.profile_id, card.model, card.source] = card

    async def remove_card(self, profile_id: str, model: str, source: Source) -> None:
        self.kept_cards.pop((profile_id, model, source), None)

    async def tests(self) -> tuple[tuple[str, LastTest], ...]:
        return tuple(self.kept_tests.items())

    async def save_test(self, profile_id: str, test: LastTest) -> None:
        self.kept_tests[profile_id] = test

    async def forget(self, profile_id: str) -> None:
        self.kept.pop(profile_id, None)
        self.kept_tests.pop(profile_id, None)


class NoPackage:
    """A `ModelPackage` that knows what the test tells it."""

    def __init__(self) -> None:
        self.known: dict[str, Abilities] = {}

    async def load(self) -> None:
        return

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        return self.known.get(model, Abilities())


class MemoryUsage:
    """A `UsageStore`."""

    def __init__(self) -> None:
        self.kept: dict[str, UsageRow] = {}

    async def add(self, row: UsageRow) -> bool:
        is_new = row.round_id not in self.kept
        self.kept.setdefault(row.round_id, row)
        return is_new

    async def rows(self, since: float, until: float) -> tuple[UsageRow, ...]:
        return tuple(row for row in self.kept.values() if since <= row.at < until)

    async def of_chat(self, chat_id: str) -> tuple[UsageRow, ...]:
        return tuple(row for row in self.kept.values() if row.chat_id == chat_id)

    async def last_used(self) -> tuple[tuple[str, str, float], ...]:
        return tuple((row.profile_id, row.key_id, row.at) for row in self.kept.values())


class FakePlaces:
    """A `KeyPlaces`: what lies where, and the keys themselves apart from it."""

    def __init__(self) -> None:
        self.in_environment: tuple[FoundKey, ...] = ()
        self.in_file: tuple[FoundKey, ...] = ()
        self.in_programs: tuple[FoundKey, ...] = ()
        self.keys: dict[str, str] = {}
        self.files: list[Path] = []

    async def environment(self, names: tuple[str, ...], owner: Owner) -> tuple[FoundKey, ...]:
        return self.in_environment

    async def dotenv(self, path: Path, owner: Owner) -> tuple[FoundKey, ...]:
        self.files.append(path)
        return self.in_file

    async def other_programs(self, owner: Owner) -> tuple[FoundKey, ...]:
        return self.in_programs

    async def read(self, found: FoundKey) -> str:
        if found.id not in self.keys:
            raise StudioError(Failure(Category.KEY_MISSING, code="find_gone"))
        return self.keys[found.id]


class FakeServers:
    """A `LocalServers` that is let through one by one."""

    def __init__(self) -> None:
        self.found: tuple[FoundServer, ...] = ()
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.searches = 0

    async def find(self) -> AsyncGenerator[FoundServer]:
        self.searches += 1
        await self.may_answer.wait()
        for server in self.found:
            yield server


class FakeOllama:
    """An `OllamaModels` whose steps are let through one by one."""

    def __init__(self) -> None:
        self.there: tuple[OllamaModel, ...] = ()
        self.steps: tuple[PullProgress, ...] = ()
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.pulled: list[str] = []
        self.was_closed = False

    async def list(self, profile: ProviderProfile) -> tuple[OllamaModel, ...]:
        return self.there

    async def pull(self, profile: ProviderProfile, name: str) -> AsyncGenerator[PullProgress]:
        self.pulled.append(name)
        try:
            for step in self.steps:
                yield step
                await self.may_answer.wait()
        finally:
            self.was_closed = True

    async def delete(self, profile: ProviderProfile, name: str) -> None:
        self.there = tuple(model for model in self.there if model.name != name)

    async def show(self, profile: ProviderProfile, name: str) -> Abilities:
        return Abilities()


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

    async def round_recordings(self, round_id: str) -> tuple[Recording, ...]:
        return ()

    async def outlines(self, turn_id: str) -> tuple[Recording, ...]:
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
    model_store: MemoryModels
    package: NoPackage
    usage: MemoryUsage
    places: FakePlaces
    servers: FakeServers
    ollama: FakeOllama
    page: SettingsPage = field(init=False)
    opened: list[str] = field(default_factory=list)
    picked: list[Path | None] = field(default_factory=list)
    written: dict[Path, str] = field(default_factory=dict)

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
    policy: Policy | None = None,
    prepare: Callable[[World], None] = lambda _: None,
    size: tuple[int, int] = (1100, 720),
) -> AsyncIterator[World]:
    """Opens the page, and takes everything down again. `prepare` sets the fakes before."""
    world = make_world(Theme(qapp, "light"), profiles, settings or Settings(), places, policy)
    prepare(world)
    await world.profiles.load()
    await world.needs.preferences.load()
    await world.needs.models.load()
    await world.needs.ledger.load()
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
    policy: Policy | None = None,
) -> World:
    store, vault, directory = MemoryProfiles(*profiles), MemoryVault(), FakeDirectory()
    kept, recordings, models = MemorySettings(settings), FakeRecordings(), FakeLocalModels()
    listed, package, usage, plain = MemoryModels(), NoPackage(), MemoryUsage(), FakePlaces()
    servers, ollama = FakeServers(), FakeOllama()
    bridge = Bridge(asyncio.get_running_loop())
    opened: list[str] = []
    picked: list[Path | None] = []
    written: dict[Path, str] = {}
    numbers = itertools.count(1)

    async def pick(parent: QWidget, title: str) -> Path | None:
        return picked.pop(0)

    def clock() -> float:
        return NOW

    async def save_text(path: Path, text: str) -> None:
        written[path] = text

    means = KeyMeans(clock=clock, new_id=lambda: f"key-{next(numbers)}")
    known = Profiles(store, vault, directory, (SMALL, PRACTICE), means, policy or Policy())
    asking = Asking(known.profile, known.key_text, directory)
    preferences = Preferences(kept, policy or Policy())
    needs = Needs(
        theme=theme,
        profiles=known,
        preferences=preferences,
        recordings=recordings,
        local_models=models,
        tools=lambda: TOOLS,
        tool_servers=ServerNeeds(theme, FakeBook(), FakeHost(), FakeClients(), save_text),
        rules=forgetful_book(),
        search_keys=SearchKeys(vault),
        spans=LateSpans(lambda: preferences.settings, vault, policy or Policy()),
        policy=policy or Policy(),
        check_address=address_fault,
        spawn=bridge.spawn,
        new_id=lambda: f"new-{next(numbers)}",
        places=places or Places("/home/me/callboard", "/home/me/callboard/models", ASIDE),
        catalogue=CATALOGUE,
        models=Models(asking, listed, package, clock),
        ledger=Ledger(usage, clock, lambda _: Prices()),
        finds=KeyFinds(plain, CATALOGUE, known),
        doctor=KeyringDoctor(vault, known, lambda: Desktop("linux", "gnome"), lambda: 0.0),
        servers=servers,
        ollama=ollama,
        chat_titles=dict,
        save_text=save_text,
        clock=clock,
        pick_file=pick,
        open_address=opened.append,
        pick_folder=pick,
        open_folder=opened.append,
        platform="linux",
    )
    world = World(
        store,
        vault,
        directory,
        kept,
        recordings,
        models,
        bridge,
        needs,
        listed,
        package,
        usage,
        plain,
        servers,
        ollama,
    )
    world.opened, world.picked, world.written = opened, picked, written
    return world


CATALOGUE: Catalogue = load_catalogue()
ASIDE = (
    AsideFile("/home/me/callboard/settings-set-aside-2026-12-02-181500.json", "damaged"),
    AsideFile("/home/me/callboard/callboard-set-aside-2026-12-01-091500.db", "newer"),
)
