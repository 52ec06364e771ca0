"""Keys that lie in plain text on this computer: listed without the key, taken over when asked."""

from pathlib import Path
from typing import Protocol

from studio.core.profiles import KeyEntry
from studio.harness.key_ports import FoundKey, KeyPlaces
from studio.harness.profiles import Profiles

# `sk-` begins the keys of many.
_EVERYBODYS = "openai"
_OTHER_NAMES = {
    "claude": "anthropic",
    "anthropic-api-key": "anthropic",
    "openai-api-key": "openai",
    "gemini": "google",
    "generativeai": "google",
    "xai": "xai",
    "grok": "xai",
    "mistral-ai": "mistral",
    "mistralai": "mistral",
    "open_ai_key": "openai",
    "togetherai": "together",
    "huggingface-api": "huggingface",
}


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

    async def import_until_exit(self, found: FoundKey, profile_id: str) -> None:
        """In memory only, where there is no keyring. Raises `StudioError` as `import_` does."""
        await self._profiles.keep_key_until_exit(profile_id, await self._places.read(found))

    def _owner(self, name: str, key: str) -> str | None:
        by_name = self._hosts.variables().get(name)
        if by_name is not None:
            return by_name
        by_key = self._hosts.row_of_key(key)
        small = _OTHER_NAMES.get(name.lower(), name.lower())
        # What others call a host is a word of theirs, and the longest prefix speaks for itself: a
        # key in the field "openai" is often one of a host that only speaks the same dialect.
        if by_key is not None and by_key != _EVERYBODYS:
            return by_key
        return small if small in self._hosts.row_ids() else by_key
