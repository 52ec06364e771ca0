"""All tools on offer, in an order that holds: a provider's cache holds only as long."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from studio.core.tools import NO_TALK, Preview, Talk, Tool, ToolDefinition, ToolOutput, ToolSource
from studio.harness.tool_sources import ToolSources


class Named(Tool):
    def __init__(self, name: str, description: str = "") -> None:
        self._definition = ToolDefinition(name, description)

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._definition

    @override
    def preview(self, arguments: Mapping[str, Any]) -> Preview:
        return Preview("")

    @override
    async def run(self, arguments: Mapping[str, Any], talk: Talk = NO_TALK) -> ToolOutput:
        return ToolOutput("")


class Fixed(ToolSource):
    def __init__(self, *tools: Tool) -> None:
        self.offered = tools

    @override
    def tools(self) -> tuple[Tool, ...]:
        return self.offered


def names(sources: ToolSources) -> list[str]:
    return [tool.definition.name for tool in sources.tools()]


def test_tools_keep_the_order_of_their_sources_each_time() -> None:
    sources = ToolSources(Fixed(Named("z"), Named("a")), Fixed(Named("m"), Named("b")))
    assert [names(sources) for _ in range(3)] == [["z", "a", "m", "b"]] * 3


def test_what_comes_and_goes_moves_nothing_that_stands_before_it() -> None:
    own, server = Fixed(Named("z"), Named("a")), Fixed(Named("m"))
    sources = ToolSources(own, server)
    before = names(sources)
    server.offered = (*server.offered, Named("b"))
    assert names(sources)[: len(before)] == before
    server.offered = ()
    assert names(sources) == ["z", "a"]


def test_of_two_tools_with_one_name_the_first_keeps_it() -> None:
    sources = ToolSources(Fixed(Named("a", "own")), Fixed(Named("a", "other"), Named("b")))
    assert names(sources) == ["a", "b"]
    assert sources.tools()[0].definition.description == "own"
