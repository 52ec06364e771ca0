"""Whatever a chat went through, the request that is built of it is one that the API takes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.chats import Assignment
from studio.core.messages import Dialect, Outcome, ToolResult
from tests.wire.histories import assignments
from tests.wire.recorded import STORY, recording
from tests.wire.replies import exchange, read
from tests.wire.validators import check

_DIALECTS = st.sampled_from(list(Dialect))


@pytest.mark.slow
@settings(max_examples=400)
@given(_DIALECTS, assignments(), st.booleans(), st.none() | st.just("Answer now."))
def test_any_history_makes_a_valid_request(
    dialect: Dialect, assignment: Assignment, offer_tools: bool, instruction: str | None
) -> None:
    made = exchange(dialect, assignment=assignment)
    request = made.request(offer_tools=offer_tools, final_instruction=instruction)
    check(dialect, request.body)


@pytest.mark.slow
@settings(max_examples=100)
@given(_DIALECTS, assignments(), st.sampled_from(sorted(STORY)), st.integers(0, 2))
def test_a_round_and_some_of_its_results_make_a_valid_request(
    dialect: Dialect, assignment: Assignment, scene: str, answered: int
) -> None:
    made = exchange(dialect, assignment=assignment)
    reading = read(made.begin_round(""), [recording(dialect, scene)])
    if reading.completed is None:
        return
    made.record_round()
    for call in reading.completed.calls[:answered]:
        made.record_result(ToolResult(call.id, "", Outcome.FAILED, 0))
    check(dialect, made.request(offer_tools=True, final_instruction=None).body)


@pytest.mark.slow
@given(_DIALECTS, assignments())
def test_the_same_history_gives_the_same_request_every_time(
    dialect: Dialect, assignment: Assignment
) -> None:
    first, second = (
        exchange(dialect, assignment=assignment).request(offer_tools=True, final_instruction=None)
        for _ in range(2)
    )
    assert json.dumps(first.body) == json.dumps(second.body)
