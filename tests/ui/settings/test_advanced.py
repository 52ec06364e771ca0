"""Extra headers and parameters, the time limit, and how a model is loaded."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLineEdit

from studio.core.profiles import ProviderProfile
from studio.ui.settings.advanced import Advanced
from studio.ui.settings.header_row import HeaderRow
from tests.conftest import Until
from tests.ui.settings.fakes import KEY, OLLAMA, World, all_words, keyring_problem, settings_world


def advanced(world: World) -> Advanced:
    world.page.show_providers()
    assert world.page.providers.form is not None
    opened = world.page.providers.form.advanced
    opened.fold.button.setChecked(True)
    return opened


def add_header(opened: Advanced, name: str, value: str) -> HeaderRow:
    opened.headers.add.click()
    row = opened.headers.rows[-1]
    row.name_edit.setText(name)
    row.value_edit.setText(value)
    row.value_edit.editingFinished.emit()
    return row


def with_headers() -> ProviderProfile:
    return OLLAMA.model_copy(
        update={"extra_headers": {"X-Title": "Callboard"}, "secret_headers": ("X-Token",)}
    )


async def test_a_plain_header_is_saved_with_the_profile(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        add_header(advanced(world), "X-Title", "Callboard")
        await until(world.is_idle)
        assert world.saved("o").extra_headers == {"X-Title": "Callboard"}


async def test_a_secret_header_goes_to_the_keyring_alone(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        row = add_header(advanced(world), "X-Auth-Token", KEY)
        assert row.value_edit.echoMode() is QLineEdit.EchoMode.Password
        await until(world.is_idle)
        assert world.vault.keys == {("o", "header-x-auth-token"): KEY}
        assert world.saved("o").secret_headers == ("X-Auth-Token",)
        assert world.saved("o").extra_headers == {}
        assert KEY not in all_words(world.page)
        assert row.value_edit.placeholderText() == "Saved in the keyring"


async def test_a_secret_header_without_a_keyring_can_be_kept_until_exit(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        world.vault.problem = keyring_problem()
        opened = advanced(world)
        add_header(opened, "Cookie", KEY)
        await until(world.is_idle)
        assert opened.headers.problem.isVisible()
        assert world.saved("o").extra_headers == {}
        opened.headers.problem.keep.click()
        await until(world.is_idle)
        assert world.vault.in_memory == {("o", "header-cookie"): KEY}
        assert KEY not in all_words(world.page)
        assert KEY not in repr(world.store.saved)


async def test_stored_headers_are_shown_and_removed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, with_headers()) as world:
        world.vault.keys["o", "header-x-token"] = KEY
        opened = advanced(world)
        assert [row.name for row in opened.headers.rows] == ["X-Title", "X-Token"]
        assert opened.headers.rows[1].name_edit.isReadOnly()
        for row in tuple(opened.headers.rows):
            row.remove.click()
        await until(world.is_idle)
        assert world.saved("o").extra_headers == {}
        assert world.saved("o").secret_headers == ()
        assert world.vault.keys == {}


async def test_a_header_that_cannot_be_sent_is_refused(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, with_headers()) as world:
        opened = advanced(world)
        for name, value in (("bad name", "x"), ("Host", "x"), ("X-Ok", "a\rb"), ("x-title", "x")):
            assert add_header(opened, name, value).fault
        await until(world.is_idle)
        assert world.saved("o").extra_headers == {"X-Title": "Callboard"}


async def test_parameters_are_saved_once_they_are_json(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        opened = advanced(world)
        opened.parameters.setPlainText('{"top_k": 40,,}')
        opened.parameters.check()
        await until(world.is_idle)
        assert "line 1, column 14" in opened.parameters_field.fault
        mark = opened.parameters.extraSelections()[0]
        assert mark.cursor.selectedText() == ","
        assert mark.cursor.selectionStart() == 13
        assert world.saved("o").extra_parameters == {}
        opened.parameters.setPlainText('{"top_k": 40}')
        opened.parameters.check()
        await until(world.is_idle)
        assert not opened.parameters_field.fault
        assert world.saved("o").extra_parameters == {"top_k": 40}


async def test_limit_and_quirks_are_saved(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        opened = advanced(world)
        opened.idle.setValue(20)
        opened.think.box.click()
        opened.tools.box.click()
        await until(world.is_idle)
        saved = world.saved("o")
        assert saved.idle_timeout == 20.0
        assert saved.splits_think_tags
        assert not saved.offers_tools


async def test_how_a_model_is_loaded_is_saved_and_shown_everywhere(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.page.show_providers("small-model")
        assert world.page.providers.form is not None
        engine = world.page.providers.form.engine
        assert engine is not None
        engine.context.setValue(8192)
        engine.layers.setValue(-1)
        await until(world.is_idle)
        saved = world.saved("small-model").engine
        assert saved is not None
        assert (saved.context_length, saved.gpu_layers) == (8192, -1)
        assert engine.layers.text() == "All of them"
        assert world.page.models.cards["small-model"].fields.context.value() == 8192
