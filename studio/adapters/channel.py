"""One profile's way out: a request goes, bytes come, and what fails becomes facts."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass

import httpx

from studio.adapters.certificates import presented
from studio.adapters.clients import Line
from studio.adapters.connection import ConnectionTrace
from studio.adapters.diagnosis import Reply, diagnosed, misread
from studio.adapters.endpoint import Endpoint
from studio.adapters.transport_failures import (
    CONNECT_TIMEOUT,
    TRANSPORT_ERRORS,
    is_untrusted,
    transport_failure,
    untrusted,
    with_way,
)
from studio.core.errors import Failure, RoundError

# A prompt of 10 MB over a slow line takes minutes, and the library counts the whole of it.
_WRITE_TIMEOUT = 900.0
_NESTED = 8


@dataclass(frozen=True, slots=True)
class Channel:
    """Lives as long as one adapter; the client is borrowed."""

    line: Line
    endpoint: Endpoint

    def request(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None
    ) -> httpx.Request:
        return self.line.client.build_request(
            method,
            url,
            headers={**{name.lower(): value for name, value in headers.items()}, **self._headers},
            content=content,
            timeout=httpx.Timeout(
                connect=CONNECT_TIMEOUT,
                # Counts from byte to byte, whatever they say: keep-alives are signs of life.
                read=self.endpoint.idle_timeout,
                write=_WRITE_TIMEOUT,
                pool=None,
            ),
            extensions={"trace": ConnectionTrace(self.line.proxy)},
        )

    async def send(self, request: httpx.Request) -> httpx.Response:
        """The reply's head. The caller closes it. Raises `RoundError`."""
        try:
            return await self.line.client.send(request, stream=True, follow_redirects=False)
        except TRANSPORT_ERRORS as error:
            failure = self._failure(error, request)
        except asyncio.CancelledError:
            await request.extensions["trace"].abandon()
            raise
        if is_untrusted(failure):
            url = str(request.url)
            failure = self.shown(untrusted(failure, url, await presented(self.line, url)), request)
        # Raised out here, so that no traceback shows the library's own words, which may quote keys.
        raise RoundError(failure)

    async def body(self, response: httpx.Response) -> AsyncGenerator[bytes]:
        """The decoded body in the pieces in which it arrives. Raises `RoundError`."""
        try:
            async with aclosing(_pieces(response)) as pieces:
                async for piece in pieces:
                    yield piece
        except TRANSPORT_ERRORS as error:
            failure = self._failure(error, response.request)
        else:
            return
        finally:
            await let_go()
        raise RoundError(failure)

    def shown(self, failure: Failure, request: httpx.Request) -> Failure:
        return self.endpoint.shown(failure, str(request.url))

    def refused(
        self, failure: Failure, response: httpx.Response, body: bytes, skew: float | None = None
    ) -> Failure:
        """What a reply that is no success means here, fit to be shown."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        reply = Reply(response.status_code, headers, body, skew)
        return self.shown(diagnosed(failure, self.endpoint.hints, reply), response.request)

    def misread(self, failure: Failure, url: str, *, is_a_page: bool) -> Failure:
        """What a success that could not be read means here, fit to be shown."""
        found = misread(failure, self.endpoint.hints, is_a_page=is_a_page)
        return self.endpoint.shown(found, url)

    @property
    def _headers(self) -> Mapping[str, str]:
        return self.endpoint.headers

    def _failure(self, error: Exception, request: httpx.Request) -> Failure:
        url = str(request.url)
        failure = transport_failure(error, url, self.endpoint.idle_timeout)
        return self.shown(with_way(failure, error, url, self.line.proxy), request)


async def _pieces(response: httpx.Response) -> AsyncGenerator[bytes]:
    """The library's iterator under its true type, that of a generator, which must be closed."""
    pieces = response.aiter_bytes()
    try:
        async for piece in pieces:
            yield piece
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


async def let_go() -> None:
    """WORKAROUND: httpx nests generators and leaves the inner ones open where the outer is closed
    early. The loop then closes them, one a turn: in these turns, and not when it is itself closed.
    """
    for _ in range(_NESTED):
        await asyncio.sleep(0)
