"""Fetches a picture from an address that a model wrote, when the reader asks for it.

The name is resolved first, and only what it was resolved to is connected to: a second answer of
the name server cannot lead elsewhere. Each redirect is a new address and checked like the first.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
from typing_extensions import override

from studio.adapters.trust import trusting_context
from studio.core.attachments import clean_name, recognised
from studio.core.pictures import MOST_BYTES, FetchedPicture, PictureError, PictureTrouble
from studio.core.safe_addresses import is_public
from studio.harness.ports import RemotePictures

Resolve = Callable[[str, int], Awaitable[tuple[str, ...]]]

_MOST_REDIRECTS = 5
_MOST_ADDRESS = 8_000  # characters
_SECONDS = 30.0
_CONNECT_SECONDS = 10.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PORTS = {"http": 80, "https": 443}
_MOST_PORT = 65_535
# What Qt draws by itself; SVG, which may hold more than a picture, is none of it.
_DRAWN = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/x-icon"}
)
_LET_GO_TURNS = 5
# No compression: a small reply must not unpack to a huge one.
_HEADERS = {"Accept": "image/*", "Accept-Encoding": "identity", "User-Agent": "Callboard"}


class HttpRemotePictures(RemotePictures):
    """Keeps nothing but whom to trust. `allowed` are addresses in numbers that are taken though
    they are not public; `resolve` stands in for the system's names."""

    def __init__(
        self,
        *,
        allowed: frozenset[str] = frozenset(),
        resolve: Resolve | None = None,
        most_bytes: int = MOST_BYTES,
        seconds: float = _SECONDS,
    ) -> None:
        self._allowed = allowed
        self._resolve = resolve or _resolved
        self._most_bytes = most_bytes
        self._seconds = seconds
        self._context: ssl.SSLContext | None = None

    @override
    async def fetch(self, url: str) -> FetchedPicture:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._fetch(_parsed(url))
        except (TimeoutError, httpx.TimeoutException):
            trouble, detail = PictureTrouble.TOO_SLOW, ""
        except httpx.HTTPError as error:
            is_tls = _is_tls(error)
            trouble = PictureTrouble.NOT_TRUSTED if is_tls else PictureTrouble.UNREACHABLE
            detail = type(error).__name__
        raise PictureError(trouble, detail)

    async def _fetch(self, url: httpx.URL) -> FetchedPicture:
        async with await self._client(url) as client:
            for _ in range(_MOST_REDIRECTS + 1):
                request = await self._request(client, url)
                response = await client.send(request, stream=True)
                try:
                    if response.status_code not in _REDIRECTS:
                        return await self._read(response, url)
                    url = _redirected(url, response)
                finally:
                    await response.aclose()
                    await _let_go()
        raise PictureError(PictureTrouble.REDIRECTS)

    async def _request(self, client: httpx.AsyncClient, url: httpx.URL) -> httpx.Request:
        """To the address in numbers, in the name that was asked for."""
        address = await self._checked(url)
        return client.build_request(
            "GET",
            url.copy_with(host=address, fragment=None),
            headers={"Host": url.netloc.decode("ascii")},
            extensions={"sni_hostname": url.raw_host.decode("ascii")},
        )

    async def _checked(self, url: httpx.URL) -> str:
        """All that a name stands for must be public: half of it may be a trick."""
        addresses = await self._resolve(url.host, url.port or _PORTS[url.scheme])
        if not addresses:
            raise PictureError(PictureTrouble.UNKNOWN_HOST)
        if not all(each in self._allowed or is_public(each) for each in addresses):
            raise PictureError(PictureTrouble.PRIVATE)
        return addresses[0]

    async def _read(self, response: httpx.Response, url: httpx.URL) -> FetchedPicture:
        if not response.is_success:
            raise PictureError(PictureTrouble.STATUS, str(response.status_code))
        data = bytearray()
        pieces = response.aiter_raw()
        try:
            async for piece in pieces:
                data += piece
                if len(data) > self._most_bytes:
                    raise PictureError(PictureTrouble.TOO_LARGE, str(self._most_bytes))
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
        name = clean_name(url.path)
        known = recognised(name, bytes(data[:4096]))
        if known is None or known.media_type not in _DRAWN:
            raise PictureError(PictureTrouble.NO_PICTURE)
        return FetchedPicture(bytes(data), known.media_type, name)

    async def _client(self, url: httpx.URL) -> httpx.AsyncClient:
        if self._context is None:
            self._context = await asyncio.to_thread(trusting_context)
        # Nobody's proxy, no password out of .netrc, and no cookies, not even on the way.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        return httpx.AsyncClient(
            verify=self._context,
            trust_env=False,
            follow_redirects=False,
            cookies=no_cookies,
            headers=_HEADERS,
            timeout=httpx.Timeout(self._seconds, connect=_CONNECT_SECONDS),
        )


def _parsed(url: str) -> httpx.URL:
    try:
        if len(url) > _MOST_ADDRESS:
            raise PictureError(PictureTrouble.ADDRESS)
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        raise PictureError(PictureTrouble.ADDRESS) from None
    is_strange = bool(parsed.userinfo) or (parsed.port or 0) > _MOST_PORT
    if parsed.scheme not in _PORTS or not parsed.host or is_strange:
        raise PictureError(PictureTrouble.ADDRESS)
    return parsed


def _redirected(url: httpx.URL, response: httpx.Response) -> httpx.URL:
    try:
        return _parsed(str(url.join(response.headers.get("Location", ""))))
    except (httpx.InvalidURL, ValueError):
        raise PictureError(PictureTrouble.ADDRESS) from None


async def _let_go() -> None:
    """WORKAROUND: httpx leaves generators open where reading ends early; the loop closes them in
    its next turns, and not when it is itself closed."""
    for _ in range(_LET_GO_TURNS):
        await asyncio.sleep(0)


async def _resolved(host: str, port: int) -> tuple[str, ...]:
    """An address in numbers, as it is written everywhere, needs no name server."""
    with suppress(ValueError):
        return (str(ipaddress.ip_address(host)),)
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _is_tls(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
