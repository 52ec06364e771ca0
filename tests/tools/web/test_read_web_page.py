"""The reader of pages, against servers on this computer; pages are read in a real child process."""

import asyncio
import sys

import pytest

from studio.core.attachments import FileError, FileTrouble
from studio.core.messages import Citation
from studio.core.results import Form
from studio.core.tools import ToolOutput
from studio.core.trust import Level, Reach
from studio.tools.refusals import RefusedError
from studio.tools.web.pages import PageReader
from studio.tools.web.paging import PAGE
from studio.tools.web.read_web_page import ReadWebPage
from tests.loopback import Script, answer, loopback
from tests.tools.web.rig import fetching, names, port_of

PARAGRAPH = "<p>Cats are small animals that live with people, and they sleep most of the day.</p>"
PAGE_OF_CATS = f"""<!doctype html><html><head><title> All about
 cats </title><script>track()</script></head><body><nav><a href="/home">Home</a></nav>
<article><h1>Cats</h1>{PARAGRAPH * 5}<p>See <a href="/dogs">the dogs</a> too, who bark a lot.</p>
<div style="display: none">You cannot see this.</div>
<table><tr><th>Name</th><th>Age</th></tr><tr><td>Tom</td><td>3</td></tr></table>
<pre><code>meow()</code></pre></article><footer>Imprint</footer></body></html>"""


async def no_document(name: str, data: bytes) -> str:
    raise AssertionError(name)


async def read(script: Script, path: str = "/", page: int = 1) -> ToolOutput:
    async with loopback(script) as server:
        tool = ReadWebPage(fetching(), no_document)
        output = await tool.run({"url": server.url + path, "page": page})
    return ToolOutput(
        output.text.replace(server.url, "http://here"),
        output.is_error,
        form=output.form,
        sources=tuple(
            Citation(each.url.replace(server.url, "http://here"), each.title)
            for each in output.sources
        ),
    )


def test_the_definition_says_that_the_model_chooses_where_it_goes() -> None:
    definition = ReadWebPage(fetching(), no_document).definition
    assert (definition.reach, definition.is_outside) == (Reach.CHOSEN, True)
    assert (definition.is_read_only, definition.asks_first) == (True, False)


@pytest.mark.slow
async def test_the_main_content_comes_as_markdown_with_title_and_source() -> None:
    output = await read(answer(PAGE_OF_CATS, content_type="text/html; charset=utf-8"), "/cats")
    assert output.text.startswith(
        "# All about cats\nAddress: http://here/cats\nPage 1 of 1, has_more: false\n\n"
    )
    assert "Cats are small animals" in output.text
    assert "[the dogs](http://here/dogs)" in output.text
    assert "| Tom | 3 |" in output.text
    assert "meow()" in output.text
    for left_out in ("track()", "Home", "Imprint", "cannot see"):
        assert left_out not in output.text
    assert output.form is Form.MARKDOWN
    assert output.sources == (Citation("http://here/cats", "All about cats"),)


@pytest.mark.slow
async def test_a_page_without_main_content_gives_all_its_text() -> None:
    output = await read(
        answer("<html><title>T</title><body><button>Press</button>", content_type="text/html")
    )
    assert "Press" in output.text


@pytest.mark.slow
async def test_a_page_that_only_a_browser_draws_says_so() -> None:
    html = "<html><body><div id=root></div><script>draw()</script></body></html>"
    output = await read(answer(html, content_type="text/html"))
    assert output.is_error
    assert "only a browser can draw" in output.text


@pytest.mark.parametrize(
    ("body", "content_type", "form"),
    [
        ('{"a": [1, 2]}', "application/json", Form.JSON),
        ('{"a": [1, 2]}', "application/ld+json; charset=utf-8", Form.JSON),
        ("a,b\n1,2", "text/csv", Form.TABLE),
    ],
)
async def test_data_come_as_they_are(body: str, content_type: str, form: Form) -> None:
    output = await read(answer(body, content_type=content_type))
    assert (output.text, output.form) == (body, form)


@pytest.mark.parametrize(
    ("body", "content_type", "form"),
    [
        ("# Hi\n\n* there", "text/markdown", Form.MARKDOWN),
        ("plain  text", "text/plain", Form.TEXT),
        ("<a><b/></a>", "application/xml", Form.TEXT),
        ("<html> is a tag", "text/plain", Form.TEXT),
        ("key: value", "application/octet-stream", Form.TEXT),
    ],
)
async def test_text_documents_come_as_they_are_below_a_head(
    body: str, content_type: str, form: Form
) -> None:
    output = await read(answer(body, content_type=content_type), "/x")
    assert output.text == f"Address: http://here/x\nPage 1 of 1, has_more: false\n\n{body}"
    assert output.form is form


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("Grüße".encode("cp1252"), "text/plain; charset=ISO-8859-1"),
        ("Grüße".encode("utf-16"), "text/plain"),
        ("Grüße".encode(), "text/plain"),
        ("Grüße".encode("cp1252"), "text/plain"),
        ("Grüße".encode(), "text/plain; charset=nonsense"),
        ("Grüße".encode(), "text/plain; charset=unicode_escape"),
        ('<?xml version="1.0" encoding="windows-1252"?><a>Grüße</a>'.encode("cp1252"), "text/xml"),
    ],
)
async def test_the_encoding_is_what_server_page_or_bytes_say(
    body: bytes, content_type: str
) -> None:
    assert "Grüße" in (await read(answer(body, content_type=content_type))).text


