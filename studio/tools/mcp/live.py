"""What needs the SDK, loaded by name and in a thread before the first server starts."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import cast

from studio.core.servers import ServerEntry, Transport
from studio.harness.server_ports import LoginPages
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.linking import linked as _linked
from studio.tools.mcp.links import Link, LinkNeeds
from studio.tools.mcp.stdio_way import StdioWay
from studio.tools.mcp.ways import HTTP_WAY, Streams, Way, WayFactory, WayNeeds
from studio.tools.threads import ToolThreads

# It logs what servers send where it finds that odd; each server's own log has it, masked.
for _name in ("mcp", "client"):
    logging.getLogger(_name).propagate = False
    logging.getLogger(_name).addHandler(logging.NullHandler())


def way_factory(threads: ToolThreads, pages: Callable[[], LoginPages]) -> WayFactory:
    """One for all servers: the user's shell is asked once. `pages` are what the browser shows."""
    surroundings = Surroundings(threads)

    def way(entry: ServerEntry, needs: WayNeeds) -> Way:
        if entry.transport is Transport.STDIO:
            return StdioWay(entry, needs, surroundings)
        http = import_module(HTTP_WAY)
        browser = http.Browser(http.open_in_browser, pages)
        return cast("Way", http.HttpWay(entry, needs, browser=browser))

    return way


def linked(streams: Streams, needs: LinkNeeds) -> AbstractAsyncContextManager[Link]:
    return _linked(streams, needs)
