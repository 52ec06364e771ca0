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
    """JSON Schema without the titles, which tell a model nothing and cost tokens."""
    schema = model.model_json_schema()
    properties = {
        name: {key: value for key, value in field.items() if key != "title"}
        for name, field in schema.get("properties", {}).items()
    }
    made: dict[str, Any] = {"type": "object", "properties": properties}
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
