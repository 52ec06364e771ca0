"""The welcome page: three ways to begin, and a paste that becomes a provider."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.settings import Settings
from studio.ui.theme import Theme
from studio.ui.welcome import WelcomePage
from tests.conftest import Until
from tests.ui.focus import passed_by_tab
from tests.ui.settings.fakes import (
    ANTHROPIC,
    BIG_FILE,
    KEY,
    World,
    all_words,
    keyring_problem,
    make_world,
)

CURL = f"""curl https://llm.example.com/api/v1/chat/completions \\
  -H "Authorization: Bearer {KEY}" -H "X-Team: blue" -H "X-Api-Token: {KEY}2" \\
  -d '{{"model": "m-1", "messages": []}}'
"""


class Welcome:
    """The page, its fakes, and what it told."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.page = WelcomePage(world.needs)
        self.told: list[tuple[str, ...]] = []
        self.page.provider_ready.connect(lambda id_: self.told.append(("ready", id_)))
        self.page.practice_chosen.connect(lambda: self.told.append(("practice",)))
        self.page.small_model_chosen.connect(lambda: self.told.append(("small",)))
        self.page.settings_requested.connect(lambda: self.told.append(("settings",)))

    @property
    def hint(self) -> str:
        return self.page.hint.text() if self.page.hint.isVisible() else ""

    def paste(self, text: str) -> None:
        self.page.paste.setPlainText(text)
        self.page.read()


@asynccontextmanager
async def welcome(qapp: QApplication, *profiles: ProviderProfile) -> AsyncIterator[Welcome]:
    world = make_world(Theme(qapp, "light"), profiles, Settings())
    await world.profiles.load()
    opened = Welcome(world)
    opened.page.resize(1000, 700)
    opened.page.show()
    try:
        yield opened
    finally:
        opened.page.hide()
        await opened.page.finish()
        await world.bridge.close()
        opened.page.deleteLater()


