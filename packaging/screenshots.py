"""Draws the settings as they are with several providers, for the README and to look at.

`python packaging/screenshots.py [folder]` from a clone with its development packages. Everything
comes from the fakes of the tests: no network, no keyring, no files of the user. Under Linux without
a screen: `QT_QPA_PLATFORM=offscreen`.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))

import qasync  # noqa: E402 - the checkout has to be found first
from PySide6.QtCore import QLocale  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from studio.core.abilities import Abilities, Prices  # noqa: E402
from studio.core.errors import Category, Failure, KeyringError  # noqa: E402
from studio.core.messages import Dialect, Usage  # noqa: E402
from studio.core.models import ListedModel  # noqa: E402
from studio.core.profiles import KeyEntry, KeySource, ProviderProfile  # noqa: E402
from studio.core.results import Form  # noqa: E402
from studio.core.settings import Settings  # noqa: E402
from studio.core.spending import UsageRow  # noqa: E402
from studio.core.tools import ToolOutput  # noqa: E402
from studio.harness.key_ports import FoundKey  # noqa: E402
from studio.harness.ports import (  # noqa: E402
    Check,
    CheckResult,
    FoundServer,
    LastTest,
    Step,
    StepResult,
)
from studio.ui.settings.page import SettingsPage  # noqa: E402
from studio.ui.settings.server_needs import ServerNeeds  # noqa: E402
from studio.ui.theme import Theme  # noqa: E402
from tests.ui.settings.fakes import NOW, OLLAMA, World, make_world  # noqa: E402
from tests.ui.settings.server_fakes import (  # noqa: E402
    BROKEN,
    CONVERT,
    MEMORY,
    NEEDS_LOGIN,
    READY,
    REMOTE,
    TIME,
    FakeBook,
    FakeHost,
    FakeTool,
)

_SIZE = (1440, 900)
_ARGUMENTS = {
    "source_timezone": "Europe/Kyiv",
    "time": "14:30",
    "target_timezone": "Asia/Tokyo",
}
_CONVERTED = """{
  "source": {"timezone": "Europe/Kyiv", "datetime": "2026-12-02T14:30:00+02:00"},
  "target": {"timezone": "Asia/Tokyo", "datetime": "2026-12-02T21:30:00+09:00"},
  "time_difference": "+7.0h"
}"""
_DAY = 86_400.0
_THINKING = Abilities(
    takes_tools=True,
    takes_images=True,
    reasons=True,
    context_tokens=200_000,
    prices=Prices(input=Decimal(3), output=Decimal(15)),
)
_ANTHROPIC = ProviderProfile(
    id="anthropic",
    name="Anthropic",
    dialect=Dialect.ANTHROPIC_MESSAGES,
    base_url="https://api.anthropic.com",
    model="claude-sonnet-4-5",
    catalogue_id="anthropic",
    keys=(
        KeyEntry(id="k1", name="work", hint="9f2c", monthly_cap=Decimal(20), tested_at=NOW - 1_080),
        KeyEntry(id="k2", name="private", hint="71ab", tested_at=NOW - 20 * _DAY),
    ),
)
_OPENAI = ProviderProfile(
    id="openai",
    name="OpenAI",
    dialect=Dialect.OPENAI_RESPONSES,
    base_url="https://api.openai.com/v1",
    catalogue_id="openai",
    keys=(KeyEntry(id="k1", name="main", hint="Qx4T", tested_at=NOW - 3_600),),
)
_GROQ = ProviderProfile(
    id="groq",
    name="Groq",
    base_url="https://api.groq.com/openai/v1",
    model="llama-3.3-70b-versatile",
    catalogue_id="groq",
    keys=(
        KeyEntry(
            id="k1",
            name="main",
            hint="b7Zk",
            tested_at=NOW - _DAY,
            test_failure=Category.AUTHENTICATION,
        ),
        KeyEntry(id="k2", name="team", source=KeySource.ENVIRONMENT, locator="GROQ_TEAM_KEY"),
    ),
)
_OLLAMA = OLLAMA.model_copy(
    update={
        "name": "Ollama on this computer",
        "dialect": Dialect.OLLAMA_CHAT,
        "base_url": "http://localhost:11434",
        "catalogue_id": "ollama",
    }
)
_VLLM = ProviderProfile(
    id="vllm", name="vLLM, lab server", base_url="http://lab.example.com:8000/v1"
)
_REFUSED = Failure(
    Category.AUTHENTICATION,
    "Invalid API Key",
    401,
    request_id="req_01kbf7xw",
    url="https://api.groq.com/openai/v1/chat/completions",
)
_UNREACHED = Failure(Category.NETWORK, code="refused", url="http://lab.example.com:8000/v1/models")


def _world(theme: Theme) -> World:
    profiles = (_ANTHROPIC, _OPENAI, _GROQ, _OLLAMA, _VLLM)
    world = make_world(theme, profiles, Settings())
    world.needs = replace(world.needs, tool_servers=_servers(world.needs.tool_servers))
    for name in ("claude-haiku-4-5", "claude-opus-4-5", "claude-sonnet-4-5"):
        world.package.known[name] = _THINKING
    world.directory.found = tuple(
        ListedModel(f"claude-{name}")
        for name in ("haiku-4-5", "opus-4-5", "sonnet-4-5", *(f"3-{n}-sonnet" for n in range(11)))
    )
    world.places.in_environment = (
        FoundKey("f1", "anthropic", "ANTHROPIC_API_KEY", "environment", "e0d1"),
    )
    world.servers.found = (
        FoundServer("ollama", "Ollama", "http://localhost:11434", Dialect.OLLAMA_CHAT, ("a",) * 11),
        FoundServer(
            "lmstudio", "LM Studio", "http://localhost:1234/v1", Dialect.OPENAI_CHAT, ("b",)
        ),
    )
    for key_id, ago, usd in (("k1", 120, "4.12"), ("k2", 20 * _DAY, "0.30")):
        world.usage.kept[key_id] = _used("anthropic", key_id, ago, Decimal(usd))
    world.usage.kept["v"] = _used("vllm", "", 4 * _DAY, None)
    tests = world.model_store.kept_tests
    tests["anthropic"] = _tested(1_080, "k1", _passed("/v1/messages", 214, 611), "0.0004")
    tests["openai"] = _tested(3_600, "k1", _passed("/v1/responses", 388, 702), None)
    tests["groq"] = _tested(_DAY, "k1", _failing(), None)
    tests["o"] = _tested(3_600, "", _passed("/api/chat", 12, 240), None)
    tests["vllm"] = _tested(1_200, "", (StepResult(Step.MODELS, 3.0, _UNREACHED),), None)
    return world


def _servers(needs: ServerNeeds) -> ServerNeeds:
    """One that runs, one whose program is missing, one that wants a login."""
    host, tool = FakeHost(), FakeTool(CONVERT)
    tool.output = ToolOutput(_CONVERTED, form=Form.JSON)
    host.states = {"time": READY, "memory": BROKEN, "issues": NEEDS_LOGIN}
    host.by_hand = {("time", CONVERT.own_name): tool}
    book = FakeBook(TIME, MEMORY, REMOTE)
    return replace(needs, book=book, host=host, platform="linux", clock=lambda: NOW)


def _used(profile_id: str, key_id: str, ago: float, usd: Decimal | None) -> UsageRow:
    # Long enough before now for "last used", and in this month for the sum.
    at = max(NOW - ago, NOW - _DAY) if usd is not None and ago > _DAY else NOW - ago
    return UsageRow(
        round_id=f"{profile_id}/{key_id}",
        at=at,
        chat_id="",
        turn_id="",
        profile_id=profile_id,
        profile_name=profile_id,
        key_id=key_id,
        model="m",
        dialect=Dialect.ANTHROPIC_MESSAGES,
        usage=Usage(input_tokens=412_000, output_tokens=96_000),
        usd=usd,
    )


def _tested(ago: float, key_id: str, steps: tuple[StepResult, ...], usd: str | None) -> LastTest:
    return LastTest(NOW - ago, key_id, "m", steps, None if usd is None else Decimal(usd))


def _passed(path: str, models: float, answer: float) -> tuple[StepResult, ...]:
    return (
        StepResult(Step.MODELS, models, None, "14", "GET", "/v1/models", 200),
        StepResult(Step.ANSWER, answer, None, "ready", "POST", path, 200),
        StepResult(Step.STREAM, answer + 22, None, "3", "POST", path, 200),
        StepResult(Step.TOOLS, answer + 90, None, "called", "POST", path, 200),
    )


def _failing() -> tuple[StepResult, ...]:
    path = "/openai/v1/chat/completions"
    unlisted = replace(_REFUSED, url="https://api.groq.com/openai/v1/models")
    return (
        StepResult(Step.MODELS, 94.0, unlisted, "", "GET", "/openai/v1/models", 401),
        StepResult(Step.ANSWER, 91.0, _REFUSED, "", "POST", path, 401),
    )


async def _rests() -> None:
    """All that was started is drawn."""
    for _ in range(40):
        await asyncio.sleep(0)
        QApplication.processEvents()


async def providers(page: SettingsPage, world: World) -> QWidget:
    await world.needs.models.refresh("anthropic")
    page.show_providers("anthropic")
    return page


async def failing_test(page: SettingsPage, world: World) -> QWidget:
    page.show_providers("groq")
    return page


async def doctor(page: SettingsPage, world: World) -> QWidget:
    """A locked keyring, and a key whose variable is not set."""
    page.show_providers("groq")
    await _rests()
    locked = Failure(Category.KEYRING, "The collection is locked.", code="locked")
    world.vault.names_itself = True
    world.vault.problem = KeyringError(locked, "Secret Service")
    page.providers.open_doctor("groq")
    return page


async def probe(page: SettingsPage, world: World) -> QWidget:
    await world.needs.models.refresh("anthropic")
    page.show_providers("anthropic")
    passed = [check for check in Check if check is not Check.FILE]
    world.directory.checks = tuple(
        CheckResult(check, 240.0 + 61 * number, passed=check is not Check.PARALLEL_CALLS or None)
        for number, check in enumerate(passed)
    )
    form = page.providers.form
    if form is not None:
        form.check.click()
        form.probe.start()
        await _rests()
        form.ensureWidgetVisible(form.probe.close_button)
    return page


async def add(page: SettingsPage, world: World) -> QWidget:
    page.show_providers()
    page.providers.open_add()
    return page


async def servers(page: SettingsPage, world: World) -> QWidget:
    page.navigation.setCurrentRow(page.pages.indexOf(page.tool_servers))
    page.tool_servers.choose("time")
    return page


async def server_broken(page: SettingsPage, world: World) -> QWidget:
    await servers(page, world)
    page.tool_servers.choose("memory")
    return page


async def server_call(page: SettingsPage, world: World) -> QWidget:
    """A tool called without a model, with its result."""
    await servers(page, world)
    shown = page.tool_servers.page
    if shown is not None:
        shown.show_part(shown.tools)
        row = shown.tools.row(CONVERT.own_name)
        row.open_call()
        if row.panel is not None:
            row.panel.form.set_value(_ARGUMENTS)
            row.panel.start()
            await _rests()
            shown.tools.ensureWidgetVisible(row.panel)
    return page


async def appearance(page: SettingsPage, world: World) -> QWidget:
    page.navigation.setCurrentRow(page.pages.indexOf(page.appearance))
    return page


Scene = Callable[[SettingsPage, World], Awaitable[QWidget]]
SCENES: dict[str, Scene] = {
    "providers": providers,
    "doctor": doctor,
    "failing-test": failing_test,
    "probe": probe,
    "add": add,
    "servers": servers,
    "server-broken": server_broken,
    "server-call": server_call,
    "appearance": appearance,
}


async def draw(
    application: QApplication, name: str, shade: str, folder: Path, size: tuple[int, int] = _SIZE
) -> Path:
    theme = Theme(application, shade)
    theme.settle()
    world = _world(theme)
    await world.profiles.load()
    await world.needs.models.load()
    await world.needs.ledger.load()
    page = SettingsPage(world.needs)
    page.resize(*size)
    page.show()
    shown = await SCENES[name](page, world)
    await _rests()
    path = folder / f"{name}-{shade}.png"
    shown.grab().save(str(path))
    page.hide()
    await page.finish()
    await world.bridge.close()
    page.deleteLater()
    return path


async def _all(application: QApplication, folder: Path) -> None:
    for name in SCENES:
        for shade in ("light", "dark"):
            print(await draw(application, name, shade, folder))


def main() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    application = QApplication([])
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _ROOT / "packaging" / "screenshots"
    with qasync.QEventLoop(application) as loop:
        loop.run_until_complete(_all(application, folder))


if __name__ == "__main__":
    main()
