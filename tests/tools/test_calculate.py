from __future__ import annotations

import ast
import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from studio.core.tools import ToolOutput
from studio.tools.arithmetic import MAX_CHARACTERS, CalculationError, value_of
from studio.tools.calculate import Calculate
from studio.tools.numbers import CONSTANTS, FUNCTIONS, MAX_BITS, MAX_DIGITS, shown
from studio.tools.threads import ToolThreads


async def calculated(expression: str) -> ToolOutput:
    return await Calculate(ToolThreads()).run({"expression": expression})


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("(17 + 4) * 2", "42"),
        ("0.1 + 0.2", "0.3"),
        ("1.0", "1"),
        ("-7 // 2", "-4"),
        ("7 % 3", "1"),
        ("2 * 3^2", "18"),
        ("-2 ** 2", "-4"),
        ("2 ** -2", "0.25"),
        ("6 × 7", "42"),  # noqa: RUF001  # the sign is the point
        ("10 ÷ 4 − 1", "1.5"),  # noqa: RUF001  # the sign is the point
        ("1 +\n 1", "2"),
        ("1_000 + 0x10", "1016"),
        ("1/3 * 3", "1"),
        ("355 / 113", "3.1415929203539823009 (rounded)"),
        ("-1/8", "-0.125"),
        ("1e-300", "1e-300"),
        ("sqrt(16)", "4"),
        ("4 ** 0.5", "2"),
        ("sqrt(1/4)", "0.5"),
        ("sqrt(2)", "1.414213562373095 (rounded)"),
        ("cbrt(27)", "3 (rounded)"),
        ("log10(1000)", "3"),
        ("log2(8)", "3"),
        ("ln(e)", "1 (rounded)"),
        ("log(1000, 10)", "3 (rounded)"),
        ("round(2.675, 2)", "2.68"),
        ("round(2.5)", "2"),
        ("floor(-0.5) + ceil(0.5) + trunc(1.9)", "1"),
        ("abs(-3/4)", "0.75"),
        ("min(3, 1, 2) + max(1, 2.5)", "3.5"),
        ("max(0)", "0"),
        ("sum(12.99, 0.01, 7)", "20"),
        ("gcd(12, 18) + lcm(4, 6)", "18"),
        ("factorial(20)", "2432902008176640000"),
        ("cos(0)", "1 (rounded)"),
        ("degrees(pi)", "180 (rounded)"),
        ("99999999999999999999 * 99999999999999999999", "9999999999999999999800000000000000000001"),
        ("0 ** 0", "1"),
        ("(-1) ** (10 ** 3000 + 1)", "-1"),
    ],
)
async def test_what_can_be_exact_is_exact(expression: str, result: str) -> None:
    assert await calculated(expression) == ToolOutput(result)


@pytest.mark.parametrize(
    ("expression", "word"),
    [
        ("1 / 0", "division by zero"),
        ("1 % 0", "division by zero"),
        ("0 ** -1", "division by zero"),
        ("", "empty"),
        ("  ", "empty"),
        ("1 +", "not an arithmetic expression"),
        ("1,000 + 2", "thousands separators"),
        ("15% * 80%", "not an arithmetic expression"),
        ("x + 1", "'x' is unknown"),
        ("sqr(2)", "did you mean sqrt"),
        ("sqrt + 1", "write sqrt(...)"),
        ("sqrt(1, 2)", "sqrt takes 1 numbers, not 2"),
        ("sqrt(-1)", "no real square root"),
        ("(-8) ** (1/3)", "no real power"),
        ("log(0)", "logarithm"),
        ("asin(2)", "no result"),
        ("exp(1000)", "too large"),
        ("1e308 * 10.0 * pi", "too large"),
        ("factorial(-1)", "from 0 to 1000"),
        ("factorial(2.5)", "whole numbers"),
        ("factorial(1001)", "from 0 to 1000"),
        ("factorial(factorial(10))", "from 0 to 1000"),
        ("round(1, 1000000)", "decimal places"),
        ("1j", "no real number"),
        ("True", "not arithmetic"),
        ("1 < 2", "no place"),
        ("__import__('os')", "no place"),
        ("().__class__", "not arithmetic"),
        ("e.real", "not arithmetic"),
        ("sqrt(x=1)", "no place"),
        ("sqrt(*e)", "not arithmetic"),
        ("(lambda)", "not arithmetic"),
        ("1.or 2", "not arithmetic"),
        ("0xfor 2", "not arithmetic"),
        ("2x", "not arithmetic"),
        ("if", "not arithmetic"),
        ("1_", "not an arithmetic expression"),
        ("007", "not an arithmetic expression"),
        ("5.sqrt", "not an arithmetic expression"),
        ("1 if 1 else 2", "not arithmetic"),
        ("2 @ 2", "no place"),
        ("1 or 2", "not arithmetic"),
        ("1or 2", "not arithmetic"),
        ("not 1", "not arithmetic"),
        ("\0", "no place"),
        ("\ud800", "no place"),
        ("\u0661 + 1", "no place"),
        ("1" * (MAX_CHARACTERS + 1), "longer than"),
        ("-" * 1500 + "1", "xpression"),
        ("1" + "+1" * 900, "write long sums as sum("),
        ("(" * 900 + "1" + ")" * 900, "not an arithmetic expression"),
    ],
)
async def test_what_cannot_be_calculated_is_an_error_that_says_why(
    expression: str, word: str
) -> None:
    output = await calculated(expression)
    assert output.is_error
    assert word in output.text


