"""Work that nobody waits for, until the program ends."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

_log = logging.getLogger(__name__)


class LateWork:
    """Tasks that live as long as they take. `what` names what they keep, in the log.

    What goes wrong in one is its own to tell: nobody else hears of it.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Returns at once."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Waits until all that was started is done."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def aclose(self, within: float = 2.0) -> None:
        """What still runs after `within` seconds is ended, and its number logged."""
        try:
            async with asyncio.timeout(within):
                await self.settled()
        except TimeoutError:
            _log.warning("%d %s were not kept in time", len(self._tasks), self._what)
            tasks = tuple(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=within)
