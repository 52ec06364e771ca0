"""Reads files in this process, at once or when the test says so."""

import asyncio
from pathlib import Path

from studio.core.attachments import FILE_LIMITS, FileLimits, ReadFile, clean_name
from studio.files.opening import read_whole
from studio.files.reading import made_of
from studio.harness.files import Files
from studio.ui.pictures import QtPictures


class InProcess:
    """A `FileReader` without a child. It waits while its gate is shut."""

    def __init__(self, limits: FileLimits = FILE_LIMITS) -> None:
        self.limits = limits
        self.gate = asyncio.Event()
        self.gate.set()
        self.given_up = 0

    async def read_path(self, path: str) -> ReadFile:
        name = clean_name(Path(path).name)
        await self._wait()
        return made_of(name, read_whole(path, name, self.limits.file_bytes), self.limits)

    async def read_bytes(self, name: str, data: bytes) -> ReadFile:
        await self._wait()
        return made_of(clean_name(name), data, self.limits)

    async def _wait(self) -> None:
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def new_files(reader: InProcess | None = None) -> Files:
    return Files(reader or InProcess(), QtPictures())