@pytest.mark.parametrize(
    "expression",
    [
        "9 ** 9 ** 9 ** 9",
        "(9 ** 9) ** (9 ** 9)",
        "10 ** 4001",
        "2 ** -99999999999",
        "1e999999999",
        "1e-999999999",
        "factorial(1000) * factorial(1000)",
        "sum(" + ", ".join(f"1/{number} ** 1000" for number in range(1001, 1099)) + ")",
        "lcm(3**8000, 7**4000, 11**3500, 13**3000)",
        "1.5 ** 100000",
    ],
)
async def test_a_result_that_would_fill_the_memory_is_refused_before_it_is_made(
    expression: str,
) -> None:
    output = await calculated(expression)
    assert output.is_error
    assert "too large" in output.text


async def test_four_thousand_digits_are_shown_and_no_more() -> None:
    assert (await calculated("10 ** 3999")).text == "1" + "0" * 3999
    assert len((await calculated("10 ** 3999 - 1/3")).text) < 100


async def test_a_sum_of_hundreds_of_numbers_is_no_nesting() -> None:
    assert (await calculated("+".join(["1.5"] * 400))).text == "600"
    assert (await calculated(f"sum({', '.join(['1.5'] * 390)})")).text == "585"


_WORDS = st.sampled_from(
    [*FUNCTIONS, *CONSTANTS, *"+-*/%(),^.", "**", "//", "e9", "1e400", "999999", "0", "-", " "]
)
_TREES = st.recursive(
    st.one_of(
        st.integers(-10, 10**40).map(str),
        st.floats(allow_nan=False, allow_infinity=False).map(repr),
        st.sampled_from(sorted(CONSTANTS)),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner).map(
            lambda three: f"({three[0]}){three[1]}({three[2]})"
        ),
        st.tuples(st.sampled_from(sorted(FUNCTIONS)), st.lists(inner, min_size=1, max_size=3)).map(
            lambda two: f"{two[0]}({','.join(two[1])})"
        ),
    ),
    max_leaves=25,
)


@pytest.mark.slow
@given(st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=60).map("".join), _TREES))
@example("round(1e308*pi, -50)")
@example("atan2(1e400, 1)")
@example("hypot(1e308, 1e308)")
@example("1e308 % 1e-308")
@example("1e400 // pi")
@example("log2(10**3999+1)")
async def test_no_expression_raises_or_gives_more_than_a_bounded_text(expression: str) -> None:
    output = await calculated(expression)
    assert 0 < len(output.text) <= MAX_DIGITS + 500
    output.text.encode()


@pytest.mark.slow
@given(_TREES)
def test_no_value_on_the_way_is_larger_than_the_bound(expression: str) -> None:
    # Every part of an expression is an expression: each is either refused or within bounds.
    if len(expression) > MAX_CHARACTERS:
        return
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.BinOp | ast.Call):
            try:
                value = value_of(ast.unparse(node))
            except CalculationError:
                continue
            if isinstance(value, Fraction):
                assert value.numerator.bit_length() <= MAX_BITS
                assert value.denominator.bit_length() <= MAX_BITS
            else:
                assert math.isfinite(value)


@given(st.integers(-(10**50), 10**50), st.integers(1, 10**20), st.sampled_from("+-*/"))
def test_it_agrees_with_fractions(left: int, right: int, sign: str) -> None:
    one, other = Fraction(left), Fraction(right)
    expected = {"+": one + other, "-": one - other, "*": one * other, "/": one / other}
    assert value_of(f"{left} {sign} {right}") == expected[sign]


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9
    )
)
def test_a_decimal_is_shown_as_it_was_written(number: object) -> None:
    text = shown(value_of(f"({number:f})"))
    assert Fraction(text) == Fraction(f"{number:f}")
