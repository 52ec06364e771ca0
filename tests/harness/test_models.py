from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from decimal import Decimal

import pytest

from studio.core.abilities import FREE, Abilities, Prices, Source
from studio.core.errors import Category, Failure, RoundError, StudioError
from studio.core.messages import Dialect, Origin, Usage
from studio.core.models import ListedModel
from studio.core.profiles import Kind, ProviderProfile
from studio.harness.models import Asking, Models
from studio.harness.ports import (
    Check,
    CheckResult,
    LastTest,
    ProbeCost,
    Step,
    StepResult,
)
from studio.harness.probing import card_of
from tests.fake_models import FakePackage, MemoryModels

PROFILE = ProviderProfile(id="p", name="P", base_url="https://x.example/v1")
PACKAGED = Abilities(takes_tools=True, context_tokens=1_000, prices=Prices(input=Decimal(1)))
LISTED = (
    ListedModel("a", "Model A", Abilities(takes_images=True, context_tokens=2_000)),
    ListedModel("b"),
)


class FakeDirectory:
    def __init__(self) -> None:
        self.listed = LISTED
        self.failure: Failure | None = None
        self.keys: list[str | None] = []
        self.checks: tuple[CheckResult, ...] = (
            CheckResult(Check.ANSWER, 1.0, True),
            CheckResult(Check.STREAM, 1.0, False),
            CheckResult(Check.CALL, 1.0, True),
            CheckResult(Check.PARALLEL_CALLS, 1.0, False),
        )
        self.was_closed = False

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[ListedModel, ...]:
        self.keys.append(key)
        await asyncio.sleep(0)
        if self.failure is not None:
            raise RoundError(self.failure)
        return self.listed

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        yield StepResult(Step.MODELS, 1.0)

    async def probe(
        self, profile: ProviderProfile, key: str | None, model: str
    ) -> AsyncGenerator[CheckResult]:
        self.keys.append(key)
        try:
            for check in self.checks:
                yield check
        finally:
            self.was_closed = True

    def probe_cost(self, profile: ProviderProfile, model: str) -> ProbeCost:
        return ProbeCost(12, 1_000, 2_000, None)


class World:
    """Models over fakes; `start` is another start of the program over the same store."""

    def __init__(self, *profiles: ProviderProfile) -> None:
        self.profiles = {profile.id: profile for profile in profiles or (PROFILE,)}
        self.directory = FakeDirectory()
        self.store = MemoryModels()
        self.changes = 0
        self.noted: list[tuple[str, str, str, Usage]] = []

    def start(self) -> Models:
        async def key_of(profile: ProviderProfile, key_id: str) -> str | None:
            return f"key of {profile.id}/{key_id or 'default'}"

        def note(profile: ProviderProfile, key_id: str, model: str, usage: Usage) -> None:
            self.noted.append((profile.id, key_id, model, usage))

        asking = Asking(self.profiles.get, key_of, self.directory, note)
        models = Models(asking, self.store, FakePackage(PACKAGED), lambda: 5_000.0)
        models.watch(self._count)
        return models

    def _count(self) -> None:
        self.changes += 1


async def test_a_list_is_kept_over_a_restart_and_never_asked_for_by_itself() -> None:
    world = World()
    first = world.start()
    await first.load()
    assert first.entries("p") == ()
    assert first.fetched_at("p") is None
    entries = await first.refresh("p", "work")
    assert [entry.name for entry in entries] == ["Model A", "b"]
    assert world.directory.keys == ["key of p/work"]
    second = world.start()
    await second.load()
    assert second.entries("p") == entries
    assert second.fetched_at("p") == 5_000.0
    assert len(world.directory.keys) == 1


async def test_a_list_that_does_not_come_leaves_the_old_one() -> None:
    world = World()
    models = world.start()
    entries = await models.refresh("p")
    world.directory.failure = Failure(Category.NETWORK)
    with pytest.raises(StudioError):
        await models.refresh("p")
    assert models.entries("p") == entries


async def test_another_address_has_another_list_and_another_card() -> None:
    world = World()
    models = world.start()
    await models.load()
    await models.refresh("p")
    await models.keep_probe("p", "a", Abilities(streams=False))
    world.profiles["p"] = PROFILE.model_copy(update={"base_url": "https://y.example/v1"})
    assert models.entries("p") == ()
    assert models.entry("p", "a").abilities == PACKAGED
    world.profiles["p"] = PROFILE
    assert models.entry("p", "a").abilities.streams is False


