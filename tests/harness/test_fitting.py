"""Arguments that fit are passed on as they are; a null that means nothing is left out."""

from __future__ import annotations

import time
from typing import Any

import pytest

from studio.core.messages import ToolCall
from studio.harness import fitting
from studio.harness.fitting import fitted
from studio.harness.toolbox import Ready, Rejected, Toolbox
from tests.fakes import FakeTool

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "unit": {"enum": ["C", "F"]},
        "note": {"type": ["string", "null"]},
        "where": {
            "type": "object",
            "properties": {"zip": {"type": "string"}, "land": {"type": "string"}},
            "required": ["land"],
        },
        "stops": {"type": "array", "items": {"properties": {"at": {"type": "string"}}}},
    },
    "required": ["city"],
}


@pytest.mark.parametrize(
    ("sent", "given"),
    [
        ({"city": "Oslo", "days": None}, {"city": "Oslo"}),
        ({"city": "Oslo", "days": None, "unit": None}, {"city": "Oslo"}),
        ({"city": "Oslo", "note": None}, {"city": "Oslo", "note": None}),
        ({"city": "Oslo", "note": None, "days": None}, {"city": "Oslo", "note": None}),
        (
            {"city": "Oslo", "where": {"zip": None, "land": "no"}},
            {"city": "Oslo", "where": {"land": "no"}},
        ),
        ({"city": "Oslo", "where": None}, {"city": "Oslo"}),
        ({"city": "Oslo", "stops": [{"at": None}]}, {"city": "Oslo", "stops": [{}]}),
        ({"city": "Oslo", "unknown": None}, {"city": "Oslo", "unknown": None}),
    ],
)
def test_a_null_is_left_out_only_where_the_schema_forbids_it(
    sent: dict[str, Any], given: dict[str, Any]
) -> None:
    assert fitted("look", sent, SCHEMA) == (given, [])


@pytest.mark.parametrize(
    ("sent", "place"),
    [
        ({"city": None}, "$.city"),
        ({"city": "Oslo", "where": {"land": None}}, "$.where.land"),
        ({"city": "Oslo", "stops": [None], "days": "two"}, "$.days"),
        ({"city": "Oslo", "days": None, "unit": "K"}, "$.unit"),
    ],
)
def test_a_null_that_is_needed_and_any_other_fault_is_told(
    sent: dict[str, Any], place: str
) -> None:
    arguments, problems = fitted("look", sent, SCHEMA)
    assert arguments == sent
    assert any(place in problem for problem in problems)


def test_what_the_model_sent_is_not_changed_by_leaving_nulls_out() -> None:
    sent = {"city": "Oslo", "where": {"zip": None, "land": "no"}}
    fitted("look", sent, SCHEMA)
    assert sent["where"] == {"zip": None, "land": "no"}


def test_the_tool_runs_without_the_null_and_the_call_stays_as_it_came() -> None:
    call = ToolCall("a", "look", '{"city": "Oslo", "days": null}')
    ready = Toolbox((FakeTool(schema=SCHEMA),), 60.0).prepare(call)
    assert isinstance(ready, Ready)
    assert ready.arguments == {"city": "Oslo"}
    assert ready.call == call


def test_half_a_surrogate_pair_in_a_fault_is_told_in_words_that_can_be_stored() -> None:
    call = ToolCall("a", "look", '{"city": 1, "stops": {"\\ud800": 1}, "unit": "\\udfff"}')
    one = Toolbox((FakeTool(schema=SCHEMA),), 60.0).prepare(call)
    assert isinstance(one, Rejected)
    one.text.encode()


def test_a_schema_is_checked_once_however_many_calls_there_are() -> None:
    schema = {"type": "object", "properties": {"once": {"type": "string"}}}
    for _ in range(3):
        assert fitted("one", {"once": "x"}, schema) == ({"once": "x"}, [])
    before = fitting._validator.cache_info().misses
    assert fitted("one", {"once": 1}, schema)[1]
    assert fitting._validator.cache_info().misses == before
    schema["properties"] = {"once": {"type": "integer"}}
    assert fitted("one", {"once": 1}, schema) == ({"once": 1}, [])


A_ROW = "a" * 60
DOUBLING = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(50)} | {
    "d50": {"type": "integer"}
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"
ENDLESS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a pattern": ({"a": f"{A_ROW}!"}, {"properties": {"a": {"pattern": "^(a|aa)+$"}}}),
    "a pattern for names": ({f"{A_ROW}!": 1}, {"patternProperties": {"^(a|aa)+$": {}}}),
    "names that no pattern covers": (
        {f"{A_ROW}!": 1},
        {"patternProperties": {"^(a|aa)+$": True}, "additionalProperties": False},
    ),
    "names that nothing looked at": (
        {f"{A_ROW}!": 1},
        {"patternProperties": {"^(a|aa)+$": True}, "unevaluatedProperties": False},
    ),
    "a pattern that takes all memory": (
        {"a": "a"},
        {"properties": {"a": {"pattern": "(?:" * 25 + "a" + ")+" * 25}}},
    ),
    "a part with a dialect of its own": (
        {"a": f"{A_ROW}!"},
        {"properties": {"a": {"$schema": DIALECT, "pattern": "^(a|aa)+$"}}},
    ),
    "a way back through the schema of schemas": (
        {"properties": {"a": {"b": f"{A_ROW}!"}}},
        {
            "$dynamicAnchor": "meta",
            "$ref": DIALECT,
            "properties": {"b": {"pattern": "^(a|aa)+$"}},
        },
    ),
    "references that double": (
        {"a": "x"},
        {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": DOUBLING},
    ),
    "a schema that is hard to check": (
        {"a": "x"},
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "properties": {"a": {"enum": [x for n in range(9_000) for x in (n, str(n))]}},
        },
    ),
    "items that cannot be sorted": (
        {"a": [x for n in range(20_000) for x in (n, str(n))]},
        {"properties": {"a": {"uniqueItems": True}}},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_no_schema_of_a_server_holds_up_the_window(name: str) -> None:
    arguments, schema = ENDLESS[name]
    start = time.thread_time()
    given, _ = fitted("look", arguments, {"type": "object"} | schema)
    assert given == arguments
    assert time.thread_time() - start < 2


@pytest.mark.parametrize(
    ("arguments", "faults"),
    [
        ({"a": "x-1", "b": 3}, []),
        ({"a": "y-1"}, ["at $.a: 'y-1' does not match '^x-'"]),
        ({"n_1": "text"}, ["at $.n_1: 'text' is not of type 'integer'"]),
        (
            {"n_1": 1, "other": 1},
            ["at $: Additional properties are not allowed ('other' was unexpected)"],
        ),
        ({"list": [1, 1.5, "1"]}, []),
        ({"list": [{"a": 1, "b": 2}, {"b": 2, "a": 1}]}, ["at $.list: the items are not all"]),
    ],
)
@pytest.mark.parametrize(
    "dialect", ["", DIALECT, "http://json-schema.org/draft-07/schema#", "https://x.example/schema"]
)
def test_patterns_and_names_are_checked_in_every_dialect(
    dialect: str, arguments: dict[str, Any], faults: list[str]
) -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "^x-"},
            "b": {"type": "integer"},
            "list": {"type": "array", "uniqueItems": True},
        },
        "patternProperties": {"^n_": {"type": "integer"}},
        "additionalProperties": False,
    }
    given, problems = fitted("look", arguments, schema | ({"$schema": dialect} if dialect else {}))
    assert given == arguments
    assert len(problems) == len(faults)
    assert all(fault in problem for fault, problem in zip(faults, problems, strict=True))
