"""Fetches from the web what a model, or a page, wrote the address of.

The name is resolved first, all that it stands for is checked, and only the checked addresses are
connected to: a second answer of the name server cannot lead elsewhere. Each redirect is a new
address. Nothing of the user goes along: no cookies, no `.netrc`, nobody's proxy.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
from typing_extensions import override

from studio.core.safe_addresses import is_metadata, is_public
from studio.tools.threads import ToolThreads
from studio.tools.web.bodies import ACCEPTED, Body
from studio.tools.web.fetching import (
    Ask,
    Fetched,
    FetchRefusedError,
    FetchTrouble,
    WebFetch,
    media_type,
    named,
)
from studio.tools.web.places import host_of, is_listed, is_page_port, parsed, port_of

Resolve = Callable[[str, int], Awaitable[tuple[str, ...]]]

_MOST_REDIRECTS = 5
_MOST_TRIED = 3  # addresses of one name
_SECONDS = 30.0
_IDLE_SECONDS = 15.0
_CONNECT_SECONDS = 8.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LED_ON = "What the page leads on to"
_LET_GO_TURNS = 20
_NOT_REACHED = (httpx.ConnectError, httpx.ConnectTimeout)


@dataclass(frozen=True, slots=True)
class _Hop:
    """One address on the way, with what was checked of it."""

    url: httpx.URL
    addresses: tuple[str, ...]
    is_private: bool

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.url.scheme, host_of(self.url), port_of(self.url)


class GuardedFetch(WebFetch):
    """Lives as long as the tools; keeps nothing but whom to trust.

    `private_hosts` is the user's own list, asked with each fetch; `context` makes a context of TLS,
    in a thread. `allowed` are addresses in numbers that count as public, `resolve` stands in for
    the system's names: both for tests.
    """

    def __init__(  # each an argument of its own, most with a default
        self,
        private_hosts: Callable[[], Collection[str]],
        context: Callable[[], ssl.SSLContext],
        *,
        allowed: frozenset[str] = frozenset(),
        resolve: Resolve | None = None,
        seconds: float = _SECONDS,
        idle_seconds: float = _IDLE_SECONDS,
    ) -> None:
        self._private_hosts = private_hosts
        self._make_context = context
        self._allowed = allowed
        self._threads = ToolThreads()
        self._resolve = resolve or self._resolved
        self._seconds = seconds
        self._idle_seconds = idle_seconds
        self._context: ssl.SSLContext | None = None

    @override
    async def fetch(self, ask: Ask) -> Fetched:
        url = parsed(ask.url)
        try:
            async with asyncio.timeout(self._seconds):
                return await self._fetch(ask, url)
        except TimeoutError:
            refused = FetchRefusedError(FetchTrouble.TOO_SLOW, f"{self._seconds:g}")
        except httpx.ReadTimeout:
            refused = FetchRefusedError(FetchTrouble.SILENT, f"{self._idle_seconds:g}")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            trouble = FetchTrouble.NOT_TRUSTED if _is_tls(error) else FetchTrouble.UNREACHABLE
            refused = FetchRefusedError(trouble, host_of(url))
        raise refused

    async def _fetch(self, ask: Ask, url: httpx.URL) -> Fetched:
        first = hop = await self._checked(url, None, is_configured=ask.is_configured)
        async with await self._client() as client:
            for _ in range(_MOST_REDIRECTS + 1):
                response = await self._sent(client, ask, hop, is_same=hop.origin == first.origin)
                try:
                    if response.status_code not in _REDIRECTS or ask.body is not None:
                        return await _read(ask, hop, response)
                    following = _redirected(hop.url, response)
                finally:
                    await response.aclose()
                    await _let_go()
                is_own = ask.is_configured and _origin(following) == first.origin
                hop = await self._checked(following, hop, is_configured=is_own)
        raise FetchRefusedError(FetchTrouble.REDIRECTS, str(_MOST_REDIRECTS))

    async def _checked(self, url: httpx.URL, before: _Hop | None, *, is_configured: bool) -> _Hop:
        """All that a name stands for must be public: half of it may be a trick."""
        host, port = host_of(url), port_of(url)
        is_listed_host = is_configured or is_listed(url, self._private_hosts())
        if not is_listed_host and not is_page_port(port):
            raise FetchRefusedError(FetchTrouble.PORT, str(port))
        addresses = await self._resolve(host, port)
        if not addresses:
            raise FetchRefusedError(FetchTrouble.UNKNOWN_HOST, host)
        if any(is_metadata(each) for each in addresses):
            raise FetchRefusedError(FetchTrouble.METADATA, host)
        is_private = not all(each in self._allowed or is_public(each) for each in addresses)
        if is_private and not is_listed_host:
            raise FetchRefusedError(FetchTrouble.PRIVATE, host)
        if is_private and before is not None and not before.is_private:
            raise FetchRefusedError(FetchTrouble.INWARD, host)
        return _Hop(url, addresses, is_private)

    async def _sent(
        self, client: httpx.AsyncClient, ask: Ask, hop: _Hop, *, is_same: bool
    ) -> httpx.Response:
        """From the first of the addresses that answers."""
        *others, last = hop.addresses[:_MOST_TRIED]
        for address in others:
            with suppress(*_NOT_REACHED):
                return await client.send(_request(client, ask, hop, address, is_same), stream=True)
        return await client.send(_request(client, ask, hop, last, is_same), stream=True)

    async def _client(self) -> httpx.AsyncClient:
        if self._context is None:
            self._context = await self._threads.run(self._make_context)
        return httpx.AsyncClient(
            verify=self._context,
            trust_env=False,
            follow_redirects=False,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            timeout=httpx.Timeout(self._idle_seconds, connect=_CONNECT_SECONDS),
        )

    async def _resolved(self, host: str, port: int) -> tuple[str, ...]:
        with suppress(ValueError):
            return (str(ipaddress.ip_address(host)),)
        try:
            found = await self._threads.run(
                lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            )
        except (OSError, UnicodeError):
            return ()
        return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _request(
    client: httpx.AsyncClient, ask: Ask, hop: _Hop, address: str, is_same: bool
) -> httpx.Request:
    """To the address in numbers, in the name that was asked for."""
    own = dict(ask.headers) if is_same else {}
    accepted = ", ".join(each for each in ask.types if not each.startswith("*"))
    return client.build_request(
        "GET" if ask.body is None else "POST",
        hop.url.copy_with(host=address, fragment=None),
        headers={
            "Accept": f"{accepted}, */*;q=0.1" if accepted else "*/*",
            "User-Agent": "Callboard",
            **own,
            "Accept-Encoding": ACCEPTED,
            "Host": hop.url.netloc.decode("ascii"),
        },
        content=ask.body,
        extensions={"sni_hostname": host_of(hop.url)},
    )


async def _read(ask: Ask, hop: _Hop, response: httpx.Response) -> Fetched:
    if not response.is_success:
        raise FetchRefusedError(FetchTrouble.STATUS, str(response.status_code))
    content_type = response.headers.get("Content-Type", "")
    _refuse_type(content_type, ask.types)
    body = Body(response.headers.get("Content-Encoding", ""), ask.most_bytes)
    pieces = response.aiter_raw()
    try:
        async for piece in pieces:
            body.feed(piece)
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
    url = str(hop.url.copy_with(fragment=None))
    return Fetched(url, content_type, bytes(body.data), host_of(hop.url), hop.is_private)


def _refuse_type(content_type: str, types: tuple[str, ...]) -> None:
    found = media_type(content_type)
    if types and found and not any(_fits(found, each) for each in types):
        raise FetchRefusedError(FetchTrouble.TYPE, named(found))


def _fits(found: str, pattern: str) -> bool:
    if pattern.startswith("*"):
        return found.endswith(pattern[1:])
    return found.startswith(pattern[:-1]) if pattern.endswith("*") else found == pattern


def _redirected(url: httpx.URL, response: httpx.Response) -> httpx.URL:
    try:
        return parsed(str(url.join(response.headers.get("Location", ""))))
    except (httpx.InvalidURL, ValueError):
        refused = FetchRefusedError(FetchTrouble.ADDRESS, _LED_ON)
    except FetchRefusedError as error:
        # Its words would hand on, as ours, what a stranger wrote.
        is_address = error.trouble is FetchTrouble.ADDRESS
        refused = FetchRefusedError(error.trouble, _LED_ON if is_address else error.detail)
    raise refused


def _origin(url: httpx.URL) -> tuple[str, str, int]:
    return url.scheme, host_of(url), port_of(url)


async def _let_go() -> None:
    """WORKAROUND: httpx leaves generators open where reading ends early; the loop closes them in
    its next turns, and not when it is itself closed."""
    for _ in range(_LET_GO_TURNS):
        await asyncio.sleep(0)


def _is_tls(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
