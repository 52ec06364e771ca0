import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.json_difference import (
    Change,
    ChangeKind,
    JsonPath,
    common_prefix,
    difference,
    path_at,
)

ADDED, REMOVED, CHANGED = ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.CHANGED
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", 'ü "\\', "b"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["a", "b", "role", 'k"\\ü']), inner, max_size=4)
    ),
    max_leaves=20,
)


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


CHAT = [said("user" if number % 2 else "assistant", f"text {number}") for number in range(8)]


def at(value: Any, path: JsonPath) -> Any:
    for step in path:
        value = value[step]
    return value


def test_what_a_round_adds_to_the_one_before_is_all_that_differs() -> None:
    before = {"model": "m", "messages": CHAT[:6], "tools": [{"name": "a"}]}
    after = {**before, "messages": CHAT}
    assert difference(before, after) == (
        Change(ADDED, None, ("messages", 6)),
        Change(ADDED, None, ("messages", 7)),
    )
    assert difference(before, copy.deepcopy(before)) == ()


def test_a_message_put_in_changes_nothing_that_follows() -> None:
    new = said("user", "new")
    for place in range(len(CHAT) + 1):
        after = [*CHAT[:place], new, *CHAT[place:]]
        assert difference(CHAT, after) == (Change(ADDED, None, (place,)),)
        assert difference(after, CHAT) == (Change(REMOVED, (place,), None),)


def test_a_change_behind_something_new_is_found_at_both_its_places() -> None:
    after = copy.deepcopy(CHAT)
    after[5]["content"] = "other words"
    after.insert(1, said("user", "new"))
    assert difference(CHAT, after) == (
        Change(ADDED, None, (1,)),
        Change(CHANGED, (5, "content"), (6, "content")),
    )


def test_a_shortened_result_is_paired_with_itself_and_not_with_its_neighbour() -> None:
    results = [{"type": "tool_result", "tool_use_id": f"u{n}", "content": "same"} for n in "123"]
    after = copy.deepcopy(results[1:])
    after[0]["content"] = "short"
    assert difference(results, after) == (
        Change(REMOVED, (0,), None),
        Change(CHANGED, (1, "content"), (0, "content")),
    )


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (1, True, (Change(CHANGED, (), ()),)),
        (1, 1.0, (Change(CHANGED, (), ()),)),
        (None, [], (Change(CHANGED, (), ()),)),
        ({"a": 1}, {"a": 1, "b": {"c": 2}}, (Change(ADDED, None, ("b",)),)),
        ({"a": 1}, {}, (Change(REMOVED, ("a",), None),)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ()),
        ([1, 1, 1], [1, 1], (Change(REMOVED, (2,), None),)),
        ([1, 2], [2, 1], (Change(REMOVED, (0,), None), Change(ADDED, None, (1,)))),
    ],
)
def test_small_differences(before: Any, after: Any, changes: tuple[Change, ...]) -> None:
    assert difference(before, after) == changes


@given(VALUES, VALUES)
def test_every_change_names_what_really_differs_and_nothing_else_does(
    before: Any, after: Any
) -> None:
    changes = difference(before, after)
    assert bool(changes) is not _equal(before, after)
    for change in changes:
        assert (change.kind is ADDED) is (change.before is None)
        assert (change.kind is REMOVED) is (change.after is None)
        if change.before is not None and change.after is not None:
            assert not _equal(at(before, change.before), at(after, change.after))
        elif change.before is not None:
            at(before, change.before)
        elif change.after is not None:
            at(after, change.after)
    assert len({change.after for change in changes if change.after is not None}) == len(
        [change for change in changes if change.after is not None]
    )


@given(VALUES, VALUES)
def test_taking_the_changed_places_out_of_both_leaves_the_same(before: Any, after: Any) -> None:
    changes = difference(before, after)
    left = _without(before, [change.before for change in changes if change.before is not None])
    right = _without(after, [change.after for change in changes if change.after is not None])
    assert json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


_HOLE = {"gone": True}


