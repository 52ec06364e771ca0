"""What the adapters need from their neighbours, as protocols."""

from collections.abc import Callable
from typing import Protocol

from studio.core.abilities import Abilities
from studio.core.chats import Assignment
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks
from studio.wire.exchange import Exchange, IdFactory, Target

Nanoseconds = Callable[[], int]  # a monotonic clock


class Engine(Protocol):
    """Runs a model file on this computer."""

    async def address(self, profile: ProviderProfile) -> tuple[str, str]:
        """Base URL and key of the running engine, which is started first if need be.

        Raises `StudioError` (engine).
        """
        ...


class ExchangeMaker(Protocol):
    """Makes the pure half of an adapter; `wire.dialects.exchange_for` outside of tests."""

    def __call__(
        self,
        target: Target,
        assignment: Assignment,
        new_id: IdFactory,
    ) -> Exchange: ...


class Knowledge(Protocol):
    """What is known of hosts and models. Answers from memory, at once."""

    def quirks(self, profile: ProviderProfile) -> Quirks: ...

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities: ...


class _Nothing:
    def quirks(self, profile: ProviderProfile) -> Quirks:
        return Quirks()

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        return Abilities()


NOTHING_KNOWN: Knowledge = _Nothing()