async def test_long_documents_come_in_pages_that_join_to_the_whole() -> None:
    lines = [f"line {number} of a long document" for number in range(2_000)]
    body = "\n".join(lines)
    count = 0
    got: list[str] = []
    async with loopback(answer(body, content_type="text/plain")) as server:
        tool = ReadWebPage(fetching(), no_document)
        more = True
        while more:
            count += 1
            output = await tool.run({"url": server.url, "page": count})
            head, _, text = output.text.partition("\n\n")
            more = f"has_more: true; call again with page {count + 1}" in head
            assert len(text) <= PAGE
            got += text.split("\n")
        past = await tool.run({"url": server.url, "page": count + 1})
    assert got == lines
    assert count > 2
    assert past.is_error
    assert len(server.heard) == 1  # the other pages were of what was fetched


async def test_the_first_page_is_always_fetched_anew_and_others_after_a_while() -> None:
    now = [0.0]
    async with loopback(answer("x\n" * PAGE, content_type="text/plain")) as server:
        tool = ReadWebPage(fetching(), no_document, clock=lambda: now[0])
        for page, at, fetched in ((1, 0, 1), (2, 10, 1), (1, 20, 2), (2, 1_000, 3)):
            now[0] = at
            await tool.run({"url": server.url, "page": page})
            assert len(server.heard) == fetched


async def test_a_pdf_is_read_as_text_whatever_its_type_is_called() -> None:
    named: list[tuple[str, bytes]] = []

    async def read_document(name: str, data: bytes) -> str:
        named.append((name, data))
        return "The text of it."

    pdf = b"%PDF-1.7 ..."
    scripts = (answer(pdf, content_type="application/pdf"), answer(pdf, content_type="text/html"))
    async with loopback(*scripts, answer(pdf)) as server:
        tool = ReadWebPage(fetching(), read_document)
        for path in ("/a%20b.pdf", "/download?id=1", "/"):
            output = await tool.run({"url": server.url + path})
            assert output.text.endswith("\n\nThe text of it.")
    assert named == [("a b.pdf", pdf), ("download.pdf", pdf), ("file.pdf", pdf)]


async def test_a_pdf_that_cannot_be_read_is_a_refusal() -> None:
    async def read_document(name: str, data: bytes) -> str:
        raise FileError(name, FileTrouble.TOO_SLOW)

    async with loopback(answer(b"%PDF-1.7", content_type="application/pdf")) as server:
        output = await ReadWebPage(fetching(), read_document).run({"url": server.url})
    assert output.is_error
    assert "The PDF could not be read" in output.text


async def test_where_it_led_to_is_said_and_what_a_private_host_says_is_internal() -> None:
    hop = answer(status=301, location="/new")
    async with loopback(hop, answer("x", content_type="text/plain")) as server:
        url = f"http://wiki.example:{port_of(server.url)}/old"
        resolve = names(wiki=("127.0.0.1",))
        web = fetching(private_hosts=["wiki.example"], allowed=frozenset(), resolve=resolve)
        output = await ReadWebPage(web, no_document).run({"url": url})
    assert f"Address: {url.replace('old', 'new')} (asked for: {url})" in output.text
    assert (output.demands, output.detail) == (Level.INTERNAL, "wiki.example")


@pytest.mark.slow
async def test_a_page_that_takes_too_long_is_given_up_and_its_child_ended() -> None:
    sleeping = (sys.executable, "-c", "import sys, time; sys.stdin.buffer.read(); time.sleep(600)")
    with pytest.raises(RefusedError, match="could not be read within"):
        await PageReader(-1.9, sleeping).read("<p>x", "http://x.example")


async def test_a_child_that_crashes_is_a_refusal() -> None:
    crashing = (sys.executable, "-c", "import os; os.abort()")
    with pytest.raises(RefusedError, match="could not be read within"):
        await PageReader(20, crashing).read("<p>x", "http://x.example")


@pytest.mark.slow
async def test_a_child_ends_itself_when_its_own_time_is_up() -> None:
    # So many attributes of one tag that comparing them takes minutes.
    page = "<div " + " ".join(f"a{number}=1" for number in range(200_000)) + ">x</div>"
    async with asyncio.timeout(10):
        with pytest.raises(RefusedError):
            await PageReader(1.0).read(page, "http://x.example")
