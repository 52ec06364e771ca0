"""The tool that calculates, so that a model need not guess."""

from pydantic import Field
from typing_extensions import override

from studio.core.tools import ToolDefinition
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.arithmetic import MAX_CHARACTERS, CalculationError, value_of
from studio.tools.numbers import FUNCTIONS, shown
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads
from studio.tools.tool import BuiltInTool

_DESCRIPTION = (
    "Calculates an arithmetic expression. Whole numbers, decimals and fractions are exact "
    "(0.1 + 0.2 is 0.3). Operators: + - * / // % and ** or ^ for powers, with parentheses. "
    f"Constants: pi, e, tau. Functions: {', '.join(FUNCTIONS)}. Angles are in radians; "
    "round() takes halves to the even side; log(x) is natural, log(x, base) is not."
)


class CalculateArguments(ToolArguments):
    """What the model gives."""

    expression: str = Field(
        description=(
            "One expression such as (17 + 4) * 2 or sqrt(2) ** 3, at most "
            f"{MAX_CHARACTERS} characters. No thousands separators, units or percent signs "
            "(% is the remainder)."
        )
    )


class Calculate(BuiltInTool[CalculateArguments]):
    """Bounded in length, depth and digits; at worst 0.1 s, too long for the window's thread."""

    model = CalculateArguments

    def __init__(self, threads: ToolThreads) -> None:
        super().__init__(
            ToolDefinition(
                "calculate",
                _DESCRIPTION,
                schema_of(CalculateArguments),
                is_read_only=True,
                timeout=10.0,
            )
        )
        self._threads = threads

    @override
    async def _answer(self, arguments: CalculateArguments) -> str:
        try:
            return await self._threads.run(lambda: shown(value_of(arguments.expression)))
        except CalculationError as error:
            raise RefusedError(str(error)) from None
