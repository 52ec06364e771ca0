"""Schemas, names and loops that providers refused elsewhere: one test a case."""

import json
from typing import Any

import pytest

from studio.core.chats import ChatSettings, Effort
from studio.core.messages import (
    Dialect,
    Outcome,
    Stop,
)
from studio.core.quirks import Quirks, SchemaStyle
from studio.core.tools import ToolDefinition
from studio.wire.names import ToolNames
from studio.wire.schemas import described, subset_schema, wire_schema
from tests.wire.replies import exchange, read_all
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    GEMINI,
    NO_ARGUMENTS,
    RESPONSES,
    body_of,
    calls,
    completed,
    delta,
    history,
    stream,
)
from tests.wire.turns import answered, assignment, turn, use
from tests.wire.validators import check


@pytest.mark.parametrize("schema", [{"type": "object"}, {}, None])
def test_c01_an_object_schema_always_has_properties(schema: Any) -> None:
    assert wire_schema(schema) == {"type": "object", "properties": {}}


def test_c01_a_reference_at_the_root_is_resolved() -> None:
    target = {"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}, "required": ["a"]}
    schema = {"$ref": "#/$defs/A", "$defs": {"A": target, "B": {"type": "string"}}}
    made = wire_schema(schema)
    assert made == {**target, "$defs": schema["$defs"]}


def test_c02_a_combinator_at_the_root_is_folded_and_told() -> None:
    branches = [
        {"properties": {"text": {"type": "string"}}, "required": ["id", "text"]},
        {
            "properties": {"url": {"anyOf": [{"type": "string"}]}, "id": {"type": "integer"}},
            "required": ["url", "id"],
        },
    ]
    schema = {"type": "object", "anyOf": branches}
    made = wire_schema(schema)
    assert set(made) == {"type", "properties", "required"}
    assert set(made["properties"]) == {"text", "url", "id"}
    assert made["properties"]["url"] == {"anyOf": [{"type": "string"}]}
    assert made["required"] == ["id"]
    assert "anyOf" in described("Attach.", schema)
    assert schema == {"type": "object", "anyOf": branches}


def test_c04_illegal_names_are_made_legal_and_map_back() -> None:
    originals = ["Web Search (Beta)/news.find/v2", "搜索", "查询", "", "plain", "x" * 100]
    names = ToolNames(originals)
    wires = [names.to_wire(name) for name in originals]
    assert len(set(wires)) == len(originals)
    assert [names.to_original(wire) for wire in wires] == originals
    assert names.to_wire("plain") == "plain"


@EVERY_DIALECT
def test_c04_a_call_comes_back_under_the_tools_own_name(dialect: Dialect) -> None:
    tool = ToolDefinition("list alerts", "")
    wire = ToolNames([tool.name]).to_wire(tool.name)
    made = exchange(dialect, assignment=assignment(turn("a"), tools=(tool,)))
    reading = completed(made, NO_ARGUMENTS[dialect].replace("list_alerts", wire))
    assert calls(reading) == [("c1", "list alerts", "")]
    check(dialect, body_of(made))


@EVERY_DIALECT
def test_c06_names_that_would_collide_stay_apart_and_namesakes_are_offered_once(
    dialect: Dialect,
) -> None:
    names = ("gmail.list", "gmail/list", "gmail list", "gmail_list", "gmail_list")
    tools = tuple(ToolDefinition(name, "") for name in names)
    body = body_of(exchange(dialect, assignment=assignment(turn("a"), tools=tools)))
    check(dialect, body)
    offered = body["tools"][0]["functionDeclarations"] if dialect is GEMINI else body["tools"]
    assert len(offered) == 4


_WITH_REFERENCE = {
    "type": "object",
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"Kind": {"type": "string", "enum": ["a", "b"]}},
    "properties": {"kind": {"$ref": "#/$defs/Kind", "default": "a", "description": "which"}},
    "additionalProperties": False,
}


def test_c07_references_are_inlined_where_the_provider_needs_it_and_nowhere_else() -> None:
    assert subset_schema(_WITH_REFERENCE) == {
        "type": "object",
        "properties": {"kind": {"type": "string", "enum": ["a", "b"], "description": "which"}},
    }
    assert wire_schema(_WITH_REFERENCE) == _WITH_REFERENCE


def test_c07_a_schema_that_contains_itself_comes_to_an_end() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = {"$defs": {"Node": node}, "properties": {"first": {"$ref": "#/$defs/Node"}}}
    assert "$ref" not in json.dumps(subset_schema(schema))


def test_c07_only_the_host_that_needs_it_gets_the_small_schema() -> None:
    tools = (ToolDefinition("t", "", _WITH_REFERENCE),)
    chat = assignment(turn("a"), tools=tools)
    google = Quirks(schemas=SchemaStyle.OPENAPI_SUBSET)
    for quirks, is_whole in ((google, False), (Quirks(), True)):
        body = body_of(exchange(CHAT, assignment=chat, quirks=quirks))
        sent = body["tools"][0]["function"]["parameters"]
        assert ("$defs" in sent) is is_whole


def test_c09_nullable_values_have_one_type() -> None:
    schema = {
        "type": "object",
        "properties": {
            "n": {"type": ["integer", "null"], "default": None},
            "e": {"type": ["string", "null"], "enum": ["x", None]},
            "i": {"type": "integer", "enum": [1, 2]},
            "u": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
    }
    assert subset_schema(schema)["properties"] == {
        "n": {"type": "integer", "nullable": True},
        "e": {"type": "string", "enum": ["x"], "nullable": True},
        "i": {"type": "string", "enum": ["1", "2"]},
        "u": {"type": "string", "nullable": True},
    }


def test_c10_strict_is_false_and_said_so_in_responses() -> None:
    body = body_of(exchange(RESPONSES))
    assert [tool["strict"] for tool in body["tools"]] == [False, False]


@EVERY_DIALECT
def test_l02_an_unknown_tool_name_is_legal_on_replay(dialect: Dialect) -> None:
    uses = (
        use("1", name="functions.ls", result="unknown tool", outcome=Outcome.INVALID),
        use("2", name="", result="unknown tool", outcome=Outcome.INVALID),
    )
    history(dialect, turn("a", answered(*uses, stop=Stop.TOOL_CALLS)), turn("b"))


def test_l01_a_stop_for_tools_without_calls_is_an_end_without_calls() -> None:
    reading = read_all(CHAT, stream(delta("tool_calls", tool_calls=None), delta(tool_calls=[])))
    assert calls(reading) == []


@EVERY_DIALECT
def test_l03_the_last_round_offers_no_tools_and_is_valid(dialect: Dialect) -> None:
    pending = answered(use("1", result="not run: limit", outcome=Outcome.BLOCKED))
    chat = assignment(turn("a", pending), settings=ChatSettings(effort=Effort.LOW))
    made = exchange(dialect, assignment=chat)
    body = dict(made.request(offer_tools=False, final_instruction="Answer now.").body)
    check(dialect, body)
    assert body.get("tool_choice") == ({"type": "none"} if dialect is ANTHROPIC else None)
    # Where calls of the history are refused without them, tools are declared and switched off.
    assert ("tools" in body) is (dialect in (ANTHROPIC, GEMINI))
    if dialect is GEMINI:
        assert body["toolConfig"] == {"functionCallingConfig": {"mode": "NONE"}}
    assert "Answer now." in json.dumps(body)
