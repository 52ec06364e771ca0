"""Takes in the bytes of a reply and unpacks them, never more than was agreed on.

A few kilobytes may unpack to gigabytes: each step unpacks only what may still come, and stops.
"""

import zlib

from studio.tools.web.fetching import FetchRefusedError, FetchTrouble, named

ACCEPTED = "gzip, deflate"
_GZIP = zlib.MAX_WBITS | 16
# A packed reply may be made of several; thousands of empty ones are only work.
_MOST_MEMBERS = 100


class Body:
    """One reply's. `encoding` is its `Content-Encoding`, as the server wrote it."""

    def __init__(self, encoding: str, most: int) -> None:
        self.data = bytearray()
        self._most = most
        self._arrived = 0
        self._encoding = encoding.strip().lower()
        self._members = 0
        self._inflating = None if self._encoding in ("", "identity") else self._begun()

    def feed(self, piece: bytes) -> None:
        """Raises `FetchRefusedError`."""
        self._arrived += len(piece)
        if self._arrived > self._most:
            raise FetchRefusedError(FetchTrouble.TOO_LARGE, f"{self._most:,}")
        if self._inflating is None:
            self.data += piece
            return
        try:
            self._unpack(piece)
        except zlib.error:
            raise FetchRefusedError(FetchTrouble.COMPRESSION, "it is damaged") from None

    def _unpack(self, piece: bytes) -> None:
        rest = piece
        while rest:
            rest = self._step(rest)
            if len(self.data) > self._most:
                raise FetchRefusedError(FetchTrouble.TOO_LARGE, f"{self._most:,}")

    def _step(self, packed: bytes) -> bytes:
        """What of it is still packed."""
        if self._inflating is None or self._inflating.eof:
            if self._encoding == "deflate" or self._members >= _MOST_MEMBERS:
                return b""
            self._inflating = self._begun()
        room = self._most - len(self.data) + 1
        try:
            self.data += self._inflating.decompress(packed, room)
        except zlib.error:
            if self._encoding != "deflate" or self.data or self._members > 1:
                raise
            # Some servers leave the frame away that "deflate" should have.
            self._members += 1
            self._inflating = zlib.decompressobj(-zlib.MAX_WBITS)
            return packed
        return self._inflating.unused_data or self._inflating.unconsumed_tail

    def _begun(self) -> "zlib._Decompress":
        self._members += 1
        match self._encoding:
            case "gzip" | "x-gzip":
                return zlib.decompressobj(_GZIP)
            case "deflate":
                return zlib.decompressobj()
            case _:  # several layers among them
                raise FetchRefusedError(FetchTrouble.COMPRESSION, named(self._encoding))
