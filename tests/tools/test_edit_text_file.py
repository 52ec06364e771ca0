from __future__ import annotations

import asyncio
import os
import stat
import threading
from typing import Any

import pytest

from studio.core.results import Form
from studio.core.tools import EffectKind, Preview
from studio.tools import edit_text_file, replacing
from studio.tools.folders import Folder
from tests.tools.places import Desk


def edit(old: str, new: str, **more: Any) -> dict[str, Any]:
    return {"old_text": old, "new_text": new, **more}


def preview(desk: Desk, path: str, *edits: dict[str, Any]) -> Preview:
    return desk.tool("edit_text_file").preview({"path": path, "edits": list(edits)})


async def made(desk: Desk, path: str, *edits: dict[str, Any]) -> str:
    return await desk.text("edit_text_file", path=path, edits=list(edits))


async def refused(desk: Desk, path: str, *edits: dict[str, Any]) -> str:
    return await desk.refusal("edit_text_file", path=path, edits=list(edits))


async def test_several_edits_are_made_one_after_another(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\nthree\n")
    said = await made(desk, "a.txt", edit("two", "2"), edit("2\nthree", "2\n3"))
    assert path.read_text() == "one\n2\n3\n"
    assert said.splitlines()[2:] == ["@@ -1,4 +1,4 @@", " one", "-two", "-three", "+2", "+3", " "]
    assert [entry.name for entry in desk.inside.iterdir()] == ["a.txt"]


async def test_either_all_edits_are_made_or_none(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    said = await refused(desk, "a.txt", edit("one", "1"), edit("seven", "7"))
    assert said.startswith("Edit 2 of 2: old_text is not in the file.")
    assert path.read_text() == "one\ntwo\n"


async def test_the_preview_is_the_difference_that_will_be_made(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    shown = preview(desk, "a.txt", edit("two", "2"))
    assert shown.form is Form.DIFF
    assert shown.effect is not None
    assert (shown.effect.kind, shown.effect.path) == (EffectKind.EDITS, str(path))
    assert shown.text.splitlines()[:2] == [f"--- {path}", f"+++ {path}"]
    assert path.read_text() == "one\ntwo\n"
    assert await made(desk, "a.txt", edit("two", "2")) == shown.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\r\nb\r\nc\r\n", b"a\r\nX\r\nY\r\nc\r\n"),
        (b"\xef\xbb\xbfa\nb\nc", b"\xef\xbb\xbfa\nX\nY\nc"),
        ("a\nb\nc ä".encode("latin-1"), "a\nX\nY\nc ä".encode("latin-1")),
        (b"\xff\xfe" + "a\r\nb\r\nc".encode("utf-16-le"),
         b"\xff\xfe" + "a\r\nX\r\nY\r\nc".encode("utf-16-le")),
        (b"a\nb\nc\r\n\n", b"a\nX\nY\nc\r\n\n"),
        (b"a\r\nb\nc\r\n\r\n", b"a\r\nX\r\nY\nc\r\n\r\n"),
    ],
)  # fmt: skip
async def test_encoding_mark_and_line_ends_stay(desk: Desk, before: bytes, after: bytes) -> None:
    path = desk.file("a.txt", before)
    await made(desk, "a.txt", edit("b", "X\nY"))
    assert path.read_bytes() == after


async def test_text_over_windows_line_ends_is_found_as_it_is_read(desk: Desk) -> None:
    path = desk.file("a.txt", b"a\r\nb\r\nc\r\nd")
    await made(desk, "a.txt", edit("a\nb\n", "1\n"), edit("\nd", "\n\n"))
    assert path.read_bytes() == b"1\r\nc\r\n\r\n"


@pytest.mark.skipif(os.name == "nt", reason="modes are not kept on Windows")
async def test_the_mode_stays(desk: Desk) -> None:
    path = desk.file("run.sh", "echo a")
    path.chmod(0o750)
    await made(desk, "run.sh", edit("a", "b", replace_all=False))
    assert stat.S_IMODE(path.stat().st_mode) == 0o750


async def test_a_text_that_is_there_twice_needs_more_around_it_or_all(desk: Desk) -> None:
    path = desk.file("a.txt", "x = 1\ny = 2\nx = 1\n")
    said = await refused(desk, "a.txt", edit("x = 1", "x = 3"))
    assert "2 times, in lines 1, 3." in said
    assert "replace_all" in said
    await made(desk, "a.txt", edit("x = 1", "x = 3", replace_all=True))
    assert path.read_text() == "x = 3\ny = 2\nx = 3\n"


@pytest.mark.parametrize(
    ("old", "hint"),
    [
        ("def greet(nane):", "Nearest to it is line 2: def greet(name):"),
        ("    return  name", "From line 3 on it is there but for white space:     return name"),
        ("zzzzz", "Nothing in it is like that; read the file first."),
        ("", "old_text is empty"),
        ("return name", "the same"),
    ],
)
async def test_a_text_that_is_not_there_is_answered_with_what_is_nearest(
    desk: Desk, old: str, hint: str
) -> None:
    desk.file("a.py", "# greetings\ndef greet(name):\n    return name\n")
    assert hint in await refused(desk, "a.py", edit(old, "return name"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\0\1\2", "no text"),
        (b"\xff\xfea\x00b", "not wholly in its encoding"),
        (b"\xe9 b", "the file's encoding (latin-1) lacks"),
    ],
)
async def test_what_could_not_be_written_back_is_left_alone(
    desk: Desk, content: bytes, words: str
) -> None:
    path = desk.file("a.txt", content)
    assert words in await refused(desk, "a.txt", edit("b", "€"))
    assert path.read_bytes() == content


async def test_what_was_changed_since_it_was_shown_is_not_written(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    preview(desk, "a.txt", edit("two", "2"))
    path.write_text("one\ntwo\nthree\n")
    assert "changed since the user saw" in await refused(desk, "a.txt", edit("two", "2"))
    assert path.read_text() == "one\ntwo\nthree\n"
    # Shown anew, it may.
    preview(desk, "a.txt", edit("two", "2"))
    await made(desk, "a.txt", edit("two", "2"))


async def test_edits_that_were_shown_together_do_not_outdate_each_other(desk: Desk) -> None:
    path = desk.file("a.txt", "one\ntwo\n")
    first, second = edit("one", "1"), edit("two", "2")
    preview(desk, "a.txt", first)
    preview(desk, "a.txt", second)
    await made(desk, "a.txt", first)
    await made(desk, "a.txt", second)
    assert path.read_text() == "1\n2\n"


async def test_what_is_changed_while_it_is_written_is_not_overwritten(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = replacing.fill
    path = desk.file("a.txt", "one\n")

    def fill_then_change(folder: Folder, name: str, content: bytes, old: Any) -> None:
        fill(folder, name, content, old)
        path.write_text("one, by somebody else\n")

    monkeypatch.setattr(replacing, "fill", fill_then_change)
    assert "changed meanwhile" in await refused(desk, "a.txt", edit("one", "1"))
    assert path.read_text() == "one, by somebody else\n"


async def test_a_stopped_edit_replaces_nothing_afterwards(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, until: Any
) -> None:
    fill = replacing.fill
    is_filling, goes_on = threading.Event(), threading.Event()

    def slow_fill(folder: Folder, name: str, content: bytes, old: Any) -> None:
        fill(folder, name, content, old)
        is_filling.set()
        goes_on.wait(10)

    path = desk.file("a.txt", "old")
    monkeypatch.setattr(replacing, "fill", slow_fill)
    task = asyncio.create_task(desk.run("edit_text_file", path="a.txt", edits=[edit("old", "new")]))
    await until(is_filling.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    goes_on.set()
    await until(lambda: [entry.name for entry in desk.inside.iterdir()] == ["a.txt"])
    assert path.read_text() == "old"


async def test_the_preview_foretells_what_will_be_refused(desk: Desk) -> None:
    desk.file("sub/a.txt", "text")
    (desk.inside / "out").symlink_to(desk.outside)
    for path in ("sub", ".", "absent.txt", "no/a.txt", "../x", "out/secret.txt", "/x", ""):
        shown = preview(desk, path, edit("a", "b"))
        assert shown.effect is not None
        assert shown.effect.kind is EffectKind.REFUSED
        assert shown.text == "@@\n-a\n+b"
        said = await refused(desk, path, edit("a", "b"))
        assert shown.note == f"Would be refused: {said}"
    desk.granted = ()
    none = preview(desk, "a.txt", edit("a", "b")).effect
    assert none is not None
    assert none.kind is EffectKind.NO_FOLDER
    assert desk.tool("edit_text_file").preview({"path": 1}).note.startswith("Would be refused")


async def test_a_disk_that_does_not_answer_still_shows_the_edits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def hang(_: Any) -> None:
        answers.wait(10)

    monkeypatch.setattr(edit_text_file, "_current", hang)
    monkeypatch.setattr(edit_text_file, "_PREVIEW_SECONDS", 0.01)
    shown = preview(desk, "a.txt", edit("a", "b"))
    assert shown.effect is not None
    assert (shown.effect.kind, shown.text) == (EffectKind.UNKNOWN, "@@\n-a\n+b")
    answers.set()


async def test_a_large_file_is_not_edited(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_text_file, "MAX_BYTES", 10)
    desk.file("a.txt", "x" * 11)
    assert "more than 10 bytes" in await refused(desk, "a.txt", edit("x" * 11, "y"))
    path = desk.file("a.txt", "x")
    assert "would have more than 10" in await refused(desk, "a.txt", edit("x", "y" * 11))
    assert path.read_bytes() == b"x"
