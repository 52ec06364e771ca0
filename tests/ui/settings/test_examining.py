"""The keyring doctor and the probe: each finding as it comes, and Stop."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtWidgets import QApplication

from studio.core.abilities import Source
from studio.core.profiles import KeyEntry, KeySource
from studio.harness.doctor import Examined, Finding, Health, Remedy
from studio.harness.ports import Check, ProbeCost
from studio.ui.settings.doctor_texts import finding_text, remedy_text
from studio.ui.settings.doctor_view import DoctorView
from studio.ui.settings.probe import Probe, check_text, cost_text
from studio.ui.settings.provider_form import ProviderForm
from tests.conftest import Until
from tests.ui.settings.fakes import (
    ANTHROPIC,
    KEY,
    World,
    all_words,
    keyring_problem,
    settings_world,
)


def form(world: World) -> ProviderForm:
    world.page.show_providers("a")
    assert world.page.providers.form is not None
    return world.page.providers.form


def doctor(world: World) -> DoctorView:
    form(world).key.why.click()
    return world.page.providers.doctor


def probe(world: World) -> Probe:
    form(world).check.click()
    return form(world).probe


async def test_a_healthy_keyring_is_said_to_be_well(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.keys["a", "default"] = KEY
        shown = doctor(world)
        await until(world.is_idle)
        assert [line for line in shown.text.splitlines() if line] == [
            "The keyring is “Secret Service”.",
            "A test entry was written, read back the same, and removed.",
            "The key “default”: it is there and can be read.",
        ]
        assert "Nothing is wrong" in shown.summary.text()
        assert KEY not in all_words(world.page)


async def test_a_locked_keyring_names_the_remedy_of_this_desktop(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        form(world)
        await until(world.is_idle)
        world.vault.problem = keyring_problem("The collection is locked.", "locked")
        shown = doctor(world)
        await until(world.is_idle)
        assert "locked" in shown.text
        assert "Passwords and Keys" in shown.text
        assert "The system said: The collection is locked." in shown.text
        assert "Look at what is marked" in shown.summary.text()


async def test_examining_can_be_stopped_and_begun_again(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.keys["a", "default"] = KEY
        world.vault.is_open.clear()
        shown = doctor(world)
        await until(lambda: len(shown.findings) == 1)
        assert shown.stop_button.isVisible()
        shown.stop_button.click()
        await until(world.is_idle)
        assert shown.summary.text() == "Stopped."
        world.vault.is_open.set()
        shown.again_button.click()
        await until(world.is_idle)
        assert len(shown.findings) == 3
        shown.close_button.click()
        assert form(world).isVisible()


async def test_leaving_the_doctor_stops_it(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.vault.is_open.clear()
        shown = doctor(world)
        await until(lambda: len(shown.findings) == 1)
        shown.close_button.click()
        await until(world.is_idle)


async def test_a_variable_that_is_not_set_is_told_apart_from_the_keyring(
    qapp: QApplication, until: Until
) -> None:
    entry = KeyEntry(id="k1", name="team", source=KeySource.ENVIRONMENT, locator="TEAM_KEY")
    async with settings_world(qapp, ANTHROPIC.model_copy(update={"keys": (entry,)})) as world:
        shown = doctor(world)
        await until(world.is_idle)
        assert "The key “team”: its environment variable is not set." in shown.text


@pytest.mark.parametrize("remedy", [one for one in Remedy if one is not Remedy.NONE])
def test_every_remedy_has_words(remedy: Remedy) -> None:
    assert remedy_text(remedy)


@pytest.mark.parametrize("step", list(Examined))
@pytest.mark.parametrize("state", list(Health))
def test_every_finding_has_words(step: Examined, state: Health) -> None:
    assert finding_text(Finding(step, state, "x"), "The key “a”")


async def test_the_probe_says_what_it_may_cost_before_anything_is_sent(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = probe(world)
        assert shown.cost.text() == (
            "Sends up to 12 small requests, together at most 9k tokens in and 2.6k out. "
            "It costs $0.07 at most."
        )
        await until(world.is_idle)
        assert world.directory.probed == []
        shown.close_button.click()
        assert not shown.isVisible()
        assert form(world).check.isVisible()


def test_an_unknown_price_is_said_and_free_is_free() -> None:
    assert cost_text(ProbeCost(12, 9, 2, None)).endswith("What that costs is unknown.")
    assert cost_text(ProbeCost(12, 9, 2, Decimal(0))).endswith("It costs nothing.")


async def test_each_check_is_shown_and_the_card_is_kept(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = probe(world)
        shown.start_button.click()
        await until(world.is_idle)
        assert shown.text.splitlines() == [
            "Answers in one piece: yes",
            "Calls a tool: yes",
            "Reads an image: no",
            "no images",
            "Thinks, and takes its thoughts back: nothing can be said",
        ]
        card = world.model_store.kept_cards["a", "claude-sonnet", Source.PROBE]
        assert card.abilities.takes_tools is True
        assert card.abilities.takes_images is False
        assert "Kept for this model: tools" in shown.summary.text()
        assert "tools" in form(world).model.state.text()


async def test_a_probe_can_be_stopped_and_keeps_what_it_found(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        world.directory.may_answer.clear()
        shown = probe(world)
        shown.start_button.click()
        await until(lambda: shown.results)
        assert shown.stop_button.isVisible()
        shown.stop_button.click()
        await until(world.is_idle)
        assert world.directory.was_closed
        assert "Stopped" in shown.summary.text()
        assert shown.text == "Answers in one piece: yes"


async def test_a_key_that_cannot_be_read_ends_the_probe_with_its_reason(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        shown = probe(world)
        await until(world.is_idle)
        world.vault.problem = keyring_problem(code="locked")
        shown.start_button.click()
        await until(world.is_idle)
        assert "locked" in shown.summary.text()
        assert world.directory.probed == []


async def test_without_a_model_the_probe_asks_for_one(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC.model_copy(update={"model": ""})) as world:
        shown = probe(world)
        assert not shown.isVisible()
        assert form(world).model_field.fault == "Choose a model first."
        await until(world.is_idle)


@pytest.mark.parametrize("check", list(Check))
def test_every_check_has_a_name(check: Check) -> None:
    assert check_text(check)
