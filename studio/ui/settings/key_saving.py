"""A key that was entered is kept: added, or put in the place of another that stays until then."""

from contextlib import aclosing

from studio.core.errors import Category, Failure, StudioError
from studio.core.profiles import KeyEntry, KeySource, ProviderProfile
from studio.harness.ports import LastTest
from studio.ui.settings.key_editor import Entered
from studio.ui.settings.needs import Needs
from studio.ui.settings.provider_rows import failure_of


class NotAcceptedError(StudioError):
    """The new key did not pass its test; nothing was changed."""


class KeySaving:
    """Lives as long as the section of its profile."""

    def __init__(self, needs: Needs, profile_id: str) -> None:
        self._needs = needs
        self._id = profile_id

    async def save(self, entered: Entered) -> None:
        """Raises `KeyringError`, `NotAcceptedError`, or what else went wrong."""
        if entered.key_id and entered.source is KeySource.KEYRING:
            await self._replace(entered)
        elif entered.key_id:
            await self._point_elsewhere(entered)
        elif entered.source is KeySource.KEYRING:
            await self._needs.profiles.add_key(self._id, entered.name, entered.key)
        else:
            await self._add_from(entered)

    async def keep_until_exit(self, entered: Entered) -> None:
        """In memory. Beside other keys it gets an ID of its own."""
        profile = self._needs.profiles.profile(self._id)
        is_first = profile is None or not profile.keys
        key_id = entered.key_id or (None if is_first else self._needs.new_id())
        await self._needs.profiles.keep_key_until_exit(self._id, entered.key, key_id)

    async def _replace(self, entered: Entered) -> None:
        if entered.is_tested:
            await self._test(entered.key, "")
        await self._needs.profiles.replace_key(self._id, entered.key_id, entered.key)

    async def _add_from(self, entered: Entered) -> KeyEntry:
        return await self._needs.profiles.add_key_from(
            self._id, entered.name, entered.source, entered.locator
        )

    async def _point_elsewhere(self, entered: Entered) -> None:
        """The new entry is tried beside the old one, then takes its place and its cap."""
        profiles, before = self._needs.profiles, self._profile()
        old = before.key(entered.key_id)
        default = before.key()
        new = await self._add_from(entered)
        try:
            if entered.is_tested:
                await self._test("", new.id)
        except StudioError:
            await profiles.remove_key(self._id, new.id)
            raise
        if old is not None and old.monthly_cap is not None:
            await profiles.set_cap(self._id, new.id, old.monthly_cap)
        if default is not None and default.id == entered.key_id:
            await profiles.set_default_key(self._id, new.id)
        await profiles.remove_key(self._id, entered.key_id)

    async def _test(self, typed: str, key_id: str) -> None:
        profile = self._profile()
        testing = self._needs.profiles.test(profile, typed or None, key_id)
        async with aclosing(testing) as steps:
            results = tuple([step async for step in steps])
        failure = failure_of(LastTest(0.0, key_id, profile.model, results))
        if failure is not None:
            raise NotAcceptedError(failure)

    def _profile(self) -> ProviderProfile:
        profile = self._needs.profiles.profile(self._id)
        if profile is None:
            raise StudioError(Failure(Category.NO_MODEL, code="profile_missing"))
        return profile
