"""What the tools share that work in granted folders: off the event loop, and how private it is."""

from collections.abc import Callable
from dataclasses import replace

from studio.core.tools import ToolDefinition, ToolOutput
from studio.core.trust import Level, strictest
from studio.tools.arguments import ArgumentsT
from studio.tools.granted import Grants, Place
from studio.tools.refusals import RefusedError, saying
from studio.tools.threads import ToolThreads
from studio.tools.tool import BuiltInTool


class FileTool(BuiltInTool[ArgumentsT]):
    """Results demand what the folder they came from is marked with."""

    def __init__(self, definition: ToolDefinition, grants: Grants, threads: ToolThreads) -> None:
        # Nobody knows who wrote what lies in a folder, nor who named it.
        super().__init__(replace(definition, demands=Level.INTERNAL, is_outside=True))
        self._grants = grants
        self._threads = threads

    async def _at(
        self, find: Callable[[], Place], work: Callable[[Place], str | ToolOutput]
    ) -> ToolOutput:
        """Finds the place and works there. Raises `RefusedError` only where there is none."""

        def both() -> ToolOutput:
            place = find()
            try:
                return self._marked(place, work(place))
            except RefusedError as error:
                # It may quote what was found there.
                return self._marked(place, ToolOutput(str(error), is_error=True))
            except OSError as error:
                text = saying(error, place.shown)
                return self._marked(place, ToolOutput(text, is_error=True))

        return await self._threads.run(both)

    def _marked(self, place: Place, answer: str | ToolOutput) -> ToolOutput:
        output = answer if isinstance(answer, ToolOutput) else ToolOutput(answer)
        marked = self._grants.marked(place)
        found = strictest(marked.level, output.demands or Level.PUBLIC)
        detail = output.detail if found.rank > marked.level.rank else marked.folder
        return replace(output, demands=found, detail=detail)
