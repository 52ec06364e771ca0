"""Finding text in text: any case, any way to write an accent, and places as Qt counts them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.finding import Pattern, Query, folded, length, letters


def find(needle: str, text: str, *, case: bool = False, whole: bool = False) -> list[str]:
    """What was found, cut out of the text by the places."""
    wide = text.encode("utf-16-le", "surrogatepass")
    hits = Pattern(Query(needle, case, whole)).find(text)
    assert Pattern(Query(needle, case, whole)).count(text) == len(hits)
    return [wide[2 * at : 2 * end].decode("utf-16-le", "surrogatepass") for at, end in hits]


def test_case_does_not_matter_unless_it_is_asked_for() -> None:
    assert find("pelican", "Pelican PELICAN pelican") == ["Pelican", "PELICAN", "pelican"]
    assert find("Pelican", "Pelican PELICAN pelican", case=True) == ["Pelican"]
    assert find("ÜBER", "über Über") == ["über", "Über"]
    assert find("strasse", "Straße STRASSE") == ["Straße", "STRASSE"]
    assert find("σοφος", "ΣΟΦΟΣ σοφος") == ["ΣΟΦΟΣ", "σοφος"]


def test_an_accent_is_found_however_it_is_written() -> None:
    apart = unicodedata.normalize("NFD", "Café")
    assert find("café", f"Café und {apart}") == ["Café", apart]
    assert find(unicodedata.normalize("NFD", "café"), "Café") == ["Café"]
    assert find("한국", unicodedata.normalize("NFD", "한국")) == [
        unicodedata.normalize("NFD", "한국")
    ]


def test_half_a_letter_is_no_hit() -> None:
    assert find("cafe", "Café") == []
    assert find("s", "ß") == []


def test_places_count_as_qt_counts_them() -> None:
    assert Pattern(Query("b")).find("😀a\n😀b") == [(6, 7)]
    assert find("😀", "a😀b😀") == ["😀", "😀"]


def test_whole_words_stand_alone() -> None:
    assert find("cat", "cat concat cats cat_ (cat)", whole=True) == ["cat", "cat"]
    assert find("über", "über überall", whole=True) == ["über"]
    assert find("->", "a->b", whole=True) == ["->"]


def test_what_overlaps_counts_once() -> None:
    assert find("aa", "aaaa") == ["aa", "aa"]


def test_an_empty_query_finds_nothing() -> None:
    assert find("", "anything") == []
    assert Pattern(Query("")).is_empty


@pytest.mark.parametrize(
    ("needle", "source"),
    [
        ("bold word", "**bo**ld *word*"),
        ("test", "[te](http://example.com)st"),
        ("a < b", "a &lt; b"),
        ("->", "a -> b"),
    ],
)
def test_the_quick_look_never_misses_what_markdown_shows(needle: str, source: str) -> None:
    assert Pattern(Query(needle)).may_be_in(source, letters(source))


def test_the_quick_look_drops_what_is_not_there() -> None:
    source = "Nothing of the *kind*."
    assert not Pattern(Query("pelican")).may_be_in(source, letters(source))
    assert not Pattern(Query("->")).may_be_in(source, letters(source))


@given(st.text(max_size=30), st.text(min_size=1, max_size=3), st.text(max_size=30))
def test_what_stands_in_a_text_is_found_in_it(before: str, needle: str, after: str) -> None:
    needle = needle.replace("\n", " ")
    text = f"{before} {needle} {after}"
    hits = Pattern(Query(needle)).find(text)
    assert all(0 <= at < end <= length(text) for at, end in hits)
    if not unicodedata.combining(needle[0]):
        assert any(folded(needle) in folded(each) for each in find(needle, text))


@given(
    st.text("aeéüß😀한 \u0301\n", max_size=30),
    st.sampled_from(["a", "e", "é", "ss", "😀", "한", "e "]),
)
def test_the_quick_ways_find_what_the_slow_one_does(text: str, needle: str) -> None:
    pattern = Pattern(Query(needle))
    # A line with a mark on its own is read letter by letter, whatever stands beside it.
    slow = Pattern(Query(needle)).find(f"{text}\ne\u0301\u0301")
    end = length(text)
    assert pattern.find(text) == [hit for hit in slow if hit[1] <= end]
    assert pattern.count(text) == len(pattern.find(text))
