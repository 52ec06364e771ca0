import asyncio
from pathlib import Path

import pytest

from studio.adapters.remote_pictures import HttpRemotePictures, Resolve
from studio.core.pictures import PictureError, PictureTrouble
from tests.adapters.way_play import HOST, Authority
from tests.loopback import Script, answer, loopback, silence, stream

PNG = b"\x89PNG\r\n\x1a\n" + b"rest of a picture" * 20
HERE = frozenset({"127.0.0.1"})
TO_HERE = {HOST.partition(".")[0]: ("127.0.0.1",)}


async def trouble_of(pictures: HttpRemotePictures, url: str) -> PictureTrouble:
    with pytest.raises(PictureError) as raised:
        await pictures.fetch(url)
    return raised.value.trouble


def names(**known: tuple[str, ...]) -> Resolve:
    async def resolve(host: str, port: int) -> tuple[str, ...]:
        return known.get(host.partition(".")[0], (host,))

    return resolve


async def test_a_picture_comes_with_its_type_and_name_and_nothing_is_told_of_the_reader() -> None:
    async with loopback(answer(PNG, content_type="text/html", set_cookie="a=b")) as server:
        picture = await HttpRemotePictures(allowed=HERE).fetch(f"{server.url}/a/cat%20b.png?x=1#y")
    assert picture.data == PNG
    assert (picture.media_type, picture.name) == ("image/png", "cat b.png")
    heard = server.heard[0]
    assert heard.path == "/a/cat%20b.png?x=1"
    assert not {"cookie", "referer", "origin", "authorization"} & set(heard.headers)


async def test_without_the_tests_permission_this_computer_is_never_connected_to() -> None:
    async with loopback(answer(PNG)) as server:
        port = server.url.rpartition(":")[2]
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"):
            trouble = await trouble_of(HttpRemotePictures(), f"http://{host}:{port}/x.png")
            assert trouble is PictureTrouble.PRIVATE
    assert server.connections == 0


async def test_a_name_that_leads_inside_is_refused_and_half_of_it_is_enough() -> None:
    resolve = names(inside=("10.0.0.1",), half=("93.184.216.34", "192.168.0.1"), none=())
    pictures = HttpRemotePictures(resolve=resolve)
    assert await trouble_of(pictures, "http://inside.example/") is PictureTrouble.PRIVATE
    assert await trouble_of(pictures, "https://half.example/") is PictureTrouble.PRIVATE
    assert await trouble_of(pictures, "https://none.example/") is PictureTrouble.UNKNOWN_HOST


async def test_a_name_is_resolved_once_and_what_it_was_is_connected_to() -> None:
    asked: list[str] = []

    async def resolve(host: str, port: int) -> tuple[str, ...]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("10.0.0.1",)

    async with loopback(answer(PNG)) as server:
        port = server.url.rpartition(":")[2]
        pictures = HttpRemotePictures(allowed=HERE, resolve=resolve)
        await pictures.fetch(f"http://pictures.example:{port}/x.png")
    assert asked == ["pictures.example"]
    assert server.heard[0].headers["host"] == f"pictures.example:{port}"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "/etc/passwd",
        "ftp://example.com/x.png",
        "data:image/png;base64,AAAA",
        "http://",
        "http:///x.png",
        "http://user:secret@example.com/x.png",
        "http://[::1/x.png",
        "http://example.com:99999/x",
        "http://example.com/" + "x" * 9000,
        "javascript:alert(1)",
        "",
    ],
)
async def test_an_address_that_is_not_of_the_web_is_not_tried(url: str) -> None:
    pictures = HttpRemotePictures(resolve=names())
    assert await trouble_of(pictures, url) is PictureTrouble.ADDRESS


@pytest.mark.parametrize(
    "target",
    ["http://169.254.169.254/latest/meta-data", "http://[::1]/x", "https://10.1.2.3/x"],
)
async def test_a_redirect_is_checked_like_the_first_address(target: str) -> None:
    async with loopback(answer(status=302, location=target)) as server:
        pictures = HttpRemotePictures(allowed=HERE)
        assert await trouble_of(pictures, f"{server.url}/x.png") is PictureTrouble.PRIVATE


