from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from studio.core.chats import Turn
from studio.core.comparison import Stretch, compared, text_difference
from studio.core.json_difference import ChangeKind
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    Usage,
)

NO_USAGE = Usage()
ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "m")


def use(name: str, said: str = "ok", **arguments: object) -> ToolUse:
    call = ToolCall(f"{name}-{arguments}", name, json.dumps(arguments))
    return ToolUse(call, ToolState.ENDED, ToolResult(call.id, said, Outcome.DONE, len(said)))


def round_(text: str, *uses: ToolUse, usage: Usage = NO_USAGE) -> Round:
    parts: tuple[Part, ...] = ((Text(text),) if text else ()) + uses
    return Round(f"r-{text}-{len(uses)}", ORIGIN, 0.0, parts, Stop.END, usage=usage)


def turn(*rounds: Round, seconds: float | None = 2.0) -> Turn:
    ended = None if seconds is None else 10.0 + seconds
    return Turn("t", "c", None, 10.0, (Text("?"),), rounds, ended_at=ended)


def names(first: ToolUse | None, second: ToolUse | None) -> tuple[str | None, str | None]:
    return first and first.call.name, second and second.call.name  # type: ignore[return-value]


def test_the_same_turn_is_the_same() -> None:
    one = turn(round_("", use("look", at=1)), round_("It is so."))
    assert compared(one, one).is_same


def test_a_round_put_in_before_others_moves_them_and_changes_nothing_of_them() -> None:
    first = turn(round_("", use("look", at=1)), round_("Done."))
    second = turn(round_("", use("find")), round_("", use("look", at=1)), round_("Done."))
    pairs = compared(first, second).rounds
    assert [(pair.first is None, pair.second is None) for pair in pairs] == [
        (True, False),
        (False, False),
        (False, False),
    ]
    assert pairs[1].calls[0].has_same_arguments
    assert not compared(first, second).is_same


def test_calls_are_aligned_by_tool_and_arguments_whatever_their_order() -> None:
    first = turn(round_("", use("a", x=1), use("b", x=1), use("c")))
    second = turn(round_("", use("b", x=1), use("a", x=2), use("c")))
    (pair,) = compared(first, second).rounds
    told = [names(each.first, each.second) for each in pair.calls]
    assert ("b", "b") in told
    assert ("c", "c") in told


def test_a_changed_argument_is_named_by_its_place() -> None:
    (pair,) = compared(
        turn(round_("", use("look", at=1, deep={"x": 1}))),
        turn(round_("", use("look", at=1, deep={"x": 2}))),
    ).rounds
    changes = pair.calls[0].changes
    assert changes is not None
    assert [(each.kind, each.after) for each in changes] == [(ChangeKind.CHANGED, ("deep", "x"))]


def test_what_was_edited_counts_as_what_ran() -> None:
    edited = replace(use("look", at=1), ran='{"at": 2}')
    (pair,) = compared(turn(round_("", use("look", at=2))), turn(round_("", edited))).rounds
    assert pair.calls[0].has_same_arguments


def test_arguments_that_are_no_json_are_not_compared_but_told_apart() -> None:
    broken = replace(use("look"), call=ToolCall("x", "look", '{"at": '))
    (pair,) = compared(turn(round_("", use("look"))), turn(round_("", broken))).rounds
    assert pair.calls[0].changes is None
    assert not pair.calls[0].has_same_arguments


def test_another_result_is_seen() -> None:
    (pair,) = compared(turn(round_("", use("a", "x"))), turn(round_("", use("a", "y")))).rounds
    assert pair.calls[0].is_same_result is False


def test_texts_are_told_apart_by_words() -> None:
    assert text_difference("It is two o'clock.", "It is three o'clock.") == (
        Stretch("It is ", "It is "),
        Stretch("two ", "three "),
        Stretch("o'clock.", "o'clock."),
    )
    assert text_difference("Well then", "Well  then, yes") == (
        Stretch("Well", "Well"),
        Stretch(" ", "  "),
        Stretch("then", "then"),
        Stretch("", ", yes"),
    )


def test_a_megabyte_that_differs_everywhere_is_one_stretch() -> None:
    (only,) = text_difference("a " * 250_000, "b." * 250_000)
    assert not only.is_same


@given(st.text(max_size=200), st.text(max_size=200))
def test_the_stretches_are_both_texts(before: str, after: str) -> None:
    stretches = text_difference(before, after)
    assert "".join(each.before for each in stretches) == before
    assert "".join(each.after for each in stretches) == after


_USES = st.builds(use, st.sampled_from("abc"), st.sampled_from(["x", "y"]), at=st.integers(0, 2))


@given(st.lists(st.lists(_USES, max_size=4), max_size=5), st.lists(st.lists(_USES, max_size=4)))
def test_nothing_is_lost_and_nothing_is_told_twice(
    first: list[list[ToolUse]], second: list[list[ToolUse]]
) -> None:
    a = turn(*(round_("", *uses) for uses in first))
    b = turn(*(round_("", *uses) for uses in second))
    pairs = compared(a, b).rounds
    assert [pair.first for pair in pairs if pair.first is not None] == list(a.rounds)
    assert [pair.second for pair in pairs if pair.second is not None] == list(b.rounds)
    calls = [call for pair in pairs for call in pair.calls]
    assert sorted(id(call.first) for call in calls if call.first is not None) == sorted(
        map(id, a.tool_uses)
    )
    assert sorted(id(call.second) for call in calls if call.second is not None) == sorted(
        map(id, b.tool_uses)
    )


def test_sums_tell_what_is_known_and_guess_nothing() -> None:
    first = compared(turn(round_("a", usage=Usage(10, 5)), round_("b"), seconds=None), turn()).first
    assert (first.rounds, first.input_tokens, first.output_tokens, first.seconds) == (
        2,
        10,
        5,
        None,
    )
    assert compared(turn(), turn(round_("a"))).second.input_tokens is None


def test_sums_count_what_came_from_a_cache_in_every_dialect() -> None:
    beside = replace(ORIGIN, dialect=Dialect.ANTHROPIC_MESSAGES)
    inside = replace(ORIGIN, dialect=Dialect.OPENAI_CHAT)
    one = replace(round_("a", usage=Usage(10, 5, cached_tokens=90)), origin=beside)
    other = replace(round_("a", usage=Usage(100, 5, cached_tokens=90)), origin=inside)
    sums = compared(turn(one), turn(other))
    assert sums.first.input_tokens == sums.second.input_tokens == 100


def test_the_time_of_a_fork_is_of_the_same_rounds_as_its_tokens() -> None:
    call = replace(use("look"), started_at=1.5, ended_at=4.0)
    taken = replace(round_("", call, usage=Usage(10, 1)), ended_at=1.5)
    own = replace(round_("Done.", usage=Usage(20, 2)), started_at=100.0, ended_at=102.0)
    fork = replace(turn(taken, own), created_at=100.0, ended_at=103.0, forked_from=("t0", "r0"))
    sums = compared(fork, fork).first
    assert (sums.rounds, sums.input_tokens, sums.seconds) == (2, 30, 4.0 + 3.0)
    again = replace(taken, parts=(replace(call, ended_at=101.0),))
    assert compared(replace(fork, rounds=(again, own)), fork).first.seconds == 1.5 + 3.0
