"""Names of properties as Anthropic takes them. Mapped back in the arguments of a call."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from studio.wire.calls import is_whole_call
from studio.wire.lenient import as_object, dumped, parsed

_LEGAL = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_ILLEGAL = re.compile(r"[^a-zA-Z0-9_.-]+")


class PropertyNames:
    """The table of one tool. A made name holds a digest, so that nothing else is called so."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        odd = {name for name in _names(schema) if not _LEGAL.fullmatch(name)}
        self._wire = {name: _made(name) for name in sorted(odd)}
        self._original = {made: name for name, made in self._wire.items()}

    @property
    def are_changed(self) -> bool:
        return bool(self._wire)

    def schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return dict(as_object(_renamed(schema, self._wire))) if self._wire else schema

    def to_wire(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return _with_keys(arguments, self._wire) if self._wire else arguments

    def to_original(self, arguments: str) -> str:
        """Argument text as the tool expects it; what is no whole object stays as it is."""
        if not self._original or not arguments.strip() or not is_whole_call(arguments):
            return arguments
        return dumped(_with_keys(parsed(arguments), self._original))


def _made(name: str) -> str:
    remains = _ILLEGAL.sub("_", name).strip("_.-") or "property"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{remains[:55]}_{digest}"


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _names(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "properties":
                yield from as_object(item)
            yield from _names(item)


def _renamed(value: Any, table: Mapping[str, str]) -> Any:
    """A schema with other names for its properties, also where they are required."""
    if isinstance(value, list):
        return [_renamed(item, table) for item in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, item in value.items():
        if key == "properties" and isinstance(item, dict):
            made[key] = {table.get(name, name): _renamed(it, table) for name, it in item.items()}
        elif key == "required" and isinstance(item, list):
            made[key] = [table.get(name, name) if isinstance(name, str) else name for name in item]
        else:
            made[key] = _renamed(item, table)
    return made


def _with_keys(value: Any, table: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_keys(item, table) for item in value]
    if not isinstance(value, dict):
        return value
    return {table.get(key, key): _with_keys(item, table) for key, item in value.items()}
