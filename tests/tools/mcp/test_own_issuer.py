"""Old servers that keep the metadata of their logins themselves, and whom those may name."""

from __future__ import annotations

import json

import httpx2
import pytest
from typing_extensions import override

from studio.core.errors import StudioError
from studio.harness.server_ports import ServerState, Trouble
from studio.tools.mcp.login import Browser
from studio.tools.mcp.own_issuer import own_issuer
from tests.cases.test_mcp_login_cases import Authority, Reply
from tests.tools.mcp.stage import Secrets
from tests.tools.mcp.test_http import Asked, newer, over_http, remote, serving

_SERVER = "https://one.example/mcp"
_PLACE = "https://one.example/.well-known/oauth-authorization-server"


def _answer(issuer: str, place: str = _PLACE, status: int = 200) -> httpx2.Response:
    said = {
        "issuer": issuer,
        "authorization_endpoint": "https://one.example/authorize",
        "token_endpoint": "https://one.example/token",
        "response_types_supported": ["code"],
    }
    request = httpx2.Request("GET", place)
    return httpx2.Response(status, json=said, request=request)


def test_a_path_of_the_servers_own_origin_is_taken() -> None:
    issuer = "https://one.example/oauth"
    assert own_issuer(_answer(issuer), _SERVER) == issuer
    assert own_issuer(_answer("https://one.example:443/oauth"), _SERVER) == issuer


@pytest.mark.parametrize(
    "issuer",
    [
        "https://other.example/oauth",
        "https://sub.one.example/oauth",
        "https://one.example:8443/oauth",
        "http://one.example/oauth",
        "https://one.example@other.example/oauth",
        "https://one.example/oauth?tenant=1",
        "https://one.example/oauth#part",
        "https://someone@one.example/oauth",
        "https://one.example/",
        "https://one.example",
    ],
)
def test_nobody_else_is_taken(issuer: str) -> None:
    assert own_issuer(_answer(issuer), _SERVER) is None


@pytest.mark.parametrize(
    ("place", "status"),
    [
        ("https://other.example/.well-known/oauth-authorization-server", 200),
        ("https://one.example/.well-known/oauth-authorization-server/oauth", 200),
        ("https://one.example/.well-known/openid-configuration", 200),
        (_PLACE, 404),
    ],
)
def test_metadata_from_elsewhere_are_left_to_the_sdk(place: str, status: int) -> None:
    assert own_issuer(_answer("https://one.example/oauth", place, status), _SERVER) is None


def test_what_is_no_metadata_is_left_to_the_sdk() -> None:
    request = httpx2.Request("GET", _PLACE)
    assert own_issuer(httpx2.Response(200, text="<html>", request=request), _SERVER) is None


class _Old(Authority):
    """Keeps its metadata at its root, and names somebody in them."""

    issuer = ""
    has_resource = False
    names_resource = False

    @override
    def _guarded(self, asked: Asked) -> Reply | None:
        refusal = super()._guarded(asked)
        if refusal is not None and self.names_resource:
            place = f"{self.base}/.well-known/oauth-protected-resource"
            said = {"www-authenticate": f'Bearer resource_metadata="{place}"'}
            return refusal[0], said, refusal[2]
        return refusal

    @override
    def _metadata(self, path: str) -> Reply:
        if path.startswith("/.well-known/oauth-protected-resource") and not self.has_resource:
            return 404, {}, b""
        status, headers, body = super()._metadata(path)
        if path == "/.well-known/oauth-authorization-server":
            body = json.dumps(json.loads(body) | {"issuer": self.issuer}).encode()
        return status, headers, body


async def _visit(url: str) -> None:
    async with httpx2.AsyncClient(follow_redirects=True) as browser:
        await browser.get(url)


async def _never(url: str) -> None:
    pytest.fail("a browser was opened for somebody who is not believed")


@pytest.mark.slow
async def test_a_login_at_an_old_server_that_names_a_path_of_itself_succeeds() -> None:
    vault = Secrets()
    async with serving(newer()) as served:
        authority = _Old(served, vault)
        authority.issuer = f"{authority.base}/oauth"
        async with over_http(remote(served.url), vault=vault, browser=Browser(_visit)) as stage:
            await stage.until(ServerState.NEEDS_LOGIN)
            await stage.host.login("a")
            await stage.ready()
            assert (await stage.call("add", a=2, b=2)).text == "4"
            assert authority.unkept == []


@pytest.mark.slow
@pytest.mark.parametrize("case", ["other origin", "other port", "resource", "named resource"])
async def test_a_login_at_anybody_elses_is_refused(case: str) -> None:
    vault = Secrets()
    async with serving(newer()) as served:
        authority = _Old(served, vault)
        authority.issuer = f"{authority.base}/oauth"
        authority.has_resource = case == "resource"
        authority.names_resource = case == "named resource"
        if case == "other origin":
            authority.issuer = authority.issuer.replace("127.0.0.1", "localhost")
        if case == "other port":
            authority.issuer = "http://127.0.0.1:9/oauth"
        async with over_http(remote(served.url), vault=vault, browser=Browser(_never)) as stage:
            await stage.until(ServerState.NEEDS_LOGIN)
            with pytest.raises(StudioError):
                await stage.host.login("a")
            failure = stage.host.status("a").failure
            assert failure is not None
            assert failure.trouble is Trouble.LOGIN_FAILED
            assert vault.secrets == {}
