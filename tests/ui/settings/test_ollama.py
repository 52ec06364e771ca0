"""The models of an Ollama server: listed, fetched with progress, deleted with undo."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QPushButton

from studio.core.messages import Dialect
from studio.harness.ports import OllamaModel, PullProgress
from studio.ui.settings.ollama_models import OllamaSection
from studio.ui.settings.provider_form import ProviderForm
from tests.conftest import Until
from tests.ui.settings.fakes import OLLAMA, World, all_words, settings_world

SERVER = OLLAMA.model_copy(
    update={"dialect": Dialect.OLLAMA_CHAT, "base_url": "http://localhost:11434"}
)
QWEN = OllamaModel("qwen3:8b", 5_200_000_000, "8.2B", "Q4_K_M", 40_960, is_loaded=True)
GEMMA = OllamaModel("gemma3:4b", 3_300_000_000, "4.3B", "Q4_K_M", 131_072)


def there(world: World) -> None:
    world.ollama.there = (QWEN, GEMMA)


def form(world: World) -> ProviderForm:
    world.page.show_providers("o")
    assert world.page.providers.form is not None
    return world.page.providers.form


def section(world: World) -> OllamaSection:
    found = form(world).ollama
    assert found is not None
    return found


async def test_the_server_is_asked_only_when_the_user_says_so(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, SERVER, prepare=there) as world:
        shown = section(world)
        await until(world.is_idle)
        assert shown.models == ()
        shown.list_button.click()
        await until(world.is_idle)
        words = all_words(shown)
        assert "qwen3:8b" in words
        assert "5.2 GB · 8.2B · Q4_K_M · 41.0k context · loaded" in words
        assert shown.state.text() == "2 models, 8.5 GB on disk"


async def test_fetching_shows_progress_and_ends_with_the_model(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, SERVER, prepare=there) as world:
        world.ollama.steps = (PullProgress("pulling", 1_300_000_000, 5_200_000_000),)
        world.ollama.may_answer.clear()
        shown = section(world)
        shown.name.setText("qwen3:8b")
        shown.pull_button.click()
        await until(lambda: "1.3 GB of 5.2 GB" in shown.progress.text())
        assert shown.bar.value() == 250
        world.ollama.may_answer.set()
        await until(world.is_idle)
        assert shown.progress.text() == "qwen3:8b is there."
        assert not shown.bar.isVisible()
        assert shown.models == (QWEN, GEMMA)


async def test_fetching_can_be_stopped(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, SERVER) as world:
        world.ollama.steps = (PullProgress("pulling", 1, 2),)
        world.ollama.may_answer.clear()
        shown = section(world)
        shown.name.setText("qwen3:8b")
        shown.pull_button.click()
        await until(lambda: "pulling" in shown.progress.text())
        shown.pull_button.click()
        await until(world.is_idle)
        assert world.ollama.was_closed
        assert "Stopped" in shown.progress.text()
        assert shown.pull_button.text() == "Fetch"


async def test_a_deleted_model_comes_back_by_undo_and_goes_without(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, SERVER, prepare=there) as world:
        shown = section(world)
        shown.list_button.click()
        await until(world.is_idle)
        for is_undone in (True, False):
            buttons = shown.findChildren(QPushButton)
            next(one for one in buttons if one.accessibleName() == "Delete gemma3:4b").click()
            assert world.ollama.there == (QWEN, GEMMA)
            notices = world.page.notices
            (notices.undo_button if is_undone else notices.close_button).click()
            await until(world.is_idle)
        assert world.ollama.there == (QWEN,)
        assert shown.models == (QWEN,)


async def test_keep_alive_and_context_are_saved(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, SERVER) as world:
        fields = form(world).advanced.ollama
        assert fields is not None
        fields.alive.setValue(-1)
        fields.context.setValue(32_768)
        await until(world.is_idle)
        saved = world.saved("o")
        assert (saved.keep_alive, saved.context_length) == (-1, 32_768)
