"""The Fenwick tree agrees with a plain list of heights."""

from hypothesis import given
from hypothesis import strategies as st

from studio.ui.chat.heights import Heights

ROWS = st.lists(st.integers(0, 500), max_size=70)


@given(ROWS, st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 500)), max_size=20))
def test_changed_rows_count_as_in_a_plain_list(
    rows: list[int], changes: list[tuple[int, int]]
) -> None:
    heights = Heights(rows)
    for place, height in changes if rows else ():
        rows[place % len(rows)] = height
        heights.set(place % len(rows), height)
    assert heights.total == sum(rows)
    assert [heights.before(at) for at in range(len(rows) + 1)] == [
        sum(rows[:at]) for at in range(len(rows) + 1)
    ]


@given(ROWS, st.integers(0, 80), ROWS)
def test_a_shortened_column_grows_again(rows: list[int], length: int, more: list[int]) -> None:
    heights = Heights(rows)
    heights.truncate(min(length, len(rows)))
    for height in more:
        heights.append(height)
    left = rows[: min(length, len(rows))] + more
    assert [heights[at] for at in range(len(heights))] == left
    assert [heights.before(at) for at in range(len(left) + 1)] == [
        sum(left[:at]) for at in range(len(left) + 1)
    ]


@given(st.lists(st.integers(1, 500), min_size=1, max_size=70), st.integers(-10, 40_000))
def test_a_place_is_found_in_the_row_that_covers_it(rows: list[int], place: int) -> None:
    heights = Heights(rows)
    row = heights.find(place)
    inside = min(max(place, 0), sum(rows) - 1)
    assert heights.before(row) <= inside < heights.before(row + 1)
