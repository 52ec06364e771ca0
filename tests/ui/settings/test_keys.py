"""Keys: typed once, kept where they belong, and seen nowhere after."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from studio.core.profiles import ProviderProfile
from studio.ui.settings.key_problem import remedy_text
from studio.ui.settings.key_section import KeySection
from tests.conftest import Until
from tests.ui.settings.fakes import (
    ANTHROPIC,
    KEY,
    OLLAMA,
    World,
    all_words,
    keyring_problem,
    settings_world,
)


def section(world: World) -> KeySection:
    world.page.show_providers()
    assert world.page.providers.form is not None
    return world.page.providers.form.key


def type_key(key: KeySection, text: str = KEY) -> None:
    key.start.click()
    key.edit.setText(text)
    key.save.click()


@pytest.mark.slow
async def test_opening_the_settings_reads_no_key(qapp: QApplication, until: Until) -> None:
    eight = [ANTHROPIC.model_copy(update={"id": f"p{n}", "name": f"P{n}"}) for n in range(8)]
    async with settings_world(qapp, *eight) as world:
        for profile in eight:
            world.page.show_providers(profile.id)
            await until(world.is_idle)
        assert world.vault.reads == 0
        assert "…71ab" in section(world).state.text()


async def test_a_saved_key_is_shown_by_its_last_four_characters(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        assert key.state.text() == "No key"
        type_key(key)
        await until(world.is_idle)
        assert world.vault.keys == {("o", "default"): KEY}
        assert world.saved("o").has_key
        assert key.state.text() == "Saved · ends …9f2c"
        assert not key.edit.isVisible()
        assert "Secret Service" in key.title.text()


async def test_a_saved_key_is_nowhere_to_be_seen(
    qapp: QApplication, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with settings_world(qapp, OLLAMA) as world:
        type_key(section(world))
        await until(world.is_idle)
        assert KEY not in all_words(world.page)
        assert KEY not in caplog.text
        assert KEY not in repr(world.store.saved)
        clipboard = QApplication.clipboard()
        clipboard.clear()
        section(world).edit.selectAll()
        section(world).edit.copy()
        assert KEY not in clipboard.text()


async def test_a_key_is_masked_while_it_is_typed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        key.start.click()
        key.edit.setText(KEY)
        assert key.edit.echoMode() is QLineEdit.EchoMode.Password
        assert KEY not in key.edit.displayText()
        key.cancel.click()
        assert key.edit.text() == ""
        assert world.vault.keys == {}
        await until(world.is_idle)


@pytest.mark.parametrize("typed", ["", "sk-1\nsk-2", "sk 1", "sk-\x071", "schlüssel"])
async def test_a_bad_key_gets_a_sentence_and_stays_in_the_field(
    qapp: QApplication, until: Until, typed: str
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        type_key(key, typed)
        await until(world.is_idle)
        assert key.field.fault
        assert key.edit.accessibleDescription() == key.field.fault
        assert key.edit.isVisible()
        assert world.vault.keys == {}


async def test_a_line_break_around_a_key_does_no_harm(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        type_key(section(world), f"  {KEY}\n")
        await until(world.is_idle)
        assert world.vault.keys == {("o", "default"): KEY}


async def test_without_a_keyring_the_user_hears_why_and_what_to_do(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        assert key.problem.isVisible()
        assert "fail Keyring" in key.problem.text
        assert "No recommended backend" in key.problem.text
        assert remedy_text("linux") in key.problem.text
        assert key.edit.text() == KEY  # nothing typed is lost
        assert not world.saved("o").has_key


@pytest.mark.parametrize(
    "code", ["no_backend", "null_backend", "plain_text_backend", "locked", "refused", "timeout"]
)
async def test_every_reason_of_a_keyring_names_it(
    qapp: QApplication, until: Until, code: str
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        await until(world.is_idle)
        world.vault.problem = keyring_problem("", code)
        type_key(key)
        await until(world.is_idle)
        assert "fail Keyring" in key.problem.text
        assert key.problem.keep.isVisible()


async def test_looking_at_a_provider_without_a_keyring_alarms_nobody(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem(code="no_backend")
        key = section(world)
        await until(world.is_idle)
        assert key.title.text() == "Key · There is no system keyring."
        assert not world.page.notices.isVisible()


async def test_a_key_can_be_kept_until_exit_and_goes_to_no_keyring(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        key.problem.keep.click()
        await until(world.is_idle)
        assert world.vault.in_memory == {("o", "default"): KEY}
        assert world.vault.keys == {}
        assert "until Callboard closes" in key.state.text()
        assert "…9f2c" in key.state.text()
        assert KEY not in all_words(world.page)
        assert not world.saved("o").has_key


async def test_the_keyring_can_be_tried_again(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        world.vault.problem = None
        key.problem.retry.click()
        await until(world.is_idle)
        assert world.saved("o").has_key
        assert not key.problem.isVisible()


async def test_a_slow_keyring_blocks_nothing_and_saves_after_the_form_is_left(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA, ANTHROPIC) as world:
        world.vault.is_open.clear()
        key = section(world)
        type_key(key)
        await until(lambda: key.field.isVisible() and not key.save.isEnabled())
        world.page.show_providers("a")
        world.vault.is_open.set()
        await until(world.is_idle)
        assert world.saved("o").key_hint == "9f2c"


async def test_a_keyring_that_fails_after_the_form_is_left_is_no_secret(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA, ANTHROPIC) as world:
        world.vault.is_open.clear()
        world.vault.problem = keyring_problem()
        type_key(section(world))
        world.page.show_providers("a")
        world.vault.is_open.set()
        await until(world.is_idle)
        assert "keyring" in world.page.notices.text


async def test_a_removed_key_comes_back_by_undo(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.keys["a", "default"] = KEY
        key = section(world)
        key.remove.click()
        assert key.state.text() == "No key"
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert world.vault.keys
        assert "…71ab" in key.state.text()


async def test_a_removed_key_is_gone_once_undo_is(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.keys["a", "default"] = KEY
        section(world).remove.click()
        world.page.notices.close_button.click()
        await until(world.is_idle)
        assert world.vault.keys == {}
        assert not world.saved("a").has_key


async def test_return_saves_the_key(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        key.start.click()
        QTest.keyClicks(key.edit, "sk-0123456789abcd")
        QTest.keyClick(key.edit, Qt.Key.Key_Return)
        await until(world.is_idle)
        assert world.saved("o").key_hint == "abcd"


async def test_short_keys_give_nothing_away(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        type_key(section(world), "secret")
        await until(world.is_idle)
        assert section(world).state.text() == "Saved"


def test_each_system_has_its_own_remedy() -> None:
    assert len({remedy_text(platform) for platform in ("linux", "darwin", "win32")}) == 3


async def test_a_provider_without_a_key_asks_no_keyring(qapp: QApplication, until: Until) -> None:
    no_key: ProviderProfile = OLLAMA
    async with settings_world(qapp, no_key) as world:
        world.vault.problem = keyring_problem()
        world.page.show_providers()
        assert world.page.providers.form is not None
        world.page.providers.form.model.find_button.click()
        await until(world.is_idle)
        assert world.vault.reads == 0
        assert world.page.providers.form.model.box.count() == 3
