"""What the owners of all servers share."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from studio.harness.ports import Clock, KeyVault
from studio.harness.server_ports import StoredListing
from studio.tools.mcp.links import Live
from studio.tools.mcp.ways import WayFactory
from studio.tools.threads import ToolThreads

_SLOTS = 6
_SLOT_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds. `start` from the start of a server until it has listed its tools; `restarts` are
    the pauses after crashes, and after the last of them it is given up. A run of more than `calm`
    makes earlier crashes forgotten."""

    start: float = 30.0
    restarts: tuple[float, ...] = (1.0, 2.0, 4.0, 8.0)
    calm: float = 60.0
    watch: float = 2.0
    failed: float = 20.0  # how long a server that failed is not tried again for a call


class Slots:
    """Fifty programs that start in the same moment would take the window its processor. A slot is
    given back after a while, so that servers which hang hold up nobody."""

    def __init__(self, slots: int = _SLOTS, seconds: float = _SLOT_SECONDS) -> None:
        self._free = asyncio.Semaphore(slots)
        self._seconds = seconds

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[Callable[[], None]]:
        """Yields what gives the slot back."""
        await self._free.acquire()
        is_held = True

        def give_back() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self._seconds, give_back)
        try:
            yield give_back
        finally:
            timer.cancel()
            give_back()


@dataclass(frozen=True, slots=True)
class Estate:
    """`live` loads what knows the SDK, and with it all ways, `remote` what those
    need that are no program; `tell` hears which server has changed,
    `listed` what one offers now.
    `threads` are daemons: a shell or a disk that hangs must not hold up the exit."""

    vault: KeyVault
    clock: Clock
    live: Callable[[], Awaitable[tuple[Live, WayFactory]]]
    remote: Callable[[], Awaitable[None]]
    tell: Callable[[str], None]
    listed: Callable[[str, StoredListing], None]
    slots: Slots
    threads: ToolThreads
    patience: Patience = field(default_factory=Patience)
