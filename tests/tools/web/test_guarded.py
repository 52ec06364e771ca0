"""The guarded fetch, against real servers on this computer."""

import asyncio
import gzip
import zlib
from pathlib import Path

import pytest

from studio.adapters.trust import trusting_context
from studio.tools.web.fetching import Ask, FetchRefusedError, FetchTrouble
from studio.tools.web.guarded import GuardedFetch
from tests.adapters.way_play import HOST, Authority
from tests.loopback import answer, broken, loopback, silence, stream
from tests.tools.web.rig import fetching, names, port_of


async def trouble_of(web: GuardedFetch, ask: Ask | str) -> FetchTrouble:
    with pytest.raises(FetchRefusedError) as raised:
        await web.fetch(ask if isinstance(ask, Ask) else Ask(ask))
    return raised.value.trouble


async def test_a_page_comes_with_its_type_and_nothing_is_told_of_the_user() -> None:
    async with loopback(answer("Hi", content_type="text/html; charset=utf-8")) as server:
        fetched = await fetching().fetch(Ask(f"{server.url}/a?b=c#d", ("text/html", "*+json")))
    assert (fetched.data, fetched.media_type) == (b"Hi", "text/html")
    assert fetched.url == f"{server.url}/a?b=c"
    assert (fetched.host, fetched.is_private) == ("127.0.0.1", False)
    (heard,) = server.heard
    assert (heard.method, heard.path) == ("GET", "/a?b=c")
    assert heard.headers["accept"] == "text/html, */*;q=0.1"
    assert not {"cookie", "referer", "origin", "authorization"} & set(heard.headers)


async def test_no_cookie_is_kept_and_no_proxy_of_the_environment_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    hop = answer(status=302, location="/b", set_cookie="a=b")
    async with loopback(hop, answer("x")) as server:
        await fetching().fetch(Ask(server.url))
    assert all("cookie" not in heard.headers for heard in server.heard)


@pytest.mark.parametrize(
    "packed",
    [
        ("gzip", gzip.compress(b"text " * 1000)),
        ("x-gzip", gzip.compress(b"text " * 500) + gzip.compress(b"text " * 500)),
        ("deflate", zlib.compress(b"text " * 1000)),
        ("deflate", zlib.compress(b"text " * 1000)[2:-4]),
        ("identity", b"text " * 1000),
        ("", b"text " * 1000),
    ],
)
async def test_a_packed_reply_is_unpacked(packed: tuple[str, bytes]) -> None:
    encoding, data = packed
    async with loopback(stream(data[:7], data[7:], content_encoding=encoding)) as server:
        assert (await fetching().fetch(Ask(server.url))).data == b"text " * 1000


async def test_the_key_goes_to_its_address_and_nowhere_that_leads_on() -> None:
    headers = (("Authorization", "Bearer planted-key"),)
    async with loopback(answer("x")) as other:
        hop = answer(status=302, location=f"http://other.example:{port_of(other.url)}/")
        async with loopback(answer(status=302, location="/same"), hop) as server:
            web = fetching(resolve=names(other=("127.0.0.1",)))
            await web.fetch(Ask(server.url, headers=headers))
    assert [heard.headers.get("authorization") for heard in server.heard] == [
        "Bearer planted-key"
    ] * 2
    assert "authorization" not in other.heard[0].headers


async def test_what_is_posted_is_never_sent_on() -> None:
    async with loopback(answer(status=307, location="/b")) as server:
        web = fetching()
        assert await trouble_of(web, Ask(server.url, body=b"{}")) is FetchTrouble.STATUS
    assert [heard.method for heard in server.heard] == ["POST"]


async def test_a_host_of_the_users_list_is_reached_and_said_to_be_private() -> None:
    async with loopback(answer("x")) as server:
        port = port_of(server.url)
        for listed in ("127.0.0.1", f"127.0.0.1:{port}", f" 127.0.0.1:{port} "):
            web = fetching(private_hosts=[listed], allowed=frozenset())
            assert (await web.fetch(Ask(server.url))).is_private
        for other in ("127.0.0.2", "127.0.0.1:1", "0.0.1", "", "*"):
            web = fetching(private_hosts=[other], allowed=frozenset())
            assert await trouble_of(web, server.url) is FetchTrouble.PRIVATE


async def test_a_configured_address_may_be_private_and_what_it_leads_on_to_may_not() -> None:
    async with loopback(answer("x")) as server, loopback(answer("y")) as other:
        web = fetching(allowed=frozenset())
        assert (await web.fetch(Ask(server.url, is_configured=True))).data == b"x"
        async with loopback(answer(status=302, location=other.url)) as leading:
            trouble = await trouble_of(web, Ask(leading.url, is_configured=True))
    assert trouble is FetchTrouble.PRIVATE
    assert not other.heard


async def test_a_public_page_does_not_lead_to_a_listed_private_host() -> None:
    async with loopback(answer("secret")) as inside:
        port = port_of(inside.url)
        async with loopback(answer(status=302, location=f"http://wiki.example:{port}/")) as server:
            resolve = names(wiki=("127.0.0.2",))
            web = fetching(private_hosts=["wiki.example"], resolve=resolve)
            assert await trouble_of(web, server.url) is FetchTrouble.INWARD
    assert not inside.heard


async def test_the_next_address_of_a_name_is_tried_where_the_first_does_not_answer() -> None:
    async with loopback(answer("x")) as server:
        both = frozenset({"127.0.0.1", "127.0.0.9"})
        web = fetching(allowed=both, resolve=names(two=("127.0.0.9", "127.0.0.1")))
        fetched = await web.fetch(Ask(f"http://two.example:{port_of(server.url)}/"))
    assert fetched.data == b"x"


async def test_the_systems_names_are_resolved_off_the_event_loop() -> None:
    async with loopback(answer("x")) as server:
        here = frozenset({"127.0.0.1", "::1"})
        url = f"http://LOCALHOST.:{port_of(server.url)}/"
        assert (await fetching(allowed=here).fetch(Ask(url))).data == b"x"
        assert await trouble_of(fetching(allowed=frozenset()), url) is FetchTrouble.PRIVATE


async def test_an_unknown_host_a_status_and_a_broken_reply_are_told() -> None:
    assert await trouble_of(fetching(resolve=names()), "http://no.example") is (
        FetchTrouble.UNKNOWN_HOST
    )
    async with loopback(answer("x", 404), broken()) as server:
        assert await trouble_of(fetching(), server.url) is FetchTrouble.STATUS
        assert await trouble_of(fetching(), server.url) is FetchTrouble.UNREACHABLE


async def test_cancelling_ends_it() -> None:
    async with loopback(silence()) as server:
        task = asyncio.create_task(fetching().fetch(Ask(server.url)))
        await server.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.hung_up.wait()


async def test_the_certificate_must_be_of_the_name_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)
    resolve = names(api=("127.0.0.1",), other=("127.0.0.1",))
    here = frozenset({"127.0.0.1"})

    def web() -> GuardedFetch:
        return GuardedFetch(lambda: (), trusting_context, allowed=here, resolve=resolve)

    async with loopback(answer("x"), context=authority.server()) as server:
        url = f"https://{HOST}:{port_of(server.url)}/"
        assert await trouble_of(web(), url) is FetchTrouble.NOT_TRUSTED
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        assert await trouble_of(web(), url.replace("api.", "other.")) is FetchTrouble.NOT_TRUSTED
        assert (await web().fetch(Ask(url))).data == b"x"
    assert [heard.headers["host"] for heard in server.heard] == [url.split("/")[2]]
