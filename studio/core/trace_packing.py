"""Lines of text become a compressed file, and a file lines again: piece by piece, and bounded."""

import zlib
from collections.abc import Iterable, Iterator

from studio.core.trace import TraceTrouble, trace_error

MAX_BYTES = 1024 * 1024 * 1024  # unpacked
MAX_LINE = 128 * 1024 * 1024
_MAGIC = b"\x1f\x8b"
_GZIP = 31
_STEP = 1024 * 1024


class TracePacker:
    """Packs text that comes in pieces into gzip."""

    def __init__(self) -> None:
        self._deflating = zlib.compressobj(wbits=_GZIP)

    def add(self, text: str) -> bytes:
        return self._deflating.compress(text.encode())

    def end(self) -> bytes:
        return self._deflating.flush()


def unpacked_lines(
    blocks: Iterable[bytes], max_bytes: int = MAX_BYTES, max_line: int = MAX_LINE
) -> Iterator[bytes]:
    """The lines of a file, which may be packed or not. Raises `TraceError`.

    No more is ever held than one line: a small file may unpack to any size.
    """
    rest = bytearray()
    total = 0
    for piece in _unpacked(iter(blocks)):
        total += len(piece)
        if total > max_bytes:
            raise trace_error(TraceTrouble.TOO_BIG)
        *whole, last = piece.split(b"\n")
        for end in whole:
            rest += end
            _check(rest, max_line)
            yield bytes(rest)
            rest.clear()
        rest += last
        _check(rest, max_line)
    if rest.strip():
        yield bytes(rest)


def _check(line: bytearray, most: int) -> None:
    if len(line) > most:
        raise trace_error(TraceTrouble.TOO_BIG)


def _unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    first = next(blocks, b"")
    if not first.startswith(_MAGIC):
        yield first
        yield from blocks
        return
    inflating = zlib.decompressobj(wbits=_GZIP)
    try:
        yield from _inflated(inflating, first)
        for block in blocks:
            yield from _inflated(inflating, block)
    except zlib.error:
        raise trace_error(TraceTrouble.DAMAGED, "not whole inside its packing") from None
    if not inflating.eof:
        raise trace_error(TraceTrouble.CUT_OFF)


def _inflated(inflating: "zlib._Decompress", block: bytes) -> Iterator[bytes]:
    data = block
    while data and not inflating.eof:
        yield inflating.decompress(data, _STEP)
        data = inflating.unconsumed_tail
