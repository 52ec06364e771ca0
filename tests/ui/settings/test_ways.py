"""What an organisation sets, how a provider is reached, and what may be right instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from studio.core.errors import Category, Diagnosis, Failure
from studio.core.messages import Dialect
from studio.core.policy import Policy, broken_policy
from studio.harness.ports import Step, StepResult
from studio.ui.settings.provider_form import ProviderForm
from tests.conftest import Until
from tests.ui.settings.fakes import ANTHROPIC, OLLAMA, World, all_words, settings_world


def form(world: World, profile_id: str = "o") -> ProviderForm:
    world.page.show_providers(profile_id)
    assert world.page.providers.form is not None
    return world.page.providers.form


async def test_what_an_organisation_sets_is_marked_and_cannot_be_changed(
    qapp: QApplication, until: Until
) -> None:
    policy = Policy(organisation="Example University", profiles=(OLLAMA,), ca_file="/etc/ca.pem")
    async with settings_world(qapp, OLLAMA, ANTHROPIC, policy=policy) as world:
        shown = form(world, "o")
        assert not shown.address.isEnabled()
        assert not shown.remove.isVisible()
        assert shown.model.isEnabled()
        assert "Set by Example University" in all_words(shown)
        own = form(world, "a")
        assert own.address.isEnabled()
        assert own.advanced.ways is not None
        assert not own.advanced.ways.ca_file.isEnabled()
        await until(world.is_idle)


async def test_a_policy_that_cannot_be_read_says_that_nothing_is_sent(
    qapp: QApplication, until: Until
) -> None:
    policy = broken_policy("line 3: unknown field")
    async with settings_world(qapp, OLLAMA, policy=policy) as world:
        form(world)
        banner = world.page.providers.policy
        assert banner.isVisible()
        assert "nothing is sent" in banner.accessibleName()
        assert "line 3: unknown field" in banner.accessibleName()
        world.page.navigation.setCurrentRow(world.page.pages.indexOf(world.page.storage))
        await until(world.is_idle)
        assert not world.page.storage.days.isEnabled()


async def test_an_organisations_rules_are_shown(qapp: QApplication, until: Until) -> None:
    policy = Policy(
        organisation="Example University",
        allowed_hosts=("llm.example.com",),
        allowed_dialects=(Dialect.OPENAI_CHAT,),
        recordings_days=7,
    )
    async with settings_world(qapp, OLLAMA, policy=policy) as world:
        form(world)
        assert world.page.providers.policy.accessibleName().splitlines() == [
            "Set by Example University",
            "Hosts that may be asked: llm.example.com",
            "API types that may be used: Chat Completions",
        ]
        assert not world.page.storage.days.isEnabled()
        assert world.page.storage.days.value() == 7
        assert world.page.storage.giga.isEnabled()
        await until(world.is_idle)


async def test_without_a_policy_there_is_no_banner(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        form(world)
        assert not world.page.providers.policy.isVisible()
        await until(world.is_idle)


@pytest.mark.parametrize(
    ("code", "suggestion", "field", "words"),
    [
        (
            Diagnosis.DOUBLED_VERSION,
            "http://localhost:1/v1",
            "base_url",
            "Use http://localhost:1/v1",
        ),
        (Diagnosis.MODEL_NAME, "qwen3:8b", "model", "Use qwen3:8b"),
        (Diagnosis.WRONG_DIALECT, Dialect.ANTHROPIC_MESSAGES, "dialect", "Use Anthropic Messages"),
    ],
)
async def test_what_may_be_right_instead_is_taken_and_tested_at_once(
    qapp: QApplication, until: Until, code: Diagnosis, suggestion: str, field: str, words: str
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        wrong = Failure(Category.MODEL_NOT_FOUND, code=code, suggestions=(suggestion,))
        world.directory.steps = (StepResult(Step.ANSWER, 3.0, wrong),)
        shown = form(world)
        shown.test.click()
        await until(world.is_idle)
        buttons = shown.connection.findChildren(QPushButton)
        take = next(one for one in buttons if one.text() == words and one.isVisible())
        world.directory.steps = (StepResult(Step.ANSWER, 3.0, detail="ready"),)
        take.click()
        await until(world.is_idle)
        assert getattr(world.saved("o"), field) == suggestion
        assert getattr(world.directory.tested[-1][0], field) == suggestion
        assert "answers “ready”" in shown.connection.text


async def test_the_login_of_a_proxy_goes_to_the_keyring_alone(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        shown = form(world)
        shown.advanced.fold.button.click()
        ways = shown.advanced.ways
        assert ways is not None
        assert not ways.login.isVisible()
        ways.proxy.choice.setCurrentIndex(2)
        ways.proxy.choice.activated.emit(2)
        ways.proxy.address.setText("http://me:secret@proxy:3128")
        ways.proxy.address.editingFinished.emit()
        assert "kept in a file" in ways.proxy_field.fault
        ways.proxy.address.setText("http://proxy:3128")
        ways.proxy.address.editingFinished.emit()
        ways.login.user.setText("me")
        ways.login.password.setText("proxy-secret")
        ways.login.save.click()
        await until(world.is_idle)
        saved = world.saved("o")
        assert (saved.proxy, saved.has_proxy_login) == ("http://proxy:3128", True)
        assert list(world.vault.keys.values()) == ["me:proxy-secret"]
        assert "proxy-secret" not in all_words(world.page)
        ways.login.forget.click()
        await until(world.is_idle)
        assert world.vault.keys == {}


async def test_a_certificate_file_is_picked(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, OLLAMA) as world:
        ways = form(world).advanced.ways
        assert ways is not None
        world.picked.append(Path("/etc/lab.pem"))
        ways.ca_file.pick.click()
        await until(world.is_idle)
        assert world.saved("o").ca_file == "/etc/lab.pem"
