"""The connections to all providers: one HTTP client a profile and way, made when first needed."""

import asyncio
import logging
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import MappingProxyType

import httpx

from studio.adapters.proxies import BadProxyError, Proxy, proxy_for
from studio.adapters.trust import plain_context, trusting_context
from studio.core.errors import AddressError, Category, Diagnosis, Failure, RoundError
from studio.core.profiles import Kind, ProviderProfile

_LOGGER = logging.getLogger(__name__)
_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=8, keepalive_expiry=60.0)
# llama.cpp's server sometimes closes a line just after a reply: the next request would be lost on
# it, and a new line to this computer costs nothing.
_ENGINE_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=0)


@dataclass(frozen=True, slots=True)
class Line:
    """A client to send with, and the way it takes."""

    client: httpx.AsyncClient
    via: Proxy | None = None

    @property
    def proxy(self) -> str:
        """Fit to be shown; empty where there is none."""
        return self.via.shown if self.via is not None else ""


@dataclass(frozen=True, slots=True)
class _Way:
    """What makes one client another: each change of it gets a client of its own."""

    profile_id: str
    address: str
    ca_file: str
    proxy: str
    login: str = field(repr=False)


class Clients:
    """Lives while the program does, and is closed by who made it.

    `transports` replace the network for a kind of profile: the practice provider has none.
    """

    def __init__(
        self,
        transports: Mapping[Kind, httpx.AsyncBaseTransport] = MappingProxyType({}),
    ) -> None:
        self._transports = dict(transports)
        self._lines: dict[_Way, Line] = {}
        self._making = asyncio.Lock()
        self._context: ssl.SSLContext | None = None
        # Below this level they log addresses and headers, and both may hold secrets.
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)

    async def line(self, profile: ProviderProfile, base_url: str, proxy_login: str = "") -> Line:
        """The profile's client for this address. A changed address gets a client of its own, and
        so do other certificates and another proxy. `proxy_login` is user and password.

        Raises `AddressError`, or `StudioError` where the proxy or a file of certificates cannot
        be used.
        """
        try:
            url = httpx.URL(base_url)
        except httpx.InvalidURL:
            raise AddressError(Failure(Category.ADDRESS, code="address")) from None
        # The user and password in an address are no part of what is connected to.
        address = f"{url.scheme}://{url.netloc.decode('ascii')}"
        way = _Way(profile.id, address, profile.ca_file, profile.proxy, proxy_login)
        async with self._making:
            if way not in self._lines:
                self._lines[way] = await self._made(profile.kind, way, url.scheme)
            return self._lines[way]

    async def aclose(self, within: float = 1.0) -> None:
        """Closes all connections; what does not close in time is left to the exit."""
        lines, self._lines = tuple(self._lines.values()), {}
        try:
            async with asyncio.timeout(within):
                await asyncio.gather(*(line.client.aclose() for line in lines))
        except TimeoutError:
            _LOGGER.warning("Connections did not close within %g s", within)

    async def _made(self, kind: Kind, way: _Way, scheme: str) -> Line:
        if kind in self._transports:
            return Line(_client(transport=self._transports[kind]))
        proxy = await _proxy(way)
        if scheme != "https" and proxy is None:
            limits = _ENGINE_LIMITS if kind is Kind.ENGINE else _LIMITS
            return Line(_client(verify=plain_context(), limits=limits))
        context = await self._trust(way.ca_file)
        try:
            client = _client(verify=context, proxy=proxy.url if proxy is not None else None)
        except (ImportError, ValueError):
            failure = _useless(proxy.shown if proxy is not None else "")
        else:
            return Line(client, proxy)
        raise RoundError(failure)

    async def _trust(self, ca_file: str) -> ssl.SSLContext:
        if ca_file:
            return await asyncio.to_thread(trusting_context, ca_file)
        if self._context is None:
            self._context = await asyncio.to_thread(trusting_context)
        return self._context


async def _proxy(way: _Way) -> Proxy | None:
    try:
        return await asyncio.to_thread(proxy_for, way.address, way.proxy, way.login)
    except BadProxyError as error:
        failure = _useless(error.shown)
    raise RoundError(failure)


def _useless(proxy: str) -> Failure:
    return Failure(Category.NETWORK, proxy, code=Diagnosis.PROXY)


def _client(
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    verify: ssl.SSLContext | bool = True,
    proxy: str | None = None,
    limits: httpx.Limits = _LIMITS,
) -> httpx.AsyncClient:
    if transport is not None:
        # Else the client would still make, and never use, a TLS context of its own.
        verify = plain_context()
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
