"""What is kept of models, and what rounds took: the ports of `Models` and `Ledger`."""

from dataclasses import dataclass
from typing import Protocol

from studio.core.abilities import Abilities, Source
from studio.core.models import ListedModel
from studio.core.profiles import ProviderProfile
from studio.core.spending import UsageRow
from studio.harness.ports import LastTest


class ModelPackage(Protocol):
    """What data packages that come with Callboard know of models and their prices."""

    async def load(self) -> None:
        """Reads the data, in a thread. Until then nothing is known."""
        ...

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        """From memory, at once."""
        ...


@dataclass(frozen=True, slots=True)
class KeptList:
    """The models that a profile's host listed. `fetched_at` in seconds since the epoch.

    `address` is what the profile spoke to: of another address the list says nothing.
    """

    profile_id: str
    address: str
    fetched_at: float
    models: tuple[ListedModel, ...]


@dataclass(frozen=True, slots=True)
class KeptCard:
    """What the user says of a model, or what a probe found out at `address`."""

    profile_id: str
    address: str
    model: str
    source: Source
    abilities: Abilities


class ModelStore(Protocol):
    """Where lists and cards survive. Raises `StorageError`."""

    async def lists(self) -> tuple[KeptList, ...]: ...

    async def cards(self) -> tuple[KeptCard, ...]: ...

    async def save_list(self, kept: KeptList) -> None: ...

    async def save_card(self, card: KeptCard) -> None: ...

    async def remove_card(self, profile_id: str, model: str, source: Source) -> None: ...

    async def tests(self) -> tuple[tuple[str, LastTest], ...]:
        """Each profile's last test, by profile ID."""
        ...

    async def save_test(self, profile_id: str, test: LastTest) -> None: ...

    async def forget(self, profile_id: str) -> None:
        """Everything that was kept of a profile's models, and its last test."""
        ...


class UsageStore(Protocol):
    """The ledger: each round once, whatever becomes of its chat. Raises `StorageError`."""

    async def add(self, row: UsageRow) -> bool:
        """False where the round is there already; it then stays as it is."""
        ...

    async def rows(self, since: float, until: float) -> tuple[UsageRow, ...]:
        """From `since` on and before `until`, the oldest first."""
        ...

    async def of_chat(self, chat_id: str) -> tuple[UsageRow, ...]: ...

    async def last_used(self) -> tuple[tuple[str, str, float], ...]:
        """Profile ID, key ID and time of each key's last round."""
        ...
