"""Servers over HTTP: real ones of the SDK, on this computer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
import uvicorn
from mcp.server import MCPServer
from typing_extensions import override

from studio.core.servers import ServerEntry, StartMode, Transport, server_header_key_id
from studio.harness.server_ports import LogSource, ServerState, Trouble
from studio.tools.mcp.estate import Patience
from studio.tools.mcp.host import McpHost
from studio.tools.mcp.http_way import HttpWay
from studio.tools.mcp.login import Browser
from studio.tools.mcp.ways import Way, WayNeeds
from tests.tools.mcp.stage import QUICK, Files, Heard, Listings, Secrets, Stage

pytestmark = pytest.mark.slow

App = Callable[[Any, Any, Any], Awaitable[None]]
Refuse = Callable[["Asked"], tuple[int, dict[str, str], bytes] | None]
_CLOCK = 1_700_000_000.0
_TLS_FILES = {"ssl_certfile": "pem", "ssl_keyfile": "key"}


class Asked:
    """One request, as it reached the server."""

    def __init__(self, scope: dict[str, Any], body: bytes) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query = dict(parse_qsl(scope["query_string"].decode()))
        self.headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.body = body

    @property
    def rpc(self) -> str:
        """The method of the protocol."""
        said = json.loads(self.body) if self.body.startswith(b"{") else {}
        return str(said.get("method", ""))


async def _at_once(asked: Asked) -> None:
    """Nothing is held back."""


class Served:
    """A server that listens, and what it was asked. `refuse` answers in its place."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[Asked] = []
        self.refuse: Refuse = lambda _: None
        self.hold: Callable[[Asked], Awaitable[None]] = _at_once

    def wrapped(self, app: App) -> App:
        async def whole(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            body, is_more = b"", True
            while is_more:
                piece = await receive()
                body += piece.get("body", b"")
                is_more = piece.get("more_body", False)
            asked = Asked(scope, body)
            self.asked.append(asked)
            await self.hold(asked)
            if (refusal := self.refuse(asked)) is not None:
                await _answer(send, *refusal)
                return
            first = [{"type": "http.request", "body": body, "more_body": False}]

            async def again() -> Any:
                return first.pop() if first else await receive()

            await app(scope, again, send)

        return whole

    def of(self, method: str) -> list[Asked]:
        return [each for each in self.asked if each.rpc == method]


async def _answer(send: Any, status: int, headers: dict[str, str], body: bytes) -> None:
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    named.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": body})


class _Quiet(uvicorn.Server):
    """Leaves the signals of the test's process alone."""

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


@contextlib.asynccontextmanager
async def serving(
    app: App, path: str = "/mcp", certificates: Path | None = None
) -> AsyncGenerator[Served]:
    """Until the block ends. `certificates` is a folder with those of `localhost`."""
    tls: dict[str, Any] = {}
    if certificates is not None:
        tls = {name: certificates / f"server.{end}" for name, end in _TLS_FILES.items()}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        origin = "https://localhost" if certificates else "http://127.0.0.1"
        served = Served(f"{origin}:{listening.getsockname()[1]}{path}")
        config = uvicorn.Config(
            served.wrapped(app),
            log_config=None,
            ws="none",
            lifespan="on",
            timeout_graceful_shutdown=1,
            **tls,
        )
        server = _Quiet(config)
        task = asyncio.create_task(server.serve([listening]), name="uvicorn")
        try:
            yield served
        finally:
            server.should_exit = True
            await task
            await _watcher_ended()


async def _watcher_ended() -> None:
    """The server's streams of events leave a task behind that looks for the end of the process."""
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "__name__", "") == "_shutdown_watcher":
            task.cancel()
            await asyncio.wait([task])


def no_discovery(asked: Asked) -> tuple[int, dict[str, str], bytes] | None:
    """As a server of 2025, which keeps sessions."""
    if asked.rpc != "server/discover":
        return None
    error = {"code": -32601, "message": "Method not found"}
    body = json.dumps({"jsonrpc": "2.0", "id": json.loads(asked.body)["id"], "error": error})
    return 200, {"content-type": "application/json"}, body.encode()


def tools(name: str = "real") -> MCPServer:
    server = MCPServer(name, version="7")

    @server.tool()
    def add(a: int, b: int) -> str:
        """Adds."""
        return str(a + b)

    return server


def newer(name: str = "real") -> App:
    return tools(name).streamable_http_app()


def older(name: str = "real") -> App:
    return tools(name).sse_app()


def remote(url: str, id: str = "a", **fields: Any) -> ServerEntry:  # noqa: A002
    given = {"name": "Remote", "transport": Transport.HTTP, "start": StartMode.WITH_CALLBOARD}
    return ServerEntry(id=id, url=url, **(given | fields))


async def no_browser(url: str) -> None:
    pytest.fail("a browser was opened by itself")


@contextlib.asynccontextmanager
async def over_http(
    *entries: ServerEntry,
    vault: Secrets | None = None,
    browser: Browser | None = None,
    patience: Patience = QUICK,
    clock: Callable[[], float] = lambda: _CLOCK,
) -> AsyncGenerator[Stage]:
    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        return HttpWay(entry, needs, browser=browser or Browser(no_browser))

    store = Listings()
    host = McpHost(vault or Secrets(), clock, store, Files(), ways=way, patience=patience)
    stage = Stage(host, store)
    host.configure(entries)
    try:
        yield stage
    finally:
        await host.close(5.0)


