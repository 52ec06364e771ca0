from __future__ import annotations

import errno
import os
import socket
import threading
from pathlib import Path

import pytest

from studio.core.trust import Level
from studio.tools import folders, read_text_file
from studio.tools.built_in import BuiltInTools
from tests.tools.places import NOON, Desk


async def test_a_small_file_comes_whole(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    text = await desk.text("read_text_file", path="a.txt")
    assert text == f"{path}: lines 1 to 2 of 2, UTF-8\n\none\ntwo"


async def test_lines_are_read_in_pages_without_a_gap(desk: Desk) -> None:
    desk.file("a.txt", "\n".join(f"line {number}" for number in range(1, 11)))
    text = await desk.text("read_text_file", path="a.txt", start_line=3, line_count=4)
    head, _, *lines, _, note = text.splitlines()
    assert head.endswith("lines 3 to 6 of 10, UTF-8")
    assert lines == ["line 3", "line 4", "line 5", "line 6"]
    assert note == "[More lines: call again with start_line 7.]"
    rest = await desk.text("read_text_file", path="a.txt", start_line=7)
    assert rest.splitlines()[2:] == ["line 7", "line 8", "line 9", "line 10"]
    assert "has only 10 lines" in await desk.refusal("read_text_file", path="a.txt", start_line=11)


async def test_an_empty_file_is_said_to_be_empty(desk: Desk) -> None:
    desk.file("a.txt")
    desk.file("mark.txt", b"\xef\xbb\xbf")
    assert "is empty" in await desk.text("read_text_file", path="a.txt")
    assert "is empty" in await desk.text("read_text_file", path="mark.txt")


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        ("ä€🌍".encode(), "ä€🌍", "UTF-8"),
        ("ä€🌍".encode("utf-8-sig"), "ä€🌍", "UTF-8 with BOM"),
        (b"\xff\xfe" + "ä€🌍".encode("utf-16-le"), "ä€🌍", "UTF-16"),
        (b"\xfe\xff" + "ä€🌍".encode("utf-16-be"), "ä€🌍", "UTF-16"),
        ("ä€🌍".encode("utf-32"), "ä€🌍", "UTF-32"),
        (b"caf\xe9 au lait", "café au lait", "not valid UTF-8, so read as Latin-1"),
        (b"\xff\xfea\x00b", "a\ufffd", "UTF-16, invalid characters shown as U+FFFD"),
        (b"\xef\xbb\xbfa\xff", "a\ufffd", "UTF-8 with BOM, invalid characters"),
        (b"a\r\nb\r\n", "a\nb", "UTF-8, CRLF line ends"),
        ("a\u2028b\x85c\fd".encode(), "a\u2028b\x85c\fd", "lines 1 to 1 of 1, UTF-8"),
    ],
)
async def test_encodings_are_told_apart(
    desk: Desk, content: bytes, text: str, encoding: str
) -> None:
    desk.file("a.txt", content)
    head, _, shown = (await desk.text("read_text_file", path="a.txt")).partition("\n\n")
    assert shown == text
    assert encoding in head


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"text and then\x00",
        "no mark".encode("utf-16-le"),
        b"\xef\xbb\xbfa\x00b",
        bytes(range(1, 256)),
    ],
)
async def test_a_binary_file_is_an_error(desk: Desk, content: bytes) -> None:
    desk.file("a.bin", content)
    assert "binary file" in await desk.refusal("read_text_file", path="a.bin")


async def test_what_is_no_plain_file_is_an_error(desk: Desk) -> None:
    desk.file("sub/a.txt")
    assert "is a folder" in await desk.refusal("read_text_file", path="sub")
    assert "is a folder" in await desk.refusal("read_text_file", path=".")
    assert "There is no" in await desk.refusal("read_text_file", path="absent.txt")
    assert "There is no" in await desk.refusal("read_text_file", path="absent/a.txt")
    assert "file" in await desk.refusal("read_text_file", path="sub/a.txt/b")
    assert "too long" in await desk.refusal("read_text_file", path="x" * 300)


