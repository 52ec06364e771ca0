"""The numbers that `calculate` knows: exact fractions, and floats where nothing exact exists.

Every operation looks at the size of its result before it makes it.
"""

import math
import operator
from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact, InvalidOperation
from fractions import Fraction
from typing import TypeVar

Number = Fraction | float
NumberT = TypeVar("NumberT", Fraction, float, Fraction | float)

MAX_DIGITS = 4_000  # Python itself refuses to print whole numbers of more than 4,300
MAX_BITS = int(MAX_DIGITS * math.log2(10))
MAX_FACTORIAL = 1_000
MAX_PLACES = 100
_EXACT_PLACES = 50
_SHOWN_DIGITS = 20

TOO_LARGE = f"the result is too large (more than {MAX_DIGITS} digits)"


class CalculationError(Exception):
    """Says what was wrong with an expression, and what would be right."""


def literal(text: str) -> Fraction:
    """A number as it was written: 0.1 is a tenth."""
    try:
        if text[:2].lower() in ("0x", "0o", "0b"):
            return checked(Fraction(int(text, 0)))
        written = Decimal(text.replace("_", ""))
    except (ValueError, InvalidOperation):
        raise CalculationError(f"{text[:40]!r} is no number that can be calculated with") from None
    # The exponent may stand for more digits than there is memory.
    if written and abs(written.adjusted()) > MAX_DIGITS:
        raise CalculationError(TOO_LARGE)
    return checked(Fraction(written)) if written else Fraction(0)


