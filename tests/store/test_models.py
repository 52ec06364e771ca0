from __future__ import annotations

from decimal import Decimal

from studio.core.abilities import Abilities, Prices, Source
from studio.core.errors import Category, Failure
from studio.core.messages import Usage
from studio.core.models import ListedModel
from studio.harness.knowledge_ports import KeptCard, KeptList
from studio.harness.ports import LastTest, Step, StepResult
from studio.store.models import SqliteModels
from tests.store.samples import Shop

ABILITIES = Abilities(
    takes_tools=True,
    takes_images=False,
    context_tokens=131_072,
    prices=Prices(input=Decimal("0.10"), output=Decimal("1e-7"), long_from=200_000),
)
LIST = KeptList(
    "p1",
    "openai_chat https://x.example/v1",
    1_234.5,
    (ListedModel("a/1", "Größe 1", ABILITIES), ListedModel("b")),
)
CARD = KeptCard("p1", "openai_chat https://x.example/v1", "a/1", Source.PROBE, ABILITIES)
TEST = LastTest(
    1_300.0,
    "work",
    "a/1",
    (
        StepResult(Step.MODELS, 214.0, None, "14", "GET", "/v1/models", 200),
        StepResult(
            Step.ANSWER,
            611.5,
            Failure(Category.RATE_LIMIT, "slow down", 429, retry_after=2.5),
            method="POST",
            path="/v1/messages",
            status=429,
            usage=Usage(10, 2),
        ),
    ),
    Decimal("0.0004"),
)


async def test_lists_cards_and_tests_survive_a_restart(shop: Shop) -> None:
    async with shop.open() as store:
        models = SqliteModels(store.database)
        await models.save_list(LIST)
        await models.save_card(CARD)
        await models.save_test("p1", TEST)
    async with shop.open() as store:
        models = SqliteModels(store.database)
        assert await models.lists() == (LIST,)
        assert await models.cards() == (CARD,)
        assert await models.tests() == (("p1", TEST),)


async def test_the_last_one_takes_the_place_of_the_one_before(shop: Shop) -> None:
    async with shop.open() as store:
        models = SqliteModels(store.database)
        newer = KeptList("p1", "other", 2_000.0, ())
        mine = KeptCard("p1", "", "a/1", Source.USER, Abilities(streams=False))
        for kept in (LIST, newer):
            await models.save_list(kept)
        for card in (CARD, mine):
            await models.save_card(card)
        assert await models.lists() == (newer,)
        assert set(await models.cards()) == {CARD, mine}
        await models.remove_card("p1", "a/1", Source.USER)
        assert await models.cards() == (CARD,)


async def test_nothing_is_left_of_a_profile_that_is_forgotten(shop: Shop) -> None:
    async with shop.open() as store:
        models = SqliteModels(store.database)
        await models.save_list(LIST)
        await models.save_card(CARD)
        await models.save_test("p1", TEST)
        await models.save_test("p2", TEST)
        await models.forget("p1")
        assert await models.lists() == ()
        assert await models.cards() == ()
        assert [profile_id for profile_id, _ in await models.tests()] == ["p2"]


async def test_what_cannot_be_read_is_left_out(shop: Shop) -> None:
    async with shop.open() as store:
        models = SqliteModels(store.database)
        await models.save_list(LIST)
        await models.save_card(CARD)
        await models.save_test("p1", TEST)
        for damage in (
            "UPDATE model_lists SET body = x'00'",
            "UPDATE model_cards SET source = 'nobody'",
            "UPDATE profile_tests SET body = '[]'",
        ):
            await store.database.run(
                lambda shelves, damage=damage: shelves.file.execute(damage)  # type: ignore[misc]
            )
        assert await models.lists() == ()
        assert await models.cards() == ()
        assert await models.tests() == ()
