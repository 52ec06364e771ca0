"""The usage page says what was used, by day and by whom, and never takes unknown for nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from studio.core.messages import Dialect, Usage
from studio.core.spending import UsageRow
from studio.ui.settings.contacts import ContactsPage
from studio.ui.settings.usage import UsagePage
from tests.conftest import Until
from tests.ui.settings.fakes import ANTHROPIC, NOW, OLLAMA, World, settings_world

_DAY = 86_400.0
ROW = UsageRow(
    "r1",
    NOW - 60,
    "c1",
    "t1",
    "a",
    "Anthropic",
    "default",
    "claude-sonnet",
    Dialect.ANTHROPIC_MESSAGES,
    Usage(1_000, 200),
    Decimal("0.50"),
)
UNPRICED = replace(
    ROW,
    round_id="r2",
    at=NOW - 60,
    chat_id="gone",
    profile_id="o",
    profile_name="Ollama",
    key_id="",
    model="llama",
    dialect=Dialect.OPENAI_CHAT,
    usage=Usage(3_000, 500),
    usd=None,
)


def used(*rows: UsageRow) -> Callable[[World], None]:
    def prepare(world: World) -> None:
        world.usage.kept = {row.round_id: row for row in rows}

    return prepare


async def opened(world: World, until: Until) -> UsagePage:
    page = world.page.usage
    world.page.navigation.setCurrentRow(world.page.pages.indexOf(page))
    await until(world.is_idle)
    return page


def table(page: UsagePage) -> list[list[str]]:
    rows = []
    for row in range(page.table.rowCount()):
        items = [page.table.item(row, column) for column in range(page.table.columnCount())]
        rows.append([item.text() if item is not None else "" for item in items])
    return rows


async def test_sums_are_there_and_unknown_prices_are_named(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA, prepare=used(ROW, UNPRICED)) as world:
        page = await opened(world, until)
        assert page.summary.text().startswith("$0.50 · 4k tokens in · 700 out · 2 rounds")
        assert "1 of the rounds have no known price" in page.unpriced.text()
        assert table(page) == [
            ["claude-sonnet", "1", "1k", "200", "$0.50"],
            ["llama", "1", "3k", "500", "unknown"],
        ]


async def test_sums_are_told_for_provider_key_and_chat(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA, prepare=used(ROW, UNPRICED)) as world:
        page = await opened(world, until)
        names = []
        for index in range(page.group.count()):
            page.group.setCurrentIndex(index)
            names.append([row[0] for row in table(page)])
        assert names == [
            ["claude-sonnet", "llama"],
            ["Anthropic", "Ollama"],
            ["Anthropic · default", "Ollama"],
            ["Deleted chats"],
        ]


async def test_nothing_used_is_said_and_not_drawn(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        page = await opened(world, until)
        assert page.empty.isVisible()
        assert not page.chart.isVisible()
        assert not page.export.isEnabled()


async def test_the_days_of_the_chart_are_read_by_keys(qapp: QApplication, until: Until) -> None:
    early = replace(ROW, round_id="r3", at=NOW - 10 * _DAY)
    async with settings_world(qapp, ANTHROPIC, prepare=used(ROW, early)) as world:
        page = await opened(world, until)
        page.period.setCurrentIndex(1)
        await until(world.is_idle)
        QTest.keyClick(page.chart, Qt.Key.Key_Left)
        assert "1k tokens in" in page.chart.accessibleDescription()
        QTest.keyClick(page.chart, Qt.Key.Key_Left)
        assert "nothing" in page.chart.accessibleDescription()


async def test_another_stretch_of_time_is_read_anew(qapp: QApplication, until: Until) -> None:
    old = replace(ROW, round_id="r4", at=NOW - 50 * _DAY)
    async with settings_world(qapp, ANTHROPIC, prepare=used(ROW, old)) as world:
        page = await opened(world, until)
        assert "1 rounds" in page.summary.text()
        page.period.setCurrentIndex(2)
        await until(world.is_idle)
        assert "2 rounds" in page.summary.text()


async def test_a_round_that_ends_while_the_page_is_open_is_shown(
    qapp: QApplication, until: Until
) -> None:
    async with settings_world(qapp, ANTHROPIC) as world:
        page = await opened(world, until)
        await world.needs.ledger.record(ROW)
        await until(lambda: "$0.50" in page.summary.text())
        await until(world.is_idle)


async def test_the_table_is_saved_where_the_user_says(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    async with settings_world(qapp, ANTHROPIC, prepare=used(ROW)) as world:
        chosen = tmp_path / "usage.csv"

        async def pick(parent: QWidget, title: str, name: str) -> Path | None:
            assert name.endswith(".csv")
            return chosen

        page = await opened(world, until)
        page._needs = replace(world.needs, pick_new_file=pick)
        page.export.click()
        await until(world.is_idle)
        assert "claude-sonnet" in world.written[chosen]
        assert str(chosen) in world.page.notices.text


async def test_all_that_is_contacted_is_listed(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, ANTHROPIC, OLLAMA) as world:
        page = world.page.contacts
        assert isinstance(page, ContactsPage)
        words = "\n".join(label.text() for label in page.findChildren(QLabel))
        assert page.unasked.text().startswith("Nothing.")
        assert "https://api.anthropic.com" in words
        await until(world.is_idle)
