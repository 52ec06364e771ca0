"""The keys of search services, in the keyring."""

from studio.core.profiles import KEY_ID
from studio.harness.ports import KeyVault


class SearchKeys:
    """Raises `KeyringError`. A service is named as in the settings."""

    def __init__(self, vault: KeyVault) -> None:
        self._vault = vault

    async def key(self, service: str) -> str | None:
        return await self._vault.key(_owner(service), KEY_ID)

    async def save(self, service: str, key: str) -> None:
        await self._vault.set_key(_owner(service), KEY_ID, key)

    async def remove(self, service: str) -> None:
        await self._vault.remove_keys(_owner(service), (KEY_ID,))


def _owner(service: str) -> str:
    return f"search-{service}"
