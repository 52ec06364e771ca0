"""The provider profiles in use, with what belongs to them: keys, model lists, connection tests."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from studio.core.key_text import key_hint
from studio.core.profiles import KEY_ID, KeyEntry, ProviderProfile, header_key_id
from studio.harness.ports import Directory, KeyVault, ProfileStore, StepResult
from studio.harness.watching import Watchers


class Profiles:
    """All profiles, the built-in ones included. One lives as long as the application.

    A built-in profile is there without being stored; once changed it is stored like any other.
    """

    def __init__(
        self,
        store: ProfileStore,
        vault: KeyVault,
        directory: Directory,
        built_in: tuple[ProviderProfile, ...],
    ) -> None:
        self._store = store
        self._vault = vault
        self._directory = directory
        self._built_in = built_in
        self._watchers = Watchers()
        self._profiles = built_in
        self._models: dict[str, tuple[str, ...]] = {}
        self._kept_hints: dict[str, str] = {}
        self._changing = asyncio.Lock()

    @property
    def profiles(self) -> tuple[ProviderProfile, ...]:
        return self._profiles

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self._watchers.add(changed)

    def profile(self, profile_id: str) -> ProviderProfile | None:
        return next((one for one in self._profiles if one.id == profile_id), None)

    def usable(self, profile_id: str) -> ProviderProfile | None:
        """The profile as an adapter needs it: a key kept until exit is a key."""
        profile = self.profile(profile_id)
        if profile is not None and profile_id in self._kept_hints:
            return profile.model_copy(update={"keys": (KeyEntry(id=KEY_ID, name=KEY_ID),)})
        return profile

    def is_built_in(self, profile_id: str) -> bool:
        return any(one.id == profile_id for one in self._built_in)

    async def load(self) -> None:
        await self._read()

    async def save(self, profile: ProviderProfile) -> None:
        """Adds or replaces. What was known of its models is asked again."""
        await self._store.save_profile(profile)
        self._models.pop(profile.id, None)
        await self._read()

    async def change(self, profile_id: str, **changes: object) -> None:
        """Changes single fields of what is saved now, so that no edit undoes another.

        Raises pydantic's `ValidationError` for a value out of bounds, and changes nothing.
        """
        async with self._changing:
            profile = self.profile(profile_id)
            if profile is not None:
                fields = {**profile.model_dump(), **changes}
                await self.save(ProviderProfile.model_validate(fields))

    async def remove(self, profile_id: str) -> None:
        """The profile and its keys. The keys go first: a key without a profile is never found."""
        profile = self.profile(profile_id)
        if profile is None or self.is_built_in(profile_id):
            return
        await self._vault.remove_keys(profile_id, _key_ids(profile))
        await self._store.remove_profile(profile_id)
        self._kept_hints.pop(profile_id, None)
        await self._read()

    async def save_key(self, profile_id: str, key: str) -> None:
        """Into the OS keyring. Raises `KeyringError`; the profile then says what it said before."""
        await self._vault.set_key(profile_id, KEY_ID, key)
        self._kept_hints.pop(profile_id, None)
        await self.change(profile_id, has_key=True, key_hint=key_hint(key))

    async def keep_key_until_exit(self, profile_id: str, key: str) -> None:
        """In memory only: what the user chose when there is no keyring."""
        await self._vault.remember_until_exit(profile_id, KEY_ID, key)
        self._kept_hints[profile_id] = key_hint(key)
        self._models.pop(profile_id, None)
        self._watchers.tell()

    def kept_hint(self, profile_id: str) -> str | None:
        """The last characters of a key kept until exit; None where none is."""
        return self._kept_hints.get(profile_id)

    async def forget_key(self, profile_id: str) -> None:
        await self._vault.remove_keys(profile_id, (KEY_ID,))
        self._kept_hints.pop(profile_id, None)
        await self.change(profile_id, has_key=False, key_hint="")

    async def save_header(self, profile_id: str, name: str, value: str) -> None:
        """The value of a secret header, which goes where keys go."""
        await self._vault.set_key(profile_id, header_key_id(name), value)

    async def keep_header_until_exit(self, profile_id: str, name: str, value: str) -> None:
        await self._vault.remember_until_exit(profile_id, header_key_id(name), value)

    async def forget_header(self, profile_id: str, name: str) -> None:
        await self._vault.remove_keys(profile_id, (header_key_id(name),))

    async def keyring(self) -> str:
        """The name of the keyring in use."""
        return await self._vault.backend()

    async def models(self, profile_id: str) -> tuple[str, ...]:
        """The provider's model list, asked once until the profile changes. Raises `StudioError`."""
        known = self._models.get(profile_id)
        profile = self.profile(profile_id)
        if known is not None or profile is None:
            return known or ()
        models = await self._directory.models(profile, await self._key(profile))
        self._models[profile_id] = models
        return models

    async def test(
        self, profile: ProviderProfile, typed_key: str | None = None
    ) -> AsyncGenerator[StepResult]:
        """Tries a profile, saved or not, with the key just typed or the saved one."""
        key = typed_key or await self._key(profile)
        async with aclosing(self._directory.test(profile, key)) as steps:
            async for step in steps:
                yield step

    async def _key(self, profile: ProviderProfile) -> str | None:
        """Asks no keyring for a key that was never given to it."""
        if not profile.has_key and profile.id not in self._kept_hints:
            return None
        return await self._vault.key(profile.id, KEY_ID)

    async def _read(self) -> None:
        stored = await self._store.profiles()
        known = {profile.id for profile in stored}
        self._profiles = (*stored, *(one for one in self._built_in if one.id not in known))
        self._watchers.tell()


def _key_ids(profile: ProviderProfile) -> tuple[str, ...]:
    return (KEY_ID, *(header_key_id(name) for name in profile.secret_headers))