@pytest.mark.skipif(os.name == "nt", reason="no such files on Windows")
async def test_a_pipe_or_a_socket_is_refused_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(desk.inside / "pipe")
    monkeypatch.chdir(desk.inside)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for name in ("pipe", "socket"):
            assert "special file" in await desk.refusal("read_text_file", path=name)
            assert "special file" in await desk.refusal("write_text_file", path=name, text="x")
            preview = desk.tool("write_text_file").preview({"path": name, "text": "x"})
            assert "special file" in preview.note


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices as files here")
async def test_a_device_is_refused_although_its_folder_is_granted() -> None:
    source = BuiltInTools(lambda: ("/dev",), lambda: NOON)
    tools = {tool.definition.name: tool for tool in source.tools()}
    for name in ("/dev/zero", "/dev/null", "/dev/tty"):
        read = await tools["read_text_file"].run({"path": name})
        written = await tools["write_text_file"].run({"path": name, "text": "x"})
        assert read.is_error
        assert "special file" in read.text
        assert written.is_error
        assert "special file" in written.text


async def test_a_huge_file_is_read_to_a_bound(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_text_file, "MAX_BYTES", 1_000)
    with desk.file("big.txt", "ä\n" * 400).open("r+b") as file:
        file.truncate(2**40)
    text = await desk.text("read_text_file", path="big.txt", line_count=5_000)
    assert "binary" not in text
    assert "lines 1 to 333 of more than 333" in text
    assert text.endswith("[The file goes on, but only its first 1,000 bytes can be read.]")


@pytest.mark.slow
async def test_a_huge_sparse_file_is_binary_and_costs_little(desk: Desk) -> None:
    with desk.file("sparse.txt", "text\n").open("r+b") as file:
        file.truncate(2**40)
    assert "binary file" in await desk.refusal("read_text_file", path="sparse.txt")


async def test_one_result_stays_below_what_the_harness_would_cut(desk: Desk) -> None:
    desk.file("wide.txt", "\n".join(["x" * 1_000] * 200))
    text = await desk.text("read_text_file", path="wide.txt", line_count=5_000)
    assert len(text) < 100_000
    assert "lines 1 to 79 of 200" in text
    assert "start_line 80" in text


async def test_a_line_too_long_is_cut_and_says_so(desk: Desk) -> None:
    desk.file("long.txt", "x" * 500_000 + "\nnext")
    text = await desk.text("read_text_file", path="long.txt")
    assert len(text) < 100_000
    assert "[Line 1 is cut: it has 500000 characters, 80000 shown.]" in text
    assert text.endswith("[More lines: call again with start_line 2.]")
    assert (await desk.text("read_text_file", path="long.txt", start_line=2)).endswith("next")


async def test_a_file_being_written_is_read_without_an_error(desk: Desk) -> None:
    path = desk.file("a.txt", "old\n")
    stopped = threading.Event()

    def write() -> None:
        while not stopped.is_set():
            with path.open("ab") as file:
                file.write(b"more\n")
            path.write_bytes(b"old\n")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(50):
            text = await desk.text("read_text_file", path="a.txt")
            assert "is empty" in text or "old" in text or "more" in text
    finally:
        stopped.set()
        writer.join()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "no permission"),
        (errno.EIO, "could not be used (EIO)"),
        (errno.ELOOP, "changed meanwhile"),
    ],
)
async def test_what_the_system_refuses_is_an_error_in_our_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, "in the language of the system", "/some/path")

    desk.file("a.txt", "x")
    for kind in (folders._HeldFolder, folders._NamedFolder):
        monkeypatch.setattr(kind, "open", refuse)
    text = await desk.refusal("read_text_file", path="a.txt")
    assert said in text
    assert "language of the system" not in text


async def test_a_result_demands_what_the_deepest_marked_folder_does(desk: Desk) -> None:
    desk.file("plain.txt", "x")
    desk.file("closed/open/a.txt", "x")
    desk.file("closed/b.txt", "x")
    closed, opened = str(desk.inside / "closed"), str(desk.inside / "closed" / "open")
    (desk.inside.parent / "alias").symlink_to(desk.inside / "closed")
    desk.levels = {
        str(desk.inside.parent / "alias"): Level.SECRET,
        opened: Level.PUBLIC,
        str(desk.outside): Level.SECRET,
        "/no/such/folder": Level.SECRET,
    }
    seen = {}
    for path in ("plain.txt", "closed/b.txt", "closed/open/a.txt", "closed/absent.txt"):
        output = await desk.run("read_text_file", path=path)
        seen[path] = (output.demands, output.detail)
    alias = str(desk.inside.parent / "alias")
    assert closed != alias
    assert seen == {
        "plain.txt": (Level.INTERNAL, str(desk.inside)),
        "closed/b.txt": (Level.SECRET, alias),
        "closed/open/a.txt": (Level.PUBLIC, opened),
        "closed/absent.txt": (Level.SECRET, alias),
    }
