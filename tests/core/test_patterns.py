import pytest

from studio.core.patterns import MAX_PATTERN, is_compilable

ORDINARY = [
    "",
    "def (\\w+)",
    r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$",
    r"^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$",
    r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)"
    r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
    r"^([^<>()\[\]\\.,;:\s@\"]+(\.[^<>()\[\]\\.,;:\s@\"]+)*)@(([a-zA-Z\-0-9]+\.)+[a-z]{2,})$",
    r"^(a+)+$",
    "(?i)(ab)+(cd)+(ef)+(gh)+",
    "(?P<x>a)" * 100,
]
# Each of them takes some hundred megabytes at least.
COPIED = [
    "(?:" * 25 + "a" + ")+" * 25,
    "(" * 20 + "a" + "{1,99})" * 20,
    "(" * 4 + "a" + "{50,99})" * 4,
    "(" * 4 + "a" + ")" + "{50})" * 3 + "{ 50}",
    "(?:" * 25 + "a" + ")+?" * 25,
    "(?:" * 25 + "a" + ")++" * 25,
    "(?:" * 25 + "a" + ")(?#so)+" * 25,
    "(?x)" + "(?:" * 25 + "a" + ") +" * 25,
    "(?i-x:" + "(?:" * 25 + "a" + ") +" * 25,
]


@pytest.mark.parametrize("pattern", ORDINARY)
def test_an_ordinary_pattern_is_compiled(pattern: str) -> None:
    assert is_compilable(pattern)


@pytest.mark.parametrize("pattern", COPIED)
def test_a_pattern_that_copies_itself_without_end_is_not(pattern: str) -> None:
    assert not is_compilable(pattern)


def test_a_pattern_has_so_many_characters() -> None:
    assert is_compilable("a" * MAX_PATTERN)
    assert not is_compilable("a" * (MAX_PATTERN + 1))