async def test_every_fact_says_who_said_it_and_the_user_has_the_last_word() -> None:
    world = World()
    models = world.start()
    await models.load()
    await models.refresh("p")
    await models.keep_probe("p", "a", Abilities(takes_images=False, takes_tools=True))
    await models.override("p", "a", Abilities(context_tokens=77))
    entry = models.entry("p", "a")
    assert entry.abilities == Abilities(
        takes_tools=True, takes_images=False, context_tokens=77, prices=PACKAGED.prices
    )
    assert entry.sources == {
        "context_tokens": Source.USER,
        "takes_tools": Source.PROBE,
        "takes_images": Source.PROBE,
        "price_input": Source.PACKAGE,
    }
    assert models.overridden("p", "a") == Abilities(context_tokens=77)
    await models.override("p", "a", None)
    assert models.entry("p", "a").abilities.context_tokens == 2_000
    assert models.abilities(PROFILE, "a").context_tokens == 2_000
    assert models.prices(Origin("p", "P", Dialect.OPENAI_CHAT, "a")) == PACKAGED.prices


async def test_what_the_user_says_survives_a_restart() -> None:
    world = World()
    await world.start().override("p", "any", Abilities(takes_tools=False))
    again = world.start()
    await again.load()
    assert again.entry("p", "any").abilities.takes_tools is False


async def test_nothing_is_known_of_a_profile_that_is_gone() -> None:
    models = World().start()
    await models.load()
    assert models.entry("gone", "m").abilities == Abilities()
    assert models.entries("gone") == ()
    with pytest.raises(StudioError):
        await models.refresh("gone")


async def test_everything_of_a_removed_profile_is_forgotten() -> None:
    world = World()
    models = world.start()
    await models.refresh("p")
    await models.override("p", "a", Abilities(takes_tools=False))
    await models.keep_test(PROFILE, "work", "a", (StepResult(Step.MODELS, 1.0),))
    await models.forget("p")
    assert models.entries("p") == ()
    assert models.last_test("p") is None
    assert (world.store.kept, world.store.by_key, world.store.tested) == ({}, {}, {})


async def test_what_was_kept_of_a_profile_that_is_no_longer_there_goes_at_the_next_start() -> None:
    other = PROFILE.model_copy(update={"id": "q"})
    world = World(PROFILE, other)
    first = world.start()
    for profile in (PROFILE, other):
        await first.refresh(profile.id)
        await first.override(profile.id, "a", Abilities(takes_tools=False))
    del world.profiles["p"]
    await world.start().load()
    assert set(world.store.kept) == {"q"}
    assert {profile_id for profile_id, _, _ in world.store.by_key} == {"q"}


async def test_a_probe_keeps_what_is_certain_and_the_adapter_obeys() -> None:
    world = World()
    models = world.start()
    async with aclosing(models.probe("p", "a", "work")) as checks:
        results = [result async for result in checks]
    assert tuple(results) == world.directory.checks
    assert world.noted == [("p", "work", "a", result.usage) for result in results]
    assert world.directory.keys == ["key of p/work"]
    known = models.abilities(PROFILE, "a")
    assert (known.streams, known.takes_tools, known.calls_in_parallel) == (False, True, False)
    assert known.takes_images is None


async def test_a_probe_that_is_stopped_keeps_what_it_has_found() -> None:
    world = World()
    models = world.start()
    async with aclosing(models.probe("p", "a")) as checks:
        async for result in checks:
            if result.check is Check.STREAM:
                break
    assert world.directory.was_closed
    assert models.abilities(PROFILE, "a") == Abilities(streams=False)


async def test_a_probe_that_reached_nobody_keeps_nothing() -> None:
    world = World()
    failure = Failure(Category.AUTHENTICATION, status=401)
    world.directory.checks = (CheckResult(Check.ANSWER, 1.0, None, failure),)
    models = world.start()
    await models.keep_probe("p", "a", Abilities(streams=False))
    async with aclosing(models.probe("p", "a")) as checks:
        assert [result.failure async for result in checks] == [failure]
    assert models.abilities(PROFILE, "a") == Abilities(streams=False)


