"""The provider profiles in use, with what belongs to them: keys and connection tests."""

import contextlib
import itertools
from collections.abc import AsyncGenerator
from contextlib import aclosing
from decimal import Decimal

from studio.core.errors import Category, Failure, StudioError
from studio.core.key_locators import clean_locator
from studio.core.key_text import clean_key, key_hint
from studio.core.messages import Origin
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import (
    KEY_ID,
    PROXY_LOGIN_ID,
    KeyEntry,
    KeySource,
    ProviderProfile,
    header_key_id,
)
from studio.harness.key_texts import KEYRING_ALONE, KeyMeans, key_text
from studio.harness.ports import Directory, KeyVault, ProfileStore, StepResult
from studio.harness.saved_profiles import SavedProfiles

_ABOUT_KEY = frozenset({Category.AUTHENTICATION, Category.PERMISSION, Category.QUOTA})


class Profiles(SavedProfiles):
    """The profiles with what belongs to them: keys and secret headers, and what came of a test.

    One lives as long as the application.
    """

    def __init__(
        self,
        store: ProfileStore,
        vault: KeyVault,
        directory: Directory,
        built_in: tuple[ProviderProfile, ...],
        means: KeyMeans = KEYRING_ALONE,
        policy: Policy = NO_POLICY,
    ) -> None:
        super().__init__(store, built_in, policy)
        self._vault = vault
        self._directory = directory
        self._means = means
        self._kept_hints: dict[tuple[str, str], str] = {}

    def usable(self, profile_id: str) -> ProviderProfile | None:
        """The profile as an adapter needs it: a key kept until exit is a key."""
        profile = self.profile(profile_id)
        return None if profile is None else self._with_kept(profile)

    async def remove(self, profile_id: str) -> None:
        """The profile and its keys. The keys go first: a key without a profile is never found."""
        profile = self.profile(profile_id)
        if profile is None or self.is_built_in(profile_id):
            return
        await self._vault.remove_keys(profile_id, _secrets_of(profile))
        await self._store.remove_profile(profile_id)
        self._forget_kept(profile_id)
        await self._read()

    async def add_key(
        self, profile_id: str, name: str, key: str, *, monthly_cap: Decimal | None = None
    ) -> KeyEntry:
        """Into the OS keyring, behind the others. Raises `KeyringError` or `InvalidKeyError`."""
        key = clean_key(key)
        entry = KeyEntry(
            id=self._means.new_id(),
            name=self._new_name(profile_id, name),
            hint=key_hint(key),
            created_at=self._means.clock(),
            monthly_cap=monthly_cap,
        )
        await self._vault.set_key(profile_id, entry.id, key)
        try:
            await self._keep(profile_id, entry)
        except BaseException:
            # A key that no profile names is never found again.
            with contextlib.suppress(StudioError):
                await self._vault.remove_keys(profile_id, (entry.id,))
            raise
        return entry

    async def add_key_from(
        self, profile_id: str, name: str, source: KeySource, locator: str
    ) -> KeyEntry:
        """A key that others keep and that is asked for at each start. Nothing is asked now.

        Raises `InvalidKeyError` for what cannot be a locator, or is a key itself.
        """
        entry = KeyEntry(
            id=self._means.new_id(),
            name=self._new_name(profile_id, name),
            source=source,
            locator=clean_locator(source, locator),
            created_at=self._means.clock(),
        )
        await self._keep(profile_id, entry)
        return entry

    async def replace_key(self, profile_id: str, key_id: str, key: str) -> None:
        """The old key stays until the new one is in the keyring, read back and the same.

        A key from a variable or a command becomes one in the keyring.
        """
        key = clean_key(key)
        self._entry(profile_id, key_id)
        await self._vault.set_key(profile_id, key_id, key)
        self._kept_hints.pop((profile_id, key_id), None)
        await self._edit_key(
            profile_id,
            key_id,
            source=KeySource.KEYRING,
            locator="",
            hint=key_hint(key),
            created_at=self._means.clock(),
            tested_at=None,
            test_failure="",
        )

    async def rename_key(self, profile_id: str, key_id: str, name: str) -> None:
        await self._edit_key(profile_id, key_id, name=_name(name))

    async def set_default_key(self, profile_id: str, key_id: str) -> None:
        self._entry(profile_id, key_id)
        await self.change(profile_id, default_key_id=key_id)

    async def set_cap(self, profile_id: str, key_id: str, monthly_cap: Decimal | None) -> None:
        """In US dollars a calendar month; None for no cap."""
        await self._edit_key(profile_id, key_id, monthly_cap=monthly_cap)

    async def remove_key(self, profile_id: str, key_id: str) -> None:
        """Here only: it stays valid at the provider. The keyring first, as in `remove`."""
        profile = self.profile(profile_id)
        entry = profile.key(key_id) if profile is not None and key_id else None
        if entry is None or entry.source is KeySource.KEYRING:
            await self._vault.remove_keys(profile_id, (key_id,))
        else:
            self._means.outside.forget(entry.source, entry.locator)
        self._kept_hints.pop((profile_id, key_id), None)

        def without(profile: ProviderProfile) -> dict[str, object]:
            is_default = profile.default_key_id == key_id
            return {
                "keys": tuple(one for one in profile.keys if one.id != key_id),
                "default_key_id": "" if is_default else profile.default_key_id,
            }

        await self._edit(profile_id, without)

    async def save_key(self, profile_id: str, key: str) -> None:
        """The default key, which is replaced or becomes the first one. Raises `KeyringError`."""
        profile = self.profile(profile_id)
        known = profile.key() if profile is not None else None
        if known is not None:
            await self.replace_key(profile_id, known.id, key)
            return
        await self._vault.set_key(profile_id, KEY_ID, key)
        self._kept_hints.pop((profile_id, KEY_ID), None)
        hint, now = key_hint(clean_key(key)), self._means.clock()
        await self._keep(profile_id, KeyEntry(id=KEY_ID, name=KEY_ID, hint=hint, created_at=now))

    async def keep_key_until_exit(
        self, profile_id: str, key: str, key_id: str | None = None
    ) -> None:
        """In memory only: what the user chose when there is no keyring. Unsaid: the default key."""
        profile = self.profile(profile_id)
        known = profile.key() if profile is not None else None
        entry_id = key_id or (known.id if known is not None else KEY_ID)
        await self._vault.remember_until_exit(profile_id, entry_id, key)
        self._kept_hints[profile_id, entry_id] = key_hint(clean_key(key))
        self._watchers.tell()

    def kept_hint(self, profile_id: str, key_id: str = "") -> str | None:
        """The last characters of a key kept until exit; None where none is. Any for an empty ID."""
        if key_id:
            return self._kept_hints.get((profile_id, key_id))
        return next(
            (hint for (one, _), hint in self._kept_hints.items() if one == profile_id), None
        )

    async def forget_key(self, profile_id: str) -> None:
        """The default key."""
        profile = self.profile(profile_id)
        entry = None if profile is None else self._with_kept(profile).key()
        await self.remove_key(profile_id, KEY_ID if entry is None else entry.id)

    async def key_text(self, profile: ProviderProfile, key_id: str = "") -> str | None:
        """For whoever sends; nobody shows it. Raises `StudioError` where it cannot be had."""
        usable = self._with_kept(profile)
        return await key_text(self._vault, self._means.outside, usable, key_id)

    async def save_header(self, profile_id: str, name: str, value: str) -> None:
        """The value of a secret header, which goes where keys go."""
        await self._vault.set_key(profile_id, header_key_id(name), value)

    async def keep_header_until_exit(self, profile_id: str, name: str, value: str) -> None:
        await self._vault.remember_until_exit(profile_id, header_key_id(name), value)

    async def forget_header(self, profile_id: str, name: str) -> None:
        await self._vault.remove_keys(profile_id, (header_key_id(name),))

    async def save_proxy_login(self, profile_id: str, user: str, password: str) -> None:
        """For the profile's own proxy; it goes where keys go. Raises `KeyringError`."""
        await self._vault.set_key(profile_id, PROXY_LOGIN_ID, f"{user}:{password}")
        await self.change(profile_id, has_proxy_login=True)

    async def forget_proxy_login(self, profile_id: str) -> None:
        await self._vault.remove_keys(profile_id, (PROXY_LOGIN_ID,))
        await self.change(profile_id, has_proxy_login=False)

    async def keyring(self) -> str:
        """The name of the keyring in use."""
        return await self._vault.backend()

    async def test(
        self, profile: ProviderProfile, typed_key: str | None = None, key_id: str = ""
    ) -> AsyncGenerator[StepResult]:
        """Tries a profile, saved or not, with the key just typed or a saved one.

        What came of a saved key is kept beside it.
        """
        entry = None if typed_key else profile.key(key_id)
        if entry is not None and entry.source is not KeySource.KEYRING:
            # Whoever tests again has changed something outside.
            self._means.outside.forget(entry.source, entry.locator)
        key = typed_key or await self.key_text(profile, key_id)
        first_failure = ""
        async with aclosing(self._directory.test(profile, key)) as steps:
            async for step in steps:
                if step.failure is not None and not first_failure:
                    first_failure = step.failure.category
                yield step
        if entry is not None:
            await self._note_test(profile.id, entry.id, first_failure)

    async def note_key(self, origin: Origin, failure: Failure | None) -> None:
        """What came of a send with a saved key. Only what tells of the key itself is kept."""
        saved = self.profile(origin.profile_id)
        entry = saved.key(origin.key_id) if saved is not None and origin.key_id else None
        if entry is None or (origin.profile_id, entry.id) in self._kept_hints:
            return
        said = "" if failure is None else str(failure.category)
        is_about_key = failure is None or failure.category in _ABOUT_KEY
        if is_about_key and said != entry.test_failure:
            await self._note_test(origin.profile_id, entry.id, said)

    async def _note_test(self, profile_id: str, key_id: str, failure: str) -> None:
        saved = self.profile(profile_id)
        if saved is not None and any(one.id == key_id for one in saved.keys):
            now = self._means.clock()
            await self._edit_key(profile_id, key_id, tested_at=now, test_failure=failure)

    def _new_name(self, profile_id: str, name: str) -> str:
        """One that no other key of the profile has: it is what the user chooses by."""
        profile, wanted = self.profile(profile_id), _name(name)
        taken = {entry.name for entry in profile.keys} if profile is not None else set()
        numbered = (f"{wanted[:90]} {number}" for number in itertools.count(2))
        return next(one for one in itertools.chain((wanted,), numbered) if one not in taken)

    def _with_kept(self, profile: ProviderProfile) -> ProviderProfile:
        """A key kept until exit stands for the one it replaces; one of its own comes first."""
        kept = [key_id for one, key_id in self._kept_hints if one == profile.id]
        if not kept:
            return profile
        in_memory = {"source": KeySource.KEYRING, "locator": ""}
        keys = [one.model_copy(update=in_memory) if one.id in kept else one for one in profile.keys]
        known = {one.id for one in keys}
        new = [KeyEntry(id=key_id, name=key_id) for key_id in kept if key_id not in known]
        return profile.model_copy(update={"keys": (*new, *keys)})

    def _forget_kept(self, profile_id: str) -> None:
        for place in [place for place in self._kept_hints if place[0] == profile_id]:
            del self._kept_hints[place]

    def _entry(self, profile_id: str, key_id: str) -> KeyEntry:
        """Raises `StudioError` where it was removed meanwhile."""
        profile = self.profile(profile_id)
        entry = profile.key(key_id) if profile is not None and key_id else None
        if entry is None:
            raise StudioError(Failure(Category.KEY_MISSING, code="key_gone"))
        return entry

    async def _keep(self, profile_id: str, entry: KeyEntry) -> None:
        def with_entry(profile: ProviderProfile) -> dict[str, object]:
            others = (one for one in profile.keys if one.id != entry.id)
            return {"keys": (*others, entry)}

        await self._edit(profile_id, with_entry)

    async def _edit_key(self, profile_id: str, key_id: str, **changes: object) -> None:
        self._entry(profile_id, key_id)

        def edited(profile: ProviderProfile) -> dict[str, object]:
            return {
                "keys": tuple(
                    KeyEntry.model_validate({**one.model_dump(), **changes})
                    if one.id == key_id
                    else one
                    for one in profile.keys
                )
            }

        await self._edit(profile_id, edited)


def _name(name: str) -> str:
    """What the user calls it, cut to what is kept."""
    return " ".join(name.split())[:100] or KEY_ID


def _secrets_of(profile: ProviderProfile) -> tuple[str, ...]:
    keys = (KEY_ID, *(entry.id for entry in profile.keys))
    headers = (header_key_id(name) for name in profile.secret_headers)
    login = (PROXY_LOGIN_ID,) if profile.has_proxy_login else ()
    return tuple(dict.fromkeys((*keys, *headers, *login)))
