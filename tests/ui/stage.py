"""A whole window over fake chats."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from studio.core.models import ListedModel
from studio.core.profiles import Kind, ProviderProfile
from studio.core.settings import Settings
from studio.core.tools import ToolDefinition
from studio.harness.models import Asking, Models
from studio.harness.ports import CheckResult, ProbeCost, StepResult
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import PageNeeds
from studio.ui.main_window import MainWindow
from studio.ui.offers import Offers
from studio.ui.shell import Shell, ShellNeeds
from studio.ui.theme import Theme
from tests.fake_models import FakePackage, MemoryModels
from tests.ui.fake_chats import FakeChats
from tests.ui.fake_files import new_files
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import NOTHING_RECORDED

PRACTICE = ProviderProfile(id="practice", name="Practice provider", kind=Kind.PRACTICE)
REMOTE = ProviderProfile(
    id="remote", name="Anthropic", base_url="https://api.example.com", model="claude-sonnet"
)
TOOLS = tuple(
    ToolDefinition(name, f"What {name} does.", asks_first=name.startswith("write"))
    for name in (
        "current_time",
        "calculate",
        "list_directory",
        "read_text_file",
        "write_text_file",
    )
)


class NoFiles:
    """Stores nothing."""

    def __init__(self, *profiles: ProviderProfile) -> None:
        self.saved = profiles

    async def profiles(self) -> tuple[ProviderProfile, ...]:
        return self.saved

    async def save_profile(self, profile: ProviderProfile) -> None:
        self.saved = (*self.saved, profile)

    async def remove_profile(self, profile_id: str) -> None:
        self.saved = tuple(one for one in self.saved if one.id != profile_id)

    async def load(self) -> Settings:
        return Settings(default_profile_id=PRACTICE.id)

    async def save(self, settings: Settings) -> None:
        return


class NoKeys:
    """A vault without keys."""

    async def key(self, profile_id: str, key_id: str) -> str | None:
        return None

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        return

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        return

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        return

    async def backend(self) -> str:
        return "none"


class ManyModels:
    """Every provider offers these models."""

    def __init__(self, *models: str) -> None:
        self.offered = models
        self.asked: list[str] = []

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        self.asked.append(profile.id)
        return tuple(ListedModel(name) for name in self.offered)

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        nothing: tuple[StepResult, ...] = ()
        for result in nothing:
            yield result

    async def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        nothing: tuple[CheckResult, ...] = ()
        for result in nothing:
            yield result

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost:
        return ProbeCost(0, 0, 0, None)


@dataclass
class Stage:
    """The window and what a test wants to reach of it."""

    window: MainWindow
    shell: Shell
    chats: FakeChats
    bridge: Bridge
    profiles: Profiles
    preferences: Preferences
    directory: ManyModels
    zooms: list[int]
    now: float = 1_000_000.0

    async def close(self) -> None:
        await self.shell.finish()
        await self.bridge.close()
        self.window.finish_close()
        self.window.deleteLater()


async def set_stage(
    theme: Theme, chats: FakeChats | None = None, *, now: float = 1_000_000.0, places: str = ""
) -> Stage:
    """Needs a running loop."""
    chats = chats or FakeChats()
    bridge = Bridge(asyncio.get_running_loop())
    directory = ManyModels("model-a", "model-b")
    profiles = Profiles(NoFiles(REMOTE), NoKeys(), directory, (PRACTICE,))
    preferences = Preferences(NoFiles())
    await profiles.load()
    await preferences.load()
    asking = Asking(profiles.usable, profiles.key_text, directory)
    models = Models(asking, MemoryModels(), FakePackage(), lambda: now)
    offers = Offers(profiles, models, preferences, lambda: TOOLS, bridge.spawn)
    window = MainWindow(theme)
    window.places = places
    page = PageNeeds(
        theme, bridge.spawn, NOTHING_RECORDED, offers.suggestions, new_files(), NOTHING_MEASURED
    )
    zooms: list[int] = []
    needs = ShellNeeds(
        page=page,
        bridge=bridge,
        chats=chats,
        offers=offers,
        settings_page=lambda: _named("settings"),
        welcome_page=lambda: _named("welcome"),
        clock=lambda: now,
        app_icon=QIcon(),
        zoom=zooms.append,
        search=chats.search,
    )
    shell = Shell(window, needs)
    return Stage(window, shell, chats, bridge, profiles, preferences, directory, zooms, now)


def _named(name: str) -> QWidget:
    label = QLabel(name)
    label.setObjectName(name)
    return label


def application() -> QApplication:
    running = QApplication.instance()
    assert isinstance(running, QApplication)
    return running
