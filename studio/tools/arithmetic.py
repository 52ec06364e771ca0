"""Works out an arithmetic expression without ever running it as code.

Python's parser makes the tree; only numbers, a few operators and the functions of `numbers.py` are
taken from it. Length, depth and digits are bounded, so no expression takes long.
"""

import ast
import difflib
import keyword
import re
from fractions import Fraction

from studio.tools.numbers import (
    CONSTANTS,
    FUNCTIONS,
    OPERATORS,
    CalculationError,
    Number,
    checked,
    literal,
)

__all__ = ["MAX_CHARACTERS", "CalculationError", "value_of"]

MAX_CHARACTERS = 2_000
MAX_DEPTH = 400
_DEEP = (
    f"the expression has more than {MAX_DEPTH} operations within each other; write long sums as "
    "sum(1, 2, 3)"
)
# What people write and Python does not, all one for one. A power sign binds as in mathematics.
_SIGNS = (("^", "**"), ("×", "*"), ("·", "*"), ("÷", "/"), ("−", "-"), ("–", "-"))  # noqa: RUF001  # they are the point
_NEITHER = re.compile(r"[^\w\s.+\-*/%(),]", re.ASCII)
_WORD = re.compile(r"\w+", re.ASCII)
_DIGITS = re.compile(
    r"0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[\d_]+([eE][\d_]*)?[jJ]?", re.ASCII
)
_SEPARATED = re.compile(r"\d,\d{3}(?!\d)")


def value_of(expression: str) -> Number:
    """Raises `CalculationError`, whatever the expression is."""
    tree, source = _parsed(expression)
    try:
        return checked(_value(tree, source, 0))
    except ZeroDivisionError:
        raise CalculationError("division by zero") from None
    except RecursionError:  # when called from deep below
        raise CalculationError(_DEEP) from None
    except OverflowError:
        raise CalculationError("a number is too large for this function") from None
    except ValueError:
        raise CalculationError("a function got a number for which it has no result") from None


def _parsed(expression: str) -> tuple[ast.expr, str]:
    if len(expression) > MAX_CHARACTERS:
        raise CalculationError(f"the expression is longer than {MAX_CHARACTERS} characters")
    source = " ".join(expression.split())
    for sign, python in _SIGNS:
        source = source.replace(sign, python)
    if not source:
        raise CalculationError("the expression is empty")
    if strange := _NEITHER.search(source):
        raise CalculationError(f"{strange.group()!r} has no place in an arithmetic expression")
    for word in _WORD.findall(source):
        # The parser would warn on the console of things like `1or 2`.
        if keyword.iskeyword(word) or (word[0].isdigit() and not _DIGITS.fullmatch(word)):
            raise CalculationError(f"{word[:40]!r} is not arithmetic")
    try:
        return ast.parse(source, mode="eval").body, source
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CalculationError(_unreadable(source, error)) from None


def _unreadable(source: str, error: Exception) -> str:
    where = error.offset if isinstance(error, SyntaxError) else None
    if where and 0 < where <= len(source):
        return f"not an arithmetic expression, near {source[where - 1 : where + 19]!r}"
    return "not an arithmetic expression"


def _value(node: ast.expr, source: str, depth: int) -> Number:
    if depth > MAX_DEPTH:
        raise CalculationError(_DEEP)
    match node:
        case ast.Constant():
            return _literal(node, source)
        case ast.UnaryOp(ast.USub() | ast.UAdd() as sign, operand):
            value = _value(operand, source, depth + 1)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left, operation, right):
            return _operated(
                operation, _value(left, source, depth + 1), _value(right, source, depth + 1)
            )
        case ast.Name(name):
            return _constant(name)
        case ast.Call(ast.Name(name), arguments, []):
            return _called(name, [_value(one, source, depth + 1) for one in arguments])
        case ast.Tuple() if _SEPARATED.search(source):
            raise CalculationError("write numbers without thousands separators: 1000, not 1,000")
    raise CalculationError(
        f"{_segment(node, source)[:40]!r} is not arithmetic: only numbers, + - * / // % **, "
        f"parentheses and functions are"
    )


def _segment(node: ast.expr, source: str) -> str:
    return source[node.col_offset : node.end_col_offset]


def _literal(node: ast.Constant, source: str) -> Fraction:
    if type(node.value) not in (int, float):
        raise CalculationError(f"{_segment(node, source)[:40]!r} is no real number")
    return literal(_segment(node, source))


def _operated(operation: ast.operator, left: Number, right: Number) -> Number:
    operate = OPERATORS.get(type(operation).__name__)
    if operate is None:
        raise CalculationError("only the operators + - * / // % and ** are known")
    value = operate(left, right)
    return checked(value)


def _constant(name: str) -> Number:
    if name in CONSTANTS:
        return CONSTANTS[name]
    if name in FUNCTIONS:
        raise CalculationError(f"{name} is a function: write {name}(...)")
    raise CalculationError(_unknown(name))


def _called(name: str, values: list[Number]) -> Number:
    if name not in FUNCTIONS:
        raise CalculationError(_unknown(name))
    function, least, most = FUNCTIONS[name]
    if not least <= len(values) <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        raise CalculationError(f"{name} takes {expected} numbers, not {len(values)}")
    return checked(function(*values))


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name[:40].lower(), [*FUNCTIONS, *CONSTANTS], 1)
    hint = f"; did you mean {near[0]}" if near else ""
    known = ", ".join([*CONSTANTS, *FUNCTIONS])
    return f"{name[:40]!r} is unknown{hint}; known are {known}"
