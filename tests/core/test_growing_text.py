import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from studio.core.growing_text import GrowingText


@given(st.text(max_size=3), st.lists(st.lists(st.text(max_size=3), max_size=1_500), max_size=3))
def test_a_text_in_any_pieces_is_whole_whenever_it_is_asked_for(
    first: str, bursts: list[list[str]]
) -> None:
    growing, told = GrowingText(first), first
    assert bool(growing) is bool(first)
    for burst in bursts:
        for piece in burst:
            growing.add(piece)
        told += "".join(burst)
        assert growing.whole() == told
    assert bool(growing) or not told


def test_small_pieces_do_not_take_many_times_their_letters() -> None:
    growing = GrowingText()
    tracemalloc.start()
    try:
        for number in range(50_000):
            growing.add(f"{number:05}")
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 2 * len(growing.whole())


def test_only_the_same_text_is_held_in_place_of_a_copy_and_it_grows_on() -> None:
    growing, held = GrowingText("one "), "".join(["one ", "two"])
    growing.add("two")
    growing.share("something else")
    assert growing.whole() == "one two"
    growing.share(held)
    assert growing.whole() is held
    growing.add(" three")
    assert growing.whole() == "one two three"
    assert held == "one two"
