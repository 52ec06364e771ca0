"""One login: from what the server demands, through the system's browser, to tokens in the keyring.

The SDK's provider knows the steps (metadata, registration, PKCE, scopes). It would take them inside
of a call and hold up all others; here it is played what the server said, when the user asks for it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.client.auth.extensions.client_credentials import SignedJWTParameters
from mcp.client.auth.utils import is_valid_client_metadata_url
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp_types import LATEST_PROTOCOL_VERSION
from pydantic import AnyUrl, ValidationError
from typing_extensions import override

from studio.core.servers import REDIRECT_PORT
from studio.harness.server_ports import LoginPages, ServerFailure, Trouble
from studio.tools.mcp.challenge import Challenge
from studio.tools.mcp.guarding import check_named
from studio.tools.mcp.http_failures import way_error
from studio.tools.mcp.own_issuer import own_issuer
from studio.tools.mcp.redirecting import Redirect, redirecting
from studio.tools.mcp.renewing import Send, error_code, expiry
from studio.tools.mcp.tokens import Grant, Tokens
from studio.tools.mcp.ways import WayError

_JWT = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

OpenAddress = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Browser:
    """What opens it, what it shows in the end, and how many seconds the user has in it."""

    open_address: OpenAddress
    pages: Callable[[], LoginPages] = LoginPages
    seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class LoginNeeds:
    """What one login needs."""

    server: str
    tokens: Tokens
    send: Send
    browser: Browser


async def log_in(needs: LoginNeeds, challenge: Challenge) -> None:
    """Raises `WayError`. Nothing is kept but what was won to the end."""
    try:
        async with asyncio.timeout(needs.browser.seconds):
            await _Login(needs).whole(challenge)
    except TimeoutError:
        raise WayError(ServerFailure(Trouble.LOGIN_FAILED, "timeout")) from None


async def known_client(tokens: Tokens) -> OAuthClientInformationFull | None:
    """Who we are for the server: as the user typed it, or as it registered us."""
    client_id = tokens.entry.client_id
    if not client_id or is_valid_client_metadata_url(client_id):
        return await tokens.client()
    secret = await tokens.typed_secret()
    if secret is None:
        return _typed(client_id, None, "none")
    kept = await tokens.client()
    method = kept.token_endpoint_auth_method if kept and kept.client_id == client_id else None
    return _typed(client_id, secret, method or "client_secret_basic")


def _typed(client_id: str, secret: str | None, method: str) -> OAuthClientInformationFull:
    return OAuthClientInformationFull(
        client_id=client_id, client_secret=secret, token_endpoint_auth_method=method
    )


class _Login:
    """It lives for one attempt."""

    def __init__(self, needs: LoginNeeds) -> None:
        self._needs = needs
        self._last = ""

    async def whole(self, challenge: Challenge) -> None:
        tokens = self._needs.tokens
        client = await known_client(tokens)
        async with redirecting(
            _port(client, tokens.entry.client_id), self._needs.browser.pages()
        ) as back:
            if client is not None and not tokens.entry.client_id and not _knows(client, back.url):
                client = None  # its port is taken; the server knows no other of ours
            held = _Held(client, await self._granted())
            try:
                provider = await self._provided(back, held, challenge)
            except (OAuthFlowError, ValidationError, ValueError):
                # Its text may hold what the server sent, and so anything.
                failure = ServerFailure(Trouble.LOGIN_FAILED, self._last)
                raise WayError(failure) from None
            except httpx2.HTTPError as error:
                raise way_error(error, self._needs.server) or error from None
            await self._keep(provider, held)

    async def _granted(self) -> OAuthToken | None:
        grant = await self._needs.tokens.current()
        return None if grant is None else grant.tokens

    async def _provided(self, back: Redirect, held: "_Held", challenge: Challenge) -> "_Provider":
        provider = _Provider(self._needs, back, held)
        try:
            await self._played(provider, challenge)
        except _OwnIssuerError as error:
            # The SDK has settled by then whom it expects: from the start, with the name.
            provider = _Provider(self._needs, back, held, error.issuer)
            await self._played(provider, challenge)
        return provider

    async def _played(self, provider: "_Provider", challenge: Challenge) -> None:
        entry = self._needs.tokens.entry
        headers = {"mcp-protocol-version": LATEST_PROTOCOL_VERSION}
        request = httpx2.Request("POST", self._needs.server, headers=headers)
        flow = provider.async_auth_flow(request)
        try:
            await anext(flow)
            response = challenge.response(request, entry.scopes)
            while (errand := await flow.asend(response)) is not request:
                response = await self._sent(errand)
                # A server that names metadata of its own is no such old one.
                if not challenge.metadata:
                    provider.check_issuer(response)
        except StopAsyncIteration:
            raise OAuthFlowError from None
        finally:
            await flow.aclose()

    async def _sent(self, errand: httpx2.Request) -> httpx2.Response:
        url = str(errand.url)
        if not _is_of(url, self._needs.server):
            check_named(url, self._needs.server)
        try:
            response = await self._needs.send(errand)
        except httpx2.TransportError as error:
            raise way_error(error, url) or error from None
        if response.status_code >= 400 and errand.method == "POST":
            said = f"HTTP {response.status_code} {error_code(response)}"
            self._last = said.strip()
        return response

    async def _keep(self, provider: "_Provider", held: "_Held") -> None:
        """Who we are before the tokens: without it they can't be renewed."""
        tokens, context = self._needs.tokens, provider.context
        if held.tokens is None:
            raise WayError(ServerFailure(Trouble.LOGIN_FAILED, self._last))
        if context.client_info is not None:
            await tokens.keep_client(context.client_info.model_copy(update=_kept(tokens)))
        has_resource = context.should_include_resource_param(context.protocol_version)
        await tokens.keep(
            Grant(
                tokens=held.tokens,
                expires_at=expiry(held.tokens, tokens.needs.clock()),
                endpoint=provider.token_endpoint,
                resource=context.get_resource_url() if has_resource else None,
            )
        )


