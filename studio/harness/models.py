"""What is known of every profile's models: from the user, from probes, hosts and data packages."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from decimal import Decimal

from studio.core.abilities import FREE, Abilities, Prices, Source, combined
from studio.core.errors import Category, Failure, StudioError
from studio.core.messages import Dialect, Origin, Usage
from studio.core.models import Layer, ListedModel, ModelEntry, entry_of
from studio.core.profiles import Kind, ProviderProfile
from studio.core.spending import is_free, price
from studio.harness.knowledge_ports import KeptCard, KeptList, ModelPackage, ModelStore
from studio.harness.ports import CheckResult, Clock, Directory, LastTest, ProbeCost, StepResult
from studio.harness.probing import card_of
from studio.harness.watching import Changed, Watchers

_NOTHING = Abilities()
_NO = Usage()
# What is made here reads text alone.
_TEXT_ONLY = Abilities(takes_images=False, takes_files=False)
_BUILT_IN = {Kind.PRACTICE: _TEXT_ONLY, Kind.ENGINE: _TEXT_ONLY, Kind.HTTP: _NOTHING}

FindProfile = Callable[[str], ProviderProfile | None]
_Key = tuple[str, str, str]  # profile, what of it matters here, model
KeyOf = Callable[[ProviderProfile, str], Awaitable[str | None]]
NoteUsage = Callable[[ProviderProfile, str, str, Usage], None]


def _note_nothing(_profile: ProviderProfile, _key_id: str, _model: str, _usage: Usage) -> None:
    return


@dataclass(frozen=True, slots=True)
class Asking:
    """How a host is asked. `key_of` gives a profile's key by its ID, the default one for "".

    `note` hears of what tests and probes took: profile, key ID, model, usage.
    """

    find: FindProfile
    key_of: KeyOf
    directory: Directory
    note: NoteUsage = _note_nothing


class Models:
    """One lives as long as the application. Answers from memory; asks a host only when told to.

    What the user says of a model holds above what a probe found, that above what the host lists,
    and that above the data package.
    """

    def __init__(
        self, asking: Asking, store: ModelStore, package: ModelPackage, clock: Clock
    ) -> None:
        self._asking = asking
        self._store = store
        self._package = package
        self._clock = clock
        self._watchers = Watchers()
        self._lists: dict[str, KeptList] = {}
        self._listed: dict[str, dict[str, ListedModel]] = {}
        self._cards: dict[tuple[str, str, Source], KeptCard] = {}
        self._tests: dict[str, LastTest] = {}
        self._known: dict[_Key, ModelEntry] = {}
        self._changes = 0
        self.has_package = False  # it was read, or is being read

    async def load(self, *, with_package: bool = True) -> None:
        """What was kept, and the package's data if it is wanted. Raises `StorageError`; the package
        is read all the same. What was kept of profiles that are gone is forgotten."""
        failed: StudioError | None = None
        try:
            for kept in await self._store.lists():
                self._take(kept)
            for card in await self._store.cards():
                self._cards[card.profile_id, card.model, card.source] = card
            self._tests |= dict(await self._store.tests())
            await self._forget_removed()
        except StudioError as error:
            failed = error
        # Not in a `finally`: who is cancelled at exit begins nothing new.
        if with_package:
            await self.read_package()
        if failed is not None:
            raise failed

    async def read_package(self) -> None:
        """What the data package knows counts from now on. It takes some 20 MB: who asks nobody but
        this computer does not need it."""
        self.has_package = True
        await self._package.load()
        self._known.clear()
        for profile_id in tuple(self._lists):
            await self._prepare(profile_id)
        self._watchers.tell()

    def watch(self, changed: Changed) -> Changed:
        return self._watchers.add(changed)

    def entries(self, profile_id: str) -> tuple[ModelEntry, ...]:
        """The models of the last list, sorted by ID. Empty before there was one."""
        profile = self._asking.find(profile_id)
        if profile is None or self.fetched_at(profile_id) is None:
            return ()
        return tuple(self._entry(profile, model) for model in self._listed[profile_id])

    def fetched_at(self, profile_id: str) -> float | None:
        """When the list came that `entries` gives."""
        kept, profile = self._lists.get(profile_id), self._asking.find(profile_id)
        if kept is None or profile is None or kept.address != _address(profile):
            return None
        return kept.fetched_at

    def entry(self, profile_id: str, model: str) -> ModelEntry:
        """Also of a model that no list names."""
        profile = self._asking.find(profile_id)
        if profile is None:
            return ModelEntry(model, model, _NOTHING, {})
        return self._entry(profile, model)

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        return self._entry(profile, model).abilities

    def prices(self, origin: Origin) -> Prices:
        """Of the model that answered a round."""
        return self.entry(origin.profile_id, origin.model).abilities.prices

    async def refresh(self, profile_id: str, key_id: str = "") -> tuple[ModelEntry, ...]:
        """Asks the host. Raises `StudioError`; the old list then stays."""
        profile = self._profile(profile_id)
        key = await self._asking.key_of(profile, key_id)
        models = await self._asking.directory.models(profile, key)
        kept = KeptList(profile_id, _address(profile), self._clock(), models)
        self._take(kept)
        self._drop(profile_id)
        await self._prepare(profile_id)
        self._watchers.tell()
        await self._store.save_list(kept)
        return self.entries(profile_id)

    async def override(self, profile_id: str, model: str, abilities: Abilities | None) -> None:
        """What the user says; None takes it back. Raises `StorageError`."""
        if abilities is None or abilities == _NOTHING:
            self._cards.pop((profile_id, model, Source.USER), None)
            self._drop(profile_id, model)
            self._watchers.tell()
            await self._store.remove_card(profile_id, model, Source.USER)
        else:
            await self._keep(KeptCard(profile_id, "", model, Source.USER, abilities))

    def overridden(self, profile_id: str, model: str) -> Abilities:
        """What the user said, and nothing else."""
        card = self._cards.get((profile_id, model, Source.USER))
        return _NOTHING if card is None else card.abilities

    async def keep_probe(self, profile_id: str, model: str, abilities: Abilities) -> None:
        """What a probe found takes the place of what an earlier one did. Raises `StorageError`."""
        address = _address(self._profile(profile_id))
        await self._keep(KeptCard(profile_id, address, model, Source.PROBE, abilities))

    async def probe(
        self, profile_id: str, model: str, key_id: str = ""
    ) -> AsyncGenerator[CheckResult]:
        """Tries out what the model can do. What is certain is kept at the end, or when it is
        closed before. Raises `StudioError` where it cannot even begin."""
        profile = self._profile(profile_id)
        key = await self._asking.key_of(profile, key_id)
        results: list[CheckResult] = []
        try:
            probing = self._asking.directory.probe(profile, key, model)
            async with aclosing(probing) as checks:
                async for result in checks:
                    results.append(result)
                    self._asking.note(profile, key_id, model, result.usage)
                    yield result
        finally:
            found = card_of(tuple(results))
            if found != _NOTHING:
                await self.keep_probe(profile_id, model, found)

    def probe_cost(self, profile_id: str, model: str) -> ProbeCost:
        profile = self._profile(profile_id)
        cost = self._asking.directory.probe_cost(profile, model)
        return cost if not is_free(profile, model) else replace(cost, usd=FREE.input)

    def last_test(self, profile_id: str) -> LastTest | None:
        return self._tests.get(profile_id)

    async def keep_test(
        self, profile: ProviderProfile, key_id: str, model: str, steps: tuple[StepResult, ...]
    ) -> LastTest:
        """The steps of a connection test that has ended. Raises `StorageError`."""
        prices = self.abilities(profile, model).prices
        costs = [price(step.usage, profile.dialect, prices) for step in steps if step.usage != _NO]
        known = [cost for cost in costs if cost is not None]
        usd = sum(known, start=Decimal(0)) if known and len(known) == len(costs) else None
        test = LastTest(self._clock(), key_id, model, steps, usd)
        for step in steps:
            self._asking.note(profile, key_id, model, step.usage)
        self._tests[profile.id] = test
        self._watchers.tell()
        await self._store.save_test(profile.id, test)
        return test

    async def forget(self, profile_id: str) -> None:
        """For a profile that is removed. Raises `StorageError`."""
        self._lists.pop(profile_id, None)
        self._listed.pop(profile_id, None)
        self._tests.pop(profile_id, None)
        self._cards = {key: card for key, card in self._cards.items() if key[0] != profile_id}
        self._drop(profile_id)
        self._watchers.tell()
        await self._store.forget(profile_id)

    def _profile(self, profile_id: str) -> ProviderProfile:
        profile = self._asking.find(profile_id)
        if profile is None:
            raise StudioError(Failure(Category.NO_MODEL, code="profile_missing"))
        return profile

    def _entry(self, profile: ProviderProfile, model: str) -> ModelEntry:
        key = _key(profile, model)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._made(profile, model)
        return known

    def _made(self, profile: ProviderProfile, model: str) -> ModelEntry:
        listed = self._from_host(profile, model)
        return entry_of(model, listed.name, self._layers(profile, model, listed))

    def _layers(
        self, profile: ProviderProfile, model: str, listed: ListedModel
    ) -> tuple[Layer, ...]:
        probed = self._cards.get((profile.id, model, Source.PROBE))
        is_of_here = probed is not None and probed.address == _address(profile)
        host = combined(_as_loaded(profile, listed.abilities), _BUILT_IN[profile.kind])
        if is_free(profile, model):
            host = host.model_copy(update={"prices": FREE})
        return (
            (Source.USER, self.overridden(profile.id, model)),
            (Source.PROBE, probed.abilities if probed is not None and is_of_here else _NOTHING),
            (Source.HOST, host),
            (Source.PACKAGE, self._package.abilities(profile, model)),
        )

    def _from_host(self, profile: ProviderProfile, model: str) -> ListedModel:
        kept = self._lists.get(profile.id)
        if kept is None or kept.address != _address(profile):
            return ListedModel(model)
        return self._listed[profile.id].get(model) or ListedModel(model)

    def _take(self, kept: KeptList) -> None:
        self._lists[kept.profile_id] = kept
        self._listed[kept.profile_id] = {model.id: model for model in kept.models}

    async def _keep(self, card: KeptCard) -> None:
        self._cards[card.profile_id, card.model, card.source] = card
        self._drop(card.profile_id, card.model)
        self._watchers.tell()
        await self._store.save_card(card)

    async def _forget_removed(self) -> None:
        kept = {*self._lists, *self._tests, *(profile_id for profile_id, _, _ in self._cards)}
        for profile_id in sorted(kept):
            if self._asking.find(profile_id) is None:
                await self.forget(profile_id)

    async def _prepare(self, profile_id: str) -> None:
        """Puts a whole list's layers together, in a thread: hosts offer hundreds of models."""
        profile, kept = self._asking.find(profile_id), self._lists.get(profile_id)
        if profile is None or kept is None:
            return
        changes = self._changes
        names = tuple(model.id for model in kept.models)
        made = await asyncio.to_thread(lambda: {name: self._made(profile, name) for name in names})
        if changes == self._changes:
            self._known |= {_key(profile, name): entry for name, entry in made.items()}

    def _drop(self, profile_id: str, model: str | None = None) -> None:
        """What was put together of a profile, or of one of its models, holds no more."""
        self._changes += 1
        self._known = {
            key: entry
            for key, entry in self._known.items()
            if key[0] != profile_id or model not in (None, key[2])
        }


def _key(profile: ProviderProfile, model: str) -> _Key:
    facts = (profile.kind, profile.catalogue_id, profile.context_length, _address(profile))
    return (profile.id, " ".join(map(str, facts)), model)


def _as_loaded(profile: ProviderProfile, host: Abilities) -> Abilities:
    """Ollama gives a chat the window that it is asked for, as far as the model has one."""
    asked = profile.context_length
    if profile.dialect is not Dialect.OLLAMA_CHAT or asked is None:
        return host
    window = min(asked, host.context_tokens or asked)
    return host.model_copy(update={"context_tokens": window})


def _address(profile: ProviderProfile) -> str:
    return f"{profile.dialect} {profile.base_url.strip().rstrip('/')}"
