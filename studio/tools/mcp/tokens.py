"""What a login gave: tokens and who we are for the server. Kept in the keyring alone."""

from dataclasses import dataclass, field
from typing import TypeVar

from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import BaseModel, Field, ValidationError

from studio.core.errors import StudioError
from studio.core.servers import CLIENT_KEY_ID, TOKENS_KEY_ID, TYPED_CLIENT_KEY_ID, ServerEntry
from studio.harness.server_ports import LogSource
from studio.tools.mcp.ways import WayNeeds

T = TypeVar("T", bound=BaseModel)


class Grant(BaseModel):
    """One login. `endpoint` is where its tokens are renewed, `resource` what they are for."""

    tokens: OAuthToken = Field(repr=False)
    expires_at: float | None = None
    endpoint: str = ""
    resource: str | None = None


@dataclass(slots=True)
class Tokens:
    """The login of one server, read from the keyring once. Nothing is used before it is kept."""

    entry: ServerEntry
    needs: WayNeeds
    grant: Grant | None = field(default=None, repr=False)
    is_read: bool = False

    async def current(self) -> Grant | None:
        """None where there is none or none can be read; a keyring that is locked now is asked again
        later."""
        if not self.is_read:
            try:
                kept = await self.needs.vault.key(self.entry.vault_id, TOKENS_KEY_ID)
            except StudioError:
                self._say_unread()
                return None
            self.grant = _read(Grant, kept)
            self.is_read = True
            self._hide(self.grant)
        return self.grant

    async def keep(self, grant: Grant) -> None:
        self._hide(grant)
        await self._set(TOKENS_KEY_ID, grant.model_dump_json(exclude_none=True))
        self.grant = grant
        self.is_read = True

    async def client(self) -> OAuthClientInformationFull | None:
        """What the server registered us as."""
        kept = await self._kept(CLIENT_KEY_ID)
        client = _read(OAuthClientInformationFull, kept)
        if client is not None and client.client_secret:
            self.needs.ears.hide(client.client_secret)
        return client

    async def keep_client(self, client: OAuthClientInformationFull) -> None:
        if client.client_secret:
            self.needs.ears.hide(client.client_secret)
        await self._set(CLIENT_KEY_ID, client.model_dump_json(exclude_none=True))

    async def typed_secret(self) -> str | None:
        """What belongs to the `client_id` that the user typed."""
        secret = await self._kept(TYPED_CLIENT_KEY_ID)
        if secret:
            self.needs.ears.hide(secret)
        return secret or None

    async def forget(self) -> None:
        """Raises `KeyringError`."""
        self.grant = None
        self.is_read = True
        await self.needs.vault.remove_keys(self.entry.vault_id, (TOKENS_KEY_ID, CLIENT_KEY_ID))

    async def _kept(self, key_id: str) -> str | None:
        try:
            return await self.needs.vault.key(self.entry.vault_id, key_id)
        except StudioError:
            self._say_unread()
            return None

    def _say_unread(self) -> None:
        self.needs.ears.line(LogSource.CALLBOARD, "the keyring does not give the login")

    async def _set(self, key_id: str, text: str) -> None:
        vault = self.needs.vault
        try:
            await vault.set_key(self.entry.vault_id, key_id, text)
        except StudioError:
            # The old pair is spent: without this one the user would be logged out at once.
            self.needs.ears.line(
                LogSource.CALLBOARD, "the keyring does not take the login: it is kept until exit"
            )
            await vault.remember_until_exit(self.entry.vault_id, key_id, text)

    def _hide(self, grant: Grant | None) -> None:
        if grant is not None:
            for secret in (grant.tokens.access_token, grant.tokens.refresh_token):
                if secret:
                    self.needs.ears.hide(secret)


def _read(kind: type[T], text: str | None) -> T | None:
    try:
        return kind.model_validate_json(text) if text else None
    except ValidationError:
        return None
