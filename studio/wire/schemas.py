"""Makes tool schemas that providers accept. The originals are never touched."""

from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object, dumped
from studio.wire.schema_references import UnusableSchemaError, resolved
from studio.wire.schema_repair import repaired
from studio.wire.schema_strict import strict_form
from studio.wire.schema_subset import narrowed

_COMBINATORS = ("anyOf", "oneOf", "allOf")
_MAX_TOLD = 4_000
_MAX_SIZE = 200_000  # characters; no request with a schema beyond it would be answered
_WORDS = ("description", "title", "examples", "default", "$comment")


def wire_schema(schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """An object schema with properties and without a combinator at its root.

    Raises `UnusableSchemaError` for what describes no object, or too much.
    """
    root = as_object(schema)
    made = repaired(_with_folded_root(resolved(root, root), root))
    if made.get("type", "object") != "object" and "object" not in as_list(made.get("type")):
        raise UnusableSchemaError
    made["type"] = "object"
    made.pop("enum", None)  # at the root neither is taken
    made.pop("not", None)
    made.setdefault("properties", {})
    return _of_usable_size(made)


def described(description: str, schema: Mapping[str, Any] | None) -> str:
    """The description, with the alternatives that folding the root took from the schema."""
    root = as_object(schema)
    told = [
        f"{name}: {alternatives}"
        for name in _COMBINATORS[:2]
        if as_list(resolved(root, root).get(name))
        and len(alternatives := dumped(resolved(root, root)[name])) <= _MAX_TOLD
    ]
    if not told:
        return description
    return f"{description}\n\nThe arguments must also fit " + "; ".join(told)


def subset_schema(schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """For hosts that read only a part of JSON Schema: no references, one type for each value.

    Raises `UnusableSchemaError` as `wire_schema` does.
    """
    made = narrowed(wire_schema(schema))
    made.setdefault("properties", {})
    return made


def strict_schema(schema: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """For hosts that bind their output to it; None where the schema leaves anything open.

    Raises `UnusableSchemaError` as `wire_schema` does.
    """
    return strict_form(wire_schema(schema))


def _of_usable_size(schema: dict[str, Any]) -> dict[str, Any]:
    """Without its words where it is too long with them."""
    if len(dumped(schema)) <= _MAX_SIZE:
        return schema
    bare = as_object(_without_words(schema))
    if len(dumped(bare)) > _MAX_SIZE:
        raise UnusableSchemaError
    return dict(bare)


def _without_words(value: Any, *, is_names: bool = False) -> Any:
    """`is_names`: the keys are names that somebody gave, not words of JSON Schema."""
    if isinstance(value, list):
        return [_without_words(item) for item in value]
    if not isinstance(value, dict):
        return value
    names = ("properties", "$defs", "definitions", "patternProperties")
    return {
        key: _without_words(item, is_names=key in names and not is_names)
        for key, item in value.items()
        if is_names or key not in _WORDS
    }


def _with_folded_root(schema: dict[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    for name in _COMBINATORS:
        told = as_list(schema.pop(name, None))
        branches = [resolved(as_object(branch), root) for branch in told]
        branches = [branch for branch in branches if branch.get("type") != "null"]
        if branches:
            schema = _folded(schema, branches, requires_all=name == "allOf")
    return schema


def _folded(
    schema: dict[str, Any], branches: list[dict[str, Any]], *, requires_all: bool
) -> dict[str, Any]:
    properties = dict(as_object(schema.get("properties")))
    for branch in branches:
        for key, value in as_object(branch.get("properties")).items():
            properties[key] = _either(properties[key], value) if key in properties else value
    demands = [_required(branch) for branch in branches]
    shared = set.union(*demands) if requires_all else set.intersection(*demands)
    required = [*as_list(schema.get("required")), *sorted(shared - _required(schema))]
    kinds = [branch["type"] for branch in branches if "type" in branch]
    if kinds and len(kinds) == len(branches) and "object" not in kinds:
        raise UnusableSchemaError
    folded = {**schema, "properties": properties}
    if required:
        folded["required"] = required
    return folded


def _either(one: Any, other: Any) -> Any:
    """Branches that describe one property differently: the value of a discriminator, mostly."""
    if one == other:
        return one
    before = as_list(as_object(one).get("anyOf")) if set(as_object(one)) == {"anyOf"} else [one]
    return {"anyOf": before if other in before else [*before, other]}


def _required(schema: Mapping[str, Any]) -> set[str]:
    return {name for name in as_list(schema.get("required")) if isinstance(name, str)}
