from __future__ import annotations

import os
import time
from pathlib import PurePosixPath
from typing import Any

import pytest

from studio.core.tools import ToolOutput
from studio.core.trust import Level
from studio.tools import search_files
from studio.tools.globs import Glob
from studio.tools.refusals import RefusedError
from tests.tools.places import SECRET, Desk


async def searched(desk: Desk, **arguments: Any) -> ToolOutput:
    return await desk.tool("search_files").run(arguments)


async def found(desk: Desk, **arguments: Any) -> str:
    output = await searched(desk, **arguments)
    assert not output.is_error, output.text
    return output.text


async def refused(desk: Desk, **arguments: Any) -> str:
    output = await searched(desk, **arguments)
    assert output.is_error, output.text
    return output.text


def shop(desk: Desk) -> None:
    desk.file("b.py", "import os\n\ndef pay():\n    return 'Bill'\n")
    desk.file("A.py", "print('bill')\n")
    desk.file("src/deep/c.py", "bill = 1\nx\nbill = 2\n")
    desk.file("src/notes.txt", "the bill\n")
    desk.file(".git/config", "bill\n")
    desk.file("picture.bin", b"bill\0\0")


async def test_a_text_is_found_with_file_and_line_in_a_stable_order(desk: Desk) -> None:
    shop(desk)
    text = await desk.text("search_files", content="bill")
    assert text.splitlines() == [
        f"{desk.inside}: matches 1 to 5",
        "A.py:1:print('bill')",
        "b.py:4:    return 'Bill'",
        "src/notes.txt:1:the bill",
        "src/deep/c.py:1:bill = 1",
        "src/deep/c.py:3:bill = 2",
        "[Left out: 1 binary.]",
    ]


async def test_names_choose_the_files(desk: Desk) -> None:
    shop(desk)
    text = await found(desk, name="*.PY")
    assert text.splitlines()[1:] == ["A.py", "b.py", "src/deep/c.py"]
    both = await found(desk, name="src/**/*.py", content="bill", page=1)
    assert [line[:15] for line in both.splitlines()[1:]] == ["src/deep/c.py:1", "src/deep/c.py:3"]
    assert "no files, 0 files" in await found(desk, name="*.rs")


async def test_capitals_hidden_files_and_patterns_count_when_asked(desk: Desk) -> None:
    shop(desk)
    exact = await desk.text("search_files", content="Bill", match_case=True)
    assert exact.splitlines()[1:] == ["b.py:4:    return 'Bill'", "[Left out: 1 binary.]"]
    hidden = await desk.text("search_files", content="bill", include_hidden=True)
    assert ".git/config:1:bill" in hidden.splitlines()
    pattern = await desk.text("search_files", content=r"^bill = \d$", is_regex=True)
    assert len(pattern.splitlines()) == 4
    plain = await desk.text("search_files", content="('bill')")
    assert "A.py:1:print('bill')" in plain.splitlines()


async def test_lines_around_are_shown_when_asked(desk: Desk) -> None:
    shop(desk)
    text = await desk.text("search_files", path="src/deep", content="bill", context_lines=1)
    assert text.splitlines()[1:] == [
        "c.py:1:bill = 1", "c.py-2-x", "--", "c.py-2-x", "c.py:3:bill = 2",
    ]  # fmt: skip


async def test_pages_follow_each_other_without_a_gap(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_files, "PAGE", 4)
    desk.file("a.txt", "".join(f"hit {number}\n" for number in range(10)))
    found = []
    for page in (1, 2, 3):
        lines = (await desk.text("search_files", content="hit", page=page)).splitlines()
        assert lines[0].endswith(f"matches {page * 4 - 3} to {min(10, page * 4)}")
        has_more = lines[-1] == f"[More results: call again with page {page + 1}.]"
        assert has_more == (page < 3)
        found += [line.rpartition(" ")[2] for line in lines[1:5] if line.startswith("a.txt")]
    assert found == [str(number) for number in range(10)]
    none = await desk.text("search_files", content="hit", page=4)
    assert "no matches from number 11 on" in none


