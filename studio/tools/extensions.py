"""Tools that other Python packages bring, through the entry point group `callboard.tools`.

An entry point names a tool, or something that gives tools when it is called without arguments.
They run with Callboard's own rights, so each asks first until the user allows it.
"""

import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points

from typing_extensions import override

from studio.core.tools import (
    NO_TALK,
    Arguments,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
    ToolSource,
)
from studio.tools.names import shown_name
from studio.tools.threads import ToolThreads

GROUP = "callboard.tools"

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what every provider takes
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry point that brought nothing: its name, its package, and the type of the error, or
    the name of a tool that it may not have."""

    name: str
    package: str
    reason: str


class ExtensionTool(Tool):
    """Somebody else's tool, which asks first whatever it says of itself."""

    def __init__(self, tool: Tool, package: str) -> None:
        self._tool = tool
        self._definition = replace(tool.definition, asks_first=True, server_name=package)

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._definition

    @override
    def preview(self, arguments: Arguments) -> Preview:
        return self._tool.preview(arguments)

    @override
    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        return await self._tool.run(arguments, talk)


class ExtensionTools(ToolSource):
    """Empty until `load`, which runs other people's code in a thread and never raises.

    `taken` gives the names that Callboard's own tools have.
    """

    def __init__(
        self,
        threads: ToolThreads,
        changed: Callable[[], None] = lambda: None,
        taken: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._threads = threads
        self._changed = changed
        self._taken = taken
        self._tools: tuple[Tool, ...] = ()
        self.broken: tuple[Broken, ...] = ()

    @override
    def tools(self) -> tuple[Tool, ...]:
        return self._tools

    async def load(self) -> None:
        """Finds and loads them. Once, after the window can be seen."""
        self._tools, self.broken = await self._threads.run(lambda: _found(set(self._taken())))
        for each in self.broken:
            _log.warning("the tools of %s cannot be used: %s", each.package, each.reason)
        if self._tools or self.broken:
            self._changed()


def _found(names: set[str]) -> tuple[tuple[Tool, ...], tuple[Broken, ...]]:
    tools: list[Tool] = []
    broken: list[Broken] = []
    for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        package = point.dist.name if point.dist is not None else ""
        try:
            brought = _brought(point)
            for tool in brought:
                if (name := tool.definition.name) in names or not _NAME.fullmatch(name):
                    broken.append(Broken(point.name, package, shown_name(name)))
                else:
                    names.add(name)
                    tools.append(ExtensionTool(tool, package))
        except BaseException as error:  # also one that tries to exit
            broken.append(Broken(point.name, package, type(error).__name__))
    return tuple(tools), tuple(broken)


def _brought(point: EntryPoint) -> list[Tool]:
    made = point.load()
    if (callable(made) and not hasattr(made, "definition")) or isinstance(made, type):
        made = made()
    tools = list(made) if isinstance(made, Iterable) else [made]
    for tool in tools:
        if not isinstance(tool.definition, ToolDefinition):
            raise TypeError(point.name)
    return tools
