"""The models of a provider: found, searched, and what is known of each."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from studio.core.abilities import Abilities, Prices, Source
from studio.core.errors import Category, Failure
from studio.ui.settings.model_facts import ModelFacts
from studio.ui.settings.model_field import ModelField
from studio.ui.settings.model_texts import abilities_line, prices_text
from tests.conftest import Until
from tests.ui.settings.fakes import ANTHROPIC, World, settings_world

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)
KNOWN = Abilities(
    takes_tools=True,
    takes_images=True,
    reasons=True,
    context_tokens=200_000,
    prices=Prices(input=Decimal(3), output=Decimal(15)),
)


def know(world: World) -> None:
    world.package.known["claude-sonnet"] = KNOWN


def field(world: World) -> ModelField:
    world.page.show_providers("a")
    assert world.page.providers.form is not None
    return world.page.providers.form.model


async def found(world: World, until: Until) -> ModelField:
    shown = field(world)
    shown.find_button.click()
    await until(world.is_idle)
    shown.find_button.click()
    assert shown.picker.isVisible()
    return shown


@pytest.mark.parametrize(
    ("abilities", "line"),
    [
        (KNOWN, "tools · images · thinks · 200k context · $3 in, $15 out"),
        (Abilities(), "what it can do is unknown · price unknown"),
        (Abilities(takes_tools=False), "price unknown"),
        (
            Abilities(takes_files=True, context_tokens=1_048_576),
            "PDF · 1.0M context · price unknown",
        ),
    ],
)
def test_what_nobody_knows_is_not_said_to_be_missing(abilities: Abilities, line: str) -> None:
    assert abilities_line(abilities) == line


@pytest.mark.parametrize(
    ("taken", "given", "text"),
    [
        (None, Decimal(1), "price unknown"),
        (Decimal(0), Decimal(0), "free"),
        (Decimal("0.15"), Decimal("0.60"), "$0.15 in, $0.6 out"),
        (Decimal("0.0375"), Decimal(1), "$0.0375 in, $1 out"),
        (Decimal(20), Decimal(100), "$20 in, $100 out"),
    ],
)
def test_an_unknown_price_is_never_zero(
    taken: Decimal | None, given: Decimal | None, text: str
) -> None:
    assert prices_text(Prices(input=taken, output=given)) == text


async def test_the_list_is_searched_by_name_and_ability_and_taken_by_the_keyboard(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=know) as world:
        shown = await found(world, until)
        QTest.keyClicks(shown.picker.search, "images")
        assert shown.picker.list.count() == 1
        shown.picker.search.clear()
        QTest.keyClick(shown.picker.search, Qt.Key.Key_Down)
        QTest.keyClick(shown.picker.search, Qt.Key.Key_Return)
        assert not shown.picker.isVisible()
        await until(world.is_idle)
        assert world.saved("a").model == "claude-opus"


async def test_the_field_says_what_the_chosen_model_can_do(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=know) as world:
        assert field(world).state.text() == abilities_line(KNOWN)
        await until(world.is_idle)


async def test_the_list_says_when_it_was_asked_for_and_can_be_asked_again(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = await found(world, until)
        assert shown.picker.state.text() == "Asked just now"
        world.directory.found = world.directory.found[:2]
        shown.picker.refresh.click()
        await until(world.is_idle)
        assert shown.find_button.text() == "2 found ▾"


async def test_an_old_list_stays_when_a_new_one_does_not_come(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = await found(world, until)
        world.directory.failure = Failure(Category.NETWORK, code="refused")
        shown.picker.refresh.click()
        await until(world.is_idle)
        assert "Nothing answers" in shown.state.text()
        assert shown.find_button.text() == "3 found ▾"


async def test_the_users_own_word_counts_above_all_others(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=know) as world:
        shown = await found(world, until)
        QTest.keyClicks(shown.picker.search, "sonnet")
        shown.picker.facts.click()
        await until(lambda: world.page.window().findChildren(QDialog))
        (dialog,) = world.page.window().findChildren(QDialog)
        assert isinstance(dialog, ModelFacts)
        box = dialog.choices["takes_images"]
        assert box.currentText() == "As found: yes, a public list says so"
        box.setCurrentIndex(box.findData(False))
        dialog.price_in.setValue(0.0)
        dialog.price_out.setValue(0.0)
        dialog.accept()
        await until(world.is_idle)
        kept = world.model_store.kept_cards["a", "claude-sonnet", Source.USER].abilities
        assert kept == Abilities(
            takes_images=False, prices=Prices(input=Decimal(0), output=Decimal(0))
        )
        assert shown.state.text() == "tools · thinks · 200k context · free"


async def test_an_open_question_does_not_hold_the_end(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=know) as world:
        field(world).facts_requested.emit("claude-sonnet")
        await until(lambda: world.page.window().findChildren(QDialog))
        await world.page.finish()
        await until(world.is_idle)


async def test_the_users_word_is_taken_back(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=know) as world:
        await world.needs.models.override("a", "claude-sonnet", Abilities(takes_tools=False))
        field(world).facts_requested.emit("claude-sonnet")
        await until(lambda: world.page.window().findChildren(QDialog))
        (dialog,) = world.page.window().findChildren(QDialog)
        assert isinstance(dialog, ModelFacts)
        assert dialog.choices["takes_tools"].currentText() == "No"
        dialog.done(2)
        await until(world.is_idle)
        assert world.model_store.kept_cards == {}
        assert field(world).state.text() == abilities_line(KNOWN)
