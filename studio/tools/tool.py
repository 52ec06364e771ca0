"""What the built-in tools share: a definition made from an arguments model, refusals as results."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from typing_extensions import override

from studio.core.tools import Arguments, Preview, Tool, ToolDefinition, ToolOutput
from studio.tools.arguments import ArgumentsT, parsed
from studio.tools.granted import Place
from studio.tools.refusals import RefusedError, saying
from studio.tools.threads import ToolThreads

T = TypeVar("T")


class BuiltInTool(Tool, Generic[ArgumentsT]):
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
    async def run(self, arguments: Arguments) -> ToolOutput:
        try:
            return ToolOutput(await self._answer(parsed(self.model, arguments)))
        except RefusedError as error:
            return ToolOutput(str(error), is_error=True)

    @abstractmethod
    async def _answer(self, arguments: ArgumentsT) -> str:
        """Raises `RefusedError`."""


async def at_place(
    threads: ToolThreads, find: Callable[[], Place], work: Callable[[Place], T]
) -> T:
    """Finds the place and works there, both off the event loop. Raises `RefusedError`."""

    def both() -> T:
        place = find()
        try:
            return work(place)
        except OSError as error:
            raise RefusedError(saying(error, place.shown)) from None

    return await threads.run(both)
