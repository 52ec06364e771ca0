"""The OpenAPI subset that Google reads: no references, one type for each value."""

from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object, dumped
from studio.wire.schema_references import UnusableSchemaError, resolved

_MAX_NODES = 5_000
# What the subset does not know or refuses.
_UNSUPPORTED = frozenset(
    {
        "$schema", "$id", "$defs", "definitions", "$comment", "$anchor", "additionalProperties",
        "default", "examples", "patternProperties", "unevaluatedProperties", "propertyNames",
        "if", "then", "else", "not", "contentEncoding", "contentMediaType", "contentSchema",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "contains",
        "prefixItems", "dependentSchemas", "dependentRequired", "dependencies", "readOnly",
        "writeOnly", "deprecated", "unevaluatedItems", "additionalItems", "$ref", "$dynamicRef",
        "$dynamicAnchor", "$vocabulary", "id", "minContains", "maxContains", "const", "allOf",
    }
)  # fmt: skip
_FORMATS = frozenset({"date-time", "enum", "int32", "int64", "float", "double"})


def narrowed(root: Mapping[str, Any]) -> dict[str, Any]:
    """Raises `UnusableSchemaError` for what has no finite form of a usable size."""
    return _Narrowing(root).schema(root, ())


class _Narrowing:
    """One schema's way into the subset; dies with it."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def schema(self, value: Mapping[str, Any], above: tuple[str, ...]) -> dict[str, Any]:
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise UnusableSchemaError
        reference = value.get("$ref")
        if isinstance(reference, str):
            siblings = {key: item for key, item in value.items() if key != "$ref"}
            if reference in above:  # what contains itself has no finite form
                value = {"type": "object", **siblings}
            else:
                value, above = resolved(value, self._root), (*above, reference)
        made = _without_null_branch(_merged(value, self._root))
        if "$ref" in made:  # of the one branch that was left
            return self.schema(made, above)
        made = {key: self._keyword(key, item, above) for key, item in made.items()}
        return _with_one_type({key: item for key, item in made.items() if item is not None})

    def _keyword(self, key: str, item: Any, above: tuple[str, ...]) -> Any:
        """None for what is left out."""
        if key in _UNSUPPORTED or (key == "format" and item not in _FORMATS):
            return None
        if key == "properties":
            return {name: self.schema(as_object(it), above) for name, it in item.items()}
        if key in ("anyOf", "oneOf"):
            return [self.schema(as_object(branch), above) for branch in as_list(item)]
        return self.schema(item, above) if key == "items" and isinstance(item, dict) else item


def _merged(value: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """All of a conjunction at once, and a constant as the one value of an enumeration."""
    made = dict(value)
    for branch in as_list(value.get("allOf")):
        known = resolved(as_object(branch), root)
        properties = {**as_object(known.get("properties")), **as_object(made.get("properties"))}
        required = [*as_list(made.get("required")), *as_list(known.get("required"))]
        made = {**known, **made}
        made |= {"properties": properties} if properties else {}
        made |= {"required": list(dict.fromkeys(required))} if required else {}
    if "const" in made:
        made.setdefault("enum", [made["const"]])
    return made


def _with_one_type(schema: dict[str, Any]) -> dict[str, Any]:
    schema = _with_plain_type(schema)
    values = schema.get("enum")
    if isinstance(values, list):
        _write_values(schema, values)
    _complete(schema)
    return schema


def _write_values(schema: dict[str, Any], values: list[Any]) -> None:
    kept = [value for value in values if value is not None]
    if len(kept) < len(values):
        schema["nullable"] = True
    if not kept:
        del schema["enum"]
        return
    schema["enum"] = [value if isinstance(value, str) else dumped(value) for value in kept]
    if any(not isinstance(value, str) for value in kept):
        schema["type"] = "string"


def _with_plain_type(schema: dict[str, Any]) -> dict[str, Any]:
    types = schema.get("type")
    if types == "null":
        return {**schema, "type": "string", "nullable": True}
    if not isinstance(types, list):
        return schema
    plain = [name for name in types if name != "null"]
    made = {key: item for key, item in schema.items() if key != "type"}
    if len(plain) < len(types):
        made["nullable"] = True
    if len(plain) > 1 and "anyOf" not in made:
        made["anyOf"] = [{"type": name} for name in plain]
        for branch in made["anyOf"]:
            _complete(branch)
    else:
        made["type"] = plain[0] if plain else "string"
    return made


def _complete(schema: dict[str, Any]) -> None:
    """Every value has a type, a list says of what, and only what is described is required."""
    if not {"type", "anyOf", "oneOf"} & set(schema):
        is_object = isinstance(schema.get("properties"), dict)
        schema["type"] = "object" if is_object else "array" if "items" in schema else "string"
    if schema.get("type") == "array":
        schema.setdefault("items", {"type": "string"})
    required = as_list(schema.pop("required", None))
    known = [name for name in required if name in as_object(schema.get("properties"))]
    schema |= {"required": known} if known else {}


def _without_null_branch(schema: dict[str, Any]) -> dict[str, Any]:
    for name in ("anyOf", "oneOf"):
        branches = [as_object(branch) for branch in as_list(schema.get(name))]
        kept = [branch for branch in branches if not _is_null(branch)]
        if len(kept) == len(branches):
            continue
        schema = {**schema, "nullable": True}
        if len(kept) == 1:
            del schema[name]
            schema = {**kept[0], **schema}
        elif kept:
            schema[name] = kept
        else:
            del schema[name]
    return schema


def _is_null(branch: Mapping[str, Any]) -> bool:
    values = [branch["const"]] if "const" in branch else as_list(branch.get("enum"))
    return branch.get("type") in ("null", ["null"]) or values == [None]
