"""A failing exchange as a report: all that helps to mend it, and nobody's name or folder."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from studio.core.call_recording import CallRecording
from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Retry,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
)
from studio.core.recording import Chunk, ConnectionFacts, Recording
from studio.core.server_traffic import LogLine, LogSource
from studio.harness.bug_report import Incident, Machine, as_bug_report
from studio.harness.inspection_ports import StreamEvent
from studio.harness.report_texts import code_block, ending, fact, shortened, shortened_json

MACHINE = Machine("1.2.3", "3.11.9", "6.11.3", "Linux 6.1 x86_64")
ORIGIN = Origin("p", "P", Dialect.OPENAI_CHAT, "small-model", host="llm.example.org")
FAILURE = Failure(
    Category.RATE_LIMIT, "Slow *down*, ann@example.org", 429, "slow_down", "req-77", 2.0
)
ROUND = Round(
    "r1", ORIGIN, 1_700_000_000.0, stop=Stop.ERROR, retries=(Retry(1.5, 1, "overloaded"),)
)
TURN = Turn("t1", "c1", None, 1.0, (Text("Hi"),), (ROUND,), TurnState.FAILED, FAILURE)
BODY = {
    "model": "small-model",
    "messages": [{"role": "user", "content": f"{number} " + "x" * 500} for number in range(20)],
    "file": "/home/ann/notes.txt, C:\\Users\\ann\\notes.txt, 192.0.2.7",
}
RECORDING = Recording(
    round_id="r1",
    turn_id="t1",
    chat_id="c1",
    attempt=2,
    started_at=1_700_000_001.0,
    method="POST",
    url="https://llm.example.org/v1/chat/completions?key=****",
    request_headers=(("authorization", "Bearer ****"),),
    request_body=json.dumps(BODY).encode(),
    status=429,
    response_headers=(("retry-after", "2"),),
    chunks=(Chunk(5, b'{"error": "no"}'),),
    connection=ConnectionFacts("HTTP/2"),
    ended_ns=1_500_000_000,
)
WHOLE = Incident(TURN, ROUND, (replace(RECORDING, attempt=1), RECORDING), quirks=("max_tools: 8",))


def test_a_report_says_what_happened_where_and_with_what() -> None:
    report = as_bug_report(WHOLE, MACHINE)
    for told in (
        "- Failure: `rate_limit`",
        "- Status: 429",
        "- Code: `slow_down`",
        "- Request ID: req-77",
        "Slow *down*",
        "- Host: llm.example.org",
        "- Dialect: `openai_chat`",
        "- Model: small-model",
        "- Known of this host: `max_tools: 8`",
        "- Callboard: 1.2.3",
        "- Python: 3.11.9",
        "- Qt: 6.11.3",
        "- System: `Linux 6.1 x86_64`",
        "- attempt 1: overloaded, waited 1.5 s",
        "The last of 2 attempts.",
        "POST https://llm.example.org/v1/chat/completions?key=****",
        "authorization: Bearer ****",
        "HTTP/2 429",
        "retry-after: 2",
        '{"error": "no"}',
        "2023-11-14 22:13:20 UTC",
    ):
        assert told in report


def test_nobodys_folder_name_or_address_is_in_a_report_and_it_says_so() -> None:
    report = as_bug_report(WHOLE, MACHINE, homes=("/data/people/ann",))
    for secret in ("ann@example.org", "/home/ann", "Users\\\\ann", "192.0.2.7"):
        assert secret not in report
    assert "<email 1>" in report
    assert "<home" in report
    assert "<address 1>" in report
    assert "folders of users: 2, e-mail addresses: 1, addresses of computers: 1" in report


def test_a_folder_of_the_user_that_lies_elsewhere_is_taken_out_as_well() -> None:
    failed = replace(TURN, failure=replace(FAILURE, message="no /data/people/ann/x"))
    report = as_bug_report(Incident(failed, ROUND), MACHINE, homes=("/data/people/ann",))
    assert "/data/people/ann" not in report
    assert "<home>/x" in report


def test_a_long_request_is_shortened_at_each_place() -> None:
    report = as_bug_report(WHOLE, MACHINE)
    assert "(12 more)" in report
    assert "characters more)" in report
    assert '"role": "user"' in report
    assert len(report) < 10_000


def test_the_last_events_of_a_stream_are_told_with_their_times() -> None:
    events = tuple(
        StreamEvent(number * 10**9, "delta", json.dumps({"n": number})) for number in range(40)
    )
    report = as_bug_report(replace(WHOLE, events=events), MACHINE)
    assert "The last 12 of 40 events:" in report
    assert '+39.000 s delta\n{"n": 39}' in report
    assert '{"n": 27}' not in report


def test_a_call_that_failed_is_told_with_what_ran_and_what_came_back() -> None:
    result = ToolResult("u1", "no such file", Outcome.FAILED, 12)
    use = ToolUse(ToolCall("u1", "read_it", "{}", "call_1"), ToolState.ENDED, result)
    call = CallRecording(
        "u1",
        "t1",
        "c1",
        1.0,
        "read_it",
        server_name="files",
        arguments='{"path": "/home/ann/x"}',
        raw='{"isError": true}',
        faults=(("/path", "required"),),
        log=(LogLine(1.0, LogSource.STDERR, "Traceback: gone"),),
    )
    done = replace(TURN, state=TurnState.COMPLETED, failure=None)
    report = as_bug_report(Incident(done, ROUND, use=use, call=call), MACHINE)
    for told in (
        "read_it: failed",
        "- Server: files",
        "- Does not fit the schema: /path required",
        '"path": "<home>/x"',
        "no such file",
        '"isError": true',
        "Traceback: gone",
        "Nothing is recorded of what went over the wire.",
    ):
        assert told in report


def test_an_exchange_that_did_not_fail_can_be_reported_too() -> None:
    report = as_bug_report(Incident(replace(TURN, failure=None), ROUND, (RECORDING,)), MACHINE)
    assert "No failure was noted." in report


def test_an_earlier_round_does_not_take_the_failure_of_the_last() -> None:
    later = replace(ROUND, id="r2")
    report = as_bug_report(Incident(replace(TURN, rounds=(ROUND, later)), ROUND), MACHINE)
    assert "- Failure:" not in report


def test_a_request_without_a_reply_says_what_ended_it() -> None:
    gone = replace(RECORDING, status=None, chunks=(), error="ConnectError", is_truncated=True)
    report = as_bug_report(replace(WHOLE, attempts=(gone,)), MACHINE)
    assert "There was none." in report
    assert "- Ended before its time by: ConnectError" in report
    assert "cut at its size limit" in report


def test_half_an_address_is_never_left_where_a_text_is_cut() -> None:
    text = "written to ann.somebody@example.org and others"
    for most in range(12, 30):
        assert "ann" not in shortened(text, most)
    for most in range(12, 34):
        assert "some" not in ending(text, most)


@given(st.text(alphabet="`~ab\n#*_|<", max_size=60))
def test_whatever_a_provider_wrote_stays_what_it_is(text: str) -> None:
    lines = "\n".join(code_block(text))
    (block,) = MarkdownIt().parse(lines)
    assert block.type == "fence"
    items = [each.type for each in MarkdownIt().parse(fact("Name", text))]
    assert items.count("inline") == 1


@given(st.recursive(st.none() | st.text(), lambda inner: st.lists(inner), max_leaves=40))
def test_any_document_is_shortened_to_something_readable(value: object) -> None:
    assert len(shortened_json(json.dumps(value))) < 9_000


def test_a_document_nested_without_end_is_shortened_as_text() -> None:
    assert shortened_json("[" * 100_000).startswith("[[[")
