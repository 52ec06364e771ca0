"""What the built-in tools share: a definition made from an arguments model, refusals as results."""

from abc import abstractmethod
from typing import Generic

from typing_extensions import override

from studio.core.tools import (
    NO_TALK,
    Arguments,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
)
from studio.tools.arguments import ArgumentsT, parsed
from studio.tools.refusals import RefusedError


class BuiltInTool(Tool, Generic[ArgumentsT]):
    """One tool. `model` is what its arguments are checked against.

    One that has something to say or to ask while it runs overrides `run` and uses the `talk`.
    """

    model: type[ArgumentsT]

    def __init__(self, definition: ToolDefinition) -> None:
        self._definition = definition

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._definition

    @override
    def preview(self, arguments: Arguments) -> Preview:
        return Preview("")

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        try:
            answer = await self._answer(parsed(self.model, arguments))
        except RefusedError as error:
            return ToolOutput(str(error), is_error=True)
        return answer if isinstance(answer, ToolOutput) else ToolOutput(answer)

    @abstractmethod
    async def _answer(self, arguments: ArgumentsT) -> str | ToolOutput:
        """A plain text is a result with nothing to add to it. Raises `RefusedError`."""
