"""Adding a provider: pasted, found on this computer, searched for, or filled in by hand."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from studio.core.messages import Dialect
from studio.harness.ports import FoundServer
from studio.ui.settings.add_panel import AddPanel
from tests.conftest import Until
from tests.ui.settings.fakes import (
    ANTHROPIC,
    KEY,
    World,
    all_words,
    keyring_problem,
    settings_world,
)

CURL = f"""curl https://llm.example.com/api/v1/chat/completions \\
  -H "Authorization: Bearer {KEY}" -H "X-Team: blue" -H "X-Api-Token: {KEY}2" \\
  -d '{{"model": "m-1", "messages": []}}'
"""
FOUND = FoundServer(
    "ollama", "Ollama", "http://localhost:11434", Dialect.OLLAMA_CHAT, ("qwen3:8b", "gemma3")
)


def add(world: World) -> AddPanel:
    world.page.show_providers()
    world.page.providers.list.add.click()
    panel = world.page.providers.adding
    assert panel.isVisible()
    return panel


async def test_a_provider_is_found_by_its_name_and_added_by_the_keyboard(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        panel = add(world)
        QTest.keyClicks(panel.field, "openrouter")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        assert panel.form.isVisible()
        assert panel.form.address.text() == "https://openrouter.ai/api/v1"
        QTest.keyClicks(panel.form.key, "sk-or-v1-0123456789abcdef")
        QTest.keyClick(panel.form.key, Qt.Key.Key_Return)
        await until(world.is_idle)
        made = world.saved("new-1")
        assert (made.name, made.catalogue_id) == ("OpenRouter", "openrouter")
        assert made.key_hint == "cdef"
        assert world.page.providers.form is not None
        assert world.page.providers.form.id == "new-1"
        assert world.page.providers.form.isVisible()


async def test_a_pasted_key_is_recognised_shown_and_masked_before_anything_is_saved(
    qapp: QApplication, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with settings_world(qapp) as world:
        panel = add(world)
        panel.field.setText(KEY)
        assert panel.form.said.text() == "Recognised: Anthropic · key …9f2c"
        assert panel.form.key.echoMode() is QLineEdit.EchoMode.Password
        assert panel.field.text() == ""
        await until(world.is_idle)
        assert world.store.saved == {}
        panel.form.connect_button.click()
        await until(world.is_idle)
        assert world.vault.keys == {("new-1", "default"): KEY}
        assert world.saved("new-1").dialect is Dialect.ANTHROPIC_MESSAGES
        assert KEY not in all_words(world.page)
        assert KEY not in caplog.text


async def test_a_pasted_command_brings_address_model_and_headers(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        QApplication.clipboard().setText(CURL)
        panel.field.paste()
        assert panel.form.isVisible()
        assert "m-1" in panel.form.extras.text()
        assert "X-Team" in panel.form.extras.text()
        assert KEY not in panel.form.extras.text()
        panel.form.connect_button.click()
        await until(world.is_idle)
        made = world.saved("new-1")
        assert (made.base_url, made.model) == ("https://llm.example.com/api/v1", "m-1")
        assert made.extra_headers == {"X-Team": "blue"}
        assert made.secret_headers == ("X-Api-Token",)
        assert world.vault.keys["new-1", "header-x-api-token"] == f"{KEY}2"


async def test_a_typed_address_is_offered_and_taken_by_return(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        QTest.keyClicks(panel.field, "http://lab.example.com:8000/v1")
        assert panel.list.rows[0].name == "http://lab.example.com:8000/v1"
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        assert panel.form.address.text() == "http://lab.example.com:8000/v1"
        panel.form.connect_button.click()
        await until(world.is_idle)
        assert world.saved("new-1").base_url == "http://lab.example.com:8000/v1"


async def test_local_servers_are_looked_for_when_add_is_opened_and_only_offered(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.show_providers()
        await until(world.is_idle)
        assert world.servers.searches == 0
        world.servers.found = (FOUND,)
        world.servers.may_answer.clear()
        panel = add(world)
        assert "Looking for servers" in panel.looking_text.text()
        assert panel.looking.isVisible()
        world.servers.may_answer.set()
        await until(world.is_idle)
        first = panel.list.rows[0]
        assert (first.name, first.pill) == ("Ollama", "found here")
        assert "2 models" in first.line
        assert not panel.looking.isVisible()
        assert world.store.saved == {}
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        panel.form.connect_button.click()
        await until(world.is_idle)
        assert world.saved("new-1").dialect is Dialect.OLLAMA_CHAT
        assert world.vault.reads == 0


async def test_the_choice_stays_where_it_is_when_a_server_is_found(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.servers.found = (FOUND,)
        world.servers.may_answer.clear()
        panel = add(world)
        QTest.keyClick(panel.field, Qt.Key.Key_Down)
        chosen = panel.list.rows[panel.list.currentRow()]
        world.servers.may_answer.set()
        await until(world.is_idle)
        assert panel.list.rows[panel.list.currentRow()] == chosen


async def test_leaving_add_ends_the_search_and_forgets_a_key(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.servers.may_answer.clear()
        panel = add(world)
        panel.field.setText(KEY)
        QTest.keyClick(panel.form.key, Qt.Key.Key_Escape)
        assert panel.field.isVisible()
        assert panel.form.key.text() == ""
        QTest.keyClick(panel.field, Qt.Key.Key_Escape)
        await until(world.is_idle)
        assert not panel.isVisible()
        assert world.page.isVisible()


async def test_a_provider_that_needs_a_key_says_so_and_where_to_get_one(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        QTest.keyClicks(panel.field, "anthropic messages")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        panel.form.connect_button.click()
        assert panel.form.key_field.fault == "This provider needs a key."
        panel.form.key_page.click()
        assert [address.startswith("https://") for address in world.opened] == [True]
        await until(world.is_idle)
        assert world.store.saved == {}


async def test_a_keyring_that_refuses_leaves_no_provider_without_its_key(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        panel.field.setText(KEY)
        await until(world.is_idle)
        world.vault.problem = keyring_problem(code="locked")
        panel.form.connect_button.click()
        await until(lambda: panel.form.problem.isVisible())
        world.vault.problem = None
        await until(world.is_idle)
        assert world.store.saved == {}
        assert panel.form.key.text() == KEY  # nothing typed is lost
        panel.form.problem.keep.click()
        await until(world.is_idle)
        assert world.vault.in_memory == {("new-1", "default"): KEY}
        assert "new-1" in world.store.saved


async def test_a_key_that_nobody_knows_asks_whose_it_is(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        panel.field.setText("0123456789abcdef0123456789abcdef")
        form = panel.form
        assert form.whose.isVisible()
        index = form.whose.findText("Groq")
        form.whose.setCurrentIndex(index)
        form.whose.activated.emit(index)
        assert form.address.text() == "https://api.groq.com/openai/v1"
        form.connect_button.click()
        await until(world.is_idle)
        assert world.saved("new-1").catalogue_id == "groq"


async def test_by_hand_begins_at_the_address(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        panel = add(world)
        QTest.keyClicks(panel.field, "nothing is called that")
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        assert panel.form.isVisible()
        QTest.keyClicks(panel.form.address, "ftp://h")
        assert panel.form.address_field.fault
        panel.form.address.selectAll()
        QTest.keyClicks(panel.form.address, "http://127.0.0.1:8080/v1")
        assert not panel.form.address_field.fault
        panel.form.connect_button.click()
        await until(world.is_idle)
        assert world.saved("new-1").name == "New provider"


async def test_a_second_one_of_the_same_name_gets_a_number(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        panel = add(world)
        panel.field.setText(KEY)
        panel.form.connect_button.click()
        await until(world.is_idle)
        assert world.saved("new-1").name == "Anthropic 2"