async def test_each_choice_is_told_and_remembered(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        await until(opened.page.small.isEnabled)
        for one in (opened.page.practice, opened.page.small, opened.page.by_hand):
            one.click()
        await until(opened.world.is_idle)
        assert opened.told == [("practice",), ("small",), ("settings",)]
        assert opened.world.settings.saved.has_seen_welcome


async def test_a_small_model_that_is_not_there_says_so(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.world.models.found = (BIG_FILE,)
        await until(opened.world.is_idle)
        assert not opened.page.small.isEnabled()
        assert "not installed" in opened.page.small_state.text()


async def test_a_pasted_key_fills_in_its_provider(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste(KEY)
        form = opened.page.connect_form.connecting
        assert form.isVisible()
        assert opened.hint == "This looks like Anthropic."
        assert form.address.text() == "https://api.anthropic.com"
        assert form.dialect.currentData() == Dialect.ANTHROPIC_MESSAGES
        assert form.key.echoMode() is QLineEdit.EchoMode.Password
        assert opened.page.paste.toPlainText() == ""
        assert not opened.page.paste.document().isUndoAvailable()
        await until(opened.world.is_idle)


async def test_the_address_of_a_local_server_needs_no_key(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste("http://127.0.0.1:11434/v1/")
        assert opened.hint == "This looks like Ollama."
        opened.page.connect_form.connecting.connect_button.click()
        await until(opened.world.is_idle)
        assert opened.world.saved("new-1").base_url == "http://127.0.0.1:11434/v1"
        assert opened.world.vault.reads == 0


async def test_a_hosted_provider_asks_for_its_key(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste("https://api.openai.com/v1")
        form = opened.page.connect_form.connecting
        form.connect_button.click()
        assert form.key_field.fault == "This provider needs a key."
        await until(opened.world.is_idle)
        assert opened.world.store.saved == {}


@pytest.mark.slow
async def test_a_paste_is_read_by_itself_after_a_pause(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.page.paste.setPlainText(KEY)
        await until(opened.page.connect_form.isVisible)


async def test_a_key_becomes_a_provider_with_a_model_of_its_list(
    qapp: QApplication, until: Until
) -> None:
    async with welcome(qapp, ANTHROPIC) as opened:
        opened.paste(KEY)
        form = opened.page.connect_form.connecting
        form.connect_button.click()
        await until(opened.world.is_idle)
        choosing = opened.page.connect_form
        assert choosing.model.find_button.text() == "3 found ▾"
        assert not choosing.chat.isEnabled()
        choosing.model.edit.setText("claude-opus")
        choosing.model.edit.editingFinished.emit()
        choosing.chat.click()
        await until(opened.world.is_idle)
        saved = opened.world.saved("new-1")
        assert (saved.name, saved.model, saved.key_hint) == ("Anthropic 2", "claude-opus", "9f2c")
        assert opened.world.vault.keys == {("new-1", "default"): KEY}
        assert opened.told == [("ready", "new-1")]


async def test_a_curl_command_is_all_it_takes(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste(CURL)
        assert "does not know" in opened.hint
        opened.page.connect_form.connecting.connect_button.click()
        await until(opened.world.is_idle)
        saved = opened.world.saved("new-1")
        assert saved.name == "llm.example.com"
        assert saved.base_url == "https://llm.example.com/api/v1"
        assert saved.dialect is Dialect.OPENAI_CHAT
        assert saved.model == "m-1"
        assert saved.extra_headers == {"X-Team": "blue"}
        assert saved.secret_headers == ("X-Api-Token",)
        assert opened.world.vault.keys == {
            ("new-1", "default"): KEY,
            ("new-1", "header-x-api-token"): f"{KEY}2",
        }
        assert opened.told == [("ready", "new-1")]


async def test_no_pasted_key_is_seen_after_it_was_read(
    qapp: QApplication, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with welcome(qapp) as opened:
        opened.paste(CURL)
        assert KEY not in opened.page.connect_form.connecting.key.displayText()
        opened.page.connect_form.connecting.connect_button.click()
        await until(opened.world.is_idle)
        assert KEY not in all_words(opened.page)
        assert KEY not in caplog.text
        assert KEY not in repr(opened.world.store.saved)


async def test_an_unknown_key_asks_whose_it_is(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste("0123456789abcdef0123456789abcdef")
        form = opened.page.connect_form.connecting
        assert "Choose whose it is" in opened.hint
        assert form.whose.currentText() == "Another provider"
        form.connect_button.click()
        assert form.address_field.fault
        index = form.whose.findText("OpenAI")
        form.whose.setCurrentIndex(index)
        form.whose.activated.emit(index)
        assert form.address.text() == "https://api.openai.com/v1"
        await until(opened.world.is_idle)


async def test_garbage_gets_a_sentence_and_stays(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste("hello there")
        assert "no key" in opened.hint
        assert opened.page.paste.toPlainText() == "hello there"
        opened.paste("")
        assert opened.hint == ""
        await until(opened.world.is_idle)


async def test_without_a_keyring_the_key_can_be_kept_until_exit(
    qapp: QApplication, until: Until
) -> None:
    async with welcome(qapp) as opened:
        opened.world.vault.problem = keyring_problem()
        opened.paste(KEY)
        form = opened.page.connect_form.connecting
        form.connect_button.click()
        await until(opened.world.is_idle)
        assert "fail Keyring" in form.problem.text
        assert form.window().focusWidget() is form.problem.keep
        assert opened.world.store.saved == {}
        opened.world.vault.problem = None
        form.problem.keep.click()
        await until(opened.world.is_idle)
        assert opened.world.vault.keys == {}
        assert opened.world.vault.in_memory == {("new-1", "default"): KEY}
        assert opened.page.connect_form.model.find_button.text() == "3 found ▾"


async def test_a_provider_that_does_not_answer_is_explained_and_kept(
    qapp: QApplication, until: Until
) -> None:
    async with welcome(qapp) as opened:
        opened.world.directory.failure = Failure(Category.AUTHENTICATION, "Incorrect API key")
        opened.paste(KEY)
        form = opened.page.connect_form.connecting
        form.connect_button.click()
        await until(opened.world.is_idle)
        assert "Incorrect API key" in opened.page.connect_form.model.state.text()
        assert "new-1" in opened.world.store.saved


async def test_going_back_leaves_no_key_behind(qapp: QApplication, until: Until) -> None:
    async with welcome(qapp) as opened:
        opened.paste(KEY)
        opened.page.connect_form.connecting.back.click()
        assert opened.page.connect_form.connecting.key.text() == ""
        assert opened.page.paste.isVisible()
        assert opened.world.store.saved == {}
        await until(opened.world.is_idle)


@pytest.mark.parametrize("width", [1000, 500, 420])
async def test_the_page_fits_a_small_window(qapp: QApplication, until: Until, width: int) -> None:
    async with welcome(qapp) as opened:
        opened.page.resize(width, 500)
        opened.paste(KEY)
        area = opened.page.area
        await until(lambda: opened.page.content.width() <= area.viewport().width())
        await until(opened.world.is_idle)


async def test_tab_reaches_every_way_in(qapp: QApplication) -> None:
    async with welcome(qapp) as opened:
        missed = passed_by_tab(opened.page.paste, opened.page)
        assert [each.accessibleName() or each for each in missed] == []
