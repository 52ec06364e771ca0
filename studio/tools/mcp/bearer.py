"""What goes along with each request to a server, and what is made of its refusals."""

import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any

import httpx2
from typing_extensions import override

from studio.tools.mcp.challenge import Challenge
from studio.tools.mcp.credentials import Credentials
from studio.tools.mcp.renewing import Renewing

SESSION = "mcp-session-id"
_PROTOCOL = "mcp-protocol-version"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that was answered with 400 or more. With `is_told` the body holds the error."""

    status: int
    method: str
    request_id: int | str | None
    is_told: bool
    is_of_session: bool


class Bearer(httpx2.Auth):
    """Of one session. `refused` hears of each refusal, with what is demanded where only a login
    helps; it may raise."""

    def __init__(
        self,
        credentials: Credentials,
        renewing: Renewing,
        refused: Callable[[Refusal, Challenge | None], None],
    ) -> None:
        self._credentials = credentials
        self._renewing = renewing
        self._refused = refused
        self._origin = _origin(httpx2.URL(credentials.url))
        self.session: dict[str, str] = {}

    @override
    async def async_auth_flow(
        self, request: httpx2.Request
    ) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        if _origin(request.url) != self._origin:
            yield request  # no secret is for anybody else
            return
        request.headers.update(self._credentials.headers)
        self._note_session(request)
        token = None if self._credentials.has_login else await self._renewing.access()
        if token is not None:
            request.headers["authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code == 401 and token is not None:
            fresh = await self._renewing.renewed(token)
            if fresh is not None:
                request.headers["authorization"] = f"Bearer {fresh}"
                response = yield request
        if response.status_code >= 400:
            await self._look_at(request, response)

    async def _look_at(self, request: httpx2.Request, response: httpx2.Response) -> None:
        try:
            body = await response.aread()
        except (httpx2.StreamError, httpx2.TransportError):
            body = b""
        challenge = None if self._credentials.has_login else Challenge.of(response)
        self._refused(_refusal(request, response.status_code, body), challenge)

    def _note_session(self, request: httpx2.Request) -> None:
        """For the word of goodbye."""
        said = request.headers
        self.session = {name: said[name] for name in (SESSION, _PROTOCOL) if name in said}


def _refusal(request: httpx2.Request, status: int, body: bytes) -> Refusal:
    asked = _object(request.content if request.method == "POST" else b"")
    method, request_id = asked.get("method"), asked.get("id")
    return Refusal(
        status,
        method if isinstance(method, str) else "",
        request_id if isinstance(request_id, int | str) else None,
        isinstance(_object(body).get("error"), dict),
        SESSION in request.headers,
    )


def _object(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body) if body else None
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
