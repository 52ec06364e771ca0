"""Providers: listed, added, edited, tested and removed."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect
from studio.core.profiles import Kind
from studio.harness.ports import LastTest, Step, StepResult
from studio.ui.chat.card_parts import Tone
from studio.ui.settings.arranged_list import RowText
from studio.ui.settings.provider_form import ProviderForm
from studio.ui.settings.provider_rows import RowFacts, row_text
from tests.conftest import Until
from tests.ui.settings.fakes import (
    ANTHROPIC,
    KEY,
    NOW,
    OLLAMA,
    PRACTICE,
    World,
    keyring_problem,
    settings_world,
)

BAD_ADDRESSES = [
    "",
    "   ",
    "ftp://h/v1",
    "file:///etc/passwd",
    "https://",
    "https://h/v1 more",
    "https://h:port/v1",
    "https://h:99999/v1",
    "https://h:0/v1",
    "https://[::1/v1",
    "https://me:secret@h/v1",
    "https://-/v1",
    "https://h/v1?key=secret",
]
REFUSED = Failure(
    Category.AUTHENTICATION, "Incorrect API key", 401, request_id="req_1", url="https://h/v1/models"
)


def form(world: World, profile_id: str = "") -> ProviderForm:
    world.page.show_providers(profile_id)
    assert world.page.providers.form is not None
    return world.page.providers.form


def names(world: World) -> list[str]:
    listed = world.page.providers.list.list
    return [
        listed.item(n).data(257) for n in range(listed.count()) if not listed.item(n).isHidden()
    ]


def edit_address(shown: ProviderForm, text: str) -> None:
    shown.address.setText(text)
    shown.address.setModified(True)
    shown.address.editingFinished.emit()


async def test_all_providers_are_listed_with_what_is_known(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        form(world)
        await until(world.is_idle)
        assert names(world) == [
            "Anthropic",
            "Ollama",
            "Small model on this computer",
            "Practice provider",
        ]
    nothing = RowFacts(now=NOW)
    assert row_text(ANTHROPIC, nothing).line == "Messages · 1 key"
    assert row_text(OLLAMA, RowFacts(now=NOW, models=11)).line == (
        "Chat Completions · no key · 11 models"
    )
    assert row_text(PRACTICE, nothing).line == "Built in · offline · no model"


async def test_the_filter_hides_what_does_not_fit(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        form(world)
        world.page.providers.list.filter.setText("OLL")
        assert names(world) == ["Ollama"]
        await until(world.is_idle)


async def test_edits_are_saved_when_a_field_is_left(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = form(world)
        shown.name.clear()
        QTest.keyClicks(shown.name, "Work")
        assert world.saved("a").name == "Anthropic"
        shown.name.editingFinished.emit()
        shown.dialect.setCurrentIndex(0)
        shown.dialect.activated.emit(0)
        shown.model.edit.setText("claude-opus")
        shown.model.edit.editingFinished.emit()
        await until(world.is_idle)
        saved = world.saved("a")
        assert (saved.name, saved.model) == ("Work", "claude-opus")
        assert saved.dialect is Dialect.OPENAI_CHAT
        assert shown.title.text() == "Work"


async def test_no_edit_undoes_another_that_is_still_being_saved(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        async with asyncio.TaskGroup() as group:
            group.create_task(world.profiles.change("a", name="Work"))
            group.create_task(world.profiles.change("a", model="claude-opus"))
            group.create_task(world.profiles.save_key("a", KEY))
        saved = world.saved("a")
        assert (saved.name, saved.model, saved.key_hint) == ("Work", "claude-opus", "9f2c")
        await until(world.is_idle)


async def test_an_edit_is_saved_when_another_provider_is_chosen(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        shown = form(world)
        shown.name.end(False)
        QTest.keyClicks(shown.name, " 2")
        form(world, "o")
        await until(world.is_idle)
        assert world.saved("a").name == "Anthropic 2"


@pytest.mark.parametrize("address", BAD_ADDRESSES)
async def test_a_bad_address_gets_a_sentence_and_changes_nothing(
    qapp: QApplication, until: Until, address: str
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        shown = form(world)
        edit_address(shown, address)
        await until(world.is_idle)
        assert shown.address_field.fault
        assert shown.address.text().split() == address.split()
        assert "secret" not in shown.address_field.fault
        assert world.saved("o").base_url == OLLAMA.base_url
        edit_address(shown, "http://localhost:1/v1")
        await until(world.is_idle)
        assert not shown.address_field.fault
        assert world.saved("o").base_url == "http://localhost:1/v1"


async def test_what_could_not_be_saved_is_still_there_after_looking_elsewhere(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        shown = form(world, "o")
        edit_address(shown, "ftp://h")
        shown.advanced.parameters.setPlainText("{broken")
        form(world, "a")
        shown = form(world, "o")
        assert shown.address.text() == "ftp://h"
        assert shown.address_field.fault
        assert shown.advanced.parameters.toPlainText() == "{broken"
        assert shown.advanced.parameters_field.fault
        await until(world.is_idle)
        assert world.saved("o") == OLLAMA


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:11434",
        "localhost:11434",
        "https://openrouter.ai/api/v1/",
        "https://h/v1/chat/completions",
        " https://h/v1 ",
    ],
)
async def test_an_address_is_taken_as_people_paste_it(
    qapp: QApplication, until: Until, address: str
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        shown = form(world)
        edit_address(shown, address)
        await until(world.is_idle)
        assert not shown.address_field.fault
        assert world.saved("o").base_url == address.strip()


async def test_a_provider_keeps_a_name(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        shown = form(world)
        shown.name.setText("  ")
        shown.name.setModified(True)
        shown.name.editingFinished.emit()
        await until(world.is_idle)
        assert shown.name_field.fault
        assert world.saved("o").name == "Ollama"


async def test_models_come_from_the_provider(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = form(world)
        shown.model.find_button.click()
        await until(world.is_idle)
        assert shown.model.find_button.text() == "3 found ▾"
        assert len(world.needs.models.entries("a")) == 3
        assert shown.model.model == "claude-sonnet"


async def test_a_list_of_models_that_does_not_come_is_explained(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.directory.failure = REFUSED
        shown = form(world)
        shown.model.find_button.click()
        await until(world.is_idle)
        for words in ("did not accept the key", "Incorrect API key", "https://h/v1/models"):
            assert words in shown.model.state.text()


async def test_waiting_for_models_can_be_stopped(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.directory.may_answer.clear()
        shown = form(world)
        shown.model.find_button.click()
        assert shown.model.find_button.text() == "Stop"
        await until(lambda: "settings: find models" in world.bridge.running)
        shown.model.find_button.click()
        await until(world.is_idle)
        assert shown.model.find_button.text() == "Find models"
        assert "Asking" not in shown.model.state.text()


async def test_the_connection_test_says_what_works(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = form(world)
        shown.test.click()
        await until(world.is_idle)
        assert shown.connection.text.splitlines() == [
            "GET /v1/models 200",
            "14 models (214 ms)",
            "POST /v1/messages 200",
            "answers “ready” (611 ms)",
            "POST /v1/messages 200",
            "streaming yes, in 3 pieces (640 ms)",
            "POST /v1/messages 200",
            "tools yes (702 ms)",
        ]
        assert shown.connection.chat.isVisible()
        assert shown.connection.title.text().startswith("Last test · today")
        assert "key “default”" in shown.connection.title.text()
        row = world.page.providers.list.list.item(0).data(11)
        assert row == "Anthropic. Messages · 1 key · 214 ms"
        assert world.saved("a").keys[0].tested_at == NOW


async def test_a_failed_test_has_the_sentence_and_the_providers_own_words(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.directory.steps = (StepResult(Step.ANSWER, 80.0, REFUSED),)
        shown = form(world)
        shown.test.click()
        await until(world.is_idle)
        for words in ("did not accept the key", "Incorrect API key", "401", "req_1", "Check the"):
            assert words in shown.connection.text
        assert not shown.connection.chat.isVisible()


async def test_a_test_uses_what_is_typed_and_not_saved_yet(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        shown = form(world)
        shown.address.setText("http://localhost:9/v1")
        shown.key.add.click()
        shown.key.editor.edit.setText(KEY)
        shown.test.click()
        await until(world.is_idle)
        profile, key = world.directory.tested[0]
        assert profile.base_url == "http://localhost:9/v1"
        assert key == KEY
        assert world.vault.keys == {}


async def test_a_running_test_can_be_stopped(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.directory.may_answer.clear()
        shown = form(world)
        shown.test.click()
        await until(lambda: "14 models" in shown.connection.text)
        assert "Waiting for the provider…" in shown.connection.text
        shown.test.click()
        await until(world.is_idle)
        assert world.directory.was_closed
        assert "14 models" in shown.connection.text
        assert shown.test.text() == "Test connection"


async def test_a_keyring_that_cannot_be_read_is_what_the_test_finds(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.problem = keyring_problem("locked")
        shown = form(world)
        shown.test.click()
        await until(world.is_idle)
        assert "locked" in shown.connection.text
        assert "keyring" in shown.connection.text


def test_the_list_tells_a_refusal_from_a_provider_out_of_reach() -> None:
    def row(*steps: StepResult) -> RowText:
        test = LastTest(NOW - 86_400, "default", "m", steps)
        return row_text(ANTHROPIC, RowFacts(now=NOW, test=test, last_used=NOW - 4 * 86_400))

    refused = row(StepResult(Step.ANSWER, 1.0, REFUSED))
    assert (refused.line, refused.tone) == ("Key rejected (401), yesterday", Tone.DANGER)
    away = row(StepResult(Step.MODELS, 1.0, Failure(Category.NETWORK)))
    assert (away.line, away.tone) == ("Not reached · last used 28 Nov", Tone.WARNING)
    assert away.asks
    no_list = row(StepResult(Step.MODELS, 1.0, REFUSED), StepResult(Step.ANSWER, 2.0))
    assert (no_list.line, no_list.tone) == ("Messages · 1 key · 2 ms", Tone.SUCCESS)


async def test_the_last_test_is_there_again_after_a_restart(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        form(world).test.click()
        await until(world.is_idle)
        kept = world.model_store.kept_tests

    def bring(other: World) -> None:
        other.model_store.kept_tests.update(kept)

    async with settings_world(qapp, ANTHROPIC, prepare=bring) as world:
        assert "14 models" in form(world).connection.text
        await until(world.is_idle)


async def test_providers_are_put_in_order_by_the_keyboard(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        form(world, "o")
        listed = world.page.providers.list
        QTest.keyClick(listed.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        await until(world.is_idle)
        assert names(world)[:2] == ["Ollama", "Anthropic"]
        assert listed.current() == "o"
        assert world.settings.saved.provider_order[:2] == ("o", "a")


async def test_a_removed_provider_comes_back_whole_by_undo(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        world.vault.keys["a", "default"] = KEY
        form(world, "a").remove.click()
        assert "Anthropic" not in names(world)
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert "Anthropic" in names(world)
        assert form(world).id == "a"
        assert world.vault.keys


async def test_a_removed_provider_takes_its_key_along(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        world.vault.keys["a", "default"] = KEY
        form(world, "a").remove.click()
        world.page.hide()
        await until(world.is_idle)
        assert "a" not in world.store.saved
        assert world.vault.keys == {}


async def test_two_providers_removed_in_a_row_both_go(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        form(world, "a").remove.click()
        form(world, "o").remove.click()
        await world.page.finish()
        await until(world.is_idle)
        assert world.store.saved == {}


async def test_what_is_built_in_cannot_be_removed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        assert not form(world, "practice").remove.isVisible()
        assert not form(world, "small-model").remove.isVisible()
        await until(world.is_idle)


async def test_the_practice_provider_has_a_choice_of_dialects_and_nothing_else(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        shown = form(world, "practice")
        assert not shown.address.isVisible()
        assert not shown.key.isVisible()
        assert not shown.advanced.isVisible()
        shown.dialect.setCurrentIndex(2)
        shown.dialect.activated.emit(2)
        await until(world.is_idle)
        saved = world.saved("practice")
        assert saved.kind is Kind.PRACTICE
        assert saved.dialect is Dialect.ANTHROPIC_MESSAGES


async def test_a_provider_can_be_used_in_a_chat_from_here(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        shown = form(world, "practice")
        told: list[str] = []
        world.page.chat_requested.connect(told.append)
        shown.chat.click()
        assert told == ["practice"]
        await until(world.is_idle)
