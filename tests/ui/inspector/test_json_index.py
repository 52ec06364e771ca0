"""Every value of a JSON document is found where it stands, however it is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.ui.inspector.json_index import GROUP, JsonIndex, Kind
from studio.ui.json_paths import as_code, pointer

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


def read(data: bytes, steps: int = 1_000) -> JsonIndex:
    index = JsonIndex(data)
    while not index.is_complete:
        index.read(steps)
    return index


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@given(VALUES, st.integers(1, 5), st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_every_value_has_its_place_and_its_path(
    value: Any, steps: int, is_ascii: bool, indent: int | str | None
) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii, indent=indent)
    index = read(text.encode("utf-8", "surrogatepass"), steps)
    assert index.fault is None
    assert not index.is_cut
    for node in range(len(index)):
        path = index.path(node)
        assert index.find(path) == node
        assert json.loads(index.raw(node).decode("utf-8", "surrogatepass")) == at(value, path)
        if index.kind(node) is Kind.STRING:
            assert index.text(node) == at(value, path)


@given(VALUES)
def test_what_is_cut_off_shows_all_that_came(value: Any) -> None:
    whole = json.dumps([value, "end"]).encode()
    for end in range(1, len(whole) - 1, max(1, len(whole) // 20)):
        index = read(whole[:end])
        assert index.is_cut
        assert index.fault is None
        assert index.kind(0) is Kind.ARRAY


@pytest.mark.parametrize(
    ("data", "fault"),
    [(b'{"a" 1}', 5), (b"[1,]", 3), (b"[1 2]", 3), (b"[nul]", 1), (b"{a}", 1), (b"1 2", 2)],
)
def test_what_is_no_json_says_from_which_byte_on(data: bytes, fault: int) -> None:
    assert read(data).fault == fault


def test_children_of_long_branches_are_found_by_their_place() -> None:
    count = 3 * GROUP + 7
    index = read(json.dumps({"all": [[each] for each in range(count)]}).encode())
    whole = index.find(("all",))
    assert whole is not None
    assert index.count(whole) == count
    for place in (0, 1, GROUP - 1, GROUP, 2 * GROUP + 3, count - 1):
        child = index.child(whole, place)
        assert index.raw(child) == f"[{place}]".encode()
        assert index.place(child) == place


def test_a_byte_leads_to_the_value_that_holds_it() -> None:
    data = b'{"a": [1, "two"], "b": 3}'
    index = read(data)
    assert index.path(index.node_at(data.index(b"two")) or 0) == ("a", 1)
    assert index.path(index.node_at(data.index(b"]")) or 0) == ("a",)
    assert index.path(index.node_at(data.index(b"3")) or 0) == ("b",)


def test_bytes_that_are_no_text_are_shown_and_names_that_stand_twice_are_kept() -> None:
    index = read(b'{"a": "\xff\xfe ok", "a": 1.50}')
    assert index.text(1) == "\\xff\\xfe ok"
    assert index.count(0) == 2
    assert index.text(2) == "1.50"
    assert index.find(("a",)) == 2


def test_the_beginning_of_a_long_text_ends_with_a_whole_letter() -> None:
    index = read(json.dumps("aé" * 100, ensure_ascii=False).encode())
    for most in range(1, 12):
        assert "\\x" not in index.text(0, most)
    escaped = read(json.dumps("é\n" * 100).encode())
    for most in range(1, 30):
        assert "\\" not in escaped.text(0, most)


@given(st.text(), st.booleans(), st.integers(14, 40))
def test_a_long_text_is_read_in_pieces_that_make_it_whole(
    text: str, is_ascii: bool, most: int
) -> None:
    index = read(json.dumps(text, ensure_ascii=is_ascii).encode())
    pieces, at = [], 1
    while True:
        piece, following = index.piece(0, at, most)
        pieces.append(piece)
        if following is None:
            break
        assert following > at
        at = following
    joined = "".join(pieces)
    # Two halves of a letter may come in two pieces.
    assert joined.encode("utf-16", "surrogatepass").decode("utf-16") == text


def test_paths_are_written_as_pointer_and_as_code() -> None:
    path = ("a/b", 0, "c~d", 'e"f')
    assert pointer(path) == '/a~1b/0/c~0d/e"f'
    assert as_code(path) == '["a/b"][0]["c~d"]["e\\"f"]'
    assert pointer(()) == ""
