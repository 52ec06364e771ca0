"""Renews a token: once, however many calls found the old one refused at the same time.

Servers take each refresh token once. Two renewals at a time would log the user out.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

import httpx2
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.client.auth.oauth2 import OAuthContext
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import ValidationError

from studio.harness.server_ports import LogSource, ServerFailure, Trouble
from studio.tools.mcp.guarding import may_be_named
from studio.tools.mcp.http_failures import unreachable
from studio.tools.mcp.tokens import Grant, Tokens
from studio.tools.mcp.ways import WayError

_EARLY = 5.0  # seconds before its end in which a token is taken for ended

Send = Callable[[httpx2.Request], Awaitable[httpx2.Response]]
WhoWeAre = Callable[[], Awaitable[OAuthClientInformationFull | None]]


class Renewing:
    """One for each way. `send` is for errands: none of the entry's headers goes along."""

    def __init__(self, tokens: Tokens, server: str, who: WhoWeAre, send: Send) -> None:
        self._tokens = tokens
        self._server = server
        self._who = who
        self._send = send
        self._lock = asyncio.Lock()
        self._spent: str | None = None

    async def access(self) -> str | None:
        """A token that should still be good, or None without a login. Raises `WayError`."""
        grant = await self._tokens.current()
        if grant is None:
            return None
        ends = grant.expires_at
        if ends is not None and self._tokens.needs.clock() > ends - _EARLY:
            return await self.renewed(grant.tokens.access_token) or grant.tokens.access_token
        return grant.tokens.access_token

    async def renewed(self, refused: str) -> str | None:
        """One that is newer than the refused one; None where only the user can get it."""
        async with self._lock:
            grant = await self._tokens.current()
            if grant is None:
                return None
            if grant.tokens.access_token != refused:
                return grant.tokens.access_token  # somebody else has just done it
            fresh = await self._renew(grant)
            return None if fresh is None else fresh.tokens.access_token

    async def _renew(self, grant: Grant) -> Grant | None:
        refresh = grant.tokens.refresh_token
        is_hopeless = not refresh or refresh == self._spent
        if is_hopeless or not may_be_named(grant.endpoint, self._server):
            return None
        request = await self._request(grant, refresh or "")
        if request is None:
            return None
        try:
            response = await self._send(request)
        except httpx2.TransportError:
            # Nobody was logged out by this: the tokens stay.
            raise unreachable(grant.endpoint) from None
        if response.status_code >= 500 or response.status_code == 429:
            raise WayError(ServerFailure(Trouble.STATUS, str(response.status_code)))
        fresh = _fresh(grant, response, self._tokens.needs.clock())
        if fresh is None:
            self._spent = refresh
            said = f"the login could not be renewed: HTTP {response.status_code}"
            self._tokens.needs.ears.line(LogSource.CALLBOARD, said)
            return None
        await self._tokens.keep(fresh)
        return fresh

    async def _request(self, grant: Grant, refresh: str) -> httpx2.Request | None:
        client = await self._who()
        if client is None:
            return None
        data = {
            "grant_type": "refresh_token",
            "refresh_token": refresh,
            "client_id": client.client_id,
        }
        if grant.resource:
            data["resource"] = grant.resource
        context = OAuthContext(
            self._server, OAuthClientMetadata(redirect_uris=None), _Nowhere(), None, None
        )
        context.client_info = client
        headers = {"content-type": "application/x-www-form-urlencoded"}
        try:
            data, headers = context.prepare_token_auth(data, headers)
        except OAuthFlowError:
            return None
        return httpx2.Request("POST", grant.endpoint, data=data, headers=headers)


class _Nowhere:
    """The SDK wants a store beside who we are; here it is asked for nothing."""

    async def get_tokens(self) -> OAuthToken | None:
        return None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        return

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        return


def _fresh(grant: Grant, response: httpx2.Response, now: float) -> Grant | None:
    """What the answer does not say again stays as it was (RFC 6749, 6)."""
    if response.status_code not in (200, 201):
        return None
    try:
        tokens = OAuthToken.model_validate_json(response.content)
    except ValidationError:
        return None
    before = grant.tokens
    kept = tokens.model_copy(
        update={
            "scope": tokens.scope or before.scope,
            "refresh_token": tokens.refresh_token or before.refresh_token,
        }
    )
    return grant.model_copy(update={"tokens": kept, "expires_at": expiry(tokens, now)})


def expiry(tokens: OAuthToken, now: float) -> float | None:
    return None if tokens.expires_in is None else now + tokens.expires_in


def error_code(response: httpx2.Response) -> str:
    """What the server calls it, where it is a word and not a text that may hold anything."""
    try:
        said = json.loads(response.content).get("error", "")
    except (ValueError, AttributeError, RecursionError):
        return ""
    is_word = isinstance(said, str) and len(said) <= 60 and said.replace("_", "").isalnum()
    return said if is_word and said.isascii() else ""
