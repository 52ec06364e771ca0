"""Whatever a fence names is found, if anybody knows it; and nothing is guessed."""

import pytest

from studio.ui.chat.code_languages import (
    base_language,
    file_name,
    find_lexer,
    is_diff,
    known_lexer,
    language_name,
)


@pytest.mark.parametrize(
    ("written", "lexer"),
    [
        ("Python", "Python"),
        ("jsonc", "JSON"),
        ("shell-session", "Bash Session"),
        ("main.py", "Python"),
        ("src/lib.rs", "Rust"),
        ("rs", "Rust"),
        ("kt", "Kotlin"),
        ("Dockerfile", "Docker"),
        ("rust,ignore", "Rust"),
        ("python:main.py", "Python"),
        ("{.haskell", "Haskell"),
        ("c++", "C++"),
        ("patch", "Diff"),
    ],
)
def test_a_language_is_found_however_it_is_written(written: str, lexer: str) -> None:
    assert known_lexer(written) == lexer
    assert find_lexer(written).name == lexer


@pytest.mark.parametrize(
    "written", ["", "nonsense", "mermaid", "../../etc/passwd", "<b>", "*", "?"]
)
def test_nothing_is_guessed(written: str) -> None:
    assert known_lexer(written) == ""
    assert find_lexer(written) is None


@pytest.mark.parametrize(
    ("written", "name", "file"),
    [
        ("py", "Python", "code.py"),
        ("jsonc", "JSON with comments", "code.jsonc"),
        ("zig", "Zig", "code.zig"),
        ("bash", "Bash", "code.sh"),
        ("cpp", "C++", "code.cpp"),
        ("main.py", "main.py", "main.py"),
        ("src/lib.rs", "src/lib.rs", "lib.rs"),
        ("nonsense", "nonsense", "code.txt"),
        ("", "", "code.txt"),
        ("mermaid", "Mermaid", "code.mmd"),
        ("../../.bashrc", "../../.bashrc", ".bashrc"),
    ],
)
def test_a_language_has_a_name_and_its_files_an_ending(written: str, name: str, file: str) -> None:
    assert (language_name(written), file_name(written)) == (name, file)


def test_diffs_are_known_by_all_their_names() -> None:
    assert all(is_diff(each) for each in ("Diff", "patch", "udiff"))
    assert not is_diff("python")
    assert base_language("  JS{1,3}") == "js"
