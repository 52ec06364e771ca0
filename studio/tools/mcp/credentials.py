"""Address and headers of a server as they go out, with what the keyring holds for them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from studio.core.errors import StudioError
from studio.core.placeholders import MissingValueError, filled, names_in
from studio.core.servers import ServerEntry, environment_key_id, server_header_key_id
from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.ways import WayError, WayNeeds


@dataclass(frozen=True, slots=True)
class Credentials:
    """Where to, and with which headers of the user's."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)

    @property
    def has_login(self) -> bool:
        """The user's own: no other is then asked for."""
        return any(name.lower() == "authorization" for name in self.headers)


async def credentials(entry: ServerEntry, needs: WayNeeds) -> Credentials:
    """Raises `WayError` where a secret is missing."""
    values = dict(os.environ) | entry.environment
    texts = (entry.url, *entry.headers.values())
    for name in dict.fromkeys(name for text in texts for name in names_in(text)):
        if name in entry.secret_environment:
            secret = await _secret(entry, needs, environment_key_id(name), values.get(name), name)
            values[name] = secret
    try:
        url = filled(entry.url, values)
        headers = {name: filled(text, values) for name, text in entry.headers.items()}
    except MissingValueError as error:
        raise _missing(error.name) from None
    for name in entry.secret_headers:
        headers[name] = await _secret(entry, needs, server_header_key_id(name), None, name)
    if any(sign in value for value in headers.values() for sign in "\r\n\0"):
        raise _missing("headers")
    return Credentials(url, headers)


async def _secret(
    entry: ServerEntry, needs: WayNeeds, key_id: str, otherwise: str | None, name: str
) -> str:
    try:
        secret = await needs.vault.key(entry.vault_id, key_id)
    except StudioError:
        raise _missing(name) from None
    secret = otherwise if secret is None else secret
    if secret is None:
        raise _missing(name)
    needs.ears.hide(secret)
    return secret


def _missing(name: str) -> WayError:
    return WayError(ServerFailure(Trouble.SECRET_MISSING, name))
