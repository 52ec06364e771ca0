"""Makes of what servers hand out as JSON Schema a schema that is one.

A provider checks every schema of a request and refuses all of it for one bad keyword. A repair only
ever takes a demand away: the tool itself still checks its arguments by its own schema.
"""

import re
from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object
from studio.wire.schema_references import UnusableSchemaError, leads_somewhere

MAX_NODES = 20_000
_MAX_DEPTH = 100
_TYPES = {name: name for name in ("string", "number", "integer", "boolean", "array", "object")}
_TYPES |= {"null": "null", "str": "string", "int": "integer", "long": "integer"}
_TYPES |= {"float": "number", "double": "number", "decimal": "number", "bool": "boolean"}
_TYPES |= {"list": "array", "tuple": "array", "set": "array", "dict": "object", "map": "object"}
_SCHEMAS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_ONE = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "contentSchema", "additionalItems",
)  # fmt: skip
_SEVERAL = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAY_BE_BOOLEAN = ("additionalProperties", "unevaluatedProperties", "unevaluatedItems")
_COUNTS = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
    "minContains", "maxContains",
)  # fmt: skip
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_TEXTS = ("title", "description", "format", "pattern", "$comment", "$id", "$schema", "$anchor")


def repaired(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Raises `UnusableSchemaError` for what is larger or deeper than anybody means it."""
    return _Repair(schema).object(schema, 0)


class _Repair:
    """One schema's repair; dies with it."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        self._nodes += 1
        if depth > _MAX_DEPTH or self._nodes > MAX_NODES:
            raise UnusableSchemaError
        made = dict(schema)
        if "$ref" in made and not leads_somewhere(made["$ref"], self._root):
            del made["$ref"]
        _repair_draft_4(made)
        _repair_type(made)
        _repair_values(made)
        self._repair_nested(made, depth + 1)
        _repair_required(made)
        if _is_array(made) and "items" not in made:
            made["items"] = {}
        return made

    def _schema(self, value: Any, depth: int) -> dict[str, Any]:
        """True and whatever is no schema allow everything; nothing is allowed by `not`."""
        return {"not": {}} if value is False else self.object(as_object(value), depth)

    def _repair_nested(self, made: dict[str, Any], depth: int) -> None:
        if isinstance(made.get("items"), list):  # places of a tuple, before 2020
            made["items"] = {"anyOf": made["items"]} if made["items"] else {}
        for name in _SCHEMAS:
            if name in made:
                made[name] = {
                    str(key): self._schema(value, depth)
                    for key, value in as_object(made[name]).items()
                    if value is not False or name != "properties"
                }
        for name in _ONE:
            is_boolean = isinstance(made.get(name), bool) and name in _MAY_BE_BOOLEAN
            if name in made and not is_boolean:
                made[name] = self._schema(made[name], depth)
        for name in _SEVERAL:
            if name in made:
                branches = [self._schema(value, depth) for value in as_list(made.pop(name))]
                made |= {name: branches} if branches else {}


def _repair_draft_4(made: dict[str, Any]) -> None:
    for name, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(made.get(name), bool):
            is_exclusive = made.pop(name)
            if is_exclusive and bound in made:
                made[name] = made.pop(bound)


def _repair_type(made: dict[str, Any]) -> None:
    if "type" not in made:
        return
    told = made.pop("type")
    names = [told] if isinstance(told, str) else as_list(told)
    known = [_TYPES.get(name.lower()) for name in names if isinstance(name, str)]
    types = list(dict.fromkeys(name for name in known if name is not None))
    if types and len(types) == len(set(map(str, names))):
        made["type"] = types if isinstance(told, list) else types[0]


def _repair_values(made: dict[str, Any]) -> None:
    if "enum" in made:
        values = as_list(made.pop("enum"))
        kept = [value for at, value in enumerate(values) if value not in values[:at]]
        made |= {"enum": kept} if kept else {}
    for name in _TEXTS:
        if name in made and not isinstance(made[name], str):
            del made[name]
    for name in (*_COUNTS, *_NUMBERS):
        if name in made and not _is_number(made[name], is_count=name in _COUNTS):
            del made[name]
    if "pattern" in made and not _is_pattern(made["pattern"]):
        del made["pattern"]


def _is_number(value: Any, *, is_count: bool) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return not is_count or (value >= 0 and value == int(value))


def _is_pattern(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _repair_required(made: dict[str, Any]) -> None:
    """Names that nothing describes are refused by some hosts; draft 3 said it in each property."""
    if "required" not in made:
        return
    told = as_list(made.pop("required"))
    names = list(dict.fromkeys(name for name in told if isinstance(name, str)))
    made |= {"required": names} if names else {}


def _is_array(made: Mapping[str, Any]) -> bool:
    kind = made.get("type")
    return kind == "array" or (isinstance(kind, list) and "array" in kind)
