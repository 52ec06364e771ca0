"""Exported archives are judged by the published schema of HAR 1.2."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft6Validator
from referencing import Registry, Resource

import dev_servers
from studio.core.recording import Chunk, ConnectionFacts, Recording
from tests.archives import as_har

MILLI = 1_000_000
WHOLE = Recording(
    round_id="r1",
    turn_id="t1",
    chat_id="c1",
    attempt=1,
    started_at=1_700_000_000.25,
    method="POST",
    url="https://h.example/v1/chat?alt=sse&empty=",
    request_headers=(("Content-Type", "application/json"),),
    request_body=b'{"a": "\xc3\xa9"}',
    status=200,
    response_headers=(("content-type", "text/event-stream"),),
    chunks=(Chunk(20 * MILLI, b"data: 1\n\n"), Chunk(50 * MILLI, b"data: 2\n\n")),
    connection=ConnectionFacts("HTTP/2", "192.0.2.1:443"),
    ended_ns=60 * MILLI,
)
UNREACHABLE = replace(WHOLE, attempt=2, status=None, response_headers=(), chunks=(), error="gone")
BROKEN = replace(WHOLE, chunks=(Chunk(1, b"\xff\xfe\x00"),), is_truncated=True, status=599)


def entries(*recordings: Recording) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(as_har(recordings, "1"))["log"]["entries"]
    return found


def judge() -> Draft6Validator:
    folder = dev_servers.har_schemas()
    if not folder.is_dir():
        pytest.skip("the schema of HAR could not be fetched (packaging/dev_servers.py)")
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (f"{name}{end}", Resource.from_contents(schema))
        for name, schema in schemas.items()
        for end in ("", "#")
    )
    return Draft6Validator(
        schemas["har.json"], registry=registry, format_checker=Draft6Validator.FORMAT_CHECKER
    )


def test_every_kind_of_recording_is_valid_har() -> None:
    validator = judge()
    archive = json.loads(as_har((WHOLE, UNREACHABLE, BROKEN), "1.0"))
    assert not list(validator.iter_errors(archive))
    # It can fail as well.
    del archive["log"]["entries"][0]["timings"]
    assert list(validator.iter_errors(archive))


@given(
    st.binary(max_size=64),
    st.binary(max_size=64),
    st.none() | st.integers(100, 999),
    st.floats(0, 4e9),
    st.none() | st.integers(0, 10**15),
)
def test_any_recording_is_valid_har(
    asked: bytes, answered: bytes, status: int | None, at: float, ended: int | None
) -> None:
    validator = judge()
    odd = replace(
        WHOLE,
        request_body=asked,
        chunks=(Chunk(5, answered),),
        status=status,
        started_at=at,
        ended_ns=ended,
    )
    assert not list(validator.iter_errors(json.loads(as_har((odd,), "1"))))


def test_times_are_those_of_the_stream() -> None:
    entry = entries(WHOLE)[0]
    assert entry["startedDateTime"] == "2023-11-14T22:13:20.250000+00:00"
    assert entry["timings"] == {"send": 0, "wait": 20.0, "receive": 40.0}
    assert entry["time"] == 60.0
    assert entry["_chunks"] == [[20.0, 9], [50.0, 9]]


def test_what_is_no_text_is_kept_byte_by_byte() -> None:
    content = entries(BROKEN)[0]["response"]["content"]
    assert base64.b64decode(content["text"]) == b"\xff\xfe\x00"
    assert content["encoding"] == "base64"


def test_entries_stand_in_the_order_of_time() -> None:
    later = replace(WHOLE, started_at=WHOLE.started_at + 1, round_id="r2")
    assert [entry["_round"] for entry in entries(later, WHOLE)] == ["r1", "r2"]


def test_a_request_without_a_reply_says_what_ended_it() -> None:
    entry = entries(UNREACHABLE)[0]
    assert entry["response"]["status"] == 0
    assert entry["_error"] == "gone"


@pytest.mark.parametrize(
    ("address", "told"), [("192.0.2.1:443", "192.0.2.1"), ("[2001:db8::1]:8080", "2001:db8::1")]
)
def test_the_address_stands_without_its_port(address: str, told: str) -> None:
    reached = replace(WHOLE, connection=ConnectionFacts(address=address))
    assert entries(reached)[0]["serverIPAddress"] == told
    assert "serverIPAddress" not in entries(replace(WHOLE, connection=ConnectionFacts()))[0]


def test_the_empty_archive_is_one() -> None:
    assert entries() == []
