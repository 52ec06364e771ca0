"""What needs the SDK, loaded by name and in a thread before the first server starts."""

from contextlib import AbstractAsyncContextManager

from studio.core.servers import ServerEntry, Transport
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.linking import linked as _linked
from studio.tools.mcp.links import Link, LinkNeeds
from studio.tools.mcp.stdio_way import StdioWay
from studio.tools.mcp.ways import Streams, Way, WayFactory, WayNeeds
from studio.tools.threads import ToolThreads


def way_factory(threads: ToolThreads) -> WayFactory:
    """One for all servers: the user's shell is asked once."""
    surroundings = Surroundings(threads)

    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        if entry.transport is Transport.STDIO:
            return StdioWay(entry, needs, surroundings)
        raise NotImplementedError

    return way


def linked(streams: Streams, needs: LinkNeeds) -> AbstractAsyncContextManager[Link]:
    return _linked(streams, needs)