def _without(value: Any, paths: list[JsonPath]) -> Any:
    def inner(value: Any, here: JsonPath) -> Any:
        if isinstance(value, dict):
            return {
                key: inner(item, (*here, key))
                for key, item in value.items()
                if (*here, key) not in taken
            }
        if isinstance(value, list):
            return [
                inner(item, (*here, place))
                for place, item in enumerate(value)
                if (*here, place) not in taken
            ]
        return value

    taken = set(paths)
    return _HOLE if () in taken else inner(value, ())


def _equal(a: Any, b: Any) -> bool:
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_the_first_byte_that_differs(same: bytes, a: bytes, b: bytes) -> None:
    one, two = same * 3_000 + a, same * 3_000 + b
    at_ = common_prefix(one, two)
    assert one[:at_] == two[:at_]
    assert at_ == min(len(one), len(two)) or one[at_] != two[at_]


BODY = b'{"m": "x\\"y", "list": [1, {"k": [ ]}, "z"] , "n":null}'


@pytest.mark.parametrize(
    ("text", "shift", "path"),
    [
        (b"{", 0, ()),
        (b'"m"', 1, ("m",)),
        (b": ", 0, ("m",)),
        (b'"x', 4, ("m",)),
        (b', "list"', 0, ()),
        (b"[1", 0, ("list",)),
        (b"[1", 1, ("list", 0)),
        (b', {"k"', 0, ("list",)),
        (b'{"k"', 0, ("list", 1)),
        (b'"k"', 2, ("list", 1, "k")),
        (b"[ ]", 2, ("list", 1, "k")),
        (b'"z"', 1, ("list", 2)),
        (b"]", 0, ("list", 1, "k")),
        (b"null", 3, ("n",)),
    ],
)
def test_a_byte_lies_in_the_innermost_value(text: bytes, shift: int, path: JsonPath) -> None:
    assert path_at(BODY, BODY.index(text) + shift) == path


@given(VALUES)
def test_every_string_and_number_of_a_document_is_found_by_its_bytes(value: Any) -> None:
    """Each leaf is another number, so that its bytes tell its path."""
    numbers: dict[int, JsonPath] = {}
    numbered = _numbered(value, (), numbers)
    for indent in (None, 2):
        body = json.dumps(numbered, indent=indent, ensure_ascii=False).encode()
        for number, path in numbers.items():
            assert path_at(body, body.index(str(number).encode())) == path


def _numbered(value: Any, path: JsonPath, numbers: dict[int, JsonPath]) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(item, (*path, key), numbers) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbered(item, (*path, at_), numbers) for at_, item in enumerate(value)]
    number = 100_000 + len(numbers)
    numbers[number] = path
    return number


@pytest.mark.parametrize(
    "body", [b"", b'{"a": "never ends', b'{"a": "half \\', b"}}]]", b"data: x"]
)
def test_what_is_no_document_has_a_path_all_the_same(body: bytes) -> None:
    for offset in range(len(body) + 2):
        assert isinstance(path_at(body, offset), tuple)
    assert path_at(b'{"a": "never ends', 12) == ("a",)


def test_deep_documents_are_compared_without_an_error() -> None:
    one, two = json.loads("[" * 900 + "1" + "]" * 900), json.loads("[" * 900 + "2" + "]" * 900)
    (change,) = difference(one, two)
    assert change.kind is CHANGED
    assert difference(one, copy.copy(one)) == ()


@pytest.mark.slow
def test_five_megabytes_are_compared_and_their_parting_is_found() -> None:
    messages = [said("user", f"{number} " + "word " * 40) for number in range(20_000)]
    after = [*messages[:5_000], said("user", "new"), *messages[5_000:], said("assistant", "more")]
    after[7_000] = said("user", "changed")
    before, later = {"messages": messages}, {"messages": after}
    assert len(json.dumps(before)) > 4_500_000
    changes = difference(before, later)
    assert [change.after for change in changes] == [
        ("messages", 5_000),
        ("messages", 7_000, "content"),
        ("messages", 20_001),
    ]
    a, b = json.dumps(before).encode(), json.dumps(later).encode()
    assert path_at(b, common_prefix(a, b))[:2] == ("messages", 5_000)


def test_equal_documents_too_deep_to_descend_into_have_no_change() -> None:
    one, same = (json.loads("[" * 900 + "1" + "]" * 900) for _ in range(2))
    assert difference(one, same) == ()
