"""What is known of hosts and of models, put together for the adapters."""

from collections.abc import Callable
from dataclasses import dataclass

from studio.core.abilities import Abilities
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks

_NO_QUIRKS = Quirks()


def _as_the_dialect(_profile: ProviderProfile) -> Quirks:
    return _NO_QUIRKS


@dataclass(frozen=True, slots=True)
class HostsAndModels:
    """The adapters' `Knowledge`. Both answer from memory, at once."""

    abilities_of: Callable[[ProviderProfile, str], Abilities]
    quirks_of: Callable[[ProviderProfile], Quirks] = _as_the_dialect

    def quirks(self, profile: ProviderProfile) -> Quirks:
        return self.quirks_of(profile)

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        return self.abilities_of(profile, model)
