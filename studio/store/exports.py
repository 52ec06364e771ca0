"""Writes a text of any length into a file, piece by piece, on a thread of its own."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from typing_extensions import override

from studio.harness.text_sink import TextSink
from studio.store.failures import of_system
from studio.store.worker import Worker


class FileSink(TextSink):
    """One file. What stood under its name stays until the new one is whole."""

    def __init__(self, worker: Worker, path: Path) -> None:
        self._worker = worker
        self._path = path
        self._temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        self._file: IO[bytes] | None = None

    @override
    async def write(self, make: Callable[[], str]) -> None:
        await self._run(lambda: self._write(make()))

    @override
    async def finish(self) -> None:
        await self._run(self._finish)

    @override
    async def abandon(self) -> None:
        await self._worker.run(self._abandon)

    async def _run(self, job: Callable[[], None]) -> None:
        try:
            await self._worker.run(job)
        except OSError as error:
            raise of_system(error, self._path) from error

    def _write(self, text: str) -> None:
        if self._file is None:
            # The user's own file, in a folder of their choice: with the rights they usually have.
            self._file = self._temporary.open("wb")
        self._file.write(self._encoded(text))

    def _encoded(self, text: str) -> bytes:
        return text.encode("utf-8", "replace")

    def _rest(self) -> bytes:
        """What is still to come when all text was given."""
        return b""

    def _finish(self) -> None:
        if self._file is None:
            self._write("")
        file = self._file
        if file is not None:
            file.write(self._rest())
            file.flush()
            os.fsync(file.fileno())
            file.close()
        self._temporary.replace(self._path)

    def _abandon(self) -> None:
        with contextlib.suppress(OSError):
            if self._file is not None:
                self._file.close()
        with contextlib.suppress(OSError):
            self._temporary.unlink(missing_ok=True)
