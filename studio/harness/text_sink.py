"""Where a long text is written to."""

from collections.abc import Callable
from typing import Protocol


class TextSink(Protocol):
    """A file that is being written. It takes its name when it is whole. Raises `StorageError`."""

    async def write(self, make: Callable[[], str]) -> None:
        """Makes the text and writes it, neither of which holds up the window."""
        ...

    async def finish(self) -> None: ...

    async def abandon(self) -> None:
        """Leaves nothing behind."""
        ...