async def test_links_are_not_followed(desk: Desk) -> None:
    desk.file("a.txt", "nothing")
    (desk.inside / "out").symlink_to(desk.outside)
    (desk.inside / "secret.txt").symlink_to(desk.outside / "secret.txt")
    text = await desk.text("search_files", content="secret")
    assert SECRET not in text
    assert text.splitlines()[-1] == "[Left out: 2 links.]"


@pytest.mark.slow
async def test_a_pattern_without_end_is_stopped_and_holds_up_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_files, "SECONDS", 0.5)
    desk.file("a.txt", "a" * 5_000 + "b")
    started = time.monotonic()
    text = await desk.text("search_files", content=r"(a|aa)+$", is_regex=True)
    assert "[Stopped after" in text
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "pattern", ["(", "[z-a]", "(?P<x>", "a{99999999999999999999}", "x" * 1_001]
)
async def test_what_is_no_pattern_is_said_to_be_none(desk: Desk, pattern: str) -> None:
    assert "content is" in await desk.refusal("search_files", content=pattern, is_regex=True)


async def test_a_pattern_that_would_take_all_memory_is_refused(desk: Desk) -> None:
    pattern = "(?:" * 25 + "a" + ")+" * 25
    text = await desk.refusal("search_files", content=pattern, is_regex=True)
    assert "repeats groups within groups" in text


async def test_something_must_be_looked_for(desk: Desk) -> None:
    assert "Give a name" in await desk.refusal("search_files")
    assert "not a path" in await refused(desk, name="../*")
    assert "There is no" in await refused(desk, name="*", path="absent")


async def test_long_lines_are_cut_around_what_was_found(desk: Desk) -> None:
    desk.file("a.txt", "x" * 5_000 + "needle" + "y" * 5_000)
    line = (await desk.text("search_files", content="needle")).splitlines()[1]
    assert "needle" in line
    assert len(line) < 300


async def test_large_files_are_left_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_files, "MAX_BYTES", 100)
    desk.file("a.txt", "hit" * 100)
    assert "1 of more than 100 bytes" in await desk.text("search_files", content="hit")


@pytest.mark.skipif(os.name == "nt", reason="no such files on Windows")
async def test_pipes_are_never_opened(desk: Desk) -> None:
    os.mkfifo(desk.inside / "pipe")
    assert "no matches" in await desk.text("search_files", content="x")


async def test_results_demand_what_the_most_private_folder_among_them_does(desk: Desk) -> None:
    desk.file("open/a.txt", "hit")
    desk.file("open/closed/b.txt", "hit")
    secret = str(desk.inside / "open" / "closed")
    desk.levels = {str(desk.inside / "open"): Level.PUBLIC, secret: Level.SECRET}
    both = await desk.run("search_files", path="open", content="hit")
    assert (both.demands, both.detail) == (Level.SECRET, secret)
    one = await searched(desk, path="open", content="hit", name="a.txt")
    assert (one.demands, one.detail) == (Level.PUBLIC, str(desk.inside / "open"))
    unmarked = await searched(desk, content="hit", name="a.txt")
    assert (unmarked.demands, unmarked.detail) == (Level.INTERNAL, str(desk.inside))


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.py", "a/b/c.py", True), ("a/*.py", "a/c.py", True), ("a/*.py", "a/b/c.py", False),
        ("**/*.py", "c.py", True), ("**", "a/b", True), ("a/**", "a/b/c", True),
        ("a/**/c", "a/c", True), ("**/b/**/d", "a/b/c/d", True), ("b/**", "a/b", False),
        ("A.TXT", "a.txt", True), ("[ab].txt", "c.txt", False), ("./a", "a", True),
        ("*a*a*a*a*a*a*b", "a" * 200, False),
    ],
)  # fmt: skip
def test_patterns_of_names_fit(pattern: str, path: str, fits: bool) -> None:
    assert Glob(pattern).fits(PurePosixPath(path)) is fits


def test_patterns_that_lead_elsewhere_or_nowhere_are_refused() -> None:
    for pattern in ("../a", "/etc/*", "*" * 21):
        with pytest.raises(RefusedError):
            Glob(pattern)
