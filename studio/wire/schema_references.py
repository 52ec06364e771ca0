"""References inside one JSON Schema: found by pointer, followed to their end, never for ever."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from studio.wire.lenient import as_object

_MAX_STEPS = 24


class UnusableSchemaError(ValueError):
    """No form of this schema would be valid: its tool cannot be offered."""


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """The referenced definition with the siblings of the reference laid over it. What leads
    nowhere, or only back to itself, is left out."""
    made = dict(schema)
    for _ in range(_MAX_STEPS):
        reference = made.pop("$ref", None)
        if reference is None:
            return made
        made = {**target_of(reference, root), **made}
    made.pop("$ref", None)
    return made


def leads_somewhere(reference: Any, root: Mapping[str, Any]) -> bool:
    return _found(reference, root) is not None


def target_of(reference: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    return as_object(_found(reference, root))


def _found(reference: Any, root: Mapping[str, Any]) -> Any:
    """None for what is not in this schema: nothing is ever fetched."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found: Any = root
    for step in unquote(reference[1:]).split("/")[1:] if reference != "#" else ():
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        elif isinstance(found, dict):
            found = found.get(name)
        else:
            return None
    is_anchor = reference != "#" and not reference.startswith("#/")
    return found if isinstance(found, dict | bool) and not is_anchor else None
