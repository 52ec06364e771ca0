"""What the model is told: short enough, and with what it needs to do better."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studio.core.messages import Limit, Stop
from studio.harness import texts


@given(st.text(max_size=400), st.integers(200, 400))
def test_a_result_is_never_longer_than_allowed_and_short_ones_are_left_alone(
    text: str, most: int
) -> None:
    shown = texts.shortened(text, most)
    assert len(shown) <= most
    assert (shown == text) == (len(text) <= most)


def test_head_and_tail_stay_and_the_notice_says_how_much_there_was() -> None:
    shown = texts.shortened("<" + "x" * 10_000 + ">", 1_000)
    assert shown.startswith("<xxx")
    assert shown.endswith("xxx>")
    assert "10,002 characters" in shown


def test_many_short_lines_are_shortened_the_same_each_time() -> None:
    text = "line\n" * 200_000
    assert texts.shortened(text, 100_000) == texts.shortened(text, 100_000)


def test_each_limit_and_each_veto_has_its_own_words() -> None:
    assert len({texts.not_run(limit) for limit in Limit}) == len(Limit)
    assert len({texts.vetoed(stop) for stop in Stop if stop.vetoes_calls}) == 5


def test_a_denial_tells_the_users_reason_if_there_is_one() -> None:
    assert "wrong folder" in texts.denied("wrong folder")
    assert texts.denied("") == texts.DENIED
