"""Which tools a request offers, and in which words: one bad schema never costs the others."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from studio.core.abilities import Abilities
from studio.core.notices import Notice, NoticeKind
from studio.core.quirks import Quirks, SchemaStyle
from studio.core.tools import ToolDefinition
from studio.wire.properties import PropertyNames
from studio.wire.schema_references import UnusableSchemaError
from studio.wire.schemas import described, strict_schema, subset_schema, wire_schema


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """One tool as a host reads it. `name` is still our own. `is_strict`: the host binds what the
    model says to the schema."""

    name: str
    description: str
    schema: dict[str, Any]
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """The tools of one send, the first that the host takes, and what is said of the others."""

    tools: tuple[OfferedTool, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(tool.name for tool in self.tools)


def offer(tools: Iterable[ToolDefinition], quirks: Quirks, abilities: Abilities) -> Offer:
    known = tuple(tools)
    limit = 0 if abilities.takes_tools is False else quirks.max_tools
    made: list[OfferedTool] = []
    unusable: list[str] = []
    surplus: list[str] = []
    for tool in known:
        if limit is not None and len(made) >= limit:
            surplus.append(tool.name)
            continue
        try:
            made.append(_with_bound(_offered(tool, quirks.schemas), quirks.description_characters))
        except (UnusableSchemaError, RecursionError):
            unusable.append(tool.name)
    notices = (
        *_notice(NoticeKind.TOOLS_LEFT_OUT, surplus, limit),
        *_notice(NoticeKind.SCHEMAS_LEFT_OUT, unusable),
    )
    return Offer(tuple(made), notices)


def property_names(tools: Iterable[OfferedTool]) -> dict[str, PropertyNames]:
    return {tool.name: PropertyNames(tool.schema) for tool in tools}


def _offered(tool: ToolDefinition, style: SchemaStyle) -> OfferedTool:
    description = described(tool.description, tool.schema)
    match style:
        case SchemaStyle.JSON_SCHEMA:
            return OfferedTool(tool.name, description, wire_schema(tool.schema))
        case SchemaStyle.OPENAPI_SUBSET:
            return OfferedTool(tool.name, description, subset_schema(tool.schema))
        case SchemaStyle.STRICT:
            bound = strict_schema(tool.schema)
            schema = wire_schema(tool.schema) if bound is None else bound
            return OfferedTool(tool.name, description, schema, is_strict=bound is not None)


def _with_bound(tool: OfferedTool, longest: int | None) -> OfferedTool:
    """What is too long for a description is said in whole by the schema, which has no bound."""
    if longest is None or len(tool.description) <= longest:
        return tool
    schema = {"description": tool.description, **tool.schema}
    return replace(tool, description=f"{tool.description[: longest - 1]}…", schema=schema)


def _notice(kind: NoticeKind, names: list[str], limit: int | None = None) -> tuple[Notice, ...]:
    return (Notice(kind, len(names), tuple(names), limit),) if names else ()