def test_a_card_holds_nothing_that_is_not_certain() -> None:
    assert card_of(()) == Abilities()
    unsure = tuple(CheckResult(check, 1.0, None) for check in Check)
    assert card_of((CheckResult(Check.ANSWER, 1.0, True), *unsure[1:])) == Abilities()
    refused = tuple(CheckResult(check, 1.0, False) for check in Check)
    assert card_of(refused) == Abilities()
    whole = tuple(CheckResult(check, 1.0, True) for check in Check)
    assert card_of(whole) == Abilities(
        takes_tools=True,
        takes_images=True,
        takes_files=True,
        takes_effort=True,
        reasons=True,
        streams=True,
        calls_in_parallel=True,
        reports_usage=True,
    )
    unasked = (CheckResult(Check.REASONING, 1.0, True, detail="unasked"),)
    assert card_of(unasked) == Abilities(reasons=True, takes_effort=False)


async def test_what_this_computer_runs_is_free_and_not_unknown() -> None:
    practice = ProviderProfile(id="practice", name="Practice", kind=Kind.PRACTICE)
    models = World(practice, PROFILE).start()
    assert models.abilities(practice, "m").prices == FREE
    assert models.entry("practice", "m").sources["price_input"] is Source.HOST
    assert models.probe_cost("practice", "m").usd == 0
    assert models.probe_cost("p", "m").usd is None
    assert models.abilities(PROFILE, "m").prices == Prices()


async def test_ollama_gives_the_window_that_it_is_asked_for() -> None:
    asked = PROFILE.model_copy(update={"dialect": Dialect.OLLAMA_CHAT, "context_length": 1_500})
    world = World(asked)
    models = world.start()
    await models.refresh("p")
    assert models.entry("p", "a").abilities.context_tokens == 1_500
    world.profiles["p"] = asked.model_copy(update={"context_length": 9_000})
    assert models.entry("p", "a").abilities.context_tokens == 2_000
    world.profiles["p"] = asked.model_copy(update={"context_length": None})
    assert models.entry("p", "a").abilities.context_tokens == 2_000


async def test_what_the_user_says_while_a_list_is_put_together_holds() -> None:
    world = World()
    models = world.start()
    await models.load()
    refreshing = asyncio.create_task(models.refresh("p"))
    await asyncio.sleep(0)
    await models.override("p", "a", Abilities(context_tokens=77))
    await refreshing
    assert models.entry("p", "a").abilities.context_tokens == 77


async def test_the_last_test_is_kept_with_what_it_cost() -> None:
    world = World()
    models = world.start()
    prices = Prices(input=Decimal(10), output=Decimal(20))
    await models.override("p", "a", Abilities(prices=prices))
    steps = (
        StepResult(Step.MODELS, 214.0, detail="14", method="GET", path="/v1/models", status=200),
        StepResult(Step.ANSWER, 611.0, usage=Usage(10, 5)),
        StepResult(Step.STREAM, 611.0),
        StepResult(Step.TOOLS, 611.0, usage=Usage(30, 5)),
    )
    test = await models.keep_test(PROFILE, "work", "a", steps)
    assert [usage for _, _, _, usage in world.noted] == [step.usage for step in steps]
    assert test == LastTest(5_000.0, "work", "a", steps, Decimal("0.0006"))
    unknown = await models.keep_test(PROFILE, "work", "b", steps)
    assert unknown.usd is None
    again = world.start()
    await again.load()
    assert again.last_test("p") == unknown


async def test_whoever_watches_hears_of_every_change() -> None:
    world = World()
    models = world.start()
    await models.refresh("p")
    await models.override("p", "a", Abilities(takes_tools=False))
    await models.keep_test(PROFILE, "", "a", ())
    assert world.changes == 3


@pytest.mark.parametrize("kind", [Kind.PRACTICE, Kind.ENGINE])
async def test_what_is_made_here_reads_text_alone(kind: Kind) -> None:
    world = World()
    built_in = ProviderProfile(id="here", name="Here", kind=kind)
    abilities = world.start().abilities(built_in, "any")
    assert abilities.takes_images is False
    assert abilities.takes_files is False
