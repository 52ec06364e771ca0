"""Near relatives of the transport cases, over a real connection: other bytes, other moments."""

import gzip
import zlib
from email.utils import formatdate

import pytest

from studio.core.errors import Category, RoundError
from studio.core.events import RoundEvent
from studio.core.messages import Dialect
from tests.adapters.rig import heard_from, profile, retries_of, rig, text_of
from tests.loopback import DONE, Script, answer, chat_delta, chat_end, loopback, stream

WHOLE = chat_delta(content="你好 ") + chat_delta(content="🌍") + chat_end() + DONE


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize("packing", ["gzip", "deflate"])
async def test_s19_a_packed_stream_is_read_however_it_is_cut(packing: str, size: int) -> None:
    packed = gzip.compress(WHOLE) if packing == "gzip" else zlib.compress(WHOLE)
    script = stream(*pieces(packed, size), content_encoding=packing)
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "你好 🌍"


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3])
async def test_s13_line_ends_cut_in_the_middle_end_one_line_each(end: bytes, size: int) -> None:
    data = b"\xef\xbb\xbf: hello\n\n" + WHOLE.removesuffix(b"\n")
    script = stream(*pieces(data.replace(b"\n", end), size))
    async with loopback(script) as server, rig(profile(server.url)) as r:
        assert text_of(await heard_from(await r.adapter())) == "你好 🌍"


@pytest.mark.parametrize("label", ["application/json", "text/html", "application/octet-stream", ""])
async def test_s13_the_label_of_the_reply_is_not_believed(label: str) -> None:
    whole = b'{"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}'
    for script in (stream(WHOLE, content_type=label), answer(whole, content_type=label)):
        async with loopback(script) as server, rig(profile(server.url)) as r:
            assert text_of(await heard_from(await r.adapter())) in ("你好 🌍", "hi")


@pytest.mark.parametrize("said", ["0", formatdate(0, usegmt=True), "-5", "soon", "nan", ""])
async def test_s21_a_wait_of_nothing_is_no_burst(said: str) -> None:
    busy = answer(b"{}", 429, retry_after=said)
    async with loopback(busy, stream(WHOLE)) as server, rig(profile(server.url)) as r:
        events = await heard_from(await r.adapter())
        assert text_of(events) == "你好 🌍"
        assert [retry.delay for retry in retries_of(events)] == [1.0]


async def _no_text(wanted: Category, script: Script, dialect: Dialect) -> RoundError:
    events: list[RoundEvent] = []
    async with loopback(script) as server, rig(profile(server.url, dialect=dialect)) as r:
        with pytest.raises(RoundError) as caught:
            await heard_from(await r.adapter(), events)
    assert text_of(events) == ""
    assert caught.value.failure.category is wanted
    return caught.value


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize(
    "page",
    [b"<!doctype html><title>Sign in</title>", b"\n\n <html>Sign in</html>", b"Sign in to go on"],
)
async def test_s22_a_page_with_a_good_status_is_no_answer(dialect: Dialect, page: bytes) -> None:
    error = await _no_text(Category.UNREADABLE_REPLY, answer(page), dialect)
    assert "Sign in" in error.failure.message
    assert error.failure.url.startswith("http://127.0.0.1:")
