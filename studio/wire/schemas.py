"""Makes tool schemas that providers accept. The originals are never touched."""

from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object, dumped

_COMBINATORS = ("anyOf", "oneOf", "allOf")
_MAX_INLINE_DEPTH = 24
# What the OpenAPI subset of some hosts (Google's) does not know or refuses.
_UNSUPPORTED = frozenset(
    {
        "$schema", "$id", "$defs", "definitions", "$comment", "$anchor", "additionalProperties",
        "default", "examples", "patternProperties", "unevaluatedProperties", "propertyNames",
        "const", "if", "then", "else", "not", "contentEncoding", "contentMediaType",
    }
)  # fmt: skip


def wire_schema(schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """An object schema with properties and without a combinator at its root."""
    root = as_object(schema)
    definitions = {**as_object(root.get("definitions")), **as_object(root.get("$defs"))}
    made = _with_folded_root(_resolved(dict(root), definitions, 0))
    made["type"] = "object"
    if not isinstance(made.get("properties"), dict):
        made["properties"] = {}
    return made


def described(description: str, schema: Mapping[str, Any] | None) -> str:
    """The description, with the alternatives that folding the root took from the schema."""
    told = [
        f"{name}: {dumped(alternatives)}"
        for name in _COMBINATORS[:2]
        if (alternatives := as_list(as_object(schema).get(name)))
    ]
    if not told:
        return description
    return f"{description}\n\nThe arguments must also fit " + "; ".join(told)


def subset_schema(schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """For hosts that read only a part of JSON Schema: no references, one type for each value."""
    root = as_object(schema)
    definitions = {**as_object(root.get("definitions")), **as_object(root.get("$defs"))}
    return wire_schema(as_object(_narrowed(wire_schema(root), definitions, 0)))


def _with_folded_root(schema: dict[str, Any]) -> dict[str, Any]:
    for name in _COMBINATORS:
        branches = [as_object(branch) for branch in as_list(schema.pop(name, None))]
        if branches:
            schema = _folded(schema, branches, requires_all=name == "allOf")
    return schema


def _folded(
    schema: dict[str, Any], branches: list[Mapping[str, Any]], *, requires_all: bool
) -> dict[str, Any]:
    properties = dict(as_object(schema.get("properties")))
    for branch in branches:
        for key, value in as_object(branch.get("properties")).items():
            properties.setdefault(key, value)
    demands = [_required(branch) for branch in branches]
    shared = set.union(*demands) if requires_all else set.intersection(*demands)
    required = [*as_list(schema.get("required")), *sorted(shared - _required(schema))]
    folded = {**schema, "properties": properties}
    if required:
        folded["required"] = required
    return folded


def _required(schema: Mapping[str, Any]) -> set[str]:
    return {name for name in as_list(schema.get("required")) if isinstance(name, str)}


def _narrowed(value: Any, definitions: Mapping[str, Any], depth: int) -> Any:
    if isinstance(value, list):
        return [_narrowed(item, definitions, depth) for item in value]
    if not isinstance(value, dict):
        return value
    value = _resolved(value, definitions, depth)
    if "$ref" in value:
        depth += 1
    made: dict[str, Any] = {}
    for key, item in value.items():
        if key == "properties":
            made[key] = {
                name: _narrowed(schema, definitions, depth + 1)
                for name, schema in as_object(item).items()
            }
        elif key not in _UNSUPPORTED and key != "$ref":
            made[key] = _narrowed(item, definitions, depth + 1)
    return _with_one_type(made)


def _resolved(schema: dict[str, Any], definitions: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """The referenced definition with the siblings of the reference laid over it."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    siblings = {key: item for key, item in schema.items() if key != "$ref"}
    if depth > _MAX_INLINE_DEPTH:  # a schema that contains itself has no finite form
        return {"type": "object", **siblings}
    target = as_object(definitions.get(reference.rpartition("/")[2]))
    return _resolved({**target, **siblings}, definitions, depth + 1)


def _with_one_type(schema: dict[str, Any]) -> dict[str, Any]:
    schema = _without_null_branch(schema)
    types = schema.get("type")
    if isinstance(types, list):
        plain = [name for name in types if name != "null"]
        if len(plain) < len(types):
            schema["nullable"] = True
        schema["type"] = plain[0] if plain else "string"
    values = schema.get("enum")
    if isinstance(values, list):
        kept = [value for value in values if value is not None]
        schema["enum"] = [value if isinstance(value, str) else dumped(value) for value in kept]
        if any(not isinstance(value, str) for value in kept):
            schema["type"] = "string"
    return schema


def _without_null_branch(schema: dict[str, Any]) -> dict[str, Any]:
    for name in ("anyOf", "oneOf"):
        branches = as_list(schema.get(name))
        kept = [branch for branch in branches if as_object(branch).get("type") != "null"]
        if len(kept) == len(branches):
            continue
        schema["nullable"] = True
        if len(kept) == 1:
            del schema[name]
            schema = {**as_object(kept[0]), **schema}
        else:
            schema[name] = kept
    return schema
