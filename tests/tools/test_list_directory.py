from __future__ import annotations

import os
import socket
import sys

import pytest

from studio.tools import list_directory
from tests.tools.places import Desk


async def test_folders_come_first_and_files_have_sizes(desk: Desk) -> None:
    desk.file("b.txt", "12345")
    desk.file("A.txt", "1")
    desk.file("zoo/inner.txt")
    desk.file("big.bin", b"x" * 12_345)
    assert await desk.text("list_directory") == "\n".join(
        [
            f"{desk.inside}: 4 entries",
            "zoo/",
            "A.txt (1 byte)",
            "b.txt (5 bytes)",
            "big.bin (12,345 bytes)",
        ]
    )
    assert await desk.text("list_directory", path="zoo") == (
        f"{desk.inside / 'zoo'}: 1 entry\ninner.txt (0 bytes)"
    )


async def test_an_empty_folder_is_said_to_be_empty(desk: Desk) -> None:
    assert await desk.text("list_directory") == f"{desk.inside} is empty."


async def test_the_other_granted_folders_are_named_where_none_was_asked_for(desk: Desk) -> None:
    desk.granted = (str(desk.inside), str(desk.outside))
    text = await desk.text("list_directory")
    assert text.endswith(f"Granted folders: {desk.inside}, {desk.outside}")
    assert "Granted folders" not in await desk.text("list_directory", path=str(desk.outside))


async def test_links_are_marked_and_what_they_lead_to_is_not_looked_at(desk: Desk) -> None:
    (desk.inside / "out").symlink_to(desk.outside)
    (desk.inside / "gone").symlink_to("nowhere")
    assert (await desk.text("list_directory")).splitlines()[1:] == ["gone (link)", "out (link)"]


@pytest.mark.skipif(os.name == "nt", reason="no such files on Windows")
async def test_pipes_and_sockets_are_marked_as_special(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(desk.inside / "pipe")
    monkeypatch.chdir(desk.inside)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        lines = (await desk.text("list_directory")).splitlines()
    assert lines[1:] == ["pipe (special file)", "socket (special file)"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
async def test_names_that_deceive_are_shown_with_escapes(desk: Desk) -> None:
    names = [b"a\nb", b"a\x1b[31mb", "a\u202eb".encode(), b"a\xffb", b"a\\nb", "ä".encode()]
    for name in names:
        desk.file(os.fsdecode(name))
    text = await desk.text("list_directory")
    assert set(text.splitlines()[1:-1]) == {
        "a\\x0ab (0 bytes)",
        "a\\x1b[31mb (0 bytes)",
        "a\\u202eb (0 bytes)",
        "a\\udcffb (0 bytes)",
        "a\\\\nb (0 bytes)",
        "ä (0 bytes)",
    }
    assert "escapes" in text.splitlines()[-1]
    text.encode()


async def test_a_long_folder_is_listed_in_pages_without_a_gap(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_directory, "PAGE", 4)
    for number in range(9):
        desk.file(f"{number}.txt")
    desk.file("sub/x")
    first = (await desk.text("list_directory")).splitlines()
    assert first[0].endswith("10 entries, here 1 to 4")
    assert first[-1] == "[More entries: call again with start_entry 5.]"
    second = (await desk.text("list_directory", start_entry=5)).splitlines()
    last = (await desk.text("list_directory", start_entry=9)).splitlines()
    listed = [line.partition(" ")[0] for line in (*first[1:-1], *second[1:-1], *last[1:])]
    assert listed == ["sub/", *(f"{number}.txt" for number in range(9))]
    assert "none from number 11" in await desk.text("list_directory", start_entry=11)
    await desk.text("list_directory", start_entry=10**30)


async def test_a_folder_without_end_is_cut_off(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_directory, "MAX_ENTRIES", 5)
    for number in range(9):
        desk.file(f"{number}.txt")
    lines = (await desk.text("list_directory")).splitlines()
    assert lines[0].endswith("more than 5 entries")
    assert len(lines) == 7
    assert lines[-1] == "[Only the first 5 entries that the disk gave were looked at.]"


async def test_a_file_or_nothing_is_no_folder(desk: Desk) -> None:
    desk.file("a.txt")
    assert "file" in await desk.refusal("list_directory", path="a.txt")
    assert "There is no" in await desk.refusal("list_directory", path="absent")
