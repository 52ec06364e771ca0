"""Arguments as pydantic models: one place for the schema that the model sees and for the check."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from studio.core.tools import Arguments
from studio.tools.refusals import RefusedError


class ToolArguments(BaseModel):
    """The arguments of one tool. Fields are plain, so that the schema is flat."""

    model_config = ConfigDict(extra="forbid", frozen=True)


ArgumentsT = TypeVar("ArgumentsT", bound=ToolArguments)


def schema_of(model: type[ToolArguments]) -> Mapping[str, Any]:
    """JSON Schema without the titles, which tell a model nothing and cost tokens.

    Models inside are written out in their place: not every provider takes a `$ref`.
    """
    schema = model.model_json_schema()
    return _plain(schema, schema.get("$defs", {}))


def _plain(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _plain(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    made = {key: value for key, value in schema.items() if key not in ("title", "$defs")}
    if isinstance(made.get("items"), dict):
        made["items"] = _plain(made["items"], definitions)
    if schema.get("type") != "object":
        return made
    properties = schema.get("properties", {})
    made = {"type": "object"}
    made["properties"] = {name: _plain(each, definitions) for name, each in properties.items()}
    if required := schema.get("required"):
        made["required"] = required
    return {**made, "additionalProperties": False}


def parsed(model: type[ArgumentsT], arguments: Arguments) -> ArgumentsT:
    """The arguments, checked; a null means that one was left out. Raises `RefusedError`."""
    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise RefusedError("; ".join(_faults(error))) from None


def _faults(error: ValidationError) -> list[str]:
    return [
        f"{'.'.join(str(part) for part in fault['loc']) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_context=False, include_input=False)
    ]
