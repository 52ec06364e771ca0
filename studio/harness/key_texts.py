"""Where the text of a key comes from: the keyring, an environment variable, or a command."""

import time
from dataclasses import dataclass
from uuid import uuid4

from studio.core.profiles import KeySource, ProviderProfile
from studio.harness.key_ports import NO_OUTSIDE_KEYS, OutsideKeys
from studio.harness.ports import Clock, IdFactory, KeyVault


def _new_id() -> str:
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class KeyMeans:
    """What `Profiles` needs for keys beside the keyring."""

    outside: OutsideKeys = NO_OUTSIDE_KEYS
    clock: Clock = time.time
    new_id: IdFactory = _new_id


KEYRING_ALONE = KeyMeans()


async def key_text(
    vault: KeyVault, outside: OutsideKeys, profile: ProviderProfile, key_id: str = ""
) -> str | None:
    """None where there is no such key. Raises `StudioError` where it cannot be had."""
    entry = profile.key(key_id)
    if entry is None:
        return None
    if entry.source is KeySource.KEYRING:
        return await vault.key(profile.id, entry.id)
    return await outside.key(entry.source, entry.locator)
