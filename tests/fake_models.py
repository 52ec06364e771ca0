"""What is known of models, in memory."""

from __future__ import annotations

from studio.core.abilities import Abilities, Source
from studio.core.profiles import ProviderProfile
from studio.harness.knowledge_ports import KeptCard, KeptList
from studio.harness.ports import LastTest

_NOTHING = Abilities()


class MemoryModels:
    """A `ModelStore` in dictionaries."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptList] = {}
        self.by_key: dict[tuple[str, str, Source], KeptCard] = {}
        self.tested: dict[str, LastTest] = {}

    async def lists(self) -> tuple[KeptList, ...]:
        return tuple(self.kept.values())

    async def cards(self) -> tuple[KeptCard, ...]:
        return tuple(self.by_key.values())

    async def tests(self) -> tuple[tuple[str, LastTest], ...]:
        return tuple(self.tested.items())

    async def save_list(self, kept: KeptList) -> None:
        self.kept[kept.profile_id] = kept

    async def save_card(self, card: KeptCard) -> None:
        self.by_key[card.profile_id, card.model, card.source] = card

    async def remove_card(self, profile_id: str, model: str, source: Source) -> None:
        self.by_key.pop((profile_id, model, source), None)

    async def save_test(self, profile_id: str, test: LastTest) -> None:
        self.tested[profile_id] = test

    async def forget(self, profile_id: str) -> None:
        self.kept.pop(profile_id, None)
        self.tested.pop(profile_id, None)
        self.by_key = {key: card for key, card in self.by_key.items() if key[0] != profile_id}


class FakePackage:
    """A `ModelPackage` that says the same of every model, once it is loaded."""

    def __init__(self, known: Abilities = _NOTHING) -> None:
        self.known = known
        self.is_loaded = False

    async def load(self) -> None:
        self.is_loaded = True

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        return self.known if self.is_loaded else Abilities()
