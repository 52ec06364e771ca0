"""Which conditions are offered when a call is to be allowed "always": rules that a person can read.

What an argument is for is judged by its name, and by its value where the name leaves it open. Each
condition that is offered fits the call it is offered for.
"""

import json
import re
from collections.abc import Iterator
from pathlib import PurePath

from studio.core.rules import ANY, Condition, ConditionKind
from studio.core.secret_names import names_secret
from studio.core.tools import Arguments, ToolDefinition
from studio.harness.conditions import fits
from studio.harness.fit_host import host_of
from studio.harness.fit_path import System, this_system
from studio.harness.fit_shell import RUNNERS, plain_words
from studio.harness.fit_sql import sql_verb

_MOST_OFFERED = 4
_MOST_EQUAL = 80  # characters: what a button can show
_PATHS = {"path", "paths", "file", "files", "filename", "filepath", "folder", "directory", "dir"}
_PATHS |= {"source", "destination", "target", "src", "dst", "root", "cwd", "repo", "repository"}
_FOLDERS = {"folder", "directory", "dir", "root", "cwd", "repo"}
_HOSTS = {"url", "urls", "uri", "href", "link", "address", "host", "hostname", "domain", "website"}
_SQL = {"sql", "query", "statement", "statements"}
_SHELL = {"command", "cmd", "commands", "shell", "commandline"}
_ABOUT_SQL = ("sql", "database", "duckdb", "postgres", "mysql", "maria", "oracle")
_NARROWEST = (
    ConditionKind.EQUALS,
    ConditionKind.PATH_UNDER,
    ConditionKind.SHELL_VERB,
    ConditionKind.HOST,
    ConditionKind.SQL_VERB,
)


def narrowings(
    definition: ToolDefinition, arguments: Arguments, system: System | None = None
) -> tuple[Condition, ...]:
    """At most four conditions that fit this call, the narrowest first, and at last every call.

    Nothing is offered about one of several paths, addresses or the like: the others would be free.
    """
    system = system or this_system()
    found: list[Condition] = []
    for kind, names in _by_kind(definition, arguments).items():
        if len(names) == 1:
            found += _offers(kind, names[0], arguments[names[0]], system)
    fitting = (each for each in dict.fromkeys(found) if fits(each, arguments, system))
    ordered = sorted(fitting, key=lambda each: _NARROWEST.index(each.kind))
    return (*ordered[:_MOST_OFFERED], ANY)


def _by_kind(definition: ToolDefinition, arguments: Arguments) -> dict[ConditionKind, list[str]]:
    """The arguments by what can be said of them; without those that are secret or empty."""
    found: dict[ConditionKind, list[str]] = {}
    for name, value in arguments.items():
        if value not in (None, "", []) and not names_secret(name):
            found.setdefault(_kind(definition, name, value), []).append(name)
    texts = found.get(ConditionKind.EQUALS, [])
    # Of several plain arguments one alone says little: only words count, and the first of them.
    found[ConditionKind.EQUALS] = [name for name in texts if isinstance(arguments[name], str)][:1]
    if len(texts) == 1 or not any(kind is not ConditionKind.EQUALS for kind in found):
        found[ConditionKind.EQUALS] = found[ConditionKind.EQUALS] or texts[:1]
    return found


def _kind(definition: ToolDefinition, name: str, value: object) -> ConditionKind:
    words = set(_words(name))
    first = value[0] if isinstance(value, list | tuple) and value else value
    text = first if isinstance(first, str) else ""
    if words & _HOSTS or text.startswith(("http://", "https://")):
        return ConditionKind.HOST
    if words & _SHELL:
        return ConditionKind.SHELL_VERB
    if words & {"sql"} or (words & _SQL and _is_about_sql(definition)):
        return ConditionKind.SQL_VERB
    if words & _PATHS or _looks_like_path(text):
        return ConditionKind.PATH_UNDER
    return ConditionKind.EQUALS


def _offers(kind: ConditionKind, name: str, value: object, system: System) -> Iterator[Condition]:
    values = value if isinstance(value, list | tuple) else (value,)
    texts = [each for each in values if isinstance(each, str)]
    equal = json.dumps(value, ensure_ascii=False)
    if len(equal) <= _MOST_EQUAL and equal.isprintable():
        yield Condition(ConditionKind.EQUALS, name, equal)
    if not texts or len(texts) < len(values):
        return
    for text in _rules(kind, name, texts, system):
        if text:
            yield Condition(kind, name, text)


def _rules(kind: ConditionKind, name: str, texts: list[str], system: System) -> Iterator[str]:
    match kind:
        case ConditionKind.PATH_UNDER:
            is_folder = bool(set(_words(name)) & _FOLDERS)
            yield _folder(texts[0], system, is_folder=is_folder)
        case ConditionKind.HOST:
            yield host_of(texts[0])
        case ConditionKind.SQL_VERB:
            yield sql_verb(texts[0])
        case ConditionKind.SHELL_VERB:
            yield from _commands(texts)
        case _:
            return


def _folder(text: str, system: System, *, is_folder: bool) -> str:
    """The folder of a path; empty where it would be a whole disk, or everything of the user's."""
    path: PurePath = system.flavour(text)
    if path.parts[:1] == ("~",):
        path = system.flavour(system.home, *path.parts[1:])
    if not (is_folder or text.endswith(("/", "\\"))):
        path = path.parent
    home = system.flavour(system.home)
    is_wide = path == home or path in home.parents or len(path.parts) < 2
    return "" if is_wide or not path.is_absolute() else str(path)


def _commands(texts: list[str]) -> Iterator[str]:
    """`git status`, then `git`; neither for a program that runs whatever it is given."""
    words = plain_words(texts[0] if len(texts) == 1 else texts)
    if words is None or re.split(r"[/\\]", words[0])[-1].lower() in RUNNERS:
        return
    if len(words) > 1 and re.fullmatch(r"[a-z][a-z-]*", words[1]):
        yield f"{words[0]} {words[1]}"
    yield words[0]


def _words(name: str) -> list[str]:
    """`filePath` and `file_path` are of the same words."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return [word for word in re.split(r"[^a-z0-9]+", parted.lower()) if word]


def _is_about_sql(definition: ToolDefinition) -> bool:
    about = f"{definition.name} {definition.server_name} {definition.description}".lower()
    return any(word in about for word in _ABOUT_SQL)


def _looks_like_path(text: str) -> bool:
    return re.match(r"(?:/|~/|[A-Za-z]:[\\/]|\\\\)[^\s]", text) is not None and len(text) < 1_000
