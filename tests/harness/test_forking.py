"""A fork takes over what came before a call, under IDs of its own."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.chats import Turn
from studio.core.messages import (
    Outcome,
    Part,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.core.transcript import TurnFold, replay
from studio.harness.forking import forked_before_result
from tests.fakes import ORIGIN, ids


def use(name: str) -> ToolUse:
    call = ToolCall(name, "look", "{}", f"provider-{name}")
    return ToolUse(call, ToolState.ENDED, ToolResult(name, "done", Outcome.DONE, 4), 5.0, 6.0)


def round_with(number: int, *uses: ToolUse) -> Round:
    blob = json.dumps({"calls": [one.call.id for one in uses], "content": ["signed"]})
    state = VendorState(ORIGIN.dialect, ORIGIN.profile_id, ORIGIN.model, blob)
    parts: tuple[Part, ...] = (Reasoning("Hm.", 1.0), Text(f"Round {number}"), *uses)
    return Round(
        f"r{number}", ORIGIN, 1.0, parts, Stop.TOOL_CALLS, "x", ended_at=2.0, vendor_state=state
    )


def turn_of(*rounds: Round) -> Turn:
    return Turn("t1", "c1", "t0", 1.0, (Text("Go"),), rounds, TurnState.COMPLETED, ended_at=9.0)


TURN = turn_of(
    round_with(1, use("own-1"), use("own-2")),
    round_with(2, use("own-3"), use("own-4"), use("own-5")),
    round_with(3),
)


def forked(tool_use_id: str, turn: Turn = TURN) -> tuple[Turn, ToolCall]:
    numbers = count(100)
    found = forked_before_result(turn, tool_use_id, lambda: 50.0, lambda: f"new-{next(numbers)}")
    assert found is not None
    return found


def test_a_fork_ends_with_the_round_of_the_call_and_is_a_sibling() -> None:
    fork, call = forked("own-4")
    assert [round_.text for round_ in fork.rounds] == ["Round 1", "Round 2"]
    assert (fork.parent_id, fork.chat_id, fork.created_at) == ("t0", "c1", 50.0)
    assert fork.forked_from == ("t1", "r2")
    assert fork.state is TurnState.RUNNING
    assert fork.ended_at is None
    assert fork.prompt == TURN.prompt
    assert call.provider_call_id == "provider-own-4"


def test_only_the_call_itself_is_open_again() -> None:
    fork, call = forked("own-4")
    open_uses = [one for one in fork.tool_uses if one.state is not ToolState.ENDED]
    assert open_uses == [ToolUse(call, ToolState.READY)]
    for one in fork.tool_uses:
        if one.call.id != call.id:
            assert one.result is not None
            assert (one.result.content, one.result.tool_use_id) == ("done", one.call.id)


def test_the_providers_record_tells_of_the_same_calls_by_their_new_names() -> None:
    fork, _ = forked("own-4")
    for old, new in zip(TURN.rounds, fork.rounds, strict=False):
        assert old.vendor_state is not None
        assert new.vendor_state is not None
        record = json.loads(new.vendor_state.blob)
        assert record["calls"] == [one.call.id for one in new.tool_uses]
        assert record["content"] == ["signed"]


def test_an_id_that_is_the_beginning_of_another_is_not_taken_for_it() -> None:
    turn = turn_of(round_with(1, *(use(f"own-{number}") for number in range(1, 13))))
    fork, _ = forked("own-1", turn)
    state = fork.rounds[0].vendor_state
    assert state is not None
    assert json.loads(state.blob)["calls"] == [one.call.id for one in fork.tool_uses]


@pytest.mark.parametrize("tool_use_id", ["own-9", "", "r1"])
def test_there_is_no_fork_for_a_call_that_was_never_made(tool_use_id: str) -> None:
    assert forked_before_result(TURN, tool_use_id, lambda: 50.0, ids()) is None


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.data())
def test_nothing_in_a_fork_has_an_id_of_the_old_turn(sizes: list[int], data: st.DataObject) -> None:
    numbers = count(1)
    turn = turn_of(
        *(
            round_with(number, *(use(f"own-{next(numbers)}") for _ in range(size)))
            for number, size in enumerate(sizes)
        )
    )
    if not turn.tool_uses:
        return
    wanted = data.draw(st.sampled_from([one.call.id for one in turn.tool_uses]))
    fork, call = forked(wanted, turn)
    assert not _ids(fork) & _ids(turn)
    assert call.id in {one.call.id for one in fork.rounds[-1].tool_uses}
    assert [one.call.name for one in fork.tool_uses] == [
        one.call.name for one in turn.tool_uses[: len(fork.tool_uses)]
    ]


def test_a_fork_is_told_like_any_turn() -> None:
    fork, _ = forked("own-4")
    skeleton = Turn(fork.id, "c1", "t0", 0.0, (), forked_from=fork.forked_from)
    folding = TurnFold(skeleton)
    for event in replay(fork):
        folding.apply(event)
    assert folding.turn() == fork


def _ids(turn: Turn) -> set[str]:
    return {turn.id, *(one.id for one in turn.rounds), *(one.call.id for one in turn.tool_uses)}
