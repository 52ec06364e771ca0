"""Paths of JSON become text: for the eye, for code, and as pointers."""

import json
import re

from studio.harness.inspection_ports import JsonPath
from studio.ui.visible import visible

_HALVES = re.compile("[\ud800-\udfff]")  # of letters: Qt would leave them out


def pointer(path: JsonPath) -> str:
    """A path as a JSON pointer (RFC 6901); nothing for the whole document."""
    return "".join("/" + str(each).replace("~", "~0").replace("/", "~1") for each in path)


def as_code(path: JsonPath) -> str:
    """A path as Python and JavaScript both take it, such as `["messages"][3]["content"]`."""
    return "".join(f"[{_quoted(each)}]" for each in path)


def shown_path(path: JsonPath) -> str:
    """A path for the eye, such as `messages[3].content`."""
    steps = []
    for each in path:
        if isinstance(each, int):
            steps.append(f"[{each}]")
        elif each.isidentifier():
            steps.append(f".{each}" if steps else each)
        else:
            steps.append(f"[{_quoted(each)}]")
    return visible("".join(steps)) or "/"


def _quoted(step: str | int) -> str:
    has_halves = isinstance(step, str) and _HALVES.search(step) is not None
    return json.dumps(step, ensure_ascii=has_halves)
