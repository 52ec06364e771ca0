"""URI templates (RFC 6570) of resources: their blanks, and what they come to."""

import re
from collections.abc import Mapping
from urllib.parse import quote

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_RESERVED = ":/?#[]@!$&'()*+,;="
# Of each operator: what comes first, what comes between, whether values are named.
_SHAPES = {
    "": ("", ",", False),
    "+": ("", ",", False),
    "#": ("#", ",", False),
    ".": (".", ".", False),
    "/": ("/", "/", False),
    ";": (";", ";", True),
    "?": ("?", "&", True),
    "&": ("&", "&", True),
}


def blanks(template: str) -> tuple[str, ...]:
    """Names in the order in which they come, each once."""
    found = (_names(match[2]) for match in _EXPRESSION.finditer(template))
    return tuple(dict.fromkeys(name for names in found for name in names))


def filled(template: str, values: Mapping[str, str]) -> str:
    """The address. Blanks without a value leave nothing behind."""
    return _EXPRESSION.sub(lambda match: _expanded(match[1], match[2], values), template)


def _expanded(operator: str, inside: str, values: Mapping[str, str]) -> str:
    first, between, is_named = _SHAPES[operator]
    safe = _RESERVED if operator in ("+", "#") else ""
    pieces = []
    for name in _names(inside):
        value = values.get(name, "")
        if value:
            # A path of several parts stays one where its blank says so by its star.
            is_path = operator == "/" and f"{name}*" in inside
            quoted = quote(value, safe="/" if is_path else safe)
            pieces.append(f"{name}={quoted}" if is_named else quoted)
    return first + between.join(pieces) if pieces else ""


def _names(inside: str) -> list[str]:
    names = (each.strip().split(":")[0].removesuffix("*") for each in inside.split(","))
    return [name for name in names if name]
