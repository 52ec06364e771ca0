"""The provider profiles in use, without their secrets."""

import asyncio
from collections.abc import Callable

from studio.core.policy import Policy
from studio.core.profiles import ProviderProfile
from studio.harness.ports import ProfileStore
from studio.harness.watching import Watchers


class SavedProfiles:
    """All profiles, the built-in ones included.

    A built-in profile is there without being stored; once changed it is stored like any other. Of
    one that the organisation made ready, only keys and model are the user's.
    """

    def __init__(
        self, store: ProfileStore, built_in: tuple[ProviderProfile, ...], policy: Policy
    ) -> None:
        self._store = store
        self._built_in = (*policy.profiles, *built_in)
        self._policy = policy
        self._watchers = Watchers()
        self._profiles = self._built_in
        self._changing = asyncio.Lock()

    @property
    def profiles(self) -> tuple[ProviderProfile, ...]:
        return self._profiles

    @property
    def policy(self) -> Policy:
        """What the organisation sets; empty on most computers."""
        return self._policy

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self._watchers.add(changed)

    def profile(self, profile_id: str) -> ProviderProfile | None:
        return next((one for one in self._profiles if one.id == profile_id), None)

    def is_built_in(self, profile_id: str) -> bool:
        return any(one.id == profile_id for one in self._built_in)

    def is_managed(self, profile_id: str) -> bool:
        """Set by the organisation."""
        return any(one.id == profile_id for one in self._policy.profiles)

    async def load(self) -> None:
        await self._read()

    async def save(self, profile: ProviderProfile) -> None:
        """Adds or replaces."""
        await self._store.save_profile(profile)
        await self._read()

    async def change(self, profile_id: str, **changes: object) -> None:
        """Changes single fields of what is saved now, so that no edit undoes another.

        Raises pydantic's `ValidationError` for a value out of bounds, and changes nothing.
        """
        await self._edit(profile_id, lambda _: changes)

    async def _edit(
        self, profile_id: str, edit: Callable[[ProviderProfile], dict[str, object]]
    ) -> None:
        async with self._changing:
            profile = self.profile(profile_id)
            if profile is not None:
                fields = {**profile.model_dump(), **edit(profile)}
                await self.save(ProviderProfile.model_validate(fields))

    async def _read(self) -> None:
        stored = tuple(self._policy.managed(each) for each in await self._store.profiles())
        known = {profile.id for profile in stored}
        self._profiles = (*stored, *(one for one in self._built_in if one.id not in known))
        self._watchers.tell()
