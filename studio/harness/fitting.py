"""Whether arguments fit a tool's schema, and what does not: told to the model, in bounds."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from studio.harness.bounded_schemas import bounded_validator, within

_log = logging.getLogger(__name__)

_MOST_PROBLEMS = 5
_PROBLEM_CHARACTERS = 300
_MOST_NULLS = 100
_MOST_FAULTS = 100
_MOST_SCHEMAS = 256
_SECONDS = 0.5  # for all that is checked of one call, on the event loop

Path = tuple[str | int, ...]


def fitted(
    name: str, arguments: object, schema: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The arguments for the tool `name`, and what does not fit, each fault with its place.

    A null for an optional parameter that the schema allows no null for is left out: models that
    must fill every field send it and mean nothing by it.
    """
    if not isinstance(arguments, dict):
        return {}, [f"an object is expected, not {type(arguments).__name__}"]
    try:
        with within(_SECONDS):
            return _fitted(arguments, dict(schema))
    except Exception as error:
        # A schema that is broken, or that could freeze the window, must not cost the call: then the
        # tool judges alone.
        _log.warning("The schema of %s cannot be used: %s", name, type(error).__name__)
        return arguments, []


def faults(arguments: str, schema: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What does not fit, as pairs of a JSON pointer and a fact, to be shown at its place."""
    try:
        value = json.loads(arguments) if arguments.strip() else {}
    except (ValueError, RecursionError) as error:
        return (("", str(error) or type(error).__name__),)
    if not isinstance(value, dict):
        return (("", f"an object is expected, not {type(value).__name__}"),)
    try:
        with within(_SECONDS):
            errors = islice(_validator(json.dumps(dict(schema))).iter_errors(value), _MOST_FAULTS)
            return tuple(
                (_pointer(error.absolute_path), error.message[:_PROBLEM_CHARACTERS])
                for error in errors
            )
    except Exception as error:
        _log.warning("A schema cannot be used: %s", type(error).__name__)
        return ()


def _pointer(path: Iterable[str | int]) -> str:
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)


def _fitted(arguments: dict[str, Any], schema: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    validator = _validator(json.dumps(schema))
    problems = list(_told(validator.iter_errors(arguments)))
    if not problems:
        return arguments, []
    nulls = set(_nulls(validator.iter_errors(arguments)))
    lighter = _without(arguments, nulls) if nulls else arguments
    if nulls and validator.is_valid(lighter):
        return lighter, []
    return arguments, problems


@lru_cache(maxsize=_MOST_SCHEMAS)
def _validator(schema_text: str) -> Any:
    """Kept, since to check a schema takes ten times as long as to use it, and a round may hold
    hundreds of calls of one tool. By its text, which nobody can change afterwards."""
    return bounded_validator(json.loads(schema_text))


def _told(errors: Iterable[Any]) -> Iterator[str]:
    for number, error in enumerate(errors):
        if number == _MOST_PROBLEMS:
            yield "and more"
            return
        yield f"at {error.json_path}: {error.message[:_PROBLEM_CHARACTERS]}"


def _nulls(errors: Iterable[Any]) -> Iterator[Path]:
    """Where a property's null is what does not fit."""
    for error in islice(errors, _MOST_NULLS):
        path = tuple(error.absolute_path)
        if error.instance is None and path and isinstance(path[-1], str):
            yield path


def _without(value: Any, paths: set[Path], here: Path = ()) -> Any:
    """A copy without the properties at `paths`."""
    if isinstance(value, dict):
        return {
            key: _without(each, paths, (*here, key))
            for key, each in value.items()
            if (*here, key) not in paths
        }
    if isinstance(value, list):
        return [_without(each, paths, (*here, number)) for number, each in enumerate(value)]
    return value
