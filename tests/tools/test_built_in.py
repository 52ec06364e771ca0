from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from studio.core.tools import Preview
from studio.tools.built_in import BuiltInTools
from tests.tools.places import NOON

TOOLS = {tool.definition.name: tool for tool in BuiltInTools(tuple, lambda: NOON).tools()}

CHANGING = {"write_text_file", "edit_text_file", "run_python"}


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from objects(inner)


def test_these_are_the_tools() -> None:
    assert list(TOOLS) == [
        "current_time", "calculate", "list_directory", "read_text_file", "write_text_file",
        "edit_text_file", "search_files", "run_python",
    ]  # fmt: skip


def test_only_those_that_change_something_ask_and_run_alone() -> None:
    for name, tool in TOOLS.items():
        assert tool.definition.asks_first == (name in CHANGING)
        assert tool.definition.is_read_only == (name not in CHANGING)


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_are_flat_and_every_argument_is_described(name: str) -> None:
    definition = TOOLS[name].definition
    schema = dict(definition.schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert definition.description
    for argument in schema["properties"].values():
        assert isinstance(argument["type"], str)
        assert argument["description"]
    for part in objects(schema):
        assert not {"$ref", "$defs", "anyOf", "oneOf", "allOf", "title"} & set(part)
    assert json.loads(json.dumps(schema)) == schema


def test_the_needed_arguments_come_first() -> None:
    needed = {name: tool.definition.schema.get("required", []) for name, tool in TOOLS.items()}
    assert needed == {
        "current_time": [],
        "calculate": ["expression"],
        "list_directory": [],
        "read_text_file": ["path"],
        "write_text_file": ["path", "text"],
        "edit_text_file": ["path", "edits"],
        "search_files": [],
        "run_python": ["code"],
    }
    for name, required in needed.items():
        assert list(TOOLS[name].definition.schema["properties"])[: len(required)] == required


@pytest.mark.parametrize("name", TOOLS)
async def test_wrong_arguments_are_an_error_that_names_them(name: str) -> None:
    lists: dict[str, Any] = {key: [] for key in TOOLS[name].definition.schema["properties"]}
    for wrong in ({"surprise": 1}, lists):
        output = await TOOLS[name].run(wrong)
        assert output.is_error
        assert all(argument in output.text for argument in wrong)


def test_what_only_reads_has_nothing_to_preview() -> None:
    for name, tool in TOOLS.items():
        if name not in CHANGING:
            assert tool.preview({"surprise": object()}) == Preview("")
