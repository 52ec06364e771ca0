"""The one place that loads what fetches, with the first fetch and in a thread.

httpx takes time and memory that nobody should pay for before a tool of the web is called.
"""

import importlib
import ssl
from collections.abc import Callable, Collection

from typing_extensions import override

from studio.tools.threads import ToolThreads
from studio.tools.web.fetching import Ask, Fetched, WebFetch

_GUARDED = "studio.tools.web.guarded"


class LateFetch(WebFetch):
    """Stands for `GuardedFetch` from the start of the program; its arguments are the same."""

    def __init__(
        self, private_hosts: Callable[[], Collection[str]], context: Callable[[], ssl.SSLContext]
    ) -> None:
        self._private_hosts = private_hosts
        self._context = context
        self._threads = ToolThreads()
        self._fetch: WebFetch | None = None

    @override
    async def fetch(self, ask: Ask) -> Fetched:
        if self._fetch is None:
            self._fetch = await self._threads.run(self._made)
        return await self._fetch.fetch(ask)

    def _made(self) -> WebFetch:
        module = importlib.import_module(_GUARDED)
        made: WebFetch = module.GuardedFetch(self._private_hosts, self._context)
        return made