@pytest.mark.parametrize("target", ["file:///etc/passwd", "gopher://x/", "", "http://a:b@c/"])
async def test_a_redirect_out_of_the_web_is_not_followed(target: str) -> None:
    async with loopback(answer(status=301, location=target), answer(b"no")) as server:
        trouble = await trouble_of(HttpRemotePictures(allowed=HERE), f"{server.url}/x.png")
    assert trouble in {PictureTrouble.ADDRESS, PictureTrouble.NO_PICTURE}


async def test_five_redirects_are_followed_and_no_sixth() -> None:
    hop = answer(status=307, location="/next", set_cookie="seen=1")
    async with loopback(*[hop] * 5, answer(PNG)) as server:
        await HttpRemotePictures(allowed=HERE).fetch(f"{server.url}/x.png")
        assert all("cookie" not in heard.headers for heard in server.heard)
    async with loopback(hop) as server:
        pictures = HttpRemotePictures(allowed=HERE)
        assert await trouble_of(pictures, server.url) is PictureTrouble.REDIRECTS
    assert len(server.heard) == 6


@pytest.mark.parametrize(
    ("script", "trouble"),
    [
        (
            answer(b"<svg xmlns='http://www.w3.org/2000/svg'/>", content_type="image/svg+xml"),
            PictureTrouble.NO_PICTURE,
        ),
        (answer(b"<html>", content_type="image/png"), PictureTrouble.NO_PICTURE),
        (answer(b"%PDF-1.7"), PictureTrouble.NO_PICTURE),
        (answer(b""), PictureTrouble.NO_PICTURE),
        (answer(PNG, 404), PictureTrouble.STATUS),
        (answer(PNG, 500), PictureTrouble.STATUS),
        (stream(PNG, b"x" * 3_000), PictureTrouble.TOO_LARGE),
    ],
)
async def test_what_is_no_picture_or_too_large_is_refused(
    script: Script, trouble: PictureTrouble
) -> None:
    async with loopback(script) as server:
        pictures = HttpRemotePictures(allowed=HERE, most_bytes=2_000)
        assert await trouble_of(pictures, server.url) is trouble


async def test_a_server_that_says_nothing_is_left_in_time() -> None:
    async with loopback(silence(PNG)) as server:
        pictures = HttpRemotePictures(allowed=HERE, seconds=0.3)
        assert await trouble_of(pictures, server.url) is PictureTrouble.TOO_SLOW


async def test_nobody_there_is_said() -> None:
    async with loopback(answer()) as server:
        url = server.url
    assert await trouble_of(HttpRemotePictures(allowed=HERE), url) is PictureTrouble.UNREACHABLE


async def test_cancelling_ends_it() -> None:
    async with loopback(silence()) as server:
        task = asyncio.create_task(HttpRemotePictures(allowed=HERE).fetch(server.url))
        await server.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.hung_up.wait()


async def test_the_certificate_must_be_of_the_name_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)
    pictures = HttpRemotePictures(allowed=HERE, resolve=names(other=("127.0.0.1",), **TO_HERE))
    async with loopback(answer(PNG), context=authority.server()) as server:
        port = server.url.rpartition(":")[2]
        url = f"https://{HOST}:{port}/x.png"
        # Nobody believes this authority yet.
        assert await trouble_of(pictures, url) is PictureTrouble.NOT_TRUSTED
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        trusting = HttpRemotePictures(allowed=HERE, resolve=names(other=("127.0.0.1",), **TO_HERE))
        other = f"https://other.example:{port}/x.png"
        assert await trouble_of(trusting, other) is PictureTrouble.NOT_TRUSTED
        assert (await trusting.fetch(url)).data == PNG
    assert [heard.headers["host"] for heard in server.heard] == [f"{HOST}:{port}"]
