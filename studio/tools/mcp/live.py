"""What needs the SDK, loaded by name and in a thread before the first server starts."""

import logging
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import cast

from studio.core.servers import ServerEntry, Transport
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.linking import linked as _linked
from studio.tools.mcp.links import Link, LinkNeeds
from studio.tools.mcp.stdio_way import StdioWay
from studio.tools.mcp.ways import Streams, Way, WayFactory, WayNeeds
from studio.tools.threads import ToolThreads

# It logs what servers send where it finds that odd; each server's own log has it, masked.
for _name in ("mcp", "client"):
    logging.getLogger(_name).propagate = False
    logging.getLogger(_name).addHandler(logging.NullHandler())

# Loaded with the first server that is not a program: it brings HTTP and OAuth.
_HTTP = "studio.tools.mcp.http_way"


def way_factory(threads: ToolThreads) -> WayFactory:
    """One for all servers: the user's shell is asked once."""
    surroundings = Surroundings(threads)

    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        if entry.transport is Transport.STDIO:
            return StdioWay(entry, needs, surroundings)
        return cast("Way", import_module(_HTTP).HttpWay(entry, needs))

    return way


def linked(streams: Streams, needs: LinkNeeds) -> AbstractAsyncContextManager[Link]:
    return _linked(streams, needs)
