"""A fork takes over rounds without sharing an ID with the turn it came from."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from studio.core.chats import Turn
from studio.core.messages import (
    Dialect,
    Outcome,
    Round,
    Stop,
    Text,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.harness.forking import forked_before_result
from tests.fakes import ORIGIN, call, ids

CALLS = (call("use-a"), call("use-b"))


def used(outcome: Outcome, number: int) -> ToolUse:
    result = ToolResult(CALLS[number].id, "it", outcome, 2)
    return ToolUse(CALLS[number], ToolState.ENDED, result, 5.0, 6.0)


STATE = VendorState(
    Dialect.OPENAI_CHAT, "fake", "m", json.dumps({"calls": ["use-a", "use-b"], "x": 1})
)
FIRST = Round(
    "round-1",
    ORIGIN,
    2.0,
    (Text("Let me look."), used(Outcome.DONE, 0), used(Outcome.FAILED, 1)),
    Stop.TOOL_CALLS,
    vendor_state=STATE,
)
LAST = Round("round-2", ORIGIN, 7.0, (Text("It failed."),), Stop.END)
TURN = Turn(
    "turn",
    "chat",
    "parent",
    1.0,
    (Text("Look."),),
    (FIRST, LAST),
    TurnState.COMPLETED,
    ended_at=9.0,
)


def fork() -> Turn:
    made = forked_before_result(TURN, "use-b", lambda: 20.0, ids("new"))
    assert made is not None
    return made[0]


def test_it_takes_over_the_rounds_up_to_the_call_and_runs() -> None:
    assert fork().state is TurnState.RUNNING
    assert (fork().prompt, fork().parent_id, fork().chat_id) == (TURN.prompt, "parent", "chat")
    assert fork().forked_from == ("turn", "round-1")
    assert fork().created_at == 20.0
    assert [round_.text for round_ in fork().rounds] == ["Let me look."]


def test_the_call_alone_has_lost_its_result() -> None:
    kept, again = fork().tool_uses
    assert kept.result is not None
    assert kept.result.content == "it"
    assert again == ToolUse(again.call, ToolState.READY)


def test_no_id_is_shared_and_the_providers_own_stay() -> None:
    text = repr(replace(fork(), forked_from=None, parent_id=None, chat_id=""))
    assert not any(one in text for one in ("'use-a'", "'use-b'", "'round-1'", "'turn'"))
    assert [use.call.provider_call_id for use in fork().tool_uses] == [
        "provider-use-a",
        "provider-use-b",
    ]


def test_results_and_the_providers_record_follow_the_new_ids() -> None:
    made = fork()
    kept, again = made.tool_uses
    assert kept.result is not None
    assert kept.result.tool_use_id == kept.call.id
    state = made.rounds[0].vendor_state
    assert state is not None
    assert json.loads(state.blob) == {"calls": [kept.call.id, again.call.id], "x": 1}


@pytest.mark.parametrize("tool_use_id", ["nobody", "", "round-1"])
def test_there_is_no_fork_for_a_call_that_was_never_made(tool_use_id: str) -> None:
    assert forked_before_result(TURN, tool_use_id, lambda: 20.0, ids()) is None
