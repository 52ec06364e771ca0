"""Tools of every kind that servers hand out: what is offered is valid, and costs no other tool."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from studio.core.abilities import Abilities
from studio.core.messages import Dialect
from studio.core.notices import Notice, NoticeKind
from studio.core.quirks import Quirks, SchemaStyle
from studio.core.tools import ToolDefinition
from studio.wire.schema_references import UnusableSchemaError
from studio.wire.schemas import strict_schema, subset_schema, wire_schema
from tests.wire.replies import exchange
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    RESPONSES,
    body_of,
    calls,
    completed,
    stream,
)
from tests.wire.turns import assignment, turn
from tests.wire.validators import check

_TREE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#"}}},
}
_PERSON = {
    "$defs": {
        "A": {
            "type": "object",
            "properties": {name: {"$ref": "#/$defs/A"} for name in ("mother", "father", "friend")},
        }
    },
    "properties": {"who": {"$ref": "#/$defs/A"}},
}
_WILD: dict[str, Any] = {
    "boolean": True,
    "nothing": None,
    "list_of_words": {"properties": ["a", "b"]},
    "array_without_items": {"properties": {"a": {"type": "array"}}},
    "tuple": {"properties": {"a": {"type": "array", "items": [{"type": "string"}, True]}}},
    "boolean_properties": {"properties": {"a": True, "b": False, "c": None}},
    "draft_3_required": {"properties": {"a": {"type": "string", "required": True}}},
    "draft_4_bounds": {
        "properties": {"n": {"type": "number", "minimum": 0, "exclusiveMinimum": 1}}
    },
    "draft_4_flag": {"properties": {"n": {"minimum": 0, "exclusiveMinimum": True}}},
    "foreign_types": {"properties": {"a": {"type": "int"}, "b": {"type": "any"}, "c": {"type": 5}}},
    "capital_types": {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}},
    "nullable_root": {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
    "dangling": {"properties": {"a": {"$ref": "#/$defs/Gone"}, "b": {"$ref": "https://x.org/s"}}},
    "circle": {
        "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
        "$ref": "#/$defs/A",
    },
    "deep_pointer": {"properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}},
    "escaped_pointer": {
        "$defs": {"a/b": {"type": "string"}},
        "properties": {"b": {"$ref": "#/$defs/a~1b"}},
    },
    "tree": _TREE,
    "person": _PERSON,
    "empty_enum": {"properties": {"a": {"enum": []}, "b": {"type": "string", "enum": None}}},
    "twice_in_enum": {"properties": {"a": {"enum": ["x", "x", None]}}},
    "no_regular_expression": {"properties": {"a": {"type": "string", "pattern": "[a-"}}},
    "required_twice": {"properties": {"a": {}}, "required": ["a", "a", 3]},
    "required_word": {"properties": {"a": {}}, "required": "a"},
    "counts": {"properties": {"a": {"minLength": -1, "maxLength": "9", "minItems": 1.5}}},
    "words_that_are_none": {"properties": {"a": {"description": 5, "title": ["x"], "format": {}}}},
    "union": {
        "oneOf": [
            {"$ref": "#/$defs/Cat"},
            {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind"]},
        ],
        "$defs": {
            "Cat": {
                "type": "object",
                "properties": {"kind": {"const": "cat"}},
                "required": ["kind"],
            }
        },
    },
    "nullable_union": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": {}}}]},
}


@pytest.mark.parametrize("schema", _WILD.values(), ids=_WILD)
def test_whatever_a_server_hands_out_becomes_a_valid_schema(schema: Any) -> None:
    before = json.dumps(schema)
    for made in (wire_schema(schema), strict_schema(schema) or {}):
        Draft202012Validator.check_schema(made)
    assert wire_schema(schema)["type"] == "object"
    assert isinstance(wire_schema(schema)["properties"], dict)
    assert json.dumps(schema) == before


@pytest.mark.parametrize("schema", _WILD.values(), ids=_WILD)
def test_the_subset_holds_no_reference_and_one_type_for_each_value(schema: Any) -> None:
    _check_subset(subset_schema(schema))


def _check_subset(schema: dict[str, Any]) -> None:
    assert not {"$ref", "$defs", "const", "allOf", "not", "additionalProperties"} & set(schema)
    kinds = [schema.get("type"), schema.get("anyOf"), schema.get("oneOf")]
    assert any(kinds)
    assert schema.get("type") is None or isinstance(schema["type"], str)
    assert schema.get("type") != "array" or schema["items"]
    assert set(schema.get("required", ())) <= set(schema.get("properties", ()))
    for item in schema.get("properties", {}).values():
        _check_subset(item)
    for branch in [*schema.get("anyOf", ()), *schema.get("oneOf", ())]:
        _check_subset(branch)
    if "items" in schema:
        _check_subset(schema["items"])


def test_a_union_at_the_root_keeps_all_its_kinds() -> None:
    made = wire_schema(_WILD["union"])
    assert made["properties"]["kind"] == {"anyOf": [{"const": "cat"}, {"const": "dog"}]}
    assert made["required"] == ["kind"]


def test_a_nullable_branch_keeps_its_other_types_in_the_subset() -> None:
    schema = {"properties": {"a": {"anyOf": [{"type": ["string", "null"]}, {"type": "integer"}]}}}
    branches = subset_schema(schema)["properties"]["a"]["anyOf"]
    assert branches == [{"nullable": True, "type": "string"}, {"type": "integer"}]


def test_what_was_optional_is_nullable_where_a_host_binds_its_output() -> None:
    schema = {
        "type": "object",
        "properties": {
            "q": {"type": "string"},
            "sort": {"type": "string", "enum": ["up", "down"], "default": "up"},
            "where": {"type": "object", "properties": {"lat": {"type": "number"}}},
        },
        "required": ["q"],
    }
    made = strict_schema(schema)
    assert made is not None
    assert made["required"] == ["q", "sort", "where"]
    assert made["additionalProperties"] is False
    assert made["properties"]["q"] == {"type": "string"}
    assert made["properties"]["sort"] == {
        "type": ["string", "null"],
        "enum": ["up", "down", None],
    }
    inner = made["properties"]["where"]
    assert inner["type"] == ["object", "null"]
    assert (inner["required"], inner["additionalProperties"]) == (["lat"], False)


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"data": {"type": "object"}}},
        {"properties": {"data": {"type": "object", "additionalProperties": True}}},
        {"properties": {"data": {}}},
        {"properties": {"a": {"not": {"type": "string"}}}},
    ],
)
def test_a_schema_that_leaves_something_open_is_not_bound_to(schema: dict[str, Any]) -> None:
    tools = (ToolDefinition("open", "", schema), ToolDefinition("closed", ""))
    chat = assignment(turn("a"), tools=tools)
    strict = Quirks(schemas=SchemaStyle.STRICT)
    sent = body_of(exchange(RESPONSES, assignment=chat, quirks=strict))["tools"]
    assert [tool["strict"] for tool in sent] == [False, True]
    sent = body_of(exchange(CHAT, assignment=chat, quirks=strict))["tools"]
    assert [tool["function"].get("strict") for tool in sent] == [None, True]


def _nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


_HUGE = {"properties": {f"p{number}": {"enum": ["x" * 50]} for number in range(5_000)}}


@pytest.mark.parametrize(
    "schema",
    [{"type": "string"}, {"type": "array", "items": {}}, _nested(150), _nested(5_000), _HUGE],
    ids=["text", "list", "deep", "bottomless", "huge"],
)
@EVERY_DIALECT
def test_a_schema_that_cannot_be_made_valid_costs_only_its_tool(
    dialect: Dialect, schema: dict[str, Any]
) -> None:
    tools = (ToolDefinition("bad", "", schema), ToolDefinition("good", ""))
    made = exchange(dialect, assignment=assignment(turn("a"), tools=tools))
    body = body_of(made)
    check(dialect, body)
    assert '"good"' in json.dumps(body)
    assert '"bad"' not in json.dumps(body)
    assert Notice(NoticeKind.SCHEMAS_LEFT_OUT, 1, ("bad",)) in made.notices()
    with pytest.raises((UnusableSchemaError, RecursionError)):
        wire_schema(schema)


def test_a_long_schema_loses_its_words_before_its_tool() -> None:
    words = {"type": "string", "description": "y" * 1_000}
    schema = {"properties": {f"p{number}": words for number in range(500)} | {"title": words}}
    made = wire_schema(schema)
    assert len(made["properties"]) == 501
    assert made["properties"]["title"] == {"type": "string"}


@EVERY_DIALECT
def test_of_more_tools_than_a_host_takes_the_first_are_offered_and_the_others_named(
    dialect: Dialect,
) -> None:
    tools = tuple(ToolDefinition(f"tool{number}", "") for number in range(5))
    chat = assignment(turn("a"), tools=tools)
    made = exchange(dialect, assignment=chat, quirks=Quirks(max_tools=3))
    sent = json.dumps(body_of(made))
    assert [f'"tool{number}"' in sent for number in range(5)] == [True] * 3 + [False] * 2
    wanted = Notice(NoticeKind.TOOLS_LEFT_OUT, 2, ("tool3", "tool4"), 3)
    assert wanted in made.notices()


@EVERY_DIALECT
def test_a_model_without_tools_is_offered_none_and_it_is_said(dialect: Dialect) -> None:
    made = exchange(dialect, abilities=Abilities(takes_tools=False))
    assert "tools" not in body_of(made)
    assert [notice.kind for notice in made.notices()] == [NoticeKind.TOOLS_LEFT_OUT]


_ODD = {
    "type": "object",
    "properties": {
        "first name": {"type": "string"},
        "größe": {"type": "number"},
        "$filter": {"type": "object", "properties": {"a b": {"type": "string"}}},
        "plain": {"type": "string"},
        "x" * 80: {"type": "string"},
    },
    "required": ["first name", "plain"],
}
_GIVEN = {"first name": "Ann", "$filter": {"a b": "c"}, "plain": "first name"}


def test_odd_property_names_are_mapped_for_claude_and_back_again() -> None:
    tool = ToolDefinition("save", "", _ODD)
    made = exchange(ANTHROPIC, assignment=assignment(turn("a"), tools=(tool,)))
    schema = body_of(made)["tools"][0]["input_schema"]
    assert all(name.isascii() and " " not in name for name in schema["properties"])
    assert set(schema["required"]) <= set(schema["properties"])
    first, _, filters, plain, _ = schema["properties"]
    assert plain == "plain"
    inner = next(iter(schema["properties"][filters]["properties"]))
    wire = {first: "Ann", filters: {inner: "c"}, plain: "first name"}
    block = {"type": "tool_use", "id": "t1", "name": "save", "input": {}}
    delta = {"type": "input_json_delta", "partial_json": json.dumps(wire)}
    reading = completed(
        made,
        stream(
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
            {"type": "message_stop"},
        ),
    )
    assert json.loads(calls(reading)[0][2]) == _GIVEN
    assert body_of(made)["messages"][1]["content"][0]["input"] == wire


def test_others_get_property_names_as_they_are() -> None:
    chat = assignment(turn("a"), tools=(ToolDefinition("save", "", _ODD),))
    sent = body_of(exchange(CHAT, assignment=chat))["tools"][0]["function"]["parameters"]
    assert list(sent["properties"]) == list(_ODD["properties"])
    claude = exchange(CHAT, assignment=chat, model="anthropic/claude-sonnet-4.5")
    assert "first name" not in str(body_of(claude)["tools"])


def test_a_description_too_long_for_a_host_is_told_in_whole_by_the_schema() -> None:
    tools = (ToolDefinition("long", "word " * 300, {"type": "object"}),)
    made = exchange(
        CHAT,
        assignment=assignment(turn("a"), tools=tools),
        quirks=Quirks(description_characters=1_024),
    )
    sent = body_of(made)["tools"][0]["function"]
    assert len(sent["description"]) == 1_024
    assert sent["parameters"]["description"] == "word " * 300
