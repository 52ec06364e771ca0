from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core.chats import ChatSettings, Turn
from studio.core.questions import Question
from studio.store.turn_json import (
    TURN_VERSION,
    read_settings,
    read_turn,
    write_settings,
    write_turn,
)

st.register_type_strategy(
    Question,
    st.builds(Question, schema=st.dictionaries(st.text(), st.integers() | st.text())),
)
ROUND_TRIPS = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@ROUND_TRIPS
@given(st.from_type(Turn))
def test_any_turn_comes_back_the_same(turn: Turn) -> None:
    # By its text, since no-number is not equal to itself.
    assert repr(read_turn(TURN_VERSION, write_turn(turn))) == repr(turn)


@ROUND_TRIPS
@given(st.builds(ChatSettings, temperature=st.none() | st.floats(0, 2)))
def test_any_settings_of_a_chat_come_back_the_same(chosen: ChatSettings) -> None:
    assert read_settings(write_settings(chosen)) == chosen
