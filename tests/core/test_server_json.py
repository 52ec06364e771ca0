"""The JSON that clients share, with everything that they and people write differently."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.jsonc import BadPlace, read_jsonc
from studio.core.placeholders import MissingValueError, filled, names_in
from studio.core.server_json import LARGEST, ProblemCode, ReadServers, read_servers
from studio.core.server_writing import write_servers
from studio.core.servers import ServerEntry, Transport

KEY = "-".join(("sk", "live", "0f1e" * 8))  # put together here: it is nobody's


def read(servers: Any, under: str = "mcpServers") -> ReadServers:
    return read_servers(json.dumps({under: servers}))


def one(fields: dict[str, Any]) -> ServerEntry:
    found = read({"it": fields})
    assert not [each for each in found.problems if each.is_error]
    return found.entries[0]


def codes(found: ReadServers) -> list[ProblemCode]:
    return [each.code for each in found.problems]


@pytest.mark.parametrize("under", ["mcpServers", "servers", "context_servers"])
def test_servers_are_found_under_whatever_name_a_client_gives_them(under: str) -> None:
    found = read({"time": {"command": "uvx", "args": ["mcp-server-time"]}}, under)
    (entry,) = found.entries
    assert (entry.id, entry.name) == ("time", "time")
    assert (entry.command, entry.arguments) == ("uvx", ("mcp-server-time",))
    assert not found.problems


def test_servers_are_found_in_settings_among_other_things() -> None:
    text = '{"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {"a": {"url": "http://h/m"}}}}'
    assert [each.name for each in read_servers(text).entries] == ["a"]
    assert codes(read_servers('{"mcp": {"serverCommand": "x"}, "theme": "dark"}')) == ["no_servers"]


def test_the_inside_of_an_object_alone_is_read_as_documentation_shows_it() -> None:
    for text in (
        '"mcpServers": {"a": {"command": "x"}}',
        '"a": {"command": "x"},',
        '{"a": {"command": "x"}}',
        '{"name": "a", "command": "x"}',
        '[{"name": "a", "command": "x"}]',
    ):
        assert [each.name for each in read_servers(text).entries] == ["a"], text


def test_comments_and_commas_too_many_are_passed_over() -> None:
    text = """{ // mine
      "mcpServers": { /* all
        of them */
        "a": {"command": "x", "args": ["http://h//p", "/* no */", ",]",],},
      },
    }"""
    (entry,) = read_servers(text).entries
    assert entry.arguments == ("http://h//p", "/* no */", ",]")


def test_what_is_no_json_is_told_by_line_and_column() -> None:
    (problem,) = read_servers('{"mcpServers": {\n  "a": {"command" "x"}}}').problems
    assert (problem.code, problem.line, problem.column) == (ProblemCode.NO_JSON, 2, 19)


@pytest.mark.parametrize(
    ("fields", "transport"),
    [
        ({"url": "https://h.example/mcp"}, Transport.HTTP),
        ({"serverUrl": "https://h.example/mcp"}, Transport.HTTP),
        ({"httpUrl": "https://h.example/sse"}, Transport.HTTP),
        ({"baseUrl": "https://h.example/mcp", "type": "streamableHttp"}, Transport.HTTP),
        ({"url": "https://h.example/mcp", "type": "streamable-http"}, Transport.HTTP),
        ({"url": "https://h.example/mcp", "type": "http"}, Transport.HTTP),
        ({"url": "https://h.example/x", "type": "sse"}, Transport.SSE),
        ({"url": "https://h.example/sse"}, Transport.SSE),
        ({"url": "https://h.example/mcp", "transport": "remote"}, Transport.HTTP),
        ({"command": "x", "type": "stdio"}, Transport.STDIO),
        ({"command": ["x", "y"], "type": "local"}, Transport.STDIO),
    ],
)
def test_each_way_of_naming_a_transport_is_understood(
    fields: dict[str, Any], transport: Transport
) -> None:
    assert one(fields).transport is transport


def test_a_command_may_be_a_list_a_line_or_an_object() -> None:
    expected = ("npx", ("-y", "it"))
    for fields in (
        {"command": ["npx", "-y"], "args": ["it"]},
        {"command": "npx -y it"},
        {"command": {"path": "npx", "args": ["-y", "it"], "env": {}}},
    ):
        entry = one(fields)
        assert (entry.command, entry.arguments) == expected
    assert one({"command": "C:\\Program Files\\node\\npx.cmd"}).arguments == ()


def test_times_are_seconds_whatever_they_were_written_in() -> None:
    for said, seconds in ((30, 30.0), (600_000, 600.0), (0.5, 0.5), (10**12, 86_400.0)):
        assert one({"command": "x", "timeout": said}).timeout == seconds
    for nothing in (0, -1, True, "soon", 10**400):
        assert one({"command": "x", "timeout": nothing}).timeout > 0


def test_servers_that_are_switched_off_stay_so() -> None:
    for fields in ({"disabled": True}, {"isActive": False}, {"enabled": False}):
        assert not one({"command": "x", **fields}).is_enabled
    assert one({"command": "x", "autoApprove": ["a"], "alwaysAllow": ["b"]}).is_enabled


def test_secrets_never_get_into_an_entry() -> None:
    found = read(
        {
            "a": {
                "command": "x",
                "args": [
                    "--api-key",
                    KEY,
                    f"--token={KEY}",
                    "--header",
                    f"Authorization: Bearer {KEY}",
                ],
                "env": {"API_KEY": KEY, "OTHER": KEY, "MODE": "fast", "DB": "pg://me:pw12@h/db"},
            },
            "b": {
                "url": f"https://h.example/{KEY}/mcp?apiKey={KEY}&mode=fast",
                "headers": {"Authorization": f"Bearer {KEY}", "X-Mode": "fast"},
            },
        }
    )
    first, second = found.entries
    written = "".join(each.model_dump_json() for each in found.entries) + repr(found)
    assert KEY not in written
    assert "pw12" not in written
    assert first.environment == {"MODE": "fast"}
    assert found.secrets["a/env-API_KEY"] == KEY
    assert second.headers == {"X-Mode": "fast"}
    assert found.secrets["b/header-authorization"] == f"Bearer {KEY}"
    known = {name.partition("/env-")[2]: value for name, value in found.secrets.items()}
    assert filled(second.url, known) == f"https://h.example/{KEY}/mcp?apiKey={KEY}&mode=fast"
    said = [filled(each, known) for each in first.arguments]
    assert said[1] == KEY
    assert said[4] == f"Authorization: Bearer {KEY}"
    assert set(names_in(" ".join(first.arguments))) <= set(first.secret_environment)


def test_what_only_looks_a_little_like_a_secret_stays() -> None:
    environment = {
        "PATH": "/usr/bin",
        "NODE_ENV": "production",
        "URL": "https://h.example/some/path",
    }
    entry = one({"command": "x", "args": ["--author", "me", "/home/me"], "env": environment})
    assert entry.environment == environment
    assert entry.arguments == ("--author", "me", "/home/me")


def test_placeholders_are_kept_by_name_and_inputs_are_asked_for() -> None:
    found = read(
        {
            "a": {
                "command": "x",
                "args": ["${env:WHERE}/x", "${input:the-key}", "${workspaceFolder}"],
                "env": {"A": "${env:B}", "TOKEN": "${input:token}"},
            }
        }
    )
    (entry,) = found.entries
    assert entry.environment == {"A": "${B}"}
    assert entry.arguments == ("${WHERE}/x", "${THE_KEY}", "${workspaceFolder}")
    assert set(entry.secret_environment) == {"THE_KEY", "TOKEN"}
    assert set(found.missing) == {"a/env-THE_KEY", "a/env-TOKEN"}
    assert sorted(codes(found)) == ["secret_asked", "secret_asked"]


def test_foreign_placeholders_are_told() -> None:
    found = read({"a": {"command": "x", "args": ["${config:a.b}"]}})
    assert codes(found) == [ProblemCode.UNKNOWN_PLACEHOLDER]
    assert found.problems[0].detail == "${config:a.b}"


def test_what_is_filled_in_is_not_looked_through_again() -> None:
    assert filled("${A}-${B:-two}", {"A": "${B}"}) == "${B}-two"
    with pytest.raises(MissingValueError):
        filled("${A}", {})


def test_a_name_that_comes_twice_costs_nobody() -> None:
    text = '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}'
    found = read_servers(text, frozenset({"a"}))
    assert [(each.name, each.id, each.command) for each in found.entries] == [
        ("a", "a-2", "x"),
        ("a 2", "a-2-2", "y"),
    ]
    assert codes(found) == [ProblemCode.TWICE]


@pytest.mark.parametrize(
    ("fields", "code", "place"),
    [
        (7, ProblemCode.NO_OBJECT, ""),
        ({}, ProblemCode.NOTHING_TO_REACH, ""),
        ({"url": "file:///etc/passwd"}, ProblemCode.BAD_ADDRESS, "url"),
        ({"url": "https://"}, ProblemCode.BAD_ADDRESS, "url"),
        ({"url": "https://[::1"}, ProblemCode.BAD_ADDRESS, "url"),
        ({"url": "https://h/\nx"}, ProblemCode.BAD_ADDRESS, "url"),
        ({"command": 3}, ProblemCode.BAD_VALUE, "command"),
        ({"command": "a\0b"}, ProblemCode.BAD_VALUE, "command"),
        ({"command": "x", "args": {"a": 1}}, ProblemCode.BAD_VALUE, "args"),
        ({"command": "x", "env": {"A": []}}, ProblemCode.BAD_VALUE, "env"),
        ({"command": "x", "env": {"A=B": "c"}}, ProblemCode.BAD_VALUE, "env"),
        ({"url": "http://h/m", "headers": {"A": "b\r\nC: d"}}, ProblemCode.BAD_VALUE, "headers"),
        ({"command": "x", "type": "carrier pigeon"}, ProblemCode.UNKNOWN_TRANSPORT, "type"),
    ],
)
def test_a_server_that_cannot_be_read_says_why_and_costs_no_other(
    fields: Any, code: ProblemCode, place: str
) -> None:
    found = read({"bad": fields, "good": {"command": "x"}})
    assert [each.name for each in found.entries] == ["good"]
    (problem,) = found.problems
    assert (problem.code, problem.server, problem.field) == (code, "bad", place)


def test_what_is_written_is_read_back_the_same_and_holds_no_secret() -> None:
    found = read(
        {
            "a": {
                "command": "x",
                "args": ["--api-key", KEY],
                "env": {"API_KEY": KEY, "A": "b"},
                "cwd": "~/x",
                "timeout": 1_200_000,
                "disabledTools": ["t"],
            },
            "b": {
                "url": f"https://h.example/mcp?key={KEY}",
                "headers": {"Authorization": f"Bearer {KEY}", "X": "y"},
                "oauth": {"clientId": "me", "scopes": ["r", "w"]},
                "disabled": True,
            },
            "c": {"url": "http://127.0.0.1:1/sse", "type": "sse"},
        }
    )
    text = write_servers(found.entries)
    assert KEY not in text
    again = read_servers(text)
    assert again.entries == found.entries
    assert set(again.missing) == set(found.secrets)


def test_fifty_servers_and_a_megabyte_are_read_at_once() -> None:
    many = {f"s{n}": {"command": "x", "args": ["y" * 20_000]} for n in range(50)}
    began = time.perf_counter()
    assert len(read(many).entries) == 50
    assert time.perf_counter() - began < 2.0


@pytest.mark.parametrize(
    "text", ["/*" * 400_000, '"\\' * 400_000, "[" * 400_000, ",  " * 200_000, '{"a":' * 100_000]
)
def test_hostile_text_takes_no_time(text: str) -> None:
    began = time.perf_counter()
    assert not read_servers(text).entries
    assert time.perf_counter() - began < 2.0


def test_more_than_is_read_is_refused() -> None:
    assert codes(read_servers(" " * (LARGEST + 1))) == [ProblemCode.TOO_LARGE]


@given(st.text(max_size=60))
def test_no_text_ever_raises(text: str) -> None:
    read_servers(text)
    assert isinstance(read_jsonc("{" + text), object)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)
_FIELDS = ("command", "args", "env", "cwd", "url", "headers", "type", "timeout", "name", "oauth")


@given(st.dictionaries(st.sampled_from(_FIELDS), _JSON))
def test_no_value_ever_raises(fields: dict[str, Any]) -> None:
    found = read({"it": fields})
    assert len(found.entries) + len([each for each in found.problems if each.is_error]) == 1


def test_json_ends_where_it_ends() -> None:
    assert isinstance(read_jsonc('{"a": 1} x'), BadPlace)
