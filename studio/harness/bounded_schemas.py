"""Checks by JSON Schema that end: schemas are written by MCP servers, and are checked on the
event loop, where a pattern such as `^(a+)+$` would freeze the window.

Two things take time without end: patterns, and references that double with every step. Patterns
are read by `regex`, which has a time limit; each keyword looks at what is left of the whole time.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any

import jsonschema
import referencing

from studio.core.patterns import is_compilable

# By name: most schemas have no pattern.
_REGEX = "regex"
_NO_REMOTE_SCHEMAS: referencing.Registry[Any] = referencing.Registry()
# What the library searches by itself, with patterns and references that it does not hand to us.
_UNBOUNDED = ('"unevaluatedproperties"', '"unevaluateditems"')
# A part that names its dialect, or leads to the schemas of schemas, is checked by the library's own
# rules from there on.
_DIALECT = "json-schema.org"

# In seconds of this thread's own work: a computer that is busy otherwise changes no answer.
_end: ContextVar[float] = ContextVar("_end", default=0.0)

Rule = Callable[[Any, Any, Any, Any], Iterator[Any] | None]


class NotCheckableError(ValueError):
    """A schema that is not checked here, since it may take forever or did take too long."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is checked inside ends by then, in a `NotCheckableError`."""
    token = _end.set(time.thread_time() + seconds)
    try:
        yield
    finally:
        _end.reset(token)


def bounded_validator(schema: dict[str, Any]) -> Any:
    """A validator of `jsonschema`, to be used `within` some time. Raises for a broken schema."""
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    # With it inside, the library would go back to its own rules.
    own = {key: value for key, value in schema.items() if key != "$schema"}
    _refuse_unbounded(own)
    rules = {**kind.VALIDATORS, **_RULES}
    extend: Any = jsonschema.validators.extend
    bounded = extend(kind, {key: _bounded(rule) for key, rule in rules.items()})
    of_schemas = {key: value for key, value in kind.META_SCHEMA.items() if key != "$schema"}
    for error in bounded(of_schemas, format_checker=kind.FORMAT_CHECKER).iter_errors(own):
        raise jsonschema.SchemaError.create_from(error)
    return bounded(own, registry=_NO_REMOTE_SCHEMAS)


def _refuse_unbounded(schema: Mapping[str, Any]) -> None:
    text = json.dumps(schema).lower()
    for each in (*_UNBOUNDED, _DIALECT):
        if each in text:
            raise NotCheckableError(each)


def _left() -> float:
    left = _end.get() - time.thread_time()
    if left <= 0:
        raise NotCheckableError("time")
    return left


def _bounded(rule: Rule) -> Rule:
    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
        _left()
        yield from rule(validator, value, instance, schema) or ()

    return check


def _fits(pattern: str, text: str) -> bool:
    if not is_compilable(pattern):
        raise NotCheckableError("pattern")
    regex: Any = import_module(_REGEX)
    try:
        return regex.search(pattern, text, flags=regex.V0, timeout=_left()) is not None
    except TimeoutError:
        raise NotCheckableError("pattern") from None


def _pattern(validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[Any]:
    if validator.is_type(instance, "string") and not _fits(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(
    validator: Any, patterns: Mapping[str, Any], instance: Any, _schema: Any
) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, part in patterns.items():
        for name, value in instance.items():
            if _fits(pattern, name):
                yield from validator.descend(value, part, path=name, schema_path=pattern)


def _additional_properties(
    validator: Any, allowed: Any, instance: Any, schema: Any
) -> Iterator[Any]:
    """The library's own, after the names that a pattern covers are taken out."""
    patterns = schema.get("patternProperties", {})
    if patterns and validator.is_type(instance, "object"):
        instance = {
            name: value
            for name, value in instance.items()
            if not any(_fits(pattern, name) for pattern in patterns)
        }
        schema = {key: value for key, value in schema.items() if key != "patternProperties"}
    rule = jsonschema.Draft202012Validator.VALIDATORS["additionalProperties"]
    yield from rule(validator, allowed, instance, schema)


def _unique_items(validator: Any, unique: Any, instance: Any, _schema: Any) -> Iterator[Any]:
    """The library's own compares each with each other where they cannot be sorted."""
    if unique and validator.is_type(instance, "array"):
        known = {json.dumps(each, sort_keys=True) for each in instance}
        if len(known) < len(instance):
            yield jsonschema.ValidationError("the items are not all different")


_RULES: Mapping[str, Rule] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
}
