"""Whether a call's arguments are such as a condition names.

Three answers: yes, no, and None where nobody can be sure. What allows counts only where it is sure;
what forbids counts, or is asked about, also where it is not.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from studio.core.rules import Condition, ConditionKind
from studio.core.tools import Arguments
from studio.harness.fit_host import fits_host
from studio.harness.fit_path import System, fits_path, this_system
from studio.harness.fit_shell import fits_shell
from studio.harness.fit_sql import fits_sql, is_forbidden_sql


def fits(condition: Condition, arguments: Arguments, system: System | None = None) -> bool:
    """Surely. Of several values in one argument each must fit."""
    answers = _answers(condition, arguments, system)
    return bool(answers) and all(answer is True for answer in answers)


def may_fit(
    condition: Condition, arguments: Arguments, system: System | None = None
) -> bool | None:
    """True where it surely does, None where it may. Of several values one is enough."""
    answers = _answers(condition, arguments, system, one_is_enough=True)
    if any(answer is True for answer in answers):
        return True
    return None if any(answer is None for answer in answers) else False


def _answers(
    condition: Condition,
    arguments: Arguments,
    system: System | None,
    *,
    one_is_enough: bool = False,
) -> tuple[bool | None, ...]:
    if condition.kind is ConditionKind.ANY:
        return (True,)
    if condition.argument not in arguments:
        return (False,)
    value = arguments[condition.argument]
    if condition.kind is ConditionKind.EQUALS:
        return (_equals(condition.value, value),)
    system = system or this_system()
    if condition.kind is ConditionKind.SHELL_VERB and _is_words(value):
        return (fits_shell(condition.value, value, system),)
    values = value if isinstance(value, list | tuple) else (value,)
    sql = is_forbidden_sql if one_is_enough else fits_sql
    return tuple(_answer(condition, each, system, sql) for each in values)


def _answer(
    condition: Condition, value: object, system: System, sql: Callable[[str, str], bool | None]
) -> bool | None:
    if value is None:
        return False
    if not isinstance(value, str):
        return None
    match condition.kind:
        case ConditionKind.PATH_UNDER:
            return fits_path(condition.value, value, system)
        case ConditionKind.HOST:
            return fits_host(condition.value, value)
        case ConditionKind.SQL_VERB:
            return sql(condition.value, value)
        case ConditionKind.SHELL_VERB:
            return fits_shell(condition.value, value, system)
    return None


def _is_words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)


def _equals(text: str, value: object) -> bool | None:
    try:
        wanted = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _same(wanted, value)


def _same(one: Any, other: Any) -> bool:
    """As JSON: 1 is 1.0, and neither is true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other and math.isfinite(one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return type(one) is type(other) and bool(one == other)
