"""What stands between Callboard and a host: certificates, proxies, and the wrong kind of http."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from studio.adapters.certificates import read_certificate
from studio.adapters.directory import HttpDirectory
from studio.core.errors import Category, Diagnosis, Failure, StudioError
from studio.core.profiles import PROXY_LOGIN_ID, ProviderProfile
from tests.adapters.rig import KEY, profile, rig
from tests.adapters.way_play import HOST, Authority, connect_proxy, socks_proxy
from tests.loopback import Loopback, answer, loopback

LIST = answer('{"data": [{"id": "m"}]}', content_type="application/json")
PASSWORD = "pl@nted-pass/word"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def by(proxy: str, **changes: object) -> ProviderProfile:
    return profile(f"https://{HOST}/v1", proxy=proxy, **changes)


def port_of(server: Loopback) -> int:
    return urlsplit(server.url).port or 0


async def outcome(mine: ProviderProfile, keys: dict[str, str] | None = None) -> Failure | None:
    """Why the models could not be listed; None where they were."""
    failure: Failure | None = None
    async with rig(mine, keys=keys) as r:
        try:
            await HttpDirectory(r.workshop).models(mine, KEY)
        except StudioError as error:
            failure = error.failure
    assert KEY not in repr(failure)
    assert PASSWORD not in repr(failure)
    return failure


async def test_who_signed_instead_of_the_provider_is_named_and_nothing_is_sent(
    authority: Authority,
) -> None:
    async with (
        loopback(LIST, context=authority.server()) as server,
        connect_proxy(port_of(server)) as proxy,
    ):
        failure = await outcome(by(f"http://127.0.0.1:{proxy.port}"))
        assert server.heard == []
    assert failure is not None
    assert (failure.category, failure.code) == (Category.TLS, Diagnosis.TLS_INTERCEPTION)
    assert failure.message == "Zscaler Root, Example GmbH"


async def test_the_profiles_own_authority_is_believed(authority: Authority) -> None:
    async with (
        loopback(LIST, context=authority.server()) as server,
        connect_proxy(port_of(server)) as proxy,
    ):
        mine = by(f"http://127.0.0.1:{proxy.port}", ca_file=str(authority.file))
        assert await outcome(mine) is None
        assert server.heard[0].headers["authorization"] == f"Bearer {KEY}"
    assert proxy.asked == [f"{HOST}:443"]


@pytest.mark.parametrize(
    ("from_day", "host", "code"),
    [
        (5, HOST, Diagnosis.CLOCK),
        (-5, HOST, Diagnosis.CERTIFICATE_EXPIRED),
        (-1, "login.hotel.test", Diagnosis.CERTIFICATE_NAME),
    ],
)
async def test_what_is_wrong_with_a_certificate_is_told_apart(
    authority: Authority, from_day: int, host: str, code: Diagnosis
) -> None:
    context = authority.server(host, from_day=from_day)
    async with (
        loopback(LIST, context=context) as server,
        connect_proxy(port_of(server)) as proxy,
    ):
        mine = by(f"http://127.0.0.1:{proxy.port}", ca_file=str(authority.file))
        failure = await outcome(mine)
        assert server.heard == []
    assert failure is not None
    assert (failure.category, failure.code) == (Category.TLS, code)


@pytest.mark.parametrize("login", ["", f"me:{PASSWORD}"])
async def test_a_socks_proxy_leads_there_with_its_login(authority: Authority, login: str) -> None:
    async with (
        loopback(LIST, context=authority.server()) as server,
        socks_proxy(port_of(server), login) as proxy,
    ):
        mine = by(
            f"socks5://127.0.0.1:{proxy.port}",
            ca_file=str(authority.file),
            has_proxy_login=bool(login),
        )
        assert await outcome(mine, {f"p/{PROXY_LOGIN_ID}": login}) is None
    assert proxy.asked == [f"{HOST}:443"]
    assert proxy.logins == ([login] if login else [])


async def test_a_login_goes_to_the_proxy_and_nowhere_else(authority: Authority) -> None:
    async with (
        loopback(LIST, context=authority.server()) as server,
        connect_proxy(port_of(server)) as proxy,
    ):
        mine = by(
            f"http://127.0.0.1:{proxy.port}", ca_file=str(authority.file), has_proxy_login=True
        )
        assert await outcome(mine, {f"p/{PROXY_LOGIN_ID}": f"me:{PASSWORD}"}) is None
        assert "proxy-authorization" not in server.heard[0].headers
    assert len(proxy.logins) == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("407 Proxy Authentication Required", Diagnosis.PROXY_LOGIN),
        ("403 Forbidden", Diagnosis.PROXY_REFUSED),
    ],
)
async def test_a_proxy_that_says_no_is_named(said: str, code: Diagnosis) -> None:
    async with connect_proxy(0, said) as proxy:
        failure = await outcome(by(f"http://127.0.0.1:{proxy.port}"))
    assert failure is not None
    assert (failure.category, failure.code) == (Category.NETWORK, code)
    assert failure.message == f"127.0.0.1:{proxy.port}"


@pytest.mark.parametrize("scheme", ["http", "socks5"])
async def test_a_proxy_that_is_not_there_is_not_taken_for_the_host(scheme: str) -> None:
    async with connect_proxy(0) as proxy:
        pass
    failure = await outcome(by(f"{scheme}://127.0.0.1:{proxy.port}"))
    assert failure is not None
    assert failure.code == Diagnosis.PROXY_UNREACHABLE
    assert failure.message == f"127.0.0.1:{proxy.port}"


async def test_a_bad_proxy_variable_breaks_nothing_but_what_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"htp:/me:{PASSWORD}@[bad")
    failure = await outcome(profile(f"https://{HOST}/v1"))
    assert failure is not None
    assert (failure.category, failure.code) == (Category.NETWORK, Diagnosis.PROXY)
    async with loopback(LIST) as server:
        assert await outcome(profile(server.url)) is None


async def test_https_spoken_to_a_plain_server_offers_http_in_this_network() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(plain, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        failure = await outcome(profile(f"https://127.0.0.1:{port}"))
    assert failure is not None
    assert (failure.category, failure.code) == (Category.TLS, Diagnosis.NEEDS_HTTP)
    assert failure.suggestions == (f"http://127.0.0.1:{port}",)


async def test_plain_http_spoken_to_a_tls_server_offers_https(authority: Authority) -> None:
    async with loopback(LIST, context=authority.server()) as server:
        plain = server.url.replace("https:", "http:")
        failure = await outcome(profile(plain))
    assert failure is not None
    assert failure.code in (Diagnosis.NEEDS_HTTPS, "closed", "reset")
    if failure.code == Diagnosis.NEEDS_HTTPS:
        assert failure.suggestions == (server.url,)


@pytest.mark.parametrize(
    ("location", "code", "suggested"),
    [
        (lambda url: url.replace("http:", "https:") + "/v1/models", "needs_https", "https"),
        (lambda url: f"{url}/api/v1/models", "other_address", "/api/v1"),
        (lambda url: f"{url}/login", "web_page", ""),
        (lambda _: "https://elsewhere.test/v1/models", "redirect", ""),
    ],
)
async def test_a_redirect_says_what_the_address_should_have_been(
    location: Callable[[str], str], code: str, suggested: str
) -> None:
    async with loopback(LIST) as server:
        away = answer("", 308, location=location(server.url))
        server.scripts[:] = [away]
        failure = await outcome(profile(f"{server.url}/v1"))
    assert failure is not None
    assert failure.code == code
    assert suggested in "".join(failure.suggestions)
    assert "elsewhere" not in "".join(failure.suggestions)


@pytest.mark.parametrize("der", [b"", b"\x30", b"\x30\x80", b"\x30\x03\x02\x01\x01", b"x" * 99])
def test_what_is_no_certificate_has_no_names(der: bytes) -> None:
    assert read_certificate(der) is None
