import asyncio
import shutil
import threading
from pathlib import Path

import certifi
import httpx
import pytest
from typing_extensions import override

from studio.adapters.clients import Clients
from studio.core.errors import Category, Diagnosis, RoundError, StudioError
from studio.core.profiles import Kind
from tests.adapters.rig import profile
from tests.loopback import answer, loopback


async def test_a_profile_keeps_its_client_and_an_edited_address_gets_its_own() -> None:
    clients = Clients()
    mine = profile("http://127.0.0.1:1")
    first = await clients.line(mine, "http://127.0.0.1:1/v1")
    assert await clients.line(mine, "http://127.0.0.1:1/v1/models") is first
    assert await clients.line(mine, "http://127.0.0.1:2/v1") is not first
    other = mine.model_copy(update={"id": "other"})
    assert await clients.line(other, "http://127.0.0.1:1/v1") is not first
    await clients.aclose()
    assert first.client.is_closed


async def test_two_sends_at_once_share_one_client() -> None:
    clients = Clients()
    mine = profile("https://127.0.0.1:1")
    lines = await asyncio.gather(*(clients.line(mine, mine.base_url) for _ in range(3)))
    assert lines[0] is lines[1] is lines[2]
    await clients.aclose()


async def test_a_kind_with_a_transport_of_its_own_never_meets_the_network() -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(204))
    clients = Clients({Kind.PRACTICE: transport})
    line = await clients.line(profile("", kind=Kind.PRACTICE), "http://practice.invalid/v1")
    assert (await line.client.get("http://practice.invalid/")).status_code == 204
    await clients.aclose()


async def test_the_tls_context_is_not_made_on_the_loops_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_loop: list[bool] = []
    make = certifi.where

    def watched() -> str:
        on_loop.append(threading.current_thread() is threading.main_thread())
        return make()

    monkeypatch.setattr(certifi, "where", watched)
    clients = Clients()
    mine = profile("https://127.0.0.1:1")
    await clients.line(mine, mine.base_url)
    await clients.aclose()
    assert on_loop == [False]


async def test_closing_is_bounded_where_a_connection_will_not_close() -> None:
    class Stubborn(httpx.AsyncBaseTransport):
        @override
        async def aclose(self) -> None:
            await asyncio.Event().wait()

    clients = Clients({Kind.PRACTICE: Stubborn()})
    await clients.line(profile("", kind=Kind.PRACTICE), "http://practice.invalid/v1")
    async with asyncio.timeout(2):
        await clients.aclose(within=0.01)


async def test_a_proxy_that_cannot_be_spoken_to_is_a_network_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("https_proxy", "carrier-pigeon://me:pw@127.0.0.1:9")
    clients = Clients()
    mine = profile("https://api.example.com")
    with pytest.raises(RoundError) as caught:
        await clients.line(mine, mine.base_url)
    assert (caught.value.failure.category, caught.value.failure.code) == (Category.NETWORK, "proxy")
    assert "pw" not in str(caught.value)
    await clients.aclose()


async def test_requests_go_through_the_proxy_and_the_recording_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with loopback(answer("seen", 204)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        clients = Clients()
        mine = profile("http://api.example.com")
        line = await clients.line(mine, mine.base_url)
        response = await line.client.get("http://api.example.com/v1/models")
        await clients.aclose()
    assert response.status_code == 204
    assert proxy.heard[0].path == "http://api.example.com/v1/models"
    assert line.proxy == proxy.url.removeprefix("http://")


async def test_other_certificates_and_another_proxy_get_a_client_of_their_own(
    tmp_path: Path,
) -> None:
    clients = Clients()
    mine = profile("https://api.example.com", proxy="none")
    first = await clients.line(mine, mine.base_url)
    assert await clients.line(mine, mine.base_url) is first
    by_proxy = mine.model_copy(update={"proxy": "http://127.0.0.1:9"})
    second = await clients.line(by_proxy, mine.base_url)
    assert second is not first
    assert second.proxy == "127.0.0.1:9"
    assert await clients.line(by_proxy, mine.base_url, "me:other") is not second
    certificates = tmp_path / "own.pem"
    shutil.copy(certifi.where(), certificates)
    by_file = mine.model_copy(update={"ca_file": str(certificates)})
    assert await clients.line(by_file, mine.base_url) is not first
    await clients.aclose()


@pytest.mark.parametrize("content", [None, b"", b"no certificates", b"\x00\xff"])
async def test_a_file_of_certificates_that_cannot_be_used_is_named(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "own.pem"
    if content is not None:
        path.write_bytes(content)
    clients = Clients()
    mine = profile("https://api.example.com", proxy="none", ca_file=str(path))
    with pytest.raises(StudioError) as caught:
        await clients.line(mine, mine.base_url)
    await clients.aclose()
    failure = caught.value.failure
    assert (failure.category, failure.code) == (Category.TLS, Diagnosis.CA_FILE)
    assert failure.message == str(path)


async def test_a_login_is_in_no_repr() -> None:
    clients = Clients()
    mine = profile("https://api.example.com", proxy="http://127.0.0.1:9")
    line = await clients.line(mine, mine.base_url, "me:planted-password")
    await clients.aclose()
    assert line.via is not None
    assert "planted-password" in line.via.url
    assert "planted-password" not in repr(line)


async def test_the_engine_gets_a_new_line_with_each_request() -> None:
    async with loopback(*(answer('{"data": []}') for _ in range(2))) as server:
        clients = Clients()
        engine = profile(server.url).model_copy(update={"kind": Kind.ENGINE})
        line = await clients.line(engine, server.url)
        for _ in range(2):
            response = await line.client.get(server.url)
            assert response.headers.get("content-length")
        pool = line.client._transport._pool  # type: ignore[attr-defined]  # httpx shows no count
        assert not pool.connections
        await clients.aclose()
