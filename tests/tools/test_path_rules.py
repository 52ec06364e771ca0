from __future__ import annotations

import contextlib
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.tools.path_rules import MAX_CHARACTERS, absolute, parts_below
from studio.tools.refusals import RefusedError


def posix(text: str) -> str:
    return str(absolute(text, "/granted", "/home/me", PurePosixPath))


def windows(text: str) -> str:
    return str(absolute(text, r"C:\granted", r"C:\Users\me", PureWindowsPath))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (".", "/granted"),
        ("a.txt", "/granted/a.txt"),
        ("./sub//a.txt", "/granted/sub/a.txt"),
        ("/else/a.txt", "/else/a.txt"),
        ("~/a.txt", "/home/me/a.txt"),
        ("~", "/home/me"),
        ("~other/a", "/granted/~other/a"),
        ("a:b.txt", "/granted/a:b.txt"),
    ],
)
def test_a_relative_path_begins_at_the_first_granted_folder(text: str, path: str) -> None:
    assert posix(text) == path


@pytest.mark.parametrize(
    "text",
    ["", " ", "..", "../a", "a/../b", "/granted/../x", "a/..", "~/../x", "\0", "a\0.txt", "\ud800",
     "x" * (MAX_CHARACTERS + 1), "C:\\x", "c:/x", "\\\\server\\share\\x", "\\\\?\\C:\\x"],
)  # fmt: skip
def test_a_path_that_climbs_or_is_none_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(RefusedError):
        posix(text)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a.txt", r"C:\granted\a.txt"),
        ("sub/a.txt", r"C:\granted\sub\a.txt"),
        (r"D:\x\a.txt", r"D:\x\a.txt"),
        ("d:/x", r"d:\x"),
        ("~/a.txt", r"C:\Users\me\a.txt"),
        (r"\\server\share\a.txt", r"\\server\share\a.txt"),
        ("console.txt", r"C:\granted\console.txt"),
        ("comet", r"C:\granted\comet"),
    ],
)
def test_windows_paths_are_understood(text: str, path: str) -> None:
    assert windows(text) == path


@pytest.mark.parametrize(
    "text",
    ["C:a.txt", "\\a.txt", "/a.txt", "a.txt:stream", "a.txt::$DATA", "C:\\x\\a:b", "a.txt.",
     "a.txt ", "a. \\b", "NUL", "nul.txt", "con", "sub/COM1", "Com¹.log",
     "LPT9 .txt", "CONIN$", "a|b", "a?",
     "a*", "<a>", 'a"b', "a\nb", "\\\\?\\C:\\granted\\a", "\\\\.\\C:", "\\\\.\\PhysicalDrive0",
     "//./pipe/x", "//?/C:/x", "\\??\\C:\\x", "..\\x", "a\\..\\b", "C:\\..\\x", ":a", "C:"],
)  # fmt: skip
def test_the_tricks_of_windows_are_refused_by_their_text(text: str) -> None:
    with pytest.raises(RefusedError):
        windows(text)


def test_another_server_is_never_below_a_granted_folder() -> None:
    for granted in (r"C:\granted", r"\\server\share\granted"):
        for text in (r"\\other\share\granted\x", "//other/share/granted", r"D:\granted\x"):
            path = absolute(text, granted, r"C:\Users\me", PureWindowsPath)
            assert parts_below(path, PureWindowsPath(granted), folds=True) is None


def test_a_name_that_only_begins_alike_is_elsewhere() -> None:
    folder = PurePosixPath("/a/granted")
    assert parts_below(PurePosixPath("/a/granted-too/x"), folder, folds=False) is None
    assert parts_below(PurePosixPath("/a"), folder, folds=False) is None
    assert parts_below(PurePosixPath("/a/Granted/x"), folder, folds=False) is None
    assert parts_below(PurePosixPath("/a/Granted/x"), folder, folds=True) == ("x",)
    assert parts_below(folder, folder, folds=False) == ()


@given(st.text(alphabet=st.sampled_from('ab./\\:~?*|"<> \n\0CONUL1$'), max_size=30))
def test_what_windows_paths_leave_the_rules_with_is_plain(text: str) -> None:
    try:
        path = absolute(text, r"C:\granted", r"C:\Users\me", PureWindowsPath)
    except RefusedError:
        return
    assert path.is_absolute()
    assert ".." not in path.parts
    assert not any(set(name) & set('<>:"|?*\0\n') for name in path.parts[1:])


@given(st.text(max_size=60))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    for read in (posix, windows):
        with contextlib.suppress(RefusedError):
            assert read(text)
