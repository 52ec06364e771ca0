"""Finds keys in the text of other programs' settings. Never raises for garbage.

A reader gives pairs of a name and a value; whether a value is a key at all is judged by the caller.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from studio.core.dotenv import parse_dotenv

Pairs = Iterator[tuple[str, str]]
Reader = Callable[[str], Pairs]

_LONGEST_LINE = 2_000
_REACH = 100  # lines of one item: a file of nothing but keys must not take for ever
# Not a parser of YAML: a line of it, with the value in quotes or up to a comment.
_YAML_LINE = re.compile(
    r"(?P<dash>-[ ]+(?=\S))?(?:(?P<name>[A-Za-z_][\w.-]*)[ ]*:[ ]*(?=\S|$))?"
    r"(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s#'\"][^#]*))?[ ]*(?:#.*)?"
)


def dotenv_values(text: str) -> Pairs:
    """Every variable, by its name."""
    for variable in parse_dotenv(text):
        yield variable.name, variable.value


def json_values(*paths: str) -> Reader:
    """Values at paths such as `providers.*.key`, where `*` is any name or place in a list.

    Named by the last `*` that is a name, by the neighbour `provider`, or as `path=name` says.
    """

    def read(text: str) -> Pairs:
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            return
        for path in paths:
            steps, _, name = path.partition("=")
            yield from _at(content, steps.split("."), name)

    return read


def _at(value: Any, steps: list[str], name: str) -> Pairs:
    if not steps:
        if isinstance(value, str):
            yield name, value
        return
    step, rest = steps[0], steps[1:]
    if step != "*":
        if isinstance(value, dict) and step in value:
            provider = value.get("provider")
            said = provider if isinstance(provider, str) else name
            yield from _at(value[step], rest, said or step)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _at(inner, rest, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _at(inner, rest, "")


def yaml_values(key_names: str, owner_names: str = "") -> Reader:
    """Values whose name matches `key_names`, line by line.

    Named by the nearest line of `owner_names` in the same item, by the line that is less indented
    and opens a block, or else by their own name. Items such as `- openai=sk-...` below a matching
    name are pairs themselves.
    """
    is_key, is_owner = re.compile(key_names), re.compile(owner_names or r"(?!)")

    def read(text: str) -> Pairs:
        lines = [_line(line) for line in text.splitlines()]
        for number, (_, name, value) in enumerate(lines):
            if value and name and is_key.fullmatch(name):
                if "=" in value:
                    yield from _assigned(value)
                else:
                    yield _owner(lines, number, is_owner) or name, value
            elif value and not name and "=" in value and _is_below(lines, number, is_key):
                yield from _assigned(value)

    return read


_Line = tuple[int, str, str]  # how far it is indented, name, value


def _line(line: str) -> _Line:
    bare = line.strip()[:_LONGEST_LINE]
    indent = len(line) - len(line.lstrip())
    found = _YAML_LINE.fullmatch(bare)
    if found is None:
        return indent, "", ""
    indent += len(found["dash"] or "")
    value = found["double"] or found["single"] or found["bare"] or ""
    return indent, found["name"] or "", value.strip()


def _assigned(value: str) -> Pairs:
    for one in value.strip("[]").split(","):
        name, _, key = one.strip().strip("\"'").partition("=")
        yield name.strip(), key.strip()


def _is_below(lines: list[_Line], number: int, is_key: re.Pattern[str]) -> bool:
    above = lines[max(0, number - _REACH) : number]
    opened = next((name for _, name, _ in reversed(above) if name), "")
    return bool(is_key.fullmatch(opened))


def _owner(lines: list[_Line], number: int, is_owner: re.Pattern[str]) -> str:
    """Looks upwards, then downwards, as far as the item goes."""
    indent = lines[number][0]
    for line_indent, name, value in reversed(lines[max(0, number - _REACH) : number]):
        if line_indent < indent and name and not value:
            return name  # the block's own name: `openai:`
        if line_indent < indent:
            break
        if line_indent == indent and value and is_owner.fullmatch(name):
            return value
    for line_indent, name, value in lines[number + 1 : number + _REACH]:
        if line_indent < indent:
            break
        if line_indent == indent and value and is_owner.fullmatch(name):
            return value
    return ""
