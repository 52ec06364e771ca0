import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.command_line import split_command
from studio.core.key_text import InvalidKeyError


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("op read op://a/b/c", ("op", "read", "op://a/b/c")),
        ("pass show 'my keys/openai'", ("pass", "show", "my keys/openai")),
        (r"a b\ c", ("a", "b c")),
        (
            "a ; rm -rf $HOME | b > c `d`",
            ("a", ";", "rm", "-rf", "$HOME", "|", "b", ">", "c", "`d`"),
        ),
    ],
)
def test_words_are_split_as_a_shell_would_and_nothing_else_is_done(
    line: str, words: tuple[str, ...]
) -> None:
    assert split_command(line, "linux") == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r'"C:\Program Files\op.exe" read op://a', (r"C:\Program Files\op.exe", "read", "op://a")),
        (r"C:\bin\op.exe read C:\new\x", (r"C:\bin\op.exe", "read", r"C:\new\x")),
        (r'p "a b" c', ("p", "a b", "c")),
        (r'p "a\\\"b" c\\ "d\\"', ("p", 'a\\"b', "c\\\\", "d\\")),
        (r'p ""', ("p", "")),
        ("p 'a b'", ("p", "'a", "b'")),
        (r"p a\ b", ("p", "a\\", "b")),
    ],
)
def test_windows_has_its_own_rules(line: str, words: tuple[str, ...]) -> None:
    assert split_command(line, "win32") == words


@given(st.lists(st.text(st.sampled_from('ab \\"\t'), max_size=8), max_size=5))
def test_what_python_quotes_for_windows_is_split_again(words: list[str]) -> None:
    line = subprocess.list2cmdline(["op.exe", *words])
    assert split_command(line, "win32") == ("op.exe", *words)


@pytest.mark.parametrize("platform", ["linux", "win32"])
@pytest.mark.parametrize("line", ['op "read secret-word', "", "   ", '"" x'])
def test_a_line_that_is_no_command_is_refused_without_being_repeated(
    line: str, platform: str
) -> None:
    with pytest.raises(InvalidKeyError) as caught:
        split_command(line, platform)
    assert caught.value.failure.code == "key_locator_invalid"
    assert "secret-word" not in str(caught.value)