class _Held:
    """The SDK's store during a login: the keyring gets what was won in the end."""

    def __init__(
        self, client: OAuthClientInformationFull | None, granted: OAuthToken | None
    ) -> None:
        self.client = client
        self._granted = granted
        self.tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        # Only what was granted counts here. Whether it can be renewed was tried before.
        granted = self._granted
        return granted and granted.model_copy(update={"refresh_token": None})

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class _OwnIssuerError(Exception):
    """An old server names itself by a path of its own origin. Not heard outside of this module."""

    def __init__(self, issuer: str) -> None:
        super().__init__()
        self.issuer = issuer


class _Provider(OAuthClientProvider):
    """With what only we know: the browser, what the user typed, and servers for programs alone.
    `issuer` is whom an old server named before."""

    def __init__(self, needs: LoginNeeds, back: Redirect, held: _Held, issuer: str = "") -> None:
        client_id = needs.tokens.entry.client_id
        super().__init__(
            needs.server,
            OAuthClientMetadata(
                client_name="Callboard",
                redirect_uris=[AnyUrl(back.url)],
                scope=" ".join(needs.tokens.entry.scopes) or None,
            ),
            held,
            self._open,
            back.answer,
            client_metadata_url=client_id if is_valid_client_metadata_url(client_id) else None,
        )
        self._needs = needs
        self._back = back
        self._own_issuer = issuer

    def check_issuer(self, response: httpx2.Response) -> None:
        """Raises `_OwnIssuerError`, once. Never where the server named somebody to log in at."""
        if self._own_issuer or self.context.protected_resource_metadata is not None:
            return
        issuer = own_issuer(response, self._needs.server)
        if issuer is not None:
            raise _OwnIssuerError(issuer)

    @property
    def token_endpoint(self) -> str:
        return self._get_token_endpoint()

    async def _open(self, url: str) -> None:
        if not _is_of(url, self._needs.server):
            check_named(url, self._needs.server)
        self._back.expect(url)
        await self._needs.browser.open_address(url)

    @override
    def _expected_issuer(self) -> str:
        is_named = self.context.protected_resource_metadata is not None
        return super()._expected_issuer() if is_named or not self._own_issuer else self._own_issuer

    @override
    async def _perform_authorization(self) -> httpx2.Request:
        secret = await self._needs.tokens.typed_secret()
        if secret is None or not self._needs.tokens.entry.client_id:
            return await super()._perform_authorization()
        metadata = self.context.oauth_metadata
        grants = (metadata and metadata.grant_types_supported) or []
        self._choose_method()
        if "client_credentials" in grants and "authorization_code" not in grants:
            return await self._as_program(secret)
        return await super()._perform_authorization()

    def _choose_method(self) -> None:
        """How the typed secret is told, as the server wants it."""
        metadata, client = self.context.oauth_metadata, self.context.client_info
        offered = (metadata and metadata.token_endpoint_auth_methods_supported) or []
        is_other = client is not None and client.token_endpoint_auth_method not in offered
        if client is not None and is_other and "client_secret_post" in offered:
            method = {"token_endpoint_auth_method": "client_secret_post"}
            self.context.client_info = client.model_copy(update=method)

    async def _as_program(self, secret: str) -> httpx2.Request:
        """No user is asked: the secret alone is the login. It may be a private key."""
        context = self.context
        data = {"grant_type": "client_credentials"}
        headers = {"content-type": "application/x-www-form-urlencoded"}
        if secret.lstrip().startswith("-----BEGIN"):
            data |= {"client_assertion": await self._signed(secret), "client_assertion_type": _JWT}
        else:
            data, headers = context.prepare_token_auth(data, headers)
        if context.should_include_resource_param(context.protocol_version):
            data["resource"] = context.get_resource_url()
        if context.client_metadata.scope:
            data["scope"] = context.client_metadata.scope
        return httpx2.Request("POST", self.token_endpoint, data=data, headers=headers)

    async def _signed(self, key: str) -> str:
        metadata = self.context.oauth_metadata
        if metadata is None:
            raise OAuthFlowError
        offered = metadata.token_endpoint_auth_signing_alg_values_supported or ["RS256"]
        client_id = self._needs.tokens.entry.client_id
        signing = SignedJWTParameters(
            issuer=client_id, subject=client_id, signing_key=key, signing_algorithm=offered[0]
        )
        return await signing.create_assertion_provider()(str(metadata.issuer))


def _kept(tokens: Tokens) -> dict[str, Any]:
    """What the user typed stays where it is, in an entry of the keyring of its own."""
    typed = tokens.entry.client_id
    is_typed = typed and not is_valid_client_metadata_url(typed)
    return {"client_secret": None} if is_typed else {}


def _port(client: OAuthClientInformationFull | None, typed: str) -> int:
    if typed:
        return REDIRECT_PORT
    uris = (client.redirect_uris if client is not None else None) or []
    return next((uri.port for uri in uris if uri.port), 0)


def _knows(client: OAuthClientInformationFull, url: str) -> bool:
    uris = client.redirect_uris
    return not uris or any(str(uri) == url for uri in uris)


def _is_of(url: str, server: str) -> bool:
    """Of the very server that the user named."""
    one, other = urlsplit(url), urlsplit(server)
    return (one.scheme, one.netloc) == (other.scheme, other.netloc)
