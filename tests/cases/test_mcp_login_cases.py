"""M16: a login that ends while five calls are under way, and servers that take a token once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import traceback
from collections.abc import AsyncGenerator
from urllib.parse import parse_qsl, urlencode

import httpx2
import pytest

from studio.core.errors import StudioError
from studio.core.servers import CLIENT_KEY_ID, TOKENS_KEY_ID
from studio.harness.server_ports import LoginPages, ServerState, Trouble
from studio.tools.mcp.login import Browser
from tests.tools.mcp.stage import Heard, Secrets, Stage
from tests.tools.mcp.test_http import Asked, Served, newer, over_http, remote, serving

pytestmark = pytest.mark.slow

Reply = tuple[int, dict[str, str], bytes]
_JSON = {"content-type": "application/json"}
_TOKENS, _CLIENT = f"mcp-a/{TOKENS_KEY_ID}", f"mcp-a/{CLIENT_KEY_ID}"


class Authority:
    """Guards a server and gives tokens for it. Each refresh token is taken once."""

    def __init__(self, served: Served, vault: Secrets) -> None:
        self._served = served
        self._vault = vault
        self._number = 0
        self.base = served.url.removesuffix("/mcp")
        self.good: set[str] = set()
        self.refreshing: set[str] = set()
        self.refreshes: list[str] = []
        self.unkept: list[str] = []
        self.refused = 0
        self.is_refusing = False
        self.stale_calls = asyncio.Event()
        self.stale_wanted = 0
        served.refuse = self.answer
        served.hold = self._hold

    def pair(self) -> dict[str, object]:
        self._number += 1
        access, refresh = f"acc-planted-{self._number}", f"ref-planted-{self._number}"
        self.good.add(access)
        self.refreshing.add(refresh)
        return {
            "access_token": access,
            "refresh_token": refresh,
            "token_type": "Bearer",
            "expires_in": 3600,
        }

    def granted(self) -> None:
        """The user has logged in before."""
        grant = {"tokens": self.pair(), "endpoint": f"{self.base}/token"}
        client = {"client_id": "us", "token_endpoint_auth_method": "none"}
        self._vault.secrets |= {_TOKENS: json.dumps(grant), _CLIENT: json.dumps(client)}

    async def _hold(self, asked: Asked) -> None:
        """All calls are refused together, before any login is renewed."""
        if asked.rpc != "tools/call" or self._is_good(asked) or not self.stale_wanted:
            return
        self.stale_wanted -= 1
        if self.stale_wanted == 0:
            self.stale_calls.set()
        await self.stale_calls.wait()

    def _is_good(self, asked: Asked) -> bool:
        return asked.headers.get("authorization", "").removeprefix("Bearer ") in self.good

    def answer(self, asked: Asked) -> Reply | None:
        match asked.path:
            case "/mcp":
                return self._guarded(asked)
            case "/token":
                return self._token(dict(parse_qsl(asked.body.decode())))
            case "/register":
                said = json.loads(asked.body) | {"client_id": "us"}
                return 201, _JSON, json.dumps(said).encode()
            case "/authorize":
                back = {"code": "code-planted", "state": asked.query["state"]}
                place = f"{asked.query['redirect_uri']}?{urlencode(back)}"
                return 302, {"location": place}, b""
            case path:
                return self._metadata(path)

    def _guarded(self, asked: Asked) -> Reply | None:
        if not self._is_good(asked):
            self.refused += asked.rpc == "tools/call"
            return 401, {"www-authenticate": 'Bearer error="invalid_token"'}, b""
        token = asked.headers["authorization"].removeprefix("Bearer ")
        if token not in self._vault.secrets.get(_TOKENS, ""):
            self.unkept.append(token)
        return None

    def _token(self, form: dict[str, str]) -> Reply:
        if form["grant_type"] == "refresh_token":
            self.refreshes.append(form["refresh_token"])
            if self.is_refusing or form["refresh_token"] not in self.refreshing:
                self.good.clear()
                return 400, _JSON, b'{"error": "invalid_grant"}'
            self.refreshing.discard(form["refresh_token"])
        return 200, _JSON, json.dumps(self.pair()).encode()

    def _metadata(self, path: str) -> Reply:
        if path.startswith("/.well-known/oauth-protected-resource"):
            said: dict[str, object] = {
                "resource": self._served.url,
                "authorization_servers": [self.base],
            }
        elif path == "/.well-known/oauth-authorization-server":
            said = {
                "issuer": self.base,
                "authorization_endpoint": f"{self.base}/authorize",
                "token_endpoint": f"{self.base}/token",
                "registration_endpoint": f"{self.base}/register",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
            }
        else:
            return 404, {}, b""
        return 200, _JSON, json.dumps(said).encode()


@contextlib.asynccontextmanager
async def guarded() -> AsyncGenerator[tuple[Served, Authority, Secrets]]:
    vault = Secrets()
    async with serving(newer()) as served:
        yield served, Authority(served, vault), vault


async def five_calls(stage: Stage) -> list[str]:
    tool = stage.tool("add")
    calls = (tool.run({"a": number, "b": 0}, Heard()) for number in range(5))
    return [output.text for output in await asyncio.gather(*calls)]


def assert_nothing_shown(stage: Stage, *more: str) -> None:
    host = stage.host
    shown = [str(host.log("a")), str(host.status("a")), *more]
    shown += [each.body for each in host.messages("a")]
    assert not [text for text in shown if "planted" in text]


async def test_five_refused_calls_renew_the_login_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    async with guarded() as (served, authority, vault):
        authority.granted()
        async with over_http(remote(served.url), vault=vault) as stage:
            await stage.ready()
            authority.good.clear()
            authority.stale_wanted = 5
            assert await five_calls(stage) == ["0", "1", "2", "3", "4"]
            assert authority.refused == 5
            assert authority.refreshes == ["ref-planted-1"]
            assert authority.unkept == []
            assert json.loads(vault.secrets[_TOKENS])["tokens"]["refresh_token"] == "ref-planted-2"
            assert_nothing_shown(stage, caplog.text)


async def test_a_login_that_is_not_renewed_is_the_users_to_give(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(0)
    async with guarded() as (served, authority, vault):
        authority.granted()
        async with over_http(remote(served.url), vault=vault) as stage:
            await stage.ready()
            tool = stage.tool("add")
            authority.good.clear()
            authority.is_refusing = True
            authority.stale_wanted = 5
            calls = (tool.run({"a": number, "b": 0}, Heard()) for number in range(5))
            outputs = await asyncio.gather(*calls)
            assert all(output.is_error for output in outputs)
            await stage.until(ServerState.NEEDS_LOGIN)
            assert len(authority.refreshes) == 1
            later = await tool.run({"a": 1, "b": 0}, Heard())
            assert later.is_error
            assert_nothing_shown(stage, caplog.text, *(output.text for output in outputs))


async def test_a_login_in_the_browser_makes_the_server_ready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(0)
    shown: list[httpx2.Response] = []

    async def visit(url: str) -> None:
        back = dict(parse_qsl(httpx2.URL(url).query.decode()))["redirect_uri"]
        async with httpx2.AsyncClient(follow_redirects=True) as browser:
            shown.append(await browser.get(back, params={"code": "evil", "state": "wrong"}))
            shown.append(await browser.get(url))

    pages = LoginPages(done="<b>done</b>", unknown="<i>unknown</i>")
    async with guarded() as (served, authority, vault):
        browser = Browser(visit, lambda: pages)
        async with over_http(remote(served.url), vault=vault, browser=browser) as stage:
            await stage.until(ServerState.NEEDS_LOGIN)
            assert shown == []
            await stage.host.login("a")
            await stage.ready()
            assert (await stage.call("add", a=2, b=2)).text == "4"
            assert [each.status_code for each in shown] == [400, 200]
            assert "&lt;i&gt;unknown" in shown[0].text
            assert "&lt;b&gt;done" in shown[1].text
            assert authority.unkept == []
            assert_nothing_shown(stage, caplog.text)
            await stage.host.logout("a")
            assert stage.host.status("a").state is ServerState.NEEDS_LOGIN
            assert vault.secrets == {}


async def test_a_login_that_the_server_refuses_tells_no_secret() -> None:
    async def visit(url: str) -> None:
        query = dict(parse_qsl(httpx2.URL(url).query.decode()))
        said = {"error": "access_denied", "state": query["state"]}
        async with httpx2.AsyncClient() as browser:
            await browser.get(query["redirect_uri"], params=said)

    async with (
        guarded() as (served, _, vault),
        over_http(remote(served.url), vault=vault, browser=Browser(visit)) as stage,
    ):
        await stage.until(ServerState.NEEDS_LOGIN)
        with pytest.raises(StudioError) as caught:
            await stage.host.login("a")
        assert stage.host.status("a").state is ServerState.NEEDS_LOGIN
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.LOGIN_FAILED, "access_denied")
        assert_nothing_shown(stage, "".join(traceback.format_exception(caught.value)))
        assert vault.secrets == {}
