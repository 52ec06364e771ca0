"""Where the browser comes back to after a login: a small server on this computer, for minutes."""

import asyncio
import html
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from mcp.shared.auth import AuthorizationCodeResult

from studio.core.servers import REDIRECT_PATH
from studio.harness.server_ports import LoginPages, ServerFailure, Trouble
from studio.tools.mcp.ways import WayError

_LONGEST = 16_384
_SECONDS = 10.0

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass(slots=True)
class Redirect:
    """One login's. Only an answer with its `state` counts: whoever else finds the port gets a page
    that says no, and is not heard."""

    port: int
    pages: LoginPages
    _state: str = field(default="", repr=False)
    _answer: asyncio.Future[AuthorizationCodeResult] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), repr=False
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{REDIRECT_PATH}"

    def expect(self, authorization_url: str) -> None:
        query = parse_qs(urlsplit(authorization_url).query)
        self._state = next(iter(query.get("state", [])), "")

    async def answer(self) -> AuthorizationCodeResult:
        """Raises `WayError` where the user or the server said no."""
        return await self._answer

    def page(self, target: str) -> tuple[int, str]:
        """What the browser is shown for what it asked for."""
        parts = urlsplit(target)
        said = {name: each[0] for name, each in parse_qs(parts.query).items()}
        state = said.get("state", "")
        is_meant = bool(self._state) and secrets.compare_digest(
            state.encode(), self._state.encode()
        )
        if parts.path != REDIRECT_PATH or not is_meant or self._answer.done():
            return 400, self.pages.unknown
        code = said.get("code", "")
        if not code:
            error = said.get("error", "")
            word = error if error.isascii() and error.replace("_", "").isalnum() else ""
            failure = ServerFailure(Trouble.LOGIN_FAILED, word[:60])
            self._answer.set_exception(WayError(failure))
            return 200, self.pages.failed
        result = AuthorizationCodeResult(code=code, state=state, iss=said.get("iss"))
        self._answer.set_result(result)
        return 200, self.pages.done

    def close(self) -> None:
        if self._answer.done() and not self._answer.cancelled():
            self._answer.exception()  # heard by nobody, where the login was given up
        self._answer.cancel()


@asynccontextmanager
async def redirecting(port: int, pages: LoginPages) -> AsyncGenerator[Redirect]:
    """On that port where it is free, as it is the one the server knows; otherwise on any."""
    tasks: set[asyncio.Task[None]] = set()
    redirect: Redirect | None = None

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        try:
            if redirect is not None:
                await _answered(redirect, reader, writer)
        finally:
            writer.close()

    server = await _listening(serve, port)
    redirect = Redirect(server.sockets[0].getsockname()[1], pages)
    try:
        yield redirect
    finally:
        redirect.close()
        server.close()
        # The last page may still be on its way to the browser.
        if tasks:
            await asyncio.wait(tuple(tasks), timeout=1.0)
        for task in tuple(tasks):
            task.cancel()


async def _listening(serve: Serve, port: int) -> asyncio.Server:
    for each in dict.fromkeys((port, 0)):
        with suppress(OSError, OverflowError):
            return await asyncio.start_server(serve, "127.0.0.1", each, limit=_LONGEST)
    raise WayError(ServerFailure(Trouble.LOGIN_FAILED, "no free port"))


async def _answered(
    redirect: Redirect, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    try:
        async with asyncio.timeout(_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
            words = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
            status, text = 400, redirect.pages.unknown
            if len(words) == 3 and words[0] == "GET":
                status, text = redirect.page(words[1])
            writer.write(_reply(status, text))
            await writer.drain()
    except (TimeoutError, OSError, ValueError, EOFError, asyncio.LimitOverrunError):
        return


def _reply(status: int, text: str) -> bytes:
    shown = html.escape(text)
    body = (
        '<!doctype html><html><head><meta charset="utf-8"><title>Callboard</title></head>'
        f'<body style="font-family: sans-serif; margin: 4em"><p>{shown}</p></body></html>'
    ).encode()
    head = (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Bad Request'}\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n"
        "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
