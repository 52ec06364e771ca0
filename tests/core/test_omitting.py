from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.core.chats import Assignment, Turn
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Outcome,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    VendorState,
)
from studio.core.omissions import Omission, Omitted
from studio.core.omitting import in_effect, without
from studio.core.profiles import ProviderProfile
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Target
from studio.wire.history import violations
from tests.fakes import ids
from tests.wire.histories import assignments

ORIGIN = Origin("p", "P", Dialect.ANTHROPIC_MESSAGES, "m")
LONG = "word " * 200
USE = ToolUse(
    ToolCall("u1", "look", "{}"),
    ToolState.ENDED,
    ToolResult("u1", LONG, Outcome.DONE, 1_000, outside="Page"),
)
STATE = VendorState(Dialect.ANTHROPIC_MESSAGES, "p", "m", "{}")
ROUND = Round(
    "r1", ORIGIN, 1.0, (Reasoning("h"), Text(LONG), USE), Stop.TOOL_CALLS, vendor_state=STATE
)
FILE = Attachment("a.txt", "text/plain", 4, "d1")
TURN = Turn("t1", "c", None, 0.0, (FILE, Text(LONG)), (ROUND,))
OTHER = replace(TURN, id="t2", rounds=(replace(ROUND, id="r2", parts=(Text("b"),)),))


def sent(*subjects: str, how: Omitted = Omitted.DROP) -> tuple[Turn, ...]:
    return without((TURN, OTHER), tuple(Omission(each, how) for each in subjects))


def test_without_omissions_all_is_sent() -> None:
    assert sent() == (TURN, OTHER)
    assert sent("nothing/that/is/there") == (TURN, OTHER)


def test_turns_of_which_nothing_is_left_out_are_sent_as_they_are() -> None:
    touched, other = sent("u1/result")
    assert touched != TURN
    assert other is OTHER


def test_a_whole_turn_is_gone() -> None:
    assert sent("turn/t1") == (OTHER,)


def test_a_dropped_result_says_that_it_was_left_out_and_stays_an_answer() -> None:
    (use,) = sent("u1/result")[0].rounds[0].tool_uses
    assert use.result is not None
    assert use.result.told == "[left out by the user]"
    assert use.call == USE.call
    assert sent("u1/result")[0].rounds[0].vendor_state == STATE


def test_a_shortened_result_keeps_its_beginning_and_whose_it_is() -> None:
    result = sent("u1/result", how=Omitted.SHORTEN)[0].rounds[0].tool_uses[0].result
    assert result is not None
    assert result.content == LONG[:400] + "… [left out by the user]"
    assert result.outside == "Page"


def test_what_is_short_already_is_not_shortened() -> None:
    assert sent("r2/text", how=Omitted.SHORTEN)[1].rounds[0].text == "b"


def test_text_left_out_is_in_no_record_of_the_provider_either() -> None:
    round_ = sent("r1/text")[0].rounds[0]
    assert round_.vendor_state is None
    assert [type(part) for part in round_.parts] == [Text, ToolUse]
    assert round_.text == "[left out by the user]"


def test_a_file_goes_without_its_prompt_and_a_prompt_without_its_file() -> None:
    assert sent("t1/file/d1")[0].prompt == (Text(LONG),)
    assert sent("t1/prompt")[0].prompt == (FILE, Text("[left out by the user]"))
    assert sent("t1/prompt", "t1/file/d1")[0].prompt == (Text("[left out by the user]"),)


def _subjects(turns: tuple[Turn, ...]) -> list[str]:
    found = []
    for turn in turns:
        found += [f"turn/{turn.id}", f"{turn.id}/prompt"]
        for round_ in turn.rounds:
            found.append(f"{round_.id}/text")
            found += [f"{use.call.id}/result" for use in round_.tool_uses]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("dialect", list(Dialect))
def test_whatever_is_left_out_the_next_request_is_valid(dialect: Dialect) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(assignments(), st.data())
    def hold(assignment: Assignment, data: st.DataObject) -> None:
        subjects = _subjects(assignment.earlier)
        chosen = data.draw(st.lists(st.sampled_from(subjects), unique=True)) if subjects else []
        hows = st.sampled_from(list(Omitted))
        omissions = [Omission(subject, data.draw(hows)) for subject in chosen]
        left = replace(assignment, earlier=without(assignment.earlier, omissions))
        profile = ProviderProfile(id="here", name="Here", dialect=dialect)
        exchange = exchange_for(Target(profile, "model"), left, ids())
        body = exchange.request(offer_tools=True, final_instruction=None).body
        assert violations(dialect, body) == ()

    hold()


def test_only_what_names_a_part_of_the_path_is_in_effect() -> None:
    turn = Turn("t", "c", None, 1.0, (Text("Hi"),), (Round("r", ORIGIN, 1.0),))
    here = [Omission(each) for each in ("turn/t", "t/prompt", "t/file/abc", "r/text")]
    elsewhere = [Omission(each) for each in ("turn/u", "u/prompt", "s/text", "v/result")]
    assert in_effect((turn,), [*here, *elsewhere]) == tuple(here)
    assert in_effect((), here) == ()
