"""Keys that lie in plain text on this computer: listed without the key, taken over when asked."""

from pathlib import Path
from typing import Protocol

from studio.core.profiles import KeyEntry
from studio.harness.key_ports import FoundKey, KeyPlaces
from studio.harness.profiles import Profiles


class KnownHosts(Protocol):
    """What the catalogue knows of keys."""

    def variables(self) -> dict[str, str]:
        """Names of environment variables, each with the ID of the row whose key it holds."""
        ...

    def row_of_key(self, key: str) -> str | None:
        """The ID of the row whose keys begin like this."""
        ...

    def row_ids(self) -> tuple[str, ...]: ...


class KeyFinds:
    """Lives as long as the program. Looks only when asked, and keeps no key."""

    def __init__(self, places: KeyPlaces, hosts: KnownHosts, profiles: Profiles) -> None:
        self._places = places
        self._hosts = hosts
        self._profiles = profiles

    async def environment(self) -> tuple[FoundKey, ...]:
        """The variables that providers name for their keys."""
        return await self._places.environment(tuple(self._hosts.variables()), self._owner)

    async def dotenv(self, path: Path) -> tuple[FoundKey, ...]:
        """The variables of a `.env` file that look like keys. Raises `StudioError`."""
        return await self._places.dotenv(path, self._owner)

    async def other_programs(self) -> tuple[FoundKey, ...]:
        """The settings of other clients, where they lie."""
        return await self._places.other_programs(self._owner)

    async def import_(self, found: FoundKey, profile_id: str) -> KeyEntry:
        """Into the keyring, as one more key of the profile. What was found stays where it is.

        Raises `StudioError`: gone or changed since it was listed, no key at all, the keyring.
        """
        key = await self._places.read(found)
        return await self._profiles.add_key(profile_id, found.program or found.name, key)

    def _owner(self, name: str, key: str) -> str | None:
        by_name = self._hosts.variables().get(name)
        if by_name is not None:
            return by_name
        small = name.lower().replace("_", "-")
        if small in self._hosts.row_ids():
            return small
        return self._hosts.row_of_key(key)