async def test_a_server_over_http_lists_its_tools_and_answers() -> None:
    async with serving(newer()) as served, over_http(remote(served.url)) as stage:
        await stage.ready()
        assert stage.host.status("a").server_name == "real"
        assert [each.own_name for each in stage.host.status("a").tools] == ["add"]
        assert (await stage.call("add", a=2, b=3)).text == "5"


async def test_a_server_of_the_older_way_lists_its_tools_and_answers() -> None:
    async with (
        serving(older(), "/sse") as served,
        over_http(remote(served.url, transport=Transport.SSE)) as stage,
    ):
        await stage.ready()
        assert (await stage.call("add", a=2, b=3)).text == "5"


async def test_the_older_way_is_taken_where_a_post_is_refused() -> None:
    async with serving(older(), "/sse") as served, over_http(remote(served.url)) as stage:
        await stage.ready()
        assert (await stage.call("add", a=2, b=3)).text == "5"
        lines = stage.lines(LogSource.CALLBOARD)
        assert any("older way" in line for line in lines)


async def test_headers_arrive_and_secret_ones_are_shown_nowhere() -> None:
    vault = Secrets({f"mcp-a/{server_header_key_id('X-Key')}": "planted-4711"})
    async with serving(newer()) as served:
        entry = remote(served.url, headers={"X-Plain": "plain"}, secret_headers=("X-Key",))
        async with over_http(entry, vault=vault) as stage:
            await stage.ready()
            await stage.call("add", a=1, b=1)
            assert {each.headers.get("x-key") for each in served.asked} == {"planted-4711"}
            assert {each.headers.get("x-plain") for each in served.asked} == {"plain"}
            shown = f"{stage.host.log('a')}{stage.host.messages('a')}{stage.host.status('a')}"
            assert "planted-4711" not in shown


async def test_a_missing_secret_is_named() -> None:
    entry = remote("http://127.0.0.1:9/mcp", secret_headers=("X-Key",))
    async with over_http(entry) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.SECRET_MISSING, "X-Key")


async def test_a_lost_session_is_opened_anew_once() -> None:
    async with serving(newer()) as served:
        served.refuse = no_discovery
        async with over_http(remote(served.url)) as stage:
            await stage.ready()
            lost: list[Asked] = []

            def forget(asked: Asked) -> tuple[int, dict[str, str], bytes] | None:
                if asked.rpc != "tools/call" or lost:
                    return no_discovery(asked)
                lost.append(asked)
                return 404, {}, b""

            served.refuse = forget
            assert (await stage.call("add", a=2, b=3)).text == "5"
            assert len(served.of("initialize")) == 2
            sessions = {each.headers["mcp-session-id"] for each in served.of("tools/call")}
            assert len(sessions) == 2
            assert stage.host.status("a").state is ServerState.READY


@pytest.mark.parametrize("status", [500, 403])
async def test_a_refusal_is_told_with_its_status(status: int) -> None:
    async with serving(newer()) as served:
        served.refuse = lambda _: (status, {}, b"")
        async with over_http(remote(served.url)) as stage:
            await stage.failed()
            failure = stage.host.status("a").failure
            assert failure is not None
            assert (failure.trouble, failure.detail) == (Trouble.STATUS, str(status))


async def test_an_unreachable_host_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    async with over_http(remote(f"http://127.0.0.1:{port}/mcp")) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.UNREACHABLE, "127.0.0.1")


async def test_a_401_asks_for_a_login_and_opens_no_browser() -> None:
    async with serving(newer()) as served:
        served.refuse = lambda _: (401, {"www-authenticate": "Bearer"}, b"")
        async with over_http(remote(served.url)) as stage:
            await stage.until(ServerState.NEEDS_LOGIN, ServerState.FAILED)
            assert stage.host.status("a").state is ServerState.NEEDS_LOGIN


async def test_a_redirect_carries_no_secret_to_another_host() -> None:
    vault = Secrets({f"mcp-a/{server_header_key_id('X-Key')}": "planted-4711"})
    async with serving(newer()) as other, serving(newer()) as served:
        served.refuse = lambda _: (307, {"location": other.url}, b"")
        async with over_http(remote(served.url, secret_headers=("X-Key",)), vault=vault) as stage:
            await stage.failed()
            assert served.asked
            assert not [each for each in other.asked if "x-key" in each.headers]


async def test_one_server_closes_without_disturbing_another() -> None:
    async with serving(newer("one")) as one, serving(newer("two")) as two:
        entries = (remote(one.url, name="One"), remote(two.url, "b", name="Two"))
        async with over_http(*entries) as stage:
            await stage.ready("a")
            await stage.ready("b")
            stage.host.stop("a")
            talked = await stage.tool("add", "b").run({"a": 4, "b": 4}, Heard())
            assert talked.text == "8"
            assert stage.host.status("b").state is ServerState.READY
            stage.host.start("a")
            await stage.ready("a")
            assert (await stage.call("add", a=1, b=2)).text == "3"