def checked(value: NumberT) -> NumberT:
    """The value, or an error where it has too many digits or is none."""
    if isinstance(value, Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise CalculationError(TOO_LARGE)
    elif not math.isfinite(value):
        raise CalculationError("the result is not a finite number")
    return value


def power(base: Number, exponent: Number) -> Number:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        return _exact_power(base, exponent.numerator)
    if base < 0 and exponent != int(exponent):
        raise CalculationError("a negative number has no real power with a fraction as exponent")
    root = _exact_root(base) if exponent == Fraction(1, 2) else None
    return root if root is not None else float(base) ** float(exponent)


def _exact_power(base: Fraction, exponent: int) -> Fraction:
    size = max(abs(base.numerator), base.denominator)
    if size > 1 and abs(exponent) * math.log2(size) > MAX_BITS:
        raise CalculationError(TOO_LARGE)
    if size == 1:  # 0, 1 or -1: any exponent will do, and only its sign and parity count
        exponent = (exponent % 2 or 2) * (1 if exponent > 0 else -1) if exponent else 0
    return base**exponent


def _exact_root(value: Number) -> Fraction | None:
    if not isinstance(value, Fraction) or value < 0:
        return None
    above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
    is_exact = above * above == value.numerator and below * below == value.denominator
    return Fraction(above, below) if is_exact else None


def shown(value: Number) -> str:
    """The value as text of at most some thousand digits, said to be rounded where it is."""
    if isinstance(value, float):
        return f"{value:.16g} (rounded)"
    if value.denominator == 1:
        return str(value.numerator)
    places = _places(value.denominator)
    if places is not None:
        digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
        return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    context = Context(prec=_SHOWN_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{quotient:g}{' (rounded)' if context.flags[Inexact] else ''}"


def _places(denominator: int) -> int | None:
    """How many decimal places show the fraction exactly, if not too many."""
    return next((n for n in range(1, _EXACT_PLACES + 1) if 10**n % denominator == 0), None)


def _whole(value: Number, what: str) -> int:
    if value != int(value):
        raise CalculationError(f"{what} takes whole numbers only")
    return int(value)


def _square_root(value: Number) -> Number:
    if value < 0:
        raise CalculationError("a negative number has no real square root")
    exact = _exact_root(value)
    return exact if exact is not None else math.sqrt(value)


def _factorial(value: Number) -> Fraction:
    number = _whole(value, "factorial")
    if not 0 <= number <= MAX_FACTORIAL:
        raise CalculationError(f"factorial takes whole numbers from 0 to {MAX_FACTORIAL}")
    return Fraction(math.factorial(number))


def _round(value: Number, places: Number = Fraction(0)) -> Number:
    number = _whole(places, "round")
    if abs(number) > MAX_PLACES:
        raise CalculationError(f"round takes at most {MAX_PLACES} decimal places")
    return round(Fraction(value), number)


def _sum(*values: Number) -> Number:
    total: Number = Fraction(0)
    for value in values:
        total = checked(total + value)
    return total


def _logarithm(value: Number, base: Number | None = None) -> Number:
    if value <= 0 or (base is not None and (base <= 0 or base == 1)):
        raise CalculationError("a logarithm needs a number above 0 and a base above 0 except 1")
    natural = _natural_logarithm(value)
    return natural if base is None else natural / _natural_logarithm(base)


def _natural_logarithm(value: Number) -> float:
    # Of whole numbers, math.log takes ones that no float can hold.
    if isinstance(value, Fraction):
        if 0.5 < value < 2:
            return math.log1p(value - 1)
        return math.log(value.numerator) - math.log(value.denominator)
    return math.log(value)


def _log2(value: Number) -> Number:
    return _of_power(value, 2, math.log2)


def _log10(value: Number) -> Number:
    return _of_power(value, 10, math.log10)


def _of_power(value: Number, base: int, function: Callable[[int], float]) -> Number:
    if isinstance(value, Fraction) and value >= 1 and value.denominator == 1:
        exact = round(function(value.numerator))
        if base**exact == value.numerator:
            return Fraction(exact)
        return function(value.numerator)
    return _logarithm(value, Fraction(base))


def _among_whole(name: str, function: Callable[..., int]) -> Callable[..., Fraction]:
    return lambda *values: Fraction(function(*(_whole(value, name) for value in values)))


def _whole_part(function: Callable[[Number], int]) -> Callable[[Number], Fraction]:
    return lambda value: Fraction(function(value))


# Name: what it does, and how many numbers it takes at least and at most.
FUNCTIONS: dict[str, tuple[Callable[..., Number], int, int]] = {
    "sqrt": (_square_root, 1, 1),
    "cbrt": (math.cbrt, 1, 1),
    "exp": (math.exp, 1, 1),
    "log": (_logarithm, 1, 2),
    "ln": (_logarithm, 1, 1),
    "log2": (_log2, 1, 1),
    "log10": (_log10, 1, 1),
    "sin": (math.sin, 1, 1),
    "cos": (math.cos, 1, 1),
    "tan": (math.tan, 1, 1),
    "asin": (math.asin, 1, 1),
    "acos": (math.acos, 1, 1),
    "atan": (math.atan, 1, 1),
    "atan2": (math.atan2, 2, 2),
    "sinh": (math.sinh, 1, 1),
    "cosh": (math.cosh, 1, 1),
    "tanh": (math.tanh, 1, 1),
    "hypot": (math.hypot, 1, 20),
    "degrees": (math.degrees, 1, 1),
    "radians": (math.radians, 1, 1),
    "abs": (abs, 1, 1),
    "round": (_round, 1, 2),
    "floor": (_whole_part(math.floor), 1, 1),
    "ceil": (_whole_part(math.ceil), 1, 1),
    "trunc": (_whole_part(math.trunc), 1, 1),
    "min": (lambda *values: min(values), 1, 500),
    "max": (lambda *values: max(values), 1, 500),
    "sum": (_sum, 1, 500),
    "factorial": (_factorial, 1, 1),
    "gcd": (_among_whole("gcd", math.gcd), 1, 20),
    "lcm": (_among_whole("lcm", math.lcm), 1, 4),
}
CONSTANTS: dict[str, float] = {"pi": math.pi, "e": math.e, "tau": math.tau}
OPERATORS: dict[str, Callable[[Number, Number], Number]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": power,
}
