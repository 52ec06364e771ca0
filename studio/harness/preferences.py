"""The settings in use, and whoever wants to hear of a change."""

from collections.abc import Callable

from studio.core.policy import NO_POLICY, Policy
from studio.core.settings import Settings
from studio.harness.ports import SettingsStore
from studio.harness.watching import Watchers


class Preferences:
    """One lives as long as the application. A change counts at once and is saved behind it.

    What the organisation sets counts in place of the user's own, which is kept all the same.
    """

    def __init__(self, store: SettingsStore, policy: Policy = NO_POLICY) -> None:
        self._store = store
        self._policy = policy
        self._watchers = Watchers()
        self._settings = Settings()

    @property
    def settings(self) -> Settings:
        return self._policy.settings(self._settings)

    @property
    def managed(self) -> frozenset[str]:
        """Names of the settings that the organisation sets."""
        return self._policy.managed_settings

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self._watchers.add(changed)

    async def load(self) -> None:
        self._settings = await self._store.load()
        self._watchers.tell()

    async def change(self, **changes: object) -> None:
        """Raises pydantic's `ValidationError` for a value out of bounds, and changes nothing."""
        changed = Settings.model_validate({**self._settings.model_dump(), **changes})
        self._settings = changed
        self._watchers.tell()
        await self._store.save(changed)
