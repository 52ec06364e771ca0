"""What the tools of the web share: they answer with sources, and a refusal is a result."""

from abc import abstractmethod
from typing import Generic

from typing_extensions import override

from studio.core.tools import NO_TALK, Arguments, Preview, Talk, Tool, ToolDefinition, ToolOutput
from studio.tools.arguments import ArgumentsT, parsed
from studio.tools.refusals import RefusedError


class WebTool(Tool, Generic[ArgumentsT]):
    """One tool. `model` is what its arguments are checked against."""

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
            return await self._answer(parsed(self.model, arguments))
        except RefusedError as error:
            return ToolOutput(str(error), is_error=True)

    @abstractmethod
    async def _answer(self, arguments: ArgumentsT) -> ToolOutput:
        """Raises `RefusedError`."""
