"""What can be taken along, of what, and the reason wherever something cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.adapters.factory import PRACTICE_URL
from studio.adapters.practice_provider import HOST_URL
from studio.core.call_recording import CallRecording
from studio.core.chats import Turn
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Round,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
)
from studio.core.recording import Recording
from studio.core.servers import ServerEntry, Transport
from studio.harness.subject import Subject
from studio.harness.taking import Lack, Take, Taken, as_test, lack, round_of, use_of

ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "small")
USE = ToolUse(
    ToolCall("u1", "calculate", '{"expression": "6*7"}'),
    ToolState.ENDED,
    ToolResult("u1", "42", Outcome.DONE, 2),
)
CALL = CallRecording("u1", "t1", "c1", 1.0, "calculate", arguments='{"expression": "6*7"}')
FIRST = Round("r1", ORIGIN, 1.0, (USE,))
LAST = Round("r2", ORIGIN, 2.0, (Text("42"),))
TURN = Turn("t1", "c1", None, 1.0, (Text("6*7?"),), (FIRST, LAST))
RECORDED = Recording(
    round_id="r1",
    turn_id="t1",
    chat_id="c1",
    attempt=1,
    started_at=1.0,
    method="POST",
    url="https://h.example/v1/chat/completions",
    request_headers=(),
    request_body=b"{}",
)
SERVER = ServerEntry(id="s", name="S", command="serve")
WHOLE = Taken(TURN, FIRST, (RECORDED,), True, USE, CALL)


def test_all_of_it_can_be_taken_where_all_is_recorded() -> None:
    assert {take: lack(take, WHOLE) for take in Take} == dict.fromkeys(Take)


@pytest.mark.parametrize("take", [Take.CURL, Take.HTTPX])
def test_a_request_that_was_not_recorded_cannot_be_copied(take: Take) -> None:
    assert lack(take, replace(WHOLE, attempts=())) is Lack.NOT_RECORDED


@pytest.mark.parametrize("take", [Take.CURL, Take.HTTPX])
@pytest.mark.parametrize("address", [PRACTICE_URL, HOST_URL])
def test_what_callboard_answered_itself_can_be_sent_nowhere(take: Take, address: str) -> None:
    within = replace(RECORDED, url=f"{address}/chat/completions")
    assert lack(take, replace(WHOLE, attempts=(RECORDED, within))) is Lack.WITHIN


@pytest.mark.parametrize("take", [Take.HAR_OF_TURN, Take.TRACE_OF_TURN])
def test_a_turn_of_which_nothing_is_recorded_is_no_archive(take: Take) -> None:
    assert lack(take, Taken(TURN, LAST)) is Lack.NOT_RECORDED
    assert lack(take, Taken(TURN, LAST, is_recorded=True)) is None


@pytest.mark.parametrize(
    "take", [Take.REPORT, Take.SAVE_REPORT, Take.HAR_OF_CHAT, Take.TRACE_OF_CHAT]
)
def test_a_report_and_a_whole_chat_need_no_recording(take: Take) -> None:
    assert lack(take, Taken(Turn("t", "c", None, 0.0, ()))) is None


def test_a_test_says_what_it_lacks() -> None:
    assert lack(Take.PYTEST, replace(WHOLE, use=None, call=None)) is Lack.NO_CALL
    assert lack(Take.PYTEST, replace(WHOLE, call=None)) is Lack.CALL_NOT_RECORDED
    of_server = replace(WHOLE, call=replace(CALL, server_id="s"))
    assert lack(Take.PYTEST, of_server) is Lack.NO_TEST  # the server is gone
    assert lack(Take.PYTEST, replace(of_server, server=SERVER)) is None
    far = ServerEntry(id="s", name="S", transport=Transport.SSE, url="https://h.example")
    assert lack(Take.PYTEST, replace(of_server, server=far)) is Lack.NO_TEST
    no_object = replace(CALL, arguments="[1]")
    assert lack(Take.PYTEST, replace(WHOLE, call=no_object)) is Lack.NO_TEST


def test_a_test_is_there_only_where_nothing_lacks() -> None:
    assert as_test(WHOLE) is not None
    assert as_test(replace(WHOLE, use=None)) is None
    assert as_test(replace(WHOLE, call=None)) is None


@pytest.mark.parametrize(
    ("subject", "meant"),
    [
        (Subject("t1"), LAST),
        (Subject("t1", "r1"), FIRST),
        (Subject("t1", tool_use_id="u1"), FIRST),
        (Subject("t1", "gone"), None),
    ],
)
def test_the_round_that_is_meant_is_found(subject: Subject, meant: Round | None) -> None:
    assert round_of(TURN, subject) is meant


def test_a_turn_without_rounds_has_none() -> None:
    assert round_of(replace(TURN, rounds=()), Subject("t1")) is None


def test_the_only_call_of_a_round_that_is_named_is_meant() -> None:
    assert use_of(TURN, FIRST, Subject("t1", "r1")) is USE
    assert use_of(TURN, LAST, Subject("t1", tool_use_id="u1")) is USE
    assert use_of(TURN, LAST, Subject("t1", "r2")) is None
    assert use_of(TURN, FIRST, Subject("t1", "r1", "gone")) is None
    # Of a whole turn no round was chosen, so no call was either.
    assert use_of(TURN, FIRST, Subject("t1")) is None
    two = replace(FIRST, parts=(USE, replace(USE, call=replace(USE.call, id="u2"))))
    assert use_of(TURN, two, Subject("t1", "r1")) is None
