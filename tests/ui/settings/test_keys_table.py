"""Several keys: where each comes from, what it cost, and what can be done with it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect, Usage
from studio.core.profiles import KeyEntry, KeySource
from studio.core.spending import Spent, UsageRow
from studio.harness.key_ports import FoundKey
from studio.harness.ports import Step, StepResult
from studio.ui.settings.key_dialogs import CapDialog
from studio.ui.settings.key_import import KeyImport
from studio.ui.settings.key_rows import KeyFacts, key_row, month_text
from studio.ui.settings.key_section import KeySection
from studio.ui.settings.keys_table import KeyAction
from tests.conftest import Until
from tests.ui.settings.fakes import ANTHROPIC, KEY, NOW, World, all_words, settings_world

WORK = KeyEntry(id="k1", name="work", hint="9f2c", monthly_cap=Decimal(20), tested_at=NOW - 60)
PRIVATE = KeyEntry(id="k2", name="private", hint="71ab", tested_at=NOW - 20 * 86_400)
TWO = ANTHROPIC.model_copy(update={"keys": (WORK, PRIVATE)})
NEW = "sk-ant-" + "api03-New456Ghi789-77zz"
REFUSED = Failure(Category.AUTHENTICATION, "invalid x-api-key", 401)


def section(world: World) -> KeySection:
    world.page.show_providers("a")
    assert world.page.providers.form is not None
    return world.page.providers.form.key


def replace(world: World, key: str, number: int = 0) -> KeySection:
    shown = section(world)
    shown.table.asked.emit(KeyAction.REPLACE, shown.table.rows[number].id)
    shown.editor.edit.setText(key)
    shown.editor.save.click()
    return shown


def spent(usd: str | None, *, has_unpriced: bool = False) -> Spent:
    price = None if usd is None else Decimal(usd)
    return Spent(3, 12_000, 340, usd=price, has_unpriced=has_unpriced)


def dialog(world: World) -> QDialog | None:
    return next(iter(world.page.window().findChildren(QDialog)), None)


@pytest.mark.parametrize(
    ("took", "cap", "text", "kind"),
    [
        (spent("4.12"), Decimal(20), "$4.12 of $20", ""),
        (spent("16"), Decimal(20), "$16.00 of $20", "warning"),
        (spent("20.5"), Decimal("20.50"), "$20.50 of $20.50", "danger"),
        (spent("0.30"), None, "$0.30", ""),
        (spent(None, has_unpriced=True), None, "12.3k tokens", ""),
        (spent("0.30", has_unpriced=True), None, "$0.30 and unknown", ""),
        (Spent(), Decimal(5), "nothing yet of $5", "muted"),
    ],
)
def test_what_has_no_price_is_counted_in_tokens_and_is_never_zero(
    took: Spent, cap: Decimal | None, text: str, kind: str
) -> None:
    assert month_text(took, cap)[:2] == (text, kind)


def test_a_key_says_when_it_was_tested_and_how_it_came_out() -> None:
    def state(**changes: object) -> tuple[str, str]:
        row = key_row(TWO, WORK.model_copy(update=changes), KeyFacts(), NOW)
        return row.state, row.state_kind

    assert state() == ("works, tested today", "success")
    assert state(tested_at=NOW - 20 * 86_400) == ("not tested since 12 Nov", "secondary")
    assert state(tested_at=None) == ("not tested", "secondary")
    assert state(test_failure="authentication", tested_at=NOW - 86_400) == (
        "rejected, yesterday",
        "danger",
    )


async def test_the_table_names_default_end_use_and_month(qapp: QApplication, until: Until) -> None:
    def use(world: World) -> None:
        world.usage.kept["r"] = UsageRow(
            round_id="r",
            at=NOW - 120,
            chat_id="",
            turn_id="",
            profile_id="a",
            profile_name="Anthropic",
            key_id="k1",
            model="m",
            dialect=Dialect.ANTHROPIC_MESSAGES,
            usage=Usage(input_tokens=100, output_tokens=5),
            usd=Decimal("4.12"),
        )

    async with settings_world(qapp, TWO, prepare=use) as world:
        first, second = section(world).table.rows
        assert first.sentence == (
            "work, default key, …9f2c, 2 min ago, $4.12 of $20, works, tested today"
        )
        assert (second.name, second.is_default, second.last_used) == ("private", False, "never")
        await until(world.is_idle)


async def test_another_key_can_be_the_default(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        section(world).table.asked.emit(KeyAction.DEFAULT, "k2")
        await until(world.is_idle)
        assert world.saved("a").default_key_id == "k2"
        assert [row.is_default for row in section(world).table.rows] == [False, True]


async def test_a_new_key_is_tested_before_the_old_one_goes(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, TWO) as world:
        world.vault.keys["a", "k1"] = KEY
        world.directory.steps = (StepResult(Step.ANSWER, 80.0, REFUSED),)
        shown = replace(world, NEW)
        await until(world.is_idle)
        assert [key for _, key in world.directory.tested] == [NEW]
        assert world.vault.keys["a", "k1"] == KEY
        assert "invalid x-api-key" in shown.editor.reasons.text()
        assert "old key was not touched" in shown.editor.refusal.text()
        world.directory.steps = (StepResult(Step.ANSWER, 80.0),)
        shown.editor.save.click()
        await until(world.is_idle)
        assert world.vault.keys["a", "k1"] == NEW
        assert shown.table.rows[0].ends == "…77zz"
        assert not shown.editor.isVisible()


async def test_a_key_that_did_not_pass_can_be_taken_all_the_same(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, TWO) as world:
        world.directory.steps = (StepResult(Step.ANSWER, 80.0, REFUSED),)
        shown = replace(world, NEW)
        await until(world.is_idle)
        shown.editor.anyway.click()
        await until(world.is_idle)
        assert world.vault.keys["a", "k1"] == NEW


@pytest.mark.parametrize(
    ("source", "locator"),
    [
        (KeySource.ENVIRONMENT, "ANTHROPIC_API_KEY"),
        (KeySource.COMMAND, "op read op://Private/Anthropic/credential"),
    ],
)
async def test_a_key_can_come_from_elsewhere_at_each_start(
    qapp: QApplication, until: Until, source: KeySource, locator: str
) -> None:
    async with settings_world(qapp, TWO) as world:
        shown = section(world)
        shown.add.click()
        editor = shown.editor
        editor.where.setCurrentIndex(editor.where.findData(source))
        assert not editor.edit.isVisible()
        editor.name.setText("office")
        editor.locator.setText(locator)
        editor.save.click()
        await until(world.is_idle)
        entry = world.saved("a").keys[-1]
        assert (entry.name, entry.source, entry.locator) == ("office", source, locator)
        assert world.vault.keys == {}


async def test_a_key_in_the_place_of_a_command_is_refused_and_not_repeated(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, TWO) as world:
        shown = section(world)
        shown.add.click()
        editor = shown.editor
        editor.where.setCurrentIndex(editor.where.findData(KeySource.COMMAND))
        editor.locator.setText(f"echo {KEY}")
        editor.save.click()
        assert "looks like a key" in editor.locator_field.fault
        assert KEY not in editor.locator_field.fault
        await until(world.is_idle)
        assert len(world.saved("a").keys) == 2


async def test_a_key_is_renamed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        section(world).table.asked.emit(KeyAction.RENAME, "k2")
        await until(lambda: dialog(world))
        opened = dialog(world)
        assert opened is not None
        field = opened.findChild(QLineEdit)
        assert field is not None
        field.setText("at home")
        opened.accept()
        await until(world.is_idle)
        assert world.saved("a").keys[1].name == "at home"


async def test_a_cap_is_set_and_taken_away(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        for amount, kept in ((12.5, Decimal("12.5")), (0.0, None)):
            section(world).table.asked.emit(KeyAction.CAP, "k1")
            await until(lambda: isinstance(dialog(world), CapDialog))
            opened = dialog(world)
            assert isinstance(opened, CapDialog)
            opened.box.setValue(amount)
            opened.accept()
            await until(world.is_idle)
            assert world.saved("a").keys[0].monthly_cap == kept
            await until(lambda: dialog(world) is None)


async def test_one_key_of_the_table_is_tested(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        world.vault.keys["a", "k2"] = KEY
        section(world).table.asked.emit(KeyAction.TEST, "k2")
        await until(world.is_idle)
        assert [key for _, key in world.directory.tested] == [KEY]
        assert section(world).table.rows[1].state == "works, tested today"
        assert world.page.providers.form is not None
        assert "key “private”" in world.page.providers.form.connection.title.text()


async def test_a_removed_key_leads_to_where_it_is_revoked(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        section(world).table.asked.emit(KeyAction.REMOVE, "k2")
        notices = world.page.notices
        assert notices.text == "“private” was deleted here. It is still valid at the provider."
        assert notices.link_button.isVisible()
        notices.link_button.click()
        assert world.opened[0].startswith("https://")
        assert [row.name for row in section(world).table.rows] == ["work"]
        notices.undo_button.click()
        await until(world.is_idle)
        assert len(world.saved("a").keys) == 2


async def test_the_environment_is_mentioned_and_imported_only_when_ticked(
    qapp: QApplication, until: Until
) -> None:
    found = FoundKey("f1", "anthropic", "ANTHROPIC_API_KEY", "environment", "e0d1")
    other = FoundKey("f2", "groq", "GROQ_API_KEY", "~/.config/tool.json", "b7Zk", "Some tool")

    def lay(world: World) -> None:
        world.places.in_environment = (found,)
        world.places.in_programs = (other,)
        world.places.keys = {"f1": NEW, "f2": KEY}

    async with settings_world(qapp, TWO, prepare=lay) as world:
        shown = section(world)
        await until(world.is_idle)
        assert shown.banner.text.text() == (
            "ANTHROPIC_API_KEY is set in your environment. Callboard does not use it unless you "
            "import it."
        )
        assert world.vault.keys == {}
        shown.banner.button.click()
        await until(world.is_idle)
        opened = dialog(world)
        assert isinstance(opened, KeyImport)
        assert [(box.isChecked(), one.id) for box, one in opened.boxes] == [
            (True, "f1"),
            (False, "f2"),
        ]
        assert KEY not in all_words(opened)
        opened.take.click()
        await until(world.is_idle)
        assert list(world.vault.keys.values()) == [NEW]
        assert world.saved("a").keys[-1].name == "ANTHROPIC_API_KEY"


async def test_a_dotenv_file_is_read_when_it_is_chosen(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO) as world:
        section(world).open_import()
        await until(world.is_idle)
        opened = dialog(world)
        assert isinstance(opened, KeyImport)
        assert not opened.take.isEnabled()
        world.places.in_file = (FoundKey("f3", "anthropic", "KEY", ".env", "77zz"),)
        for chosen, count in ((None, 0), (Path("/home/me/.env"), 1)):
            world.picked.append(chosen)
            opened.dotenv.click()
            await until(world.is_idle)
            assert len(opened.boxes) == count
        assert world.places.files == [Path("/home/me/.env")]
        opened.reject()
        await until(world.is_idle)


async def test_a_narrow_table_says_the_same_in_two_lines(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, TWO, size=(700, 600)) as world:
        words = all_words(section(world).table)
        for said in ("work", "default", "…9f2c", "nothing yet of $20", "works, tested today"):
            assert said in words
        await until(world.is_idle)


async def test_the_focus_stays_on_its_button_when_the_table_changes(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, TWO) as world:
        table = section(world).table
        await until(world.is_idle)
        world.page.activateWindow()
        name = "Replace the key private"
        next(
            one for one in table.findChildren(QPushButton) if one.accessibleName() == name
        ).setFocus()
        await world.profiles.rename_key("a", "k1", "office")
        await until(lambda: table.rows[0].name == "office")
        focused = table.focusWidget()
        assert focused is not None
        assert focused.accessibleName() == name
        await until(world.is_idle)
