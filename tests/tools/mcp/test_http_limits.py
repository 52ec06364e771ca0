"""Servers over HTTP that nobody should believe, that say too much, or that forget all the time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from studio.core.errors import StudioError
from studio.harness.server_ports import ServerState, Trouble
from studio.tools.mcp.connections import ANSWER_LIMIT
from tests.adapters.way_play import Authority
from tests.tools.mcp.stage import Stage
from tests.tools.mcp.test_http import (
    App,
    Asked,
    Served,
    newer,
    no_discovery,
    over_http,
    remote,
    serving,
)

pytestmark = pytest.mark.slow

_GIGABYTE = 1_000_000_000
_PIECE = b"x" * 1_000_000
_IN_FLIGHT = 40_000_000  # bytes between the two ends that were sent and not read


@pytest.fixture
def certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """A server's own, of an authority that nobody knows."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    authority = Authority(tmp_path)
    authority.server("localhost")
    return authority


async def test_a_certificate_that_nobody_vouches_for_is_refused_by_name(
    certificates: Authority,
) -> None:
    async with (
        serving(newer(), certificates=certificates.folder) as served,
        over_http(remote(served.url)) as stage,
    ):
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.NOT_TRUSTED, "localhost")
        assert served.asked == []


async def test_the_users_own_file_of_authorities_is_believed(
    certificates: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.file))
    async with (
        serving(newer(), certificates=certificates.folder) as served,
        over_http(remote(served.url)) as stage,
    ):
        await stage.ready()
        assert (await stage.call("add", a=2, b=3)).text == "5"


async def test_a_broken_file_of_authorities_adds_nobody(
    certificates: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.folder / "server.key"))
    async with (
        serving(newer(), certificates=certificates.folder) as served,
        over_http(remote(served.url)) as stage,
    ):
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert failure.trouble is Trouble.NOT_TRUSTED


class _Endless:
    """Answers calls with a gigabyte. `sent` are the bytes that somebody took."""

    def __init__(self, kind: str) -> None:
        self._inner = newer()
        self._kind = kind
        self.sent = 0

    def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        return self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        asked = await receive()
        if b"tools/call" not in asked.get("body", b""):
            first = [asked]

            async def again() -> Any:
                return first.pop() if first else await receive()

            await self._inner(scope, again, send)
            return
        kind = [(b"content-type", self._kind.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": kind})
        beginning = b"data: " if self._kind == "text/event-stream" else b'{"jsonrpc": "2.0", "x": "'
        await send({"type": "http.response.body", "body": beginning, "more_body": True})
        leaving = asyncio.create_task(receive())
        while self.sent < _GIGABYTE and not leaving.done():
            await send({"type": "http.response.body", "body": _PIECE, "more_body": True})
            self.sent += len(_PIECE)
        await leaving


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
async def test_an_answer_of_a_gigabyte_is_read_no_further_than_its_bound(kind: str) -> None:
    endless = _Endless(kind)
    app: App = endless
    async with serving(app) as served, over_http(remote(served.url)) as stage:
        await stage.ready()
        output = await stage.call("add", a=1, b=1)
        assert output.is_error
        assert len(output.text) < 10_000
        assert "x" * 1_000 not in str(stage.host.log("a"))
    assert endless.sent < ANSWER_LIMIT + _IN_FLIGHT


async def test_metadata_of_a_login_that_do_not_end_are_read_no_further_than_their_bound() -> None:
    async with serving(newer()) as served:
        huge = b'{"resource": "' + b"x" * 3_000_000 + b'"}'

        def answer(asked: Asked) -> tuple[int, dict[str, str], bytes]:
            if asked.path == "/mcp":
                return 401, {"www-authenticate": "Bearer"}, b""
            return 200, {"content-type": "application/json"}, huge

        served.refuse = answer
        async with over_http(remote(served.url)) as stage:
            await stage.until(ServerState.NEEDS_LOGIN)
            with pytest.raises(StudioError):
                await stage.host.login("a")
            assert stage.host.status("a").state is ServerState.NEEDS_LOGIN


def _forgets(served: Served, *methods: str) -> None:
    """No session is known any more, whatever was agreed."""

    def answer(asked: Asked) -> tuple[int, dict[str, str], bytes] | None:
        return (404, {}, b"") if asked.rpc in methods else no_discovery(asked)

    served.refuse = answer


async def test_a_server_that_forgets_each_session_fails_and_is_not_greeted_for_ever() -> None:
    async with serving(newer()) as served:
        _forgets(served, "tools/list")
        async with over_http(remote(served.url)) as stage:
            await stage.failed()
            failure = stage.host.status("a").failure
            assert failure is not None
            assert (failure.trouble, failure.detail) == (Trouble.STATUS, "404")
            assert stage.host.status("a").retry_at is None
            assert len(served.of("initialize")) == 2


async def test_calls_that_each_lose_the_session_end_with_a_failed_server() -> None:
    async with serving(newer()) as served:
        served.refuse = no_discovery
        async with over_http(remote(served.url)) as stage:
            await stage.ready()
            _forgets(served, "tools/call")
            outputs = [await stage.call("add", a=1, b=1) for _ in range(8)]
            assert all(output.is_error for output in outputs)
            assert _is_given_up(stage)
            greeted, called = len(served.of("initialize")), len(served.of("tools/call"))
            # Five runs: the first and one after each pause. Each call is sent twice at most.
            assert greeted <= 10
            assert called <= 10
            assert "404" in outputs[-1].text


def _is_given_up(stage: Stage) -> bool:
    status = stage.host.status("a")
    return status.state is ServerState.FAILED and status.retry_at is None
