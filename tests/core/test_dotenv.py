import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.dotenv import parse_dotenv

FILE = """\
# OPENAI_API_KEY=commented
OPENAI_API_KEY=sk-one # a note
export ANTHROPIC_API_KEY="sk-two#not a note"  # a note
SINGLE='with \\n and "quotes"'
SPACED = spaced value
HASH=abc#def
EMPTY=
MANY="first
second\\nthird"
TICKS=`a "b" 'c'`
not a variable
1BAD=x
OPEN="never ends
AFTER=there
"""


def values(text: str) -> dict[str, str]:
    return {variable.name: variable.value for variable in parse_dotenv(text)}


def test_a_file_is_read_as_the_usual_libraries_do() -> None:
    assert values(FILE) == {
        "OPENAI_API_KEY": "sk-one",
        "ANTHROPIC_API_KEY": "sk-two#not a note",
        "SINGLE": 'with \\n and "quotes"',
        "SPACED": "spaced value",
        "HASH": "abc#def",
        "EMPTY": "",
        "MANY": "first\nsecond\nthird",
        "TICKS": "a \"b\" 'c'",
        "OPEN": '"never ends',
        "AFTER": "there",
    }


def test_lines_are_counted_and_a_mark_at_the_start_is_passed_over() -> None:
    found = parse_dotenv('\ufeffA=1\r\nB="x\r\ny"\r\nC=3\rD=4')
    assert [(one.name, one.value, one.line) for one in found] == [
        ("A", "1", 1),
        ("B", "x\ny", 2),
        ("C", "3", 4),
        ("D", "4", 5),
    ]


def test_a_variable_does_not_show_its_value() -> None:
    assert "sk-one" not in repr(parse_dotenv(FILE))


@given(st.text(st.sampled_from("AB=\"'`\\\n\r# export$"), max_size=200))
def test_garbage_is_passed_over(text: str) -> None:
    for variable in parse_dotenv(text):
        assert variable.name


@pytest.mark.parametrize("open_quote", ["'", '"', "`"])
def test_a_large_file_of_open_quotes_is_read_in_time(open_quote: str) -> None:
    assert len(parse_dotenv(f"A={open_quote}x\\\n" * 5_000)) >= 1
