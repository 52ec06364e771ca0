"""Traces as files: written packed, read in bounded memory, on a thread of their own."""

from collections.abc import Iterator
from pathlib import Path

from typing_extensions import override

from studio.core.trace import Trace
from studio.core.trace_lines import read_trace
from studio.core.trace_packing import TracePacker, unpacked_lines
from studio.store.exports import FileSink
from studio.store.failures import of_system
from studio.store.worker import Worker

_BLOCK = 64 * 1024


class TraceSink(FileSink):
    """A trace that is being written: takes text, and packs it."""

    def __init__(self, worker: Worker, path: Path) -> None:
        super().__init__(worker, path)
        self._packing = TracePacker()

    @override
    def _encoded(self, text: str) -> bytes:
        return self._packing.add(text)

    @override
    def _rest(self) -> bytes:
        return self._packing.end()


def load_trace(path: Path) -> Trace:
    """Raises `TraceError`, or `StorageError` where the file cannot be read at all."""
    try:
        return read_trace(unpacked_lines(_blocks(path)))
    except OSError as error:
        raise of_system(error, path) from error


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block
