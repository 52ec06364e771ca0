from __future__ import annotations

import asyncio
import errno
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from studio.tools import folders, replacing, write_text_file
from studio.tools.folders import Folder
from studio.tools.granted import Place
from tests.conftest import Until
from tests.tools.places import SECRET, Desk

FOLDERS = [folders._HeldFolder, folders._NamedFolder]


def note(desk: Desk, path: str, text: str = "new") -> str:
    preview = desk.tool("write_text_file").preview({"path": path, "text": text})
    assert preview.text == text
    return preview.note


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_new_file_holds_exactly_the_text(desk: Desk) -> None:
    path = desk.inside / "a.txt"
    text = "Zeile ä\r\nnext\n\n\ttab 🌍"
    said = await desk.text("write_text_file", path="a.txt", text=text)
    assert path.read_bytes() == text.encode()
    assert said == f"Wrote 21 characters, 25 bytes of UTF-8, to {path} (new file)."
    assert names(desk.inside) == ["a.txt"]


async def test_a_file_is_replaced_and_its_mode_kept(desk: Desk) -> None:
    path = desk.file("run.sh", "old text")
    path.chmod(0o750)
    said = await desk.text("write_text_file", path="run.sh", text="")
    assert said == f"Replaced 8 bytes: 0 characters, 0 bytes of UTF-8, to {path}."
    assert path.read_bytes() == b""
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert names(desk.inside) == ["run.sh"]


async def test_the_preview_says_what_would_become_of_the_file(desk: Desk) -> None:
    path = desk.file("old.txt", "ä" * 312)
    desk.file("picture.bin", b"\0" * 2_000)
    assert note(desk, "new.txt") == f"New file in {desk.inside}: {desk.inside / 'new.txt'}"
    assert note(desk, "old.txt") == f"Replaces 312 characters in {path}"
    assert note(desk, "picture.bin").startswith("Replaces 2,000 bytes in ")
    (desk.inside / "link.txt").symlink_to(path)
    assert note(desk, "link.txt") == f"Replaces 312 characters in {path}"
    assert names(desk.inside) == ["link.txt", "old.txt", "picture.bin"]


async def test_the_preview_foretells_what_will_be_refused(desk: Desk) -> None:
    desk.file("sub/a.txt")
    (desk.inside / "out").symlink_to(desk.outside)
    for path in ("sub", ".", "absent/a.txt", "../x", "out/x.txt", "/x", "", "new/", "a\u202etxt.b"):
        foretold = note(desk, path)
        assert foretold.startswith("Would be refused: ")
        said = await desk.refusal("write_text_file", path=path, text="new")
        assert foretold == f"Would be refused: {said}"
    assert "surrogate" in note(desk, "a.txt", "\ud800")


@pytest.mark.parametrize(
    "arguments",
    [{}, {"path": "a.txt"}, {"text": "x"}, {"path": 1, "text": "x"}, {"path": "a", "text": None},
     {"path": "a", "text": "x", "more": 1}, {"path": {"x": 1}, "text": ["x"]}],
)  # fmt: skip
async def test_wrong_arguments_are_an_error_and_no_preview_raises(
    desk: Desk, arguments: dict[str, Any]
) -> None:
    tool = desk.tool("write_text_file")
    assert tool.preview(arguments).note.startswith("Would be refused: ")
    assert (await tool.run(arguments)).is_error
    assert names(desk.inside) == []


async def test_a_disk_that_does_not_answer_holds_up_no_preview(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def hang(_: Place) -> str:
        answers.wait(10)
        return ""

    monkeypatch.setattr(write_text_file, "_outlook", hang)
    monkeypatch.setattr(write_text_file, "_PREVIEW_SECONDS", 0.01)
    assert note(desk, "a.txt", "the text") == "Writes a.txt, not looked up yet"
    answers.set()


async def test_a_text_that_is_none_or_too_long_is_refused(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "surrogate" in await desk.refusal("write_text_file", path="a.txt", text="a\ud800")
    monkeypatch.setattr(write_text_file, "MAX_CHARACTERS", 10)
    assert "longer than 10" in await desk.refusal("write_text_file", path="a.txt", text="x" * 11)
    assert names(desk.inside) == []


async def test_a_read_only_file_is_left_as_it_is(desk: Desk) -> None:
    path = desk.file("a.txt", "old")
    path.chmod(0o444)
    assert "read-only" in note(desk, "a.txt")
    assert "read-only" in await desk.refusal("write_text_file", path="a.txt", text="new")
    assert path.read_text() == "old"
    path.chmod(0o644)


@pytest.mark.parametrize("step", ["open", "replace"])
async def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "disk full")

    path = desk.file("a.txt", "old")
    for kind in FOLDERS:
        monkeypatch.setattr(kind, step, fail)
    assert "disk is full" in await desk.refusal("write_text_file", path="a.txt", text="new")
    assert path.read_text() == "old"
    assert names(desk.inside) == ["a.txt"]


@pytest.mark.parametrize("intruder", ["folder", "link"])
async def test_what_is_put_in_the_files_place_meanwhile_is_not_overwritten(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, intruder: str
) -> None:
    fill = replacing.fill
    path = desk.inside / "a.txt"

    def fill_then_intrude(folder: Folder, name: str, content: bytes, old: Any) -> None:
        fill(folder, name, content, old)
        if intruder == "folder":
            path.mkdir()
        else:
            path.symlink_to(desk.outside / "secret.txt")

    monkeypatch.setattr(replacing, "fill", fill_then_intrude)
    await desk.refusal("write_text_file", path="a.txt", text="new")
    assert names(desk.inside) == ["a.txt"]
    assert (desk.outside / "secret.txt").read_text() == SECRET


async def test_a_stopped_write_replaces_nothing_afterwards(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, until: Until
) -> None:
    fill = replacing.fill
    is_filling, goes_on = threading.Event(), threading.Event()

    def slow_fill(folder: Folder, name: str, content: bytes, old: Any) -> None:
        fill(folder, name, content, old)
        is_filling.set()
        goes_on.wait(10)

    path = desk.file("a.txt", "old")
    monkeypatch.setattr(replacing, "fill", slow_fill)
    task = asyncio.create_task(desk.run("write_text_file", path="a.txt", text="new"))
    await until(is_filling.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    goes_on.set()
    await until(lambda: names(desk.inside) == ["a.txt"])
    assert path.read_text() == "old"


async def test_who_reads_meanwhile_sees_the_old_text_or_the_new(desk: Desk) -> None:
    texts = {letter * 200_000 for letter in "ab"}
    path = desk.file("a.txt", "a" * 200_000)
    seen: set[str] = set()
    stopped = threading.Event()

    def read() -> None:
        while not stopped.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for text in [*texts] * 5:
            await desk.text("write_text_file", path="a.txt", text=text)
    finally:
        stopped.set()
        reader.join()
    assert seen <= texts


async def test_many_writes_at_once_leave_one_whole_text(desk: Desk) -> None:
    texts = [str(number) * 1_000 for number in range(8)]
    await asyncio.gather(*(desk.text("write_text_file", path="a.txt", text=text) for text in texts))
    assert (desk.inside / "a.txt").read_text() in texts
    assert names(desk.inside) == ["a.txt"]


@pytest.mark.skipif(os.name == "nt", reason="modes are not kept on Windows")
async def test_special_rights_of_a_replaced_program_are_not_passed_on(desk: Desk) -> None:
    path = desk.file("tool", "old")
    path.chmod(0o4755)
    await desk.text("write_text_file", path="tool", text="new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
