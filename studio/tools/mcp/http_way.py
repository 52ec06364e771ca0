"""Reaches a server over HTTP: streamable, or the older way with a stream of events, with a login.

Redirects are followed by the SDK within the server's own origin alone, so nothing that was meant
for it reaches another host.
"""

import asyncio
import webbrowser
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull

from studio.core.errors import StudioError
from studio.core.servers import ServerEntry, Transport
from studio.harness.server_ports import LogSource, ServerFailure, Trouble
from studio.tools.mcp.bearer import SESSION, Bearer, Refusal
from studio.tools.mcp.carrier import Carrier
from studio.tools.mcp.challenge import Challenge
from studio.tools.mcp.connections import ANSWER_LIMIT, Trust, errand_client, session_client
from studio.tools.mcp.credentials import Credentials, credentials
from studio.tools.mcp.http_failures import host_of, way_error
from studio.tools.mcp.login import Browser, LoginNeeds, known_client, log_in
from studio.tools.mcp.renewing import Renewing
from studio.tools.mcp.tokens import Tokens
from studio.tools.mcp.ways import LoginNeededError, Streams, WayError, WayNeeds
from studio.tools.threads import ToolThreads

_GOODBYE = 2.0  # seconds
_THREADS = ToolThreads(4)
_TRUST = Trust(_THREADS)


async def open_in_browser(url: str) -> None:
    """In the system's own. Raises `WayError`."""
    if not await _THREADS.run(lambda: webbrowser.open(url)):
        raise WayError(ServerFailure(Trouble.LOGIN_FAILED, "no browser"))


class HttpWay:
    """Connects anew for each session. What the user has to do for a login is asked for by `login`
    alone. `auth` takes the place of the login, where an organisation has its own."""

    def __init__(
        self,
        entry: ServerEntry,
        needs: WayNeeds,
        *,
        browser: Browser | None = None,
        auth: httpx2.Auth | None = None,
    ) -> None:
        self._entry = entry
        self._needs = needs
        self._browser = browser or Browser(open_in_browser)
        self._auth = auth
        self._tokens = Tokens(entry, needs)
        self._challenge: Challenge | None = None
        self._renewing: Renewing | None = None
        self._is_older = entry.transport is Transport.SSE
        self._carrier: Carrier | None = None

    @property
    def prefers_discovery(self) -> bool:
        return not self._is_older

    @property
    def pid(self) -> int | None:
        return None

    def open(self) -> AbstractAsyncContextManager[Streams]:
        return self._opened()

    async def failure(self) -> ServerFailure | None:
        return ServerFailure(Trouble.UNREACHABLE, host_of(self._entry.url))

    def kill(self) -> None:
        """There is no child."""

    async def login(self) -> None:
        where = await credentials(self._entry, self._needs)
        challenge = self._challenge or await self._asked(where.url)
        await log_in(LoginNeeds(where.url, self._tokens, self._errand, self._browser), challenge)
        self._challenge = None

    async def logout(self) -> None:
        self._challenge = None
        try:
            await self._tokens.forget()
        except StudioError:
            raise WayError(ServerFailure(Trouble.SECRET_MISSING, "keyring")) from None

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[Streams]:
        where = await credentials(self._entry, self._needs)
        context = await _TRUST.context(where.url)
        bearer = self._bearer(where)
        try:
            # One for the newer way, one for the older, which the SDK closes by itself.
            make = partial(session_client, where.url, context, self._auth or bearer)
            async with make() as client, asyncio.TaskGroup() as group:
                carrier = self._made_carrier(where.url, client, make)
                carrying = group.create_task(carrier.run(), name=f"{self._entry.id} over HTTP")
                try:
                    yield carrier.incoming, carrier.outgoing
                finally:
                    carrying.cancel()
                    await self._say_goodbye(client, where.url, bearer)
        except Exception as error:
            said = way_error(error, where.url)
            if said is None:
                raise
            raise said from None

    def _made_carrier(
        self, url: str, client: httpx2.AsyncClient, another: Callable[[], httpx2.AsyncClient]
    ) -> Carrier:
        def newer() -> AbstractAsyncContextManager[Streams]:
            return streamable_http_client(
                url,
                http_client=client,
                terminate_on_close=False,
                max_sse_event_size=ANSWER_LIMIT,
            )

        def older() -> AbstractAsyncContextManager[Streams]:
            def factory(
                headers: dict[str, str] | None = None,
                timeout: httpx2.Timeout | None = None,
                auth: httpx2.Auth | None = None,
            ) -> httpx2.AsyncClient:
                return another()

            return sse_client(url, httpx_client_factory=factory)

        is_older_possible = self._is_older or self._entry.transport is Transport.HTTP
        carrier = Carrier(
            None if self._is_older else newer,
            older if is_older_possible else None,
            self._became_older,
        )
        self._carrier = carrier
        return carrier

    def _became_older(self) -> None:
        self._is_older = True
        self._needs.ears.line(LogSource.CALLBOARD, "it is reached the older way (HTTP with SSE)")

    def _bearer(self, where: Credentials) -> Bearer:
        if self._renewing is None:
            self._renewing = Renewing(self._tokens, where.url, self._client, self._errand)
        return Bearer(where, self._renewing, self._refused)

    async def _client(self) -> OAuthClientInformationFull | None:
        return await known_client(self._tokens)

    def _refused(self, refusal: Refusal, challenge: Challenge | None) -> None:
        """Raises `LoginNeededError` before the session has begun: it goes out of `open`."""
        carrier = self._carrier
        if challenge is None:
            if carrier is not None:
                carrier.refused(refusal)
            return
        self._challenge = challenge
        if carrier is None or not (carrier.has_begun or carrier.is_older):
            raise LoginNeededError
        if carrier.has_begun:
            self._needs.ears.login_needed()
            carrier.noted(refusal)
        else:
            carrier.break_off(LoginNeededError())

    async def _asked(self, url: str) -> Challenge:
        """What the server demands of somebody without a login."""
        headers = {"accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 0, "method": "ping"}
        try:
            response = await self._errand(httpx2.Request("POST", url, json=body, headers=headers))
        except httpx2.HTTPError as error:
            raise way_error(error, url) or error from None
        return Challenge.of(response) or Challenge()

    async def _errand(self, request: httpx2.Request) -> httpx2.Response:
        url = str(request.url)
        async with errand_client(url, await _TRUST.context(url)) as client:
            built = client.build_request(
                request.method, url, content=request.content, headers=request.headers
            )
            return await client.send(built, follow_redirects=False)

    async def _say_goodbye(self, client: httpx2.AsyncClient, url: str, bearer: Bearer) -> None:
        """So that the server need not keep the session. Nobody waits for an answer."""
        if SESSION not in bearer.session:
            return
        with suppress(httpx2.HTTPError, TimeoutError, WayError, LoginNeededError):
            async with asyncio.timeout(_GOODBYE):
                await client.delete(url, headers=bearer.session)
