"""For hosts that bind their output to a schema: everything required, nothing beyond it.

What was optional becomes nullable there. A schema that leaves anything open has no such form.
"""

from collections.abc import Mapping
from typing import Any

from studio.wire.lenient import as_list, as_object

_MAX_DEPTH = 10
_MAX_PROPERTIES = 1_000
_OPEN = (
    "allOf", "not", "if", "then", "else", "patternProperties", "dependentSchemas",
    "dependentRequired", "dependencies", "propertyNames", "unevaluatedProperties", "contains",
    "prefixItems", "minProperties", "maxProperties", "$dynamicRef",
)  # fmt: skip
_UNKNOWN = ("default", "examples", "$schema", "$id", "$comment", "title", "uniqueItems")


class NoStrictFormError(ValueError):
    """The schema leaves something open: it is sent as it is, and not bound to."""


def strict_form(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """None where there is none."""
    try:
        return _Binding().schema(schema, 0)
    except NoStrictFormError:
        return None


class _Binding:
    """One schema's strict form in the making."""

    def __init__(self) -> None:
        self._properties = 0

    def schema(self, value: Mapping[str, Any], depth: int) -> dict[str, Any]:
        if depth > _MAX_DEPTH or any(name in value for name in _OPEN):
            raise NoStrictFormError
        made = {name: item for name, item in value.items() if name not in _UNKNOWN}
        if "oneOf" in made:
            made["anyOf"] = [*as_list(made.get("anyOf")), *made.pop("oneOf")]
        if not {"type", "anyOf", "$ref", "enum", "const"} & set(made):
            raise NoStrictFormError
        for name in ("$defs", "definitions"):
            if name in made:
                defined = as_object(made[name]).items()
                made[name] = {key: self.schema(as_object(item), depth) for key, item in defined}
        if "anyOf" in made:
            made["anyOf"] = [self.schema(as_object(it), depth + 1) for it in made["anyOf"]]
        if "items" in made:
            made["items"] = self.schema(as_object(made["items"]), depth + 1)
        return self._object(made, depth) if _is_object(made) else made

    def _object(self, made: dict[str, Any], depth: int) -> dict[str, Any]:
        properties = as_object(made.get("properties"))
        is_closed = made.get("additionalProperties", False) is False
        self._properties += len(properties)
        if not is_closed or (depth and not properties) or self._properties > _MAX_PROPERTIES:
            raise NoStrictFormError
        required = as_list(made.get("required"))
        bound = {
            name: _nullable(item, is_required=name in required)
            for name, schema in properties.items()
            if (item := self.schema(as_object(schema), depth + 1))
        }
        closed = {"required": list(bound), "additionalProperties": False}
        return {**made, "properties": bound, **closed}


def _is_object(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _nullable(schema: dict[str, Any], *, is_required: bool) -> dict[str, Any]:
    if is_required or _takes_null(schema):
        return schema
    kind = schema.get("type")
    if kind is None or "const" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    types = [kind] if isinstance(kind, str) else list(kind)
    values = {"enum": [*schema["enum"], None]} if isinstance(schema.get("enum"), list) else {}
    return {**schema, "type": [*types, "null"], **values}


def _takes_null(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    if kind == "null" or (isinstance(kind, list) and "null" in kind):
        return not isinstance(schema.get("enum"), list) or None in schema["enum"]
    return any(_takes_null(as_object(branch)) for branch in as_list(schema.get("anyOf")))
