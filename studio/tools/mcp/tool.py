"""A tool of a server, for the toolbox."""

from collections.abc import Awaitable, Callable

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

Call = Callable[[str, Arguments, Talk], Awaitable[ToolOutput]]


class McpTool(Tool):
    """Knows its server only as something that can be called."""

    def __init__(self, definition: ToolDefinition, call: Call) -> None:
        self._definition = definition
        self._call = call

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._definition

    @override
    def preview(self, arguments: Arguments) -> Preview:
        return Preview("")

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        return await self._call(self._definition.own_name, arguments, talk)
