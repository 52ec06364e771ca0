"""All tools that are on offer: Callboard's own first, then those of each server."""

from typing_extensions import override

from studio.core.tools import Tool, ToolSource


class ToolSources(ToolSource):
    """In a stable order. Of two tools with one name the first keeps it; the other is not there."""

    def __init__(self, *sources: ToolSource) -> None:
        self._sources = sources

    @override
    def tools(self) -> tuple[Tool, ...]:
        named: dict[str, Tool] = {}
        for source in self._sources:
            for tool in source.tools():
                named.setdefault(tool.definition.name, tool)
        return tuple(named.values())
