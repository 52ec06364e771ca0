"""The connections to all providers: one HTTP client a profile, made when first needed."""

import asyncio
import logging
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import MappingProxyType

import httpx

from studio.adapters.proxies import proxy_for, shown_proxy
from studio.core.errors import AddressError, Category, Failure, RoundError
from studio.core.profiles import Kind, ProviderProfile

_LOGGER = logging.getLogger(__name__)
_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=8, keepalive_expiry=60.0)
# llama.cpp's server sometimes closes a line just after a reply: the next request would be lost on
# it, and a new line to this computer costs nothing.
_ENGINE_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=0)


@dataclass(frozen=True, slots=True)
class Line:
    """A client to send with. `proxy` is fit to be shown."""

    client: httpx.AsyncClient
    proxy: str = ""


class Clients:
    """Lives while the program does, and is closed by who made it.

    `transports` replace the network for a kind of profile: the practice provider has none.
    """

    def __init__(
        self,
        transports: Mapping[Kind, httpx.AsyncBaseTransport] = MappingProxyType({}),
    ) -> None:
        self._transports = dict(transports)
        self._lines: dict[tuple[str, str], Line] = {}
        self._making = asyncio.Lock()
        self._context: ssl.SSLContext | None = None
        # Below this level they log addresses and headers, and both may hold secrets.
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)

    async def line(self, profile: ProviderProfile, base_url: str) -> Line:
        """The profile's client for this address. A changed address gets a client of its own.

        Raises `AddressError`, or `RoundError` where the computer's proxy cannot be used.
        """
        try:
            url = httpx.URL(base_url)
        except httpx.InvalidURL:
            raise AddressError(Failure(Category.ADDRESS, code="address")) from None
        # The user and password in an address are no part of what is connected to.
        key = (profile.id, f"{url.scheme}://{url.host}:{url.port}")
        async with self._making:
            if key not in self._lines:
                self._lines[key] = await self._made(profile.kind, key[1], url.scheme)
            return self._lines[key]

    async def aclose(self, within: float = 1.0) -> None:
        """Closes all connections; what does not close in time is left to the exit."""
        lines, self._lines = tuple(self._lines.values()), {}
        try:
            async with asyncio.timeout(within):
                await asyncio.gather(*(line.client.aclose() for line in lines))
        except TimeoutError:
            _LOGGER.warning("Connections did not close within %g s", within)

    async def _made(self, kind: Kind, address: str, scheme: str) -> Line:
        if kind in self._transports:
            return Line(_client(transport=self._transports[kind]))
        proxy = await asyncio.to_thread(proxy_for, address)
        if scheme != "https" and proxy is None:
            # Trusts nobody, takes no time; nothing here speaks TLS.
            limits = _ENGINE_LIMITS if kind is Kind.ENGINE else _LIMITS
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            return Line(_client(verify=context, limits=limits))
        if self._context is None:
            # Takes 73 to 198 ms, which the window would feel.
            self._context = await asyncio.to_thread(_trusting_context)
        try:
            return Line(_client(verify=self._context, proxy=proxy), shown_proxy(proxy))
        except (ImportError, ValueError):
            failure = Failure(Category.NETWORK, shown_proxy(proxy), code="proxy")
        raise RoundError(failure)


def _client(
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    verify: ssl.SSLContext | bool = True,
    proxy: str | None = None,
    limits: httpx.Limits = _LIMITS,
) -> httpx.AsyncClient:
    if transport is not None:
        # Else the client would still make, and never use, a TLS context of its own.
        verify = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx.AsyncClient(
        transport=transport,
        verify=verify,
        proxy=proxy,
        trust_env=False,
        limits=limits,
        follow_redirects=False,
        # Nobody is recognised by a cookie.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        timeout=httpx.Timeout(None),
    )


def _trusting_context() -> ssl.SSLContext:
    """Trusts the authorities everybody does, and those this computer was told to trust."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context
