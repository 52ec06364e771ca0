"""The pure pieces between a server's bytes and what is known of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.harness.server_ports import LogSource
from studio.tools.mcp.bounded import bounded_json
from studio.tools.mcp.cleaning import one_line, plain
from studio.tools.mcp.journal import Journal
from studio.tools.mcp.lines import LineSplitter, TooLong
from studio.tools.mcp.names import slugs, tool_names
from studio.tools.mcp.paging import all_pages
from studio.tools.mcp.parsing import parsed
from tests.fakes import FakeTime


@given(st.lists(st.binary(max_size=20)), st.data())
def test_lines_are_the_same_however_the_bytes_are_cut(pieces: list[bytes], data: Any) -> None:
    whole = b"\n".join(pieces)
    splitter = LineSplitter(1_000)
    lines: list[bytes | TooLong] = []
    at = 0
    while at < len(whole):
        step = data.draw(st.integers(1, 30))
        lines += splitter.feed(whole[at : at + step])
        at += step
    lines += splitter.close()
    expected = whole.split(b"\n")
    assert lines == (expected if expected[-1] else expected[:-1])


def test_a_line_without_end_is_never_held() -> None:
    splitter = LineSplitter(100)
    for _ in range(1_000):
        assert splitter.feed(b"x" * 1_000) == []
    (line,) = splitter.feed(b"\nnext")
    assert isinstance(line, TooLong)
    assert line.size == 1_000_000
    assert len(line.head) + len(line.tail) < 20_000
    assert splitter.close() == [b"next"]


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc": "2.0", "id": 7, "result": "' + b"x" * 9_000 + b'"}',
        b'{"result": "' + b"x" * 9_000 + b'", "jsonrpc": "2.0", "id": 7}',
    ],
)
def test_a_dropped_answer_says_what_it_answered(line: bytes) -> None:
    (dropped,) = LineSplitter(100).feed(line + b"\n")
    assert isinstance(dropped, TooLong)
    assert dropped.request_id == 7


def test_what_is_no_message_is_none() -> None:
    assert parsed(b"Sample server 1.0 ready") is None
    assert parsed(b"{not json") is None
    assert parsed(b'{"level": "info", "message": "a line of a log"}') is None
    assert parsed(b"[" * 100_000) is None
    assert parsed(bytes(range(256))) is None


def test_messages_that_are_not_quite_right_are_read() -> None:
    for line in (
        b'{"jsonrpc":"2.0","id":1,"result":{"text":"\xff\\ud800"}}',
        b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"result":{"text":"a"}}\r',
        b'[{"jsonrpc":"2.0","id":1,"result":{"text":"a\x01"}}]',
    ):
        messages = parsed(line)
        assert messages is not None
        messages[0].model_dump_json()


def test_json_is_bounded_in_size_and_depth() -> None:
    deep: Any = "x"
    for _ in range(500):
        deep = {"a": [deep]}
    for value in (deep, "x" * 1_000_000, ["x"] * 1_000_000, {str(n): n for n in range(100_000)}):
        text = bounded_json(value, 10_000)
        assert len(text) < 30_000
        json.loads(text)
    assert json.loads(bounded_json({"a": [1, True, None, "b"]}, 1_000)) == {
        "a": [1, True, None, "b"]
    }


def test_names_are_stable_unique_and_of_what_providers_take() -> None:
    long = "tool_" * 30
    names = tool_names("github", ["a.b", "a_b", "ok", long, long + "x", "日本"])
    assert names["ok"] == "github__ok"
    assert names["a_b"] == "github__a_b"
    assert names["a.b"] != names["a_b"]
    assert len(set(names.values())) == len(names)
    assert all(len(name) <= 64 for name in names.values())
    assert all(name.replace("-", "").replace("_", "").isascii() for name in names.values())
    assert tool_names("github", ["a_b", "a.b"])["a.b"] == names["a.b"]


@given(st.lists(st.text(min_size=1, max_size=90), unique=True, max_size=20))
def test_no_two_tools_of_a_server_share_a_name(own: list[str]) -> None:
    names = tool_names("s", own)
    assert len(set(names.values())) == len(own)
    assert all(0 < len(name) <= 64 for name in names.values())


def test_servers_of_one_name_are_told_apart() -> None:
    found = slugs([("a", "My Server"), ("b", "my server"), ("c", "Other__x"), ("d", "日本")])
    assert len(set(found.values())) == 4
    assert found["c"] == "other_x"
    assert found["d"] == "d"
    assert not [slug for slug in found.values() if "__" in slug]


def test_signs_that_hide_or_turn_text_are_taken_out() -> None:
    assert plain("a\u202eb\x00c\u200bd\n\te", 100) == "abcd\n\te"
    assert one_line("a\n  b", 100) == "a b"
    assert plain(7, 100) == ""
    assert len(plain("x" * 1_000, 100)) == 100


def test_the_journal_masks_bounds_and_counts() -> None:
    time = FakeTime()
    journal = Journal(time.clock, lambda: None)
    secret = 'pa"ss/wörd'
    journal.hide(secret)
    journal.line(LogSource.STDERR, f"it is {secret} \x1b[31m\n" + "x" * 9_000)
    line = journal.lines[0].text
    assert line.startswith("it is ***")
    assert len(line) == 4_000
    assert "\n" not in line
    journal.message(is_sent=True, value={"params": {"key": secret, "other": ["a" * 300_000]}})
    assert "ss/w" not in journal.messages[0].body
    edge = {"x": "y" * 63_746 + secret + "y" * 9_000}
    for shift in range(12):
        journal.message(is_sent=True, value={"x": "y" * shift + edge["x"]})
        assert "ypa" not in journal.messages[-1].body
    assert len(journal.messages[0].body) <= 256_000
    for _ in range(3_000):
        journal.line(LogSource.STDOUT, "flood")
        journal.message(is_sent=False, value={"x": "y" * 50_000})
    assert len([each for each in journal.lines if each.source is LogSource.STDOUT]) == 500
    assert len(journal.messages) <= 500
    assert sum(len(each.body) for each in journal.messages) <= 8_000_000
    time.advance(2)
    journal.line(LogSource.STDOUT, "calm")
    assert [each.text for each in journal.lines][-2:] == ["2500 more lines were left out", "calm"]


async def test_a_list_that_never_ends_is_cut() -> None:
    asked: list[str | None] = []
    notes: list[str] = []

    async def page(cursor: str | None) -> dict[str, Any]:
        asked.append(cursor)
        return {"tools": [{"name": "t"}] * 20, "nextCursor": str(len(asked))}

    found = await all_pages(page, "tools", notes.append)
    assert len(found) == 10_000
    assert len(asked) == 500
    assert notes
