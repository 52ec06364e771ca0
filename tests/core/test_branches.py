"""The tree of turns: where paths part, which was seen last, and what a deletion leaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.branches import Branch, Tree


def tree(*pairs: str) -> Tree:
    """From words like "b<a" (b follows a) and "a<" (the first)."""
    made = Tree()
    for pair in pairs:
        turn_id, parent_id = pair.split("<")
        made.add(turn_id, parent_id or None)
    return made


def test_versions_are_the_turns_that_follow_the_same_one_in_the_order_of_time() -> None:
    made = tree("a<", "b<a", "c<b", "d<a", "e<a", "f<")
    assert made.versions("d") == ("b", "d", "e")
    assert made.versions("c") == ("c",)
    assert made.versions("a") == ("a", "f")
    assert made.versions("nobody") == ()


def test_a_path_goes_from_the_first_turn_to_its_head() -> None:
    made = tree("a<", "b<a", "c<b", "d<a")
    assert made.path("c") == ("a", "b", "c")
    assert made.path("d") == ("a", "d")
    assert made.path(None) == made.path("nobody") == ()


def test_below_a_version_the_end_seen_last_comes_back() -> None:
    made = tree("a<", "b<a", "c<b", "d<b", "e<a")
    assert made.leaf("b") == "d"
    made.see("c")
    made.see("e")
    assert made.leaf("b") == "c"
    assert made.leaf("a") == made.leaf(None) == "e"


def test_a_version_never_seen_is_shown_to_its_newest_end() -> None:
    made = Tree([Branch("a", None), Branch("b", "a"), Branch("c", "b"), Branch("d", "b")])
    assert made.leaf("a") == "d"


def test_an_end_in_the_middle_of_a_path_is_left_for_the_leaf_below_it() -> None:
    made = tree("a<", "b<a", "c<b")
    made.see("b")
    assert made.leaf("b") == "c"
    assert made.has_children("b")
    assert not made.has_children("c")


def test_what_followed_a_deleted_turn_stands_where_that_one_stood() -> None:
    made = tree("a<", "b<a", "c<b", "d<c", "e<a")
    made.mark_deleted("b", True)
    made.mark_deleted("c", True)
    assert made.path("d") == ("a", "d")
    assert made.versions("d") == ("d", "e")
    assert "b" not in made
    assert made.versions("b") == ()
    assert made.path("c") == ("a",)
    assert made.deleted == ("b", "c")
    made.mark_deleted("c", False)
    made.mark_deleted("b", False)
    assert made.path("d") == ("a", "b", "c", "d")


def test_the_deleted_first_turn_leaves_its_followers_as_first_ones() -> None:
    made = tree("a<", "b<a", "c<a")
    made.mark_deleted("a", True)
    assert made.versions("b") == ("b", "c")
    assert made.path("c") == ("c",)


def test_a_head_that_is_gone_gives_way_to_the_path_seen_last() -> None:
    made = tree("a<", "b<a", "c<a")
    made.see("b")
    assert made.shown("nobody") == made.shown(None) == "b"
    made.mark_deleted("c", True)
    assert made.shown("c") == "a"
    for turn_id in "ab":
        made.mark_deleted(turn_id, True)
    assert made.shown("b") is None


@pytest.mark.parametrize("parents", [("b", "a"), ("a", "b"), ("gone", "gone")])
def test_damage_makes_no_ring(parents: tuple[str, str]) -> None:
    made = Tree([Branch("a", parents[0]), Branch("b", parents[1])])
    assert made.path("b")[-1] == "b"
    assert made.leaf(None) in ("a", "b")


rows = st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.integers(0, 3)), max_size=25)


@given(rows)
def test_whatever_is_deleted_paths_and_versions_hold_together(
    rows: list[tuple[int, bool, int]],
) -> None:
    branches = [
        Branch(f"t{number}", f"t{parent % number}" if number and parent else None, gone, seen)
        for number, (parent, gone, seen) in enumerate(rows)
    ]
    made = Tree(branches)
    raw = {branch.id: branch.parent_id for branch in branches}
    for turn_id in made.ids:
        ancestors = [turn_id]
        while (parent_id := raw[ancestors[-1]]) is not None:
            ancestors.append(parent_id)
        assert made.path(turn_id) == tuple(one for one in reversed(ancestors) if one in made)
        assert turn_id in made.versions(turn_id)
        leaf = made.leaf(turn_id)
        assert leaf is not None
        assert turn_id in made.path(leaf)
        assert not made.has_children(leaf)
    before = {turn_id: made.path(turn_id) for turn_id in made.ids}
    leaves = {turn_id: made.leaf(turn_id) for turn_id in made.ids}
    made.erase_deleted()
    assert made.deleted == ()
    assert {turn_id: made.path(turn_id) for turn_id in made.ids} == before
    assert {turn_id: made.leaf(turn_id) for turn_id in made.ids} == leaves
