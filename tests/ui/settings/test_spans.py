"""The collector of traces in the settings: off by default, tried out, locked by an organisation."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.adapters.late_spans import SPANS_OWNER
from studio.core.errors import Category, Diagnosis, Failure
from studio.core.policy import Policy, broken_policy
from studio.core.profiles import KEY_ID
from studio.core.settings import Settings
from studio.ui.settings.spans import SpansSection
from studio.ui.settings.spans_texts import spans_failure_text
from tests.adapters.collector import collector
from tests.conftest import Until
from tests.ui.settings.fakes import World, all_words, keyring_problem, settings_world

KEY = "Bearer secret-of-the-collector"


def section(world: World) -> SpansSection:
    return world.page.storage.spans


def settings(world: World) -> Settings:
    return world.needs.preferences.settings


def typed(line: object, text: str) -> None:
    """As a user does, who then goes on to the next field."""
    line.setText(text)  # type: ignore[attr-defined]  # a line edit
    line.editingFinished.emit()  # type: ignore[attr-defined]


async def test_nothing_is_sent_until_an_address_is_named(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        await until(world.is_idle)
        assert settings(world).spans_url == ""
        assert not section(world).test.isEnabled()
        assert section(world).remove_key.isHidden()


async def test_a_test_span_arrives_with_its_key_and_says_so(
    qapp: QApplication, until: Until
) -> None:
    async with collector() as received, settings_world(qapp) as world:
        spans = section(world)
        typed(spans.address, received.url)
        spans.key.setText(KEY)
        QTest.keyClick(spans.key, Qt.Key.Key_Return)
        await until(world.is_idle)
        assert settings(world).spans_header == "Authorization"
        spans.test.click()
        assert not spans.test.isEnabled()
        await until(world.is_idle)
        assert spans.result.text() == "The collector took it."
        assert spans.result.property("kind") == "success"
        assert spans.test.isEnabled()
        assert f"authorization: {KEY}".lower() in received.heads[0].lower()
        assert [span.name for span in received.spans()] == ["test by Callboard"]
        assert KEY not in all_words(world.page)
    assert KEY not in repr(settings(world))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("401 Unauthorized", "did not accept the key"),
        ("404 Not Found", "no collector at this address"),
        ("415 Unsupported Media Type", "no JSON"),
        ("302 Found", "does not follow"),
        ("503 Busy", "answered 503"),
    ],
)
async def test_what_a_collector_answers_is_said_in_words(
    qapp: QApplication, until: Until, status: str, words: str
) -> None:
    async with collector() as received, settings_world(qapp) as world:
        received.status = status
        typed(section(world).address, received.url)
        await until(world.is_idle)
        section(world).test.click()
        await until(world.is_idle)
        assert words in section(world).result.text()
        assert section(world).result.property("kind") == "danger"


async def test_a_collector_that_is_not_there_is_said_to_be_so(
    qapp: QApplication, until: Until
) -> None:
    async with collector() as received:
        gone = received.url
    async with settings_world(qapp, settings=Settings(spans_url=gone)) as world:
        section(world).test.click()
        await until(world.is_idle)
        assert "Nothing answers" in section(world).result.text()


async def test_a_key_goes_to_the_keyring_and_comes_back_with_undo(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        spans = section(world)
        spans.key.setText(KEY)
        spans.save_key.click()
        await until(world.is_idle)
        assert world.vault.keys == {(SPANS_OWNER, KEY_ID): KEY}
        assert spans.key.text() == ""
        assert "Saved" in spans.key_field.hint
        spans.remove_key.click()
        assert spans.remove_key.isHidden()
        world.page.notices.undo_button.click()
        await until(world.is_idle)
        assert not spans.remove_key.isHidden()
        assert world.vault.keys
        spans.remove_key.click()
        world.page.notices.settle()
        await until(world.is_idle)
        assert world.vault.keys == {}
        assert not settings(world).spans_has_key


async def test_a_key_that_the_keyring_refuses_stays_in_its_field(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        world.vault.problem = keyring_problem()
        section(world).key.setText(KEY)
        section(world).save_key.click()
        await until(world.is_idle)
        assert section(world).key.text() == KEY
        assert not settings(world).spans_has_key
        world.vault.problem = None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" localhost:4318 ", "http://localhost:4318"),
        ("collector.example", "https://collector.example"),
        ("<https://collector.example/v1/traces>", "https://collector.example/v1/traces"),
        ("", ""),
    ],
)
async def test_an_address_is_completed(
    qapp: QApplication, until: Until, text: str, kept: str
) -> None:
    before = Settings(spans_url="http://localhost:9")
    async with settings_world(qapp, settings=before) as world:
        typed(section(world).address, text)
        await until(world.is_idle)
        assert settings(world).spans_url == kept


async def test_what_is_no_address_or_no_header_is_refused_at_its_place(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        typed(section(world).address, "ftp://collector.example")
        typed(section(world).header, "two words")
        await until(world.is_idle)
        assert section(world).address_field.fault
        assert section(world).header_field.fault
        assert settings(world) == world.settings.saved == Settings()
        typed(section(world).header, "X-Key:")
        await until(world.is_idle)
        assert settings(world).spans_header == "X-Key"


async def test_what_the_organisation_sets_is_shown_and_locked(
    qapp: QApplication, until: Until
) -> None:
    policy = Policy(
        organisation="Example",
        spans_url="https://traces.example",
        spans_header="X-Key",
        allowed_hosts=("api.example",),
    )
    async with settings_world(qapp, policy=policy) as world:
        await until(world.is_idle)
        spans = section(world)
        assert (spans.address.text(), spans.header.text()) == ("https://traces.example", "X-Key")
        assert not spans.address.isEnabled()
        assert not spans.header.isEnabled()
        assert "Set by Example" in spans.address_field.hint
        assert spans.address_field.fault == ""
        assert spans.key.isEnabled()  # everybody has a key of their own


async def test_an_organisation_may_want_no_traces_at_all(qapp: QApplication, until: Until) -> None:
    mine = Settings(spans_url="https://mine.example")
    async with settings_world(qapp, settings=mine, policy=Policy(spans_url="")) as world:
        await until(world.is_idle)
        spans = section(world)
        assert spans.address.text() == ""
        assert not any(each.isEnabled() for each in (spans.address, spans.key, spans.test))


@pytest.mark.parametrize("policy", [Policy(allowed_hosts=("api.example",)), broken_policy("x")])
async def test_a_host_that_the_organisation_does_not_allow_is_refused(
    qapp: QApplication, until: Until, policy: Policy
) -> None:
    mine = Settings(spans_url="https://mine.example")
    async with settings_world(qapp, settings=mine, policy=policy) as world:
        await until(world.is_idle)
        assert "does not allow" in section(world).address_field.fault
        assert not section(world).test.isEnabled()


async def test_the_collector_is_among_those_who_are_contacted(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp) as world:
        before = world.page.contacts.contacts()
        typed(section(world).address, "https://traces.example/v1/traces")
        await until(world.is_idle)
        (new,) = set(world.page.contacts.contacts()) - set(before)
        assert "traces.example" in new[0]


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure(Category.BAD_REQUEST, "too old", code="collector_rejected"), "too old"),
        (Failure(Category.UNREADABLE_REPLY, code="collector_unknown"), "not as a collector"),
        (Failure(Category.NETWORK, code=Diagnosis.HOST_NOT_FOUND), "not known"),
        (Failure(Category.NETWORK, "proxy:1", code=Diagnosis.PROXY), "proxy:1"),
        (Failure(Category.NETWORK, code="closed"), "gRPC"),
        (Failure(Category.KEYRING, code="locked"), "locked"),
        (Failure(Category.PERMISSION, code="policy"), "organisation"),
    ],
)
def test_each_trouble_on_the_way_has_words_of_its_own(
    qapp: QApplication, failure: Failure, words: str
) -> None:
    assert words in spans_failure_text(failure)
