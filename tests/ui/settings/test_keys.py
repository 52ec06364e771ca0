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
from studio.ui.settings.keys_table import KeyAction
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
    key.add.click()
    key.editor.edit.setText(text)
    key.editor.save.click()


def cells(world: World) -> list[tuple[str, str]]:
    """Each key's name and its last characters."""
    return [(row.name, row.ends) for row in section(world).table.rows]


def do(world: World, action: KeyAction, number: int = 0) -> None:
    key = section(world)
    key.table.asked.emit(action, key.table.rows[number].id)


@pytest.mark.slow
async def test_opening_the_settings_reads_no_key(qapp: QApplication, until: Until) -> None:
    eight = [ANTHROPIC.model_copy(update={"id": f"p{n}", "name": f"P{n}"}) for n in range(8)]
    async with settings_world(qapp, *eight) as world:
        for profile in eight:
            world.page.show_providers(profile.id)
            await until(world.is_idle)
        assert world.vault.reads == 0
        assert cells(world) == [("default", "…71ab")]


async def test_a_saved_key_is_shown_by_its_last_four_characters(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        assert key.none.text() == "No key, and none is needed here."
        type_key(key)
        await until(world.is_idle)
        assert list(world.vault.keys.values()) == [KEY]
        assert world.saved("o").has_key
        assert cells(world) == [("main", "…9f2c")]
        assert not key.editor.isVisible()
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
        section(world).editor.edit.selectAll()
        section(world).editor.edit.copy()
        assert KEY not in clipboard.text()


async def test_a_key_is_masked_while_it_is_typed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        key.add.click()
        key.editor.edit.setText(KEY)
        assert key.editor.edit.echoMode() is QLineEdit.EchoMode.Password
        assert KEY not in key.editor.edit.displayText()
        key.editor.cancel.click()
        assert key.editor.edit.text() == ""
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
        field = key.editor.key_field
        assert field.fault
        assert key.editor.edit.accessibleDescription() == field.fault
        assert key.editor.edit.isVisible()
        assert world.vault.keys == {}


async def test_a_line_break_around_a_key_does_no_harm(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        type_key(section(world), f"  {KEY}\n")
        await until(world.is_idle)
        assert list(world.vault.keys.values()) == [KEY]


async def test_without_a_keyring_the_user_hears_why_and_what_to_do(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        assert key.editor.problem.isVisible()
        assert "fail Keyring" in key.editor.problem.text
        assert "No recommended backend" in key.editor.problem.text
        assert remedy_text("linux") in key.editor.problem.text
        assert key.editor.edit.text() == KEY  # nothing typed is lost
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
        assert "fail Keyring" in key.editor.problem.text
        assert key.editor.problem.keep.isVisible()


async def test_looking_at_a_provider_without_a_keyring_alarms_nobody(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem(code="no_backend")
        key = section(world)
        await until(world.is_idle)
        assert key.title.text() == "Keys · There is no system keyring."
        assert not world.page.notices.isVisible()


async def test_a_key_can_be_kept_until_exit_and_goes_to_no_keyring(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        key.editor.problem.keep.click()
        await until(world.is_idle)
        assert world.vault.in_memory == {("o", "default"): KEY}
        assert world.vault.keys == {}
        assert [row.state for row in key.table.rows] == ["until Callboard closes"]
        assert cells(world)[0][1] == "…9f2c"
        assert KEY not in all_words(world.page)
        assert not world.saved("o").has_key


async def test_the_keyring_can_be_tried_again(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        key = section(world)
        type_key(key)
        await until(world.is_idle)
        world.vault.problem = None
        key.editor.problem.retry.click()
        await until(world.is_idle)
        assert world.saved("o").has_key
        assert not key.editor.problem.isVisible()


async def test_a_slow_keyring_blocks_nothing_and_saves_after_the_form_is_left(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA, ANTHROPIC) as world:
        world.vault.is_open.clear()
        key = section(world)
        type_key(key)
        await until(lambda: key.editor.state.isVisible() and not key.editor.save.isEnabled())
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
        do(world, KeyAction.REMOVE)
        assert cells(world) == []
        assert "still valid at the provider" in world.page.notices.text
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert world.vault.keys
        assert cells(world) == [("default", "…71ab")]
        assert key.table.isVisible()


async def test_a_removed_key_is_gone_once_undo_is(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.keys["a", "default"] = KEY
        section(world)
        do(world, KeyAction.REMOVE)
        world.page.notices.close_button.click()
        await until(world.is_idle)
        assert world.vault.keys == {}
        assert not world.saved("a").has_key


async def test_return_saves_the_key(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        key = section(world)
        key.add.click()
        QTest.keyClicks(key.editor.edit, "sk-0123456789abcd")
        QTest.keyClick(key.editor.edit, Qt.Key.Key_Return)
        await until(world.is_idle)
        assert world.saved("o").key_hint == "abcd"


async def test_short_keys_give_nothing_away(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        type_key(section(world), "secret")
        await until(world.is_idle)
        assert cells(world) == [("main", "not shown")]


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
        assert world.page.providers.form.model.find_button.text() == "3 found ▾"
